"""Whatever the screen, the size of text, the players and the language: all can be pressed and read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest

from scorepad.rules import Turn, all_rolls, targets
from tests.browser.house import House
from tests.browser.phone import Faults, Phone

Phones = Callable[..., Phone]

SCREENS = ((390, 664), (360, 640), (320, 568), (664, 390), (195, 332), (1024, 768), (768, 1024), (390, 844))
HANDS = [(screen, text) for screen in SCREENS for text in ("normal", "larger")]
HANDS += [(screen, "large") for screen in SCREENS[:2]]
every_hand = pytest.mark.parametrize(
    ("screen", "text"), HANDS, ids=[f"{wide}x{high}-{text}" for (wide, high), text in HANDS]
)
"""Screens and sizes of text."""
LANGUAGES = ("en", "de", "es", "fa", "fi", "fr", "sv")
LATIN = (
    "Ella",
    "Väinö",
    "Maximilian",
    "Anna-Kaisa",
    "Aino",
    "Kerttu-Liisa Helena",
    "Li",
    "Grandpa",
    "👨‍👩‍👧‍👦 us",
)
PERSIAN = ("مینا", "آرش", "بابابزرگ", "زهرا خانم", "محمدرضا", "لیلا", "کیان", "سارا", "نرگس")
TABLES = {
    "yahtzee": ("44421", (2, 4, 6)),
    "yatzy": ("33366", (1, 3, 12)),
    "yacht": ("22244", (2,)),
    "generala": ("44455", (3, 6)),
    "free_for_all": ("33333", (2, 6)),
    "maxi_yatzy": ("344666", (4, 6)),
    "triple_yahtzee": ("44466", (3, 6)),
}
"""For each kind of sheet that the pad draws in its own way: a roll, and how many sit at the table."""


def crowd(language: str, players: int) -> tuple[str, ...]:
    names = PERSIAN if language == "fa" else LATIN
    return tuple(
        names[seat] if seat < len(names) else f"{names[seat % len(names)]} {seat}" for seat in range(players)
    )


class Table:
    """Games for the eyes, each made once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._games: dict[tuple[str, tuple[str, ...]], str] = {}

    def game(self, ruleset: str, names: tuple[str, ...]) -> str:
        """The key of a game that is half played."""
        if (ruleset, names) not in self._games:
            key = self._games[ruleset, names] = self._house.store.create(ruleset, names)
            game = self._house.load(key).game
            self._play(key, game.ruleset.dice, len(names) * game.ruleset.rounds // 2 + 1)
        return self._games[ruleset, names]

    def ended(self, names: tuple[str, ...]) -> str:
        """The key of a game of Yatzy that is finished."""
        return self._house.finished("yatzy", names)

    def _play(self, key: str, dice: int, turns: int) -> None:
        """That many turns, each the best of a few rolls."""
        chance, stored = random.Random(3), self._house.load(key)
        for _ in range(turns):
            sheet = stored.game.mover_sheet
            offered = [
                (roll, target)
                for roll in chance.sample(all_rolls(dice), 9)
                for target in targets(sheet, roll)
            ]
            roll, best = max(offered, key=lambda one: one[1].points)
            turn = Turn(stored.game.mover, best.box, roll, column=best.column)
            stored = self._house.store.append(key, stored.seen, lambda _, turn=turn: turn)


def tables(language: str) -> Iterator[tuple[str, str, int]]:
    """Rule sets, rolls and how many play: all of them in two languages, every third in each of the others."""
    every = [(ruleset, dice, players) for ruleset, (dice, crowds) in TABLES.items() for players in crowds]
    yield from every if language in ("en", "fa") else every[LANGUAGES.index(language) % 3 :: 3]


def held(phones: Phones, screen: tuple[int, int], text: str) -> Iterator[tuple[str, Phone]]:
    """A phone of this screen and size of text in each language."""
    for language in LANGUAGES:
        phone = phones(screen, locale=language, reduced_motion="reduce")
        phone.context.add_cookies([{"name": "size", "value": text, "url": phone.house.url}])
        yield language, phone
        phone.context.close()


@every_hand
def test_on_the_pad_all_can_be_pressed_and_read(phones: Phones, screen: tuple[int, int], text: str) -> None:
    faults, table = Faults(), Table(phones().house)
    for language, phone in held(phones, screen, text):
        for ruleset, dice, players in tables(language):
            for typed in ("", dice):
                phone.open_pad(table.game(ruleset, crowd(language, players)), f"?dice={typed}")
                place = f"{ruleset} of {players}, {typed}, {language}"
                faults.add(place, phone.see("unpressable") + phone.see("torn") + phone.cut)
    faults.report()


def pages(phone: Phone, table: Table, names: tuple[str, ...]) -> Iterator[str]:
    """The address of every page that is not the pad."""
    running, ended = table.game("yatzy", names), table.ended(names)
    yield from ("/", "/games/new", "/games/new?" + "&".join(f"player={quote(name)}" for name in names))
    yield from (
        "/games",
        "/games?sort=total",
        "/games/under-way",
        "/import",
        "/export",
        "/settings",
        "/house-rules",
        "/help",
    )
    yield from (f"/help/{ruleset}" for ruleset in ("yahtzee", "generala", "triple_yahtzee"))
    yield from (f"/games/{running}/{page}" for page in ("sheet", "turns/2", "table", "invite", "rules"))
    yield from (
        f"/games/{ended}",
        f"/games/{ended}/sheet",
        phone.house.watch(running),
        phone.house.watch(ended),
    )
    yield f"/paper?ruleset=yatzy&{'&'.join(f'player={quote(name)}' for name in names)}"


@every_hand
def test_on_every_page_all_can_be_pressed_and_read(
    phones: Phones, screen: tuple[int, int], text: str
) -> None:
    faults, table = Faults(), Table(phones().house)
    for language, phone in held(phones, screen, text):
        for place in pages(phone, table, crowd(language, 6 if language in ("en", "fa") else 2)):
            phone.open(place)
            faults.add(f"{place} {language}", phone.see("unpressable", "body") + phone.see("torn", "body"))
    faults.report()
