"""What a hand may keep: the 462 multisets of none to five dice, and how they grow into the 252 rolls."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod

from scorepad.rules import FACES, Dice, dice_from_digits

DICE = 5

Keep = tuple[int, ...]
"""The faces of the dice that stay, rising."""


def _of_size(size: int) -> list[Keep]:
    """Those with the most different faces first: what loses a second, a third face is then a beginning."""
    every = combinations_with_replacement(FACES, size)
    return sorted(every, key=lambda keep: (-len(set(keep)), keep))


LEVELS: tuple[range, ...]
"""For each number of dice kept, where its keeps stand among KEEPS."""

_SIZES = [_of_size(size) for size in range(DICE + 1)]
KEEPS: tuple[Keep, ...] = tuple(keep for keeps in _SIZES for keep in keeps)
"""Every keep, the fewest dice first; the last 252 are the rolls."""

_STARTS = [sum(map(len, _SIZES[:size])) for size in range(DICE + 2)]
LEVELS = tuple(range(start, stop) for start, stop in pairwise(_STARTS))

ROLLS: tuple[Dice, ...] = tuple(
    dice_from_digits("".join(map(str, keep)), DICE) for keep in KEEPS[LEVELS[DICE].start :]
)
"""The 252 rolls, in the order in which the coach counts them."""

ALIKE = range(len(ROLLS) - len(FACES), len(ROLLS))
"""Where those of five alike stand among them: last, as they show the fewest faces."""


@cache
def places() -> dict[Keep, int]:
    """Keep → where it stands among KEEPS."""
    return {keep: place for place, keep in enumerate(KEEPS)}


@cache
def grown() -> tuple[tuple[int, ...], ...]:
    """For each keep of less than five dice: the six places that one more die leads to."""
    less = KEEPS[: LEVELS[DICE].start]
    return tuple(tuple(places()[_with(keep, face)] for face in FACES) for keep in less)


def _with(keep: Keep, face: int) -> Keep:
    return tuple(sorted((*keep, face)))


@cache
def shrunk() -> tuple[tuple[int, ...], ...]:
    """For each keep: the places that it comes to without one die, one for each face that it shows."""
    return tuple(tuple(places()[_without(keep, face)] for face in sorted(set(keep))) for keep in KEEPS)


def _without(keep: Keep, face: int) -> Keep:
    at = keep.index(face)
    return keep[:at] + keep[at + 1 :]


@cache
def chances() -> tuple[float, ...]:
    """How likely each of the ROLLS is."""
    ways = (factorial(DICE) // prod(map(factorial, dice.counts)) for dice in ROLLS)
    return tuple(count / len(FACES) ** DICE for count in ways)
