"""The totals after each turn, and how far behind a winner had been."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from scorepad.rules import Game, Turn, replay, totals_by_round
from scorepad.rules.game import late_of
from tests.oracle import SHEETS
from tests.strategies import Story, quick, stories
from tests.transfer.told import card_game


def sheet_by_sheet(game: Game) -> dict[int, tuple[int, ...]]:
    """The same, from the sheets as they stood after each turn."""
    found: dict[int, list[int]] = {seat: [] for seat in game.seats}
    for count, entry in enumerate(game.entries, 1):
        if isinstance(entry, Turn):
            then = replay(game.ruleset, game.players, game.entries[:count], late_of(game))
            sheet = replace(then.sheet(entry.seat), cards=game.sheet(entry.seat).cards)
            found[entry.seat].append(sheet.total)
    return {seat: tuple(own) for seat, own in found.items()}


@quick(60)
@given(stories(SHEETS, varied=True))
def test_the_totals_are_those_of_the_sheets_after_each_turn(story: Story) -> None:
    assert totals_by_round(story.game) == sheet_by_sheet(story.game)


@pytest.mark.parametrize("seed", range(12))
def test_cards_count_as_on_the_sheets(seed: int) -> None:
    game = card_game(seed)
    assert totals_by_round(game) == sheet_by_sheet(game)
