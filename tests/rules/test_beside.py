"""What stands beside a game: its note, its start and finish, whether it was thrown away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    Beginning,
    Beside,
    Edit,
    Event,
    FetchBack,
    Hints,
    Join,
    Leave,
    Manner,
    Order,
    Payload,
    Rename,
    Suspense,
    ThrowAway,
    Turn,
    TurnClock,
    Undo,
    tell,
    undo,
)
from tests.rules.tables import AT, Table
from tests.strategies import BOXES, RULESET_IDS, Story, nonsense, quick, stories, told

EARLY, LATER, LATEST = "2026-11-29T19:00:00Z", "2026-11-29T20:00:00Z", "2026-11-29T21:00:00Z"


def finished(at: str = EARLY, *players: str) -> Table:
    """A game of Yacht whose last entry came at that moment."""
    table = Table(*(players or ("Ana",)), ruleset="yacht")
    while not table.game.finished:
        left = sum(len(sheet.open_cells) for sheet in table.game.sheets)
        table.at = at if left == 1 else AT
        table.turn(table.game.mover_sheet.open_cells[0].box)
    return table


def finish(table: Table) -> str | None:
    return table.story.beside.finished_at


def test_a_game_that_begins_has_what_its_beginning_says() -> None:
    beginning = Beginning(RULESETS["yahtzee"], ("Ana",), "by the lake", AT)
    assert tell(beginning, ()).beside == Beside("by the lake", AT, None, None)


def test_the_last_note_and_start_stand() -> None:
    table = Table("Ana")
    table.wish(Edit("by the lake", EARLY))
    table.wish(Edit("", LATER))
    assert table.story.beside == Beside("", LATER, None, None)


@pytest.mark.parametrize("note", ["a\0b", "x" * 2001, "\ud800"])
def test_a_note_that_is_none_is_refused(note: str) -> None:
    assert Table("Ana").refused(Edit(note, AT)).reason in ("unprintable", "text_long")


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("1899-12-31T23:59:59Z", "far_time"),
        ("9000-01-01T00:00:00Z", "far_time"),
        ("9999-12-31T23:59:59Z", "far_time"),
        ("soon", "bad_time"),
        ("2026-11-29T18:05:00", "bad_time"),
        ("", "bad_time"),
    ],
)
def test_a_start_that_is_none_is_refused(start: str, reason: str) -> None:
    assert Table("Ana").refused(Edit("", start)).reason == reason
    assert finished().refused(Edit("", start)).reason == reason


def test_a_start_that_moves_the_finish_out_of_bounds_is_refused() -> None:
    table = finished(LATER)
    assert table.refused(Edit("", "8999-12-31T23:59:00Z")).reason == "far_time"
    table.wish(Edit("", "8999-12-31T18:00:00Z"))
    assert finish(table) == "8999-12-31T19:55:00Z"


@pytest.mark.parametrize(("name", "reason"), [("", "blank"), ("\u200b", "blank"), ("x" * 41, "long")])
def test_a_new_name_must_be_one(name: str, reason: str) -> None:
    assert Table("Ana").refused(Rename(1, name)).reason == f"name_{reason}"


def test_a_game_is_thrown_away_and_fetched_back_in_turn() -> None:
    table = Table("Ana")
    assert table.refused(FetchBack()).reason == "nothing_changed"
    table.at = EARLY
    table.wish(ThrowAway())
    assert table.story.beside.deleted_at == EARLY
    assert table.refused(ThrowAway()).reason == "nothing_changed"
    table.wish(FetchBack())
    assert table.story.beside.deleted_at is None


# --- the finish -------------------------------------------------------------------------------------


def test_the_finish_is_the_moment_of_the_entry_that_finished_the_game() -> None:
    table = finished(EARLY)
    assert finish(table) == EARLY
    table.at = LATER
    table.wish(Edit("a note", AT))
    table.fix(12, "chance", "66666")
    assert finish(table) == EARLY


def test_a_game_that_is_not_finished_has_none() -> None:
    table = finished(EARLY)
    table.undo()
    assert finish(table) is None


def test_what_was_undone_and_redone_has_the_old_finish_back() -> None:
    table = finished(EARLY)
    table.at = LATER
    table.undo()
    table.redo()
    assert finish(table) == EARLY


def test_a_game_finished_anew_has_a_new_finish() -> None:
    table = finished(EARLY)
    table.undo()
    table.at = LATER
    table.turn("chance")
    assert finish(table) == LATER


def test_who_leaves_may_finish_a_game_too() -> None:
    table = Table("Ana", "Ben", ruleset="yacht")
    for box in BOXES["yacht"]:
        table.turn(box)
        if box != "chance":
            table.turn(box)
    table.at = LATER
    table.wish(Leave(2))
    assert finish(table) == LATER


def test_the_finish_moves_along_with_each_later_change_of_the_start() -> None:
    table = finished(EARLY)
    for start, moved in (
        ("2020-01-01T10:00:00Z", "2020-01-01T10:55:00Z"),
        ("2021-06-01T12:00:00Z", "2021-06-01T12:55:00Z"),
        (AT, EARLY),
    ):
        table.wish(Edit("", start))
        assert finish(table) == moved
        assert table.story.beside.started_at == start


def test_a_start_that_was_put_right_before_the_end_moves_nothing() -> None:
    table = Table("Ana", ruleset="yacht")
    table.wish(Edit("", "2020-01-01T10:00:00Z"))
    table.at = LATER
    table.finish()
    assert finish(table) == LATER


def test_a_moved_finish_stays_moved_over_undo_and_redo() -> None:
    table = finished(EARLY)
    table.wish(Edit("", "2020-01-01T10:00:00Z"))
    table.undo()
    table.redo()
    assert finish(table) == "2020-01-01T10:55:00Z"


def imported(finish: str | None = LATEST) -> Table:
    """A finished game that came from elsewhere: all its events are of one moment, its finish was told."""
    table = finished(AT)
    table.story = tell(replace(table.story.beginning, finish=finish, finish_of=12), table.events)
    return table


def test_a_finish_that_was_told_stands_and_moves_along() -> None:
    table = imported()
    assert finish(table) == LATEST
    table.wish(Edit("", "2020-01-01T10:00:00Z"))
    assert finish(table) == "2020-01-01T12:55:00Z"


def test_a_finish_that_was_told_comes_back_with_its_entry_and_with_no_other() -> None:
    table = imported()
    table.at = LATER
    table.undo()
    table.redo()
    assert finish(table) == LATEST
    table.undo()
    table.turn("chance")
    assert finish(table) == LATER


def test_a_start_that_an_earlier_version_let_through_moves_the_finish_nowhere() -> None:
    table = finished(EARLY)
    late = Event(table.story.seen + 1, Edit("", "9999-12-31T23:00:00Z"), LATER)
    assert tell(table.story.beginning, (*table.events, late)).beside.finished_at == EARLY


# --- hints --------------------------------------------------------------------------------------------


def hints(table: Table) -> tuple[bool, bool]:
    """Whether there are any now, and whether there ever were."""
    return table.story.beside.hints, table.story.beside.hinted


def test_a_game_has_no_hints_until_somebody_asks_and_stays_marked_afterwards() -> None:
    table = Table("Ana", "Ben")
    assert hints(table) == (False, False)
    table.wish(Hints(on=True))
    assert hints(table) == (True, True)
    table.wish(Hints(on=False))
    assert hints(table) == (False, True)


def test_what_takes_turns_back_takes_neither_hints_nor_the_mark() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"))
    table.wish(Hints(on=True))
    assert undo(table.story) == Undo(1)
    table.undo()
    table.redo()
    assert hints(table) == (True, True)
    assert len(table.game.entries) == 1


def test_hints_that_are_there_already_are_refused() -> None:
    table = Table("Ana")
    assert table.refused(Hints(on=False)).reason == "nothing_changed"
    table.wish(Hints(on=True))
    assert table.refused(Hints(on=True)).reason == "nothing_changed"


def test_a_finished_game_gives_none_but_goes_on_with_them_after_an_undo() -> None:
    table = Table("Ana", ruleset="yacht")
    table.wish(Hints(on=True))
    table.finish()
    assert hints(table) == (False, True)
    assert table.refused(Hints(on=True)).reason == "game_finished"
    table.undo()
    assert hints(table) == (True, True)


# --- how the table plays ------------------------------------------------------------------------------


def test_sums_are_hidden_and_shown_again_by_anybody_and_no_undo_changes_that() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"))
    assert table.refused(Suspense(on=False)).reason == "nothing_changed"
    table.wish(Suspense(on=True))
    table.undo()
    assert table.story.beside.suspense
    table.wish(Suspense(on=False))
    assert not table.story.beside.suspense


def test_a_turn_clock_is_set_and_taken_away() -> None:
    table = Table("Ana", "Ben")
    table.wish(TurnClock(45))
    assert table.story.beside.clock == 45
    assert table.refused(TurnClock(45)).reason == "nothing_changed"
    for seconds in (-1, 3601):
        assert table.refused(TurnClock(seconds)).reason == "bad_clock"
    table.wish(TurnClock(0))
    assert table.story.beside.clock == 0


def test_the_beginning_says_how_the_table_plays() -> None:
    manner = Manner(((1,), (2,)), suspense=True, clock=30)
    story = tell(Beginning(RULESETS["yahtzee"], ("Ana", "Ben"), "", AT, manner=manner), ())
    assert (story.game.teams, story.beside.suspense, story.beside.clock) == manner


def test_a_finished_game_takes_neither() -> None:
    table = Table("Ana", ruleset="yacht")
    table.finish()
    for what in (Suspense(on=True), TurnClock(30)):
        assert table.refused(what).reason == "game_finished"


# --- properties -------------------------------------------------------------------------------------


@quick(60)
@given(stories(RULESET_IDS), st.data())
def test_a_game_has_a_finish_exactly_if_it_is_finished(story: Story, data: Any) -> None:
    events = tuple(Event(event.number, event.what, EARLY) for event in data.draw(told(story)))
    found = tell(Beginning(RULESETS[story.ruleset], story.came, "", AT), events)
    assert found.beside.finished_at == (EARLY if found.game.finished else None)


BESIDE = st.sampled_from(
    [
        Edit("x", AT),
        Edit("", LATER),
        Hints(on=True),
        Suspense(on=True),
        TurnClock(30),
        Rename(1, "Anna"),
        Rename(2, "Ben"),
        ThrowAway(),
        FetchBack(),
    ]
)


@quick(60)
@given(stories(marks=False), st.lists(st.tuples(st.integers(0, 40), BESIDE), max_size=6))
def test_what_is_beside_a_game_leaves_the_game_alone(story: Story, extra: list[tuple[int, Payload]]) -> None:
    what: list[Payload] = list(story.entries)
    for place, beside in extra:
        what.insert(min(place, len(what)), beside)
    events = tuple(Event(number, one, AT) for number, one in enumerate(what, 1))
    assert tell(Beginning(RULESETS[story.ruleset], story.players, "", AT), events).game == story.game


@quick(100)
@given(nonsense)
def test_any_events_beside_a_game_have_an_answer(events: list[Event]) -> None:
    kept = [event.what for event in events if isinstance(event.what, Rename | ThrowAway | FetchBack)]
    numbered = tuple(Event(number, what, EARLY) for number, what in enumerate(kept, 1))
    last = next((what for what in reversed(kept) if not isinstance(what, Rename)), None)
    beside = tell(Beginning(RULESETS["yahtzee"], ("Ana",), "", AT), numbered).beside
    assert (beside.deleted_at is not None) == isinstance(last, ThrowAway)


def test_a_story_as_it_was_is_the_story_of_its_first_events() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    stories_seen = [tell(table.story.beginning, table.events[:seen]) for seen in range(3)]
    table.wish(Edit("a note", LATER))
    table.wish(Turn(1, "ones", points=1))
    assert [table.story.at(seen) for seen in range(3)] == stories_seen
    assert table.story.at(table.story.seen) is table.story


def test_who_comes_later_was_not_at_the_table_before() -> None:
    beginning = Beginning(RULESETS["yahtzee"], ("Ana", "Ben", "Cleo", "Dov"), "", AT)
    happened = (Order((2, 1)), Join(3), Undo(2), Join(4))
    events = tuple(Event(number, what, AT) for number, what in enumerate(happened, 1))
    story = tell(beginning, events)
    assert [len(story.at(seen).game.players) for seen in range(5)] == [2, 2, 3, 3, 4]
    assert story.at(1).game.players == ("Ben", "Ana")
