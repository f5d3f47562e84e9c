"""The full sheet of many players on a phone, and the cards and lists that tell its totals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorepad.rules import RULESETS
from tests.browser.house import CROWD
from tests.browser.phone import MAIN, Faults, Phone
from tests.helpers import finish

Phones = Callable[..., Phone]

TIGHT = """() => [...document.querySelectorAll("#sheet .roll")].filter((roll) => {
    const range = document.createRange();
    range.selectNodeContents(roll);
    const dice = range.getBoundingClientRect(), cell = roll.closest("td").getBoundingClientRect();
    return dice.left < cell.left + 3 || dice.right > cell.right - 3;
  }).map((roll) => `the dice ${roll.textContent} fill their cell`)"""
"""Dice that nearly touch those of the next column."""
ALONG = """(far) => {
    const sheet = document.querySelector(".whole");
    const left = (part) => Math.round(part.getBoundingClientRect().left);
    const label = sheet.querySelector("tbody .label"), start = left(label);
    const name = sheet.querySelector(".head");
    sheet.scrollLeft = far;
    return [sheet.scrollLeft > 0, left(label) === start, left(name) >= start + label.offsetWidth - 1];
  }"""


def of(phone: Phone, ruleset: str, players: int) -> str:
    """A finished game's key."""
    store = phone.house.store
    return finish(store, store.create(ruleset, CROWD[:players]), "123456"[: RULESETS[ruleset].dice]).key


@pytest.mark.parametrize(
    ("ruleset", "players"), [("yatzy", 6), ("maxi_yatzy", 5), ("triple_yahtzee", 2), ("yatzy", 12)]
)
def test_a_sheet_with_its_dice_can_be_read_on_a_phone(phones: Phones, ruleset: str, players: int) -> None:
    phone = phones()
    key = of(phone, ruleset, players)
    faults = Faults()
    for path in (f"/games/{key}/sheet", f"/games/{key}", f"/print?game={key}"):
        phone.open(path)
        for size in (MAIN, (320, 568), (1024, 768)):
            phone.resize(size)
            faults.add(f"{path[-6:]} at {size}", phone.parted + phone.page.evaluate(TIGHT))
            if phone.overflow > 0:
                faults.add(f"{path[-6:]} at {size}", ["the page is wider than the screen"])
    faults.report()


def test_labels_and_a_name_stay_in_sight_while_the_columns_move(phone: Phone) -> None:
    phone.open(f"/games/{of(phone, 'triple_yahtzee', 3)}/sheet")
    assert phone.page.evaluate(ALONG, 90) == [True, True, True]


@pytest.mark.parametrize("size", ["normal", "larger"])
def test_totals_at_home_and_in_the_lists_stay_in_one_line(phones: Phones, size: str) -> None:
    phone = phones((320, 568))
    phone.context.add_cookies([{"name": "size", "value": size, "url": phone.house.url}])
    key = phone.house.game("yatzy", CROWD[:6], 60)
    phone.house.finished("yatzy", CROWD[:6])
    faults = Faults()
    for path in (
        "/",
        "/games",
        f"/games/{key}/table",
        f"/games/{key}/invite",
        phone.house.watch(key),
        "/help/yahtzee",
    ):
        phone.open(path)
        faults.add(path, phone.parted)
        if phone.overflow > 0:
            faults.add(path, ["the page is wider than the screen"])
    faults.report()


def test_what_a_tablet_tells_beside_the_pad_has_its_style_for_itself(phones: Phones) -> None:
    phone = phones((1024, 768))
    key = phone.house.game("yatzy", CROWD[:2], 29)
    last = phone.house.load(key).game.mover_sheet.open_cells[0].box
    phone.open_pad(key).turn("12346", last)
    expect(phone.at(".headline")).to_be_visible()
    assert phone.rect(".bar h1")["x"] >= 12
    phone.open("/games")
    expect(phone.at(".scores .line").first).to_have_css("border-top-width", "0px")
