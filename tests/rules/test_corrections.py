"""Correcting, exchanging and reordering what was entered, and going back and forth over it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.dice import dice_from_digits
from scorepad.rules.events import (
    EXCHANGE,
    FIX,
    NOTE,
    ORDER,
    REDO,
    UNDO,
    Change,
    Event,
    Wish,
    active,
    changes,
    corrected,
    fold,
    grant,
    is_granted_by,
    last_to_redo,
    last_to_undo,
    late_seats,
    seating,
    standing,
)
from scorepad.rules.game import JOIN, LEAVE, SKIP, TURN, Entry, Game, replay
from scorepad.rules.refusal import Refused
from scorepad.rules.rulesets import RULESETS
from scorepad.rules.sheet import RuleSet, Target, targets
from tests.strategies import UPPER, quick, rolls, written

YAHTZEE = RULESETS["yahtzee"]
AT = "2026-11-29T18:05:00Z"


class Table:
    """A game told event by event, each one wished for."""

    def __init__(self, *players: str, ruleset: RuleSet = YAHTZEE) -> None:
        self.ruleset = ruleset
        self.players = players
        self.events: list[Event] = []
        self.game = fold(ruleset, players, [])

    def wish(self, wish: Wish) -> Game:
        event, self.game = grant(self.players, self.events, self.game, wish, AT)
        self.events.append(event)
        assert fold(self.ruleset, self.players, self.events) == self.game
        return self.game

    def proposed(self, wish: Wish) -> tuple[Change, ...]:
        """What would change; nothing does yet."""
        _, after = grant(self.players, self.events, self.game, wish, AT)
        return changes(self.game, after)

    def refused(self, wish: Wish) -> Refused:
        events, game = list(self.events), self.game
        with pytest.raises(Refused) as caught:
            grant(self.players, self.events, self.game, wish, AT)
        assert (self.events, self.game) == (events, game)
        return caught.value

    def turns(self, *turns: tuple[str, str]) -> Table:
        """(dice, box) after (dice, box), whoever is to move."""
        for dice, box in turns:
            self.wish(Wish(TURN, Entry(TURN, 0, box, dice=dice_from_digits(dice))))
        return self

    def undo(self) -> Game:
        return self.wish(Wish(UNDO))

    def redo(self) -> Game:
        return self.wish(Wish(REDO))

    def boxes(self, seat: int = 1) -> dict[str, int]:
        return dict(self.game.sheet(seat).filled)

    def total(self, seat: int = 1) -> int:
        return self.game.sheet(seat).total

    @property
    def corrected(self) -> dict[int, Target]:
        return corrected(self.ruleset, self.players, self.events)


def fix(turn: int, dice: str, box: str) -> Wish:
    """Another roll and box in place of the turn that is that event."""
    return Wish(FIX, Entry(TURN, 0, box, dice=dice_from_digits(dice)), of=turn)


def exchange(one: int, two: int) -> Wish:
    return Wish(EXCHANGE, of=one, other=two)


def order(*seats: int) -> Wish:
    return Wish(ORDER, order=seats)


# --- redo -------------------------------------------------------------------------------------------


def test_redo_brings_back_what_undo_took() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    before = table.game
    table.undo()
    assert table.boxes(2) == {}
    assert table.redo() == before
    assert table.refused(Wish(REDO)).reason == "nothing_to_redo"


def test_redo_goes_forward_as_deep_as_undo_went_back() -> None:
    table = Table("Ana", "Ben")
    games = [table.game]
    for box in UPPER:
        table.turns(("12346", box))
        games.append(table.game)
    for game in reversed(games[:-1]):
        assert table.undo() == game
    assert table.refused(Wish(UNDO)).reason == "nothing_to_undo"
    for game in games[1:]:
        assert table.redo() == game
    assert table.refused(Wish(REDO)).reason == "nothing_to_redo"


def test_undo_and_redo_may_alternate_at_any_depth() -> None:
    table = Table("Ana").turns(("11111", "ones"), ("22222", "twos"), ("33333", "threes"))
    table.undo()
    table.undo()
    table.redo()
    assert list(table.boxes()) == ["ones", "twos"]
    table.undo()
    table.undo()
    assert table.boxes() == {}
    for _ in range(3):
        table.redo()
    assert list(table.boxes()) == ["ones", "twos", "threes"]


@pytest.mark.parametrize(
    "new",
    [
        Wish(TURN, Entry(TURN, 0, "sixes", dice=dice_from_digits("66612"))),
        Wish(SKIP, Entry(SKIP, 0)),
        Wish(LEAVE, Entry(LEAVE, 2)),
        fix(1, "12346", "chance"),
        exchange(1, 2),
        order(1, 2, 4, 3),
    ],
    ids=lambda wish: wish.kind,
)
def test_anything_new_ends_redo(new: Wish) -> None:
    table = Table("Ana", "Ben", "Cleo", "Dov").turns(("44421", "fours"), ("12346", "chance"))
    table.turns(("11112", "ones"))
    table.undo()
    assert last_to_redo(table.events) is not None
    table.wish(new)
    assert last_to_redo(table.events) is None
    assert table.refused(Wish(REDO)).reason == "nothing_to_redo"


def test_what_was_dropped_by_a_new_entry_stays_dropped_when_that_one_is_undone() -> None:
    table = Table("Ana").turns(("11111", "ones"))
    table.undo()
    table.turns(("22222", "twos"))
    table.undo()
    table.redo()
    assert table.boxes() == {"twos": 10}
    assert table.refused(Wish(REDO)).reason == "nothing_to_redo"


def test_a_note_neither_ends_redo_nor_is_undone() -> None:
    table = Table("Ana").turns(("11111", "ones"))
    table.wish(Wish(NOTE))
    table.undo()
    table.wish(Wish(NOTE))
    assert table.boxes() == {}
    assert table.refused(Wish(UNDO)).reason == "nothing_to_undo"
    table.redo()
    assert table.boxes() == {"ones": 5}


@pytest.mark.parametrize("kind", [SKIP, LEAVE])
def test_a_skip_or_a_leave_is_undone_and_redone(kind: str) -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"))
    before = table.game
    after = table.wish(Wish(kind, Entry(kind, 2)))
    assert after.mover == 1
    assert table.undo() == before
    assert table.redo() == after


# --- correcting a turn ------------------------------------------------------------------------------


def test_a_zero_in_place_of_a_yahtzee_takes_a_later_bonus_away_and_leaves_its_joker() -> None:
    table = Table("Ana").turns(("66612", "sixes"), ("66666", "yahtzee"), ("66666", "large_straight"))
    assert (table.boxes(), table.total()) == ({"sixes": 18, "yahtzee": 50, "large_straight": 40}, 208)
    wish = fix(2, "66661", "yahtzee")
    told = (
        Change(2, 1, Target("yahtzee", 50), Target("yahtzee", 0)),
        Change(3, 1, Target("large_straight", 40, 100), Target("large_straight", 40)),
    )
    assert table.proposed(wish) == told
    assert table.total() == 208
    table.wish(wish)
    assert (table.boxes(), table.total()) == ({"sixes": 18, "yahtzee": 0, "large_straight": 40}, 58)
    assert table.game.sheet(1).extras == 0
    assert table.undo().sheet(1).total == 208


def test_a_zero_made_a_yahtzee_after_all_pays_the_bonuses_that_came_later() -> None:
    table = Table("Ana").turns(("66661", "yahtzee"), ("66666", "sixes"), ("66666", "chance"))
    assert table.total() == 60
    table.wish(fix(1, "66666", "yahtzee"))
    assert table.total() == 60 + 50 + 200


def test_a_correction_that_frees_the_box_a_later_joker_had_to_take_is_refused_at_that_turn() -> None:
    table = Table("Ana").turns(("44412", "fours"), ("22222", "yahtzee"), ("44444", "large_straight"))
    refused = table.refused(fix(1, "44412", "threes"))
    assert refused.reason == "joker_upper"
    assert refused.facts == {"box": "large_straight", "must": "fours"}
    assert refused.place is not None
    assert refused.place.number == 3


def test_a_yahtzee_moved_to_twos_makes_a_later_joker_worth_nothing() -> None:
    table = Table("Ana").turns(("44412", "fours"), ("22222", "yahtzee"), ("44444", "large_straight"))
    wish = fix(2, "22222", "twos")
    assert table.proposed(wish) == (
        Change(2, 1, Target("yahtzee", 50), Target("twos", 10)),
        Change(3, 1, Target("large_straight", 40, 100), Target("large_straight", 0)),
    )
    table.wish(wish)
    assert table.boxes() == {"fours": 12, "twos": 10, "large_straight": 0}
    assert table.total() == 22


def test_an_entry_in_the_wrong_column_is_exchanged() -> None:
    table = Table("Ana", "Ben").turns(("66661", "sixes"), ("12345", "large_straight"))
    before = table.game
    table.wish(exchange(1, 2))
    assert (table.boxes(1), table.boxes(2)) == ({"large_straight": 40}, {"sixes": 24})
    assert [entry.seat for entry in table.game.entries] == [1, 2]
    assert table.game.mover == 1
    assert table.corrected == {1: Target("sixes", 24), 2: Target("large_straight", 40)}
    assert table.undo() == before
    assert table.corrected == {}


def test_an_exchange_that_fills_a_box_twice_is_refused_at_the_later_turn() -> None:
    table = Table("Ana", "Ben").turns(("66661", "sixes"), ("12345", "chance"), ("12345", "chance"))
    refused = table.refused(exchange(1, 2))
    assert refused.reason == "box_filled"
    assert refused.place is not None
    assert refused.place.number == 3


def test_one_point_less_in_the_upper_section_takes_the_bonus_away() -> None:
    thrice = ("11123", "22213", "33312", "44412", "55512", "66612")
    table = Table("Ana").turns(*zip(thrice, UPPER, strict=True))
    assert (table.game.sheet(1).upper, table.total()) == (63, 98)
    wish = fix(1, "11234", "ones")
    assert table.proposed(wish) == (Change(1, 1, Target("ones", 3), Target("ones", 2)),)
    table.wish(wish)
    assert (table.game.sheet(1).upper, table.game.sheet(1).upper_bonus, table.total()) == (62, 0, 62)


def test_the_last_turn_of_a_finished_game_may_be_corrected() -> None:
    table = Table("Ana", "Ben")
    for box in YAHTZEE.boxes:
        table.turns(("12346", box.id), ("12346", box.id))
    assert table.game.finished
    assert table.game.ranks == {1: 1, 2: 1}
    table.wish(fix(len(table.events), "66665", "chance"))
    assert table.game.finished
    assert table.game.ranks == {1: 2, 2: 1}


def test_a_turn_without_dice_is_corrected_to_points_or_to_dice() -> None:
    table = Table("Ana")
    table.wish(Wish(TURN, Entry(TURN, 0, "fours", points=12)))
    table.wish(Wish(FIX, Entry(TURN, 0, "fours", points=16), of=1))
    assert table.boxes() == {"fours": 16}
    table.wish(fix(1, "44444", "fours"))
    assert table.boxes() == {"fours": 20}
    assert table.corrected == {1: Target("fours", 16)}


def test_a_correction_is_undone_and_redone_before_the_turn_itself() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    before = table.game
    after = table.wish(fix(1, "44441", "fours"))
    assert table.undo() == before
    assert table.redo() == after
    table.undo()
    table.undo()
    assert (table.boxes(1), table.boxes(2)) == ({"fours": 12}, {})


def test_a_turn_may_be_corrected_again_and_again() -> None:
    table = Table("Ana").turns(("44421", "fours"))
    for dice, before, after in (("44441", 12, 16), ("44444", 16, 20), ("44421", 20, 12)):
        table.wish(fix(1, dice, "fours"))
        assert table.boxes() == {"fours": after}
        assert table.corrected == {1: Target("fours", before)}


def test_a_correction_keeps_the_seat_whatever_it_says() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    table.wish(Wish(FIX, Entry(TURN, 2, "fours", dice=dice_from_digits("44441")), of=1))
    assert (table.boxes(1), table.boxes(2)) == ({"fours": 16}, {"chance": 16})


def test_no_correction_says_what_stands_already() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"), ("12444", "fours"), ("44421", "fours"))
    assert table.refused(fix(1, "12444", "fours")).reason == "nothing_changed"
    assert table.refused(Wish(FIX, of=1)).reason == "nothing_changed"
    assert table.refused(exchange(1, 2)).reason == "nothing_changed"
    assert table.refused(order(1, 2, 3)).reason == "nothing_changed"


def test_only_turns_that_stand_are_corrected_or_exchanged() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"))
    table.wish(Wish(SKIP, Entry(SKIP, 0)))
    table.turns(("12346", "chance"), ("12346", "chance"))
    table.undo()
    for of in (None, 0, -1, 2, 4, 5, 99):
        assert table.refused(Wish(FIX, Entry(TURN, 0, "ones", points=1), of=of)).reason == "no_turn"
        assert table.refused(exchange(1, of or 0)).reason == "no_turn"
    assert table.refused(exchange(1, 1)).reason == "same_player"
    assert table.refused(exchange(1, 3)).reason == "same_player"


def test_a_correction_before_somebody_came_late_is_still_told_afterwards() -> None:
    events = [
        Event(1, TURN, Entry(TURN, 1, "fours", points=12)),
        Event(2, TURN, Entry(TURN, 2, "fours", points=8)),
        Event(3, TURN, Entry(TURN, 1, "ones", points=3)),
        Event(4, FIX, Entry(TURN, 1, "fours", points=16), of=1),
        Event(5, JOIN, Entry(JOIN, 3)),
    ]
    players = ("Ana", "Ben", "Cleo")
    assert dict(fold(YAHTZEE, players, events).sheet(1).filled) == {"fours": 16, "ones": 3}
    assert corrected(YAHTZEE, players, events) == {1: Target("fours", 12)}


# --- the order of the seats -------------------------------------------------------------------------


def test_an_order_seats_those_who_have_not_played_anew() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"))
    before = table.game
    after = table.wish(order(1, 3, 2))
    assert after.players == ("Ana", "Cleo", "Ben")
    assert seating(table.events, 3) == (1, 3, 2)
    table.turns(("66661", "sixes"))
    assert table.boxes(2) == {"sixes": 24}
    table.undo()
    assert table.undo() == before
    assert table.redo() == after


def test_orders_build_on_each_other() -> None:
    table = Table("Ana", "Ben", "Cleo")
    table.wish(order(2, 1, 3))
    assert table.wish(order(1, 3, 2)).players == ("Ben", "Cleo", "Ana")
    assert seating(table.events, 3) == (2, 3, 1)


def test_who_has_played_keeps_the_seat() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"))
    refused = table.refused(order(2, 1, 3))
    assert (refused.reason, refused.facts) == ("order_played", {"player": "Ana"})


@pytest.mark.parametrize("seats", [(), (1,), (1, 1, 2), (1, 2, 3, 4), (0, 1, 2), (2, 3, 4)])
def test_what_is_no_order_of_all_seats_is_refused(seats: tuple[int, ...]) -> None:
    assert Table("Ana", "Ben", "Cleo").refused(order(*seats)).reason == "bad_order"


def test_an_order_moves_nobody_to_the_seat_of_one_whose_coming_was_undone() -> None:
    table = Table("Ana", "Ben", "Cleo")
    table.events = [Event(1, JOIN, Entry(JOIN, 3)), Event(2, UNDO, of=1)]
    table.game = fold(YAHTZEE, table.players, table.events)
    assert [table.game.player(seat) for seat in table.game.seats] == ["Ana", "Ben"]
    table.refused(order(1, 3, 2))


# --- resends ----------------------------------------------------------------------------------------


def test_an_event_is_known_by_the_wish_that_made_it_and_by_no_other() -> None:
    wishes = [
        Wish(TURN, Entry(TURN, 0, "fours", dice=dice_from_digits("44421"))),
        Wish(TURN, Entry(TURN, 0, "chance", dice=dice_from_digits("12346"))),
        Wish(SKIP, Entry(SKIP, 0)),
        fix(1, "44441", "fours"),
        exchange(1, 2),
        Wish(UNDO),
        Wish(REDO),
        Wish(LEAVE, Entry(LEAVE, 2)),
        order(1, 2, 3, 5, 4),
        Wish(NOTE),
    ]
    table = Table("Ana", "Ben", "Cleo", "Dov", "Eva")
    for wish in wishes:
        table.wish(wish)
    seated = [w if w.kind != FIX else Wish(FIX, table.events[3].entry, of=1) for w in wishes]
    for place, event in enumerate(table.events):
        assert [is_granted_by(event, wish) for wish in seated] == [n == place for n in range(len(wishes))]


# --- properties -------------------------------------------------------------------------------------


def _turn(data: Any, game: Game) -> Wish | None:
    if game.finished:
        return None
    dice = dice_from_digits(written(data.draw(rolls)))
    box = data.draw(st.sampled_from(targets(game.mover_sheet, dice))).box
    return Wish(TURN, Entry(TURN, 0, box, dice=dice))


def _some_wish(data: Any, table: Table) -> Wish | None:
    """Something that people at a table may try next; it may well be refused."""
    numbers = st.integers(0, len(table.events) + 1)
    kind = data.draw(
        st.sampled_from([TURN] * 6 + [UNDO] * 3 + [REDO] * 3 + [FIX] * 2 + [EXCHANGE, ORDER, SKIP])
    )
    if kind == TURN:
        return _turn(data, table.game)
    if kind == FIX:
        dice = written(data.draw(rolls))
        return fix(data.draw(numbers), dice, data.draw(st.sampled_from(table.ruleset.boxes)).id)
    if kind == EXCHANGE:
        return exchange(data.draw(numbers), data.draw(numbers))
    if kind == ORDER:
        return order(*data.draw(st.permutations(range(1, len(table.players) + 1))))
    return Wish(kind, Entry(SKIP, 0) if kind == SKIP else None)


def _evening(data: Any, check: Any = None) -> Table:
    """A game in which people play, change their minds and put things right."""
    table = Table(*("Ana", "Ben", "Cleo")[: data.draw(st.integers(1, 3))])
    for _ in range(data.draw(st.integers(0, 30))):
        wish = _some_wish(data, table)
        before = table.game
        if wish is None:
            continue
        try:
            table.wish(wish)
        except Refused:
            assert table.game is before
            continue
        if check:
            check(before, wish, table)
    return table


@quick(60)
@given(st.data())
def test_undo_and_redo_walk_one_path_of_games(data: Any) -> None:
    done: list[Game] = []
    dropped: list[Game] = []

    def check(before: Game, wish: Wish, table: Table) -> None:
        if wish.kind == UNDO:
            dropped.append(before)
            assert table.game == done.pop()
        elif wish.kind == REDO:
            done.append(before)
            assert table.game == dropped.pop()
        else:
            done.append(before)
            dropped.clear()
        assert (last_to_undo(table.events) is not None) == bool(done)
        assert (last_to_redo(table.events) is not None) == bool(dropped)

    _evening(data, check)


@quick(60)
@given(st.data())
def test_changes_are_what_the_totals_move_by(data: Any) -> None:
    def check(before: Game, wish: Wish, table: Table) -> None:
        if wish.kind not in (FIX, EXCHANGE):
            return
        after, told = table.game, changes(before, table.game)
        assert [change.turn for change in told] == sorted({change.turn for change in told})
        for seat in after.seats:
            moved = sum(
                change.after.points + change.after.extra - change.before.points - change.before.extra
                for change in told
                if change.seat == seat
            )
            bonus = after.sheet(seat).upper_bonus - before.sheet(seat).upper_bonus
            assert after.sheet(seat).total - before.sheet(seat).total == moved + bonus
        for change in told:
            assert after.scored[change.turn - 1] == change.after
            assert before.scored[change.turn - 1] == change.before

    _evening(data, check)


@quick(60)
@given(st.data())
def test_an_exchange_swaps_what_two_turns_say_and_leaves_seats_and_turns_alone(data: Any) -> None:
    def check(before: Game, wish: Wish, table: Table) -> None:
        if wish.kind != EXCHANGE:
            return
        numbers = [event.number for event in standing(table.events)]
        one, two = numbers.index(wish.of), numbers.index(wish.other)
        was, now = before.entries, table.game.entries
        assert (was[one].dice, was[one].box) == (now[two].dice, now[two].box)
        assert (was[two].dice, was[two].box) == (now[one].dice, now[one].box)
        others = [place for place in range(len(was)) if place not in (one, two)]
        assert [was[place] for place in others] == [now[place] for place in others]
        assert table.game.mover == before.mover

    _evening(data, check)


@quick(60)
@given(st.data())
def test_an_order_moves_nobody_who_has_played(data: Any) -> None:
    def check(before: Game, wish: Wish, table: Table) -> None:
        assert sorted(table.game.players) == sorted(table.players)
        if wish.kind == ORDER:
            assert table.game.players != before.players
            for entry in before.entries:
                assert table.game.player(entry.seat) == before.player(entry.seat)
            assert table.game.sheets == before.sheets

    _evening(data, check)


@quick(60)
@given(st.data())
def test_a_corrected_game_is_the_game_that_was_played_right_from_the_start(data: Any) -> None:
    table = _evening(data)
    again = replay(table.ruleset, table.game.players, table.game.entries)
    assert again == table.game


@quick(60)
@given(st.data())
def test_every_turn_that_a_standing_correction_touched_is_told_and_no_other(data: Any) -> None:
    table = _evening(data)
    touched = {n for e in active(table.events) if e.kind in (FIX, EXCHANGE) for n in (e.of, e.other)}
    told = [place for place, event in enumerate(standing(table.events), 1) if event.number in touched]
    assert sorted(table.corrected) == told


_numbers = st.none() | st.integers(-2, 9)
_entries = st.none() | st.builds(
    Entry,
    st.sampled_from((TURN, SKIP, LEAVE, JOIN, "", "?")),
    st.integers(-2, 5),
    st.sampled_from(("", "ones", "chance", "yahtzee", "sevens")),
    st.none() | rolls.map(written).map(dice_from_digits),
    st.none() | st.integers(-1, 50),
    st.booleans(),
)
anything: st.SearchStrategy[list[Event]] = st.lists(
    st.builds(
        Event,
        st.integers(-2, 9),
        st.sampled_from((TURN, SKIP, LEAVE, JOIN, UNDO, REDO, FIX, EXCHANGE, ORDER, NOTE, "", "?")),
        _entries,
        _numbers,
        _numbers,
        st.lists(st.integers(-1, 5), max_size=5).map(tuple),
    ),
    max_size=14,
)
"""Events of every kind in any order, with any numbers, pointing anywhere."""


@quick(400)
@given(anything, st.integers(0, 5))
def test_any_list_of_events_of_any_kind_has_an_answer(events: list[Event], count: int) -> None:
    stands = active(events)
    assert all(event in events for event in stands)
    assert all(event.entry is not None for event in standing(events))
    assert sorted(seating(events, count)) == list(range(1, count + 1))
    undo, redo = last_to_undo(events), last_to_redo(events)
    assert undo is None or undo.kind not in (UNDO, REDO, NOTE)
    assert redo is None or (redo in stands and redo.kind == UNDO)
    late_seats(events)


@quick(200)
@given(anything)
def test_events_of_any_kind_fold_or_are_refused(events: list[Event]) -> None:
    try:
        game = fold(YAHTZEE, ("Ana", "Ben", "Cleo"), events)
    except Refused:
        return
    assert sorted(game.players) == ["Ana", "Ben", "Cleo"]


@quick(100)
@given(anything.filter(bool))
def test_an_undo_is_undone_by_a_redo_in_any_list(events: list[Event]) -> None:
    numbered = [Event(number, e.kind, e.entry, e.of, e.other, e.order) for number, e in enumerate(events, 1)]
    last = last_to_undo(numbered)
    if last is None:
        return
    count = len(numbered)
    undone = [*numbered, Event(count + 1, UNDO, of=last.number)]
    redone = [*undone, Event(count + 2, REDO, of=count + 1)]
    assert last not in active(undone)
    assert standing(redone) == standing(numbered)
    assert seating(redone, 3) == seating(numbered, 3)
    assert last_to_undo(redone) == last


def test_events_are_numbered_without_a_gap() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    for wish in (fix(1, "44441", "fours"), Wish(UNDO), Wish(REDO), Wish(NOTE), exchange(1, 2)):
        table.wish(wish)
    assert all(two.number == one.number + 1 for one, two in pairwise(table.events))
    assert {event.at for event in table.events} == {AT}
