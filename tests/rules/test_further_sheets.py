"""Kniffel, Yams, Maxi Yatzy, Triple Yahtzee and Generala by examples (SHEETS.md)."""

from __future__ import annotations

import pytest

from scorepad.rules import (
    Cell,
    Game,
    Leave,
    Skip,
    Target,
    Turn,
    dice_from_digits,
    judge_points,
    new_game,
    targets,
    with_options,
)
from tests.oracle import BOXES, UPPER
from tests.rules.sheets import ALL_THREE, may, offered, sheet
from tests.rules.tables import refused

Table = dict[str, dict[str, int]]
"""Box → roll → points."""

UPPER_BOXES: Table = {
    "ones": {"11234": 2, "23456": 0},
    "twos": {"22256": 6},
    "threes": {"33312": 9},
    "fours": {"44421": 12},
    "fives": {"55555": 25},
    "sixes": {"44421": 0, "66666": 30},
}
YAHTZEE_STRAIGHTS: Table = {
    "small_straight": {"11234": 30, "13456": 30, "12356": 0},
    "large_straight": {"12345": 40, "23456": 40, "12346": 0},
}
YAHTZEE: Table = {
    **UPPER_BOXES,
    **YAHTZEE_STRAIGHTS,
    "three_of_a_kind": {"33345": 18, "33445": 0, "33333": 15},
    "four_of_a_kind": {"33334": 16, "33344": 0, "33333": 15},
    "full_house": {"22333": 25, "33335": 0, "33333": 0},
    "chance": {"12346": 16},
}
PAID: dict[str, Table] = {
    "kniffel": YAHTZEE | {"kniffel": {"44444": 50, "44443": 0}},
    "triple_yahtzee": YAHTZEE | {"yahtzee": {"44444": 50, "44443": 0}},
    "yams": YAHTZEE
    | {
        "three_of_a_kind": {"55526": 15, "22266": 6, "33333": 9, "33445": 0},
        "four_of_a_kind": {"55556": 20, "33333": 12, "33344": 0},
        "yams": {"44444": 50, "44443": 0},
    },
    "maxi_yatzy": {
        "ones": {"111234": 3},
        "twos": {"222256": 8},
        "threes": {"333123": 12},
        "fours": {"444211": 12},
        "fives": {"555555": 30},
        "sixes": {"444211": 0, "666666": 36},
        "one_pair": {"134556": 10, "123456": 0, "335566": 12, "444444": 8},
        "two_pairs": {"113355": 16, "335566": 22, "223333": 10, "444411": 10, "444456": 0, "666666": 0},
        "three_pairs": {"113355": 18, "113333": 0, "335566": 28, "666666": 0},
        "three_of_a_kind": {"222555": 15, "444456": 12, "335566": 0},
        "four_of_a_kind": {"444456": 16, "222555": 0, "666666": 24},
        "five_of_a_kind": {"444445": 20, "444455": 0, "666666": 30},
        "small_straight": {"123456": 15, "112345": 15, "123455": 15, "123446": 0},
        "large_straight": {"123456": 20, "234566": 20, "123455": 0},
        "full_straight": {"123456": 21, "123455": 0},
        "full_house": {"344666": 26, "222555": 19, "444455": 22, "666664": 0, "223344": 0},
        "villa": {"222555": 21, "222255": 0, "444444": 0},
        "tower": {"446666": 32, "444466": 28, "444666": 0, "444444": 0},
        "chance": {"123456": 21, "666666": 36},
        "maxi_yatzy": {"111111": 100, "111112": 0},
    },
    "generala": UPPER_BOXES
    | {
        "straight": {"12345": 20, "23456": 20, "34561": 20, "12346": 0, "12356": 0},
        "full_house": {"33666": 30, "33333": 0, "33335": 0},
        "poker": {"44441": 40, "44444": 40, "44411": 0},
        "generala": {"44444": 50, "44443": 0},
        "double_generala": {"44444": 0, "44443": 0},
    },
}
LINES = [
    (sheet, box, dice, points)
    for sheet, boxes in PAID.items()
    for box, paid in boxes.items()
    for dice, points in paid.items()
]


@pytest.mark.parametrize(("ruleset", "box", "dice", "points"), LINES)
def test_a_roll_pays_what_the_sheet_says(ruleset: str, box: str, dice: str, points: int) -> None:
    assert may(sheet(ruleset), dice, box) == Target(box, points)


@pytest.mark.parametrize("ruleset", PAID)
def test_the_table_above_names_every_box(ruleset: str) -> None:
    assert set(PAID[ruleset]) == set(BOXES[ruleset])


# --- Kniffel ----------------------------------------------------------------------------------------


def test_a_further_kniffel_brings_fifty_and_the_most_that_any_box_can_have() -> None:
    assert offered(sheet("kniffel", kniffel=50), "22222") == {
        "ones": (5, 50),
        "twos": (10, 50),
        "threes": (15, 50),
        "fours": (20, 50),
        "fives": (25, 50),
        "sixes": (30, 50),
        "three_of_a_kind": (30, 50),
        "four_of_a_kind": (30, 50),
        "full_house": (25, 50),
        "small_straight": (30, 50),
        "large_straight": (40, 50),
        "chance": (30, 50),
    }


@pytest.mark.parametrize("further", ["maximum", "number_or_joker", "plain", "none"])
@pytest.mark.parametrize("filled", [{}, {"kniffel": 0}])
def test_without_fifty_in_kniffel_five_alike_are_nothing_special(
    further: str, filled: dict[str, int]
) -> None:
    found = offered(sheet("kniffel", {"further": further}, twos=6, **filled), "22222")
    assert found["large_straight"] == found["full_house"] == found["ones"] == (0, 0)
    assert found["chance"] == (10, 0)


# --- Triple Yahtzee ---------------------------------------------------------------------------------


def test_a_column_counts_so_often_as_its_number_says() -> None:
    now = sheet("triple_yahtzee", sixes_2=30, fives_2=25, fours_2=8, chance_3=20, ones=3)
    sums = [(column.upper, column.bonus, column.lower, column.total) for column in now.columns]
    assert sums == [(3, 0, 0, 3), (63, 35, 0, 196), (0, 0, 20, 60)]
    assert (now.upper, now.upper_bonus, now.lower, now.total) == (129, 70, 60, 259)


def test_a_joker_waits_for_all_three_boxes_of_five_alike() -> None:
    two = sheet("triple_yahtzee", yahtzee=50, yahtzee_2=50)
    assert offered(two, "44444")["large_straight:3"] == (0, 0)
    assert offered(two, "44444")["yahtzee:3"] == (50, 0)


def test_the_bonus_is_a_hundred_times_the_column_and_the_player_picks_it() -> None:
    now = sheet("triple_yahtzee", **ALL_THREE)
    assert offered(now, "44444") == {"fours": (20, 100), "fours:2": (20, 200), "fours:3": (20, 300)}
    then = sheet("triple_yahtzee", fours=12, fours_2=12, fours_3=12, **ALL_THREE)
    found = offered(then, "44444")
    assert found["large_straight:2"] == (40, 200)
    assert found["chance:3"] == (20, 300)
    assert len(found) == 18


def test_one_zeroed_box_of_five_alike_takes_the_bonus_and_leaves_the_joker() -> None:
    now = sheet("triple_yahtzee", fours=12, fours_2=12, fours_3=12, **ALL_THREE | {"yahtzee_2": 0})
    assert offered(now, "44444")["large_straight:2"] == (40, 0)


# --- Generala ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        ("straight", "34561", 25),
        ("straight", "12346", 0),
        ("full_house", "33666", 35),
        ("poker", "44441", 45),
        ("poker", "44444", 45),
        ("sixes", "66661", 24),
        ("double_generala", "44444", 0),
    ],
)
def test_a_served_roll_pays_five_more(box: str, dice: str, points: int) -> None:
    assert may(sheet("generala"), dice, box, first_roll=True) == Target(box, points)


@pytest.mark.parametrize(("generala", "points"), [(None, 0), (0, 0), (50, 100)])
def test_double_generala_needs_points_in_generala(generala: int | None, points: int) -> None:
    filled = {} if generala is None else {"generala": generala}
    now = sheet("generala", **filled)
    assert may(now, "44444", "double_generala") == Target("double_generala", points)
    served = may(now, "44444", "double_generala", first_roll=True)
    assert served == Target("double_generala", points, wins=points > 0)


def play(game: Game, *turns: tuple[str, str] | tuple[str, str, bool]) -> Game:
    """(roll, box) after (roll, box), whoever is to move; True: in the first roll."""
    for dice, box, *served in turns:
        roll = dice_from_digits(dice, game.ruleset.dice)
        game = game.after(Turn(game.mover or 0, box, roll, first_roll=any(served)))
    return game


def test_who_wins_at_once_is_first_and_who_left_is_last() -> None:
    game = new_game(with_options("generala", {}), ["Ana", "Ben", "Cleo", "Dov"])
    game = play(game, ("66661", "poker"), ("12346", "ones"), ("66661", "poker"), ("66661", "poker"))
    game = game.after(Leave(4))
    game = play(game, ("12346", "ones"), ("44444", "generala", True))
    assert game.finished
    assert game.mover is None
    assert not game.sheet(2).full
    assert [game.sheet(seat).total for seat in game.seats] == [41, 51, 40, 40]
    assert game.ranks == {1: 2, 2: 1, 3: 3, 4: 4}


def test_a_win_at_once_stands_before_higher_totals_and_nothing_follows() -> None:
    game = new_game(with_options("generala", {}), ["Ana", "Ben"])
    game = play(game, ("66661", "poker"), ("12346", "ones"), ("12345", "straight"))
    game = play(game, ("11111", "generala", True))
    assert [game.sheet(seat).total for seat in game.seats] == [60, 51]
    assert game.ranks == {1: 2, 2: 1}
    for entry in (Turn(1, "ones", points=1), Skip(1), Leave(1)):
        with refused("game_finished"):
            game.after(entry)


def test_a_win_at_once_by_double_generala() -> None:
    game = new_game(with_options("generala", {}), ["Ana"])
    game = play(game, ("44444", "generala"), ("44444", "double_generala", True))
    assert (game.finished, game.sheet(1).total, game.sheet(1).won) == (True, 150, True)


def test_points_of_a_served_roll_are_its_own() -> None:
    now = sheet("generala")
    assert judge_points(now, Cell("straight"), 25, first_roll=True) == Target("straight", 25)
    assert judge_points(now, Cell("generala"), 50, first_roll=True) == Target("generala", 50, wins=True)
    for box, points, first_roll in (
        ("straight", 25, False),
        ("straight", 20, True),
        ("double_generala", 100, False),
    ):
        with refused("impossible_points"):
            judge_points(now, Cell(box), points, first_roll=first_roll)


def test_elsewhere_no_roll_is_a_first_one() -> None:
    with refused("no_first_roll"):
        may(sheet("kniffel"), "44444", "kniffel", first_roll=True)
    with refused("no_first_roll"):
        targets(sheet("yams"), dice_from_digits("44444", 5), first_roll=True)


# --- the highest totals, by a game each -------------------------------------------------------------------


def alone(ruleset: str, turns: list[tuple[str, str, int, bool]], **options: object) -> Game:
    """A game of one player: roll, box, column, in the first roll."""
    game = new_game(with_options(ruleset, options), ["Ana"])
    for dice, box, column, first_roll in turns:
        roll = dice_from_digits(dice, game.ruleset.dice)
        game = game.after(Turn(1, box, roll, column=column, first_roll=first_roll))
    assert game.finished
    return game


def in_turn(rolls: dict[str, str]) -> list[tuple[str, str, int, bool]]:
    return [(dice, box, 1, False) for box, dice in rolls.items()]


def upper(dice: int) -> dict[str, str]:
    """Every upper box with all dice of its number."""
    return {box: str(face) * dice for face, box in enumerate(UPPER, 1)}


STRAIGHTS = {"small_straight": "12345", "large_straight": "12345"}
KINDS = {"three_of_a_kind": "66666", "four_of_a_kind": "66666"}


def test_the_highest_total_of_kniffel() -> None:
    further = [box for box in BOXES["kniffel"] if box != "kniffel"]
    game = alone("kniffel", in_turn(dict.fromkeys(["kniffel", *further], "11111")))
    assert (game.sheet(1).total, game.sheet(1).extras) == (975, 12)


def test_the_highest_total_of_yams() -> None:
    rolls = upper(5) | KINDS | STRAIGHTS | {"full_house": "11122", "yams": "11111", "chance": "66666"}
    assert alone("yams", in_turn(rolls)).sheet(1).total == 357


def test_the_highest_total_of_maxi_yatzy() -> None:
    rolls = upper(6) | {
        "one_pair": "665432",
        "two_pairs": "665511",
        "three_pairs": "665544",
        "three_of_a_kind": "666123",
        "four_of_a_kind": "666612",
        "five_of_a_kind": "666666",
        "small_straight": "123456",
        "large_straight": "123456",
        "full_straight": "123456",
        "full_house": "666551",
        "villa": "666555",
        "tower": "666655",
        "chance": "666666",
        "maxi_yatzy": "111111",
    }
    assert alone("maxi_yatzy", in_turn(rolls)).sheet(1).total == 649


def test_the_highest_total_of_triple_yahtzee() -> None:
    lower = [box for box in BOXES["triple_yahtzee"][6:] if box != "yahtzee"]
    boxes = {"yahtzee": "66666"} | upper(5) | dict.fromkeys(lower, "66666")
    game = alone(
        "triple_yahtzee", [(dice, box, column, False) for box, dice in boxes.items() for column in (1, 2, 3)]
    )
    assert (game.sheet(1).total, game.sheet(1).extras, game.sheet(1).extra_points) == (9450, 36, 7200)


@pytest.mark.parametrize(
    ("served", "options", "total"),
    [
        ((), {}, 345),
        (("straight", "full_house", "poker"), {}, 360),
        (BOXES["generala"], {"served": False}, 370),
    ],
)
def test_the_highest_total_of_generala(
    served: tuple[str, ...], options: dict[str, object], total: int
) -> None:
    lower = {"straight": "34561", "full_house": "66655", "poker": "66661"}
    rolls = upper(5) | lower | {"generala": "11111", "double_generala": "22222"}
    game = alone("generala", [(dice, box, 1, box in served) for box, dice in rolls.items()], **options)
    assert (game.sheet(1).total, game.sheet(1).won) == (total, False)
