"""The last turns of any sheet under any house rules, against the same told a second time (`recomputed`)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.coach import states_of
from scorepad.coach.solver import Solver
from scorepad.rules import RuleSet
from tests.coach.recomputed import to_come, turn
from tests.coach.solved import SHIPPED, sheet_of, shipped
from tests.oracle import EVERY_ROLL, FIVE_ALIKE, House, cells, legal
from tests.strategies import houses, quick, rules_of

SHEETS = ("yahtzee", "yacht", "yatzy", "forced_yatzy", "kniffel", "yams")
LAST = 2
"""How many turns are told again from the end; each more takes some thirty times as long."""


def last_turns(ruleset: RuleSet) -> Solver:
    """The solver, when it has come so far."""
    solver = Solver(states_of(ruleset), spread=True)
    for group in solver.states.groups:
        if 0 < group.turns <= LAST:
            solver.solve_group(group)
    return solver


def played(house: House, turns: int, dice: Random) -> dict[str, int]:
    """A sheet after so many turns in any boxes; five alike come far more often than at a table."""
    filled: dict[str, int] = {}
    for _ in range(turns):
        offered = legal(house, filled, dice.choice(EVERY_ROLL + FIVE_ALIKE * 20))
        cell = dice.choice(sorted(offered))
        filled[cell] = offered[cell][0]
    return filled


@quick(12)
@given(houses(SHEETS), st.randoms(use_true_random=False))
def test_the_last_turns_are_worth_what_they_are_by_the_other_telling(house: House, dice: Random) -> None:
    ruleset = rules_of(house)
    solver = last_turns(ruleset)
    for turns in range(LAST + 1):
        filled = played(house, len(cells(house.sheet)) - turns, dice)
        number = solver.states.number(solver.states.of(sheet_of(ruleset, filled)))
        value, square = to_come(house, filled)
        assert solver.values[number] == pytest.approx(value)
        # Of two choices worth the same, another may be taken here, with another spread.
        assert solver.squares[number] == pytest.approx(square, rel=0.02, abs=0.001)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_state_of_a_random_game_is_worth_its_best_turn(name: str) -> None:
    """What comes after that turn is taken from the table; the last turn of all leans on nothing."""
    house, table = House(name), shipped(name)

    def later(filled: Mapping[str, int]) -> tuple[float, float]:
        sheet = sheet_of(table.ruleset, filled)
        value = table.to_come(table.states.of(sheet))
        return value, table.spread(sheet) ** 2 + value**2

    for turns in range(len(cells(name))):
        filled = played(house, turns, Random(f"{name} {turns}"))
        sheet = sheet_of(table.ruleset, filled)
        value, square = turn(house, filled, later)
        assert table.to_come(table.states.of(sheet)) == pytest.approx(value, abs=0.0001)
        assert table.spread(sheet) == pytest.approx((square - value**2) ** 0.5, abs=0.1)
