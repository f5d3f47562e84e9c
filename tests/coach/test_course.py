"""The chance to win: shares that add up, certain at the end, and the turn that decided most."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.coach import Outlook, Table, chances, course, review_of, table_of
from scorepad.rules import Leave, Turn, replay, ruleset_of
from tests.coach.played import game_of, turns_of
from tests.strategies import quick

OUTLOOKS = st.builds(Outlook, st.floats(-50, 500), st.floats(0, 80))


def table(ruleset: str) -> Table:
    found = table_of(ruleset_of(ruleset))
    assert found
    return found


@quick(30)
@given(st.lists(OUTLOOKS, min_size=1, max_size=8))
def test_chances_add_up_to_one(outlooks: list[Outlook]) -> None:
    told = chances(outlooks)
    assert sum(told) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in told)


@quick(30)
@given(st.floats(100, 300), st.floats(1, 60), st.integers(2, 6))
def test_who_stand_alike_have_equal_chances(mean: float, spread: float, players: int) -> None:
    told = chances([Outlook(mean, spread)] * players)
    assert told == pytest.approx([1 / players] * players)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((200, 180), (1, 0)),
        ((200, 200), (0.5, 0.5)),
        ((200, 200, 100), (0.5, 0.5, 0)),
        ((90, 200, 1), (0, 1, 0)),
    ],
)
def test_what_stands_is_certain(totals: tuple[int, ...], expected: tuple[float, ...]) -> None:
    assert chances([Outlook(total, 0) for total in totals]) == pytest.approx(expected)


def test_more_players_agree_with_two_where_the_others_have_no_chance() -> None:
    one, other = Outlook(230, 30), Outlook(210, 40)
    assert chances([one, other, Outlook(-500, 1)])[:2] == pytest.approx(chances([one, other]), abs=0.005)


@quick(30)
@given(st.integers(2, 4), st.randoms(use_true_random=False))
def test_a_game_begins_level_and_ends_certain(players: int, chance: Random) -> None:
    rules = ruleset_of("yacht")
    game = game_of(rules, ["Ana", "Ben", "Cleo", "Dov"][:players], rules.rounds, chance)
    told = course(review_of(game, table("yacht")), table("yacht"))
    assert told.chances[0] == pytest.approx([1 / players] * players)
    winners = [seat for seat in game.seats if game.ranks[seat] == 1]
    assert told.chances[-1] == tuple((seat in winners) / len(winners) for seat in told.seats)
    assert len(told.chances) == len(game.entries) + 1


def test_the_turning_point_is_the_winners_greatest_rise() -> None:
    rules = ruleset_of("yacht")
    game = game_of(rules, ["Ana", "Ben"], rules.rounds, Random(5))
    told = course(review_of(game, table("yacht")), table("yacht"))
    assert told.turning
    place = told.seats.index(told.turning.seat)
    rises = [after[place] - before[place] for before, after in pairwise(told.chances)]
    assert told.turning.after - told.turning.before == max(rises)
    assert game.ranks[told.turning.seat] == 1


def test_alone_nothing_turns() -> None:
    rules = ruleset_of("yacht")
    game = game_of(rules, ["Ana"], rules.rounds, Random(5))
    assert course(review_of(game, table("yacht")), table("yacht")).turning is None


def test_who_left_has_no_chance_any_more() -> None:
    rules, chance = ruleset_of("yacht"), Random(6)
    first = turns_of(rules, 2, 3, chance)
    rest = [Turn(1, box.id, points=0) for box in rules.boxes]
    stayed = {entry.box for entry in first if isinstance(entry, Turn) and entry.seat == 1}
    entries = [*first, Leave(2), *(turn for turn in rest if turn.box not in stayed)]
    told = course(review_of(replay(rules, ["Ana", "Ben"], entries), table("yacht")), table("yacht"))
    assert all(chances == (1, 0) for chances in told.chances[len(first) + 1 :])
