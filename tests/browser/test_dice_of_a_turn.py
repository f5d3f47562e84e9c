"""Dice belong to their turn: they outlive pages and other phones, and Undo gives them back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Route, expect

from scorepad.rules import Skip
from tests.browser.held import (
    TABLE,
    TAP,
    TURNS,
    UNSAVED,
    Hold,
    Phones,
    answered,
    begun,
    by_help,
    let_go,
    opened,
    refuse,
    same,
    sent,
    tap_in,
    tapped_behind,
    updated,
)
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import boxes, wish

LOOKS = "**/pad?seen=*"


def blind(phone: Phone) -> None:
    """It does not see what others save until it acts itself."""
    phone.page.route(LOOKS, lambda route: route.fulfill(status=204))


def by_settings(phone: Phone, back: bool) -> None:
    phone.press(".menu summary")
    phone.press('.menu a[href*="/settings"]')
    expect(phone.at(".page form")).to_be_visible()
    phone.page.go_back() if back else phone.press(".page .primary")


def by_card(phone: Phone, back: bool) -> None:
    phone.press("[data-play-card]")
    expect(phone.at('[name="card_kind"]').first).to_be_attached()
    phone.page.go_back() if back else phone.press(".bar a")


def by_language(phone: Phone, _back: bool) -> None:
    phone.press(".menu summary")
    phone.press('.menu button[lang="en"]')


def test_a_roll_typed_alone_on_two_phones_counts_once(phones: Phones, house: House) -> None:
    key = begun(house, "yahtzee", 1)
    one, other, third = (opened(phones, key) for _ in range(3))
    blind(third)
    for phone in (one, other, third):
        phone.type("44421")
    one.fill("fours")
    assert one.dice == "....."
    other.expect_state("kept")
    expect(other.at(".over")).to_have_text("Ana: Fours 12 was saved. Use these dice for Ana?")
    assert (other.dice, other.offers) == ("44421", {})
    third.press('[data-box="threes"]')  # it has not seen the other's
    third.expect_state("kept")
    expect(third.at(".over")).to_contain_text("Ana: Fours 12 was saved.")
    let_go(third)
    assert house.events(key) == ["turn"] * 2
    other.press("[data-clear]")
    other.expect_state("typing")
    other.page.reload()
    assert (other.dice, other.pad.get_attribute("data-state")) == (".....", "typing")
    third.press("[data-use]")
    third.expect_state("offered")
    assert "fours" not in third.offers
    same(third)
    third.fill("threes")
    answered(third, 3)
    one.expect_seen(3)
    assert (one.dice, one.pad.get_attribute("data-state")) == (".....", "typing")
    third.expect_saved(key, *["turn"] * 3)


def test_three_dice_outlive_a_reload_a_turn_of_the_phone_another_page_and_a_language(
    phones: Phones, house: House
) -> None:
    key = begun(house, "free_for_all", 2)
    phone = opened(phones, key)
    tap_in(phone, "444")

    def there() -> None:
        expect(phone.pad).to_have_attribute("data-dice", "444")
        phone.expect_state("typing")
        assert (phone.path, phone.dice) == (f"/games/{key}", "444..")

    phone.page.reload()
    there()
    phone.resize((664, 390))
    there()
    phone.resize((390, 664))
    there()
    ways = ((by_help, True), (by_settings, False), (by_card, True), (by_card, False), (by_language, False))
    for leave, back in ways:
        leave(phone, back)
        there()
    phone.page.goto("about:blank")
    phone.page.go_back()
    there()
    phone.press(".menu summary")
    phone.press('.menu button[lang="fa"]')
    expect(phone.at("html")).to_have_attribute("lang", "fa")
    there()
    phone.type("21")
    phone.page.reload()
    phone.expect_state("offered")
    assert phone.dice == "44421"
    same(phone)
    phone.fill("fours")
    phone.page.reload()
    assert phone.dice == "....."
    answered(phone, 3)


@pytest.mark.parametrize(
    ("leave", "back"), [(by_help, False), (by_settings, True), (by_card, False), (by_language, False)]
)
def test_dice_that_come_back_after_everybody_wrote_elsewhere_are_not_the_next_ones(
    phones: Phones, house: House, leave: Callable[[Phone, bool], None], back: bool
) -> None:
    key = begun(house, "free_for_all", 2)
    phone = opened(phones, key)
    blind(phone)
    tap_in(phone, "444")
    for box in ("twos", "ones"):
        house.take(key, box, "22216")
    leave(phone, back)
    phone.expect_state("kept")
    expect(phone.at(".over b").first).to_have_text("Ana: Twos 6")
    assert (phone.dice, phone.mover) == ("444..", 1)
    phone.page.unroute(LOOKS)
    phone.page.reload()
    phone.expect_state("kept")
    phone.press("[data-clear]")
    phone.expect_state("typing")
    assert phone.dice == "....."
    phone.page.reload()
    same(phone)
    assert phone.dice == "....."


# --- Undo -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "players"), [("yahtzee", 1), ("yahtzee", 2), ("free_for_all", 2)])
def test_undo_gives_the_dice_back_and_another_box_is_two_taps(
    phones: Phones, house: House, ruleset: str, players: int
) -> None:
    key = begun(house, ruleset, players)
    phone = opened(phones, key)
    seen = players
    phone.turn("44421", "fours")
    tap_in(phone, "66")  # already of the next turn
    found = sent(phone)
    phone.undo()
    phone.expect_state("offered")
    assert (phone.mover, sorted(phone.dice)) == (1, [*"12444"])
    assert [one for one in found if "/pad?" in one and "seen=" not in one] == []
    same(phone)
    phone.fill("threes")
    answered(phone, seen + 3)
    assert phone.dice == "....."
    # Undo tapped while the turn is on its way: it waits for it.
    phone.type("55521")
    hold = Hold(phone)
    phone.press('[data-box="fives"]')
    phone.press(".slots .undo")
    phone.page.wait_for_timeout(50)
    assert len(hold.bodies) == 1
    hold.go()
    phone.expect_seen(seen + 5)
    phone.expect_state("offered")
    assert sorted(phone.dice) == [*"12555"]
    let_go(phone)
    same(phone)
    hold.end()
    phone.fill("ones")
    answered(phone, seen + 6)
    kinds = ["turn", "undo", "turn", "turn", "undo", "turn"]
    phone.expect_saved(key, *["turn"] * seen, *kinds)


def test_undo_refused_lost_or_late_leaves_the_typed_dice(phones: Phones, house: House) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    tap_in(phone, "444")
    hold = Hold(phone, "**/undo")
    phone.press(".bar [data-undo]")
    expect(phone.at('.slow [data-when="save"]')).to_be_visible(timeout=900)
    refuse(phone, hold.one())
    assert (phone.mover, phone.dice) == (1, "444..")
    phone.press("[data-good]")
    phone.type("21")
    same(phone)
    phone.press(".bar [data-undo]")
    house.store.append(key, 2, wish(Skip(1)))
    hold.go()  # stale
    expect(phone.at('#pad [role="alert"]')).to_contain_text("Someone else saved first")
    phone.expect_state("kept")
    assert (phone.mover, phone.dice) == (2, "44421")
    let_go(phone)
    phone.press("[data-use]")
    hold.end()
    phone.expect_state("offered")
    same(phone)
    phone.fill("fours")
    answered(phone, 4)


# --- the same moment --------------------------------------------------------------------------------


def outrun(one: Phone, other: Phone, answer: Callable[[], None]) -> None:
    """
    The box of `one` is saved, which does not know it; it taps the next player's, whose turn `other` saves.
    After the answer it is told, and its dice are kept.
    """
    tapped_behind(one, "12345")
    other.expect_seen(3)
    other.turn("66661", "sixes")
    answer()
    expect(one.at(".over")).to_contain_text("Ben: Sixes 24 was saved.")
    assert (one.seen, one.mover, one.dice) == (4, 1, "12345")
    let_go(one)


def test_of_two_phones_that_tap_at_the_same_moment_one_saves_and_neither_loses_dice(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    one, other = (opened(phones, key) for _ in range(2))
    one.type("44421")
    other.type("66661")
    holds = Hold(one), Hold(other)
    one.page.evaluate(TAP, '[data-box="fours"]')
    other.page.evaluate(TAP, '[data-box="sixes"]')
    tap_in(one, "111")
    tap_in(other, "222")
    first, second = (hold.one() for hold in holds)
    second.continue_()
    first.continue_()
    for phone in (one, other):
        phone.expect_seen(3)
        let_go(phone)
    late = one if "sixes" in boxes(house.load(key).game) else other
    late.expect_state("kept")
    early = other if late is one else one
    assert (early.mover, early.dice) == (2, "111.." if early is one else "222..")
    assert (late.mover, late.dice) == (2, "44421" if late is one else "66661")
    late.press("[data-clear]")
    expect(late.at(".over")).to_have_count(0)
    assert late.dice == ("111.." if late is one else "222..")
    for hold in holds:
        hold.end()
    # Now each the next turn: one taps it ahead, the other has just saved it.
    key = begun(house, players=2)
    one.open_pad(key)
    other.open_pad(key)
    one.page.evaluate(TABLE)
    one.type("44421")
    answers: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if answers:
            route.continue_()
        else:
            answers.append((route, route.fetch()))

    one.page.route(TURNS, hold_the_first)
    one.press('[data-box="fours"]')
    outrun(one, other, lambda: answers[0][0].fulfill(response=answers[0][1]))
    assert house.events(key) == ["turn"] * 4
    one.press("[data-clear]")
    one.expect_state("typing")
    one.turn("11123", "ones")
    answered(one, 5)


def test_a_turn_sent_again_after_the_other_phone_went_on_tells_what_became_of_the_next_one(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    one, other = (opened(phones, key) for _ in range(2))
    one.type("44421")
    lost: list[APIResponse] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch())
        route.abort("connectionreset")

    one.page.route(TURNS, lose)
    one.press('[data-box="fours"]')
    expect(one.at("#banner")).to_be_visible()
    outrun(one, other, lambda: one.page.unroute(TURNS))
    expect(one.at("#banner")).to_be_hidden()
    assert house.events(key) == ["turn"] * 4


# --- a browser that keeps nothing -------------------------------------------------------------------


REFUSES = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });"""


@pytest.mark.parametrize(
    "script",
    [
        REFUSES,
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    ],
    ids=["refused", "full"],
)
def test_a_browser_that_keeps_nothing_plays_turns_undoes_and_waits(
    phones: Phones, house: House, script: str
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key, script)
    phone.turn("44421", "fours")
    same(phone)
    phone.undo()
    phone.expect_state("offered")
    phone.fill("threes")
    phone.page.route(TURNS, lambda route: route.abort())
    tapped_behind(phone, "12345")
    expect(phone.at(UNSAVED)).to_be_visible()
    phone.type("66661")
    phone.press('[data-box="sixes"]')
    phone.page.unroute(TURNS)
    answered(phone, 7)
    expect(phone.at("#banner")).to_be_hidden()
    phone.page.route(TURNS, updated)
    phone.turn("44456", "fours")
    phone.page.unroute(TURNS)
    phone.turn("33321", "twos")
    phone.expect_saved(key, *["turn"] * 3, "undo", *["turn"] * 5)
