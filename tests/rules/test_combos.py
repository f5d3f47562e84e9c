"""The patterns and their points."""

from __future__ import annotations

import pytest

from scorepad.rules import combos
from scorepad.rules.dice import ALL_ROLLS, Dice, dice_from_digits
from tests.strategies import EVERY_ROLL, worth, written


def roll(text: str) -> Dice:
    return dice_from_digits(text)


def test_a_face_counts_the_dice_that_show_it() -> None:
    assert combos.face(4)(roll("44421")) == 12
    assert combos.face(6)(roll("44421")) == 0
    assert combos.face(1)(roll("11111")) == 5


def test_the_total_is_the_sum_of_all_five_dice() -> None:
    assert combos.total(roll("12346")) == 16
    assert combos.total(roll("66666")) == 30


@pytest.mark.parametrize(
    ("dice", "most"), [("12346", 1), ("11346", 2), ("22555", 3), ("33331", 4), ("44444", 5)]
)
def test_alike_means_so_many_or_more(dice: str, most: int) -> None:
    assert [combos.alike(count)(roll(dice)) for count in range(1, 6)] == [
        count <= most for count in range(1, 6)
    ]


@pytest.mark.parametrize("dice", ["22333", "33355", "11666", "53535"])
def test_three_of_one_and_two_of_another_are_a_full_house(dice: str) -> None:
    assert combos.full_house(roll(dice))


def test_four_alike_is_no_full_house() -> None:
    assert not combos.full_house(roll("33335"))


def test_five_alike_is_no_full_house() -> None:
    assert not combos.full_house(roll("33333"))


@pytest.mark.parametrize("dice", ["22335", "22234", "12345"])
def test_two_pairs_or_three_alike_are_no_full_house(dice: str) -> None:
    assert not combos.full_house(roll(dice))


@pytest.mark.parametrize("dice", ["12345", "23456", "11234", "12334", "23455", "34566", "13456", "12346"])
def test_four_in_a_row_are_found_beside_any_fifth_die(dice: str) -> None:
    assert combos.run(4)(roll(dice))


@pytest.mark.parametrize("dice", ["12356", "12456", "11223", "13566", "22222", "12355"])
def test_three_in_a_row_are_no_run_of_four(dice: str) -> None:
    assert not combos.run(4)(roll(dice))


def test_five_in_a_row_are_two_rolls_only() -> None:
    assert {str(dice) for dice in ALL_ROLLS if combos.run(5)(dice)} == {"12345", "23456"}


def test_exactly_these_faces_are_one_roll_only() -> None:
    assert {str(dice) for dice in ALL_ROLLS if combos.exactly(1, 2, 3, 4, 5)(dice)} == {"12345"}
    assert {str(dice) for dice in ALL_ROLLS if combos.exactly(2, 3, 4, 5, 6)(dice)} == {"23456"}


@pytest.mark.parametrize(
    ("count", "dice", "points"),
    [
        (2, "13455", 10),
        (2, "44444", 8),
        (2, "33555", 10),
        (2, "33666", 12),
        (2, "22115", 4),
        (2, "12346", 0),
        (3, "24445", 12),
        (3, "33335", 9),
        (3, "22446", 0),
        (3, "66666", 18),
        (4, "23333", 12),
        (4, "33333", 12),
        (4, "33344", 0),
    ],
)
def test_a_group_counts_its_own_dice_of_the_highest_number(count: int, dice: str, points: int) -> None:
    assert combos.group(count)(roll(dice)) == points


@pytest.mark.parametrize(
    ("dice", "points"), [("13355", 16), ("33666", 18), ("14444", 0), ("44444", 0), ("12336", 0), ("11223", 6)]
)
def test_two_pairs_are_of_different_numbers(dice: str, points: int) -> None:
    assert combos.two_pairs(roll(dice)) == points


def test_a_fixed_payment_is_all_or_nothing() -> None:
    score = combos.pays(25, combos.full_house)
    assert (score(roll("22333")), score(roll("22334"))) == (25, 0)


def test_a_sum_is_paid_only_where_the_pattern_is() -> None:
    score = combos.sum_if(combos.alike(3))
    assert (score(roll("33345")), score(roll("33445"))) == (18, 0)


@pytest.mark.parametrize(
    ("score", "ruleset", "box"),
    [
        (combos.face(3), "yahtzee", "threes"),
        (combos.sum_if(combos.alike(3)), "yahtzee", "three_of_a_kind"),
        (combos.sum_if(combos.alike(4)), "yahtzee", "four_of_a_kind"),
        (combos.pays(25, combos.full_house), "yahtzee", "full_house"),
        (combos.pays(30, combos.run(4)), "yahtzee", "small_straight"),
        (combos.pays(40, combos.run(5)), "yahtzee", "large_straight"),
        (combos.pays(50, combos.alike(5)), "yahtzee", "yahtzee"),
        (combos.total, "yahtzee", "chance"),
        (combos.sum_if(combos.full_house), "yacht", "full_house"),
        (combos.group(2), "yatzy", "one_pair"),
        (combos.two_pairs, "yatzy", "two_pairs"),
        (combos.group(3), "yatzy", "three_of_a_kind"),
        (combos.group(4), "yatzy", "four_of_a_kind"),
    ],
)
def test_a_combination_pays_every_one_of_the_252_rolls_by_the_rules(
    score: combos.Score, ruleset: str, box: str
) -> None:
    for faces in EVERY_ROLL:
        assert score(roll(written(faces))) == worth(ruleset, box, faces), faces
