"""How long a game and its turns took."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Edit, Skip, lasted, pace, turn_times, written
from tests.rules.tables import AT, Table
from tests.strategies import quick

START = datetime.fromisoformat(AT)


def later(seconds: int) -> str:
    return written(START + timedelta(seconds=seconds))


def played(*spans: int) -> Table:
    """A game of two whose turns follow one another after so many seconds."""
    table, now = Table("Ana", "Ben"), 0
    for span in spans:
        now += span
        table.at = later(now)
        table.turn(table.game.mover_sheet.open_cells[0].box)
    return table


def test_a_turn_took_as_long_as_it_was_written_after_the_one_before() -> None:
    assert turn_times(played(40, 20, 30).story) == {0: 40, 1: 20, 2: 30}


@pytest.mark.parametrize(("span", "known"), [(0, False), (-5, False), (1, True), (900, True), (901, False)])
def test_breaks_and_what_came_in_one_moment_or_by_a_clock_set_back_are_unknown(
    span: int, known: bool
) -> None:
    assert (1 in turn_times(played(40, span).story)) == known


def test_a_correction_and_a_note_leave_a_turn_its_time_and_an_undo_takes_it() -> None:
    table = played(40, 20)
    table.at = later(500)
    table.wish(Edit("by the lake", AT))
    assert turn_times(table.story) == {0: 40, 1: 20}
    table.undo()
    assert turn_times(table.story) == {0: 40}


def test_who_was_skipped_took_no_turn_and_the_next_one_counts_from_there() -> None:
    table = played(40)
    table.at = later(50)
    table.wish(Skip(2))
    table.at = later(80)
    table.turn("chance")
    assert turn_times(table.story) == {0: 40, 2: 30}


def test_the_pace_of_a_player_is_the_median_of_the_own_turns() -> None:
    table = played(40, 5, 20, 5, 90, 5)
    assert (pace(table.story, 1), pace(table.story, 2)) == (40, 5)
    assert pace(played(40, 5, 0, 5, 0, 5).story, 1) == 0
    assert pace(Table("Ana").story, 1) == 0


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, 0), (-1, 0), (1, 1), (2280, 2280), (21600, 21600), (21601, 0)]
)
def test_a_game_took_from_its_start_to_its_finish_unless_it_was_put_by(seconds: int, told: int) -> None:
    assert lasted(AT, later(seconds)) == told
    assert lasted(AT, None) == lasted("soon", AT) == 0


@quick(60)
@given(st.lists(st.integers(-2000, 2000), max_size=12))
def test_all_that_is_told_was_so_and_nothing_that_is_known_is_left_out(spans: list[int]) -> None:
    known = {place: span for place, span in enumerate(spans) if 0 < span <= 900}
    assert turn_times(played(*spans).story) == known
