"""Five alike again, and cards: examples of Yahtzee's sheet, scored by the rules (RULES.md, Joker)."""

from __future__ import annotations

from functools import cache

from scorepad.rules.cards import ScoreCard
from scorepad.rules.dice import COUNT, Dice, dice_from_digits
from scorepad.rules.rulesets import YAHTZEE
from scorepad.rules.sheet import Sheet, Target, judge

_FIVE_ALIKE = YAHTZEE.five_alike
_EMPTY = Sheet(YAHTZEE, {})


def _five(face: int) -> Dice:
    return dice_from_digits(str(face) * COUNT)


def _with_five_alike() -> Sheet:
    """A sheet whose first turn were five sixes, in the box for five alike."""
    return _EMPTY.write(judge(_EMPTY, _five(6), _FIVE_ALIKE))


def joker_examples() -> dict[str, Target]:
    """Five alike by force, after a zero, and three times in one game."""
    zeroed = Sheet(YAHTZEE, {_FIVE_ALIKE: 0, "fours": 12})
    first = judge(_EMPTY, _five(5), "fives")
    second = judge(_EMPTY.write(first), _five(2), _FIVE_ALIKE)
    third = judge(_EMPTY.write(first).write(second), _five(3), "threes")
    return {
        "must": judge(_with_five_alike(), _five(6), "sixes"),
        "zeroed": judge(zeroed, _five(4), "large_straight"),
        "first": first,
        "second": second,
        "third": third,
    }


@cache
def highest_total() -> int:
    """The most that a sheet of Yahtzee can hold: five alike in every turn."""
    sheet = _with_five_alike()
    for box in YAHTZEE.boxes:
        if box.id != _FIVE_ALIKE:
            sheet = sheet.write(judge(sheet, _five(box.face or 6), box.id))
    return sheet.total


def doubled() -> tuple[int, int]:
    """What the box of five alike holds, and what it counts with a card that doubles it."""
    sheet = _with_five_alike()
    holds = sheet.filled[_FIVE_ALIKE]
    return holds, holds + ScoreCard(1, box=_FIVE_ALIKE, by=2).brings(sheet.filled)
