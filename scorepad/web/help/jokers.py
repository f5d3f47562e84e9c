"""All dice alike again, and cards: examples on a sheet, scored by the rules (RULES.md, Joker)."""

from __future__ import annotations

from functools import cache

from scorepad.rules import FACES, Box, Cell, Dice, RuleSet, ScoreCard, Sheet, Target, dice_from_digits, judge


def _alike(ruleset: RuleSet, face: int) -> Dice:
    return dice_from_digits(str(face) * ruleset.dice, ruleset.dice)


def _written(sheet: Sheet, face: int, box: Box) -> Sheet:
    """The sheet after a turn of dice that all show that face."""
    return sheet.write(judge(sheet, _alike(sheet.ruleset, face), Cell(box.id)))


def _first_turn(ruleset: RuleSet) -> Sheet:
    """A sheet whose first turn was all sixes, in the box for them."""
    return _written(Sheet(ruleset, {}), FACES[-1], ruleset.all_alike)


def joker_examples(ruleset: RuleSet) -> dict[str, Target]:
    """Dice alike by force, after a zero, and three times in one game."""
    threes, fours, fives, sixes = ruleset.upper[2:6]
    best = max((box for box in ruleset.lower if box is not ruleset.all_alike), key=lambda box: box.fixed or 0)
    zeroed = Sheet(ruleset, {Cell(ruleset.all_alike.id): 0, Cell(fours.id): 12})
    empty = Sheet(ruleset, {})
    first = judge(empty, _alike(ruleset, 5), Cell(fives.id))
    second = judge(empty.write(first), _alike(ruleset, 2), Cell(ruleset.all_alike.id))
    third = judge(empty.write(first).write(second), _alike(ruleset, 3), Cell(threes.id))
    return {
        "must": judge(_first_turn(ruleset), _alike(ruleset, 6), Cell(sixes.id)),
        "zeroed": judge(zeroed, _alike(ruleset, 4), Cell(best.id)),
        "first": first,
        "second": second,
        "third": third,
    }


@cache
def highest_total(ruleset: RuleSet) -> int:
    """The most that a sheet can hold whose every turn is dice alike."""
    sheet = _first_turn(ruleset)
    for box in ruleset.boxes:
        if box is not ruleset.all_alike:
            sheet = _written(sheet, box.face or FACES[-1], box)
    return sheet.total


def doubled(ruleset: RuleSet) -> tuple[int, int]:
    """What the box of all dice alike holds, and what it counts with a card that doubles it."""
    sheet = _first_turn(ruleset)
    box = ruleset.all_alike.id
    holds = sheet.filled[Cell(box)]
    return holds, holds + ScoreCard(1, box=box, by=2).brings(sheet.filled)
