"""What a die is made of: colours, corners, pips and shine."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scorepad.photo.training.scene import Chance, Floats

Colour = tuple[float, float, float]

BODIES: tuple[tuple[Colour, float], ...] = (
    ((0.95, 0.95, 0.93), 6), ((0.93, 0.88, 0.76), 3), ((0.75, 0.08, 0.10), 3), ((0.06, 0.06, 0.07), 3),
    ((0.10, 0.20, 0.60), 1.5), ((0.10, 0.45, 0.75), 1), ((0.05, 0.45, 0.22), 1.5), ((0.30, 0.65, 0.25), 0.7),
    ((0.92, 0.78, 0.10), 1.5), ((0.93, 0.45, 0.08), 1), ((0.40, 0.12, 0.50), 1), ((0.90, 0.45, 0.65), 0.8),
    ((0.45, 0.28, 0.14), 0.8), ((0.78, 0.60, 0.38), 1), ((0.50, 0.50, 0.52), 0.7), ((0.15, 0.55, 0.55), 0.6),
)  # fmt: skip
DARK_PIPS: tuple[Colour, ...] = ((0.04, 0.04, 0.04),) * 6 + (
    (0.10, 0.10, 0.45), (0.60, 0.05, 0.08), (0.25, 0.14, 0.06), (0.05, 0.30, 0.12),
)  # fmt: skip
LIGHT_PIPS: tuple[Colour, ...] = ((0.95, 0.95, 0.93),) * 6 + (
    (0.90, 0.80, 0.35), (0.85, 0.72, 0.25), (0.95, 0.85, 0.75), (0.95, 0.90, 0.20),
)  # fmt: skip
RED: Colour = (0.78, 0.07, 0.09)
GREY = np.array([0.30, 0.59, 0.11])


@dataclass(frozen=True)
class Look:
    """`corner`: radius of the edges, `ball`: radius of the sphere that the cube is cut by (both in half
    edges); `pip` its radius, `apart` how far pips lie from the middle of a face, `one` how much larger the
    single one is (in half edges); `dimple` how deep a pip looks; `shine` and `sharp` its highlights;
    `swirl` how much of the `vein` colour runs through it; `clear` how much light it lets through.
    """

    body: Colour
    pips: Colour
    ace: Colour
    vein: Colour
    corner: float
    ball: float
    pip: float
    apart: float
    one: float
    dimple: float
    shine: float
    sharp: float
    swirl: float
    grain: float
    clear: float

    def other_body(self, chance: Chance) -> Look:
        """The same mould in another colour."""
        body = _body(chance)
        pips = _pips(chance, body)
        return replace(self, body=body, pips=pips, ace=pips, vein=_body(chance))


def random_look(chance: Chance) -> Look:
    body = _body(chance)
    pips = _pips(chance, body)
    round_one = chance.random() < 0.5
    return Look(
        body=body,
        pips=pips,
        ace=RED if sum(body) > 2.4 and chance.random() < 0.15 else pips,
        vein=_body(chance),
        corner=float(chance.uniform(0.05, 0.32)),
        ball=float(chance.uniform(1.3, 1.48) if round_one else 1.8),
        pip=float(chance.uniform(0.13, 0.24)),
        apart=float(chance.uniform(0.44, 0.60)),
        one=float(chance.choice((1.0, 1.0, 1.0, 1.25, 1.6))),
        dimple=float(chance.choice((0.0, 0.3, 0.6))),
        shine=float(chance.choice((0.0, 0.15, 0.4, 0.8))),
        sharp=float(chance.choice((12.0, 40.0, 120.0))),
        swirl=float(chance.choice((0.0, 0.0, 0.0, 0.4, 0.8))),
        grain=float(chance.choice((0.0, 0.0, 0.06))),
        clear=float(chance.choice((0.0, 0.0, 0.0, 0.5))),
    )


def random_looks(chance: Chance, count: int) -> tuple[Look, ...]:
    """Mostly five of a set; sometimes a set in several colours, sometimes what a drawer held."""
    first, kind = random_look(chance), chance.random()
    if kind < 0.6:
        return (first,) * count
    if kind < 0.8:
        return tuple(first.other_body(chance) for _ in range(count))
    return tuple(random_look(chance) for _ in range(count))


def _body(chance: Chance) -> Colour:
    weights = np.array([weight for _, weight in BODIES])
    colour = np.array(BODIES[chance.choice(len(BODIES), p=weights / weights.sum())][0])
    return _near(chance, colour, 0.05)


def _near(chance: Chance, colour: Floats, by: float) -> Colour:
    r, g, b = np.clip(colour + chance.normal(0, by, 3), 0.02, 0.98)
    return float(r), float(g), float(b)


def _pips(chance: Chance, body: Colour) -> Colour:
    """Of a lightness that can be told from the body's; now and then hardly."""
    least = 0.16 if chance.random() < 0.12 else 0.32
    lightness = float(GREY @ np.array(body))
    of_light = lightness < 0.5 if abs(lightness - 0.5) > 0.18 else chance.random() < 0.5
    for _ in range(20):
        kinds = LIGHT_PIPS if of_light else DARK_PIPS
        colour = kinds[chance.integers(len(kinds))]
        if chance.random() < 0.08:
            colour = _body(chance)
        if abs(float(GREY @ np.array(colour)) - lightness) > least:
            return _near(chance, np.array(colour), 0.02)
    return (0.97, 0.97, 0.95) if lightness < 0.5 else (0.03, 0.03, 0.03)
