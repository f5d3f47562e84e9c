"""Where dice lie in a picture: looked for coarsely at growing sizes, then once more at the size that the net
knows best.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PIL import Image

from scorepad.photo.nets import CELL, SIZE, VALUES, WHOLE, Array, detect, detector, likely, toned

LONG_SIDES = (288, 448, 704, 1088)
"""Pixels of the longer side at which a picture is looked at, until enough dice are seen."""
SEEN = 0.33
"""What a peak must reach to be seen coarsely."""
LEAST = 0.12
"""What a peak must reach to be looked at at all."""
SMALL = 24
"""Pixels of dice below which a larger picture is looked at."""
AROUND = 1.6
"""How much is looked at around the outermost dice, in dice."""
MOST = 32
"""How many peaks are followed."""
MOST_LONG = 1216
"""The longer side of the closer look, in pixels, at most."""


@dataclass(frozen=True, slots=True)
class Peak:
    """Where a die may lie: its middle and size in pixels of the picture, and how much it looks like one
    (0–1).
    """

    x: float
    y: float
    size: float
    height: float


def find(picture: Image.Image, dice: int) -> tuple[Peak, ...]:
    """The highest first."""
    coarse = _coarsely(picture, dice)
    return _closely(picture, coarse) if coarse else ()


def _coarsely(picture: Image.Image, dice: int) -> tuple[Peak, ...]:
    best: tuple[Peak, ...] = ()
    for long in LONG_SIDES:
        scale = long / max(picture.size)
        peaks = tuple(peak for peak in _peaks(picture, (0, 0, *picture.size), scale) if peak.height > SEEN)
        if len(peaks) >= len(best):
            best = peaks
        if len(peaks) >= max(dice, 1) and _median(peaks) * scale > SMALL:
            return peaks
    return best


def _closely(picture: Image.Image, coarse: tuple[Peak, ...]) -> tuple[Peak, ...]:
    die = _median(coarse)
    rim = AROUND * die
    left, top = (max(0.0, min(at) - rim) for at in ([p.x for p in coarse], [p.y for p in coarse]))
    right = min(float(picture.width), max(peak.x for peak in coarse) + rim)
    bottom = min(float(picture.height), max(peak.y for peak in coarse) + rim)
    scale = min(SIZE / die, MOST_LONG / max(right - left, bottom - top))
    return _peaks(picture, (left, top, right, bottom), scale)


def _median(peaks: Iterable[Peak]) -> float:
    return float(np.median([peak.size for peak in peaks]))


def _peaks(picture: Image.Image, frame: tuple[float, float, float, float], scale: float) -> tuple[Peak, ...]:
    """What the net sees within a frame of the picture, made so much larger."""
    left, top, right, bottom = frame
    wide, high = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    seen = picture.resize((wide, high), Image.Resampling.BILINEAR, frame)
    rim = ((0, -high % WHOLE), (0, -wide % WHOLE), (0, 0))
    field = np.pad(toned(np.asarray(seen)), rim)
    told = detect(detector(), field[None])[0]
    return tuple(
        Peak(left + x / scale, top + y / scale, size / scale, height) for x, y, size, height in _summits(told)
    )


def _summits(told: Array) -> list[tuple[float, float, float, float]]:
    """x, y and size in pixels of what the net saw, and the height; of summits within half a die the
    highest.
    """
    heat = np.minimum(likely(told[..., :VALUES]).sum(axis=-1), 1.0)
    sizes = SIZE * np.exp(np.clip(told[..., VALUES], -2.5, 2.5))
    rows, columns = np.nonzero((heat == _around(heat)) & (heat > LEAST))
    kept: list[tuple[float, float, float, float]] = []
    for at in np.argsort(-heat[rows, columns], kind="stable")[: 4 * MOST]:
        row, column = rows[at], columns[at]
        x, y = _middle(heat, int(row), int(column))
        size = float(sizes[row, column])
        if all(np.hypot(x - a, y - b) > max(size, other) / 2 for a, b, other, _ in kept):
            kept.append((x, y, size, float(heat[row, column])))
    return kept[:MOST]


def _around(heat: Array) -> Array:
    """The highest of each cell and the eight around it."""
    rim = np.pad(heat, 1)
    rows, columns = heat.shape
    shifts = [rim[down : down + rows, across : across + columns] for down in range(3) for across in range(3)]
    return np.asarray(np.max(shifts, axis=0))


def _middle(heat: Array, row: int, column: int) -> tuple[float, float]:
    """Of a summit, in pixels: what its neighbours weigh draws it their way."""
    near = heat[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    down, across = np.indices(near.shape)
    weight = near / near.sum()
    y = max(row - 1, 0) + float((weight * down).sum())
    x = max(column - 1, 0) + float((weight * across).sum())
    return (x + 0.5) * CELL, (y + 0.5) * CELL
