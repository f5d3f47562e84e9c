"""A die drawn: rays meet a cube with round corners, pips lie on its faces, light falls on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorepad.photo.training.looks import Look
from scorepad.photo.training.scene import Camera, Chance, Cube, Floats

Marks = NDArray[np.bool_]

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
STEPS, NEAR = 18, 0.004


@dataclass(frozen=True)
class Light:
    """`toward` the lamp (length 1), its strength and colour, the strength of what comes from everywhere,
    and the colour that the table throws back.
    """

    toward: Floats
    strength: float
    colour: Floats
    around: float
    below: Floats


@dataclass(frozen=True)
class Patch:
    """A part of a picture at `left`, `top`: colours (rows × columns × 3, 0–1) and how much of each pixel is
    theirs.
    """

    left: int
    top: int
    colours: Floats
    cover: Floats


def draw_die(camera: Camera, die: Cube, look: Look, light: Light, chance: Chance) -> Patch | None:
    """None where the die is out of the picture."""
    frame = _frame(camera, die)
    if frame is None:
        return None
    left, top, right, bottom = frame
    fine = 2 if max(right - left, bottom - top) < 150 else 1
    across = left + (np.arange((right - left) * fine) + 0.5) / fine
    downward = top + (np.arange((bottom - top) * fine) + 0.5) / fine
    rays = camera.rays(across, downward)
    shape = rays.shape[:2]
    origin = (die.axes @ (camera.place - die.middle)) * 2 / die.edge
    local = rays.reshape(-1, 3) @ die.axes.T
    hit, points = _march(origin, local, look)
    colours = np.zeros((len(local), 3))
    colours[hit] = _shade(points[hit], local[hit], die, look, light, chance)
    return Patch(left, top, *_shrunk(colours.reshape(*shape, 3), hit.reshape(shape), fine))


def _frame(camera: Camera, die: Cube) -> tuple[int, int, int, int] | None:
    corners = camera.project(die.corners())
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 1
    right, bottom = min(right, camera.width), min(bottom, camera.height)
    return (int(left), int(top), int(right), int(bottom)) if right - left > 4 and bottom - top > 4 else None


def _shrunk(colours: Floats, hit: Marks, fine: int) -> tuple[Floats, Floats]:
    rows, columns = hit.shape[0] // fine, hit.shape[1] // fine
    cover = hit.reshape(rows, fine, columns, fine).mean(axis=(1, 3))
    summed = colours.reshape(rows, fine, columns, fine, 3).mean(axis=(1, 3))
    return summed / np.maximum(cover, 1e-6)[..., None], cover


def _march(origin: Floats, rays: Floats, look: Look) -> tuple[Marks, Floats]:
    """Which rays meet the body, and where (in half edges)."""
    along = -(rays @ origin)
    start = along - np.sqrt(np.maximum(3.0 - (origin @ origin - along**2), 0.0))
    points = origin + rays * start[:, None]
    for _ in range(STEPS):
        points = points + rays * _distance(points, look)[:, None]
    return _distance(points, look) < NEAR * 4, points


def _distance(points: Floats, look: Look) -> Floats:
    """From a cube with round edges that a ball is cut with."""
    beyond = np.abs(points) - (1 - look.corner)
    outside = np.linalg.norm(np.maximum(beyond, 0), axis=-1)
    cube = outside + np.minimum(beyond.max(axis=-1), 0) - look.corner
    return np.asarray(np.maximum(cube, np.linalg.norm(points, axis=-1) - look.ball))


def _normals(points: Floats, look: Look) -> Floats:
    steps = 0.01 * np.eye(3)
    sides = [_distance(points + step, look) - _distance(points - step, look) for step in steps]
    normals = np.stack(sides, axis=-1)
    return np.asarray(normals / np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9))


def _shade(points: Floats, rays: Floats, die: Cube, look: Look, light: Light, chance: Chance) -> Floats:
    normals = _normals(points, look)
    on_pip, on_ace, tilt = _on_pips(points, die, look)
    normals = normals + look.dimple * tilt
    normals = normals / np.linalg.norm(normals, axis=-1, keepdims=True)
    base = _stuff(points, normals, rays, look, chance)
    ink = np.where(on_ace[:, None], np.array(look.ace), np.array(look.pips))
    base = np.where(on_pip[:, None], ink, base)
    return _lit(base, normals, rays, die, look, light)


def _on_pips(points: Floats, die: Cube, look: Look) -> tuple[Marks, Marks, Floats]:
    """Which points lie in a pip, which in the pip of a one, and how a pip's bowl tilts the face there."""
    axis = np.abs(points).argmax(axis=-1)
    side = np.take_along_axis(points, axis[:, None], axis=-1)[:, 0] < 0
    values = np.array(die.faces)[axis * 2 + side]
    on_pip, tilt = np.zeros(len(points), dtype=bool), np.zeros_like(points)
    for value, places in PIPS.items():
        for across in range(3):
            here = np.flatnonzero((values == value) & (axis == across))
            flat = [other for other in range(3) if other != across]
            radius = look.pip * (look.one if value == 1 else 1.0)
            for place in places:
                off = points[here][:, flat] - look.apart * np.array(place)
                inside = np.hypot(*off.T) < radius
                on_pip[here[inside]] = True
                tilt[np.ix_(here[inside], flat)] = -off[inside] / radius
    return on_pip, on_pip & (values == 1), tilt


def _stuff(points: Floats, normals: Floats, rays: Floats, look: Look, chance: Chance) -> Floats:
    """The body's own colour: plain, veined, grained, or clear with a light rim."""
    body = np.tile(np.array(look.body), (len(points), 1))
    if look.swirl:
        waves = sum(
            np.sin(points @ chance.normal(0, 2.2 * power, 3) + chance.uniform(0, 6)) / power
            for power in (1, 2)
        )
        vein = look.swirl * (1 / (1 + np.exp(-3 * np.asarray(waves))))[:, None]
        body = body * (1 - vein) + np.array(look.vein) * vein
    if look.grain:
        body = body + chance.normal(0, look.grain, (len(points), 1))
    if look.clear:
        facing = np.abs((normals * rays).sum(axis=-1, keepdims=True))
        body = body * (1 - look.clear * 0.5 * facing) + look.clear * 0.25 * (1 - facing)
    return body


def _lit(base: Floats, normals: Floats, rays: Floats, die: Cube, look: Look, light: Light) -> Floats:
    toward = die.axes @ light.toward
    lamp = light.strength * np.maximum(normals @ toward, 0)[:, None] * light.colour
    up = (normals[:, 2:] + 1) / 2
    sky = light.around * (up + (1 - up) * light.below)
    mirrored = rays - 2 * (normals * rays).sum(axis=-1, keepdims=True) * normals
    glint = np.maximum(mirrored @ toward, 0) ** look.sharp
    return np.asarray(base * (lamp + sky) + look.shine * light.strength * glint[:, None] * light.colour)
