"""Two thousand games of perfect play come out as the table has it, in the mean and in the spread."""

from __future__ import annotations

import os
from math import sqrt

import pytest

from tests.coach.simulated import totals
from tests.coach.solved import SHIPPED, shipped

GAMES = 2000
SWEPT = SHIPPED if os.environ.get("SCOREPAD_TESTS") == "all" else ("yacht", "forced_yatzy")


@pytest.mark.parametrize("name", SWEPT)
def test_games_of_perfect_play_come_out_as_the_table_has_it(name: str) -> None:
    table = shipped(name)
    found = totals(table, GAMES, seed=7)
    spread = table.deviation(table.states.start)
    assert abs(found.mean() - table.start) < 3 * spread / sqrt(GAMES)
    # The error of a deviation is by the fourth moment, which Yahtzee's heavy right tail makes large.
    fourth = ((found - found.mean()) ** 4).mean()
    error = sqrt((fourth - spread**4) / GAMES) / (2 * spread)
    assert abs(found.std() - spread) < 3 * error
