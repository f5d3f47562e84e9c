"""Six dice, two columns, a box that pays more in the first roll: a sheet that is nothing but data."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    Cell,
    Dice,
    Exchange,
    Fix,
    Refused,
    Sheet,
    Target,
    Turn,
    all_rolls,
    answers,
    dice_from_digits,
    judge,
    judge_points,
    point_targets,
    redo,
    replay,
    targets,
    undo,
)
from tests.made_up import played
from tests.made_up_sheet import MADE_UP
from tests.rules.tables import Table, refused
from tests.strategies import quick

UPPER = tuple(box.id for box in MADE_UP.upper)
BOXES = tuple(box.id for box in MADE_UP.boxes)
ROLLS = all_rolls(6)


def roll(text: str) -> Dice:
    return dice_from_digits(text, 6)


def sheet(first: dict[str, int] | None = None, second: dict[str, int] | None = None) -> Sheet:
    """A sheet with these boxes filled, column by column."""
    filled = {Cell(box): points for box, points in (first or {}).items()}
    return Sheet(MADE_UP, filled | {Cell(box, 2): points for box, points in (second or {}).items()})


def offered(on: Sheet, dice: str, first_roll: bool = False) -> dict[str, tuple[int, int]]:
    return {str(target.cell): (target.points, target.extra) for target in targets(on, roll(dice), first_roll)}


def above(box: str) -> dict[str, int]:
    """What stands above that box, with nothing in it."""
    return dict.fromkeys(BOXES[: BOXES.index(box)], 0)


# --- cells ------------------------------------------------------------------------------------------


def test_there_are_thirteen_boxes_in_each_of_two_columns() -> None:
    assert (len(MADE_UP.boxes), MADE_UP.rounds) == (13, 26)
    assert MADE_UP.cells[:2] == (Cell("ones"), Cell("twos"))
    assert MADE_UP.cells[13:15] == (Cell("ones", 2), Cell("twos", 2))
    assert [str(cell) for cell in MADE_UP.cells[12:14]] == ["chance", "ones:2"]
    assert not MADE_UP.in_order
    assert MADE_UP.first_roll


def test_the_first_column_is_free_and_the_second_goes_from_top_to_bottom() -> None:
    empty = sheet()
    assert empty.open_cells == (*(Cell(box) for box in BOXES), Cell("ones", 2))
    then = empty.write(judge(empty, roll("112345"), Cell("ones", 2)))
    assert then.open_cells == (*(Cell(box) for box in BOXES), Cell("twos", 2))
    with refused("out_of_order") as caught:
        judge(then, roll("112345"), Cell("chance", 2))
    assert caught.value.facts == {"box": "chance", "must": "twos"}
    with refused("box_filled"):
        judge(then, roll("112345"), Cell("ones", 2))
    assert judge(then, roll("112345"), Cell("ones")) == Target("ones", 2)


@pytest.mark.parametrize("column", [-1, 0, 3, 99])
def test_a_column_that_is_not_there_is_refused(column: int) -> None:
    for judged in (
        lambda: judge(sheet(), roll("112345"), Cell("ones", column)),
        lambda: judge_points(sheet(), Cell("ones", column), 2),
        lambda: point_targets(sheet(), Cell("ones", column)),
    ):
        with refused("unknown_column") as caught:
            judged()
        assert caught.value.facts == {"column": column, "most": 2}


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        ("sixes", "666661", 30),
        ("three_pairs", "113355", 18),
        ("three_pairs", "113333", 0),
        ("villa", "222555", 21),
        ("tower", "446666", 32),
        ("five_of_a_kind", "444441", 20),
        ("five_of_a_kind", "666666", 30),
        ("full_straight", "123456", 21),
        ("full_straight", "123455", 0),
        ("six_of_a_kind", "111111", 100),
        ("chance", "123456", 21),
    ],
)
def test_six_dice_pay_by_their_patterns_in_either_column(box: str, dice: str, points: int) -> None:
    assert judge(sheet(), roll(dice), Cell(box)) == Target(box, points)
    assert judge(sheet(second=above(box)), roll(dice), Cell(box, 2)) == Target(box, points, column=2)


# --- sums -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("upper", "bonus"), [(83, 0), (84, 100), (85, 100)])
def test_each_column_has_the_bonus_at_84_and_counts_by_its_factor(upper: int, bonus: int) -> None:
    upper_boxes = {"sixes": 36, "fives": 30, "fours": 16, "ones": upper - 82}
    first, second = sheet(upper_boxes | {"chance": 20}), sheet(second=upper_boxes | {"chance": 20})
    assert (first.upper, first.upper_bonus, first.lower, first.total) == (
        upper,
        bonus,
        20,
        upper + bonus + 20,
    )
    assert second.column(2).bonus == bonus
    assert (second.upper, second.upper_bonus, second.lower) == (2 * upper, 2 * bonus, 40)
    assert second.total == 2 * (upper + bonus + 20)


def test_two_half_columns_make_no_bonus() -> None:
    both = sheet({"sixes": 36, "fives": 30}, {"sixes": 36, "fives": 30})
    assert (both.upper_bonus, both.total) == (0, 66 + 132)


# --- the first roll ---------------------------------------------------------------------------------


def test_a_served_box_pays_more_in_the_first_roll_and_nothing_for_nothing() -> None:
    five = Cell("five_of_a_kind")
    assert judge(sheet(), roll("444441"), five, first_roll=True) == Target("five_of_a_kind", 25)
    assert judge(sheet(), roll("444411"), five, first_roll=True) == Target("five_of_a_kind", 0)
    assert offered(sheet(), "444441", first_roll=True)["chance"] == (21, 0)
    assert judge_points(sheet(), five, 25, first_roll=True).points == 25
    for points in (1, 34):
        with refused("impossible_points"):
            judge_points(sheet(), five, points, first_roll=True)
    assert judge_points(sheet(), five, 5).points == 5
    assert judge_points(sheet(), five, 35, first_roll=True).points == 35
    with refused("impossible_points"):
        judge_points(sheet(), five, 35)


def test_elsewhere_no_roll_is_the_first() -> None:
    table = Table("Ana", "Ben")
    assert table.refused(Turn(1, "chance", dice_from_digits("12346", 5), first_roll=True)).reason == (
        "no_first_roll"
    )
    assert table.refused(Turn(1, "chance", points=16, first_roll=True)).reason == "no_first_roll"


# --- six alike again --------------------------------------------------------------------------------


def test_six_alike_are_nothing_special_until_both_boxes_for_them_are_filled() -> None:
    half = sheet({"six_of_a_kind": 100})
    assert offered(half, "555555")["full_straight"] == (0, 0)
    assert offered(half, "555555")["ones:2"] == (0, 0)


def test_a_joker_goes_into_its_number_and_earns_by_the_column() -> None:
    now = sheet({"six_of_a_kind": 100}, above("chance") | {"six_of_a_kind": 100})
    assert offered(now, "555555") == {"fives": (25 + 5, 50)}
    with refused("joker_upper") as caught:
        judge(now, roll("555555"), Cell("chance", 2))
    assert caught.value.facts == {"box": "chance", "must": "fives"}
    then = sheet({"six_of_a_kind": 100, "fives": 0}, above("chance") | {"six_of_a_kind": 100})
    assert offered(then, "555555") == {
        "three_pairs": (30, 50),
        "villa": (30, 50),
        "tower": (30, 50),
        "five_of_a_kind": (25, 50),
        "full_straight": (21, 50),
        "chance": (30, 50),
        "chance:2": (30, 100),
    }


def test_one_zero_among_the_boxes_for_them_earns_nothing() -> None:
    now = sheet({"six_of_a_kind": 0, "fives": 0}, above("chance") | {"six_of_a_kind": 100})
    assert offered(now, "555555")["chance:2"] == (30, 0)


def test_a_joker_on_paper_is_marked_and_earns_by_the_column_too() -> None:
    now = sheet({"six_of_a_kind": 100, "fives": 0}, above("chance") | {"six_of_a_kind": 100})
    assert judge_points(now, Cell("chance", 2), 30, extra=True) == Target("chance", 30, 100, column=2)
    assert judge_points(now, Cell("sixes"), 36, extra=True) == Target("sixes", 36, 50)
    with refused("no_extra"):
        judge_points(now, Cell("sixes"), 30, extra=True)


def test_what_a_joker_earns_is_counted_once_and_added_by_the_column() -> None:
    now = sheet({"six_of_a_kind": 100, "fives": 0}, above("chance") | {"six_of_a_kind": 100})
    then = now.write(judge(now, roll("555555"), Cell("chance", 2)))
    assert (then.extras, then.extra_points, then.total - now.total) == (1, 100, 2 * 30 + 100)
    assert [(column.extra, column.counts - column.total) for column in then.columns] == [(0, 0), (100, 100)]
    assert then.earned == {Cell("chance", 2): 100}


# --- a game -----------------------------------------------------------------------------------------


def test_a_whole_game_is_played_corrected_and_folded() -> None:
    table = Table("Ana", "Ben", ruleset=MADE_UP)
    game = played(MADE_UP, ["Ana", "Ben"], random.Random(7))
    for entry in game.entries:
        table.wish(entry)
    assert table.game == game
    assert game.finished
    assert game.round == 26
    assert [len(sheet.filled) for sheet in game.sheets] == [26, 26]


def test_a_turn_is_corrected_into_the_other_column() -> None:
    table = Table("Ana", "Ben", ruleset=MADE_UP)
    table.wish(Turn(1, "ones", roll("112345")))
    table.wish(Turn(2, "chance", roll("666666")))
    table.wish(Fix(1, Turn(1, "ones", roll("112345"), column=2)))
    assert table.game.sheet(1).filled == {Cell("ones", 2): 2}
    assert table.game.sheet(1).total == 4
    assert table.corrected == {1: Target("ones", 2)}
    with refused("out_of_order"):
        table.wish(Fix(2, Turn(2, "chance", roll("666666"), column=2)))
    table.wish(Exchange(1, 2))
    assert (table.game.sheet(1).filled, table.game.sheet(2).filled) == (
        {Cell("chance"): 36},
        {Cell("ones", 2): 2},
    )
    table.wish(undo)
    table.wish(redo)
    assert table.game.sheet(2).total == 4


def test_a_correction_that_breaks_the_order_of_a_column_is_refused_at_the_later_turn() -> None:
    table = Table("Ana", ruleset=MADE_UP)
    for box in ("ones", "twos"):
        table.wish(Turn(1, box, roll("112345"), column=2))
    found = table.refused(Fix(1, Turn(1, "ones", roll("112345"))))
    assert (found.reason, found.places[0].number) == ("out_of_order", 2)


# --- properties -------------------------------------------------------------------------------------


@quick(40)
@given(st.integers(0, 10**6), st.integers(0, 26), st.sampled_from(ROLLS))
def test_every_roll_has_a_place_and_only_what_is_offered_is_accepted(
    seed: int, turns: int, dice: Dice
) -> None:
    entries = played(MADE_UP, ["Ana"], random.Random(seed)).entries[:turns]
    now = replay(MADE_UP, ["Ana"], entries).sheet(1)
    offers = {target.cell: target for target in targets(now, dice)}
    assert bool(offers) == (not now.full)
    assert list(answers(now, dice)) == [cell for cell in MADE_UP.cells if cell not in now.filled]
    for cell in MADE_UP.cells:
        if cell in offers:
            target = offers[cell]
            assert judge(now, dice, cell) == target
            assert judge_points(now, cell, target.points, bool(target.extra)) == target
            assert target in point_targets(now, cell)
        else:
            with pytest.raises(Refused):
                judge(now, dice, cell)


@quick(40)
@given(st.integers(0, 10**6), st.integers(0, 26))
def test_a_total_is_the_sum_of_its_columns_and_extras(seed: int, turns: int) -> None:
    entries = played(MADE_UP, ["Ana"], random.Random(seed)).entries[:turns]
    game = replay(MADE_UP, ["Ana"], entries)
    now = game.sheet(1)
    total = sum(target.extra for target in game.scored if target)
    for number, column in enumerate(now.columns, 1):
        points = [points for cell, points in now.filled.items() if cell.column == number]
        upper = sum(now.filled.get(Cell(box, number), 0) for box in UPPER)
        total += number * (sum(points) + (100 if upper >= 84 else 0))
        assert (column.upper, column.factor) == (upper, number)
    assert now.total == total
