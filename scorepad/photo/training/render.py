"""A photo of dice that was never taken, and what lies in it. The same seed draws the same photo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from scorepad.photo.training.bodies import Light, Patch, draw_die
from scorepad.photo.training.lens import photographed
from scorepad.photo.training.looks import random_looks
from scorepad.photo.training.scene import Camera, Chance, Cube, Floats, camera_over, throw_dice
from scorepad.photo.training.tables import SIDE, random_table

LONG = 640
LEAST_SEEN = 0.55
"""How much of a die must be seen for it to count as one."""


@dataclass(frozen=True)
class Lying:
    """A die in a picture: its value, its middle as shares of width and height, its size as a share of the
    longer side.
    """

    value: int
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Render:
    picture: Image.Image
    dice: tuple[Lying, ...]


def render(seed: int, count: int | None = None, lowest: float = 40.0) -> Render:
    """`count` dice (by chance where None) under a camera at least `lowest` degrees above the table."""
    chance = np.random.default_rng(seed)
    while True:
        drawn = _render(chance, count, lowest)
        if count is None or len(drawn.dice) == count:
            return drawn


def _render(chance: Chance, count: int | None, lowest: float) -> Render:
    width, height = _shape(chance)
    number = int(chance.choice((0, 1, 2, 3, 4, 5, 6, 8), p=(0.05, 0.05, 0.1, 0.1, 0.1, 0.4, 0.1, 0.1)))
    number = number if count is None else count
    camera = camera_over(
        chance, width, height, float(np.exp(chance.uniform(np.log(26), np.log(100)))), lowest
    )
    dice = _thrown(chance, camera, number)
    light = _light(chance)
    seen = _ground(chance, camera)
    seen = seen * _shadows(chance, camera, dice, light)[..., None]
    looks = random_looks(chance, len(dice))
    patches = [draw_die(camera, die, look, light, chance) for die, look in zip(dice, looks, strict=True)]
    covers = _laid(patches, seen)
    lying = [
        _lying(camera, die, patch)
        for die, patch, left in zip(dice, patches, covers, strict=True)
        if patch and left
    ]
    return Render(photographed(chance, seen), tuple(lying))


def _shape(chance: Chance) -> tuple[int, int]:
    short = int(LONG * chance.choice((9 / 16, 3 / 4, 3 / 4, 1)))
    return (LONG, short) if chance.random() < 0.5 else (short, LONG)


def _thrown(chance: Chance, camera: Camera, count: int) -> tuple[Cube, ...]:
    """Dice that lie whole within the picture."""
    size = float(chance.uniform(0.85, 1.1))
    edges = tuple(
        size * float(np.exp(chance.normal(0, 0.02 if chance.random() < 0.8 else 0.12))) for _ in range(count)
    )
    reach = min(camera.width, camera.height) * camera.distance / camera.focal / 2
    dice = throw_dice(chance, float(chance.uniform(0.35, 0.95)) * reach, edges)
    return tuple(sorted((die for die in dice if _within(camera, die)), key=lambda die: -_far(camera, die)))


def _within(camera: Camera, die: Cube) -> bool:
    corners = camera.project(die.corners())
    return bool((corners > 2).all() and (corners < (camera.width - 2, camera.height - 2)).all())


def _far(camera: Camera, die: Cube) -> float:
    return float(np.linalg.norm(camera.place - die.middle))


def _light(chance: Chance) -> Light:
    high, around = chance.uniform(0.45, 1.5), chance.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)])
    share = chance.uniform(0.15, 0.75)
    colour = np.clip(np.array([1.0, 0.96, 0.9]) + chance.normal(0, 0.05, 3), 0.7, 1.1)
    return Light(toward, float(share), colour, float(1.1 - share * 0.85), chance.uniform(0.3, 0.8, 3))


def _ground(chance: Chance, camera: Camera) -> Floats:
    texture = random_table(chance)
    scale, shift = camera.focal / camera.distance * chance.uniform(0.6, 1.4), chance.random(2) * SIDE
    turn = chance.uniform(0, np.pi)
    turned = camera.table() @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    x, y = np.moveaxis((turned * (scale, -scale) + shift).astype(int) % SIDE, -1, 0)
    return np.asarray(texture[y, x])


def _shadows(chance: Chance, camera: Camera, dice: tuple[Cube, ...], light: Light) -> Floats:
    """How much light each pixel of the table gets: less behind a die, beneath it, and where a hand is."""
    left = _cast(camera, [_behind(die, light) for die in dice], float(chance.uniform(0.03, 0.25)))
    beneath = _cast(camera, [die.foot(1.12) for die in dice], 0.12)
    strength = light.strength * chance.uniform(0.5, 1.1)
    held = _hand(chance, camera) if chance.random() < 0.3 else np.zeros_like(left)
    return np.asarray((1 - strength * left) * (1 - 0.5 * beneath) * (1 - 0.4 * held))


def _behind(die: Cube, light: Light) -> Floats:
    corners = die.corners(0.95)
    return np.asarray(corners - light.toward * (corners[:, 2:] / light.toward[2]))


def _cast(camera: Camera, shapes: list[Floats], soft: float) -> Floats:
    mask = Image.new("L", (camera.width, camera.height))
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        draw.polygon([(float(x), float(y)) for x, y in _hull(camera.project(shape))], 255)
    die = camera.focal / camera.distance
    return np.asarray(mask.filter(ImageFilter.GaussianBlur(soft * die)), dtype=np.float64) / 255


def _hull(points: Floats) -> Floats:
    """The convex hull of a few points, by their turns (Andrew's monotone chain)."""
    sorted_points = points[np.lexsort((points[:, 1], points[:, 0]))]
    return np.array(_chain(sorted_points)[:-1] + _chain(sorted_points[::-1])[:-1])


def _chain(points: Floats) -> list[Floats]:
    chain: list[Floats] = []
    for point in points:
        while len(chain) > 1 and _turns(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turns(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _hand(chance: Chance, camera: Camera) -> Floats:
    mask = Image.new("L", (camera.width, camera.height))
    x, y = chance.uniform(-0.3, 1.0, 2) * (camera.width, camera.height)
    wide, high = chance.uniform(0.2, 0.9, 2) * LONG
    ImageDraw.Draw(mask).rectangle((x, y, x + wide, y + high), 255)
    soft = ImageFilter.GaussianBlur(float(chance.uniform(4, 40)))
    return np.asarray(mask.filter(soft), dtype=np.float64) / 255


def _laid(patches: list[Patch | None], seen: Floats) -> list[bool]:
    """Lays the dice into the picture, the far ones first; says of each whether enough of it is seen."""
    owner = np.full(seen.shape[:2], -1)
    for number, patch in enumerate(patches):
        if patch is not None:
            rows, columns = patch.cover.shape
            place = (slice(patch.top, patch.top + rows), slice(patch.left, patch.left + columns))
            cover = patch.cover[..., None]
            seen[place] = seen[place] * (1 - cover) + patch.colours * cover
            owner[place][patch.cover > 0.5] = number
    return [
        patch is not None and bool((owner == number).sum() > LEAST_SEEN * (patch.cover > 0.5).sum())
        for number, patch in enumerate(patches)
    ]


def _lying(camera: Camera, die: Cube, patch: Patch) -> Lying:
    down, across = np.nonzero(patch.cover > 0.3)
    left, right = patch.left + across.min(), patch.left + across.max() + 1
    top, bottom = patch.top + down.min(), patch.top + down.max() + 1
    size = max(right - left, bottom - top) / max(camera.width, camera.height)
    return Lying(
        die.value,
        float((left + right) / 2 / camera.width),
        float((top + bottom) / 2 / camera.height),
        float(size),
    )
