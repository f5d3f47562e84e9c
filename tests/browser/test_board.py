"""The board from across the room: it fits every screen, tells who moves, and goes on to the rematch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorepad.rules import RULESETS
from tests.browser.house import CROWD
from tests.browser.phone import MAIN, Faults, Phone
from tests.browser.test_tablet import FLAT, UPRIGHT, begun

Phones = Callable[..., Phone]

LARGE = (FLAT, UPRIGHT, (1180, 820), (1920, 1080))
SMALL = (MAIN, (320, 568), (664, 390))

BEYOND = """board => [...board.querySelectorAll("td, .turn, .won, .totals li, .line, .newest, .lead")]
  .filter((part) => part.checkVisibility()).filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((part) => `${part.className || part.tagName} “${part.innerText}” is off the screen`)"""


def look(phone: Phone, path: str, faults: Faults, *sizes: tuple[int, int]) -> None:
    """What is wrong with the board there, on each of these screens."""
    phone.open(path)
    for size in sizes:
        phone.resize(size)
        faults.add(f"{path} at {size}", phone.see("cut", "#board") + phone.at("#board").evaluate(BEYOND))
        scrolls = phone.page.evaluate("document.documentElement.scrollHeight - innerHeight") > 0
        faults.add(f"{path} at {size}", ["the page scrolls"] if scrolls or phone.overflow > 0 else [])


def test_the_board_shows_the_whole_sheet_or_the_totals_and_then_the_winner(phones: Phones) -> None:
    board = phones(FLAT)
    faults = Faults()
    look(board, board.house.watch(begun(board.house, "yahtzee", 4)), faults, *SMALL, *LARGE)
    size = float(
        board.at("#row-fours .figure").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    )
    assert size >= 27
    expect(board.at(".totals")).to_be_hidden()
    expect(board.at(".line")).to_have_count(5)
    board.resize(MAIN)
    expect(board.at("#sheet")).to_be_hidden()
    expect(board.at(".totals .mover .who")).to_be_visible()
    expect(board.at(".newest .die").first).to_be_visible()
    ended = board.house.watch(board.house.finished("yahtzee", CROWD[:4]))
    look(board, ended, faults, *SMALL, *LARGE)
    expect(board.at(".headline")).to_be_visible()
    expect(board.at(".totals .winner .sum")).to_be_visible()
    faults.report()


def test_the_board_goes_on_to_the_rematch_by_itself(phones: Phones) -> None:
    board = phones(FLAT)
    house = board.house
    first = house.finished("yacht", ("Ana", "Ben"))
    board.open(house.watch(first))
    expect(board.at(".headline")).to_be_visible()
    again = house.store.rematch(first)
    expect(board.at("#board .turn bdi")).to_have_text("Ben", timeout=5_000)
    house.take(again, "chance", "66543")
    expect(board.at("#board .turn bdi")).to_have_text("Ana", timeout=5_000)
    expect(board.at("#row-chance td").first).to_have_text("24")


@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fi", "fr", "sv"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sheet_fits_the_board(phones: Phones, ruleset: str, language: str) -> None:
    board = phones(FLAT)
    board.context.add_cookies([{"name": "language", "value": language, "url": board.house.url}])
    faults, rules = Faults(), RULESETS[ruleset]
    for players in (2, 4, 6, 12):
        if players <= (rules.most_players or 12):
            path = board.house.watch(begun(board.house, ruleset, players))
            look(board, path, faults, *LARGE, *SMALL)
    faults.report()
