"""The patterns and their points."""

from __future__ import annotations

import pytest

from scorepad.rules import Faces, Groups, Kind, Pattern, Row, Rows, Run, Total, all_rolls, dice_from_digits
from tests.strategies import EVERY_ROLL, five, worth, written

FULL_HOUSE = Groups((3, 2))
TWO_PAIRS = Groups((2, 2))


def there(pattern: Pattern, dice: str) -> bool:
    return bool(pattern.making(five(dice)))


def six(pattern: Pattern, dice: str) -> int:
    """What six dice score."""
    return pattern.score(dice_from_digits(dice, 6))


def test_a_face_counts_the_dice_that_show_it() -> None:
    assert Faces(4).score(five("44421")) == 12
    assert Faces(6).score(five("44421")) == 0
    assert Faces(1).score(five("11111")) == 5


def test_the_total_is_the_sum_of_all_dice() -> None:
    assert Total().score(five("12346")) == 16
    assert Total().score(five("66666")) == 30
    assert six(Total(), "123456") == 21


@pytest.mark.parametrize(
    ("dice", "most"), [("12346", 1), ("11346", 2), ("22555", 3), ("33331", 4), ("44444", 5)]
)
def test_alike_means_so_many_or_more(dice: str, most: int) -> None:
    assert [there(Kind(count), dice) for count in range(1, 6)] == [count <= most for count in range(1, 6)]


@pytest.mark.parametrize("dice", ["22333", "33355", "11666", "53535"])
def test_three_of_one_and_two_of_another_are_a_full_house(dice: str) -> None:
    assert there(FULL_HOUSE, dice)


def test_four_alike_is_no_full_house() -> None:
    assert not there(FULL_HOUSE, "33335")


def test_five_alike_is_no_full_house() -> None:
    assert not there(FULL_HOUSE, "33333")


@pytest.mark.parametrize("dice", ["22335", "22234", "12345"])
def test_two_pairs_or_three_alike_are_no_full_house(dice: str) -> None:
    assert not there(FULL_HOUSE, dice)


@pytest.mark.parametrize("dice", ["12345", "23456", "11234", "12334", "23455", "34566", "13456", "12346"])
def test_four_in_a_row_are_found_beside_any_fifth_die(dice: str) -> None:
    assert there(Run(4), dice)


@pytest.mark.parametrize("dice", ["12356", "12456", "11223", "13566", "22222", "12355"])
def test_three_in_a_row_are_no_run_of_four(dice: str) -> None:
    assert not there(Run(4), dice)


def test_five_in_a_row_are_two_rolls_only() -> None:
    assert {str(dice) for dice in all_rolls(5) if Run(5).making(dice)} == {"12345", "23456"}


def test_exactly_these_faces_are_one_roll_only() -> None:
    for faces in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)):
        assert {dice.faces for dice in all_rolls(5) if Row(faces).making(dice)} == {faces}


def test_a_row_that_pays_its_own_dice_is_the_highest_there() -> None:
    assert Run(4).score(five("12345")) == 2 + 3 + 4 + 5
    assert Run(4).score(five("12346")) == 1 + 2 + 3 + 4


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
    assert Kind(count).score(five(dice)) == points


@pytest.mark.parametrize(
    ("dice", "points"), [("13355", 16), ("33666", 18), ("14444", 0), ("44444", 0), ("12336", 0), ("11223", 6)]
)
def test_two_pairs_are_of_different_numbers(dice: str, points: int) -> None:
    assert TWO_PAIRS.score(five(dice)) == points


@pytest.mark.parametrize(
    ("sizes", "dice", "points"),
    [
        ((3, 2), "344666", 26),
        ((3, 2), "222555", 19),
        ((3, 2), "666664", 0),
        ((3, 3), "222555", 21),
        ((3, 3), "222255", 0),
        ((3, 3), "444444", 0),
        ((4, 2), "444466", 28),
        ((4, 2), "446666", 32),
        ((4, 2), "444666", 0),
        ((2, 2, 2), "113355", 18),
        ((2, 2, 2), "113333", 0),
        ((2, 2), "113355", 16),
        ((2, 2), "223333", 10),
    ],
)
def test_groups_of_six_dice_are_the_best_choice_of_different_numbers(
    sizes: tuple[int, ...], dice: str, points: int
) -> None:
    assert six(Groups(sizes), dice) == points


def test_a_row_among_six_dice_leaves_the_sixth_alone() -> None:
    assert six(Row((1, 2, 3, 4, 5), pays=15), "123455") == 15
    assert six(Run(6, pays=21), "123456") == 21
    assert six(Run(6, pays=21), "123455") == 0


def test_one_of_several_rows_is_enough() -> None:
    straight = Rows(((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 3, 4, 5, 6)), pays=20)
    paid = {str(dice) for dice in all_rolls(5) if straight.score(dice)}
    assert paid == {"12345", "23456", "13456"}
    assert straight.making(five("63541")) == (1, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("sizes", "dice", "points"),
    [
        ((3, 2), "555551", 25),
        ((3, 2), "666664", 30),
        ((3, 2), "344666", 26),
        ((3, 2), "333344", 17),
        ((3, 3), "444444", 24),
        ((4, 2), "222222", 12),
        ((2, 2), "223333", 12),
        ((2, 2), "125555", 20),
        ((2, 2, 2), "113333", 14),
        ((2, 2, 2), "666666", 36),
        ((2, 2, 2), "113334", 0),
    ],
)
def test_alike_dice_may_make_several_groups_where_they_need_not_differ(
    sizes: tuple[int, ...], dice: str, points: int
) -> None:
    assert six(Groups(sizes, differ=False), dice) == points


def test_a_fixed_payment_is_all_or_nothing() -> None:
    house = Groups((3, 2), pays=25)
    assert (house.score(five("22333")), house.score(five("22334"))) == (25, 0)


def test_a_sum_is_paid_only_where_the_pattern_is() -> None:
    three = Kind(3, pays="all")
    assert (three.score(five("33345")), three.score(five("33445"))) == (18, 0)


def test_what_a_pattern_pays_a_roll_that_need_not_show_it_is_its_amount_or_all_dice() -> None:
    sixes = five("66666")
    assert Kind(3).worth(sixes) == 18
    assert Groups((3, 2)).worth(sixes) == 30
    assert Run(5, pays=40).worth(sixes) == 40
    assert Kind(3, pays="all").worth(sixes) == Total().worth(sixes) == 30
    assert [pattern.fixed for pattern in (Run(5, pays=40), Kind(3, pays="all"), Faces(2))] == [40, None, None]


def test_a_pattern_is_a_value() -> None:
    assert Kind(3, pays="all") == Kind(3, pays="all") != Kind(3)
    assert len({Groups((3, 2)), Groups((3, 2)), Groups((2, 2)), Groups((3, 2), pays=25), Run(4), Run(5)}) == 5
    assert repr(Groups((3, 2), pays=25)) == "Groups(pays=25, sizes=(3, 2), differ=True)"


@pytest.mark.parametrize(
    ("pattern", "ruleset", "box"),
    [
        (Faces(3), "yahtzee", "threes"),
        (Kind(3, pays="all"), "yahtzee", "three_of_a_kind"),
        (Kind(4, pays="all"), "yahtzee", "four_of_a_kind"),
        (Groups((3, 2), pays=25), "yahtzee", "full_house"),
        (Run(4, pays=30), "yahtzee", "small_straight"),
        (Run(5, pays=40), "yahtzee", "large_straight"),
        (Kind(5, pays=50), "yahtzee", "yahtzee"),
        (Total(), "yahtzee", "chance"),
        (Groups((3, 2)), "yacht", "full_house"),
        (Kind(2), "yatzy", "one_pair"),
        (Groups((2, 2)), "yatzy", "two_pairs"),
        (Kind(3), "yatzy", "three_of_a_kind"),
        (Kind(4), "yatzy", "four_of_a_kind"),
        (Row((1, 2, 3, 4, 5), pays=15), "yatzy", "small_straight"),
        (Row((2, 3, 4, 5, 6), pays=20), "yatzy", "large_straight"),
    ],
)
def test_a_pattern_pays_every_one_of_the_252_rolls_by_the_rules(
    pattern: Pattern, ruleset: str, box: str
) -> None:
    for faces in EVERY_ROLL:
        assert pattern.score(five(written(faces))) == worth(ruleset, box, faces), faces
