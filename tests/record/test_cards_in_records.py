"""Free for All in a record: every reason to refuse a card, a claim or a roll-off, by a tiny bad record."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.record import read_record, score, write_record
from scorepad.rules import Refused
from tests.rules.raised import PACKAGE, raised_in

BOXES = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
]
YAHTZEES = [{"dice": "66666", "box": "yahtzee"}, {"dice": "55555", "box": "yahtzee"}]
LEVEL = [{"dice": "12246", "box": box} for box in BOXES for _ in ("Ana", "Ben")]


def record(*turns: Any, **more: Any) -> dict[str, Any]:
    return {
        "format": "scorepad-game",
        "version": 1,
        "ruleset": "free_for_all",
        "players": ["Ana", "Ben"],
        "turns": list(turns),
    } | more


def played(card: Any, dice: str = "44421") -> dict[str, Any]:
    return record({"dice": dice, "box": "chance", "action_card": card})


def noted(card: Any) -> dict[str, Any]:
    return record(score_cards=[card])


def rolled(*rounds: Any) -> dict[str, Any]:
    return record(*LEVEL, roll_offs=list(rounds))


BAD: list[tuple[str, dict[str, Any]]] = [
    ("too_few_players", record(players=["Ana"])),
    ("key_type", played("extra_roll")),
    ("key_missing", played({})),
    ("card_kind", played({"kind": "steal"})),
    ("unknown_key", played({"kind": "extra_roll", "from": 2})),
    ("card_die", played({"kind": "change_die", "from": 0, "to": 4})),
    ("card_die", played({"kind": "change_die", "from": 4, "to": 7})),
    ("card_die_same", played({"kind": "change_die", "from": 4, "to": 4})),
    ("card_die_missing", played({"kind": "change_die", "from": 4, "to": 6})),
    ("key_type", played({"kind": "change_die", "from": True, "to": 4})),
    ("card_self", played({"kind": "reduce_opponent", "player": "Ana", "points": 5})),
    ("not_a_player", played({"kind": "reduce_opponent", "player": "Cleo", "points": 5})),
    ("card_points", played({"kind": "reduce_opponent", "player": "Ben", "points": 0})),
    ("key_missing", played({"kind": "reduce_opponent", "player": "Ben"})),
    ("card_many_points", played({"kind": "reduce_opponent", "player": "Ben", "points": 10**12 + 1})),
    ("card_many_points", played({"kind": "reduce_opponent", "player": "Ben", "points": 10**400})),
    ("card_nameless", played({"kind": "other", "name": " "})),
    ("text_long", played({"kind": "other", "name": "x" * 61})),
    ("unprintable", played({"kind": "other", "name": "a\0"})),
    ("key_type", record({"dice": "66666", "box": "ones", "claim_bonus": "false"})),
    ("no_claim", record({"dice": "66666", "box": "ones", "claim_bonus": True})),
    ("no_claim", record(*YAHTZEES, {"dice": "66665", "box": "ones", "claim_bonus": True})),
    ("no_claim", record(*YAHTZEES, {"points": 0, "box": "ones", "claim_bonus": True})),
    ("key_type", noted("Double")),
    ("key_type", record(score_cards={})),
    ("add_or_multiply", noted({"player": "Ana"})),
    ("add_or_multiply", noted({"player": "Ana", "add": 5, "multiply": {"box": "ones", "by": 2}})),
    ("card_points", noted({"player": "Ana", "add": 0})),
    ("card_many_points", noted({"player": "Ana", "add": 2**70})),
    ("card_factor", noted({"player": "Ana", "multiply": {"box": "ones", "by": 4}})),
    ("unknown_box", noted({"player": "Ana", "multiply": {"box": "one_pair", "by": 2}})),
    ("unknown_box", noted({"player": "Ana", "multiply": {"box": "", "by": 2}})),
    ("not_a_player", noted({"player": "Cleo", "add": 5})),
    ("unknown_key", noted({"player": "Ana", "add": 5, "by": 2})),
    ("roll_off_early", record(roll_offs=[{"Ana": 4, "Ben": 5}])),
    ("roll_off_late", rolled({"Ana": 4, "Ben": 5}, {"Ana": 4, "Ben": 5})),
    ("roll_off_others", rolled({"Ana": 4})),
    ("roll_off_face", rolled({"Ana": 4, "Ben": 7})),
    ("key_type", rolled({"Ana": 4, "Ben": "5"})),
    ("key_type", rolled([4, 5])),
    ("not_a_player", rolled({"Ana": 4, "Cleo": 5})),
    ("key_elsewhere", record(ruleset="yatzy", score_cards=[])),
    ("key_elsewhere", record({"dice": "44421", "box": "ones", "claim_bonus": True}, ruleset="yatzy")),
]

LIVE_ALONE = {"card_nobody", "card_after_roll_off", "no_cards", "unknown_player", "cards_used"}
"""Refused at the table, never by a record, or tried by a whole case of its own."""


@pytest.mark.parametrize(("reason", "data"), BAD)
def test_a_bad_record_is_refused_with_its_reason(reason: str, data: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        read_record(data)
    assert caught.value.reason == reason


def test_every_reason_of_the_cards_is_tried_above() -> None:
    files = [PACKAGE / "rules" / f"{room}.py" for room in ("cards", "dealt")]
    raised = {found.reason for file in files for found in raised_in(file)}
    assert raised - {reason for reason, _ in BAD} <= LIVE_ALONE


def test_refused_cards_and_rounds_name_their_place() -> None:
    for data, place in (
        (noted({"player": "Ana", "add": 0}), ("score card", 1)),
        (rolled({"Ana": 4, "Ben": 4}, {"Ana": 4}), ("roll-off", 2)),
        (played({"kind": "steal"}), ("turn", 1)),
    ):
        with pytest.raises(Refused) as caught:
            read_record(data)
        assert caught.value.place is not None
        assert (caught.value.place.kind, caught.value.place.number) == place


def test_a_record_of_cards_survives_writing_and_reading() -> None:
    cards = [
        {"player": "Ana", "name": "Lucky", "add": 20},
        {"player": "Ben", "name": "", "multiply": {"box": "yahtzee", "by": 3}},
    ]
    turns = [
        *YAHTZEES,
        {"dice": "66666", "box": "ones", "claim_bonus": True, "action_card": {"kind": "extra_roll"}},
        {"dice": "12345", "box": "chance", "action_card": {"kind": "change_die", "from": 2, "to": 1}},
        {"dice": "12346", "box": "twos", "action_card": {"kind": "other", "name": "Peek"}},
    ]
    read = read_record(record(*turns, score_cards=cards))
    again = read_record(write_record(read))
    assert again.game == read.game
    assert [p["total"] for p in score(read.game)["players"]] == [50 + 100 + 2 + 20, 50 + 15 + 100]
