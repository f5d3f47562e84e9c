"""Five dice between rolls: which of them are kept, and what may come of that.

Everything that looks at a turn goes over the same two lists: the 252 rolls, and the 462 keeps (up to five
dice, their order forgotten), of which the rolls are the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from scorepad.rules import FACES, Dice, all_rolls

DICE = 5
Keep = tuple[int, ...]
"""The faces that are kept, rising."""


@dataclass(frozen=True, slots=True)
class Keeps:
    """All `keeps` by rising number of dice; those from `rolls_from` on are the rolls, as `all_rolls` has them.

    `larger[keep]` are the six keeps with one die more; `smaller[keep]` those with one die less, each once.
    `chances[roll]` is how likely a first roll is.
    """

    keeps: tuple[Keep, ...]
    rolls_from: int
    larger: tuple[tuple[int, ...], ...]
    smaller: tuple[tuple[int, ...], ...]
    chances: tuple[float, ...]

    def of_size(self, size: int) -> range:
        """The places of the keeps of so many dice."""
        places = [place for place, keep in enumerate(self.keeps) if len(keep) == size]
        return range(places[0], places[-1] + 1)


@cache
def keeps() -> Keeps:
    """The lists, made once."""
    all_keeps = tuple(
        keep for size in range(DICE + 1) for keep in combinations_with_replacement(FACES, size)
    )
    place = {keep: at for at, keep in enumerate(all_keeps)}
    rolls = all_rolls(DICE)
    return Keeps(
        all_keeps,
        place[rolls[0].faces],
        tuple(
            tuple(place[_with(keep, face)] for face in FACES) if len(keep) < DICE else ()
            for keep in all_keeps
        ),
        tuple(tuple(place[_without(keep, face)] for face in sorted(set(keep))) for keep in all_keeps),
        tuple(map(_chance, rolls)),
    )


@cache
def place_of(dice: Dice) -> int:
    """The place of that roll among the rolls."""
    return all_rolls(DICE).index(dice)


def _with(keep: Keep, face: int) -> Keep:
    return tuple(sorted((*keep, face)))


def _without(keep: Keep, face: int) -> Keep:
    at = keep.index(face)
    return keep[:at] + keep[at + 1 :]


def _chance(dice: Dice) -> float:
    orders = factorial(DICE) // prod(map(factorial, dice.counts))
    return float(orders / len(FACES) ** DICE)
