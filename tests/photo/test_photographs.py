"""Photographs of real dice, where they lie beside the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad.photo.training.pictures import photographs
from scorepad.photo.training.report import Figures, figures, read_folder

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"

pytestmark = pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"there are no photographs in {PHOTOS}")


def told_of(folder: str) -> Figures:
    return figures(read_folder(photographs(PHOTOS, f"test/{folder}/")))


def test_photos_of_one_phone_are_all_read_whole() -> None:
    told = told_of("kamil-piechowiak")
    assert (told.photos, told.whole) == (7, 7)
    assert told.sure_and_right == told.sure


def test_most_photos_of_many_small_dice_are_read_whole() -> None:
    told = told_of("nell-byler")
    assert told.photos == 25
    assert told.whole >= 0.6 * told.photos
    assert told.right >= 0.9 * told.dice
    assert told.sure_and_right == told.sure
