"""The shared cases: whole records with the sheet they make, or the place where they are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.record import load_json, read_record, score, write_record
from scorepad.rules import RULESETS, Refused

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


def read_case(path: Path) -> dict[str, Any]:
    case = load_json(path.read_bytes())
    assert isinstance(case, dict)
    return case


ACCEPTED = [path for path in CASES if "expect" in read_case(path)]


def shown(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What was found, as far as the case tells it."""
    told = {key: found[key] for key in expected}
    players = zip(found["players"], expected["players"], strict=True)
    return told | {"players": [{key: one[key] for key in other} for one, other in players]}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_answered_as_it_says(path: Path) -> None:
    case = read_case(path)
    if "expect" in case:
        assert shown(score(read_record(case["record"]).game), case["expect"]) == case["expect"]
    else:
        with pytest.raises(Refused) as caught:
            read_record(case["record"])
        place = caught.value.place
        assert place is not None
        assert str(place) == case["refused_at"]


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_a_case_written_down_and_read_again_is_the_same(path: Path) -> None:
    case = read_case(path)
    record = read_record(case["record"])
    again = read_record(load_json(json.dumps(write_record(record)).encode()))
    assert score(again.game) == score(record.game)


def test_there_are_cases_of_both_kinds() -> None:
    kinds = [("expect" in case, "refused_at" in case) for case in map(read_case, CASES)]
    assert len(kinds) >= 88
    assert set(kinds) == {(True, False), (False, True)}


def test_every_rule_set_has_a_case() -> None:
    assert {read_case(path)["record"]["ruleset"] for path in CASES} == set(RULESETS)
