"""A sheet of any rule set with some boxes filled, and what a roll brings there."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.rules import Cell, Sheet, Target, dice_from_digits, judge, targets, with_options

NO_OPTIONS: Mapping[str, object] = {}
ALL_THREE = {"yahtzee": 50, "yahtzee_2": 50, "yahtzee_3": 50}
"""The boxes of five alike of Triple Yahtzee, each with its points."""


def sheet(ruleset: str, options: Mapping[str, object] = NO_OPTIONS, /, **filled: int) -> Sheet:
    """A sheet under these options; a box of a further column is named `fours_2`."""
    cells = {Cell(box[:-2], int(box[-1])) if box[-1].isdigit() else Cell(box): filled[box] for box in filled}
    return Sheet(with_options(ruleset, options), cells)


def may(on: Sheet, dice: str, box: str, column: int = 1, first_roll: bool = False) -> Target:
    return judge(on, dice_from_digits(dice, on.ruleset.dice), Cell(box, column), first_roll=first_roll)


def offered(on: Sheet, dice: str, first_roll: bool = False) -> dict[str, tuple[int, int]]:
    found = targets(on, dice_from_digits(dice, on.ruleset.dice), first_roll)
    return {str(target.cell): (target.points, target.extra) for target in found}
