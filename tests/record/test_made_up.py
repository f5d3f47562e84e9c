"""The made-up sheet in a record: columns, first rolls, a sheet in columns."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import Record, load_json, options, read_record, score, write_record
from scorepad.rules import Cell, Refused, RuleSet, dice_from_digits
from tests.made_up import played
from tests.made_up_sheet import MADE_UP, registered
from tests.strategies import quick

pytestmark = pytest.mark.usefixtures("made_up")


def record(*turns: dict[str, object], **changed: object) -> dict[str, object]:
    whole = {"format": "scorepad-game", "version": 1, "ruleset": "made_up", "players": ["Ana", "Ben"]}
    return whole | {"turns": list(turns)} | changed


def refusal(*turns: dict[str, object], **changed: object) -> Refused:
    with pytest.raises(Refused) as caught:
        read_record(record(*turns, **changed))
    return caught.value


ONES = {"dice": "112345", "box": "ones"}


def test_a_turn_says_its_column_and_whether_it_was_the_first_roll() -> None:
    served = {"player": "Ben", "dice": "144444", "box": "five_of_a_kind", "column": 1, "first_roll": True}
    game = read_record(record(ONES | {"column": 2}, served)).game
    assert game.sheet(1).filled == {Cell("ones", 2): 2}
    assert game.sheet(2).filled == {Cell("five_of_a_kind"): 25}
    turns: Any = write_record(Record(game))["turns"]
    assert turns == [{"player": "Ana"} | ONES | {"column": 2}, served]


def test_a_turn_without_its_column_is_refused() -> None:
    refused = refusal(ONES)
    assert (refused.reason, refused.facts) == ("key_missing", {"key": "column"})


@pytest.mark.parametrize(
    ("reason", "changes"),
    [
        ("unknown_column", {"column": 0}),
        ("unknown_column", {"column": 3}),
        ("unknown_column", {"column": 2**70}),
        ("key_type", {"column": "2"}),
        ("key_type", {"column": True}),
        ("key_type", {"column": None}),
        ("key_type", {"column": 1, "first_roll": 1}),
        ("dice_count", {"column": 1, "dice": "11234"}),
        ("out_of_order", {"column": 2, "box": "twos"}),
        ("key_elsewhere", {"column": 1, "claim_bonus": True}),
        ("unknown_key", {"column": 1, "row": 1}),
    ],
)
def test_a_turn_that_this_sheet_does_not_have_is_refused(reason: str, changes: dict[str, object]) -> None:
    refused = refusal(ONES | changes)
    assert refused.reason == reason
    assert refused.place is not None
    assert refused.place.number == 1


def test_a_sheet_of_several_columns_is_scored_by_column() -> None:
    scored: Any = score(read_record(record(ONES | {"column": 2}, ONES | {"column": 1})).game)
    empty = {"boxes": {}, "upper": 0, "upper_bonus": 0, "lower": 0, "total": 0}
    ana, ben = scored["players"]
    assert "boxes" not in ana
    full = empty | {"boxes": {"ones": 2}, "upper": 2}
    assert ana["columns"] == [{"column": 1} | empty, {"column": 2} | full | {"total": 4}]
    assert ben["columns"] == [{"column": 1} | full | {"total": 2}, {"column": 2} | empty]
    assert (ana["total"], ben["total"], ana["rank"]) == (4, 2, 1)


def test_options_name_their_column() -> None:
    found = options(read_record(record(ONES | {"column": 2})).game, dice_from_digits("666666", 6))
    assert found[0] == {"box": "ones", "points": 0, "extra": 0, "column": 1}
    assert found[-1] == {"box": "ones", "points": 0, "extra": 0, "column": 2}
    assert len(found) == 14


@quick(30)
@given(st.integers(0, 10**6))
def test_a_whole_game_survives_writing_and_reading(seed: int) -> None:
    game = played(MADE_UP, ["Ana", "Ben"], random.Random(seed))
    raw = json.dumps(write_record(Record(game, "x", "2026-11-29T18:05:00Z"))).encode()
    again = read_record(load_json(raw))
    assert again.game == game
    assert score(again.game) == score(game)


def test_once_it_is_gone_nobody_reads_its_records(made_up: RuleSet) -> None:
    data = record(ONES | {"column": 1}, ruleset="other")
    assert refusal(ruleset="other").reason == "unknown_ruleset"
    with registered(RuleSet("other", made_up.upper, made_up.lower, dice=6, columns=made_up.columns)):
        assert read_record(data).game.ruleset.id == "other"
    assert refusal(ruleset="other").reason == "unknown_ruleset"
