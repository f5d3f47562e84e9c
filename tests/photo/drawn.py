"""Photos that were never taken, as files: dice drawn by seed, of known values."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from scorepad.photo.training.render import Render, render

ABOVE = 65.0
"""Degrees above the table from which a player takes a photo as the pad advises."""


def photo(seed: int, count: int = 5) -> tuple[bytes, Render]:
    """A photo from above, and what lies in it."""
    made = render(seed, count, ABOVE)
    return file_of(made.picture), made


def file_of(picture: Image.Image, kind: str = "JPEG") -> bytes:
    held = BytesIO()
    picture.save(held, kind)
    return held.getvalue()


def values_of(made: Render) -> str:
    """From left to right."""
    return "".join(str(die.value) for die in sorted(made.dice, key=lambda die: die.x))
