"""What dice lie on: felt, wood, paper, cloth, stone, boards, and the clutter of an evening. A texture is
SIDE × SIDE × 3, 0–1, and repeats itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scorepad.photo.training.scene import Chance, Floats

SIDE = 1024

FELTS = ((0.05, 0.35, 0.18), (0.10, 0.20, 0.45), (0.45, 0.08, 0.12), (0.12, 0.12, 0.13), (0.35, 0.20, 0.45))
WOODS = ((0.62, 0.43, 0.25), (0.45, 0.28, 0.15), (0.75, 0.58, 0.38), (0.30, 0.18, 0.10), (0.80, 0.68, 0.50))
WORDS = (
    "YAHTZEE",
    "Upper",
    "bonus",
    "35",
    "Kniffel",
    "Total",
    "10:30",
    "Yatzy",
    "6",
    "3",
    "88",
    "oo",
    "MENU",
    "::",
)


def clouds(chance: Chance, down: int, across: int) -> Floats:
    """Smooth noise of so many cells, SIDE × SIDE, about 0 with a spread of 1."""
    cells = chance.normal(0, 1, (down, across)).astype(np.float32)
    grown = Image.fromarray(cells).resize((SIDE, SIDE), Image.Resampling.BICUBIC)
    return np.asarray(grown, dtype=np.float64)


def _dyed(colour: Floats, *waves: Floats) -> Floats:
    return np.asarray(colour + np.sum(waves, axis=0)[..., None])


def _colour(chance: Chance) -> Floats:
    grey, tint = chance.uniform(0.1, 0.95), chance.normal(0, 0.12, 3)
    return np.clip(grey + tint * (chance.random() < 0.7), 0.03, 0.97)


def _of(chance: Chance, colours: tuple[tuple[float, float, float], ...]) -> Floats:
    return np.clip(np.array(colours[chance.integers(len(colours))]) + chance.normal(0, 0.05, 3), 0.02, 0.98)


def plain(chance: Chance) -> Floats:
    colour = _colour(chance) if chance.random() < 0.6 else np.full(3, chance.uniform(0.75, 0.95))
    return _dyed(colour, 0.03 * clouds(chance, 4, 4), chance.uniform(0, 0.02) * clouds(chance, 400, 400))


def felt(chance: Chance) -> Floats:
    fuzz = chance.uniform(0.02, 0.07) * clouds(chance, 512, 512)
    return _dyed(_of(chance, FELTS), fuzz, 0.02 * clouds(chance, 60, 60))


def wood(chance: Chance) -> Floats:
    grain = 0.04 * clouds(chance, 200, 4) + 0.03 * clouds(chance, 40, 3) + 0.015 * clouds(chance, 500, 20)
    rings = 0.04 * np.sin(chance.uniform(4, 14) * clouds(chance, 14, 2))
    planks = int(chance.choice((1, 3, 5, 8)))
    lying = np.arange(SIDE) * planks // SIDE
    shades = chance.normal(0, 0.03, planks)[lying] if planks > 1 else np.zeros(SIDE)
    gaps = np.where(np.diff(lying, prepend=lying[0]) > 0, -0.25, 0.0)
    return _dyed(_of(chance, WOODS), grain, rings, (shades + gaps)[:, None] * np.ones(SIDE))


def cloth(chance: Chance) -> Floats:
    one, other = _colour(chance), _colour(chance)
    threads = np.arange(SIDE) // int(chance.integers(24, 140)) % 2
    pattern = threads[:, None] * threads if chance.random() < 0.5 else threads[:, None] * np.ones(SIDE)
    weave = 0.03 * np.sin(np.arange(SIDE) * 1.7)[:, None] * np.sin(np.arange(SIDE) * 1.9)
    share = chance.uniform(0.2, 1) * pattern[..., None]
    return np.asarray(one * (1 - share) + other * share + weave[..., None])


def stone(chance: Chance) -> Floats:
    veins = -0.15 * np.exp(-8 * np.abs(clouds(chance, 5, 6) + 0.3 * clouds(chance, 30, 30)))
    return _dyed(_colour(chance), veins, 0.03 * clouds(chance, 100, 100))


def speckled(chance: Chance) -> Floats:
    """Terrazzo, carpets and printed dots: some as large as pips."""
    picture = _sheet(_colour(chance))
    draw = ImageDraw.Draw(picture)
    largest = float(chance.choice((1.5, 3.0, 7.0)))
    for x, y, radius in chance.random((int(chance.integers(100, 1500)), 3)) * (SIDE, SIDE, largest):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), _ink(chance))
    return _floats(picture)


def board(chance: Chance) -> Floats:
    """A game's board: fields in many colours, with edges and signs."""
    picture = _sheet(_colour(chance))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(chance.integers(10, 60))):
        middle, radius = chance.random(2) * SIDE, chance.uniform(20, 160)
        turns = np.linspace(0, 2 * np.pi, int(chance.choice((4, 4, 5, 7, 24)))) + chance.random() * 3
        points = [
            (float(middle[0] + radius * np.cos(t)), float(middle[1] + radius * np.sin(t))) for t in turns
        ]
        draw.polygon(points, _ink(chance), _ink(chance), int(chance.integers(0, 6)))
    return _floats(picture) + 0.03 * clouds(chance, 200, 200)[..., None]


KINDS: tuple[tuple[Callable[[Chance], Floats], float], ...] = (
    (plain, 3), (felt, 2), (wood, 3), (cloth, 1.5), (stone, 1), (speckled, 1.5), (board, 1),
)  # fmt: skip


def random_table(chance: Chance) -> Floats:
    weights = np.array([weight for _, weight in KINDS])
    kind, _ = KINDS[chance.choice(len(KINDS), p=weights / weights.sum())]
    bare = kind(chance)
    if chance.random() < 0.35:
        return np.clip(bare, 0, 1)
    return _strewn(chance, bare)


# --- clutter ------------------------------------------------------------------------------------------


def _strewn(chance: Chance, bare: Floats) -> Floats:
    picture = Image.fromarray((np.clip(bare, 0, 1) * 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    things = (_paper, _writing, _screw, _coin, _pen, _line, _dots)
    for _ in range(int(chance.integers(1, 14))):
        x, y = chance.random(2) * SIDE
        things[chance.integers(len(things))](chance, draw, float(x), float(y))
    return _floats(picture)


def _paper(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """A sheet, a card or a tray: a rectangle with lines and figures."""
    wide, high = chance.uniform(60, 500, 2)
    white = (
        tuple(int(shade) for shade in chance.integers(200, 256, 3)) if chance.random() < 0.6 else _ink(chance)
    )
    draw.rectangle((x, y, x + wide, y + high), white, _ink(chance), int(chance.integers(0, 12)))
    if chance.random() < 0.5:
        return
    step, ink = float(chance.uniform(12, 40)), _ink(chance)
    for line in np.arange(y + step, y + high, step):
        draw.line((x, line, x + wide, line), ink, 1)
        draw.text((x + 4, line - step), str(chance.choice(WORDS)), ink, _font(step * 0.8))


def _writing(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    draw.text((x, y), str(chance.choice(WORDS)), _ink(chance), _font(float(chance.uniform(10, 90))))


def _screw(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    radius = chance.uniform(4, 18)
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), _ink(chance), _ink(chance), 2)
    draw.line((x - radius * 0.7, y, x + radius * 0.7, y), _ink(chance), 2)


def _coin(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    radius, ink = chance.uniform(15, 60), _ink(chance)
    draw.ellipse(
        (x - radius, y - radius, x + radius, y + radius), ink, _ink(chance), int(chance.integers(1, 7))
    )
    draw.text((x - radius / 2, y - radius / 2), str(chance.choice(WORDS)), _ink(chance), _font(radius))


def _pen(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    to = chance.normal(0, 250, 2)
    wide = int(chance.integers(8, 26))
    draw.line((x, y, x + to[0], y + to[1]), _ink(chance), wide)
    draw.line((x, y, x + to[0] / 4, y + to[1] / 4), _ink(chance), wide)


def _line(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    to = chance.normal(0, 600, 2)
    draw.line((x, y, x + to[0], y + to[1]), _ink(chance), int(chance.integers(1, 8)))


def _dots(chance: Chance, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """A few dots together that are no die."""
    ink, radius = _ink(chance), chance.uniform(3, 9)
    for off in chance.normal(0, 30, (int(chance.integers(1, 8)), 2)):
        at = (x + off[0], y + off[1])
        draw.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), ink)


def _ink(chance: Chance) -> tuple[int, int, int]:
    r, g, b = np.clip(chance.uniform(0, 255) + chance.normal(0, 50, 3), 0, 255).astype(int)
    return int(r), int(g), int(b)


def _font(size: float) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(max(8.0, float(size)))


def _sheet(colour: Floats) -> Image.Image:
    r, g, b = (np.clip(colour, 0, 1) * 255).astype(int)
    return Image.new("RGB", (SIDE, SIDE), (int(r), int(g), int(b)))


def _floats(picture: Image.Image) -> Floats:
    return np.asarray(picture, dtype=np.float64) / 255
