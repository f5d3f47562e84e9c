"""All dice alike again, and cards: turns on a sheet, scored by the rules (RULES.md, Joker)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from scorepad.rules import (
    DOWN,
    FACES,
    Again,
    Box,
    Cell,
    FreeJoker,
    Joker,
    RuleSet,
    ScoreCard,
    Sheet,
    Target,
    dice_from_digits,
    judge,
)


def brings_something(again: Again) -> bool:
    """Whether a second roll of all dice alike is more than any other: by a bonus, or as a Joker."""
    return bool(again.extra) or type(again) in (Joker, FreeJoker)


def open_column(ruleset: RuleSet) -> int:
    """The number of the last column whose boxes may be chosen, 0 where there is none."""
    numbers = (number for number in ruleset.column_numbers if ruleset.column(number).order != DOWN)
    return max(numbers, default=0)


def sheet_with(ruleset: RuleSet, holds: int, filled: Iterable[Box] = ()) -> Sheet:
    """A sheet whose boxes of all dice alike hold so much in every column, those others a zero."""
    points = dict.fromkeys((box.id for box in filled), 0) | {ruleset.all_alike.id: holds}
    numbers = ruleset.column_numbers
    return Sheet(ruleset, {Cell(box, number): held for box, held in points.items() for number in numbers})


def alike_in(sheet: Sheet, face: int, box: Box, column: int = 1) -> Target:
    """What dice that all show that face bring in that box."""
    dice = dice_from_digits(str(face) * sheet.ruleset.dice, sheet.ruleset.dice)
    return judge(sheet, dice, Cell(box.id, column))


@lru_cache(maxsize=64)
def highest_total(ruleset: RuleSet) -> int:
    """The most that a sheet can hold whose every turn is dice alike."""
    sheet = Sheet(ruleset, {})
    others = [box for box in ruleset.boxes if box is not ruleset.all_alike]
    for box in (ruleset.all_alike, *others):
        for column in ruleset.column_numbers:
            sheet = sheet.write(alike_in(sheet, box.face or FACES[-1], box, column))
    return sheet.total


def doubled(ruleset: RuleSet) -> tuple[int, int]:
    """What the box of all dice alike holds, and what it counts with a card that doubles it."""
    box = ruleset.all_alike
    holds = alike_in(Sheet(ruleset, {}), FACES[-1], box).points
    filled = {Cell(box.id): holds}
    return holds, holds + ScoreCard(1, box=box.id, by=2).brings(filled)
