"""What dice are worth: functions from a roll to points, and the patterns they ask for."""

from __future__ import annotations

from collections.abc import Callable

from scorepad.rules.dice import FACES, Dice

Score = Callable[[Dice], int]
Pattern = Callable[[Dice], bool]


def face(number: int) -> Score:
    """The sum of the dice that show `number` (RULES.md, Upper section)."""
    return lambda dice: number * dice.counts[number]


def total(dice: Dice) -> int:
    """The sum of all five dice (Chance)."""
    return dice.total


def alike(count: int) -> Pattern:
    """`count` or more dice of one number."""
    return lambda dice: max(dice.counts) >= count


def full_house(dice: Dice) -> bool:
    """Three of one number and two of another: five alike are none."""
    return 3 in dice.counts and 2 in dice.counts


def run(length: int) -> Pattern:
    """`length` numbers in a row among the dice."""
    rows = [range(low, low + length) for low in range(1, 8 - length)]
    return lambda dice: any(all(dice.counts[number] for number in row) for row in rows)


def exactly(*faces: int) -> Pattern:
    """These five faces and no others."""
    return lambda dice: dice.faces == faces


def pays(points: int, pattern: Pattern) -> Score:
    """A fixed number of points where the pattern is there."""
    return lambda dice: points if pattern(dice) else 0


def sum_if(pattern: Pattern) -> Score:
    """The sum of all five dice where the pattern is there."""
    return lambda dice: dice.total if pattern(dice) else 0


def group(count: int) -> Score:
    """`count` dice of the highest number that shows `count` times or more (Yatzy's pair and kinds)."""

    def score(dice: Dice) -> int:
        return max((count * number for number in FACES if dice.counts[number] >= count), default=0)

    return score


def two_pairs(dice: Dice) -> int:
    """Two pairs of different numbers, both counted (Yatzy)."""
    pairs = [number for number in FACES if dice.counts[number] >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0
