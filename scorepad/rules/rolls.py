"""What each roll pays in each box, as a table: made once a rule set, so that a phone need not ask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorepad.rules.cell import Cell, Target
from scorepad.rules.dice import Dice, all_rolls
from scorepad.rules.legality import answers, claims
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import RuleSet
from scorepad.rules.sheet import Sheet


@cache
def roll_table(ruleset: RuleSet) -> dict[str, tuple[int, ...]]:
    """Box → the points of every roll there by the plain rules, in the order of `all_rolls`.

    It holds for every cell that some roll may fill now, but for the rolls that `special_rolls` tells.
    """
    rolls = all_rolls(ruleset.dice)
    return {box.id: tuple(box.score(dice) for dice in rolls) for box in ruleset.boxes}


@cache
def highest(ruleset: RuleSet) -> int:
    """The most points that a roll pays in any box."""
    return max(map(max, roll_table(ruleset).values()))


@dataclass(frozen=True, slots=True)
class Special:
    """A roll that a sheet answers otherwise than the table: what each empty cell is to it, and its claims."""

    dice: Dice
    answers: dict[Cell, Target | Refused]
    claims: tuple[Target, ...]


def special_rolls(sheet: Sheet) -> tuple[Special, ...]:
    """The rolls for which the table does not hold on that sheet: dice all alike, where they earn more, and
    what goes into a box that waits for another one.
    """
    rules = sheet.ruleset
    waiting, alike = [box for box in rules.boxes if box.after], rules.again.differs(sheet)
    if not alike and not waiting:
        return ()
    rolls = (
        dice
        for dice in all_rolls(rules.dice)
        if (alike and dice.alike) or any(box.score(dice) for box in waiting)
    )
    found = (Special(dice, answers(sheet, dice), claims(sheet, dice)) for dice in rolls)
    return tuple(one for one in found if one.claims or not _as_in_the_table(sheet, one))


def _as_in_the_table(sheet: Sheet, special: Special) -> bool:
    plain = (
        Target(cell.box, sheet.ruleset.box(cell.box).score(special.dice), column=cell.column)
        for cell in sheet.open_cells
    )
    return all(special.answers[target.cell] == target for target in plain)
