"""What a roll pays in every box of every rule set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from scorepad.rules.dice import ALL_ROLLS, Dice
from scorepad.rules.rulesets import RULESETS
from scorepad.rules.sheet import Box, RuleSet, Sheet, judge
from scorepad.web.words import BOXES


def roll_pays(ruleset: RuleSet, box: Box, dice: Dice) -> int:
    """What a roll brings in a box of an empty sheet; where boxes go in order, once it is that box's turn."""
    above = takewhile(lambda other: other is not box, ruleset.boxes) if ruleset.in_order else ()
    return judge(Sheet(ruleset, {other.id: 0 for other in above}), dice, box.id).points


@cache
def sums_all(box: Box) -> bool:
    """Whether the box pays the sum of all the dice wherever it pays."""
    return box.fixed is None and all(box.score(dice) in (0, dice.total) for dice in ALL_ROLLS)


@dataclass(frozen=True, slots=True)
class Line:
    """One box across all rule sets: what a roll pays there, None where a rule set has no such box."""

    box: str
    points: tuple[int | None, ...]


def lines(dice: Dice) -> tuple[Line, ...]:
    """What every box of every rule set pays for that roll."""
    return tuple(Line(box, tuple(_points(box, dice))) for box in BOXES)


def _points(box_id: str, dice: Dice) -> Iterable[int | None]:
    for ruleset in RULESETS.values():
        box = next((box for box in ruleset.boxes if box.id == box_id), None)
        yield roll_pays(ruleset, box, dice) if box else None
