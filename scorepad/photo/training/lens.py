"""What a camera does to what it sees: blur, noise, the colour of a lamp, a corner in the dark, JPEG."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from PIL import Image, ImageFilter

from scorepad.photo.training.scene import Chance, Floats


def photographed(chance: Chance, seen: Floats) -> Image.Image:
    """A picture as a phone would keep it, of what was seen (rows × columns × 3, about 0–1)."""
    seen = _exposed(chance, seen)
    picture = Image.fromarray((np.clip(seen, 0, 1) * 255).astype(np.uint8))
    picture = _blurred(chance, picture)
    noisy = np.asarray(picture) + chance.normal(0, chance.choice((1.0, 3.0, 7.0)), seen.shape)
    return _kept(chance, Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)))


def _exposed(chance: Chance, seen: Floats) -> Floats:
    white = np.exp(chance.normal(0, 0.08, 3)) if chance.random() < 0.8 else np.exp(chance.normal(0, 0.25, 3))
    light = float(np.exp(chance.normal(0.05, 0.22)))
    rows, columns = seen.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    dark = 1 - chance.uniform(0, 0.3) * (x**2 + y**2) / 2
    slope = 1 + chance.uniform(0, 0.3) * (x * chance.uniform(-1, 1) + y * chance.uniform(-1, 1))
    bent = np.clip(seen * white * light, 0, 1.6) * (dark * slope)[..., None]
    return np.asarray(np.clip(bent, 0, 1) ** chance.uniform(0.75, 1.3))


def _blurred(chance: Chance, picture: Image.Image) -> Image.Image:
    kind = chance.random()
    if kind < 0.35:
        return picture
    if kind < 0.85:
        return picture.filter(ImageFilter.GaussianBlur(float(chance.uniform(0.3, 1.8))))
    return _shaken(chance, picture)


def _shaken(chance: Chance, picture: Image.Image) -> Image.Image:
    """A hand moves a little while the shutter is open."""
    way = chance.normal(0, 1.5, 2)
    shots = [
        picture.transform(
            picture.size,
            Image.Transform.AFFINE,
            (1, 0, way[0] * step, 0, 1, way[1] * step),
            Image.Resampling.BILINEAR,
        )
        for step in np.linspace(-1, 1, 5)
    ]
    return Image.fromarray(np.mean([np.asarray(shot) for shot in shots], axis=0).astype(np.uint8))


def _kept(chance: Chance, picture: Image.Image) -> Image.Image:
    held = BytesIO()
    picture.save(held, "JPEG", quality=int(chance.integers(45, 96)))
    return Image.open(held).convert("RGB")
