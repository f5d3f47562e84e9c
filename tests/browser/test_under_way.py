"""A turn on its way: what is drawn before the answer, and that it is saved once, however late."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorepad.rules import Fix, Turn, dice_from_digits
from tests.browser.held import (
    PLAYERS,
    TABLE,
    TAP,
    TURNS,
    UNSAVED,
    Hold,
    Phones,
    answered,
    begun,
    by_help,
    kept,
    let_go,
    on_its_way,
    opened,
    same,
    sent,
    tap_in,
    tapped_behind,
)
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import boxes, wish

# --- before the answer ------------------------------------------------------------------------------


def test_while_a_turn_is_on_its_way_the_next_player_types_is_offered_boxes_and_taps_one(
    phones: Phones, house: House
) -> None:
    key = begun(house)
    phone = opened(phones, key)
    phone.type("44421")
    hold, found = Hold(phone), sent(phone)
    moment = phone.page.evaluate(TAP, '[data-box="fours"]')
    light, dark = moment.pop("light"), moment.pop("dark")
    assert light != dark
    assert moment == {
        "mover": "2",
        "state": "typing",
        "dice": "",
        "slow": "",
        "unsaved": "",
        "figure": "12",
        "sums": [["", "36"], ["sums", "12 needs 51 more51 to go51"], ["all", "36"]],
        "edges": ["2"],
        "named": "Ben",
        "last": "Ana: Fours 12",
        "undo": True,
    }
    phone.type("12345")
    assert phone.offers["large_straight"] == (40, 0)
    assert "chance" not in phone.offers
    phone.press('[data-box="large_straight"]')
    expect(phone.at(".slow")).to_have_text("saving…still saving…one moment…")
    expect(phone.at('.slow [data-when="save"]')).to_be_visible(timeout=900)
    assert (phone.mover, phone.dice) == (2, "12345")
    assert phone.page.evaluate(TAP, '[data-box="fives"]')["mover"] == "2"
    expect(phone.at('.slow [data-when="still"]')).to_be_visible(timeout=2_500)
    assert found == [f"POST /games/{key}/turns"]
    assert [entry["turn"] for entry in kept(phone)] == ["1-3", "2-4"]
    hold.go()
    second = hold.one()
    phone.expect_seen(4)
    assert phone.mover == 3
    expect(phone.at("td.unsaved")).to_have_text("40")
    expect(phone.at(".slow")).to_be_hidden()
    second.continue_()
    answered(phone, 5)
    assert hold.bodies == ["seen=3&dice=44421&box=fours", "seen=4&dice=12345&box=large_straight"]
    assert [boxes(house.load(key).game, seat) for seat in (1, 2)] == [
        {"chance": 24, "fours": 12},
        {"chance": 24, "large_straight": 40},
    ]
    assert kept(phone) == []


@pytest.mark.parametrize(
    ("ruleset", "players", "dice"),
    [("yahtzee", 1, "12345"), ("yahtzee", 2, "55555"), ("free_for_all", 2, "12345")],
)
def test_where_the_next_offers_hang_on_the_turn_its_figure_shows_and_they_wait(
    phones: Phones, house: House, ruleset: str, players: int, dice: str
) -> None:
    key = begun(house, ruleset, players)
    phone = opened(phones, key)
    phone.type("44421")
    hold, found = Hold(phone), sent(phone)
    moment = phone.page.evaluate(TAP, '[data-box="fours"]')
    assert (moment["figure"], moment["state"], moment["mover"]) == (
        "12",
        "typing",
        str(players if players > 1 else 1),
    )
    tap_in(phone, dice)
    phone.page.wait_for_timeout(100)
    assert (phone.pad.get_attribute("data-state"), phone.dice) == ("typing", dice)
    assert found == [f"POST /games/{key}/turns"]
    hold.go()
    phone.expect_state("offered")
    answered(phone, players + 1)
    assert [one for one in found if "/pad?" in one and "seen=" not in one] == []
    hold.end()
    phone.fill(next(iter(phone.offers)))
    answered(phone, players + 2)


def test_a_claimed_bonus_is_in_the_sums_that_are_told_ahead(phones: Phones, house: House) -> None:
    key = begun(house, "free_for_all", 2)
    for _ in range(2):
        house.take(key, "yahtzee", "66666")
    phone = opened(phones, key)
    phone.type("55555")
    phone.press(".claim-key")
    hold = Hold(phone)
    moment = phone.page.evaluate(TAP, '[data-claim][data-box="fives"]')
    assert (moment["figure"], moment["mover"], moment["state"]) == ("0", "2", "typing")
    told = phone.at('th.name[data-seat="1"] .sum').inner_text()
    tap_in(phone, "44421")
    hold.go()
    answered(phone, 5)
    phone.expect_state("offered")
    assert phone.at('th.name[data-seat="1"] .sum').inner_text() == "174"
    assert told == "174"


@pytest.mark.parametrize("players", [1, 2])
def test_the_last_turn_shows_its_figure_and_the_result_comes_with_the_answer(
    phones: Phones, house: House, players: int
) -> None:
    key = house.game("yacht", PLAYERS[:players])
    house.advance(key, 12 * players - 1)
    box = house.load(key).game.mover_sheet.open_cells[0].box
    phone = opened(phones, key)
    phone.type("44421")
    hold = Hold(phone)
    moment = phone.page.evaluate(TAP, f'[data-box="{box}"]')
    assert moment["figure"] is not None
    assert moment["state"] == "waiting"
    phone.page.keyboard.press("4")
    expect(phone.at(".headline")).to_have_count(0)
    hold.go()
    expect(phone.at(".headline")).to_be_visible()
    same(phone)
    phone.undo()
    assert (phone.dice, phone.mover) == ("12444", players)
    same(phone)
    hold.end()
    phone.fill(box)
    assert phone.mover is None


# --- the answer is lost, the page is left or loaded anew ----------------------------------------------


def sent_in_vain(phones: Phones, key: str) -> Phone:
    """A phone whose box was tapped, and a gateway that answers for the pad."""
    phone = opened(phones, key)
    phone.page.route(TURNS, lambda route: route.fulfill(status=502, body="Bad Gateway"))
    phone.type("44421")
    phone.press('[data-box="fours"]')
    return phone


def test_what_a_gateway_answers_is_sent_again_after_a_reload_too_and_each_turn_is_saved_once(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = sent_in_vain(phones, key)
    expect(phone.at(UNSAVED)).to_be_visible()
    phone.type("12345")
    assert phone.mover == 2
    phone.page.reload()
    expect(phone.at(UNSAVED)).to_be_visible()
    assert len(kept(phone)) == 1
    phone.page.unroute(TURNS)
    phone.expect_seen(3)
    phone.expect_state("offered")
    assert (phone.mover, phone.dice) == (2, "12345")
    let_go(phone)
    expect(phone.at("#banner")).to_be_hidden()
    same(phone)
    phone.page.route(TURNS, lambda route: route.fulfill(status=503, body="no"))
    phone.press('[data-box="large_straight"]')
    phone.type("66661")
    phone.press('[data-box="sixes"]')
    expect(phone.at(UNSAVED)).to_be_visible()
    assert len(kept(phone)) == 2
    phone.page.reload()
    expect(phone.at(UNSAVED)).to_be_visible()
    assert len(kept(phone)) == 2
    phone.page.unroute(TURNS)
    answered(phone, 5)
    phone.expect_saved(key, *["turn"] * 5)


def test_two_turns_that_wait_are_both_saved_after_a_reload_without_a_table_of_rolls(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = sent_in_vain(phones, key)
    tapped_behind(phone, "12345")
    expect(phone.at(UNSAVED)).to_be_visible()
    assert len(kept(phone)) == 2
    phone.page.route("**/rolls/**", lambda route: route.abort())
    phone.page.reload()
    phone.page.unroute(TURNS)
    expect(phone.at("[data-unsaved]")).to_have_count(0)
    phone.expect_seen(4)
    phone.expect_saved(key, *["turn"] * 4)


def test_after_a_reload_no_box_is_offered_to_dice_whose_turn_still_waits(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = sent_in_vain(phones, key)
    expect(phone.at(UNSAVED)).to_be_visible()
    phone.page.reload()
    expect(phone.at(UNSAVED)).to_be_visible()
    phone.page.evaluate(TABLE)
    phone.page.wait_for_timeout(50)
    assert (phone.dice, phone.offers, len(kept(phone))) == ("44421", {}, 1)
    expect(phone.pad).to_have_attribute("data-unsaved", "")


def test_a_turn_on_its_way_while_the_page_is_left_and_come_back_to_is_saved_once(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone, hold, _first = on_its_way(phones, key)
    hold.end()
    by_help(phone, back=False)
    answered(phone, 3)
    assert (phone.mover, phone.dice) == (2, "123..")
    let_go(phone)
    phone.expect_saved(key, *["turn"] * 3)


# --- without a line ---------------------------------------------------------------------------------


def test_without_a_line_at_each_step_what_was_meant_is_done_once_it_is_back(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = phones()
    phone.rough = True
    phone.page.route("**/rolls/**", lambda route: route.abort())
    phone.open_pad(key)
    banner = phone.at("#banner")

    def away(why: str) -> None:
        expect(phone.at(f'#banner [data-when="{why}"]')).to_be_visible()
        phone.context.set_offline(False)

    def gone() -> None:
        expect(banner).to_be_hidden()
        phone.context.set_offline(True)

    tap_in(phone, "4442")
    gone()
    phone.key(1)  # no table, no line
    away("away")
    phone.expect_state("offered")
    assert (phone.dice, phone.offers["fours"]) == ("44421", (12, 0))
    gone()
    phone.press('[data-box="fours"]')
    away("unsaved")
    answered(phone, 3)
    gone()
    phone.press('[data-open="fives"]')
    away("away")
    expect(phone.at(".tray.points")).to_be_visible()
    gone()
    phone.press('.grid [data-points="15"]')
    away("unsaved")
    answered(phone, 4)
    gone()
    phone.press(".bar [data-undo]")
    away("unsaved")
    phone.expect_seen(5)
    let_go(phone)
    same(phone)
    gone()
    phone.press(".bar [data-redo]")
    away("unsaved")
    answered(phone, 6)
    gone()
    phone.press('[data-open="fives"]')  # and then the dice, after all
    expect(banner).to_be_visible()
    tap_in(phone, "55521")
    phone.context.set_offline(False)
    phone.expect_state("offered")
    expect(phone.at(".tray.points")).to_have_count(0)
    expect(banner).to_be_hidden()
    phone.fill("fives")
    answered(phone, 7)
    phone.expect_saved(key, *["turn"] * 4, "undo", "redo", "turn")


# --- a box tapped while an undo is on its way ---------------------------------------------------------


def test_a_box_tapped_behind_an_undo_that_leaves_its_turn_due_is_saved_after_it(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    house.store.append(key, 2, wish(Fix(1, Turn(1, "chance", dice_from_digits("66666", 5)))))
    phone = opened(phones, key)
    phone.type("44421")
    hold = Hold(phone, "**/undo")
    phone.press(".bar [data-undo]")
    phone.press('[data-box="fours"]')
    expect(phone.at('[data-box="fours"]')).to_have_class("pressed")
    assert [entry["form"] for entry in kept(phone)] == ["undo", "turn"]
    hold.go()
    answered(phone, 5)
    phone.expect_saved(key, "turn", "turn", "fix", "undo", "turn")
    assert boxes(house.load(key).game, 1) == {"chance": 24, "fours": 12}


def test_a_box_tapped_behind_an_undo_that_takes_the_turn_before_is_told(phones: Phones, house: House) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    phone.type("44421")
    hold = Hold(phone, "**/undo")
    phone.press(".bar [data-undo]")
    phone.press('[data-box="fours"]')
    hold.go()
    answered(phone, 3)
    expect(phone.at("#banner")).to_contain_text("Fours")
    expect(phone.at("#banner")).to_contain_text("This was not saved")
    phone.expect_saved(key, "turn", "turn", "undo")
    assert (phone.mover, kept(phone)) == (2, [])
    phone.press("#banner [data-good]")
    expect(phone.at("#banner")).to_be_hidden()
