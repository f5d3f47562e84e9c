"""Dice read from a picture: found by one net, judged by another, and doubted where there is reason to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorepad.photo.cutting import cut
from scorepad.photo.finding import Peak, find
from scorepad.photo.nets import NO_DIE, SIZE, SQUARE, judge, judging, shares, toned
from scorepad.photo.picture import opened
from scorepad.photo.reading import Die, Reading

VIEWS = tuple((grown, mirrored) for grown in (0.9, 1.0, 1.12) for mirrored in (False, True))
"""How each die is looked at: how much of its surroundings is seen, and whether in a mirror."""
DIE, FURTHER = 0.4, 0.7
"""What a place must reach to be a die; and to be one more than were asked for."""
MARGIN = 0.5
"""By how much a value must lead the second to be sure."""
APART = 0.6
"""What follows the dice asked for must be so much less of a die than the last of them."""
ALIKE = 2.2
"""How much larger the largest die may be than the smallest."""
FAINT = 8.0
"""The least contrast that counts as one, of 255."""
SHARP = 0.1
"""How steep the edges of most dice must be: the share of their contrast that lies between two pixels of a
die of SIZE.
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """A peak, how much of a die it is (0–1), how likely each value, and how steep its edges are."""

    peak: Peak
    die: float
    values: tuple[float, ...]
    edges: float


def read(data: bytes, dice: int = 5) -> Reading:
    """The dice in a picture's file, `dice` of them as far as can be told. Raises Unreadable."""
    return read_picture(opened(data), dice)


def read_picture(picture: Image.Image, dice: int = 5) -> Reading:
    judged = sorted((_judged(picture, peak) for peak in find(picture, dice)), key=lambda one: -one.die)
    kept = _kept(judged, dice)
    sure = len(kept) == dice and _stand_out(judged, dice) and _alike(kept) and _sharp(kept)
    found = sorted((_told(picture, one) for one in kept), key=lambda die: die.x)
    return Reading(tuple(found), sure and all(die.sure for die in found))


def _judged(picture: Image.Image, peak: Peak) -> Judged:
    seen = np.stack([_square(picture, peak, *view) for view in VIEWS])
    likely = shares(judge(judging(), toned(seen))[:, 0, 0]).mean(axis=0)
    values = likely[:NO_DIE] / likely[:NO_DIE].sum()
    die = peak.height * float(1 - likely[NO_DIE])
    return Judged(peak, die, tuple(float(value) for value in values), _steepness(seen[0]))


def _square(picture: Image.Image, peak: Peak, grown: float, mirrored: bool) -> NDArray[np.uint8]:
    """A die at the size that the judge knows."""
    side = peak.size * SQUARE / SIZE * grown
    square = cut(picture, peak.x - side / 2, peak.y - side / 2, side, SQUARE)
    return np.asarray(square.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if mirrored else square)


def _kept(judged: list[Judged], dice: int) -> list[Judged]:
    """The dice; more than were asked for only where what follows is hardly less of one."""
    kept = [one for one in judged if one.die > DIE]
    more = len(kept) > dice and kept[dice].die > FURTHER and not _stand_out(judged, dice)
    return kept if more else kept[:dice]


def _stand_out(judged: list[Judged], dice: int) -> bool:
    return len(judged) <= dice or judged[dice].die < APART * judged[dice - 1].die


def _alike(kept: list[Judged]) -> bool:
    sizes = [one.peak.size for one in kept]
    return max(sizes) < ALIKE * min(sizes)


def _sharp(kept: list[Judged]) -> bool:
    return bool(np.median([one.edges for one in kept]) > SHARP)


def _steepness(seen: NDArray[np.uint8]) -> float:
    """The steepest steps between neighbours, as a share of the contrast (rows × columns × 3)."""
    grey = seen.mean(axis=-1)
    down, across = np.abs(np.diff(grey, axis=0))[:, :-1], np.abs(np.diff(grey, axis=1))[:-1]
    dark, light = np.percentile(grey, (3, 97))
    return float(np.percentile(np.maximum(down, across), 97) / max(light - dark, FAINT))


def _told(picture: Image.Image, one: Judged) -> Die:
    second, first = np.argsort(one.values)[-2:]
    sure = one.values[first] - one.values[second] > MARGIN
    confidence = one.die * one.values[first]
    return Die(
        int(first) + 1,
        int(second) + 1,
        one.peak.x / picture.width,
        one.peak.y / picture.height,
        one.peak.size / max(picture.size),
        confidence,
        bool(sure),
    )
