"""How a game went: totals on the way, and comebacks."""

from __future__ import annotations

import random

import pytest

from scorepad.rules import RULESETS, Join, Leave, Turn, comeback, new_game, replay, stood, totals_by_round
from tests.made_up import played
from tests.rules.test_game import three, turn
from tests.transfer.told import card_game


def test_totals_by_round_are_each_player_s_after_each_own_turn() -> None:
    game = three(turn(1, "ones"), turn(2, "chance"), Join(3), turn(3, "twos"), turn(1, "chance"), late=(3,))
    assert totals_by_round(game) == {1: (1, 17), 2: (16,), 3: (2,)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_totals_on_the_way_are_those_of_the_sheets_as_they_stood(ruleset: str) -> None:
    for seed in range(3):
        rules, chance = RULESETS[ruleset], random.Random(f"{ruleset} {seed}")
        game = card_game(seed) if rules.cards else played(rules, ["Ana", "Ben", "Cleo"], chance)
        found = {seat: list(totals) for seat, totals in totals_by_round(game).items()}
        for place, entry in enumerate(game.entries, 1):
            assert found[entry.seat].pop(0) == stood(game, place).sheet(entry.seat).total
        assert set(map(len, found.values())) == {0}


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
