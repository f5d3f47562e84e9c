"""Boxes and sheets: what each roll pays where, and what it may fill."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    DOWN,
    RULESETS,
    Cell,
    Claim,
    Highest,
    Joker,
    Nothing,
    Refused,
    Sheet,
    Target,
    answers,
    judge,
    judge_points,
    point_targets,
    ruleset_of,
    targets,
)
from tests.oracle import all_alike
from tests.strategies import (
    BOXES,
    EVERY_ROLL,
    RULESET_IDS,
    SHEETS,
    UPPER,
    UPPER_BONUS,
    Faces,
    Story,
    five,
    legal,
    lone_sheets,
    quick,
    rolls,
    stories,
    worth,
    written,
)

LOWER_YAHTZEE = BOXES["yahtzee"][6:]


def sheet(ruleset: str = "yahtzee", **filled: int) -> Sheet:
    return Sheet(RULESETS[ruleset], {Cell(box): points for box, points in filled.items()})


def filled_on(on: Sheet) -> dict[str, int]:
    """The filled boxes of a sheet of one column."""
    return dict(on.column(1).boxes)


def may(on: Sheet, dice: str, box: str) -> Target:
    return judge(on, five(dice), Cell(box))


def paid(on: Sheet, box: str, points: int, extra: bool = False) -> Target:
    return judge_points(on, Cell(box), points, extra)


def offered(on: Sheet, dice: str) -> list[tuple[str, int, int]]:
    return [(target.box, target.points, target.extra) for target in targets(on, five(dice))]


def refusal(on: Sheet, dice: str, box: str) -> Refused:
    with pytest.raises(Refused) as caught:
        may(on, dice, box)
    return caught.value


def refusal_of_points(on: Sheet, box: str, points: int, extra: bool = False) -> Refused:
    with pytest.raises(Refused) as caught:
        paid(on, box, points, extra)
    return caught.value


# --- the rule sets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_the_boxes_stand_in_the_order_of_the_rules(ruleset: str) -> None:
    assert tuple(box.id for box in RULESETS[ruleset].boxes) == BOXES[ruleset]


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_the_first_six_boxes_are_the_upper_section(ruleset: str) -> None:
    assert tuple(box.id for box in RULESETS[ruleset].upper) == UPPER
    assert tuple(box.id for box in RULESETS[ruleset].lower) == BOXES[ruleset][6:]
    assert [box.face for box in RULESETS[ruleset].boxes] == [1, 2, 3, 4, 5, 6] + [0] * (
        len(BOXES[ruleset]) - 6
    )


@pytest.mark.parametrize(
    ("ruleset", "rounds", "most", "bonus", "starter"),
    [
        ("yahtzee", 13, 6, 35, "random"),
        ("yacht", 12, 6, 0, "random"),
        ("yatzy", 15, None, 50, "first"),
        ("forced_yatzy", 15, None, 50, "first"),
    ],
)
def test_a_rule_set_has_the_numbers_of_the_table(
    ruleset: str, rounds: int, most: int | None, bonus: int, starter: str
) -> None:
    found = ruleset_of(ruleset)
    assert found.id == ruleset
    assert (found.rounds, found.most_players, found.bonus.points) == (rounds, most, bonus)
    assert found.bonus.at == 63
    assert found.dice == 5
    assert found.starter == starter


def test_joker_belongs_to_yahtzee_and_order_to_forced_yatzy_alone() -> None:
    assert [ruleset for ruleset in RULESET_IDS if isinstance(RULESETS[ruleset].again, Joker)] == ["yahtzee"]
    assert [ruleset for ruleset in RULESET_IDS if RULESETS[ruleset].in_order] == ["forced_yatzy"]
    assert [column.order for column in RULESETS["forced_yatzy"].columns] == [DOWN]


def test_each_rule_set_says_what_five_alike_again_earn() -> None:
    assert {ruleset: RULESETS[ruleset].again for ruleset in RULESETS} == {
        "yahtzee": Joker(extra=100),
        "yatzy": Nothing(),
        "forced_yatzy": Nothing(),
        "yacht": Nothing(),
        "kniffel": Highest(extra=50),
        "yams": Nothing(),
        "maxi_yatzy": Nothing(),
        "triple_yahtzee": Joker(extra=100),
        "generala": Nothing(),
        "free_for_all": Claim(extra=100),
    }
    boxes = {ruleset: RULESETS[ruleset].all_alike.id for ruleset in RULESETS}
    assert boxes == {sheet: all_alike(sheet) for sheet in SHEETS} | {"free_for_all": "yahtzee"}


@pytest.mark.parametrize("ruleset", ["", "Yahtzee", "balut"])
def test_an_unknown_rule_set_is_refused_by_name(ruleset: str) -> None:
    with pytest.raises(Refused) as caught:
        ruleset_of(ruleset)
    assert (caught.value.reason, caught.value.facts) == ("unknown_ruleset", {"ruleset": ruleset})


# --- what a roll pays -------------------------------------------------------------------------------

UPPER_TABLE = {
    "ones": {"11234": 2, "23456": 0, "11111": 5},
    "twos": {"22256": 6, "13456": 0, "12345": 2},
    "threes": {"33312": 9, "12456": 0, "33335": 12},
    "fours": {"44421": 12, "12356": 0, "44444": 20},
    "fives": {"55555": 25, "12346": 0, "15556": 15},
    "sixes": {"44421": 0, "66666": 30, "16266": 18},
}
YATZY_TABLE = UPPER_TABLE | {
    "one_pair": {"13455": 10, "44444": 8, "33555": 10, "22115": 4, "12346": 0, "66122": 12},
    "two_pairs": {"13355": 16, "33666": 18, "14444": 0, "44444": 0, "12335": 0, "11225": 6},
    "three_of_a_kind": {"24445": 12, "33335": 9, "33333": 9, "22446": 0, "22266": 6},
    "four_of_a_kind": {"23333": 12, "33333": 12, "33344": 0, "66661": 24},
    "small_straight": {"12345": 15, "54321": 15, "23456": 0, "11234": 0, "12346": 0},
    "large_straight": {"23456": 20, "65432": 20, "12345": 0, "13456": 0},
    "full_house": {"33666": 24, "22233": 12, "33335": 0, "33333": 0, "66665": 0, "11223": 0},
    "chance": {"12346": 16, "66666": 30, "11111": 5},
    "yatzy": {"44444": 50, "11111": 50, "44443": 0},
}
TABLE: dict[str, dict[str, dict[str, int]]] = {
    "yahtzee": UPPER_TABLE
    | {
        "three_of_a_kind": {"33345": 18, "33445": 0, "33333": 15, "22266": 18, "44441": 17},
        "four_of_a_kind": {"33334": 16, "33344": 0, "33333": 15, "16666": 25},
        "full_house": {"22333": 25, "33335": 0, "33333": 0, "22335": 0, "11666": 25},
        "small_straight": {"11234": 30, "12345": 30, "23456": 30, "34566": 30, "13456": 30, "12356": 0},
        "large_straight": {"12345": 40, "23456": 40, "12346": 0, "13456": 0, "11234": 0},
        "yahtzee": {"44444": 50, "66666": 50, "44443": 0},
        "chance": {"12346": 16, "66666": 30, "11111": 5},
    },
    "yacht": UPPER_TABLE
    | {
        "four_of_a_kind": {"33333": 15, "33334": 16, "33344": 0},
        "full_house": {"33355": 19, "33333": 0, "33335": 0, "11666": 20},
        "small_straight": {"11234": 30, "12345": 30, "34566": 30, "12356": 0},
        "large_straight": {"12345": 40, "23456": 40, "12346": 0},
        "yacht": {"44444": 50, "44443": 0},
        "chance": {"12346": 16, "66666": 30},
    },
    "yatzy": YATZY_TABLE,
    "forced_yatzy": YATZY_TABLE,
}
LINES = [
    (ruleset, box, dice, points)
    for ruleset, boxes in TABLE.items()
    for box, paid in boxes.items()
    for dice, points in paid.items()
]


def filled_above(ruleset: str, box: str) -> Sheet:
    """A sheet on which that box may be filled: in Forced Yatzy with all above it full."""
    if ruleset != "forced_yatzy":
        return sheet(ruleset)
    above = BOXES[ruleset][: BOXES[ruleset].index(box)]
    return sheet(ruleset, **dict.fromkeys(above, 0))


@pytest.mark.parametrize(("ruleset", "box", "dice", "points"), LINES)
def test_a_roll_pays_what_the_rules_say(ruleset: str, box: str, dice: str, points: int) -> None:
    assert may(filled_above(ruleset, box), dice, box) == Target(box, points)


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_the_table_above_names_every_box(ruleset: str) -> None:
    assert set(TABLE[ruleset]) == set(BOXES[ruleset])


@pytest.mark.parametrize(
    ("ruleset", "box"), [(ruleset, box) for ruleset in RULESET_IDS for box in BOXES[ruleset]]
)
def test_every_roll_pays_in_every_box_by_the_rules(ruleset: str, box: str) -> None:
    found = RULESETS[ruleset].box(box)
    for faces in EVERY_ROLL:
        dice = five(written(faces))
        assert found.score(dice) == worth(ruleset, box, faces), faces
        assert found.score(dice) in found.possible(5)
    assert found.possible(5) == {worth(ruleset, box, faces) for faces in EVERY_ROLL}


def test_fours_can_hold_six_numbers_and_a_full_house_two() -> None:
    assert RULESETS["yahtzee"].box("fours").possible(5) == {0, 4, 8, 12, 16, 20}
    assert RULESETS["yahtzee"].box("full_house").possible(5) == {0, 25}
    assert RULESETS["yatzy"].box("one_pair").possible(5) == {0, 2, 4, 6, 8, 10, 12}
    assert RULESETS["yatzy"].box("chance").possible(5) == set(range(5, 31))


# --- which boxes a roll may fill --------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht", "yatzy"])
def test_on_an_empty_sheet_every_box_is_open_in_sheet_order(ruleset: str) -> None:
    assert [box for box, _, _ in offered(sheet(ruleset), "12346")] == list(BOXES[ruleset])


def test_any_open_box_may_be_given_a_zero() -> None:
    assert ("large_straight", 0, 0) in offered(sheet(), "66655")


def test_a_filled_box_is_closed_for_good() -> None:
    refused = refusal(sheet(fours=12), "44421", "fours")
    assert (refused.reason, refused.facts) == ("box_filled", {"box": "fours"})


def test_a_box_filled_with_zero_is_filled_too() -> None:
    assert refusal(sheet(large_straight=0), "12345", "large_straight").reason == "box_filled"


@pytest.mark.parametrize(
    ("ruleset", "box"),
    [
        ("yahtzee", "one_pair"),
        ("yacht", "three_of_a_kind"),
        ("yacht", "yahtzee"),
        ("yatzy", "yahtzee"),
        ("yahtzee", ""),
        ("yahtzee", "Fours"),
    ],
)
def test_a_box_of_another_rule_set_is_unknown(ruleset: str, box: str) -> None:
    refused = refusal(sheet(ruleset), "33355", box)
    assert (refused.reason, refused.facts) == ("unknown_box", {"box": box})


def test_a_full_sheet_has_no_open_box() -> None:
    full = sheet(**dict.fromkeys(BOXES["yahtzee"], 0))
    assert full.full
    assert full.open_cells == ()
    assert full.next_in(1) is None
    assert offered(full, "66666") == []


def test_a_sheet_with_one_open_box_is_not_full() -> None:
    almost = sheet(**dict.fromkeys(BOXES["yahtzee"][:-1], 0))
    assert not almost.full
    assert almost.open_cells == (Cell("chance"),)
    assert almost.next_in(1) == Cell("chance")


# --- Forced Yatzy -----------------------------------------------------------------------------------


def test_forced_yatzy_offers_the_first_empty_box_alone() -> None:
    assert offered(sheet("forced_yatzy"), "66666") == [("ones", 0, 0)]
    assert offered(sheet("forced_yatzy", ones=3, twos=0), "33366") == [("threes", 9, 0)]


def test_forced_yatzy_refuses_a_box_out_of_order_and_names_the_next() -> None:
    refused = refusal(sheet("forced_yatzy", ones=3), "66666", "sixes")
    assert (refused.reason, refused.facts) == ("out_of_order", {"box": "sixes", "must": "twos"})


def test_forced_yatzy_refuses_points_out_of_order_too() -> None:
    refused = refusal_of_points(sheet("forced_yatzy", ones=3), "yatzy", 50)
    assert (refused.reason, refused.facts) == ("out_of_order", {"box": "yatzy", "must": "twos"})


def test_a_filled_box_of_forced_yatzy_is_filled_rather_than_out_of_order() -> None:
    assert refusal(sheet("forced_yatzy", ones=3), "11111", "ones").reason == "box_filled"


# --- extra Yahtzee ----------------------------------------------------------------------------------


def earns(on: Sheet) -> int:
    """What another five alike would earn now."""
    return on.ruleset.again.earned(on, Cell("sixes"))


def test_the_first_five_alike_are_scored_like_any_other_in_any_open_box() -> None:
    found = {box: (points, extra) for box, points, extra in offered(sheet(), "44444")}
    assert found == {
        "ones": (0, 0),
        "twos": (0, 0),
        "threes": (0, 0),
        "fours": (20, 0),
        "fives": (0, 0),
        "sixes": (0, 0),
        "three_of_a_kind": (20, 0),
        "four_of_a_kind": (20, 0),
        "full_house": (0, 0),
        "small_straight": (0, 0),
        "large_straight": (0, 0),
        "yahtzee": (50, 0),
        "chance": (20, 0),
    }


def test_no_bonus_is_paid_backwards() -> None:
    now = sheet()
    for dice, box in (("55555", "fives"), ("55555", "yahtzee"), ("33333", "threes")):
        now = now.write(may(now, dice, box))
    assert filled_on(now) == {"fives": 25, "yahtzee": 50, "threes": 15}
    assert now.extras == 1
    assert now.total == 25 + 50 + 15 + 100


def test_every_extra_yahtzee_pays_again() -> None:
    now = sheet(yahtzee=50)
    for face, box in enumerate(UPPER, 1):
        now = now.write(may(now, str(face) * 5, box))
    assert now.extras == 6
    assert now.total == 50 + 105 + 35 + 600


def test_a_zeroed_yahtzee_pays_no_bonus() -> None:
    assert offered(sheet(yahtzee=0, fours=12), "44444")[0][2] == 0
    assert not earns(sheet(yahtzee=0))


def test_an_open_yahtzee_pays_no_bonus_and_makes_no_joker() -> None:
    assert not earns(sheet())
    assert may(sheet(), "44444", "large_straight") == Target("large_straight", 0)


def test_only_five_alike_are_a_joker() -> None:
    for yahtzee in (0, 50):
        assert refusal(sheet(yahtzee=yahtzee), "44444", "large_straight").reason == "joker_upper"
        assert may(sheet(yahtzee=yahtzee), "44443", "large_straight") == Target("large_straight", 0)
    assert earns(sheet(yahtzee=50)) == 100


@pytest.mark.parametrize("ruleset", ["yacht", "yatzy", "forced_yatzy"])
def test_elsewhere_a_second_five_alike_is_nothing_special(ruleset: str) -> None:
    now = sheet(ruleset, **{all_alike(ruleset): 50})
    assert not earns(now)
    assert {extra for _, _, extra in offered(now, "44444")} == {0}


def test_in_yacht_a_second_five_alike_may_go_anywhere_at_its_plain_worth() -> None:
    found = {box: points for box, points, _ in offered(sheet("yacht", yacht=50), "44444")}
    assert found["large_straight"] == 0
    assert found["full_house"] == 0
    assert found["four_of_a_kind"] == 20
    assert found["fours"] == 20
    assert len(found) == 11


# --- Joker ------------------------------------------------------------------------------------------


def test_a_joker_must_take_its_own_upper_box_first() -> None:
    assert offered(sheet(yahtzee=50), "66666") == [("sixes", 30, 100)]
    assert offered(sheet(yahtzee=0), "66666") == [("sixes", 30, 0)]


@pytest.mark.parametrize("box", ["ones", "large_straight", "chance", "full_house"])
def test_a_joker_elsewhere_is_refused_while_its_upper_box_is_open(box: str) -> None:
    refused = refusal(sheet(yahtzee=50), "66666", box)
    assert (refused.reason, refused.facts) == ("joker_upper", {"box": box, "must": "sixes"})


def test_a_joker_then_takes_a_lower_box_in_full() -> None:
    assert offered(sheet(yahtzee=0, fours=12), "44444") == [
        ("three_of_a_kind", 20, 0),
        ("four_of_a_kind", 20, 0),
        ("full_house", 25, 0),
        ("small_straight", 30, 0),
        ("large_straight", 40, 0),
        ("chance", 20, 0),
    ]


def test_a_joker_in_a_lower_box_pays_the_extra_yahtzee_as_well() -> None:
    found = offered(sheet(yahtzee=50, fours=0, chance=20), "44444")
    assert [extra for _, _, extra in found] == [100] * 5
    assert ("large_straight", 40, 100) in found


def test_a_joker_in_another_upper_box_is_refused_while_a_lower_box_is_open() -> None:
    lower = dict.fromkeys(LOWER_YAHTZEE, 0) | {"yahtzee": 50}
    del lower["chance"]
    refused = refusal(sheet(fours=12, **lower), "44444", "ones")
    assert (refused.reason, refused.facts) == ("joker_lower", {"box": "ones"})


def test_a_joker_at_last_puts_a_zero_in_an_open_upper_box() -> None:
    lower = dict.fromkeys(LOWER_YAHTZEE, 0)
    now = sheet(fours=12, sixes=18, **lower)
    assert offered(now, "44444") == [("ones", 0, 0), ("twos", 0, 0), ("threes", 0, 0), ("fives", 0, 0)]
    with_bonus = sheet(fours=12, **lower | {"yahtzee": 50})
    assert ("ones", 0, 100) in offered(with_bonus, "44444")


# --- points alone -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "box", "points"),
    [
        ("yahtzee", "fours", 0),
        ("yahtzee", "fours", 20),
        ("yahtzee", "full_house", 25),
        ("yahtzee", "three_of_a_kind", 5),
        ("yahtzee", "chance", 30),
        ("yacht", "full_house", 19),
        ("yatzy", "two_pairs", 22),
        ("yatzy", "yatzy", 50),
    ],
)
def test_points_that_some_roll_pays_are_taken(ruleset: str, box: str, points: int) -> None:
    assert paid(sheet(ruleset), box, points) == Target(box, points)


@pytest.mark.parametrize(
    ("ruleset", "box", "points"),
    [
        ("yahtzee", "fours", 13),
        ("yahtzee", "fours", 24),
        ("yahtzee", "fours", -4),
        ("yahtzee", "full_house", 19),
        ("yahtzee", "three_of_a_kind", 4),
        ("yahtzee", "chance", 0),
        ("yahtzee", "chance", 31),
        ("yahtzee", "yahtzee", 100),
        ("yahtzee", "small_straight", 15),
        ("yacht", "full_house", 25),
        ("yacht", "full_house", 6),
        ("yatzy", "one_pair", 3),
        ("yatzy", "two_pairs", 4),
        ("yatzy", "two_pairs", 24),
        ("yatzy", "three_of_a_kind", 17),
        ("yatzy", "full_house", 30),
        ("yatzy", "small_straight", 30),
    ],
)
def test_points_that_no_roll_pays_are_refused(ruleset: str, box: str, points: int) -> None:
    refused = refusal_of_points(sheet(ruleset), box, points)
    assert (refused.reason, refused.facts) == ("impossible_points", {"box": box, "points": points})


def test_points_too_go_into_open_boxes_alone() -> None:
    assert refusal_of_points(sheet(fours=12), "fours", 12).reason == "box_filled"
    assert refusal_of_points(sheet(), "one_pair", 12).reason == "unknown_box"


def test_points_alone_are_not_judged_by_joker() -> None:
    assert paid(sheet(yahtzee=50), "large_straight", 40) == Target("large_straight", 40, 0)


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ("sixes", 30),
        ("sixes", 0),
        ("full_house", 25),
        ("small_straight", 30),
        ("large_straight", 40),
        ("three_of_a_kind", 5),
        ("four_of_a_kind", 20),
        ("chance", 30),
    ],
)
def test_an_extra_yahtzee_on_paper_brings_what_five_alike_can_bring(box: str, points: int) -> None:
    assert paid(sheet(yahtzee=50), box, points, True) == Target(box, points, 100)


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ("sixes", 24),
        ("sixes", 25),
        ("full_house", 0),
        ("small_straight", 0),
        ("large_straight", 0),
        ("three_of_a_kind", 0),
        ("three_of_a_kind", 22),
        ("four_of_a_kind", 16),
        ("chance", 29),
    ],
)
def test_an_extra_yahtzee_on_paper_is_refused_where_five_alike_cannot_pay_it(box: str, points: int) -> None:
    refused = refusal_of_points(sheet(yahtzee=50), box, points, True)
    assert (refused.reason, refused.facts) == ("no_extra", {"box": box, "points": points})


@pytest.mark.parametrize("filled", [{}, {"yahtzee": 0}])
def test_an_extra_yahtzee_on_paper_needs_the_yahtzee_box_at_fifty(filled: dict[str, int]) -> None:
    assert refusal_of_points(sheet(**filled), "sixes", 30, True).reason == "no_extra"


def test_the_yahtzee_itself_is_no_extra_one() -> None:
    assert refusal_of_points(sheet(), "yahtzee", 50, True).reason == "no_extra"


@pytest.mark.parametrize("ruleset", ["yacht", "yatzy"])
def test_there_is_no_extra_yahtzee_on_paper_elsewhere(ruleset: str) -> None:
    now = sheet(ruleset, **{all_alike(ruleset): 50})
    assert refusal_of_points(now, "sixes", 30, True).reason == "no_extra"


# --- totals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("upper", "bonus"), [(62, 0), (63, 1), (64, 1)])
@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_the_upper_bonus_is_paid_from_63_on(ruleset: str, upper: int, bonus: int) -> None:
    now = sheet(ruleset, sixes=30, fives=25, ones=upper - 55)
    assert now.upper == upper
    assert now.upper_bonus == bonus * UPPER_BONUS[ruleset]
    assert now.total == upper + bonus * UPPER_BONUS[ruleset]


EARNED = {Cell("chance"): 100, Cell("sixes"): 100, Cell("ones"): 100}


def test_extra_yahtzees_and_the_lower_section_do_not_count_towards_the_63() -> None:
    now = replace(sheet(yahtzee=50, chance=30, sixes=30), earned=EARNED)
    assert (now.upper, now.upper_bonus, now.lower, now.total) == (30, 0, 80, 410)


def test_writing_leaves_the_sheet_before_it_alone() -> None:
    before = sheet(fours=12)
    after = before.write(Target("yahtzee", 50))
    assert filled_on(before) == {"fours": 12}
    assert filled_on(after) == {"fours": 12, "yahtzee": 50}


def test_leaving_keeps_what_was_scored() -> None:
    gone = replace(sheet(yahtzee=50, sixes=30), earned={Cell("sixes"): 100}).leave()
    assert gone.left
    assert gone.total == 180


# --- properties -------------------------------------------------------------------------------------


def last_sheet(story: Story) -> Sheet:
    return story.game.sheet(1)


@quick(150)
@given(lone_sheets(), rolls)
def test_a_roll_may_fill_exactly_the_boxes_that_the_rules_allow(story: Story, faces: Faces) -> None:
    found = offered(last_sheet(story), written(faces))
    wanted = legal(story.ruleset, story.pad.filled[0], faces)
    assert found == [(box, *brings) for box, brings in wanted.items()]


@quick(150)
@given(lone_sheets(), rolls)
def test_no_offered_target_is_refused_and_no_other_box_is_accepted(story: Story, faces: Faces) -> None:
    now, dice = last_sheet(story), five(written(faces))
    legal_now = {target.box: target for target in targets(now, dice)}
    for box in (*BOXES["yahtzee"], *BOXES["yacht"], *BOXES["yatzy"], "sevens"):
        if box in legal_now:
            assert judge(now, dice, Cell(box)) == legal_now[box]
        else:
            with pytest.raises(Refused):
                judge(now, dice, Cell(box))


@quick(100)
@given(lone_sheets(), rolls)
def test_every_open_box_has_an_answer_and_a_sheet_that_is_not_full_a_target(
    story: Story, faces: Faces
) -> None:
    now = last_sheet(story)
    found = answers(now, five(written(faces)))
    assert list(found) == [Cell(box) for box in BOXES[story.ruleset] if box not in story.pad.filled[0]]
    assert any(isinstance(answer, Target) for answer in found.values()) == bool(found)
    assert all(isinstance(answer, Target | Refused) for answer in found.values())


@quick(100)
@given(lone_sheets(), rolls)
def test_what_dice_may_bring_may_be_copied_from_paper_too(story: Story, faces: Faces) -> None:
    now = last_sheet(story)
    for target in targets(now, five(written(faces))):
        assert paid(now, target.box, target.points, bool(target.extra)) == target


@quick(100)
@given(lone_sheets(), st.integers(-1, 60), st.booleans())
def test_points_alone_are_taken_exactly_where_some_roll_pays_them(
    story: Story, points: int, extra: bool
) -> None:
    now = last_sheet(story)
    filled = story.pad.filled[0]
    for box in legal(story.ruleset, {**filled}, (1, 2, 3, 4, 6)):
        if extra and story.ruleset == "yahtzee" and filled.get("yahtzee") == 50:
            number = UPPER.index(box) + 1 if box in UPPER else 0
            joker = {"full_house": {25}, "small_straight": {30}, "large_straight": {40}}
            wanted = points in ({0, 5 * number} if number else joker.get(box, {5, 10, 15, 20, 25, 30}))
        else:
            wanted = not extra and points in {worth(story.ruleset, box, faces) for faces in EVERY_ROLL}
        if wanted:
            assert paid(now, box, points, extra).points == points
        else:
            reason = refusal_of_points(now, box, points, extra).reason
            assert reason == ("no_extra" if extra else "impossible_points")


@quick(100)
@given(stories(most=1, marks=False) | stories(most=1, whole=True))
def test_a_total_is_the_sum_of_its_parts(story: Story) -> None:
    now = last_sheet(story)
    assert filled_on(now) == story.pad.filled[0]
    assert now.extras == story.pad.extras[0]
    assert now.upper == story.pad.upper(1)
    assert now.upper + now.lower == sum(now.filled.values())
    assert now.upper_bonus == (UPPER_BONUS[story.ruleset] if now.upper >= 63 else 0)
    assert now.total == now.upper + now.upper_bonus + now.lower + 100 * now.extras == story.pad.total(1)


def test_the_points_of_a_box_come_plain_and_rising_and_then_with_the_bonus() -> None:
    full_house = [
        (target.points, target.extra)
        for target in point_targets(sheet(yahtzee=50, fours=0), Cell("full_house"))
    ]
    assert full_house == [(0, 0), (25, 0), (25, 100)]
    fours = [(target.points, target.extra) for target in point_targets(sheet(), Cell("fours"))]
    assert fours == [(0, 0), (4, 0), (8, 0), (12, 0), (16, 0), (20, 0)]


@quick(20)
@given(lone_sheets())
def test_a_box_is_open_exactly_if_some_roll_may_fill_it(story: Story) -> None:
    now, filled = last_sheet(story), story.pad.filled[0]
    brought: dict[str, set[tuple[int, int]]] = {}
    for faces in EVERY_ROLL:
        for box, (points, extra) in legal(story.ruleset, filled, faces).items():
            brought.setdefault(box, set()).add((extra, points))
    assert {cell.box for cell in now.open_cells} == set(brought)
    for box in BOXES[story.ruleset]:
        if box in brought:
            found = point_targets(now, Cell(box))
            assert [(target.extra, target.points) for target in found] == sorted(brought[box])
            assert {target.box for target in found} == {box}
        else:
            with pytest.raises(Refused):
                point_targets(now, Cell(box))
