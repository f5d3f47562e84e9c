"""How well photos are read: of each folder of photographs, and of renders that no net has learned from.

python -m scorepad.photo.training.report ../shared/photos
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from scorepad.photo.reader import read_picture
from scorepad.photo.reading import Die, Reading
from scorepad.photo.training.pictures import Labelled, opened, photographs
from scorepad.photo.training.render import Lying, render

FRESH, FRESH_SEED, LOWEST = 200, 900_000, 50.0
"""Renders of five dice by their seeds, under a camera at least so many degrees above the table."""


@dataclass(frozen=True)
class Read:
    """One photo: what lies in it, what was read, and the seconds it took."""

    lying: tuple[Lying, ...]
    reading: Reading
    seconds: float

    @property
    def whole(self) -> bool:
        return Counter(die.value for die in self.lying) == Counter(die.value for die in self.reading.found)

    @property
    def right(self) -> int:
        """How many dice were read as they lie; without places, how many values are among those read."""
        if any(die.size == 0 for die in self.lying):
            found = Counter(die.value for die in self.reading.found)
            return (found & Counter(die.value for die in self.lying)).total()
        return sum(any(_same(die, found) for found in self.reading.found) for die in self.lying)


def _same(die: Lying, found: Die) -> bool:
    near = max(abs(found.x - die.x), abs(found.y - die.y)) < 0.6 * die.size
    return near and found.value == die.value


@dataclass(frozen=True)
class Figures:
    """Of a series of photos."""

    photos: int
    whole: int
    dice: int
    right: int
    sure: int
    sure_and_right: int
    median: float
    longest: float

    def __str__(self) -> str:
        return (
            f"{self.whole} of {self.photos} whole ({self.whole / self.photos:.1%}), "
            f"{self.right} of {self.dice} dice ({self.right / self.dice:.1%}), "
            f"{self.sure_and_right} of {self.sure} called sure are right, "
            f"{self.median * 1000:.0f} ms (longest {self.longest * 1000:.0f})"
        )


def figures(photos: Iterable[Read]) -> Figures:
    reads = list(photos)
    times = sorted(read.seconds for read in reads)
    sure = [read for read in reads if read.reading.sure]
    return Figures(
        len(reads),
        sum(read.whole for read in reads),
        sum(len(read.lying) for read in reads),
        sum(read.right for read in reads),
        len(sure),
        sum(read.whole for read in sure),
        times[len(times) // 2],
        times[-1],
    )


def read_photo(picture: Image.Image, lying: tuple[Lying, ...]) -> Read:
    began = time.perf_counter()
    reading = read_picture(picture)
    return Read(lying, reading, time.perf_counter() - began)


def read_folder(labelled: Iterable[Labelled]) -> Iterator[Read]:
    for one in labelled:
        yield read_photo(opened(one.file), one.dice)


def read_renders(count: int = FRESH, seed: int = FRESH_SEED) -> Iterator[Read]:
    for number in range(seed, seed + count):
        made = render(number, 5, LOWEST)
        yield read_photo(made.picture, made.dice)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("photos", type=Path, help="the folder of photographs and their labels.json")
    photos = asked.parse_args().photos
    folders = sorted((photos / "test").iterdir()) if photos.is_dir() else []
    if not folders:
        print(f"No photographs in {photos}: renders alone.")
    for folder in folders:
        print(f"{folder.name:18} {figures(read_folder(photographs(photos, f'test/{folder.name}/')))}")
    print(f"{'renders':18} {figures(read_renders())}")


if __name__ == "__main__":
    main()
