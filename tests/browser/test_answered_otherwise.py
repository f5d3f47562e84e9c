"""A turn is answered otherwise: refused, outrun, for a PIN, by a newer pad. All is told and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorepad.rules import FetchBack, ThrowAway
from tests.browser.conftest import PIN
from tests.browser.held import (
    LATER,
    SHEET,
    TAP,
    Hold,
    Phones,
    answered,
    begun,
    kept,
    let_go,
    on_its_way,
    opened,
    refuse,
    same,
    tap_in,
    tapped_ahead,
    tapped_behind,
    updated,
)
from tests.browser.house import House
from tests.helpers import wish

# --- refused, or saved otherwise --------------------------------------------------------------------


def test_a_final_refusal_is_told_at_once_puts_everything_back_and_is_let_go(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    page = phone.page.request.get(f"{house.url}/nowhere").text()
    hold, banner = Hold(phone), phone.at("#banner")
    phone.type("44421")
    before = phone.page.evaluate(SHEET)
    for status in (400, 403, 404, 413, 422):
        for kind, body in (("text/html", page), ("text/plain", "no")):
            phone.press('[data-box="fours"]')
            if phone.dice == ".....":
                tap_in(phone, "123")
            assert (phone.mover, phone.dice) == (2, "123..")
            hold.one().fulfill(status=status, content_type=kind, body=body)
            expect(banner).to_be_visible()
            told = "Nothing here" if kind == "text/html" else str(status)
            expect(phone.at("[data-told]")).to_have_text(told)
            expect(banner).to_contain_text("in the bin" if kind == "text/html" else "This was not saved")
            let_go(phone)
            phone.expect_state("offered")
            assert (phone.seen, phone.mover, phone.dice) == (2, 1, "44421")
            assert phone.page.evaluate(SHEET) == before
            same(phone)
            phone.press("[data-good]")
            expect(banner).to_be_hidden()
    phone.page.wait_for_timeout(100)
    assert len(hold.bodies) == 10
    hold.end()
    phone.fill("fours")
    assert (phone.mover, phone.dice) == (2, "123..")
    phone.expect_saved(key, "turn", "turn", "turn")


def test_a_final_refusal_lets_the_turn_go_that_waited_behind_it_and_keeps_its_dice(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone, hold, first = on_its_way(phones, key)
    tapped_behind(phone, "45")
    phone.page.wait_for_timeout(50)
    assert len(kept(phone)) == 2
    refuse(phone, first)
    assert (phone.mover, phone.dice) == (1, "44421")
    assert len(hold.bodies) == 1
    hold.end()
    phone.fill("fours")
    phone.expect_state("offered")
    assert (phone.mover, phone.dice, phone.offers["large_straight"]) == (2, "12345", (40, 0))
    same(phone)
    phone.fill("large_straight")
    phone.expect_saved(key, *["turn"] * 4)


def test_a_box_that_was_tapped_before_any_die_waits_is_refused_and_put_back_like_any_other(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    before = phone.page.evaluate(SHEET)
    phone.choose("sixes")
    moment = phone.page.evaluate(TAP, '.grid [data-points="24"]')
    assert (moment["figure"], moment["mover"], moment["state"]) == ("24", "2", "typing")
    expect(phone.at(".tray.points")).to_have_count(0)
    tap_in(phone, "123")
    refuse(phone, hold.one())
    assert (phone.mover, phone.dice, phone.page.evaluate(SHEET)) == (1, ".....", before)
    phone.press("[data-good]")
    phone.choose("sixes")
    phone.press('.grid [data-points="24"]')
    assert phone.dice == "123.."
    for _ in "123":
        phone.press(".backspace")
    phone.press('[data-open="fives"]')  # the next player's, before the answer
    hold.go()
    expect(phone.at('#points input[name="box"]')).to_have_value("fives")
    assert (phone.seen, phone.mover) == (3, 2)
    hold.end()
    phone.give(15)
    answered(phone, 4)
    phone.expect_saved(key, *["turn"] * 4)


def test_a_turn_that_the_pad_refuses_is_told_on_it_and_both_hands_are_kept(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone, hold, first = on_its_way(phones, key)
    first.continue_(post_data="seen=2&dice=44421&box=chance")  # which is full
    expect(phone.at('#pad [role="alert"]')).to_be_visible()
    let_go(phone)
    phone.expect_state("offered")
    assert (phone.seen, phone.mover, phone.dice) == (2, 1, "44421")
    same(phone)
    expect(phone.at("#banner")).to_be_hidden()
    hold.end()
    phone.fill("fours")
    expect(phone.at('#pad [role="alert"]')).to_have_count(0)
    assert (phone.mover, phone.dice) == (2, "123..")
    phone.type("45")
    phone.fill("large_straight")
    answered(phone, 4)
    phone.expect_saved(key, *["turn"] * 4)


@pytest.mark.parametrize("meant", ["use", "clear"])
def test_a_turn_that_another_phone_saved_otherwise_meanwhile_is_told_and_both_hands_are_kept(
    phones: Phones, house: House, meant: str
) -> None:
    key = begun(house, players=2)
    phone, hold, first = on_its_way(phones, key)
    tapped_behind(phone, "45")
    house.take(key, "ones", "11166")
    first.continue_()
    expect(phone.at('#pad [role="alert"]')).to_contain_text("Someone else saved first")
    expect(phone.at(".over")).to_contain_text("Ana: Ones 3 was saved. Use these dice for Ben?")
    let_go(phone)
    phone.expect_state("kept")
    assert (phone.seen, phone.mover, phone.dice, phone.offers) == (3, 2, "44421", {})
    expect(phone.at("td.fresh")).to_have_text("3")
    assert len(hold.bodies) == 1
    hold.end()
    phone.press(f"[data-{meant}]")
    phone.expect_state("offered")
    assert phone.dice == ("44421" if meant == "use" else "12345")
    assert (phone.mover, phone.offers["fours"]) == (2, (12 if meant == "use" else 4, 0))
    phone.fill("fours")
    answered(phone, 4)
    assert phone.dice == "....."
    phone.expect_saved(key, *["turn"] * 4)


def test_alone_a_turn_that_another_phone_saved_otherwise_meanwhile_does_not_count_twice(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=1)
    phone, hold, first = on_its_way(phones, key)
    house.take(key, "ones", "11166")
    first.continue_()
    phone.expect_state("kept")
    expect(phone.at(".over")).to_contain_text("Ana: Ones 3 was saved.")
    assert phone.dice == "44421"
    hold.end()
    phone.press("[data-clear]")
    phone.expect_state("typing")
    assert phone.dice == "123.."
    same_dice = phone.page.evaluate("Object.keys(hands())")
    assert same_dice == ["1-2"]


def test_a_game_that_was_thrown_away_meanwhile_is_told_at_once_and_nothing_is_sent_for_ever(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone, hold, first = on_its_way(phones, key)
    store = house.store
    store.append(key, house.load(key).seen, wish(ThrowAway()))
    first.continue_()
    expect(phone.at("[data-told]")).to_have_text("Nothing here")
    expect(phone.at("#banner")).to_contain_text("the game is in the bin")
    let_go(phone)
    assert (phone.mover, phone.dice) == (1, "44421")
    phone.page.wait_for_timeout(LATER)
    assert len(hold.bodies) == 1
    expect(phone.at("[data-told]")).to_have_text("Nothing here")
    store.append(key, 3, wish(FetchBack()))
    hold.end()
    phone.expect_seen(4)
    phone.press("[data-good]")
    expect(phone.at("#banner")).to_be_hidden()
    phone.expect_state("offered")
    phone.fill("fours")
    assert (phone.mover, phone.dice) == (2, "123..")
    same(phone)


# --- a PIN, an update -------------------------------------------------------------------------------


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A pad that may be served otherwise while it is open."""
    served = House(tmp_path / "scorepad.db")
    yield served
    served.close()


def test_a_pin_set_while_the_pad_is_open_is_asked_for_and_the_turn_is_then_saved_once(
    phones: Phones, own_house: House
) -> None:
    house = own_house
    key = begun(house, players=2)
    phone = opened(phones, key, at=house)
    phone.type("44421")
    house.config = {"PIN": PIN}
    house.restart()
    phone.press('[data-box="fours"]')
    expect(phone.at('#banner [data-when="pin"]')).to_be_visible()
    assert (phone.mover, len(kept(phone))) == (2, 1)
    expect(phone.at("td.unsaved")).to_have_text("12")
    phone.type("12345")
    phone.press('#banner [data-when="pin"] a')
    for pin in ("1111", PIN):
        phone.at("#pin").fill(pin)
        phone.press(".message .primary")
    phone.expect_seen(3)
    phone.expect_state("offered")
    assert (phone.path, phone.mover, phone.dice) == (f"/games/{key}", 2, "12345")
    let_go(phone)
    expect(phone.at("#banner")).to_be_hidden()
    same(phone)
    phone.expect_saved(key, *["turn"] * 3)
    phone.context.clear_cookies()  # as a new PIN does it
    expect(phone.at('#banner [data-when="locked"]')).to_be_visible()
    assert phone.dice == "12345"
    phone.press('#banner [data-when="locked"] a')
    phone.at("#pin").fill(PIN)
    phone.press(".message .primary")
    phone.expect_state("offered")
    phone.fill("large_straight")
    phone.expect_saved(key, *["turn"] * 4)


@pytest.mark.parametrize("told_by", ["turn", "look"])
def test_after_an_update_the_open_page_loads_itself_anew_once_and_keeps_what_is_typed(
    phones: Phones, house: House, told_by: str
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    loads: list[Page] = []
    phone.page.on("load", lambda page: loads.append(page))
    if told_by == "turn":
        hold = Hold(phone)
        first = tapped_ahead(phone, hold)
        tapped_behind(phone, "45")
        phone.page.wait_for_timeout(50)
        phone.page.route("**/games/**", updated)
        hold.end()
        updated(first)
        phone.expect_seen(4)
        assert len(loads) == 1
        tap_in(phone, "666")
        phone.page.wait_for_timeout(LATER)
    else:
        tap_in(phone, "666")
        phone.page.route("**/pad?*", updated)
        for _ in range(60):
            if loads:
                break
            phone.page.wait_for_timeout(50)
        phone.page.wait_for_timeout(LATER)
    assert (len(loads), phone.dice) == (1, "666..")
    phone.type("61")
    phone.fill("sixes")
    same(phone)
    assert len(loads) == 1
    assert house.events(key) == ["turn"] * (5 if told_by == "turn" else 3)
