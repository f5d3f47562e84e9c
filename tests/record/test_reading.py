"""The game record: reading, refusing, writing."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import Record, load_json, options, read_record, score, write_record
from scorepad.rules import RULESETS, Game, Place, Refused, replay
from scorepad.sentences import plain
from tests.rules.raised import PACKAGE, raised_in
from tests.strategies import (
    SHEETS,
    Faces,
    Story,
    five,
    json_keys,
    json_values,
    legal,
    quick,
    rolls,
    stories,
    written,
)

GONE = object()
FOURS = {"dice": "44421", "box": "fours"}


def record(*turns: Any, **changed: Any) -> dict[str, Any]:
    """A small valid record with these turns; a key changed to GONE is missing."""
    whole = {
        "format": "scorepad-game",
        "version": 1,
        "ruleset": "yahtzee",
        "players": ["Ana", "Ben"],
        "turns": list(turns),
    } | changed
    return {key: value for key, value in whole.items() if value is not GONE}


def alone(*turns: Any, **changed: Any) -> dict[str, Any]:
    return record(*turns, **{"players": ["Ana"]} | changed)


def boxes(game: Game, seat: int = 1) -> dict[str, int]:
    return dict(game.sheet(seat).column(1).boxes)


def all_boxes(game: Game) -> list[dict[str, int]]:
    return [boxes(game, seat) for seat in range(1, len(game.players) + 1)]


def refusal(data: object) -> Refused:
    with pytest.raises(Refused) as caught:
        read_record(data)
    return caught.value


def refusal_of_bytes(raw: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        load_json(raw)
    return caught.value


# --- JSON -------------------------------------------------------------------------------------------


def test_json_is_read_from_utf_8() -> None:
    assert load_json('{"players": ["مینا", "Åke"], "version": 1}'.encode()) == {
        "players": ["مینا", "Åke"],
        "version": 1,
    }


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load_json(b'\xef\xbb\xbf{"version": 1}') == {"version": 1}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"   ",
        b"{",
        b"{'a': 1}",
        b'{"a": 1,}',
        b'{"a": 1} {"b": 2}',
        b"\xff\xfe{\x00}\x00",
        b'"\xe9"',
        b"\x00",
        b"NaN",
        b'{"points": NaN}',
        b"[Infinity]",
        b"[-Infinity]",
        b"[" + b"9" * 5000 + b"]",
        b"\xef\xbb\xbf",
        "{“a”: 1}".encode(),
    ],
)
def test_what_is_no_json_is_refused(raw: bytes) -> None:
    assert refusal_of_bytes(raw).reason == "not_json"


@pytest.mark.parametrize("raw", [b"[" * 100_000, b'{"a":' * 100_000, b"[" * 100_000 + b"]" * 100_000])
def test_deep_nesting_is_refused(raw: bytes) -> None:
    assert refusal_of_bytes(raw).reason == "too_deep"


@pytest.mark.parametrize(
    "raw",
    [b'{"box": 1, "box": 1}', b'{"turns": [{"box": 1, "dice": 2, "box": 3}]}', b'{"b\\u006fx": 1, "box": 2}'],
)
def test_a_key_that_is_there_twice_is_refused_at_any_level(raw: bytes) -> None:
    refused = refusal_of_bytes(raw)
    assert (refused.reason, refused.facts) == ("key_twice", {"key": "box"})


def test_the_same_key_in_two_turns_is_no_repetition() -> None:
    assert load_json(b'[{"box": 1}, {"box": 1}]') == [{"box": 1}, {"box": 1}]


# --- every reason -----------------------------------------------------------------------------------

OF_CARDS = frozenset(
    {
        "add_or_multiply",
        "card_after_roll_off",
        "card_factor",
        "card_kind",
        "card_many_points",
        "card_points",
        "cards_used",
        "no_cards",
        "no_claim",
        "roll_off_early",
        "roll_off_face",
        "roll_off_late",
        "roll_off_others",
        "too_few_players",
    }
)
"""Reasons that Free for All alone gives: tried in test_cards_in_records.py."""

OF_OTHER_SHEETS = frozenset({"no_first_roll", "unknown_column"})
"""Reasons that a sheet of several columns or of served boxes gives: tried in test_made_up.py."""

OF_OPTIONS = frozenset({"option_value", "unknown_option"})
"""Reasons that house rules give: tried in test_options.py."""

OTHERS_WORK = frozenset({"unknown_player", "too_many_seats"})
"""Reasons that no record can give: it names players, never seats, and holds as many as were at the table."""

FULL = [
    {"points": points, "box": box}
    for box, points in {
        "ones": 0,
        "twos": 0,
        "threes": 0,
        "fours": 0,
        "fives": 0,
        "sixes": 0,
        "three_of_a_kind": 0,
        "four_of_a_kind": 0,
        "full_house": 0,
        "small_straight": 0,
        "large_straight": 0,
        "yahtzee": 0,
        "chance": 5,
    }.items()
]
LOWER_BUT_CHANCE = [turn for turn in FULL[6:] if turn["box"] != "chance"]

REFUSED_WHOLE: list[tuple[str, object]] = [
    ("no_record", None),
    ("no_record", []),
    ("no_record", "scorepad-game"),
    ("no_record", 1),
    ("no_record", {}),
    ("no_record", record(format="scorepad")),
    ("no_record", record(format=None)),
    ("no_record", record(format=["scorepad-game"])),
    ("no_record", record(format=GONE)),
    ("is_bundle", {"format": "scorepad-bundle", "version": 1, "games": []}),
    ("is_bundle", record(format="scorepad-bundle")),
    ("key_missing", record(version=GONE)),
    ("key_missing", record(ruleset=GONE)),
    ("key_missing", record(players=GONE)),
    ("key_missing", record(turns=GONE)),
    ("key_type", record(version=None)),
    ("key_type", record(version=True)),
    ("key_type", record(version=1.0)),
    ("key_type", record(version="1")),
    ("other_version", record(version=2)),
    ("other_version", record(version=0)),
    ("key_type", record(ruleset=None)),
    ("key_type", record(ruleset=["yahtzee"])),
    ("unknown_ruleset", record(ruleset="balut")),
    ("unknown_ruleset", record(ruleset="Yahtzee")),
    ("key_type", record(players=None)),
    ("key_type", record(players="Ana")),
    ("key_type", record(players={"Ana": 1})),
    ("key_type", record(players=["Ana", 2])),
    ("key_type", record(players=["Ana", None])),
    ("no_players", record(players=[])),
    ("name_blank", record(players=["Ana", " "])),
    ("name_long", record(players=["Ana", "x" * 41])),
    ("name_twice", record(players=["Ana", " Ana "])),
    ("name_twice_as", record(players=["Ana", " ANA "])),
    ("unprintable", record(players=["A\x00na"])),
    ("too_many_players", record(players=list("ABCDEFG"))),
    ("too_many_players", record(players=list("ABCDEFG"), ruleset="yacht")),
    ("key_type", record(turns=None)),
    ("key_type", record(turns={})),
    ("key_type", record(turns="")),
    ("key_type", record(id=7)),
    ("key_type", record(note=["x"])),
    ("key_type", record(note=False)),
    ("unprintable", record(id="a\x00b")),
    ("unprintable", record(note="a\ud800b")),
    ("text_long", record(id="x" * 201)),
    ("text_long", record(note="x" * 2001)),
    ("key_type", record(started_at=0)),
    ("key_type", record(finished_at=True)),
    ("bad_time", record(started_at="yesterday")),
    ("bad_time", record(finished_at="2026-11-29")),
    ("far_time", record(started_at="1899-12-31T23:59:59Z")),
    ("far_time", record(finished_at="9000-01-01T00:00:00Z")),
    ("unknown_key", record(turn=[])),
    ("unknown_key", record(Players=["Ana"])),
    ("unknown_key", record(**{"": 1})),
    ("key_elsewhere", record(score_cards=[])),
    ("key_elsewhere", record(roll_offs=[])),
    ("no_players", alone({"player": "Ana", "join": True})),
    ("late_not_last", record({"player": "Ana", "join": True})),
]
REFUSED_TURNS: list[tuple[str, int, object]] = [
    ("key_type", 1, record(None)),
    ("key_type", 1, record([])),
    ("key_type", 2, record(FOURS, "44421 fours")),
    ("dice_or_points", 1, record({})),
    ("dice_or_points", 1, record({"box": "fours"})),
    ("dice_or_points", 1, record(FOURS | {"points": 12})),
    ("dice_or_points", 1, record(FOURS | {"points": None})),
    ("key_missing", 1, record({"dice": "44421"})),
    ("key_type", 1, record(FOURS | {"box": None})),
    ("key_type", 1, record(FOURS | {"box": 4})),
    ("key_type", 1, record(FOURS | {"dice": None})),
    ("key_type", 1, record(FOURS | {"dice": 44421})),
    ("key_type", 1, record(FOURS | {"dice": [4, 4, 4, 2, 1]})),
    ("dice_face", 1, record(FOURS | {"dice": "44420"})),
    ("dice_face", 1, record(FOURS | {"dice": "4442۱"})),
    ("dice_face", 1, record(FOURS | {"dice": "4 4 4 2 1"})),
    ("dice_count", 1, record(FOURS | {"dice": "4442"})),
    ("dice_count", 1, record(FOURS | {"dice": "444211"})),
    ("dice_count", 1, record(FOURS | {"dice": ""})),
    ("unknown_box", 1, record(FOURS | {"box": "one_pair"})),
    ("key_elsewhere", 1, record(FOURS | {"column": 1})),
    ("key_elsewhere", 1, record(FOURS | {"first_roll": False})),
    ("unknown_box", 1, record(FOURS | {"box": "three_of_a_kind"}, ruleset="yacht")),
    ("box_filled", 2, alone(FOURS, FOURS)),
    ("out_of_order", 1, record(FOURS, ruleset="forced_yatzy")),
    ("out_of_order", 1, record({"points": 12, "box": "fours"}, ruleset="forced_yatzy")),
    ("joker_upper", 2, alone({"dice": "66666", "box": "yahtzee"}, {"dice": "66666", "box": "chance"})),
    ("joker_lower", 8, alone(*LOWER_BUT_CHANCE, FULL[5], {"dice": "66666", "box": "ones"})),
    ("impossible_points", 1, record({"points": 13, "box": "fours"})),
    ("impossible_points", 1, record({"points": -4, "box": "fours"})),
    ("impossible_points", 1, record({"points": 10**30, "box": "fours"})),
    ("key_type", 1, record({"points": True, "box": "ones"})),
    ("key_type", 1, record({"points": False, "box": "ones"})),
    ("key_type", 1, record({"points": 12.0, "box": "fours"})),
    ("key_type", 1, record({"points": "12", "box": "fours"})),
    ("key_type", 1, record({"points": None, "box": "fours"})),
    ("no_extra", 1, record({"points": 30, "box": "sixes", "extra_yahtzee": True})),
    (
        "no_extra",
        2,
        alone({"points": 0, "box": "yahtzee"}, {"points": 30, "box": "sixes", "extra_yahtzee": True}),
    ),
    (
        "no_extra",
        2,
        alone({"points": 50, "box": "yahtzee"}, {"points": 24, "box": "sixes", "extra_yahtzee": True}),
    ),
    ("key_type", 1, record({"points": 30, "box": "sixes", "extra_yahtzee": 1})),
    ("key_type", 1, record({"points": 30, "box": "sixes", "extra_yahtzee": "false"})),
    ("key_type", 1, record({"points": 30, "box": "sixes", "extra_yahtzee": None})),
    ("extra_with_dice", 1, record(FOURS | {"extra_yahtzee": True})),
    ("key_elsewhere", 1, record({"points": 30, "box": "sixes", "extra_yahtzee": True}, ruleset="yacht")),
    ("key_elsewhere", 1, record({"points": 30, "box": "sixes", "extra_yahtzee": False}, ruleset="yatzy")),
    ("key_elsewhere", 1, record(FOURS | {"claim_bonus": True})),
    ("key_elsewhere", 1, record(FOURS | {"action_card": {"kind": "extra_roll"}})),
    ("unknown_key", 1, record(FOURS | {"Dice": "44421"})),
    ("unknown_key", 1, record(FOURS | {"note": ""})),
    ("not_to_move", 1, record(FOURS | {"player": "Ben"})),
    ("not_a_player", 1, record(FOURS | {"player": "Cleo"})),
    ("key_type", 1, record(FOURS | {"player": None})),
    ("key_type", 1, record(FOURS | {"player": 1})),
    ("name_blank", 1, record(FOURS | {"player": ""})),
    ("unprintable", 1, record(FOURS | {"player": "A\x00"})),
    ("name_long", 1, record(FOURS | {"player": "x" * 41})),
    ("game_finished", 14, alone(*FULL, FOURS)),
    ("game_finished", 14, alone(*FULL, {"player": "Ana", "leave": True})),
    ("key_type", 1, record({"player": "Ana", "skip": 1})),
    ("key_type", 1, record({"player": "Ana", "skip": False})),
    ("key_type", 1, record({"player": "Ana", "skip": "true"})),
    ("key_type", 1, record({"player": "Ana", "leave": None})),
    ("key_missing", 1, record({"leave": True})),
    ("key_missing", 1, record({"join": True})),
    ("not_to_move", 1, record({"player": "Ben", "skip": True})),
    ("not_a_player", 1, record({"player": "Cleo", "leave": True})),
    ("not_a_player", 1, record({"player": "Cleo", "join": True})),
    ("unknown_key", 1, record(FOURS | {"skip": True})),
    ("unknown_key", 1, record({"player": "Ana", "skip": True, "box": "fours"})),
    ("unknown_key", 1, record({"player": "Ana", "skip": True, "leave": True})),
    ("key_elsewhere", 1, record({"player": "Ana", "skip": True, "claim_bonus": True})),
    ("not_at_table", 2, record({"player": "Ben", "leave": True}, {"player": "Ben", "leave": True})),
    ("not_at_table", 1, record({"player": "Ben", "leave": True}, {"player": "Ben", "join": True})),
    ("already_at_table", 2, record({"player": "Ben", "join": True}, {"player": "Ben", "join": True})),
    ("not_to_move", 2, record(FOURS, FOURS | {"player": "Ben"}, {"player": "Ben", "join": True})),
]


@pytest.mark.parametrize(("reason", "data"), REFUSED_WHOLE)
def test_a_record_that_breaks_the_format_is_refused_for_its_reason(reason: str, data: object) -> None:
    refused = refusal(data)
    assert refused.reason == reason
    assert refused.place is None


@pytest.mark.parametrize(("reason", "number", "data"), REFUSED_TURNS)
def test_a_turn_that_breaks_a_rule_is_refused_for_its_reason_and_place(
    reason: str, number: int, data: object
) -> None:
    refused = refusal(data)
    assert refused.reason == reason
    assert refused.place is not None
    assert (refused.place.kind, refused.place.number) == ("turn", number)
    assert plain(refused).isprintable()


def test_every_reason_that_reading_can_give_is_tried_above() -> None:
    rules = ["dice", "extras", "game", "opening", "legality", "moments", "names"]
    rules += ["catalogue", "options", "ruleset"]
    files = [PACKAGE / "rules" / f"{room}.py" for room in rules]
    files += [PACKAGE / "record" / f"{room}.py" for room in ("keys", "read", "turns")]
    raised = {found.reason for file in files for found in raised_in(file)}
    tried = {reason for reason, _ in REFUSED_WHOLE} | {reason for reason, _, _ in REFUSED_TURNS}
    raised -= OF_CARDS | OF_OPTIONS | OF_OTHER_SHEETS
    assert raised - tried == OTHERS_WORK | {"not_json", "too_deep", "key_twice"}


def test_reading_changes_nothing_in_the_record() -> None:
    for _, data in REFUSED_WHOLE:
        before = deepcopy(data)
        refusal(data)
        assert data == before


def test_an_unknown_key_is_named() -> None:
    assert refusal(record(turnz=[])).facts == {"key": "turnz"}
    assert refusal(record(FOURS | {"bx": "fours"})).facts == {"key": "bx"}
    assert refusal(record({"player": "Ana", "skip": True, "dice": "44421"})).facts == {"key": "dice"}


@pytest.mark.parametrize("key", ["version", "ruleset", "players", "turns"])
def test_a_missing_key_is_named(key: str) -> None:
    assert refusal(record(**{key: GONE})).facts == {"key": key}


# --- where it was refused ---------------------------------------------------------------------------


def test_the_message_names_the_place_and_what_stood_there() -> None:
    yahtzee = {"player": "Ana", "dice": "66666", "box": "yahtzee"}
    joker = {"player": "Ana", "dice": "66666", "box": "large_straight"}
    refused = refusal(alone(yahtzee, joker))
    assert refused.place == Place("turn", 2, ("Ana", "66666", "large_straight"))
    assert plain(refused) == "turn 2 (Ana, 66666, large_straight): Joker: sixes is open and must be used"


def test_the_message_names_the_player_to_move_where_the_turn_names_none() -> None:
    refused = refusal(record(FOURS, {"points": 13, "box": "fours"}))
    assert refused.place == Place("turn", 2, ("Ben", "13", "fours"))


@pytest.mark.parametrize(
    "turn",
    [
        {"player": "Ana\n\x1b[31m", "dice": "44421", "box": "fours"},
        {"dice": "44\n21", "box": "fours"},
        {"dice": "44421", "box": "fo\u2028urs"},
        {"dice": "44421", "box": "fours", "a\nb": 1},
        {"dice": "4" * 10_000, "box": "x" * 10_000},
        {"player": {"a": 1}, "dice": [], "box": {}},
    ],
)
def test_whatever_the_record_says_the_message_is_one_line(turn: dict[str, object]) -> None:
    assert plain(refusal(record(turn))).isprintable()


def test_what_stood_there_is_cut_short() -> None:
    place = refusal(record({"dice": "4" * 10_000, "box": "fours"})).place
    assert place is not None
    assert all(len(word) <= 40 for word in place.said)


# --- what is read -----------------------------------------------------------------------------------


def test_the_record_of_the_format_s_page_is_read() -> None:
    data = {
        "format": "scorepad-game",
        "version": 1,
        "ruleset": "yahtzee",
        "players": ["Ana", "Ben"],
        "started_at": "2026-11-29T18:05:00Z",
        "finished_at": None,
        "note": "",
        "turns": [
            {"player": "Ana", "dice": "44421", "box": "fours"},
            {"player": "Ben", "dice": "66666", "box": "yahtzee"},
        ],
    }
    found = read_record(data)
    assert (found.uid, found.started_at, found.finished_at, found.note) == (
        None,
        "2026-11-29T18:05:00Z",
        None,
        "",
    )
    assert score(found.game) == {
        "ruleset": "yahtzee",
        "finished": False,
        "next_player": "Ana",
        "players": [
            {
                "name": "Ana",
                "boxes": {"fours": 12},
                "upper": 12,
                "upper_bonus": 0,
                "lower": 0,
                "extra_yahtzees": 0,
                "extra_points": 0,
                "score_cards": 0,
                "penalties": 0,
                "total": 12,
                "rank": 2,
            },
            {
                "name": "Ben",
                "boxes": {"yahtzee": 50},
                "upper": 0,
                "upper_bonus": 0,
                "lower": 50,
                "extra_yahtzees": 0,
                "extra_points": 0,
                "score_cards": 0,
                "penalties": 0,
                "total": 50,
                "rank": 1,
            },
        ],
    }


def test_optional_keys_may_be_missing() -> None:
    found = read_record(record())
    assert (found.uid, found.started_at, found.finished_at, found.note) == (None, None, None, "")
    assert found.game.mover == 1


def test_an_id_and_a_note_are_kept() -> None:
    found = read_record(record(id="abc-123", note="on the\ntrain ❤️"))
    assert (found.uid, found.note) == ("abc-123", "on the\ntrain ❤️")
    assert read_record(record(id="x" * 200, note="x" * 2000)).note == "x" * 2000


def test_players_are_trimmed_and_composed() -> None:
    assert read_record(record(players=[" Ana ", "A\u030ake"])).game.players == ("Ana", "Åke")


def test_a_turn_may_name_its_player_in_any_case_and_form() -> None:
    data = record({"player": " ÅKE ", "dice": "44421", "box": "fours"}, players=["A\u030ake", "Ben"])
    assert boxes(read_record(data).game) == {"fours": 12}


def test_a_turn_without_a_player_is_that_of_the_player_to_move() -> None:
    game = read_record(record(FOURS, {"skip": True}, {"dice": "11234", "box": "ones"})).game
    assert all_boxes(game) == [{"fours": 12, "ones": 2}, {}]
    assert game.mover == 2


def test_dice_may_be_in_any_order() -> None:
    assert read_record(record({"dice": "24144", "box": "fours"})) == read_record(record(FOURS))


def test_points_alone_are_read_and_an_extra_yahtzee_with_them() -> None:
    game = read_record(
        alone(
            {"points": 50, "box": "yahtzee"},
            {"points": 40, "box": "large_straight", "extra_yahtzee": True},
            {"points": 12, "box": "fours", "extra_yahtzee": False},
        )
    ).game
    assert boxes(game) == {"yahtzee": 50, "large_straight": 40, "fours": 12}
    assert (game.sheet(1).extras, game.sheet(1).total) == (1, 202)


def test_a_late_player_is_listed_last_and_has_no_turn_before_joining() -> None:
    ones, twos = ({"dice": "11223", "box": box} for box in ("ones", "twos"))
    game = read_record(record(FOURS, ones, {"player": "Ben", "join": True}, FOURS, twos)).game
    assert game.players == ("Ana", "Ben")
    assert all_boxes(game) == [
        {"fours": 12, "ones": 2, "twos": 4},
        {"fours": 12},
    ]
    assert game.mover == 2


def test_two_late_players_may_come_in_any_order() -> None:
    data = record(
        FOURS,
        {"player": "Cleo", "join": True},
        FOURS | {"player": "Cleo"},
        {"player": "Ben", "join": True},
        {"dice": "11234", "box": "ones"},
        FOURS | {"player": "Ben"},
        players=["Ana", "Ben", "Cleo"],
    )
    game = read_record(data).game
    assert game.mover == 3
    assert all_boxes(game) == [
        {"fours": 12, "ones": 2},
        {"fours": 12},
        {"fours": 12},
    ]


def test_a_late_player_before_an_early_one_is_named() -> None:
    data = record({"player": "Ben", "join": True}, players=["Ana", "Ben", "Cleo"])
    assert refusal(data).facts == {"player": "Ben"}


def test_who_left_is_scored_as_left() -> None:
    scored: Any = score(read_record(record(FOURS, {"player": "Ana", "leave": True})).game)
    assert scored["players"][0]["left"] is True
    assert scored["players"][0]["rank"] == 2
    assert "left" not in scored["players"][1]
    assert scored["next_player"] == "Ben"


def test_a_finished_game_has_no_next_player() -> None:
    scored = score(read_record(alone(*FULL)).game)
    assert scored["finished"] is True
    assert scored["next_player"] is None


# --- writing ----------------------------------------------------------------------------------------


def test_a_game_is_written_as_the_format_s_page_shows_it() -> None:
    data = {
        "format": "scorepad-game",
        "version": 1,
        "id": "abc",
        "ruleset": "yahtzee",
        "players": ["Ana", "Ben"],
        "started_at": "2026-11-29T18:05:00Z",
        "finished_at": None,
        "note": "kitchen table",
        "turns": [
            {"player": "Ana", "dice": "66666", "box": "yahtzee"},
            {"player": "Ben", "skip": True},
            {"player": "Ana", "points": 30, "box": "sixes", "extra_yahtzee": True},
            {"player": "Ben", "points": 0, "box": "full_house"},
            {"player": "Ana", "leave": True},
        ],
    }
    assert write_record(read_record(data)) == data


def test_a_game_without_an_id_is_written_without_one() -> None:
    assert "id" not in write_record(read_record(record(FOURS)))


def test_who_never_joined_is_not_written() -> None:
    game = replay(RULESETS["yahtzee"], ("Ana", "Ben"), (), late=(2,))
    assert write_record(Record(game))["players"] == ["Ana"]


# --- options ----------------------------------------------------------------------------------------


def test_options_are_the_legal_targets_in_sheet_order() -> None:
    game = read_record(alone({"dice": "66666", "box": "yahtzee"})).game
    assert options(game, five("66666")) == [{"box": "sixes", "points": 30, "extra": 100}]
    found = options(game, five("44421"))
    assert found[3] == {"box": "fours", "points": 12, "extra": 0}
    assert len(found) == 12


def test_options_are_those_of_the_player_to_move() -> None:
    game = read_record(record(FOURS)).game
    assert {"box": "fours", "points": 12, "extra": 0} in options(game, five("44421"))


def test_a_finished_game_has_no_options() -> None:
    assert options(read_record(alone(*FULL)).game, five("66666")) == []


# --- properties -------------------------------------------------------------------------------------


@quick(80)
@given(
    stories() | stories(whole=True, most=2),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20),
)
def test_a_legal_game_survives_writing_and_reading(story: Story, text: str) -> None:
    before = Record(story.game, text, "2026-11-29T18:05:00Z", None, text)
    raw = json.dumps(write_record(before)).encode()
    after = read_record(load_json(raw))
    assert score(after.game) == score(story.game)
    assert (after.uid, after.started_at, after.finished_at, after.note) == (
        text,
        "2026-11-29T18:05:00Z",
        None,
        text,
    )
    assert write_record(after) == write_record(before)
    assert after.game.entries == story.game.entries or story.pad.waiting


@quick(80)
@given(stories())
def test_a_score_is_what_the_pad_kept_by_hand_says(story: Story) -> None:
    pad = story.pad
    scored: Any = score(story.game)
    seats = [seat for seat in range(1, len(story.players) + 1) if seat not in pad.waiting]
    assert [player["name"] for player in scored["players"]] == [story.players[seat - 1] for seat in seats]
    for seat, player in zip(seats, scored["players"], strict=True):
        assert player["boxes"] == pad.filled[seat - 1]
        assert player["total"] == pad.total(seat)
        assert player["total"] == (
            player["upper"] + player["upper_bonus"] + player["lower"] + 100 * player["extra_yahtzees"]
        )
        assert (player["score_cards"], player["penalties"]) == (0, 0)
        assert player.get("left", False) == (seat in pad.left)
    assert scored["next_player"] == (story.players[pad.mover - 1] if pad.mover else None)


@quick(80)
@given(stories(), rolls)
def test_options_are_what_the_rules_allow(story: Story, faces: Faces) -> None:
    found = options(story.game, five(written(faces)))
    seat = story.pad.mover
    wanted = legal(story.ruleset, story.pad.filled[seat - 1], faces) if seat else {}
    assert found == [{"box": box, "points": paid[0], "extra": paid[1]} for box, paid in wanted.items()]


def read_or_refuse(data: object) -> None:
    """Reading answers: with a game that can be scored and written, or with a refusal of one line."""
    try:
        found = read_record(data)
    except Refused as refused:
        line = plain(refused)
    else:
        line = json.dumps(score(found.game))
        assert score(read_record(write_record(found)).game) == score(found.game)
    assert line.isprintable()


@quick(100)
@given(json_values)
def test_any_json_is_a_record_or_refused(data: object) -> None:
    read_or_refuse(data)


@quick(100)
@given(st.dictionaries(json_keys, json_values, max_size=5), st.lists(st.dictionaries(json_keys, json_values)))
def test_any_keys_and_turns_are_a_record_or_refused(changed: dict[str, Any], turns: list[object]) -> None:
    read_or_refuse(record(*turns) | changed)
    read_or_refuse(record(*turns, changed))


def spoil(draw: st.DrawFn, data: Any) -> None:
    """Something somewhere in that JSON is replaced, dropped, doubled or added."""
    holder = data
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        inner = [key for key in keys if isinstance(holder[key], dict | list)]
        if not inner or draw(st.integers(0, 2)) == 0:
            break
        holder = holder[draw(st.sampled_from(inner))]
    act = draw(st.sampled_from(("replace", "drop", "copy", "add")))
    if act == "add" or not keys:
        if isinstance(holder, dict):
            holder[draw(json_keys)] = draw(json_values)
        else:
            holder.append(draw(json_values))
        return
    key = draw(st.sampled_from(keys))
    if act == "replace":
        holder[key] = draw(json_values)
    elif act == "drop":
        del holder[key]
    elif isinstance(holder, dict):
        holder[draw(json_keys)] = deepcopy(holder[key])
    else:
        holder.insert(draw(st.integers(0, len(holder))), deepcopy(holder[key]))


@st.composite
def spoiled_records(draw: st.DrawFn) -> object:
    game = draw(stories(most=3) | stories(SHEETS, varied=True, most=3)).game
    data = write_record(Record(game, "some-id", "2026-11-29T18:05:00Z", rules_name="Ours", hints=True))
    for _ in range(draw(st.integers(1, 3))):
        spoil(draw, data)
    return data


@quick(250)
@given(spoiled_records())
def test_a_spoiled_record_is_read_or_refused(data: object) -> None:
    read_or_refuse(data)


@quick(100)
@given(
    st.binary(max_size=40)
    | st.text(st.sampled_from('[]{}":,0123456789.eE-truefalsn \\u'), max_size=30).map(str.encode)
)
def test_any_bytes_are_json_or_refused(raw: bytes) -> None:
    try:
        value = load_json(raw)
    except Refused as refused:
        reason = refused.reason
    else:
        assert not (isinstance(value, float) and math.isnan(value))
        return
    assert reason in ("not_json", "too_deep", "key_twice")
