"""The tables against perfect play told a second time, at every state of 200 random games."""

from __future__ import annotations

import os
from random import Random

import pytest

from scorepad.coach import table_of
from scorepad.coach.make import solve
from scorepad.rules import Sheet, Turn, targets, with_options
from tests.coach.played import turns_of
from tests.oracle.perfect import Perfect

GAMES = 200
SMALL: tuple[tuple[str, dict[str, object]], ...] = (
    ("forced_yatzy", {}),
    ("forced_yatzy", {"four_two_pairs": True, "bonus": [100, 60]}),
    ("yacht", {"in_order": True}),
)
LARGE: tuple[tuple[str, dict[str, object]], ...] = (
    ("yacht", {}),
    ("yahtzee", {}),
    ("yahtzee", {"joker": "free", "extra": 50}),
    ("kniffel", {"further": "number_or_joker"}),
)


def agree(ruleset: str, options: dict[str, object]) -> None:
    rules = with_options(ruleset, options)
    table, told = table_of(rules) or solve(rules), Perfect(rules)
    for game in range(GAMES):
        sheet = Sheet(rules, {})
        for turn in turns_of(rules, 1, rules.rounds, Random(game)):
            assert table.expected(sheet) - sheet.total == pytest.approx(told.value(sheet), abs=1e-3)
            assert isinstance(turn, Turn)
            sheet = next(
                sheet.write(target) for target in targets(sheet, turn.dice) if target.box == turn.box
            )
        assert table.expected(sheet) == sheet.total


@pytest.mark.parametrize(("ruleset", "options"), SMALL)
def test_small_sheets_agree_everywhere(ruleset: str, options: dict[str, object]) -> None:
    agree(ruleset, options)


@pytest.mark.skipif(os.environ.get("SCOREPAD_TESTS") != "all", reason="minutes of work")
@pytest.mark.parametrize(("ruleset", "options"), LARGE)
def test_large_sheets_agree_everywhere(ruleset: str, options: dict[str, object]) -> None:
    agree(ruleset, options)
