"""House rules in a record, and what the further sheets say there (SHEETS.md, In the record)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import Record, load_json, options, read_record, score, write_record
from scorepad.rules import RULESETS, Place, Refused, dice_from_digits
from scorepad.sentences import plain
from tests import oracle
from tests.oracle import SHEETS, written
from tests.strategies import Story, quick, rolls_of, stories


def record(ruleset: str, *turns: Mapping[str, object], **more: object) -> dict[str, Any]:
    """A record of one player with these turns."""
    whole = {"format": "scorepad-game", "version": 1, "ruleset": ruleset, "players": ["Ana"]}
    return whole | {"turns": list(turns)} | more


def refusal(data: object) -> Refused:
    with pytest.raises(Refused) as caught:
        read_record(data)
    return caught.value


def rewritten(data: object) -> dict[str, Any]:
    """That record, read and written again."""
    return write_record(read_record(data))


# --- options and their name -------------------------------------------------------------------------


def test_options_and_their_name_are_read_and_written_after_the_rule_set() -> None:
    told = {"joker": "free", "bonus": [50, 63]}
    data = record("yahtzee", options=told, rules_name="Cottage rules")
    found = read_record(data)
    assert found.game.ruleset.chosen == (("joker", "free"), ("bonus", (50, 63)))
    assert found.rules_name == "Cottage rules"
    assert rewritten(data)["options"] == told
    assert [*rewritten(data)][:5] == ["format", "version", "ruleset", "options", "rules_name"]


def test_what_the_sheet_says_by_itself_is_not_written() -> None:
    data = record("yahtzee", options={"extra": 50, "joker": "forced", "bonus": [35, 63], "kinds": "all"})
    assert rewritten(data)["options"] == {"extra": 50}
    assert "options" not in rewritten(record("yams", options={"kinds": "own"}))
    assert "options" not in rewritten(record("yahtzee", options={}))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_record_without_options_is_written_as_ever(ruleset: str) -> None:
    players = ["Ana", "Ben"]
    ever = ["format", "version", "ruleset", "players", "started_at", "finished_at", "note", "turns"]
    cards = ["score_cards", "roll_offs"] if ruleset == "free_for_all" else []
    assert [*rewritten(record(ruleset, players=players))] == ever + cards


@pytest.mark.parametrize(
    ("ruleset", "told", "reason", "facts"),
    [
        ("yahtzee", None, "key_type", {"key": "options"}),
        ("yahtzee", [], "key_type", {"key": "options"}),
        ("yahtzee", "free", "key_type", {"key": "options"}),
        ("yahtzee", False, "key_type", {"key": "options"}),
        ("yahtzee", {"jokers": "free"}, "unknown_option", {"option": "jokers", "ruleset": "yahtzee"}),
        ("yatzy", {"joker": "free"}, "unknown_option", {"option": "joker", "ruleset": "yatzy"}),
        ("yatzy", {"joker": "forced"}, "unknown_option", {"option": "joker", "ruleset": "yatzy"}),
        (
            "free_for_all",
            {"bonus": [35, 63]},
            "unknown_option",
            {"option": "bonus", "ruleset": "free_for_all"},
        ),
        ("yahtzee", {"joker": None}, "option_value", {"option": "joker"}),
        ("yahtzee", {"joker": {"joker": "free"}}, "option_value", {"option": "joker"}),
        ("yahtzee", {"extra": 100.0}, "option_value", {"option": "extra"}),
        ("yahtzee", {"extra": True}, "option_value", {"option": "extra"}),
        ("yahtzee", {"five_full_house": 1}, "option_value", {"option": "five_full_house"}),
        ("yatzy", {"bonus": [50, [63]]}, "option_value", {"option": "bonus"}),
        ("yatzy", {"bonus": [2**70, 63]}, "option_value", {"option": "bonus"}),
    ],
)
def test_what_is_no_option_is_refused_by_name(
    ruleset: str, told: object, reason: str, facts: dict[str, object]
) -> None:
    refused = refusal(record(ruleset, options=told, players=["Ana", "Ben"]))
    assert (refused.reason, refused.facts, refused.place) == (reason, facts, Place("options"))
    assert plain(refused).startswith("options: ")


@pytest.mark.parametrize("name", ["a\ud800b", "a\nb", "x" * 10_000])
def test_whatever_an_option_is_called_the_message_is_one_line(name: str) -> None:
    line = plain(refusal(record("yahtzee", options={name: 1})))
    assert line.isprintable()
    assert len(line) < 500


def test_free_for_all_may_say_that_it_has_no_options() -> None:
    data = record("free_for_all", options={}, players=["Ana", "Ben"])
    assert "options" not in rewritten(data)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (None, "key_type"),
        (7, "key_type"),
        (["Cottage rules"], "key_type"),
        ("", "name_blank"),
        (" \u200b ", "name_blank"),
        ("x" * 41, "name_long"),
        ("a\x00b", "unprintable"),
        ("a\ud800b", "unprintable"),
    ],
)
def test_what_no_rules_can_be_called_is_refused(name: object, reason: str) -> None:
    refused = refusal(record("yahtzee", rules_name=name))
    assert (refused.reason, refused.place) == (reason, Place("rules_name"))
    assert plain(refused).startswith("rules_name: ")


@pytest.mark.parametrize(
    ("name", "kept"), [(" Cottage  ", "Cottage"), ("x" * 40, "x" * 40), ("مینا", "مینا")]
)
def test_a_name_of_rules_is_kept_trimmed(name: str, kept: str) -> None:
    assert rewritten(record("yahtzee", rules_name=name))["rules_name"] == kept


# --- columns and first rolls ------------------------------------------------------------------------

ONES = {"dice": "11234", "box": "ones"}


@pytest.mark.parametrize(
    ("ruleset", "turn", "reason"),
    [
        ("triple_yahtzee", ONES, "key_missing"),
        ("triple_yahtzee", ONES | {"column": 4}, "unknown_column"),
        ("triple_yahtzee", ONES | {"column": 0}, "unknown_column"),
        ("triple_yahtzee", ONES | {"column": "1"}, "key_type"),
        ("triple_yahtzee", ONES | {"column": 1.0}, "key_type"),
        ("triple_yahtzee", ONES | {"column": True}, "key_type"),
        ("triple_yahtzee", ONES | {"column": None}, "key_type"),
        ("triple_yahtzee", ONES | {"column": 1, "first_roll": True}, "key_elsewhere"),
        ("yahtzee", ONES | {"column": 1}, "key_elsewhere"),
        ("generala", ONES | {"column": 1}, "key_elsewhere"),
        ("generala", ONES | {"first_roll": 1}, "key_type"),
        ("generala", ONES | {"first_roll": "true"}, "key_type"),
        ("generala", ONES | {"first_roll": None}, "key_type"),
        ("kniffel", ONES | {"first_roll": True}, "key_elsewhere"),
        ("kniffel", ONES | {"first_roll": False}, "key_elsewhere"),
        ("generala", {"points": 50, "box": "generala", "extra_yahtzee": True}, "key_elsewhere"),
        ("generala", {"points": 50, "box": "generala", "extra_yahtzee": False}, "key_elsewhere"),
        ("yams", {"points": 50, "box": "yams", "extra_yahtzee": False}, "key_elsewhere"),
        ("maxi_yatzy", ONES, "dice_count"),
        ("kniffel", ONES | {"dice": "112345"}, "dice_count"),
        ("kniffel", ONES | {"box": "yahtzee"}, "unknown_box"),
        ("kniffel", {"dice": "66666", "box": "kniffel", "extra_yahtzee": False}, "extra_with_dice"),
    ],
)
def test_a_turn_that_the_sheet_does_not_have_is_refused(
    ruleset: str, turn: dict[str, object], reason: str
) -> None:
    refused = refusal(record(ruleset, turn))
    assert refused.reason == reason
    assert refused.place is not None
    assert (refused.place.kind, refused.place.number) == ("turn", 1)


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [("yahtzee", {"extra": 0}), ("triple_yahtzee", {"extra": 0}), ("kniffel", {"further": "none"})],
)
@pytest.mark.parametrize("marked", [True, False])
def test_where_nothing_is_earned_the_mark_is_refused(
    ruleset: str, told: dict[str, object], marked: bool
) -> None:
    column: dict[str, object] = {"column": 1} if ruleset == "triple_yahtzee" else {}
    turn = {"points": 30, "box": "sixes", "extra_yahtzee": marked} | column
    assert refusal(record(ruleset, turn, options=told)).reason == "key_elsewhere"


def test_without_the_bonus_the_joker_stays_and_no_extra_is_counted() -> None:
    turns = [{"dice": "66666", "box": "yahtzee"}, {"dice": "66666", "box": "sixes"}]
    joker = {"dice": "66666", "box": "large_straight"}
    scored: Any = score(read_record(record("yahtzee", *turns, joker, options={"extra": 0})).game)
    ana = scored["players"][0]
    assert ana["boxes"] == {"yahtzee": 50, "sixes": 30, "large_straight": 40}
    assert (ana["extra_yahtzees"], ana["extra_points"], ana["total"]) == (0, 0, 120)


def test_a_first_roll_is_written_where_it_was_one() -> None:
    served = {"player": "Ana", "dice": "12345", "box": "straight", "first_roll": True}
    later = {"player": "Ana", "dice": "33366", "box": "full_house"}
    data = record("generala", served, later | {"first_roll": False})
    assert rewritten(data)["turns"] == [served, later]
    assert dict(read_record(data).game.sheet(1).column(1).boxes) == {"straight": 25, "full_house": 30}


# --- what `score` and `options` say -----------------------------------------------------------------


def test_a_sheet_of_three_columns_is_told_by_column() -> None:
    turns = [
        {"dice": "66661", "box": "sixes", "column": 2},
        {"dice": "55551", "box": "fives", "column": 2},
        {"dice": "44444", "box": "fours", "column": 2},
        {"dice": "12346", "box": "chance", "column": 3},
    ]
    scored: Any = score(read_record(record("triple_yahtzee", *turns, options={"bonus": [10, 64]})).game)
    ana = scored["players"][0]
    assert "boxes" not in ana
    empty = {"boxes": {}, "upper": 0, "upper_bonus": 0, "lower": 0, "total": 0}
    upper = {"boxes": {"sixes": 24, "fives": 20, "fours": 20}, "upper": 64, "upper_bonus": 10, "total": 148}
    assert ana["columns"] == [
        {"column": 1} | empty,
        {"column": 2} | empty | upper,
        {"column": 3} | empty | {"boxes": {"chance": 16}, "lower": 16, "total": 48},
    ]
    assert (ana["upper"], ana["upper_bonus"], ana["lower"], ana["total"]) == (128, 20, 48, 196)


def test_who_won_at_once_is_told_and_nobody_else() -> None:
    turns: list[dict[str, object]] = [
        {"dice": "66666", "box": "poker"},
        {"dice": "11111", "box": "generala", "first_roll": True},
    ]
    scored: Any = score(read_record(record("generala", *turns, players=["Ana", "Ben"])).game)
    assert (scored["finished"], scored["next_player"]) == (True, None)
    ana, ben = scored["players"]
    assert "won_outright" not in ana
    assert ben["won_outright"] is True
    assert (ana["rank"], ben["rank"]) == (2, 1)
    after = refusal(record("generala", *turns, {"dice": "66666", "box": "sixes"}, players=["Ana", "Ben"]))
    assert (after.reason, str(after.place)) == ("game_finished", "turn 3")


def test_options_list_column_after_column() -> None:
    game = read_record(record("triple_yahtzee", ONES | {"column": 2})).game
    found: list[Any] = options(game, dice_from_digits("11234", 5))
    assert [one["column"] for one in found] == [1] * 13 + [2] * 12 + [3] * 13
    assert found[0] == {"box": "ones", "points": 2, "extra": 0, "column": 1}


# --- properties -------------------------------------------------------------------------------------


def told(story: Story) -> dict[str, object]:
    """The options of a story as a record tells them."""
    said = dict(story.house.options)
    return {option: list(value) if isinstance(value, tuple) else value for option, value in said.items()}


@quick(100)
@given(stories(SHEETS, varied=True))
def test_a_game_under_house_rules_survives_writing_and_reading(story: Story) -> None:
    data = write_record(Record(story.game, rules_name="Ours"))
    again = read_record(load_json(json.dumps(data).encode()))
    assert again.game.ruleset == story.game.ruleset
    assert score(again.game) == score(story.game)
    assert write_record(again) == data
    whole = read_record(data | {"options": told(story)})
    assert write_record(whole) == data


@quick(100)
@given(stories(SHEETS, varied=True))
def test_a_score_under_house_rules_is_what_the_pad_kept_by_hand_says(story: Story) -> None:
    pad, scored = story.pad, score(story.game)
    players: Any = scored["players"]
    for seat, player in zip(pad.seats, players, strict=True):
        assert (player["upper"], player["upper_bonus"], player["lower"]) == pad.sums(seat)
        assert (player["extra_yahtzees"], player["extra_points"]) == (
            pad.extras[seat - 1],
            pad.extra_points[seat - 1],
        )
        assert (player["total"], player["rank"]) == (pad.total(seat), pad.ranks[seat])
        assert player.get("won_outright", False) == (seat == pad.won)
    assert scored["finished"] == (pad.mover is None)
    assert scored["next_player"] == (story.players[pad.mover - 1] if pad.mover else None)


@quick(100)
@given(st.data(), stories(SHEETS, varied=True), st.booleans())
def test_options_under_house_rules_are_what_the_rules_let_a_roll_fill(
    data: st.DataObject, story: Story, first: bool
) -> None:
    faces, seat = data.draw(rolls_of(story.ruleset)), story.pad.mover
    first_roll = first and story.ruleset == "generala"
    found: list[Any] = options(story.game, dice_from_digits(written(faces), len(faces)), first_roll)
    filled = story.pad.filled[seat - 1] if seat else {}
    wanted = oracle.legal(story.house, filled, faces, first_roll) if seat else {}
    assert [(one["box"], one.get("column", 1), one["points"], one["extra"]) for one in found] == [
        (oracle.box_of(cell), oracle.column_of(cell), *brings) for cell, brings in wanted.items()
    ]
    assert {"column" in one for one in found} <= {story.ruleset == "triple_yahtzee"}
