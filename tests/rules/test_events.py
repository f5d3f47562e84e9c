"""Events: undo, redo, correction, and what stands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.dice import dice_from_digits
from scorepad.rules.events import FIX, UNDO, Event, active, fold, last_to_undo, late_seats, standing
from scorepad.rules.game import JOIN, LEAVE, SKIP, TURN, Entry, Game
from scorepad.rules.record import score
from scorepad.rules.refusal import Refused
from scorepad.rules.rulesets import RULESETS
from tests.strategies import Story, histories, nonsense, quick, stories, told

YAHTZEE = RULESETS["yahtzee"]
TWO = ("Ana", "Ben")


def entry(seat: int, box: str, dice: str = "12346") -> Entry:
    return Entry(TURN, seat, box, dice=dice_from_digits(dice))


ANA = Event(1, TURN, entry(1, "fours", "44421"))
BEN = Event(2, TURN, entry(2, "chance"))


def entries(events: list[Event]) -> list[Entry | None]:
    return [event.entry for event in standing(events)]


def numbers(events: list[Event]) -> list[int]:
    return [event.number for event in events]


def boxes(game: Game, seat: int) -> dict[str, int]:
    return dict(game.sheet(seat).filled)


# --- undo and redo ----------------------------------------------------------------------------------


def test_no_events_are_an_empty_game() -> None:
    assert active([]) == standing([]) == []
    assert last_to_undo([]) is None
    assert fold(YAHTZEE, TWO, []).mover == 1


def test_turns_stand_in_their_order() -> None:
    assert entries([ANA, BEN]) == [ANA.entry, BEN.entry]
    assert last_to_undo([ANA, BEN]) == BEN


def test_an_undone_turn_no_longer_stands() -> None:
    events = [ANA, BEN, Event(3, UNDO, of=2)]
    assert entries(events) == [ANA.entry]
    assert fold(YAHTZEE, TWO, events).mover == 2
    assert boxes(fold(YAHTZEE, TWO, events), 2) == {}


def test_an_undone_undo_is_a_redo() -> None:
    events = [ANA, BEN, Event(3, UNDO, of=2), Event(4, UNDO, of=3)]
    assert entries(events) == [ANA.entry, BEN.entry]
    assert numbers(active(events)) == [1, 2, 4]


def test_a_redo_can_be_undone_and_redone_again() -> None:
    events = [ANA, Event(2, UNDO, of=1), Event(3, UNDO, of=2), Event(4, UNDO, of=3)]
    assert entries(events) == []
    assert entries([*events, Event(5, UNDO, of=4)]) == [ANA.entry]


def test_undo_after_undo_goes_back_turn_by_turn() -> None:
    events = [ANA, BEN, Event(3, UNDO, of=2)]
    last = last_to_undo(events)
    assert last == ANA
    events.append(Event(4, UNDO, of=1))
    assert entries(events) == []
    assert last_to_undo(events) is None


def test_an_earlier_turn_can_be_undone_as_well() -> None:
    assert entries([ANA, BEN, Event(3, UNDO, of=1)]) == [BEN.entry]


def test_what_an_undo_cannot_reach_stays() -> None:
    for of in (None, 0, 3, 4, 99, -1):
        assert entries([ANA, BEN, Event(3, UNDO, of=of)]) == [ANA.entry, BEN.entry]


def test_after_a_redo_the_turn_is_what_undo_takes_back() -> None:
    events = [ANA, Event(2, UNDO, of=1), Event(3, UNDO, of=2)]
    assert last_to_undo(events) == ANA


@pytest.mark.parametrize("kind", [SKIP, LEAVE])
def test_a_skip_or_a_leave_can_be_undone(kind: str) -> None:
    events = [Event(1, kind, Entry(kind, 1))]
    assert fold(YAHTZEE, TWO, events).mover == 2
    undone = fold(YAHTZEE, TWO, [*events, Event(2, UNDO, of=1)])
    assert undone == fold(YAHTZEE, TWO, [])


# --- correction -------------------------------------------------------------------------------------

FIXED = Event(3, FIX, entry(1, "twos", "22346"), of=1)


def test_a_fix_takes_the_place_of_the_turn_it_corrects() -> None:
    assert entries([ANA, BEN, FIXED]) == [FIXED.entry, BEN.entry]
    assert numbers(standing([ANA, BEN, FIXED])) == [1, 2]
    game = fold(YAHTZEE, TWO, [ANA, BEN, FIXED])
    assert boxes(game, 1) == {"twos": 4}
    assert game.mover == 1


def test_undo_takes_back_the_fix_before_the_turn() -> None:
    assert last_to_undo([ANA, BEN, FIXED]) == FIXED
    assert entries([ANA, BEN, FIXED, Event(4, UNDO, of=3)]) == [ANA.entry, BEN.entry]


def test_an_undone_fix_can_be_redone() -> None:
    events = [ANA, BEN, FIXED, Event(4, UNDO, of=3), Event(5, UNDO, of=4)]
    assert entries(events) == [FIXED.entry, BEN.entry]


def test_the_later_of_two_fixes_counts_and_its_undo_brings_the_earlier_back() -> None:
    again = Event(4, FIX, entry(1, "ones"), of=1)
    assert entries([ANA, BEN, FIXED, again]) == [again.entry, BEN.entry]
    assert entries([ANA, BEN, FIXED, again, Event(5, UNDO, of=4)]) == [FIXED.entry, BEN.entry]
    assert entries([ANA, BEN, FIXED, again, Event(5, UNDO, of=3)]) == [again.entry, BEN.entry]


def test_a_fix_of_an_undone_turn_brings_nothing_back() -> None:
    events = [ANA, Event(2, UNDO, of=1), Event(3, FIX, entry(1, "twos"), of=1)]
    assert entries(events) == []


def test_a_turn_undone_after_its_fix_is_gone_and_redone_it_is_fixed() -> None:
    events = [ANA, BEN, FIXED, Event(4, UNDO, of=1)]
    assert entries(events) == [BEN.entry]
    assert entries([*events, Event(5, UNDO, of=4)]) == [FIXED.entry, BEN.entry]


def test_a_fix_that_breaks_a_later_turn_is_refused_by_the_fold() -> None:
    events = [
        Event(1, TURN, entry(1, "ones")),
        Event(2, TURN, entry(1, "chance")),
        Event(3, FIX, entry(1, "chance"), of=1),
    ]
    with pytest.raises(Refused) as caught:
        fold(YAHTZEE, ["Ana"], events)
    assert caught.value.reason == "box_filled"
    assert caught.value.place is not None
    assert caught.value.place.number == 2


def test_a_fix_of_nothing_stands_neither_alone_nor_beside_an_undo() -> None:
    # What stands must not depend on an event that was taken back.
    stray = Event(1, FIX, entry(1, "ones"))
    after = [stray, Event(2, TURN, entry(1, "twos")), Event(3, UNDO, of=2)]
    assert standing([stray]) == standing(after) == []


# --- late players -----------------------------------------------------------------------------------


def test_a_join_seats_a_late_player() -> None:
    events = [ANA, Event(2, JOIN, Entry(JOIN, 2))]
    assert late_seats(events) == {2}
    assert fold(YAHTZEE, TWO, events).seats == (1, 2)
    assert fold(YAHTZEE, TWO, events).mover == 2


def test_an_undone_join_leaves_the_table_without_that_player() -> None:
    events = [ANA, Event(2, JOIN, Entry(JOIN, 2)), Event(3, UNDO, of=2)]
    undone = fold(YAHTZEE, TWO, events)
    assert late_seats(events) == {2}
    assert undone.seats == (1,)
    assert undone.mover == 1
    assert score(undone) == score(fold(YAHTZEE, TWO[:1], [ANA]))


def test_who_was_at_the_table_from_the_start_is_not_late() -> None:
    assert late_seats([ANA, BEN, Event(3, LEAVE, Entry(LEAVE, 2))]) == frozenset()


# --- properties -------------------------------------------------------------------------------------


@quick(100)
@given(nonsense)
def test_any_list_of_events_has_an_answer(events: list[Event]) -> None:
    stands = active(events)
    assert all(event in events for event in stands)
    assert all(event.entry is not None for event in standing(events))
    last = last_to_undo(events)
    assert last is None or (last in stands and last.kind != UNDO)
    late_seats(events)


@quick(100)
@given(nonsense | histories())
def test_any_list_of_events_folds_or_is_refused(events: list[Event]) -> None:
    try:
        game = fold(YAHTZEE, TWO, events)
    except Refused:
        return
    assert list(game.entries) == entries(events)


@quick(100)
@given(histories(least=1))
def test_an_undo_is_the_exact_inverse_of_the_event_before_it(events: list[Event]) -> None:
    number = len(events)
    undone = [*events, Event(number + 1, UNDO, of=number)]
    assert standing(undone) == standing(events[:-1])
    redone = [*undone, Event(number + 2, UNDO, of=number + 1)]
    assert standing(redone) == standing(events)


@quick(100)
@given(histories())
def test_tapping_undo_again_and_again_empties_the_game(events: list[Event]) -> None:
    events = list(events)
    for _ in range(len(events)):
        if (last := last_to_undo(events)) is None:
            break
        before = len([event for event in active(events) if event.kind != UNDO])
        events.append(Event(len(events) + 1, UNDO, of=last.number))
        assert len([event for event in active(events) if event.kind != UNDO]) == before - 1
    assert last_to_undo(events) is None
    assert standing(events) == []


@quick(80)
@given(stories(), st.data())
def test_detours_by_undo_redo_and_fix_come_to_the_same_game(story: Story, data: Any) -> None:
    events = data.draw(told(story))
    assert entries(events) == list(story.entries)
    assert score(fold(RULESETS[story.ruleset], story.came, events)) == score(story.game)


@quick(80)
@given(stories(), st.data())
def test_undoing_the_last_entry_of_a_legal_game_is_the_game_before_it(story: Story, data: Any) -> None:
    events = data.draw(told(story))
    number = len(events)
    follow = data.draw(st.sampled_from([Entry(SKIP, 1), Entry(LEAVE, 1), Entry(TURN, 1, "chance", points=5)]))
    longer = [*events, Event(number + 1, follow.kind, follow), Event(number + 2, UNDO, of=number + 1)]
    ruleset = RULESETS[story.ruleset]
    assert fold(ruleset, story.came, longer) == fold(ruleset, story.came, events)


@quick(80)
@given(stories(most=3), st.data())
def test_undoing_a_join_is_the_game_without_that_player(story: Story, data: Any) -> None:
    events = data.draw(told(story))
    number = len(events)
    seat = len(story.came) + 1
    longer = [*events, Event(number + 1, JOIN, Entry(JOIN, seat)), Event(number + 2, UNDO, of=number + 1)]
    ruleset = RULESETS[story.ruleset]
    assert score(fold(ruleset, (*story.came, "Zoe"), longer)) == score(fold(ruleset, story.came, events))
