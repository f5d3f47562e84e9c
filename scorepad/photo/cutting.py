"""Squares cut from a picture."""

from __future__ import annotations

from math import floor

from PIL import Image

BEYOND = (118, 118, 118)
"""What lies beyond the edge of a picture."""


def cut(picture: Image.Image, left: float, top: float, side: float, pixels: int) -> Image.Image:
    """A square of a picture, `pixels` a side; `left`, `top` and `side` in pixels of the picture, which it may
    leave.
    """
    whole = Image.new("RGB", (int(side) + 2, int(side) + 2), BEYOND)
    whole.paste(picture, (-floor(left), -floor(top)))
    across, down = left - floor(left), top - floor(top)
    box = (across, down, min(across + side, whole.width), min(down + side, whole.height))
    return whole.resize((pixels, pixels), Image.Resampling.BILINEAR, box)
