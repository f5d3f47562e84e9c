"""Teams in a record: who plays together, and what `score` tells of them (RECORD.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import read_record, score, write_record
from scorepad.rules import Refused
from tests.strategies import quick

RECORD: dict[str, Any] = {
    "format": "scorepad-game",
    "version": 1,
    "ruleset": "yatzy",
    "players": ["Ana", "Ben", "Cleo", "Dov"],
    "teams": [["Ana", "Cleo"], ["Dov", "Ben"]],
    "started_at": None,
    "finished_at": None,
    "note": "",
    "turns": [
        {"player": "Ana", "dice": "12444", "box": "fours"},
        {"player": "Ben", "dice": "16666", "box": "sixes"},
        {"player": "Cleo", "dice": "12345", "box": "small_straight"},
        {"player": "Dov", "dice": "11112", "box": "ones"},
    ],
}


def test_a_team_has_the_sum_of_its_players_totals_and_a_rank_among_the_teams() -> None:
    assert score(read_record(RECORD).game)["teams"] == [
        {"players": ["Ana", "Cleo"], "total": 27, "rank": 2},
        {"players": ["Dov", "Ben"], "total": 28, "rank": 1},
    ]


def test_without_teams_score_tells_of_none() -> None:
    alone = {key: value for key, value in RECORD.items() if key != "teams"}
    assert "teams" not in score(read_record(alone).game)
    assert "teams" not in write_record(read_record(alone))


def test_a_record_is_written_as_it_was_read() -> None:
    assert json.loads(json.dumps(write_record(read_record(RECORD)))) == RECORD


def test_names_are_read_as_everywhere_else() -> None:
    loud = RECORD | {"teams": [["ANA", " cleo "], ["Dov", "Ben"]]}
    assert write_record(read_record(loud))["teams"] == RECORD["teams"]


def test_a_late_player_is_in_a_team_from_the_start() -> None:
    late = RECORD | {
        "players": [*RECORD["players"], "Eva"],
        "teams": [["Ana", "Cleo", "Eva"], ["Dov", "Ben"]],
        "turns": [*RECORD["turns"], {"player": "Eva", "join": True}],
    }
    record = read_record(late)
    assert json.loads(json.dumps(write_record(record))) == late
    teams = score(record.game)["teams"]
    assert isinstance(teams, list)
    assert teams[0]["players"] == ["Ana", "Cleo", "Eva"]


@pytest.mark.parametrize(
    ("teams", "reason"),
    [
        ([], "team_empty"),
        ([[]], "team_empty"),
        ([["Ana", "Ben", "Cleo", "Dov"], []], "team_empty"),
        ([["Ana", "Ben"], ["Cleo"]], "in_no_team"),
        ([["Ana", "Ben"], ["Ben", "Cleo", "Dov"]], "in_two_teams"),
        ([["Ana", "Ana", "Ben"], ["Cleo", "Dov"]], "in_two_teams"),
        ([["Ana", "Ben"], ["Cleo", "Eva"]], "not_a_player"),
        ([["Ana", "Ben"], "Cleo"], "key_type"),
        ([["Ana", 2], ["Cleo", "Dov"]], "key_type"),
        ([["Ana", "Ben"], ["Cleo", "\ud800"]], "unprintable"),
        ("Ana", "key_type"),
        (None, "key_type"),
        ({"Ana": 1}, "key_type"),
    ],
    ids=str,
)
def test_teams_that_are_none_are_refused_with_their_place(teams: object, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        read_record(RECORD | {"teams": teams})
    assert (caught.value.reason, caught.value.place and caught.value.place.kind) == (reason, "teams")


@quick(100)
@given(st.lists(st.lists(st.sampled_from(["Ana", "Ben", "Cleo", "Dov", "Eva", ""]), max_size=4), max_size=5))
def test_any_teams_are_read_as_they_are_or_refused(teams: list[list[str]]) -> None:
    fine = all(teams) and sorted(name for team in teams for name in team) == RECORD["players"]
    if fine:
        assert write_record(read_record(RECORD | {"teams": teams}))["teams"] == teams
    else:
        with pytest.raises(Refused):
            read_record(RECORD | {"teams": teams})
