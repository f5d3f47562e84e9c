"""Each house rule by examples, and how options are told (SHEETS.md, House rules)."""

from __future__ import annotations

from contextlib import suppress

import pytest

from scorepad.rules import Cell, Refused, Sheet, Target, judge_points, with_options
from tests.oracle import BOXES
from tests.rules.sheets import ALL_THREE, may, offered, sheet
from tests.rules.tables import refused

BY_OPTION: list[tuple[str, dict[str, object], str, str, int]] = [
    ("yahtzee", {"kinds": "own"}, "33345", "three_of_a_kind", 9),
    ("yacht", {"kinds": "own"}, "33334", "four_of_a_kind", 12),
    ("kniffel", {"kinds": "own"}, "33333", "three_of_a_kind", 9),
    ("triple_yahtzee", {"kinds": "own"}, "33334", "four_of_a_kind", 12),
    ("yams", {"kinds": "all"}, "55526", "three_of_a_kind", 23),
    ("yahtzee", {"full_house": "sum"}, "33355", "full_house", 19),
    ("kniffel", {"full_house": "sum"}, "33333", "full_house", 0),
    ("yams", {"full_house": "sum"}, "66655", "full_house", 28),
    ("triple_yahtzee", {"full_house": "sum"}, "11122", "full_house", 7),
    ("yahtzee", {"five_full_house": True}, "33333", "full_house", 25),
    ("yahtzee", {"five_full_house": True, "full_house": "sum"}, "33333", "full_house", 15),
    ("yahtzee", {"five_full_house": True}, "33335", "full_house", 0),
    ("yacht", {"five_full_house": True}, "33333", "full_house", 15),
    ("yatzy", {"five_full_house": True}, "66666", "full_house", 30),
    ("yatzy", {"five_full_house": True}, "66666", "two_pairs", 0),
    ("maxi_yatzy", {"five_full_house": True}, "333336", "full_house", 15),
    ("maxi_yatzy", {"five_full_house": True}, "333366", "full_house", 21),
    ("maxi_yatzy", {"five_full_house": True}, "444444", "villa", 24),
    ("maxi_yatzy", {"five_full_house": True}, "444444", "tower", 24),
    ("maxi_yatzy", {"five_full_house": True}, "444444", "full_house", 20),
    ("maxi_yatzy", {"five_full_house": True}, "444445", "tower", 0),
    ("maxi_yatzy", {"five_full_house": True}, "444444", "three_pairs", 0),
    ("yatzy", {"four_two_pairs": True}, "14444", "two_pairs", 16),
    ("yatzy", {"four_two_pairs": True}, "33666", "two_pairs", 18),
    ("yatzy", {"four_two_pairs": True}, "44444", "full_house", 0),
    ("maxi_yatzy", {"four_two_pairs": True}, "113333", "three_pairs", 14),
    ("maxi_yatzy", {"four_two_pairs": True}, "113333", "two_pairs", 12),
    ("maxi_yatzy", {"four_two_pairs": True}, "666666", "three_pairs", 36),
    ("maxi_yatzy", {"four_two_pairs": True}, "666666", "villa", 0),
]


@pytest.mark.parametrize(("ruleset", "options", "dice", "box", "points"), BY_OPTION)
def test_a_house_rule_changes_what_a_box_pays(
    ruleset: str, options: dict[str, object], dice: str, box: str, points: int
) -> None:
    assert may(sheet(ruleset, options), dice, box) == Target(box, points)


@pytest.mark.parametrize(
    ("options", "box", "points"),
    [
        ({"full_house": "sum"}, "full_house", 20),
        ({"kinds": "own"}, "three_of_a_kind", 12),
        ({"kinds": "own"}, "four_of_a_kind", 16),
        ({"kinds": "own"}, "chance", 20),
        ({}, "full_house", 25),
    ],
)
def test_a_house_rule_holds_for_a_joker_too(options: dict[str, object], box: str, points: int) -> None:
    assert may(sheet("yahtzee", options, yahtzee=50, fours=12), "44444", box) == Target(box, points, 100)


def test_a_free_joker_goes_anywhere() -> None:
    free = {"joker": "free"}
    lying = offered(sheet("yahtzee", free, yahtzee=50), "44444")
    assert len(lying) == 12
    assert (lying["fours"], lying["large_straight"], lying["ones"]) == ((20, 100), (0, 100), (0, 100))
    full = offered(sheet("yahtzee", free, yahtzee=0, fours=12), "44444")
    assert len(full) == 11
    assert (full["large_straight"], full["full_house"], full["ones"]) == ((40, 0), (25, 0), (0, 0))


def test_a_free_joker_lies_as_it_is_while_its_number_is_open_in_some_column() -> None:
    free = {"joker": "free"}
    now = sheet("triple_yahtzee", free, fours=12, fours_2=12, **ALL_THREE)
    assert offered(now, "44444")["large_straight"] == (0, 100)
    assert offered(now, "44444")["fours:3"] == (20, 300)
    then = sheet("triple_yahtzee", free, fours=12, fours_2=12, fours_3=12, **ALL_THREE)
    assert offered(then, "44444")["large_straight:3"] == (40, 300)
    assert offered(then, "44444")["ones:2"] == (0, 200)


def test_without_a_joker_five_alike_are_scored_as_they_lie() -> None:
    none = offered(sheet("yahtzee", {"joker": "none"}, yahtzee=50, fours=12), "44444")
    assert (none["large_straight"], none["chance"], none["ones"]) == ((0, 100), (20, 100), (0, 100))


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"kinds": "own"}, {"three_of_a_kind": 18, "four_of_a_kind": 24, "full_house": 25}),
        ({"full_house": "sum"}, {"three_of_a_kind": 30, "full_house": 28}),
        ({"full_house": "sum", "five_full_house": True}, {"full_house": 30}),
    ],
)
def test_the_most_that_a_box_can_have_is_that_of_the_house_rules(
    options: dict[str, object], most: dict[str, int]
) -> None:
    found = offered(sheet("kniffel", options, kniffel=50), "22222")
    assert {box: found[box] for box in most} == {box: (points, 50) for box, points in most.items()}


def test_by_the_number_a_further_kniffel_goes_there_or_is_a_joker_without_the_fifty() -> None:
    by_number: dict[str, object] = {"further": "number_or_joker"}
    assert offered(sheet("kniffel", by_number, kniffel=50), "22222") == {"twos": (10, 50)}
    with refused("joker_upper"):
        may(sheet("kniffel", by_number, kniffel=50), "22222", "chance")
    found = offered(sheet("kniffel", by_number, kniffel=50, twos=6, chance=20), "22222")
    assert found == {
        "three_of_a_kind": (10, 0),
        "four_of_a_kind": (10, 0),
        "full_house": (25, 0),
        "small_straight": (30, 0),
        "large_straight": (40, 0),
    }
    lower = dict.fromkeys(BOXES["kniffel"][6:], 0) | {"kniffel": 50}
    full = sheet("kniffel", by_number, twos=6, sixes=18, fours=0, fives=0, **lower)
    assert offered(full, "22222") == {"ones": (0, 0), "threes": (0, 0)}


def test_scored_as_it_lies_a_further_kniffel_still_brings_the_fifty() -> None:
    found = offered(sheet("kniffel", {"further": "plain"}, kniffel=50), "22222")
    assert (found["twos"], found["ones"], found["large_straight"]) == ((10, 50), (0, 50), (0, 50))
    none = offered(sheet("kniffel", {"further": "none"}, kniffel=50), "22222")
    assert {extra for _, extra in none.values()} == {0}
    assert (none["twos"], none["large_straight"]) == ((10, 0), (0, 0))


@pytest.mark.parametrize(("extra", "earned"), [(100, 100), (50, 50), (0, 0)])
def test_an_extra_yahtzee_brings_what_the_house_says(extra: int, earned: int) -> None:
    now = sheet("yahtzee", {"extra": extra}, yahtzee=50)
    assert offered(now, "44444") == {"fours": (20, earned)}
    then = now.write(may(now, "44444", "fours"))
    assert (then.extras, then.extra_points, then.total) == (1 if extra else 0, earned, 70 + earned)
    triple = sheet("triple_yahtzee", {"extra": extra}, **ALL_THREE)
    assert offered(triple, "44444")["fours:3"] == (20, 3 * earned)


def test_without_the_win_at_once_served_five_alike_pay_five_more() -> None:
    now = sheet("generala", {"served": False}, poker=40)
    assert may(now, "44444", "generala", first_roll=True) == Target("generala", 55)
    then = sheet("generala", {"served": False}, generala=55)
    assert may(then, "44444", "double_generala", first_roll=True) == Target("double_generala", 105)
    assert may(then, "44441", "poker", first_roll=True) == Target("poker", 45)


@pytest.mark.parametrize("ruleset", ["yacht", "yams", "maxi_yatzy", "generala"])
def test_a_sheet_filled_in_order_offers_its_first_empty_box_alone(ruleset: str) -> None:
    now = sheet(ruleset, {"in_order": True}, ones=0)
    assert [cell.box for cell in now.open_cells] == ["twos"]
    with refused("out_of_order") as caught:
        judge_points(now, Cell("sixes"), 0)
    assert caught.value.facts == {"box": "sixes", "must": "twos"}
    assert now.ruleset.in_order


def test_the_bonus_comes_at_the_sum_that_the_house_says() -> None:
    for sixes, bonus in ((18, 0), (24, 7)):
        now = sheet("kniffel", {"bonus": [7, 20]}, sixes=sixes)
        assert (now.upper_bonus, now.total) == (bonus, sixes + bonus)
    triple = sheet("triple_yahtzee", {"bonus": (7, 20)}, sixes_3=24)
    assert (triple.column(3).bonus, triple.upper_bonus, triple.total) == (7, 21, 93)


# --- options as they are told ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "option", "value"),
    [
        ("yahtzee", "joker", "Free"),
        ("yahtzee", "joker", None),
        ("yahtzee", "joker", ["free"]),
        ("yahtzee", "extra", 75),
        ("yahtzee", "extra", 100.0),
        ("yahtzee", "extra", "50"),
        ("yahtzee", "extra", False),
        ("yahtzee", "five_full_house", 1),
        ("yahtzee", "five_full_house", "true"),
        ("kniffel", "further", "free"),
        ("generala", "served", 0),
        ("yams", "in_order", None),
        ("yatzy", "bonus", 50),
        ("yatzy", "bonus", [50]),
        ("yatzy", "bonus", [50, 63, 1]),
        ("yatzy", "bonus", [50, "63"]),
        ("yatzy", "bonus", [50.0, 63]),
        ("yatzy", "bonus", [True, 63]),
        ("yatzy", "bonus", [-1, 63]),
        ("yatzy", "bonus", [1000, 63]),
        ("yatzy", "bonus", [50, 0]),
        ("yatzy", "bonus", [50, 1000]),
        ("yatzy", "bonus", [[50, 63]]),
        ("yatzy", "bonus", {"points": 50, "at": 63}),
        ("yatzy", "bonus", "50,63"),
        ("yatzy", "bonus", None),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(ruleset: str, option: str, value: object) -> None:
    with refused("option_value") as caught:
        with_options(ruleset, {option: value})
    assert caught.value.facts == {"option": option}


@pytest.mark.parametrize(
    ("ruleset", "option"),
    [
        ("yahtzee", "further"),
        ("yahtzee", "in_order"),
        ("kniffel", "joker"),
        ("kniffel", "extra"),
        ("yatzy", "kinds"),
        ("yatzy", "in_order"),
        ("forced_yatzy", "in_order"),
        ("generala", "five_full_house"),
        ("yacht", "full_house"),
        ("maxi_yatzy", "full_house"),
        ("free_for_all", "bonus"),
        ("free_for_all", "five_full_house"),
        ("yahtzee", ""),
        ("yahtzee", "Bonus"),
    ],
)
def test_an_option_that_the_sheet_does_not_have_is_refused(ruleset: str, option: str) -> None:
    with refused("unknown_option") as caught:
        with_options(ruleset, {option: True})
    assert caught.value.facts == {"option": option, "ruleset": ruleset}


@pytest.mark.parametrize("bonus", [[0, 1], [999, 999], [0, 64], [51, 63]])
def test_any_bonus_within_the_bounds_is_taken(bonus: list[int]) -> None:
    assert with_options("yatzy", {"bonus": bonus}).chosen == (("bonus", tuple(bonus)),)


# --- the mark of five alike again, on paper ---------------------------------------------------------------


def marked(on: Sheet, box: str) -> set[int]:
    """The points that the mark is taken with there."""
    found = set()
    for points in range(101):
        with suppress(Refused):
            found.add(judge_points(on, Cell(box), points, extra=True).points)
    return found


SUMS = {5, 10, 15, 20, 25, 30}


@pytest.mark.parametrize(
    ("ruleset", "options", "by_box"),
    [
        ("yahtzee", {}, {"fours": {0, 20}, "full_house": {25}, "large_straight": {40}, "chance": SUMS}),
        ("yahtzee", {"extra": 0}, {"fours": set(), "chance": set()}),
        ("yahtzee", {"full_house": "sum"}, {"full_house": SUMS}),
        ("yahtzee", {"kinds": "own"}, {"three_of_a_kind": {3, 6, 9, 12, 15, 18}}),
        ("yahtzee", {"joker": "free"}, {"fours": {0, 20}, "full_house": {0, 25}, "large_straight": {0, 40}}),
        ("yahtzee", {"joker": "none"}, {"fours": {0, 20}, "full_house": {0}, "large_straight": {0}}),
        ("yahtzee", {"joker": "none", "five_full_house": True}, {"full_house": {25}}),
        ("kniffel", {}, {"fours": {20}, "full_house": {25}, "chance": {30}, "large_straight": {40}}),
        ("kniffel", {"full_house": "sum"}, {"full_house": {28}}),
        ("kniffel", {"further": "number_or_joker"}, {"fours": {20}, "full_house": set(), "chance": set()}),
        ("kniffel", {"further": "plain"}, {"fours": {0, 20}, "full_house": {0}, "chance": SUMS}),
        ("kniffel", {"further": "none"}, {"fours": set(), "chance": set()}),
    ],
)
def test_the_mark_is_taken_with_what_five_alike_can_bring(
    ruleset: str, options: dict[str, object], by_box: dict[str, set[int]]
) -> None:
    for box, points in by_box.items():
        assert marked(sheet(ruleset, options, **{ruleset: 50}), box) == points
        assert marked(sheet(ruleset, options), box) == set()
        assert marked(sheet(ruleset, options, **{ruleset: 0}), box) == set()


def test_the_mark_needs_fifty_in_all_three_columns_and_counts_by_its_column() -> None:
    now = sheet("triple_yahtzee", **ALL_THREE)
    assert judge_points(now, Cell("fours", 3), 20, extra=True) == Target("fours", 20, 300, column=3)
    with refused("no_extra"):
        judge_points(sheet("triple_yahtzee", **ALL_THREE | {"yahtzee_3": 0}), Cell("fours"), 20, extra=True)


@pytest.mark.parametrize(
    ("ruleset", "options", "taken"),
    [
        ("yahtzee", {}, True),
        ("yahtzee", {"joker": "free"}, True),
        ("yahtzee", {"joker": "none"}, False),
        ("triple_yahtzee", {}, True),
        ("kniffel", {}, False),
        ("kniffel", {"further": "number_or_joker"}, True),
        ("kniffel", {"further": "plain"}, False),
        ("kniffel", {"further": "none"}, False),
        ("yams", {}, False),
    ],
)
def test_a_summed_full_house_may_be_an_unmarked_joker(
    ruleset: str, options: dict[str, object], taken: bool
) -> None:
    now = sheet(ruleset, options | {"full_house": "sum"})
    assert judge_points(now, Cell("full_house"), 15).points == 15
    for points in (5, 10, 25, 30):
        if taken:
            assert judge_points(now, Cell("full_house"), points).points == points
        else:
            with refused("impossible_points"):
                judge_points(now, Cell("full_house"), points)
