"""Draws the renders, trains both nets on them and on photographs, writes the weights.

python -m scorepad.photo.training.learn ../shared/photos renders
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scorepad.photo.finding import find
from scorepad.photo.nets import DETECTOR, JUDGE, VALUES, WEIGHTS, detect, judge
from scorepad.photo.training.pictures import drawn, photographs
from scorepad.photo.training.samples import Pixels, Shown, Targets, field, is_no_die, shown, square
from scorepad.photo.training.torches import Torch, picture

SEED = 20261201
RENDERS, FIRST_SEED = 5000, 1000
FIELDS, SQUARES = 72_000, 420_000
FIELD_BATCH, SQUARE_BATCH = 24, 128
RATE = 2e-3
MISTAKEN = 1500
"""In how many renders the detector is asked what it mistakes."""
RENDERED = 0.6
"""How much of what is learned from is drawn; the rest is photographs."""

Sample = Callable[[np.random.Generator, Shown], tuple[Pixels, Targets | int]]


class Pool:
    """Pictures to learn from, drawn ones and photographed ones."""

    def __init__(self, renders: Sequence[Shown], photos: Sequence[Shown]) -> None:
        self._renders, self._photos = renders, photos

    def one(self, chance: np.random.Generator) -> Shown:
        held = self._renders if not self._photos or chance.random() < RENDERED else self._photos
        return held[int(chance.integers(len(held)))]

    def mistaken(self) -> Pool:
        """The same pictures; of some is told what the detector takes for a die in them."""
        renders = [*map(_mistaken, self._renders[:MISTAKEN]), *self._renders[MISTAKEN:]]
        return Pool(renders, list(map(_mistaken, self._photos)))

    def batches(self, sample: Sample, size: int, count: int) -> Iterator[tuple[Tensor, Tensor]]:
        """The next batch is cut while this one is learned."""
        with ThreadPoolExecutor(1) as ahead:
            waiting = ahead.submit(self._batch, sample, size, 0)
            for number in range(1, count + 1):
                ready = waiting.result()
                waiting = ahead.submit(self._batch, sample, size, number)
                yield ready

    def _batch(self, sample: Sample, size: int, number: int) -> tuple[Tensor, Tensor]:
        chance = np.random.default_rng((SEED, number))
        pairs = [sample(chance, self.one(chance)) for _ in range(size)]
        return picture(np.stack([pixels for pixels, _ in pairs])), torch.from_numpy(
            np.stack([told for _, told in pairs])
        )


def _mistaken(shown: Shown) -> Shown:
    taken = ((peak.x, peak.y, peak.size) for peak in find(shown.picture, len(shown.dice)))
    return replace(shown, elsewhere=tuple(place for place in taken if is_no_die(shown, *place)))


def taught(
    net: Torch, run: Callable[[Torch, Tensor], Tensor], batches: Iterator[tuple[Tensor, Tensor]], count: int,
    loss_of: Callable[[Tensor, Tensor], Tensor],
) -> Torch:  # fmt: skip
    """The net after `count` batches; the rate rises for a while and then falls to nothing."""
    learner = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3)
    rates = torch.optim.lr_scheduler.OneCycleLR(learner, RATE, total_steps=count + 1, pct_start=0.1)
    began, smooth = time.monotonic(), math.nan
    for number, (seen, told) in enumerate(batches):
        loss = loss_of(run(net, seen), told)
        learner.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        learner.step()
        rates.step()
        smooth = loss.item() if math.isnan(smooth) else 0.98 * smooth + 0.02 * loss.item()
        if number % 100 == 0:
            print(f"{number:6} of {count}, loss {smooth:.4f}, {time.monotonic() - began:.0f} s", flush=True)
    net.eval()
    return net


def heat_loss(told: Tensor, wanted: Tensor) -> Tensor:
    """Middles weigh most, what lies near them least (the focal loss of CornerNet, arXiv:1808.01244); with
    it the error of the sizes.
    """
    heat, goal = told[:, :VALUES].sigmoid().clamp(1e-4, 1 - 1e-4), wanted[:, :VALUES]
    middle = (goal == 1).float()
    hits = middle * (1 - heat) ** 2 * heat.log()
    misses = (1 - middle) * (1 - goal) ** 4 * heat**2 * (1 - heat).log()
    count = middle.sum().clamp(min=1)
    known = wanted[:, VALUES + 1]
    sizes = (known * (told[:, VALUES] - wanted[:, VALUES]).abs()).sum() / known.sum().clamp(min=1)
    return -(hits + misses).sum() / count + sizes


def value_loss(told: Tensor, wanted: Tensor) -> Tensor:
    return nn.functional.cross_entropy(told[:, :, 0, 0], wanted, label_smoothing=0.02)


def train_detector(pool: Pool, fields: int = FIELDS) -> Torch:
    torch.manual_seed(SEED)
    net = Torch(DETECTOR)
    nn.init.constant_(net.folds["told"].bias[:VALUES], -4.0)  # most cells hold no die
    count = fields // FIELD_BATCH
    return taught(net, detect, pool.batches(field, FIELD_BATCH, count), count, heat_loss)


def train_judge(pool: Pool, squares: int = SQUARES) -> Torch:
    torch.manual_seed(SEED)
    count = squares // SQUARE_BATCH
    return taught(Torch(JUDGE), judge, pool.batches(square, SQUARE_BATCH, count), count, value_loss)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("photos", type=Path, help="the folder of photographs and their labels.json")
    asked.add_argument("renders", type=Path, help="where renders are kept")
    told = asked.parse_args()
    renders = [shown(one) for one in drawn(told.renders, RENDERS, FIRST_SEED)]
    pool = Pool(renders, [shown(one) for one in photographs(told.photos, "train/")])
    weights = train_detector(pool).weights("detector")
    _write(weights)  # the judge is shown what this one mistakes
    _write(weights | train_judge(pool.mistaken()).weights("judge"))


def _write(weights: Mapping[str, NDArray[np.floating]]) -> None:
    """Half as exact as they were learned: they read the same, and travel in half the bytes."""
    np.savez_compressed(WEIGHTS, **{name: held.astype(np.float16) for name, held in weights.items()})  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
