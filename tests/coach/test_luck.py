"""How kind the dice were: against games of perfect play that are simulated where a table is made."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from scorepad.coach import Table, luckier_than
from scorepad.coach.simulate import GAMES, quantiles, totals
from scorepad.coach.table import QUANTILES
from tests.coach.simulated import totals as totals_told_again
from tests.coach.solved import SHIPPED, shipped

SMALL = ("yacht", "forced_yatzy")


def played(table: Table, seed: int = 3) -> np.typing.NDArray[np.float64]:
    """The totals of simulated games by that table."""
    return totals(table.states, np.array(table.values, float), seed=seed)


@pytest.mark.parametrize("name", SHIPPED)
def test_who_has_the_usual_luck_is_luckier_than_about_half(name: str) -> None:
    table = shipped(name)
    median = (table.finals[QUANTILES // 2]) - table.start
    assert luckier_than(table, median) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("name", SHIPPED)
def test_luck_beyond_all_games_is_luckier_than_all_and_less_than_none(name: str) -> None:
    table = shipped(name)
    assert luckier_than(table, table.luck[-1] + 1) == 1
    assert luckier_than(table, table.luck[0] - 1) == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_more_luck_is_never_luckier_than_less(name: str) -> None:
    table = shipped(name)
    shares = [luckier_than(table, luck) for luck in range(-300, 1500)]
    assert shares == sorted(shares)


@pytest.mark.parametrize("name", SMALL)
def test_the_share_is_that_of_other_simulated_games(name: str) -> None:
    table = shipped(name)
    lucks = played(table) - table.start
    for luck in (-60.0, -20.0, 0.0, 25.0, 70.0):
        assert luckier_than(table, luck) == pytest.approx((lucks < luck).mean(), abs=0.03)


@pytest.mark.parametrize("name", SMALL)
def test_the_simulated_games_end_as_the_table_expects(name: str) -> None:
    table = shipped(name)
    found = played(table)
    spread = table.deviation(table.states.start)
    assert abs(found.mean() - table.start) < 3 * spread / sqrt(GAMES)
    assert found.std() == pytest.approx(spread, rel=0.03)


def test_they_end_as_those_that_are_told_again() -> None:
    table = shipped("yacht")
    again = quantiles(totals_told_again(table, 2000, seed=5))
    assert np.abs(np.array(again) - np.array(table.finals))[10:-10].max() < 8


def test_equal_seeds_give_equal_games_and_others_others() -> None:
    table = shipped("forced_yatzy")
    assert (played(table, 1) == played(table, 1)).all()
    assert (played(table, 1) != played(table, 2)).any()
