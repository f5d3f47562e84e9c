"""Some dice as a value; every roll of so many dice; reading what a person typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from scorepad.rules.refusal import Refused

FACES = (1, 2, 3, 4, 5, 6)
SEPARATORS = frozenset(",;،٬;.·-+/|")


@dataclass(frozen=True, slots=True)
class Dice:
    """One roll, its order forgotten: `faces` rising, `counts[face]` how many show that face."""

    faces: tuple[int, ...]
    counts: tuple[int, ...]
    total: int
    alike: int
    """The face that all of them show, else 0."""
    digits: str

    def __str__(self) -> str:
        return self.digits


def _dice(faces: tuple[int, ...]) -> Dice:
    counts = tuple(faces.count(face) for face in range(FACES[-1] + 1))
    alike = faces[0] if faces[0] == faces[-1] else 0
    return Dice(faces, counts, sum(faces), alike, "".join(map(str, faces)))


@cache
def all_rolls(count: int) -> tuple[Dice, ...]:
    """Every roll of so many dice (order forgotten): 252 of five, 462 of six."""
    return tuple(_dice(faces) for faces in combinations_with_replacement(FACES, count))


@cache
def _by_text(count: int) -> Mapping[str, Dice]:
    return {str(dice): dice for dice in all_rolls(count)}


def dice_from_digits(text: str, count: int) -> Dice:
    """The roll written as so many of `1`…`6` in any order.

    Raises Refused `dice_count` (another number of them) or `dice_face` (something that is no face).
    """
    known = _by_text(count).get(text)
    if known is not None:
        return known
    for sign in text:
        if sign not in "123456":
            raise Refused("dice_face", sign=sign)
    if len(text) != count:
        raise Refused("dice_count", count=len(text), need=count)
    return _by_text(count)["".join(sorted(text))]


def read_faces(text: str) -> str:
    """What a person typed, as digits `1`…`6` in the typed order; any length, for half-typed rolls.

    Any decimal digit that a keyboard sends counts (Persian, Arabic, full-width); spaces, commas and
    invisible direction marks are passed over. Raises Refused `dice_face`.
    """
    digits = []
    for sign in text:
        if sign in SEPARATORS or sign.isspace() or unicodedata.category(sign) == "Cf":
            continue
        face = unicodedata.decimal(sign, 0)
        if face not in FACES:
            raise Refused("dice_face", sign=sign)
        digits.append(str(face))
    return "".join(digits)


def read_dice(text: str, count: int) -> Dice:
    """The roll that a person typed, see `read_faces`. Raises Refused `dice_count` or `dice_face`."""
    return dice_from_digits(read_faces(text), count)
