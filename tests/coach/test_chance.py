"""The chance to win: against simulated games of perfect play, and at the ends of the scale."""

from __future__ import annotations

import os

import numpy as np
import pytest

from scorepad.coach import Outlook, chances
from scorepad.coach.simulate import courses
from scorepad.coach.table import PARTS
from tests.coach.solved import SHIPPED, shipped

GAMES, BINS = 2000, 10
SWEPT = SHIPPED if os.environ.get("SCOREPAD_TESTS") == "all" else ("yahtzee", "yacht", "forced_yatzy")


def told_and_won(name: str, players: int) -> tuple[list[float], list[float]]:
    """The first one's chance after each round of simulated games, and what part of the win it came to."""
    table = shipped(name)
    rounds = list(courses(table.states, np.array(table.values, float), players * GAMES, seed=11))
    finals = rounds[-1][1].reshape(players, GAMES)
    first = finals == finals.max(axis=0)
    won = first[0] / first.sum(axis=0)
    told: list[float] = []
    for numbers, totals in rounds[:-1]:
        outlooks = [
            Outlook(total + table.values[number], table.spreads[number] / PARTS)
            for number, total in zip(numbers.tolist(), totals.tolist(), strict=True)
        ]
        told += [chances(outlooks[game::GAMES])[0] for game in range(GAMES)]
    return told, list(won) * (len(rounds) - 1)


def errors(told: list[float], won: list[float]) -> list[float]:
    """Of each tenth of the scale that was told, how far off it was on average."""
    chance, came = np.array(told), np.array(won)
    place = np.minimum((chance * BINS).astype(int), BINS - 1)
    return [abs(chance[place == at].mean() - came[place == at].mean()) for at in range(BINS)]


@pytest.mark.parametrize("name", SWEPT)
def test_the_chance_of_two_is_how_often_they_win(name: str) -> None:
    found = errors(*told_and_won(name, players=2))
    assert sum(found) / BINS <= 0.03


def test_the_chance_of_three_is_how_often_they_win() -> None:
    found = errors(*told_and_won("yacht", players=3))
    assert sum(found) / BINS <= 0.03


@pytest.mark.parametrize("players", range(1, 9))
def test_equals_have_equal_chances(players: int) -> None:
    assert chances([Outlook(200.0, 40.0)] * players) == pytest.approx([1 / players] * players)


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("spread", [0.0, 3.0, 60.0])
def test_the_chances_make_one(players: int, spread: float) -> None:
    outlooks = [Outlook(200.0 + 13 * seat, spread * (1 + seat % 3)) for seat in range(players)]
    assert sum(chances(outlooks)) == pytest.approx(1)


@pytest.mark.parametrize("players", range(2, 9))
def test_who_can_not_be_caught_has_won(players: int) -> None:
    outlooks = [Outlook(900.0, 0.0), *[Outlook(200.0, 30.0)] * (players - 1)]
    assert chances(outlooks) == pytest.approx([1, *[0] * (players - 1)], abs=1e-6)


@pytest.mark.parametrize("players", range(2, 9))
def test_of_totals_that_stand_the_highest_share_the_win(players: int) -> None:
    outlooks = [Outlook(200.0, 0.0), *[Outlook(150.0, 0.0)] * (players - 2), Outlook(200.0, 0.0)]
    assert chances(outlooks) == (0.5, *[0.0] * (players - 2), 0.5)


@pytest.mark.parametrize("spread", [0.0, 25.0])
def test_the_formula_for_two_agrees_with_that_for_more(spread: float) -> None:
    two = [Outlook(210.0, 40.0), Outlook(195.0, spread)]
    nobody = Outlook(-5000.0, 1.0)
    assert chances([*two, nobody])[:2] == pytest.approx(chances(two), abs=0.01)
