"""The two nets that see dice, as layers: told once, for numpy that runs them and for what trains them.

The detector sees a picture and tells for every fourth pixel how much the middle of a die of each value lies
there, and how large it is. The judge sees a square around one die and tells its value, or that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
WEIGHTS = Path(__file__).parent / "weights.npz"

CELL = 4
"""Pixels of the picture to a cell of the detector's answer."""
SIZE = 42
"""Pixels of a die (of the longer side of the frame around it) that the nets see best."""
SQUARE = 56
"""Pixels of a side of what the judge sees."""
WHOLE = 16
"""The detector's pictures have sides of a multiple of so many pixels."""
VALUES = 6
NO_DIE = 6
"""The judge's answer after the six values."""
BAND = 1 << 20
"""How many numbers are laid out for one product at a time: as many as a small cache holds."""


@dataclass(frozen=True)
class Layer:
    """A convolution of `reach` × `reach` pixels, at every `step`-th of them; `bent`: what is below zero is
    nothing.
    """

    takes: int
    gives: int
    step: int = 1
    reach: int = 3
    bent: bool = True


DETECTOR: Mapping[str, Layer] = {
    "edges": Layer(3, 16, 2),
    "corners": Layer(16, 32, 2),
    "pips": Layer(32, 32),
    "faces": Layer(32, 64, 2),
    "dice": Layer(64, 64),
    "around": Layer(64, 96, 2),
    "scene": Layer(96, 96),
    "scene_down": Layer(96, 64, reach=1, bent=False),
    "dice_known": Layer(64, 64),
    "dice_down": Layer(64, 32, reach=1, bent=False),
    "pips_known": Layer(32, 48),
    "told": Layer(48, VALUES + 1, reach=1, bent=False),
}
JUDGE: Mapping[str, Layer] = {
    "edges": Layer(3, 16),
    "corners": Layer(16, 32, 2),
    "pips": Layer(32, 48),
    "rows": Layer(48, 64, 2),
    "faces": Layer(64, 64),
    "dice": Layer(64, 96, 2),
    "around": Layer(96, 96),
    "told": Layer(96, VALUES + 1, reach=1, bent=False),
}


class Picture(Protocol):
    def __add__(self, other: Self, /) -> Self: ...


Seen = TypeVar("Seen", bound=Picture)


class Net(Protocol[Seen]):
    """What runs layers by their names."""

    def layer(self, name: str, seen: Seen) -> Seen: ...

    def doubled(self, seen: Seen) -> Seen:
        """Twice as many pixels each way."""
        ...

    def mean(self, seen: Seen) -> Seen:
        """One pixel, the mean of all."""
        ...


def detect(net: Net[Seen], seen: Seen) -> Seen:
    """Six heatmaps and a size (as logits; the size as the natural logarithm of SIZEs), a cell each CELL
    pixels.
    """
    pips = net.layer("pips", net.layer("corners", net.layer("edges", seen)))
    dice = net.layer("dice", net.layer("faces", pips))
    scene = net.layer("scene", net.layer("around", dice))
    known = net.layer("dice_known", dice + net.doubled(net.layer("scene_down", scene)))
    return net.layer("told", net.layer("pips_known", pips + net.doubled(net.layer("dice_down", known))))


def judge(net: Net[Seen], seen: Seen) -> Seen:
    """Logits of the six values and of no die."""
    for name in JUDGE:
        seen = net.layer(name, net.mean(seen) if name == "told" else seen)
    return seen


class Numpy:
    """Runs the layers on arrays of pictures × rows × columns × channels."""

    def __init__(self, layers: Mapping[str, Layer], weights: Mapping[str, Array]) -> None:
        self._layers, self._weights = layers, weights

    def layer(self, name: str, seen: Array) -> Array:
        layer, kernel, bias = (
            self._layers[name],
            self._weights[f"{name}.kernel"],
            self._weights[f"{name}.bias"],
        )
        told = np.stack([_convolved(one, layer, kernel, bias) for one in seen])
        return np.maximum(told, 0, out=told) if layer.bent else told

    def doubled(self, seen: Array) -> Array:
        return seen.repeat(2, axis=1).repeat(2, axis=2)

    def mean(self, seen: Array) -> Array:
        return np.asarray(seen.mean(axis=(1, 2), keepdims=True), dtype=np.float32)


def _convolved(seen: Array, layer: Layer, kernel: Array, bias: Array) -> Array:
    """Some rows at a time: laid out whole, a large picture would take nine times its memory."""
    if layer.reach == 1:
        return seen @ kernel + bias
    rows, columns = (side // layer.step for side in seen.shape[:2])
    rim = np.pad(seen, ((1, 1), (1, 1), (0, 0)))
    told = np.empty((rows, columns, layer.gives), dtype=np.float32)
    band = max(1, BAND // (columns * 9 * layer.takes))
    for first in range(0, rows, band):
        last = min(first + band, rows)
        told[first:last] = _laid_out(rim, first, last, columns, layer) @ kernel + bias
    return told


def _laid_out(rim: Array, first: int, last: int, columns: int, layer: Layer) -> Array:
    """For each pixel of some rows, the nine around it side by side."""
    laid = np.empty((last - first, columns, 9 * layer.takes), dtype=np.float32)
    step = layer.step
    for place in range(9):
        down, across = divmod(place, 3)
        part = rim[first * step + down :: step, across::step][: last - first, :columns]
        laid[..., place * layer.takes : (place + 1) * layer.takes] = part
    return laid


@cache
def _weights() -> dict[str, Array]:
    with np.load(WEIGHTS) as held:
        return {name: held[name].astype(np.float32) for name in held.files}


@cache
def detector() -> Numpy:
    return Numpy(DETECTOR, _of("detector"))


@cache
def judging() -> Numpy:
    return Numpy(JUDGE, _of("judge"))


def _of(net: str) -> dict[str, Array]:
    start = f"{net}."
    return {name.removeprefix(start): held for name, held in _weights().items() if name.startswith(start)}


def toned(pixels: NDArray[np.uint8]) -> Array:
    """Pixels as the nets take them."""
    return np.asarray((pixels.astype(np.float32) - 127.5) / 64, dtype=np.float32)


def likely(logits: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-logits)), dtype=np.float32)


def shares(logits: Array) -> Array:
    """How likely each answer is, of answers that shut one another out."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True), dtype=np.float32)
