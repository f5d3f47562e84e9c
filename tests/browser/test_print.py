"""Sheets on paper: nothing lost, nothing on a page that is not needed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scorepad.rules import RULESETS
from tests.browser.house import CROWD
from tests.browser.phone import Phone
from tests.helpers import finish

Phones = Callable[..., Phone]

LOST = """() => [...document.querySelectorAll(".printed")].flatMap((sheet) => {
    const right = (part) => part.getBoundingClientRect().right;
    return [...sheet.querySelectorAll("td, th")].filter((cell) => right(cell) > right(sheet) + 1)
      .map((cell) => cell.textContent.trim());
  })"""


def on_paper(phone: Phone, path: str, paper: str) -> list[tuple[int, int]]:
    """Width and height of every page that it takes, in points."""
    phone.open(path)
    printed = phone.page.pdf(format=paper, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", printed)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def key_of(phone: Phone, ruleset: str, players: int) -> str:
    store = phone.house.store
    return finish(store, store.create(ruleset, CROWD[:players]), "123456"[: RULESETS[ruleset].dice]).key


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sheet_takes_as_many_pages_of_either_paper_as_it_says(phones: Phones, ruleset: str) -> None:
    phone = phones((1024, 768), is_mobile=False)
    rules = RULESETS[ruleset]
    for players in (1, 4, 5, 8, 12):
        if not rules.least_players <= players <= (rules.most_players or players):
            continue
        path = f"/print?game={key_of(phone, ruleset, players)}"
        for format_ in ("A4", "Letter"):
            pages = on_paper(phone, path, format_)
            assert len(pages) == phone.at("article").count(), (players, format_)
            wide = players * len(rules.columns) > 4
            assert {width > height for width, height in pages} == {wide}, (players, format_)
    phone.page.emulate_media(media="print")
    for size in ((980, 740), (1047, 718)):
        phone.resize(size)
        assert phone.page.evaluate(LOST) == []


def test_what_was_written_last_is_printed_too(phones: Phones) -> None:
    phone = phones(reduced_motion="no-preference")
    phone.open(f"/print?game={key_of(phone, 'yatzy', 2)}")
    phone.page.emulate_media(media="print")
    assert (
        phone.at(".fresh .dash, .fresh .figure").evaluate("cell => getComputedStyle(cell).animationName")
        == "none"
    )
