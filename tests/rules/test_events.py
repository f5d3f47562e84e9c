"""Events: undo, redo, correction, and what stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import score
from scorepad.rules import (
    RULESETS,
    Beginning,
    Entry,
    Event,
    Fix,
    Game,
    Join,
    Leave,
    Payload,
    Redo,
    Refused,
    Skip,
    Turn,
    Undo,
    active,
    late_seats,
    standing,
    tell,
)
from scorepad.rules import last_to_undo as last_of
from scorepad.rules.fold import fold
from tests.strategies import Story, five, histories, nonsense, quick, stories, told

YAHTZEE = RULESETS["yahtzee"]
TWO = ("Ana", "Ben")


def entry(seat: int, box: str, dice: str = "12346") -> Turn:
    return Turn(seat, box, five(dice))


FOURS, CHANCE = entry(1, "fours", "44421"), entry(2, "chance")
ANA, BEN = Event(1, FOURS), Event(2, CHANCE)


def entries(events: Sequence[Event]) -> list[Entry]:
    return [told.entry for told in standing(events)]


def numbers(events: Sequence[Event]) -> list[int]:
    return [event.number for event in events]


def boxes(game: Game, seat: int) -> dict[str, int]:
    return dict(game.sheet(seat).column(1).boxes)


def last_to_undo(events: Sequence[Event]) -> Event | None:
    """What a tap on Undo takes back, whether or not these events make a game."""
    nothing = Beginning(YAHTZEE, TWO)
    return last_of(replace(tell(nothing, ()), events=tuple(events)))


# --- undo and redo ----------------------------------------------------------------------------------


def test_no_events_are_an_empty_game() -> None:
    assert active([]) == standing([]) == []
    assert last_to_undo([]) is None
    assert fold(YAHTZEE, TWO, []).mover == 1


def test_turns_stand_in_their_order() -> None:
    assert entries([ANA, BEN]) == [FOURS, CHANCE]
    assert last_to_undo([ANA, BEN]) == BEN


def test_an_undone_turn_no_longer_stands() -> None:
    events = [ANA, BEN, Event(3, Undo(2))]
    assert entries(events) == [FOURS]
    assert fold(YAHTZEE, TWO, events).mover == 2
    assert boxes(fold(YAHTZEE, TWO, events), 2) == {}


def test_an_undone_undo_is_a_redo() -> None:
    events = [ANA, BEN, Event(3, Undo(2)), Event(4, Undo(3))]
    assert entries(events) == [FOURS, CHANCE]
    assert numbers(active(events)) == [1, 2, 4]


def test_a_redo_can_be_undone_and_redone_again() -> None:
    events = [ANA, Event(2, Undo(1)), Event(3, Undo(2)), Event(4, Undo(3))]
    assert entries(events) == []
    assert entries([*events, Event(5, Undo(4))]) == [FOURS]


def test_undo_after_undo_goes_back_turn_by_turn() -> None:
    events = [ANA, BEN, Event(3, Undo(2))]
    last = last_to_undo(events)
    assert last == ANA
    events.append(Event(4, Undo(1)))
    assert entries(events) == []
    assert last_to_undo(events) is None


def test_an_earlier_turn_can_be_undone_as_well() -> None:
    assert entries([ANA, BEN, Event(3, Undo(1))]) == [CHANCE]


def test_what_an_undo_cannot_reach_stays() -> None:
    for of in (0, 3, 4, 99, -1):
        assert entries([ANA, BEN, Event(3, Undo(of))]) == [FOURS, CHANCE]


def test_after_a_redo_the_turn_is_what_undo_takes_back() -> None:
    events = [ANA, Event(2, Undo(1)), Event(3, Undo(2))]
    assert last_to_undo(events) == ANA


@pytest.mark.parametrize("kind", [Skip, Leave])
def test_a_skip_or_a_leave_can_be_undone(kind: Callable[[int], Payload]) -> None:
    events = [Event(1, kind(1))]
    assert fold(YAHTZEE, TWO, events).mover == 2
    undone = fold(YAHTZEE, TWO, [*events, Event(2, Undo(1))])
    assert undone == fold(YAHTZEE, TWO, [])


# --- correction -------------------------------------------------------------------------------------

CORRECTED = Fix(1, entry(1, "twos", "22346"))
FIXED = Event(3, CORRECTED)


def test_a_fix_takes_the_place_of_the_turn_it_corrects() -> None:
    assert entries([ANA, BEN, FIXED]) == [CORRECTED.turn, CHANCE]
    assert numbers(standing([ANA, BEN, FIXED])) == [1, 2]
    game = fold(YAHTZEE, TWO, [ANA, BEN, FIXED])
    assert boxes(game, 1) == {"twos": 4}
    assert game.mover == 1


def test_undo_takes_back_the_fix_before_the_turn() -> None:
    assert last_to_undo([ANA, BEN, FIXED]) == FIXED
    assert entries([ANA, BEN, FIXED, Event(4, Undo(3))]) == [FOURS, CHANCE]


def test_an_undone_fix_can_be_redone() -> None:
    events = [ANA, BEN, FIXED, Event(4, Undo(3)), Event(5, Undo(4))]
    assert entries(events) == [CORRECTED.turn, CHANCE]


def test_the_later_of_two_fixes_counts_and_its_undo_brings_the_earlier_back() -> None:
    once_more = Fix(1, entry(1, "ones"))
    again = Event(4, once_more)
    assert entries([ANA, BEN, FIXED, again]) == [once_more.turn, CHANCE]
    assert entries([ANA, BEN, FIXED, again, Event(5, Undo(4))]) == [CORRECTED.turn, CHANCE]
    assert entries([ANA, BEN, FIXED, again, Event(5, Undo(3))]) == [once_more.turn, CHANCE]


def test_a_fix_of_an_undone_turn_brings_nothing_back() -> None:
    events = [ANA, Event(2, Undo(1)), Event(3, Fix(1, entry(1, "twos")))]
    assert entries(events) == []


def test_a_turn_undone_after_its_fix_is_gone_and_redone_it_is_fixed() -> None:
    events = [ANA, BEN, FIXED, Event(4, Undo(1))]
    assert entries(events) == [CHANCE]
    assert entries([*events, Event(5, Undo(4))]) == [CORRECTED.turn, CHANCE]


def test_a_fix_that_breaks_a_later_turn_is_refused_by_the_fold() -> None:
    events = [
        Event(1, entry(1, "ones")),
        Event(2, entry(1, "chance")),
        Event(3, Fix(1, entry(1, "chance"))),
    ]
    with pytest.raises(Refused) as caught:
        fold(YAHTZEE, ["Ana"], events)
    assert caught.value.reason == "box_filled"
    assert caught.value.place is not None
    assert caught.value.place.number == 2


def test_a_fix_of_nothing_stands_neither_alone_nor_beside_an_undo() -> None:
    # What stands must not depend on an event that was taken back.
    stray = Event(1, Fix(9, entry(1, "ones")))
    after = [stray, Event(2, entry(1, "twos")), Event(3, Undo(2))]
    assert standing([stray]) == standing(after) == []


# --- late players -----------------------------------------------------------------------------------


def test_a_join_seats_a_late_player() -> None:
    events = [ANA, Event(2, Join(2))]
    assert late_seats(events) == {2}
    assert fold(YAHTZEE, TWO, events).seats == (1, 2)
    assert fold(YAHTZEE, TWO, events).mover == 2


def test_an_undone_join_leaves_the_table_without_that_player() -> None:
    events = [ANA, Event(2, Join(2)), Event(3, Undo(2))]
    undone = fold(YAHTZEE, TWO, events)
    assert late_seats(events) == {2}
    assert undone.seats == (1,)
    assert undone.mover == 1
    assert score(undone) == score(fold(YAHTZEE, TWO[:1], [ANA]))


def test_who_was_at_the_table_from_the_start_is_not_late() -> None:
    assert late_seats([ANA, BEN, Event(3, Leave(2))]) == frozenset()


# --- properties -------------------------------------------------------------------------------------


@quick(100)
@given(nonsense)
def test_any_list_of_events_has_an_answer(events: list[Event]) -> None:
    stands = active(events)
    assert all(event in events for event in stands)
    assert all(isinstance(told.entry, Entry) for told in standing(events))
    last = last_to_undo(events)
    assert last is None or (last in stands and not isinstance(last.what, Undo | Redo))
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
    undone = [*events, Event(number + 1, Undo(number))]
    assert standing(undone) == standing(events[:-1])
    redone = [*undone, Event(number + 2, Undo(number + 1))]
    assert standing(redone) == standing(events)


@quick(100)
@given(histories())
def test_tapping_undo_again_and_again_empties_the_game(events: list[Event]) -> None:
    events = list(events)
    for _ in range(len(events)):
        if (last := last_to_undo(events)) is None:
            break
        before = len([event for event in active(events) if not isinstance(event.what, Undo)])
        events.append(Event(len(events) + 1, Undo(last.number)))
        assert len([event for event in active(events) if not isinstance(event.what, Undo)]) == before - 1
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
    follow = data.draw(st.sampled_from([Skip(1), Leave(1), Turn(1, "chance", points=5)]))
    longer = [*events, Event(number + 1, follow), Event(number + 2, Undo(number + 1))]
    ruleset = RULESETS[story.ruleset]
    assert fold(ruleset, story.came, longer) == fold(ruleset, story.came, events)


@quick(80)
@given(stories(most=3), st.data())
def test_undoing_a_join_is_the_game_without_that_player(story: Story, data: Any) -> None:
    events = data.draw(told(story))
    number = len(events)
    seat = len(story.came) + 1
    longer = [*events, Event(number + 1, Join(seat)), Event(number + 2, Undo(number + 1))]
    ruleset = RULESETS[story.ruleset]
    assert score(fold(ruleset, (*story.came, "Zoe"), longer)) == score(fold(ruleset, story.came, events))
