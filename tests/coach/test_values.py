"""What perfect play of each sheet can expect, as others computed it independently."""

from __future__ import annotations

import os

import pytest

from scorepad.coach import can_advise
from scorepad.coach.solver import expect
from scorepad.coach.table import PARTS
from scorepad.rules import RULESETS, with_options
from tests.coach.solved import shipped, solved

KNOWN = {"yahtzee": 254.5877, "yatzy": 248.4400, "yacht": 199.7085, "forced_yatzy": 122.5585}
DEAR = [
    ("yahtzee", {}, 254.5877),
    ("yahtzee", {"joker": "none", "extra": 0}, 245.8708),
    ("yacht", {}, 199.7085),
    ("yatzy", {}, 248.4400),
    ("kniffel", {}, 250.7651),
    ("yams", {}, 237.0274),
]
SWEPT = os.environ.get("SCOREPAD_TESTS") == "all"


def near(value: float) -> object:
    """That value as it is told, with four decimals."""
    return pytest.approx(value, abs=0.0001)


@pytest.mark.parametrize("name", KNOWN)
def test_the_tables_that_travel_start_with_the_known_value(name: str) -> None:
    assert shipped(name).start == near(KNOWN[name])


def test_a_sheet_without_choice_of_box_is_solved_to_the_known_value() -> None:
    assert expect(RULESETS["forced_yatzy"]) == near(KNOWN["forced_yatzy"])


@pytest.mark.skipif(not SWEPT, reason="takes minutes: make sweep")
@pytest.mark.parametrize(("name", "options", "value"), DEAR)
def test_every_sheet_is_solved_to_the_known_value(
    name: str, options: dict[str, object], value: float
) -> None:
    assert expect(with_options(name, options)) == near(value)


@pytest.mark.skipif(not SWEPT, reason="takes minutes: make sweep")
@pytest.mark.parametrize("name", ["yahtzee", "yatzy"])
def test_a_table_that_travels_is_what_the_solver_makes(name: str) -> None:
    same(name)


@pytest.mark.parametrize("name", ["yacht", "forced_yatzy"])
def test_a_small_table_that_travels_is_what_the_solver_makes(name: str) -> None:
    same(name)


def same(name: str) -> None:
    """Within what a sum of floats may differ between machines: of a spread, a sixteenth of a point."""
    there, here = shipped(name), solved(RULESETS[name])
    assert len(there.values) == len(here.values)
    assert max(abs(one - other) for one, other in zip(there.values, here.values, strict=True)) < 0.0001
    assert max(abs(one - other) for one, other in zip(there.spreads, here.spreads, strict=True)) <= PARTS / 16
    # Of two choices that are worth the same, another may be taken by what a sum of floats differs.
    assert max(abs(one - other) for one, other in zip(there.finals, here.finals, strict=True)) <= 2


@pytest.mark.parametrize(
    ("name", "bonus"), [("yacht", (35, 106)), ("yacht", (999, 999)), ("yams", (0, 63)), ("yams", (0, 1))]
)
def test_a_bonus_that_never_comes_is_no_bonus(name: str, bonus: tuple[int, int]) -> None:
    without = with_options(name, {"in_order": True, "bonus": [0, 63]})
    never = with_options(name, {"in_order": True, "bonus": list(bonus)})
    assert expect(never) == pytest.approx(expect(without))


def test_a_bonus_for_the_first_point_comes_almost_always() -> None:
    plain = expect(with_options("yams", {"in_order": True, "bonus": [0, 63]}))
    assert plain + 999 > expect(with_options("yams", {"in_order": True, "bonus": [999, 1]})) > plain + 998


def test_how_far_it_is_rises_to_the_whole() -> None:
    told: list[float] = []
    expect(RULESETS["forced_yatzy"], told.append)
    assert told == sorted(told)
    assert told[-1] == 1


@pytest.mark.parametrize("name", ["yahtzee", "yacht", "yatzy", "forced_yatzy", "kniffel", "yams"])
def test_the_coach_advises_sheets_of_one_column_and_five_dice(name: str) -> None:
    assert can_advise(RULESETS[name])


@pytest.mark.parametrize("name", ["free_for_all", "generala", "maxi_yatzy", "triple_yahtzee"])
def test_the_coach_advises_no_others(name: str) -> None:
    assert not can_advise(RULESETS[name])
