"""What a roll pays in every box of every rule set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from scorepad.rules import RULESETS, Box, Cell, Dice, RuleSet, Sheet, all_rolls, judge
from scorepad.web.words import BOXES


def roll_pays(ruleset: RuleSet, box: Box, dice: Dice) -> int:
    """What a roll brings in a box of an empty sheet; where boxes go in order, once it is that box's turn."""
    above = takewhile(lambda other: other is not box, ruleset.boxes) if ruleset.in_order else ()
    return judge(Sheet(ruleset, {Cell(other.id): 0 for other in above}), dice, Cell(box.id)).points


@cache
def sums_all(box: Box, count: int) -> bool:
    """Whether the box pays the sum of all so many dice wherever it pays."""
    return box.fixed is None and all(box.score(dice) in (0, dice.total) for dice in all_rolls(count))


@dataclass(frozen=True, slots=True)
class Line:
    """One box across some rule sets: what a roll pays there, None where one has no such box."""

    box: str
    points: tuple[int | None, ...]


def rulesets_with(count: int) -> list[RuleSet]:
    """The rule sets that are played with so many dice."""
    return [ruleset for ruleset in RULESETS.values() if ruleset.dice == count]


def lines(dice: Dice) -> tuple[Line, ...]:
    """What every box pays for that roll, in every rule set with so many dice."""
    rulesets = rulesets_with(len(dice.faces))
    found = (Line(box, tuple(_points(box, dice, rulesets))) for box in BOXES)
    return tuple(line for line in found if line.points.count(None) < len(rulesets))


def _points(box_id: str, dice: Dice, rulesets: Iterable[RuleSet]) -> Iterable[int | None]:
    for ruleset in rulesets:
        box = next((box for box in ruleset.boxes if box.id == box_id), None)
        yield roll_pays(ruleset, box, dice) if box else None
