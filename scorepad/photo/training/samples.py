"""What the nets see while they learn: squares cut from pictures, and what they should say to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from scorepad.photo.cutting import cut
from scorepad.photo.nets import CELL, NO_DIE, SIZE, SQUARE, VALUES
from scorepad.photo.training.pictures import Labelled, opened
from scorepad.photo.training.render import Lying
from scorepad.photo.training.scene import Chance

Pixels = NDArray[np.uint8]
Targets = NDArray[np.float32]

FIELD = 256
"""Pixels of a side of what the detector sees while it learns."""
SMALLEST, LARGEST = 19, 84
"""Pixels of the dice that the detector learns from."""


@dataclass(frozen=True)
class Shown:
    """A picture in memory, with its dice in pixels: rows of value, x, y, size; and places (x, y, size) that
    look like dice and are none.
    """

    picture: Image.Image
    dice: NDArray[np.float64]
    from_above: bool
    elsewhere: tuple[tuple[float, float, float], ...] = ()


def shown(labelled: Labelled) -> Shown:
    picture = opened(labelled.file)
    return Shown(
        picture,
        np.array([_in_pixels(die, picture) for die in labelled.dice]).reshape(-1, 4),
        labelled.from_above,
    )


def _in_pixels(die: Lying, picture: Image.Image) -> tuple[float, float, float, float]:
    return die.value, die.x * picture.width, die.y * picture.height, die.size * max(picture.size)


# --- for the detector ---------------------------------------------------------------------------------


def field(chance: Chance, shown: Shown) -> tuple[Pixels, Targets]:
    """A square of a picture, and for each cell six heatmaps, the size and whether it is to be learned
    there.
    """
    scale, corner = _view(chance, shown)
    side = FIELD / scale
    square = cut(shown.picture, corner[0], corner[1], side, FIELD)
    dice = shown.dice.copy()
    dice[:, 1:3] = (dice[:, 1:3] - corner) * scale
    dice[:, 3] *= scale
    square, dice = _turned(chance, square, dice, shown.from_above)
    return coloured(chance, square), _targets(dice)


def _view(chance: Chance, shown: Shown) -> tuple[float, NDArray[np.float64]]:
    """How much a picture grows, and the left upper corner of the square cut from it."""
    goal = np.exp(chance.uniform(np.log(SMALLEST), np.log(LARGEST)))
    if not len(shown.dice) or chance.random() < 0.2:
        scale = chance.uniform(0.4, 1.6)
        return float(scale), chance.random(2) * np.maximum(np.array(shown.picture.size) - FIELD / scale, 0)
    _, x, y, size = shown.dice[chance.integers(len(shown.dice))]
    scale = min(goal / size, 3.0)
    return float(scale), np.array([x, y]) - FIELD / scale * chance.uniform(0.1, 0.9, 2)


def _turned(
    chance: Chance, square: Image.Image, dice: NDArray[np.float64], from_above: bool
) -> tuple[Image.Image, NDArray[np.float64]]:
    """Mirrored, and quarter turns where none makes a side look like a top."""
    if chance.random() < 0.5:
        square = square.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        dice[:, 1] = FIELD - dice[:, 1]
    for _ in range(int(chance.integers(4)) if from_above else 0):
        square = square.transpose(Image.Transpose.ROTATE_90)
        dice[:, 1], dice[:, 2] = dice[:, 2].copy(), FIELD - dice[:, 1]
    return square, dice


def _targets(dice: NDArray[np.float64]) -> Targets:
    cells = FIELD // CELL
    told = np.zeros((VALUES + 2, cells, cells), dtype=np.float32)
    down, across = np.mgrid[:cells, :cells]
    for value, x, y, size in dice:
        column, row = int(x // CELL), int(y // CELL)
        if not (0 <= column < cells and 0 <= row < cells):
            continue
        spread = size / CELL / 7
        heat = np.exp(-((across - column) ** 2 + (down - row) ** 2) / (2 * spread**2))
        told[int(value) - 1] = np.maximum(told[int(value) - 1], heat)
        near = slice(max(row - 1, 0), row + 2), slice(max(column - 1, 0), column + 2)
        told[VALUES][near], told[VALUES + 1][near] = np.log(size / SIZE), 1
    return told


# --- for the judge ------------------------------------------------------------------------------------


def square(chance: Chance, shown: Shown) -> tuple[Pixels, int]:
    """What the judge sees, and what it should say."""
    if not len(shown.dice) or chance.random() < 0.25:
        return _no_die(chance, shown), NO_DIE
    value, x, y, size = shown.dice[chance.integers(len(shown.dice))]
    off = chance.normal(0, 0.06, 2) * size
    pixels = _square(chance, shown, x + off[0], y + off[1], size * float(np.exp(chance.normal(0, 0.12))))
    return pixels, int(value) - 1


def _no_die(chance: Chance, shown: Shown) -> Pixels:
    if shown.elsewhere and chance.random() < 0.6:
        return _square(chance, shown, *shown.elsewhere[int(chance.integers(len(shown.elsewhere)))])
    for _ in range(20):
        x, y, size = _anywhere(chance, shown)
        if is_no_die(shown, x, y, size):
            return _square(chance, shown, x, y, size)
    return _square(chance, shown, -size, -size, size)


def _anywhere(chance: Chance, shown: Shown) -> tuple[float, float, float]:
    """Often beside a die, or a die at a wrong size."""
    if len(shown.dice) and chance.random() < 0.6:
        _, x, y, size = shown.dice[chance.integers(len(shown.dice))]
        off = chance.normal(0, 0.9, 2) * size
        return x + off[0], y + off[1], size * float(np.exp(chance.normal(0, 0.7)))
    x, y = chance.random(2) * shown.picture.size
    return x, y, float(np.exp(chance.uniform(np.log(14), np.log(120))))


def is_no_die(shown: Shown, x: float, y: float, size: float) -> bool:
    """Whether nobody would say that a die of that size lies there."""
    far = np.hypot(x - shown.dice[:, 1], y - shown.dice[:, 2]) / shown.dice[:, 3]
    other = size / shown.dice[:, 3]
    return bool(((far > 0.55) | (other < 0.5) | (other > 2.0)).all())


def _square(chance: Chance, shown: Shown, x: float, y: float, size: float) -> Pixels:
    wide = SQUARE * 1.5
    side = size * wide / SIZE
    seen = cut(shown.picture, x - side / 2, y - side / 2, side, int(wide))
    angle = chance.uniform(-180, 180) if shown.from_above else chance.normal(0, 7)
    seen = seen.rotate(angle, Image.Resampling.BILINEAR)
    rim = (seen.width - SQUARE) // 2
    seen = seen.crop((rim, rim, rim + SQUARE, rim + SQUARE))
    if chance.random() < 0.5:
        seen = seen.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return coloured(chance, seen)


# --- for both -----------------------------------------------------------------------------------------


def coloured(chance: Chance, square: Image.Image) -> Pixels:
    """As another camera and another lamp would show it."""
    if chance.random() < 0.25:
        square = square.filter(ImageFilter.GaussianBlur(float(chance.uniform(0.3, 1.3))))
    seen = np.asarray(square, dtype=np.float32)
    if chance.random() < 0.3:
        seen = seen[..., chance.permutation(3)]
    if chance.random() < 0.1:
        seen = np.repeat(seen.mean(axis=-1, keepdims=True), 3, axis=-1)
    contrast, shift = np.exp(chance.normal(0, 0.2)), chance.normal(0, 15, 3)
    seen = (seen - 127) * contrast + 127 + shift * (chance.random() < 0.7)
    if chance.random() < 0.3:
        seen = seen + chance.normal(0, chance.uniform(2, 10), seen.shape)
    return np.asarray(np.clip(seen, 0, 255).astype(np.uint8))
