"""The pad in Persian, from the right to the left, and in Finnish, by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.browser.phone import Faults, Phone
from tests.browser.test_axe import violations
from tests.helpers import boxes
from tests.strategies import BOXES, legal

Phones = Callable[..., Phone]

PLAYERS = ("Aino", "مینا")
ROLLS = ("12346", "44421", "33355", "26624", "13456", "55142")
DIGITS = {"fa": "[0-9]", "fi": "[۰-۹]"}
"""Figures that must not be met in that language."""


def speaks(phone: Phone, language: str) -> Phone:
    phone.context.add_cookies([{"name": "language", "value": language, "url": phone.house.url}])
    return phone


def foreign(phone: Phone, language: str) -> list[str]:
    """The lines of the pad with figures of another language."""
    return [line for line in phone.pad.inner_text().splitlines() if re.search(DIGITS[language], line)]


def keys_from(phone: Phone) -> list[str]:
    """The faces of the dice keys from the left to the right."""
    keys = phone.at("[data-face]").evaluate_all(
        "all => all.map(key => [key.getBoundingClientRect().left, key.dataset.face])"
    )
    return [face for _, face in sorted(keys)]


def offered(phone: Phone) -> dict[str, int]:
    buttons = phone.at("td [data-box]").evaluate_all("all => all.map(b => [b.dataset.box, b.dataset.points])")
    return {box: int(points) for box, points in buttons}


@pytest.mark.parametrize(("language", "ruleset"), [("fa", "yahtzee"), ("fi", "yatzy")])
def test_a_game_is_played_to_its_end_by_touch(phones: Phones, language: str, ruleset: str) -> None:
    phone = speaks(phones(), language)
    house, rounds = phone.house, len(BOXES[ruleset])
    key = house.game(ruleset, PLAYERS, 2 * (rounds - 3))
    phone.open_pad(key)
    html = phone.at("html")
    assert html.get_attribute("dir") == ("rtl" if language == "fa" else "ltr")
    assert keys_from(phone) == list("654321" if language == "fa" else "123456")
    for dice in ROLLS:
        assert foreign(phone, language) == []
        game = house.load(key).game
        allowed = legal(ruleset, boxes(game, game.mover or 0), [*map(int, dice)])
        phone.type(dice)
        assert phone.dice == dice
        assert offered(phone) == {box: points for box, (points, _) in allowed.items()}
        assert foreign(phone, language) == []
        assert phone.unseen == []
        phone.fill(max(allowed, key=lambda box: allowed[box]))
    game = house.load(key).game
    assert game.finished
    assert phone.mover is None
    assert foreign(phone, language) == []
    assert phone.ranks == {
        name: (game.sheet(seat).total, game.ranks[seat]) for seat, name in enumerate(PLAYERS, 1)
    }


def pages(phone: Phone) -> Iterator[str]:
    """The path of every page."""
    house = phone.house
    done, key = house.finished("yatzy", PLAYERS), house.game("yahtzee", PLAYERS, 8)
    cards = house.store.create("free_for_all", ("Ana", "Ben"))
    first = house.load(key).game.mover_sheet.open_cells[0].box
    yield from ("/", "/games", "/games?sort=luck", "/games/new?player=Ana&add=Ana", "/thrown-away")
    yield from ("/thrown-away/delete", "/paper", "/players", "/players/1/edit", "/players/1/merge?into=2")
    yield from ("/players/1/erase", "/players/1/erase?sure=1")
    yield from ("/print?players=4", f"/print?game={done}", "/settings", "/help", "/help/yatzy?dice=44421")
    yield from ("/help/free_for_all", "/import", "/export", "/nothing", house.watch(key))
    yield from (f"/games/{done}", f"/games/{done}/sheet?turn=3")
    yield from (f"/games/{cards}", f"/games/{cards}/action-card", f"/games/{cards}/score-cards")
    for page in ("", "?dice=44421", f"?box={first}", "/sheet", "/turns/1", "/table", "/invite"):
        yield f"/games/{key}{page}"


def test_no_page_in_persian_is_wider_than_a_narrow_phone(phones: Phones) -> None:
    phone = speaks(phones((320, 568)), "fa")
    phone.rough = True  # a 404 and a 422
    faults = Faults()
    for path in pages(phone):
        phone.open(path)
        wide = phone.page.evaluate("document.documentElement.scrollWidth")
        faults.add(path, [f"{wide - 320} px too wide"] if wide > 320 else [])
    faults.report()


@pytest.mark.parametrize("language", ["fa", "fi"])
def test_axe_finds_nothing_in_other_languages(phones: Phones, language: str) -> None:
    phone = speaks(phones(bypass_csp=True, reduced_motion="reduce"), language)
    key = phone.house.game("yahtzee", PLAYERS, 8)
    faults = Faults()
    for path in ("/", f"/games/{key}?dice=44421"):
        phone.open(path)
        faults.add(path, violations(phone))
    faults.report()
