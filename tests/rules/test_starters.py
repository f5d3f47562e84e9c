"""Who starts the next game of the same table."""

from __future__ import annotations

import pytest

from scorepad.rules import LOSER, NEXT_SEAT, RANDOM, STARTERS, WINNER, Leave, next_starter
from tests.rules.tables import Table, refused

LOW, HIGH = "11123", "66554"


def table(*dice: str) -> Table:
    """A game of Yacht in which each fills every box with the same roll."""
    found = Table("Ana", "Ben", "Cleo", "Dov", ruleset="yacht")
    while not found.game.finished:
        found.turn(found.game.mover_sheet.open_cells[0].box, dice[(found.game.mover or 1) - 1])
    return found


@pytest.mark.parametrize(
    ("dice", "way", "seat"),
    [
        ((LOW, LOW, HIGH, LOW), NEXT_SEAT, 2),
        ((LOW, HIGH, HIGH, HIGH), LOSER, 1),
        ((LOW, LOW, HIGH, LOW), WINNER, 3),
        ((HIGH, LOW, LOW, HIGH), LOSER, 2),
        ((LOW, HIGH, HIGH, LOW), LOSER, 4),
        ((HIGH, LOW, LOW, HIGH), WINNER, 4),
        ((LOW, LOW, LOW, LOW), LOSER, 2),
    ],
)
def test_of_level_players_it_is_the_next_after_who_started(
    dice: tuple[str, ...], way: str, seat: int
) -> None:
    assert next_starter(table(*dice).game, way) == seat


def test_chance_decides_among_all() -> None:
    game = table(LOW, LOW, LOW, LOW).game
    assert sorted(next_starter(game, RANDOM, chance) for chance in range(4)) == [1, 2, 3, 4]


def test_who_left_early_neither_lost_nor_won() -> None:
    found = Table("Ana", "Ben", "Cleo", ruleset="yacht")
    found.wish(Leave(1))
    found.finish()
    assert {way: next_starter(found.game, way) for way in (LOSER, WINNER)} == {LOSER: 2, WINNER: 2}


def test_one_who_plays_alone_starts_and_so_does_somebody_where_all_left() -> None:
    alone = Table("Ana", ruleset="yacht")
    alone.finish()
    assert {next_starter(alone.game, way) for way in STARTERS} == {1}
    gone = Table("Ana", "Ben", ruleset="yacht")
    gone.wish(Leave(1))
    gone.wish(Leave(2))
    assert {next_starter(gone.game, way) for way in (LOSER, WINNER, NEXT_SEAT)} == {2}


def test_another_way_is_refused() -> None:
    with refused("bad_starter"):
        next_starter(table(LOW, LOW, LOW, LOW).game, "oldest")
