"""How a game went: totals on the way, and comebacks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from scorepad.rules import (
    RULESETS,
    Game,
    Join,
    Leave,
    Turn,
    comeback,
    late_of,
    new_game,
    replay,
    totals_by_round,
)
from tests.oracle import SHEETS
from tests.rules.test_game import three, turn
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


def test_totals_by_round_are_each_player_s_after_each_own_turn() -> None:
    game = three(turn(1, "ones"), turn(2, "chance"), Join(3), turn(3, "twos"), turn(1, "chance"), late=(3,))
    assert totals_by_round(game) == {1: (1, 17), 2: (16,), 3: (2,)}


@quick(60)
@given(stories(SHEETS, varied=True))
def test_the_totals_are_those_of_the_sheets_after_each_turn(story: Story) -> None:
    assert totals_by_round(story.game) == sheet_by_sheet(story.game)


@pytest.mark.parametrize("seed", range(12))
def test_cards_count_as_on_the_sheets(seed: int) -> None:
    game = card_game(seed)
    assert totals_by_round(game) == sheet_by_sheet(game)


def test_a_comeback_is_the_most_that_somebody_was_behind_after_a_round_of_all() -> None:
    game = three(
        *(turn(1, "ones", "12345"), turn(2, "chance", "66666"), turn(3, "ones", "23456")),
        *(turn(1, "twos", "13456"), turn(2, "ones", "23456"), turn(3, "chance", "66665")),
        *(turn(1, "chance", "66666"), turn(2, "twos", "13456"), turn(3, "twos", "13456")),
    )
    assert [comeback(game, seat) for seat in (1, 2, 3)] == [(29, 1), (1, 3), (30, 1)]


def test_nobody_was_behind_those_who_left_or_on_paper() -> None:
    opened = [turn(1, "ones", "12345"), turn(2, "chance", "66666"), turn(3, "ones", "23456")]
    assert comeback(three(*opened), 1) == (29, 1)
    assert comeback(three(*opened, Leave(2)), 1) == (0, 0)
    on_paper = replay(
        RULESETS["yatzy"], ("Ana", "Ben"), [Turn(1, "ones", points=1), Turn(2, "chance", points=30)]
    )
    assert comeback(on_paper, 1) == (0, 0)
    assert comeback(new_game(RULESETS["yatzy"], ("Ana", "Ben")), 1) == (0, 0)
