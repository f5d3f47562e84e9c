"""A table, a camera over it, dice on it: where everything lies. Lengths are in edges of a usual die."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Chance = np.random.Generator


@dataclass(frozen=True)
class Camera:
    """A pinhole camera that looks at the table's origin.

    `elevation` and `azimuth` and `roll` in radians (elevation π/2 is straight from above), `distance` to the
    origin, `focal` length in pixels; the picture is `width` × `height` pixels.
    """

    elevation: float
    azimuth: float
    roll: float
    distance: float
    focal: float
    width: int
    height: int

    @cached_property
    def place(self) -> Floats:
        flat = np.cos(self.elevation)
        at = (flat * np.cos(self.azimuth), flat * np.sin(self.azimuth), np.sin(self.elevation))
        return np.asarray(self.distance * np.array(at))

    @cached_property
    def axes(self) -> Floats:
        """Rows: right, down and forward, as directions over the table."""
        forward = -self.place / self.distance
        right = np.array([-np.sin(self.azimuth), np.cos(self.azimuth), 0.0])
        down = np.cross(forward, right)
        turn, lean = np.cos(self.roll), np.sin(self.roll)
        return np.stack([turn * right + lean * down, turn * down - lean * right, forward])

    def project(self, points: Floats) -> Floats:
        """Pixels (n × 2) of points (n × 3)."""
        seen = (points - self.place) @ self.axes.T
        middle = np.array([self.width / 2, self.height / 2])
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + middle)

    def rays(self, across: Floats, downward: Floats) -> Floats:
        """Directions of length 1 (rows × columns × 3) through the pixels of a grid."""
        u, v = np.meshgrid((across - self.width / 2) / self.focal, (downward - self.height / 2) / self.focal)
        rays = np.stack([u, v, np.ones_like(u)], axis=-1) @ self.axes
        return np.asarray(rays / np.linalg.norm(rays, axis=-1, keepdims=True))

    def table(self) -> Floats:
        """The point of the table (x, y) under each pixel's middle."""
        rays = self.rays(np.arange(0.5, self.width), np.arange(0.5, self.height))
        down = np.minimum(rays[..., 2:], -0.02)
        return np.asarray(self.place[:2] - rays[..., :2] * self.place[2] / down)


@dataclass(frozen=True)
class Cube:
    """A die's body on the table: centre of its foot, turn about the vertical in radians, edge, and which
    faces look where: `faces` are the values at +x, -x, +y, -y, +z, -z of its own axes.
    """

    x: float
    y: float
    turn: float
    edge: float
    faces: tuple[int, int, int, int, int, int]

    @property
    def value(self) -> int:
        return self.faces[4]

    @property
    def middle(self) -> Floats:
        return np.array([self.x, self.y, self.edge / 2])

    @cached_property
    def axes(self) -> Floats:
        """Rows: the cube's own axes over the table."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])

    def corners(self, grown: float = 1.0) -> Floats:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
        return np.asarray(self.middle + grown * self.edge / 2 * signs @ self.axes)

    def foot(self, grown: float) -> Floats:
        flat = self.corners(grown)
        flat[:, 2] = 0.0
        return flat


def throw_faces(chance: Chance, value: int) -> tuple[int, int, int, int, int, int]:
    """The faces of a die that shows `value`: opposite ones make seven, the rest is by chance."""
    others = [pair for pair in ((1, 6), (2, 5), (3, 4)) if value not in pair]
    chance.shuffle(others)
    (a, b), (c, d) = (pair[:: chance.choice((-1, 1))] for pair in others)
    return a, b, c, d, value, 7 - value


def throw_dice(chance: Chance, spread: float, edges: tuple[float, ...]) -> tuple[Cube, ...]:
    """Dice that lie apart, the nearest ones touching, within about `spread` of the origin."""
    thrown: list[Cube] = []
    for edge in edges:
        for _ in range(60):
            x, y = spread * np.sqrt(chance.random()) * _direction(chance)
            if all(np.hypot(x - die.x, y - die.y) > _apart(edge, die, chance) for die in thrown):
                faces = throw_faces(chance, int(chance.integers(1, 7)))
                thrown.append(Cube(x, y, chance.uniform(0, np.pi / 2), edge, faces))
                break
    return tuple(thrown)


def _direction(chance: Chance) -> Floats:
    angle = chance.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def _apart(edge: float, other: Cube, chance: Chance) -> float:
    return float((edge + other.edge) / 2 * chance.uniform(1.08, 1.5))


def camera_over(chance: Chance, width: int, height: int, die: float, lowest: float) -> Camera:
    """A camera that a hand holds: mostly from above, at least `lowest` degrees; a die is about `die`
    pixels.
    """
    steep = chance.random() < 0.55
    elevation = np.radians(chance.uniform(72, 90) if steep else chance.uniform(lowest, 78))
    lean = np.pi if np.degrees(elevation) > 72 else np.radians(22)
    focal = max(width, height) * float(chance.uniform(0.65, 1.5))
    azimuth, roll = chance.uniform(0, 2 * np.pi), chance.uniform(-lean, lean)
    return Camera(float(elevation), float(azimuth), float(roll), focal / die, focal, width, height)
