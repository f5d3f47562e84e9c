"""The shared cases: whole records with the sheet they make, or the place where they are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.record import load_json, read_record, score, write_record
from scorepad.rules import RULESETS, Refused

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
WAITED_FOR = "free_for_all"


def read_case(path: Path) -> dict[str, Any]:
    case = load_json(path.read_bytes())
    assert isinstance(case, dict)
    return case


ACCEPTED = [path for path in CASES if "expect" in read_case(path)]


def cannot_be_played_yet(case: dict[str, Any]) -> bool:
    return case["record"]["ruleset"] == WAITED_FOR and WAITED_FOR not in RULESETS


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_answered_as_it_says(path: Path) -> None:
    case = read_case(path)
    if cannot_be_played_yet(case):
        pytest.skip(f"{WAITED_FOR} is no rule set yet")
    if "expect" in case:
        assert score(read_record(case["record"]).game) == case["expect"]
    else:
        with pytest.raises(Refused) as caught:
            read_record(case["record"])
        place = caught.value.place
        assert place is not None
        assert f"{place.kind} {place.number}" == case["refused_at"]


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_a_case_written_down_and_read_again_is_the_same(path: Path) -> None:
    case = read_case(path)
    if cannot_be_played_yet(case):
        pytest.skip(f"{WAITED_FOR} is no rule set yet")
    record = read_record(case["record"])
    again = read_record(load_json(json.dumps(write_record(record)).encode()))
    assert score(again.game) == case["expect"]


def test_there_are_cases_of_both_kinds() -> None:
    kinds = [("expect" in case, "refused_at" in case) for case in map(read_case, CASES)]
    assert len(kinds) >= 44
    assert set(kinds) == {(True, False), (False, True)}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_no_case_but_those_of_a_rule_set_to_come_is_skipped(path: Path) -> None:
    ruleset = read_case(path)["record"]["ruleset"]
    assert ruleset in RULESETS or ruleset == WAITED_FOR
