"""What the nets learn from: squares of pictures, and what they should say to them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from scorepad.photo.cutting import BEYOND, cut
from scorepad.photo.nets import CELL, NO_DIE, SIZE, SQUARE, VALUES
from scorepad.photo.training.samples import FIELD, Shown, field, square

GREEN, RED = (20, 120, 40), (230, 20, 20)


def table(*dice: tuple[float, float, float, float]) -> Shown:
    """A green table with red squares where dice lie (value, x, y, size)."""
    picture = Image.new("RGB", (400, 300), GREEN)
    for _, x, y, size in dice:
        picture.paste(
            RED, tuple(round(side) for side in (x - size / 2, y - size / 2, x + size / 2, y + size / 2))
        )
    return Shown(picture, np.array(dice, dtype=float).reshape(-1, 4), from_above=True)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_told_of_a_die_lies_where_the_die_is_seen(seed: int) -> None:
    pixels, told = field(np.random.default_rng(seed), table((3, 200, 150, 40)))
    assert pixels.shape == (FIELD, FIELD, 3)
    assert told.shape == (VALUES + 2, FIELD // CELL, FIELD // CELL)
    middles = np.argwhere(told[:VALUES] == 1)
    for value, row, column in middles:
        assert value == 2
        seen = pixels[row * CELL + CELL // 2, column * CELL + CELL // 2]
        around = pixels[0, 0]
        assert np.abs(seen.astype(int) - around).sum() > 60
        assert told[VALUES + 1, row, column] == 1


def test_nothing_is_told_of_an_empty_table() -> None:
    _, told = field(np.random.default_rng(1), table())
    assert not told.any()


def test_a_square_shows_a_die_or_none() -> None:
    chance, shown = np.random.default_rng(2), table((6, 200, 150, 40))
    samples = [square(chance, shown) for _ in range(80)]
    assert {said for _, said in samples} == {5, NO_DIE}
    assert all(pixels.shape == (SQUARE, SQUARE, 3) for pixels, _ in samples)


def test_a_square_may_leave_the_picture() -> None:
    seen = np.asarray(cut(Image.new("RGB", (50, 50), RED), -2 * SIZE, 10, SIZE, 20))
    assert (seen == BEYOND).all()
    half = np.asarray(cut(Image.new("RGB", (50, 50), RED), -20, 0, 40, 40))
    assert (half[:, 5] == BEYOND).all()
    assert (half[:, 35] == RED).all()
