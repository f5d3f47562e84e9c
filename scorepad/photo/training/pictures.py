"""The pictures to learn from: renders, kept once they are drawn, and photographs with what lies in them."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from PIL import Image, ImageOps

from scorepad.photo.training.render import Lying, render


@dataclass(frozen=True)
class Labelled:
    """A picture's file and the dice in it. `from_above`: it may be turned any way without a side looking
    like a top.
    """

    file: Path
    dice: tuple[Lying, ...]
    from_above: bool = False


def drawn(folder: Path, count: int, first_seed: int) -> list[Labelled]:
    """`count` renders of the seeds from `first_seed` on; those that lie in `folder` are not drawn again."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{seed:06}.png" for seed in range(first_seed, first_seed + count)]
    with ProcessPoolExecutor() as pool:
        list(pool.map(_draw, (file for file in files if not file.with_suffix(".json").exists()), chunksize=8))
    return [Labelled(file, _read(file.with_suffix(".json"))) for file in files]


def _draw(file: Path) -> None:
    made = render(int(file.stem))
    made.picture.save(file, compress_level=1)
    file.with_suffix(".json").write_text(json.dumps([asdict(die) for die in made.dice]))


def _read(file: Path) -> tuple[Lying, ...]:
    return tuple(Lying(**die) for die in json.loads(file.read_text()))


def photographs(folder: Path, part: str) -> list[Labelled]:
    """The photographs of `folder` whose names begin with `part`, as its labels.json tells them; those with
    values alone have dice of no place.
    """
    labels: dict[str, list[list[float]]] = json.loads((folder / "labels.json").read_text())
    return [
        Labelled(folder / name, tuple(_labelled(die) for die in dice), "nell-byler" in name)
        for name, dice in labels.items()
        if name.startswith(part)
    ]


def _labelled(die: list[float]) -> Lying:
    value, x, y, size = die if len(die) == 4 else (die[0], -1.0, -1.0, 0.0)
    return Lying(int(value), x, y, size)


def opened(file: Path) -> Image.Image:
    return ImageOps.exif_transpose(Image.open(file)).convert("RGB")
