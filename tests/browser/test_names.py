"""Names of every kind: long, short, in pictures, from right to left."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.phone import MAIN, Faults, Phone

Phones = Callable[..., Phone]

SIZES = (MAIN, (320, 568), (390, 844), (844, 390))

LONG = "Maximilian Alexander von Sayn-Berleburg"
UNBROKEN = "W" * 40
FAMILY = "👨‍👩‍👧‍👦"
NAMES: dict[str, tuple[str, ...]] = {
    "long": (LONG, UNBROKEN),
    "short": ("A", "i"),
    "eight letters": ("Mohammed", "Wilhelma"),
    "usual": ("Mathilda", "Konstantin", "Anna-Kaisa", "Wilhelmiina", "Bartholomew"),
    "emoji": (FAMILY, FAMILY * 3),
    "from the right": ("مینا", "דוד בן־גוריון"),
    "mixed": ("Ana", "محمد رضا پهلوان", LONG, FAMILY, "A", UNBROKEN),
    "markup": ("<b>Ana</b>", 'O’Brien & "Sons"'),
    "twelve": (LONG, UNBROKEN, FAMILY, "مینا", "דוד", "A", "Ana", "Ben", "Åke", "李", "Ω", "Eeva-Liisa"),
}


@pytest.mark.parametrize("kind", NAMES)
def test_names_of_every_kind_make_no_page_wider_than_the_screen(phone: Phone, kind: str) -> None:
    players = NAMES[kind]
    key = phone.house.game("yatzy", players, len(players) * 3)
    first = phone.house.load(key).game.mover_sheet.open_cells[0].box
    faults = Faults()
    for query in ("", "?dice=44421", f"?box={first}", "/sheet", "/table"):
        phone.open_pad(key, query)
        for size in SIZES:
            phone.resize(size)
            if phone.overflow > 0:
                faults.add(f"{query} at {size}", ["the page is wider than the screen"])
    faults.report()


@pytest.mark.parametrize("kind", [kind for kind, players in NAMES.items() if len(players) <= 6])
def test_names_of_every_kind_keep_the_pad_on_one_screen(phone: Phone, kind: str) -> None:
    players = NAMES[kind]
    faults = Faults()
    for ruleset in ("yahtzee", "yatzy"):
        key = phone.house.game(ruleset, players, len(players) * 3)
        for seat, dice in product(players, ("", "44421")):
            phone.open_pad(key, f"?dice={dice}")
            for size in (MAIN, (390, 844)):
                phone.resize(size)
                faults.add(f"{ruleset} {dice} at {size[0]}x{size[1]}, {seat[:12]} to move", phone.unseen)
            if dice:
                phone.house.advance(key, 1)
    faults.report()


@pytest.mark.parametrize("kind", NAMES)
def test_names_of_every_kind_are_told_whole_in_the_result(phone: Phone, kind: str) -> None:
    players = NAMES[kind]
    phone.open_pad(phone.house.finished("yatzy", players))
    assert set(phone.ranks) == set(players)
    assert phone.overflow <= 0
    phone.press(phone.page.get_by_role("link", name="Review"))
    expect(phone.at("#sheet")).to_be_visible()
    assert phone.overflow <= 0


def test_the_tray_tells_a_long_name_in_full(phones: Phones) -> None:
    phone = phones((390, 844))
    phone.open_pad(phone.house.game("yahtzee", [LONG, "Ben"]))
    tag = phone.at("#tray .tag span").first
    expect(tag).to_have_text(LONG)
    assert tag.evaluate("tag => tag.scrollHeight <= tag.clientHeight + 2")


def test_names_stand_in_their_own_direction(phone: Phone) -> None:
    phone.open_pad(phone.house.game("yatzy", ["مینا", "Ben"]))
    bdi = phone.at("th.name bdi")
    assert [name.evaluate("name => getComputedStyle(name).direction") for name in bdi.all()] == ["rtl", "ltr"]


def test_names_of_every_kind_are_added_on_the_form_and_start_a_game(phone: Phone) -> None:
    phone.open("/games/new?ruleset=yatzy")
    for name in (LONG, FAMILY, "مینا", "A"):
        phone.at("#add").fill(name)
        phone.press(phone.page.get_by_role("button", name="Add", exact=True).last)
        expect(phone.at(".seats bdi").last).to_have_text(name)
        assert phone.overflow <= 0
    phone.press(phone.at(".actions .primary"))
    expect(phone.pad).to_be_visible()
    assert phone.at("th.name bdi").all_inner_texts() == [LONG, FAMILY, "مینا", "A"]
