"""The ending by touch: it comes quietly to every phone and to the board, which then go on to the rematch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import CROWD, House
from tests.browser.phone import MAIN, Faults, Phone

Phones = Callable[..., Phone]

SOON = 5_000
MOVES = """document.getAnimations().filter(({ animationName }) => ["comes", "rings"].includes(animationName))
  .map(({ effect }) => effect.getComputedTiming().endTime)"""
COUNT = """() => {
  window.begun = 0;
  addEventListener("animationstart", ({ animationName }) => {
    if (["comes", "rings"].includes(animationName)) window.begun += 1;
  });
}"""


def nearly_over(house: House) -> tuple[str, str, str]:
    """A game of two in which Ben has but one turn left: its key, the dice and the box."""
    key = house.game("yahtzee", ("Ana", "Ben"))
    house.advance(key, 25)
    return key, "12346", house.load(key).game.mover_sheet.open_cells[0].box


def test_the_last_turn_ends_it_everywhere_and_the_rematch_is_followed(phones: Phones, house: House) -> None:
    key, dice, box = nearly_over(house)
    one, other, board = phones(), phones(), phones((1024, 768))
    for phone in (one, other):
        phone.open_pad(key)
    board.open(house.watch(key))
    other.page.evaluate(COUNT)
    one.turn(dice, box)
    for phone in (one, other, board):
        expect(phone.at(".headline")).to_be_visible(timeout=SOON)
        expect(phone.at(".deciding h3")).to_be_visible()
        assert phone.at(".deciding .die").count() == 5
        expect(phone.at(".winner .ringed")).to_have_count(1)
    assert one.at(".headline").text_content() == board.at(".headline").text_content()
    other.page.wait_for_timeout(1_200)
    assert other.page.evaluate("window.begun") == 4, "two ranks, the deciding turn, the ring"
    one.press("text=Rematch")
    one.expect_state("typing")
    begun = other.at(".begun a")
    expect(begun).to_be_in_viewport(timeout=SOON)
    expect(other.at(".headline")).to_be_visible()
    assert other.page.evaluate("window.begun") == 4, "nothing moves again"
    other.press(begun)
    other.expect_state("typing")
    assert other.path == one.path != f"/games/{key}"
    expect(board.at("#board .turn bdi")).to_have_text("Ben", timeout=SOON)


def test_the_ending_moves_a_moment_and_not_at_all_for_who_wants_no_motion(
    phones: Phones, house: House
) -> None:
    key = house.finished("yahtzee", CROWD[:4])
    moving, still = phones(reduced_motion="no-preference"), phones(reduced_motion="reduce")
    for path in (f"/games/{key}", house.watch(key)):
        moving.open(path)
        ends = moving.page.evaluate(MOVES)
        assert ends, path
        assert max(ends) < 1_200
        still.open(path)
        assert still.page.evaluate("document.getAnimations().length") == 0
        expect(still.at(".winner .ringed path").first).to_have_css("stroke-dashoffset", "0px")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_ending_fits_every_screen(phones: Phones, house: House, language: str) -> None:
    faults = Faults()
    keys = [
        house.finished(rules, CROWD[:count]) for rules, count in (("yatzy", 1), ("yatzy", 4), ("yahtzee", 6))
    ]
    house.store.rematch(keys[1])
    for size, larger in (
        (MAIN, ""),
        ((360, 640), "larger"),
        ((320, 568), ""),
        ((664, 390), ""),
        ((1024, 768), ""),
    ):
        phone = phones(size)
        cookies = {"language": language, "size": larger}
        phone.context.add_cookies(
            [{"name": n, "value": v, "url": house.url} for n, v in cookies.items() if v]
        )
        for key in keys:
            phone.open_pad(key)
            expect(phone.at(".headline")).to_be_visible()
            faults.add(f"{key} at {size}", phone.cut)
            faults.add(f"{key} at {size}", ["it scrolls sideways"] if phone.overflow > 0 else [])
    faults.report()


def test_the_chance_rises_in_the_direction_of_reading(phones: Phones, house: House) -> None:
    key = house.finished("yatzy", CROWD[:4])
    for language, rises in (("en", 1), ("fa", -1)):
        phone = phones()
        phone.context.add_cookies([{"name": "language", "value": language, "url": house.url}])
        phone.open_pad(key)
        before, after = (
            phone.at(".swing circle").nth(place).evaluate("dot => dot.getBoundingClientRect().x")
            for place in (0, 1)
        )
        assert (after - before) * rises > 0
        sums = phone.at(".ranks .sum").evaluate_all(
            f"all => all.map((sum) => sum.getBoundingClientRect().{'right' if rises > 0 else 'left'})"
        )
        assert max(sums) - min(sums) < 1, "the figures align"
