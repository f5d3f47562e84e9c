"""Photos of dice, drawn: white dice from above on a brown table; and what may be read from them."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from scorepad.photo import Die, Reading
from scorepad.photo.training.bodies import PIPS

SIDE = 170


def photo(faces: Sequence[int], size: tuple[int, int] = (1400, 1050), kind: str = "JPEG") -> bytes:
    """A photo of those dice, left to right, one a little higher than the next."""
    picture = Image.new("RGB", size, (150, 104, 66))
    pen = ImageDraw.Draw(picture)
    for place, face in enumerate(faces):
        x, y = _middle(place, len(faces))
        _die(pen, (size[0] * x, size[1] * y), face)
    file = io.BytesIO()
    picture.save(file, kind, quality=90)
    return file.getvalue()


def seen(text: str) -> Reading:
    """A reading of such dice where they lie in a photo: `6?4` is a six that may be a four."""
    dice = text.split()
    found = tuple(
        Die(int(die[0]), int(die[-1]), *_middle(place, len(dice)), 0.12, 0.9, "?" not in die)
        for place, die in enumerate(dice)
    )
    return Reading(found, "?" not in text)


def _middle(place: int, dice: int) -> tuple[float, float]:
    return (place + 0.5) / dice, 0.42 + 0.16 * (place % 2)


def _die(pen: ImageDraw.ImageDraw, middle: tuple[float, float], face: int) -> None:
    x, y = middle
    half, pip = SIDE / 2, SIDE / 10
    pen.rounded_rectangle((x - half, y - half, x + half, y + half), SIDE / 6, (250, 246, 236))
    for right, down in PIPS[face]:
        a, b = x + right * SIDE * 0.28, y + down * SIDE * 0.28
        pen.ellipse((a - pip, b - pip, a + pip, b + pip), (28, 22, 18))
