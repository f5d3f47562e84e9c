"""Renders: the same seed draws the same dice, and what is told of them is what they show."""

from __future__ import annotations

import numpy as np
import pytest

from scorepad.photo.training.bodies import PIPS
from scorepad.photo.training.render import render
from scorepad.photo.training.scene import Camera, Cube, throw_dice, throw_faces

VALUES = range(1, 7)
ABOVE = Camera(np.pi / 2, 0.3, 0.2, 10.0, 500.0, 640, 480)
ASLANT = Camera(0.9, 2.0, -0.1, 10.0, 500.0, 640, 480)


def test_the_same_seed_draws_the_same_picture() -> None:
    one, other = render(7), render(7)
    assert one.dice == other.dice
    assert one.picture.tobytes() == other.picture.tobytes()


def test_another_seed_draws_another_picture() -> None:
    assert render(7).picture.tobytes() != render(8).picture.tobytes()


@pytest.mark.parametrize("seed", range(20, 24))
def test_as_many_dice_are_drawn_as_were_asked_for_and_lie_within_the_picture(seed: int) -> None:
    dice = render(seed, 5).dice
    assert len(dice) == 5
    for die in dice:
        assert die.value in VALUES
        assert 0 < die.x < 1
        assert 0 < die.y < 1
        assert 0.01 < die.size < 0.5


@pytest.mark.parametrize("value", VALUES)
def test_opposite_faces_make_seven(value: int) -> None:
    faces = throw_faces(np.random.default_rng(value), value)
    assert sorted(faces) == list(VALUES)
    assert [faces[side] + faces[side + 1] for side in (0, 2, 4)] == [7, 7, 7]
    assert faces[4] == value


@pytest.mark.parametrize("value", VALUES)
def test_a_face_has_as_many_pips_as_its_value(value: int) -> None:
    assert len(set(PIPS[value])) == value


def test_thrown_dice_lie_apart() -> None:
    dice = throw_dice(np.random.default_rng(3), 4.0, (1.0,) * 6)
    assert len(dice) == 6
    for one in dice:
        assert all(np.hypot(one.x - other.x, one.y - other.y) > 1 for other in dice if other is not one)


@pytest.mark.parametrize("camera", [ABOVE, ASLANT])
def test_a_ray_through_the_pixel_of_a_point_meets_that_point(camera: Camera) -> None:
    point = np.array([1.3, -0.7, 0.4])
    x, y = camera.project(point[None])[0]
    ray = camera.rays(np.array([x]), np.array([y]))[0, 0]
    assert np.cross(point - camera.place, ray) == pytest.approx(np.zeros(3), abs=1e-9)


@pytest.mark.parametrize("camera", [ABOVE, ASLANT])
def test_the_table_lies_under_its_pixels(camera: Camera) -> None:
    x, y = camera.table()[200, 300]
    assert camera.project(np.array([[x, y, 0.0]]))[0] == pytest.approx((300.5, 200.5))


def test_the_far_side_of_the_table_is_at_the_top_of_the_picture() -> None:
    away = -ASLANT.place[:2] / np.linalg.norm(ASLANT.place[:2])
    level = Camera(0.9, 2.0, 0.0, 10.0, 500.0, 640, 480)
    near, far = (level.project(np.array([[*(reach * away), 0.0]]))[0] for reach in (-1, 1))
    assert far[1] < 240 < near[1]


def test_a_cube_stands_on_the_table() -> None:
    corners = Cube(2.0, 1.0, 0.5, 1.2, (1, 6, 2, 5, 3, 4)).corners()
    assert corners[:, 2].min() == pytest.approx(0)
    assert corners[:, 2].max() == pytest.approx(1.2)
    assert corners[:, :2].mean(axis=0) == pytest.approx((2.0, 1.0))
