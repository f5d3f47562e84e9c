"""Dice are read from pictures whose values are known; what is not sure is said to be so."""

from __future__ import annotations

import os

import pytest
from PIL import Image, ImageFilter

from scorepad import photo
from scorepad.photo.reader import read_picture
from scorepad.photo.training.report import figures, read_renders
from tests.photo.drawn import file_of, values_of
from tests.photo.drawn import photo as drawn

MANY = 60 if os.environ.get("SCOREPAD_TESTS") == "all" else 10
CLEAR = (11, 12, 14)
"""Seeds of photos that nobody would take for anything else."""


@pytest.mark.parametrize("seed", CLEAR)
def test_five_dice_are_read_left_to_right(seed: int) -> None:
    data, made = drawn(seed)
    reading = photo.read(data)
    assert reading.dice == values_of(made)
    assert reading.sure


@pytest.mark.parametrize("seed", CLEAR)
def test_their_places_and_sizes_are_told_as_shares_of_the_picture(seed: int) -> None:
    data, made = drawn(seed)
    for found, lying in zip(photo.read(data).found, sorted(made.dice, key=lambda die: die.x), strict=True):
        assert (found.x, found.y) == pytest.approx((lying.x, lying.y), abs=lying.size / 4)
        assert found.size == pytest.approx(lying.size, rel=0.35)
        assert found.value != found.second
        assert 0 < found.confidence <= 1


def test_most_of_many_photos_are_read_whole_and_the_sure_ones_are_right() -> None:
    told = figures(read_renders(MANY, 700_000))
    assert told.photos == MANY
    assert told.whole >= 0.8 * MANY
    assert told.right >= 0.95 * told.dice
    assert told.sure >= 0.5 * MANY
    assert told.sure_and_right == told.sure


@pytest.mark.parametrize("count", [1, 3, 4])
def test_fewer_dice_are_told_as_they_are_and_never_as_sure(count: int) -> None:
    data, made = drawn(60 + count, count)
    reading = photo.read(data)
    assert reading.dice == values_of(made)
    assert not reading.sure


def test_six_dice_are_sure_where_six_were_asked_for() -> None:
    data, made = drawn(40, 6)
    for dice in (5, 6):
        reading = photo.read(data, dice)
        assert reading.dice == values_of(made)
        assert reading.sure == (dice == 6)


@pytest.mark.parametrize("colour", ["white", "darkgreen", "black"])
def test_an_empty_table_holds_no_dice(colour: str) -> None:
    reading = read_picture(Image.new("RGB", (640, 480), colour))
    assert reading.found == ()
    assert not reading.sure


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (1280, 3), (20, 20)])
def test_a_picture_of_any_shape_is_looked_at(size: tuple[int, int]) -> None:
    assert not read_picture(Image.new("RGB", size, "gray")).sure


def test_a_blurred_photo_is_not_sure() -> None:
    made = drawn(CLEAR[0])[1]
    size = min(die.size for die in made.dice) * max(made.picture.size)
    blurred = made.picture.filter(ImageFilter.GaussianBlur(size / 8))
    assert not photo.read(file_of(blurred)).sure


def test_what_is_no_picture_is_not_read() -> None:
    with pytest.raises(photo.Unreadable, match="no_photo"):
        photo.read(b"hello")
