"""All rolls of five dice and of six."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

Faces = tuple[int, ...]

_ROLLS = {count: tuple(combinations_with_replacement(range(1, 7), count)) for count in (5, 6)}
EVERY_ROLL: tuple[Faces, ...] = _ROLLS[5]
ALIKE = {count: tuple((face,) * count for face in range(1, 7)) for count in (5, 6)}
FIVE_ALIKE: tuple[Faces, ...] = ALIKE[5]


def every_roll(dice: int) -> tuple[Faces, ...]:
    """All rolls of so many dice, their faces rising."""
    return _ROLLS[dice]


def written(faces: Sequence[int]) -> str:
    """These faces as a record writes dice."""
    return "".join(map(str, faces))
