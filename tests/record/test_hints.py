"""The mark of a game in which the coach was asked (RECORD.md, last paragraph)."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.record import read_record, score, write_record
from scorepad.rules import Refused
from scorepad.sentences import plain

RECORD = {"format": "scorepad-game", "version": 1, "ruleset": "yatzy", "players": ["Ana"], "turns": []}


def rewritten(**more: object) -> dict[str, Any]:
    return write_record(read_record(RECORD | more))


def test_a_game_with_hints_says_so_and_no_other_does() -> None:
    assert rewritten(hints=True)["hints"] is True
    assert "hints" not in rewritten()
    assert rewritten(hints=False) == rewritten()


@pytest.mark.parametrize("told", [1, 0, "true", None, [], {}])
def test_what_is_neither_true_nor_false_is_refused(told: object) -> None:
    with pytest.raises(Refused) as caught:
        read_record(RECORD | {"hints": told})
    assert (caught.value.reason, caught.value.facts) == ("key_type", {"key": "hints"})
    assert "hints" in plain(caught.value)


def test_hints_change_no_score() -> None:
    hinted, plainly = (read_record(RECORD | more).game for more in ({"hints": True}, {}))
    assert score(hinted) == score(plainly)
