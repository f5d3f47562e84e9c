"""Help: every rule set told in full and truly, the roll checker, and the way back to the pad."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import (
    RULESETS,
    RuleSet,
    Sheet,
    Turn,
    all_rolls,
    dice_from_digits,
    replay,
    roll_off,
    targets,
)
from scorepad.rules import with_options as with_house_rules
from scorepad.web.help.checker import line_of
from scorepad.web.help.differences import sister_of
from scorepad.web.help.examples import EXAMPLES, rolls_of
from scorepad.web.help.options import options_query, read_options
from scorepad.web.help.pages import SHARED_RANKS
from scorepad.web.words import BOXES as NAMES
from scorepad.web.words import words_of_terminal
from tests.helpers import Element, Page, Reader, figure, key_of, make_app, new_game, store_of
from tests.strategies import UPPER, worth

ALL = tuple(RULESETS)
FIVE = tuple(ruleset.id for ruleset in RULESETS.values() if ruleset.dice == 5)
KEY = "abcdefgh_-12345678"
LACKS = "–no such box"
COLUMNS = ("Yahtzee", "Yatzy", "Yams", "Yacht", "Generala")
"""The games of five dice whose boxes pay otherwise than those of any before them."""
BONUS, BAD_TURN, ZERO, STRAIGHT = (
    "upper bonus of",
    "good places for a bad turn",
    "Sometimes a zero",
    "Four in",
)
ONES, FIRST, COLUMN = (
    "Ones is a good place",
    "Look twice at the first roll",
    "in the column that counts least",
)
TIPS = (BONUS, BAD_TURN, ZERO, STRAIGHT, ONES, FIRST, COLUMN)
TRUE_TIPS = {
    "yahtzee": {BONUS, BAD_TURN, ZERO, STRAIGHT},
    "kniffel": {BONUS, BAD_TURN, ZERO, STRAIGHT},
    "yams": {BONUS, BAD_TURN, ZERO, STRAIGHT},
    "triple_yahtzee": {BONUS, BAD_TURN, ZERO, STRAIGHT, COLUMN},
    "free_for_all": {BONUS, BAD_TURN, ZERO, STRAIGHT},
    "yacht": {BAD_TURN, ZERO, STRAIGHT},
    "yatzy": {BONUS, BAD_TURN, ZERO},
    "maxi_yatzy": {BONUS, BAD_TURN, ZERO},
    "generala": {ONES, ZERO, FIRST},
    "forced_yatzy": {BONUS},
}


@pytest.fixture(scope="module")
def app(one_app: Flask) -> Flask:
    return one_app


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    return Reader(client)


LIKE = {"free_for_all": "yahtzee", "kniffel": "yahtzee", "triple_yahtzee": "yahtzee", "yams": "yahtzee"}
"""Sheets whose boxes pay what those of another pay, but for what is told apart below."""
ALIKE_PAY = {"kniffel": 50, "yams": 50, "generala": 50, "double_generala": 100, "maxi_yatzy": 100}


def told_by_hand(ruleset: str, box: str, dice: str) -> int:
    """The points by a second telling of the rules (tests.strategies, and here for what it does not know)."""
    faces = [int(sign) for sign in dice]
    if box in ALIKE_PAY:
        return ALIKE_PAY[box] if len(set(faces)) == 1 else 0
    if box in ("three_of_a_kind", "four_of_a_kind", "five_of_a_kind") and ruleset in ("yams", "maxi_yatzy"):
        count = {"three": 3, "four": 4, "five": 5}[box.partition("_")[0]]
        return max((face * count for face in faces if faces.count(face) >= count), default=0)
    if ruleset == "generala" and box not in UPPER:
        return in_generala(box, faces)
    if ruleset == "maxi_yatzy" and box not in (*UPPER, "chance"):
        return in_maxi_yatzy(box, faces)
    return worth(LIKE.get(ruleset, ruleset), box, faces)


def in_generala(box: str, faces: list[int]) -> int:
    shape = sorted(map(faces.count, set(faces)))
    if box == "straight":
        return 20 if sorted(faces) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [1, 3, 4, 5, 6]) else 0
    return {"full_house": 30 if shape == [2, 3] else 0, "poker": 40 if shape[-1] >= 4 else 0}[box]


def in_maxi_yatzy(box: str, faces: list[int]) -> int:
    pairs = sorted((face for face in set(faces) if faces.count(face) >= 2), reverse=True)
    triples = sorted((face for face in set(faces) if faces.count(face) >= 3), reverse=True)
    if box in ("one_pair", "two_pairs", "three_pairs"):
        count = {"one_pair": 1, "two_pairs": 2, "three_pairs": 3}[box]
        return 2 * sum(pairs[:count]) if len(pairs) >= count else 0
    if box.endswith("straight"):
        first, last, pays = {"small": (1, 5, 15), "large": (2, 5, 20), "full": (1, 6, 21)}[box.split("_")[0]]
        return pays if set(range(first, first + last)) <= set(faces) else 0
    if box == "full_house":
        return max((3 * three + 2 * two for three in triples for two in pairs if two != three), default=0)
    shape = sorted(map(faces.count, set(faces)))
    return sum(faces) if shape == {"villa": [3, 3], "tower": [2, 4]}[box] else 0


def examples(page: Page) -> dict[str, list[tuple[str, int]]]:
    """Box → its examples: the dice that are drawn, and the points beside them."""
    return {
        entry["data-help"]: [
            (one.with_class("roll-of")[0]["aria-label"].replace(" ", ""), figure(one.all("b")[0]))
            for one in entry.with_class("example")
        ]
        for entry in page.all("li", "data-help")
    }


def part(page: Page, place: str) -> str:
    return page.one("section", "id", place).text


def table(page: Page) -> dict[str, list[str]]:
    """Box → what its line of the checker says, a word a rule set."""
    return {line["data-line"]: [cell.text for cell in line.all("td")] for line in page.all("tr", "data-line")}


def on_the_table(page: Page, line: str) -> dict[str, str]:
    """Heading of a column → what that line says there."""
    heads = [head.text for head in page.with_class("compare")[0].all("thead")[0].all("th")]
    return dict(zip(heads, table(page)[line], strict=True))


def with_options(ruleset: str, **options: object) -> str:
    """The address of the help of a game under these house rules."""
    return f"/help/{ruleset}?{urlencode({'options': json.dumps(options)})}"


def levels(page: Page) -> list[int]:
    return [int(element.tag[1]) for element in page.all() if element.tag in ("h1", "h2", "h3", "h4", "h5")]


def arrow(page: Page) -> Element:
    return page.one("header", "class", "bar").all("a")[0]


# --- the pages ------------------------------------------------------------------------------------


def test_the_first_page_leads_to_every_game_and_tells_the_story(reader: Reader) -> None:
    page = reader.open("/help")
    for ruleset in ALL:
        assert page.all("a", "href", f"/help/{ruleset}")
    for told in (
        "ages 6 and up",
        "30 minutes",
        "Yacht is the older game",
        "Canadian couple",
        "E. S. Lowe",
        "1956",
    ):
        assert told in page.text


@pytest.mark.parametrize("ruleset", ALL)
def test_every_rule_set_tells_every_box_in_order(reader: Reader, ruleset: str) -> None:
    page = reader.open(f"/help/{ruleset}")
    assert reader.status == 200
    entries = page.all("li", "data-help")
    assert [entry["data-help"] for entry in entries] == [box.id for box in RULESETS[ruleset].boxes]
    for entry in entries:
        name = words_of_terminal({}).box(entry["data-help"], ruleset)
        assert entry.all("h3")[0].text.startswith(name)
        if "pays" in {name for inside in entry.all() for name in inside.classes}:
            assert entry.with_class("pays")[0].text
            assert entry.with_class("needs")[0].text


@pytest.mark.parametrize("ruleset", ALL)
def test_every_example_pays_what_the_rules_say(reader: Reader, ruleset: str) -> None:
    for box, shown in examples(reader.open(f"/help/{ruleset}")).items():
        assert shown
        assert shown[0][1] > 0
        for dice, points in shown:
            assert points == told_by_hand(ruleset, box, dice), (box, dice)


@pytest.mark.parametrize("ruleset", ALL)
def test_dice_that_do_not_count_are_faint_and_those_that_do_make_the_points(
    reader: Reader, ruleset: str
) -> None:
    page = reader.open(f"/help/{ruleset}")
    for entry in page.all("li", "data-help"):
        box = RULESETS[ruleset].box(entry["data-help"])
        for example in entry.with_class("example"):
            dice = example.with_class("die")
            faces = example.with_class("roll-of")[0]["aria-label"].split()
            assert [use["href"][-1] for use in example.all("use")] == faces
            counting = sum(int(f) for f, die in zip(faces, dice, strict=True) if "idle" not in die.classes)
            points = figure(example.all("b")[0])
            if points and box.fixed is None:
                assert counting == points
            elif not points:
                assert example.with_class("idle") == []


@pytest.mark.parametrize(
    ("ruleset", "box", "dice"),
    [
        ("yahtzee", "full_house", "44444"),
        ("yacht", "full_house", "44444"),
        ("yatzy", "full_house", "44444"),
        ("yatzy", "small_straight", "23456"),
        ("yatzy", "large_straight", "12345"),
        ("yatzy", "two_pairs", "14444"),
        ("forced_yatzy", "two_pairs", "14444"),
        ("yahtzee", "sixes", "44421"),
    ],
)
def test_what_surprises_is_shown_with_its_zero(reader: Reader, ruleset: str, box: str, dice: str) -> None:
    assert (dice, 0) in examples(reader.open(f"/help/{ruleset}"))[box]


def test_every_box_has_examples_of_as_many_dice_as_its_sheets() -> None:
    assert set(EXAMPLES) == {box.id for ruleset in RULESETS.values() for box in ruleset.boxes} == set(NAMES)
    for ruleset in RULESETS.values():
        for box in ruleset.boxes:
            assert rolls_of(box, ruleset.dice), (ruleset.id, box.id)


@pytest.mark.parametrize("ruleset", ALL)
def test_each_tip_is_given_only_where_it_is_true(reader: Reader, ruleset: str) -> None:
    said = part(reader.open(f"/help/{ruleset}"), "advice")
    assert {tip for tip in TIPS if tip in said} == TRUE_TIPS[ruleset]
    assert ("nothing more to choose than the dice" in said) == (ruleset == "forced_yatzy")


def test_tips_name_this_game_s_bonus_and_box(reader: Reader) -> None:
    assert "upper bonus of 50" in part(reader.open("/help/yatzy"), "advice")
    assert "upper bonus of 35" in part(reader.open("/help/free_for_all"), "advice")
    assert "such as Yacht or Ones" in part(reader.open("/help/yacht"), "advice")
    assert "such as Double generala or Ones" in part(reader.open("/help/generala"), "advice")
    assert "aim for about 4 of each number. One number with 5" in part(
        reader.open("/help/maxi_yatzy"), "advice"
    )


def test_tips_on_the_bonus_are_given_where_it_can_be_reached_and_is_worth_it(reader: Reader) -> None:
    for bonus, told in (
        ([35, 63], True),
        ([40, 70], True),
        ([9, 63], False),
        ([50, 106], False),
        ([50, 21], False),
    ):
        said = part(reader.open(with_options("yatzy", bonus=bonus)), "advice")
        assert (BONUS in said) == told, bonus


@pytest.mark.parametrize("ruleset", ALL)
def test_what_belongs_to_one_game_is_told_there_alone(reader: Reader, ruleset: str) -> None:
    page = reader.open(f"/help/{ruleset}")
    minute, end = part(page, "minute"), part(page, "end")
    assert ("Joker" in part(page, "again")) == (ruleset in ("yahtzee", "triple_yahtzee"))
    assert ("Only the Joker may say" in minute) == (ruleset in ("yahtzee", "triple_yahtzee"))
    assert bool(page.all("section", "id", "cards")) == (ruleset == "free_for_all")
    assert ("top to bottom" in minute) == (ruleset == "forced_yatzy")
    assert ("3 columns" in minute) == ("count ×1, ×2, ×3" in minute) == (ruleset == "triple_yahtzee")
    assert (
        ("Generala in the first roll wins" in minute)
        == ("and the game ends" in end)
        == (ruleset == "generala")
    )
    assert ("your own record" in end) == (ruleset != "free_for_all")
    assert ("1, 2, 2, 4" in end) == (ruleset != "free_for_all")
    bonus = RULESETS[ruleset].bonus
    said = part(page, "boxes")
    assert (
        f"Bonus {bonus.points} for an upper section of {bonus.at} or more: {bonus.at} is" in said
        or not bonus.points
    )
    assert ("There is no bonus for the upper section" in said) == (not bonus.points)
    assert page.all("section", "id", "house-rules") == []


@pytest.mark.parametrize(
    ("ruleset", "minutes"), [("yahtzee", 30), ("yatzy", 30), ("maxi_yatzy", 45), ("triple_yahtzee", 90)]
)
def test_a_longer_sheet_takes_longer(reader: Reader, ruleset: str, minutes: int) -> None:
    assert f"about {minutes}" in part(reader.open(f"/help/{ruleset}"), "minute")


@pytest.mark.parametrize("ruleset", ALL)
def test_as_many_dice_are_spoken_of_as_the_sheet_has(reader: Reader, ruleset: str) -> None:
    said = reader.open(f"/help/{ruleset}").text
    five, six = ("five dice", "all five", "Five alike again"), ("6 dice", "Six alike again")
    there, elsewhere = (six, five) if RULESETS[ruleset].dice == 6 else (five, six)
    for words in there:
        assert words.lower() in said.lower(), words
    for words in elsewhere:
        assert words.lower() not in said.lower(), words


def test_the_joker_is_told_in_three_steps_with_the_examples_of_the_rules(reader: Reader) -> None:
    page = reader.open("/help/yahtzee")
    told = part(page, "again")
    assert len(page.one("section", "id", "again").all("ol")[0].all("li")) == 3
    assert "Only Sixes will do: 30, and 100 extra" in told
    assert "In Large straight it pays 40, without a bonus" in told
    assert "went into Fives (25), then into Yahtzee (50)" in told
    assert "brings 100. No bonus is paid backwards" in told
    assert "1575, the highest total" in told


@pytest.mark.parametrize(
    ("address", "told", "untold"),
    [
        ("/help/yatzy", ["bring nothing extra"], ["Joker", "bonus"]),
        (
            "/help/generala",
            ["bring nothing extra", "Double generala pays 100, once Generala holds points"],
            ["Joker"],
        ),
        (
            "/help/kniffel",
            [
                "while your box Kniffel holds 50: 50 extra",
                "the most that it can",
                "While Kniffel holds a zero or is still open, nothing is special",
                "you roll 4 4 4 4 4. In Large straight it pays 40, and 50 extra",
                "In Sixes it pays 30, and 50 extra",
                "975, the highest total",
            ],
            ["Joker"],
        ),
        (
            with_options("kniffel", further="number_or_joker"),
            [
                "while your box Kniffel holds 50. The first step that fits",
                "must go there, and brings 50 extra",
                "in full, without the 50",
                "Only Sixes will do: 30, and 50 extra",
                "In Large straight it pays 40, without a bonus",
            ],
            ["filled, with points or with a zero"],
        ),
        (
            with_options("kniffel", further="plain"),
            ["scored as it lies", "In Large straight it pays 0, and 50 extra"],
            ["Joker", "highest total"],
        ),
        (with_options("kniffel", further="none"), ["bring nothing extra"], ["50", "Joker"]),
        (
            with_options("yahtzee", joker="free", extra=50),
            [
                "holds 50: 50 extra",
                "may go into any open box",
                "Fours is filled, and you roll 4 4 4 4 4. In Large straight it pays 40",
                "975, the highest total",
            ],
            ["The first step that fits", "must go", "100"],
        ),
        (
            with_options("yahtzee", joker="none"),
            ["holds 50: 100 extra", "In Large straight it pays 0, and 100 extra"],
            ["Joker", "highest total"],
        ),
        (
            with_options("yahtzee", extra=0),
            ["bring no bonus", "The first step that fits", "Only Sixes will do: 30.", "375, the highest"],
            ["extra", "backwards"],
        ),
        (with_options("yahtzee", joker="none", extra=0), ["bring nothing extra"], ["Joker", "100"]),
        (
            "/help/triple_yahtzee",
            [
                "holds 50 in every column: 100 extra, times what the column counts",
                "in some column: the roll must go there; you choose the column",
                "Sixes is open in column 3 alone, and you roll 6 6 6 6 6.",
                "Only there will it do: 30, and 300 extra",
                "9450, the highest total",
            ],
            ["your box Yahtzee"],
        ),
        ("/help/free_for_all", ["claim 100 extra and give an open box"], ["Joker"]),
    ],
)
def test_what_all_dice_alike_bring_again_is_told_as_the_rules_have_it(
    reader: Reader, address: str, told: list[str], untold: list[str]
) -> None:
    said = part(reader.open(address), "again")
    for words in told:
        assert words in said
    for words in untold:
        assert words not in said


@pytest.mark.parametrize(
    ("ruleset", "box", "told"),
    [
        (
            "maxi_yatzy",
            "full_house",
            "Full house 3+2sum of those diceThree of one number and two of another.",
        ),
        ("maxi_yatzy", "villa", "Villa 3+3sum of all dice"),
        ("maxi_yatzy", "two_pairs", "The best choice of such dice counts."),
        ("maxi_yatzy", "three_of_a_kind", "The highest such number counts."),
        ("maxi_yatzy", "small_straight", "1 2 3 4 5 among the dice."),
        ("maxi_yatzy", "full_straight", "Exactly 1 2 3 4 5 6, in any order."),
        ("yams", "four_of_a_kind", "sum of the four"),
        ("kniffel", "four_of_a_kind", "sum of all five"),
        (
            "generala",
            "straight",
            "One of these, in any order: 1 2 3 4 5, 2 3 4 5 6, 1 3 4 5 6. In the first roll 25.",
        ),
        ("generala", "poker", "40 pointsFour or more dice of one number. In the first roll 45."),
        ("generala", "generala", "In the first roll it wins the game at once."),
        ("generala", "double_generala", "Only once Generala holds points."),
    ],
)
def test_what_a_box_needs_is_told_as_its_pattern_is(
    reader: Reader, ruleset: str, box: str, told: str
) -> None:
    entry = reader.open(f"/help/{ruleset}").one("li", "data-help", box)
    assert told.replace(" ", "") in entry.text.replace(" ", "").replace("\xa0", "")


@pytest.mark.parametrize(("box", "told"), [("full_house", "two of another."), ("chance", "Any dice at all.")])
def test_only_what_the_dice_leave_open_is_told_of_five_dice(reader: Reader, box: str, told: str) -> None:
    assert "best choice" not in reader.open("/help/yatzy").one("section", "id", "boxes").text
    assert told in reader.page.one("li", "data-help", box).text


def test_free_for_all_tells_its_cards_claims_and_roll_off(reader: Reader) -> None:
    page = reader.open("/help/free_for_all")
    told = part(page, "cards")
    for words in ("30–40 action cards", "10–15 score cards", "face down", "starts with 3", "Change a die"):
        assert words in told
    for words in ("makes 50 into 100", "Another boxed game has this name"):
        assert words in told
    assert "After 6, 3 and 3 the ranks are 1, 2 and 2" in part(page, "end")


def test_the_roll_off_of_the_example_ends_as_it_is_told() -> None:
    ruleset, names = RULESETS["free_for_all"], ("Ana", "Ben", "Cleo")
    dice = dice_from_digits("12346", 5)
    turns = [Turn(seat, box.id, dice) for box in ruleset.boxes for seat in (1, 2, 3)]
    game = roll_off(replay(ruleset, names, turns), ((1, 6), (2, 3), (3, 3)))
    assert [game.ranks[seat] for seat in game.seats] == [1, 2, 2]


def test_the_ranks_of_the_example_are_those_of_two_who_are_level() -> None:
    ruleset, names, rolls = (
        RULESETS["yahtzee"],
        ("Ana", "Ben", "Cleo", "Dan"),
        ("66665", "11234", "11234", "11112"),
    )
    turns = [Turn(seat, "chance", dice_from_digits(roll, 5)) for seat, roll in enumerate(rolls, 1)]
    game = replay(ruleset, names, turns)
    assert tuple(game.ranks[seat] for seat in game.seats) == SHARED_RANKS


def test_persian_ranks_have_persian_commas(reader: Reader) -> None:
    reader.client.set_cookie("language", "fa")
    assert "۱، ۲، ۲، ۴" in part(reader.open("/help/yahtzee"), "end")


SISTERS = {
    "yahtzee": "yatzy",
    "yatzy": "yahtzee",
    "forced_yatzy": "yatzy",
    "maxi_yatzy": "yatzy",
    "kniffel": "yahtzee",
    "yams": "yahtzee",
    "yacht": "yahtzee",
    "generala": "yahtzee",
    "triple_yahtzee": "yahtzee",
    "free_for_all": "yahtzee",
}
COMPARED = re.compile(r"((?:\d ){4,5}\d) is (\d+), in (.+?) (\d+)\.")


@pytest.mark.parametrize("ruleset", ALL)
def test_a_difference_that_compares_a_roll_is_one(reader: Reader, ruleset: str) -> None:
    page, sister = reader.open(f"/help/{ruleset}"), SISTERS[ruleset]
    assert sister_of(RULESETS[ruleset]).id == sister
    told = page.one("section", "id", "sisters")
    assert len(told.all("li")) >= 2
    for line in (line.text.replace("\xa0", " ") for line in told.all("li")):
        for dice, here, _name, there in COMPARED.findall(line):
            box = next(box.id for box in RULESETS[ruleset].boxes if NAMES[box.id] in line)
            roll = dice.replace(" ", "")
            assert int(here) == told_by_hand(ruleset, box, roll)
            assert int(there) == told_by_hand(sister, box, roll) != int(here)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (
            "/help/yahtzee",
            ["Boxes of Yatzy that are missing: One pair and Two pairs", "35 at 63, in Yatzy 50 at 63"],
        ),
        ("/help/yacht", ["Boxes of Yahtzee that are missing: Three of a kind.", "There is no upper bonus"]),
        (
            "/help/yatzy",
            ["Small straight must be exact: 2 3 3 4 5 is 0, in Yahtzee 30", "Full house pays its dice"],
        ),
        ("/help/forced_yatzy", ["Boxes, points and upper bonus are those of Yatzy", "never the box"]),
        ("/help/maxi_yatzy", ["6 dice, Yatzy with 5", "Villa and Tower", "pays 100, in Yatzy that is 50"]),
        ("/help/kniffel", ["are those of Yahtzee", "bring 50 more, and the most that the box can pay"]),
        (
            "/help/yams",
            ["only the dice that are alike: 2 4 4 4 5 is 12, in Yahtzee 19", "bring nothing extra"],
        ),
        (
            "/help/triple_yahtzee",
            ["3 columns, and they count ×1, ×2, ×3", "once Yahtzee holds points in every column"],
        ),
        (
            "/help/generala",
            ["Straight and Double generala", "3 3 3 5 5 is 30, in Yahtzee 25", "wins the game at once"],
        ),
        ("/help/free_for_all", ["100 more have to be claimed", "roll-off", "below zero"]),
        (with_options("yahtzee", bonus=[0, 63]), ["There is no upper bonus"]),
        (with_options("yacht", bonus=[20, 60]), ["The upper bonus is 20 at 60, in Yahtzee 35 at 63"]),
    ],
)
def test_differences_are_read_from_both_sheets(reader: Reader, address: str, told: list[str]) -> None:
    said = part(reader.open(address), "sisters").replace("\xa0", " ")
    for words in told:
        assert words in said


# --- under house rules ----------------------------------------------------------------------------


def test_what_differs_from_the_sheet_is_told_at_the_top(reader: Reader) -> None:
    page = reader.open(with_options("yahtzee", full_house="sum", five_full_house=True, kinds="own"))
    told = page.one("section", "id", "house-rules")
    assert [line.text for line in told.all("li")] == [
        "Three of a kind and Four of a kind: only the dice that are alike count.",
        "A full house pays the sum of its dice.",
        "Five alike count as a full house, too.",
    ]
    assert page.all("section")[0] is told
    assert [link["href"] for link in told.all("a")] == ["/help/yahtzee"]


def test_everything_on_the_page_follows_from_them(reader: Reader) -> None:
    page = reader.open(
        with_options("yahtzee", full_house="sum", five_full_house=True, kinds="own", bonus=[40, 70])
    )
    shown = examples(page)
    assert shown["full_house"] == [("33355", 19), ("44444", 20)]
    assert shown["three_of_a_kind"][:2] == [("24445", 12), ("33335", 9)]
    said = part(page, "boxes")
    assert "Bonus 40 for an upper section of 70 or more." in said
    assert "or five alike" in said
    assert "no full house" not in said


def test_filled_in_order_no_choice_is_spoken_of(reader: Reader) -> None:
    page = reader.open(with_options("maxi_yatzy", in_order=True))
    assert "top to bottom" in part(page, "minute")
    assert "nothing more to choose than the dice" in part(page, "advice")
    assert ZERO not in part(page, "advice")


def test_without_a_win_at_once_the_first_roll_still_pays_more(reader: Reader) -> None:
    page = reader.open(with_options("generala", served=False))
    assert "In the first roll 55." in page.one("li", "data-help", "generala").text
    assert "wins the game at once" not in page.text
    assert "and the game ends" not in part(page, "end")
    assert FIRST in part(page, "advice")


def test_the_checker_and_the_way_back_keep_the_house_rules(reader: Reader) -> None:
    reader.open(f"{with_options('yahtzee', kinds='own')}&back={KEY}")
    reader.tap_dice("24445")
    paid = on_the_table(reader.page, "alike-3")
    assert paid["House rules"] == "12"
    assert paid["Yahtzee"] == "19"
    assert reader.page.all("section", "id", "house-rules")
    page = reader.follow("Another roll")
    assert page.all("section", "id", "house-rules")
    assert arrow(page)["href"].startswith(f"/games/{KEY}")
    others = [link["href"] for link in page.all("a") if link["href"].startswith("/help/")]
    assert others
    assert all("options" not in address for address in others)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("{", "This is not a Scorepad record: it isn’t JSON."),
        ("[" * 20000, "This is nested too deeply to be a Scorepad record."),
        ("9" * 5000, "This is not a Scorepad record: it isn’t JSON."),
        ("[]", "The key “options” has a value of the wrong kind."),
        ("null", "The key “options” has a value of the wrong kind."),
        ('{"further": "plain"}', "Yahtzee has no option “further”."),
        ('{"joker": "maybe"}', "The option “joker” has no such value."),
        ('{"bonus": [35]}', "The option “bonus” has no such value."),
        ('{"<b>": 1}', "Yahtzee has no option “<b>”."),
        ('{"joker": "free", "joker": "none"}', "The key “joker” appears twice."),
        ('{"\\ud800": 1}', "Yahtzee has no option “\N{REPLACEMENT CHARACTER}”."),
    ],
)
def test_house_rules_that_are_none_are_refused_on_the_plain_page(
    reader: Reader, options: str, said: str
) -> None:
    page = reader.open(f"/help/yahtzee?{urlencode({'options': options})}")
    assert reader.status == 422
    assert page.alerts == [said]
    assert page.all("section", "id", "house-rules") == []
    assert len(page.all("li", "data-help")) == 13


def test_an_address_tells_house_rules_and_is_read_again() -> None:
    assert options_query(RULESETS["yahtzee"]) == {}
    told = with_house_rules("yahtzee", {"joker": "free", "bonus": [40, 70]})
    assert read_options("yahtzee", options_query(told)["options"]) == told


def test_made_up_sheets_are_told_too(reader: Reader, made_up: RuleSet) -> None:
    page = reader.open(f"/help/{made_up.id}?dice=666666")
    assert reader.status == 200
    assert "six alike again" in page.text.lower()
    assert "five alike again" not in page.text.lower()
    assert "In the first roll 5 more." in page.one("li", "data-help", "five_of_a_kind").text
    assert "in column 1 alone" in part(page, "again")
    assert "Only there will it do: 36, and 50 extra" in part(page, "again")
    assert table(page)["alike"] == ["100"] * 2


@pytest.mark.parametrize("path", ["/help", *(f"/help/{ruleset}" for ruleset in ALL)])
@pytest.mark.parametrize("query", ["", "?dice=23453", "?dice=999"])
def test_headings_never_jump_a_level(client: FlaskClient, path: str, query: str) -> None:
    page = Page(client.get(path + query).text)
    found = levels(page)
    assert found[0] == 1
    assert found.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(found))
    ids = page.hooks("id")
    assert len(ids) == len(set(ids))
    places = {link["href"][1:] for link in page.all("a") if link["href"].startswith("#")}
    assert places <= set(ids)


@pytest.mark.parametrize("name", ["nothing", "Yahtzee", "yahtzee/", "../games", "yahtzee%00", "ones"])
def test_an_unknown_rule_set_is_a_404(client: FlaskClient, name: str) -> None:
    assert client.get(f"/help/{name}").status_code == 404


# --- the roll checker -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/help", "/help/yatzy"])
def test_a_row_with_a_pair_is_a_small_straight_in_yahtzee_and_nothing_in_yatzy(
    reader: Reader, path: str
) -> None:
    paid = on_the_table(reader.open(f"{path}?dice=23453"), "small_straight")
    assert paid == {"Yahtzee": "30", "Yatzy": "0", "Yams": "30", "Yacht": "30", "Generala": LACKS}


def test_the_game_of_the_page_is_the_first_column(reader: Reader) -> None:
    for ruleset, name in (("yatzy", "Yatzy"), ("forced_yatzy", "Forced Yatzy"), ("generala", "Generala")):
        assert next(iter(on_the_table(reader.open(f"/help/{ruleset}?dice=23453"), "sixes"))) == name


def test_games_that_pay_the_same_share_a_column(reader: Reader) -> None:
    said = reader.open("/help?dice=23453").one("section", "id", "check").text
    assert "Kniffel, Triple Yahtzee and Free for All pay what Yahtzee pays." in said
    assert "Forced Yatzy pays what Yatzy pays." in said
    assert "In Forced Yatzy a box pays this when it is the next one." in said
    assert "Double generala pays only once Generala holds points." in said
    said = reader.open(with_options("kniffel", kinds="own") + "&dice=23453").text
    assert "Yams pays the same as these house rules." in said
    assert "Yahtzee and Free for All pay what Kniffel pays." not in said
    said = reader.open(with_options("kniffel", further="none") + "&dice=23453").text
    assert "Yahtzee, Kniffel, Triple Yahtzee and Free for All pay the same as these house rules." in said
    assert "Kniffel pays" not in reader.open("/help/maxi_yatzy?dice=123456").text


def test_four_alike_and_five_alike_pay_as_each_game_says(reader: Reader) -> None:
    page = reader.open("/help?dice=44444")
    assert on_the_table(page, "full_house") == dict.fromkeys(COLUMNS, "0")
    assert on_the_table(page, "alike") == dict.fromkeys(COLUMNS, "50")
    assert table(page)["alike-3"] == ["20", "12", "12", LACKS, LACKS]
    assert table(page)["alike-4"] == ["20", "16", "16", "20", "40"]
    assert table(page)["alike-2"] == [LACKS, "8", LACKS, LACKS, LACKS]
    assert table(page)["chance"] == ["20", "20", "20", "20", LACKS]
    assert page.one("tr", "data-line", "alike").all("th")[0].text == "Five alike"


def test_with_six_dice_its_own_page_checks(reader: Reader) -> None:
    page = reader.open("/help")
    links = [
        link for link in page.one("section", "id", "check").all("a") if link["href"].startswith("/help/")
    ]
    assert [link["href"] for link in links] == ["/help/maxi_yatzy#check"]
    reader.open("/help/maxi_yatzy")
    page = reader.tap_dice("344666")
    assert on_the_table(page, "full_house") == {"Maxi Yatzy": "26"}
    assert page.one("tr", "data-line", "alike").all("th")[0].text == "Maxi Yatzy"


@pytest.mark.parametrize("path", ["/help", "/help/generala"])
def test_a_first_roll_is_chosen_where_a_sheet_pays_more_for_it(reader: Reader, path: str) -> None:
    reader.open(f"{path}?back={KEY}")
    reader.tap_dice("6666")
    page = reader.press_text("First roll")
    assert reader.status == 200
    assert page.one("button", "name", "first_roll")["aria-pressed"] == "true"
    page = reader.tap_dice("6")
    assert on_the_table(page, "alike")["Generala"] == "50 wins"
    assert on_the_table(page, "alike-4")["Generala"] == "45"
    assert on_the_table(page, "alike-4")["Yahtzee"] == "30"
    page = reader.press_text("First roll")
    assert page.one("button", "name", "first_roll")["aria-pressed"] == "false"
    assert on_the_table(page, "alike")["Generala"] == "50"
    assert on_the_table(page, "alike-4")["Generala"] == "40"
    assert arrow(page)["href"].startswith(f"/games/{KEY}")


def test_elsewhere_no_first_roll_is_asked_for(reader: Reader) -> None:
    page = reader.open("/help/yatzy?dice=66666&first_roll=1")
    assert page.all("button", "name", "first_roll") == []
    assert on_the_table(page, "alike")["Generala"] == "50"


@pytest.mark.parametrize("ruleset", ALL)
def test_the_checker_says_what_an_empty_sheet_offers(reader: Reader, ruleset: str) -> None:
    sheet = Sheet(RULESETS[ruleset], {})
    for dice in random.Random(5).sample(all_rolls(sheet.ruleset.dice), 8):
        shown = table(reader.open(f"/help/{ruleset}?dice={dice}"))
        boxes = {line_of(sheet.ruleset, box): box for box in sheet.ruleset.boxes}
        paid = {boxes[line].id: int(said[0]) for line, said in shown.items() if said[0] != LACKS}
        offered = {target.box: target.points for target in targets(sheet, dice)}
        assert paid == {box.id: told_by_hand(ruleset, box.id, str(dice)) for box in sheet.ruleset.boxes}
        assert all(points == paid[box] for box, points in offered.items() if box != "double_generala")


@pytest.mark.parametrize("path", ["/help", "/help/yacht"])
def test_dice_are_tapped_in_and_out_with_scripting_off(reader: Reader, path: str) -> None:
    reader.open(f"{path}?back={KEY}&held=44")
    reader.tap_dice("2345")
    assert table(reader.page) == {}
    reader.tap_dice("3")
    assert on_the_table(reader.page, "small_straight")["Yahtzee"] == "30"
    reader.press_hook("data-slot", "1")
    assert table(reader.page) == {}
    reader.tap_dice("6")
    assert on_the_table(reader.page, "small_straight")["Yahtzee"] == "30"
    assert on_the_table(reader.page, "sixes")["Yahtzee"] == "6"
    reader.follow("Another roll")
    assert table(reader.page) == {}
    assert reader.address.partition("#")[0] == f"{path}?back={KEY}&held=44"
    assert arrow(reader.page)["href"] == f"/games/{KEY}?use=1&dice=44"


def test_dice_are_typed_in_any_digits(reader: Reader) -> None:
    reader.open("/help")
    page = reader.press_text("Check", dice="۲ ۳ ۴ ۵ ۳")
    assert table(page)["chance"][:4] == ["17"] * 4


@pytest.mark.parametrize("path", ["/help", "/help/free_for_all"])
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("777", "“7” is not a die: use 1 to 6."),
        ("444", "A roll is 5 dice here, not 3."),
        ("123456", "A roll is 5 dice here, not 6."),
        ("abc", "“a” is not a die: use 1 to 6."),
    ],
)
def test_bad_dice_are_told_and_kept(reader: Reader, path: str, typed: str, said: str) -> None:
    page = reader.open(f"{path}?dice={typed}")
    assert reader.status == 422
    assert page.alerts == [said]
    assert page.one("input", "id", "typed")["value"] == typed
    assert table(page) == {}


def test_typed_text_can_not_break_out_of_the_page(client: FlaskClient) -> None:
    answer = client.get("/help", query_string={"dice": '"><script>', "back": '"><script>', "held": "<b>"})
    assert answer.status_code == 422
    assert "<script>" not in answer.text


# --- the way there and back -----------------------------------------------------------------------


def test_the_menu_leads_to_the_help_and_back_with_the_typed_dice(reader: Reader) -> None:
    address = new_game(reader.client, "yatzy")
    reader.open(address)
    reader.tap_dice("444")
    reader.follow("Help")
    assert reader.address == f"/help/yatzy?back={key_of(address)}&held=444&for=1-0"
    reader.follow("Back to the game")
    assert reader.page.typed == "444"
    reader.tap_dice("21")
    assert reader.page.offers["fours"] == 12


def test_a_whole_roll_comes_back_with_its_offers(reader: Reader) -> None:
    address = new_game(reader.client)
    reader.open(f"{address}?dice=44421")
    reader.follow("Help")
    reader.follow("All help")
    reader.follow("Back to the game")
    assert reader.page.offers["fours"] == 12


def test_a_finished_game_leads_to_the_help_too(reader: Reader) -> None:
    address = new_game(reader.client, "yacht", ["Ana"])
    (link,) = [link for link in reader.open(address).all("a") if link.text == "Help"]
    assert link["href"] == f"/help/yacht?back={key_of(address)}"


def test_every_page_of_the_help_keeps_the_way_back(reader: Reader) -> None:
    page = reader.open(f"/help/yahtzee?back={KEY}&held=12")
    onward = [link["href"] for link in page.all("a") if link["href"].startswith("/help")]
    assert onward
    for address in onward:
        assert arrow(reader.open(address))["href"] == f"/games/{KEY}?use=1&dice=12"


@pytest.mark.parametrize("key", ["", "short", "x" * 41, "../../etc", "//evil.com", "abc def", "abcdef\n"])
def test_a_key_that_is_none_leads_nowhere(client: FlaskClient, key: str) -> None:
    page = Page(client.get("/help/yatzy", query_string={"back": key, "held": "444"}).text)
    assert arrow(page)["href"] == "/help"
    page = Page(client.get("/help", query_string={"back": key}).text)
    assert arrow(page)["href"] == "/"


@pytest.mark.parametrize(
    ("held", "query"), [("۴۴", "?use=1&dice=44"), ("9", ""), ("1234561", "?use=1&dice=1234561")]
)
def test_dice_that_are_held_are_read_as_dice(client: FlaskClient, held: str, query: str) -> None:
    page = Page(client.get("/help", query_string={"back": KEY, "held": held}).text)
    assert arrow(page)["href"] == f"/games/{KEY}{query}"


def test_of_dice_that_are_held_the_pad_takes_as_many_as_its_sheet_has(
    reader: Reader, made_up: RuleSet
) -> None:
    for ruleset, typed in (("yatzy", "12345"), (made_up.id, "123456")):
        key = key_of(new_game(reader.client, ruleset))
        reader.open(f"/help/{ruleset}?back={key}&held=1234561")
        page = reader.follow("Back to the game")
        assert page.one("input", "id", "type")["value"] == typed


def test_the_form_of_a_new_game_asks_and_gets_its_players_back(reader: Reader) -> None:
    reader.open("/games/new?player=Ana&player=Åke %26 Co")
    for ruleset in RULESETS:
        assert [a for a in reader.page.all("a") if a["href"].startswith(f"/help/{ruleset}?")]
    reader.follow("Help: Forced Yatzy")
    assert reader.page.all("h1")[0].text == "Forced Yatzy"
    reader.tap_dice("4")
    reader.follow("New game")
    assert [field["value"] for field in reader.page.all("input", "name", "player")] == ["Ana", "Åke & Co"]


def test_home_leads_to_the_help_and_back(reader: Reader) -> None:
    reader.open("/")
    reader.follow("Help")
    assert reader.address == "/help"
    reader.follow("Home")
    assert reader.address == "/"


def test_the_help_is_open_to_who_has_no_pin(tmp_path: Path) -> None:
    app = make_app(tmp_path / "locked.db", PIN="4711")
    try:
        for path in ("/help", *(f"/help/{ruleset}?dice=44421" for ruleset in FIVE), "/help/maxi_yatzy"):
            assert app.test_client().get(path).status_code == 200
    finally:
        store_of(app).close()
