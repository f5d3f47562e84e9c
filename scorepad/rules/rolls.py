"""What each roll pays in each box, as a table: made once a rule set, so that a phone need not ask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorepad.rules.cell import Cell, Target
from scorepad.rules.dice import Dice, all_rolls
from scorepad.rules.extras import NOTHING
from scorepad.rules.legality import answers, claims
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import Box, RuleSet
from scorepad.rules.sheet import Sheet

VARIANTS, ROWS = 128, 512
"""How many sheets with their house rules are remembered, and how many of their boxes: many share these."""


def roll_table(ruleset: RuleSet, first_roll: bool = False) -> dict[str, tuple[int, ...]]:
    """Box → the points of every roll there by the plain rules, in the order of `all_rolls`.

    It holds for every cell that some roll may fill now, but for the rolls that `special_rolls` tells.
    """
    return {box.id: _row(box, ruleset.dice, first_roll) for box in ruleset.boxes}


@lru_cache(maxsize=ROWS)
def _row(box: Box, count: int, first_roll: bool) -> tuple[int, ...]:
    return tuple(box.score(dice, first_roll) for dice in all_rolls(count))


@lru_cache(maxsize=VARIANTS)
def highest(ruleset: RuleSet) -> int:
    """The most points that a roll pays in any box, the first one too."""
    return max(map(max, roll_table(ruleset, first_roll=True).values()))


@lru_cache(maxsize=VARIANTS)
def doubtful_rolls(ruleset: RuleSet) -> tuple[Dice, ...]:
    """The rolls that some sheet may answer otherwise than the table: dice all alike, where they earn more,
    and what goes into a box that waits for another one.
    """
    waiting = [box for box in ruleset.boxes if box.after]
    alike = ruleset.again != NOTHING
    return tuple(
        dice
        for dice in all_rolls(ruleset.dice)
        if (alike and dice.alike) or any(box.score(dice) for box in waiting)
    )


@dataclass(frozen=True, slots=True)
class Special:
    """A roll that a sheet answers otherwise than the table: what each empty cell is to it, and its claims."""

    dice: Dice
    first_roll: bool
    answers: dict[Cell, Target | Refused]
    claims: tuple[Target, ...]


def special_rolls(sheet: Sheet, first_roll: bool = False) -> tuple[Special, ...]:
    """The rolls for which the table does not hold on that sheet, of the `doubtful_rolls`."""
    rules = sheet.ruleset
    if not rules.again.differs(sheet) and not any(box.after for box in rules.boxes):
        return ()
    found = (
        Special(dice, first_roll, answers(sheet, dice, first_roll), claims(sheet, dice))
        for dice in doubtful_rolls(rules)
    )
    return tuple(one for one in found if one.claims or not _as_in_the_table(sheet, one))


def _as_in_the_table(sheet: Sheet, special: Special) -> bool:
    return all(special.answers[cell] == _by_table(sheet, special, cell) for cell in sheet.open_cells)


def _by_table(sheet: Sheet, special: Special, cell: Cell) -> Target:
    box = sheet.ruleset.box(cell.box)
    points = box.score(special.dice, special.first_roll)
    return Target(cell.box, points, column=cell.column, wins=box.won_by(points, special.first_roll))
