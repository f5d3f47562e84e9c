"""Correcting, exchanging and reordering what was entered, and going back and forth over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    Beginning,
    Change,
    Edit,
    Entry,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Game,
    Hints,
    Join,
    Leave,
    Order,
    Payload,
    Redo,
    Refused,
    Rename,
    Skip,
    Story,
    Target,
    ThrowAway,
    Turn,
    Undo,
    active,
    changes,
    corrected,
    last_to_redo,
    last_to_undo,
    late_seats,
    redo,
    replay,
    seating,
    standing,
    targets,
    tell,
    undo,
)
from scorepad.rules.fold import fold
from tests.rules.tables import AT, Table, Wished, fix
from tests.strategies import UPPER, five, nonsense, quick, rolls, written

YAHTZEE = RULESETS["yahtzee"]
BESIDE = (Edit("by the lake", AT), Hints(on=True), Rename(1, "Anna"), ThrowAway(), FetchBack())


def order(*seats: int) -> Order:
    return Order(seats)


def skip(story: Story) -> Skip:
    return Skip(story.game.mover or 0)


# --- redo -------------------------------------------------------------------------------------------


def test_redo_brings_back_what_undo_took() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    before = table.game
    table.undo()
    assert table.boxes(2) == {}
    assert table.redo() == before
    assert table.refused(redo).reason == "nothing_to_redo"


def test_redo_goes_forward_as_deep_as_undo_went_back() -> None:
    table = Table("Ana", "Ben")
    games = [table.game]
    for box in UPPER:
        table.turns(("12346", box))
        games.append(table.game)
    for game in reversed(games[:-1]):
        assert table.undo() == game
    assert table.refused(undo).reason == "nothing_to_undo"
    for game in games[1:]:
        assert table.redo() == game
    assert table.refused(redo).reason == "nothing_to_redo"


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
    [Turn(3, "sixes", five("66612")), Skip(3), Leave(2), fix(1, "12346", "chance"), Exchange(1, 2)],
    ids=["turn", "skip", "leave", "fix", "exchange"],
)
def test_anything_new_ends_redo(new: Wished) -> None:
    table = Table("Ana", "Ben", "Cleo", "Dov").turns(("44421", "fours"), ("12346", "chance"))
    table.turns(("11112", "ones"))
    table.undo()
    assert last_to_redo(table.story) is not None
    table.wish(new)
    assert last_to_redo(table.story) is None
    assert table.refused(redo).reason == "nothing_to_redo"


def test_seats_that_changed_hands_since_end_redo() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"), ("12346", "chance"))
    table.undo()
    table.wish(order(1, 3, 2))
    assert last_to_redo(table.story) is None
    assert table.refused(redo).reason == "nothing_to_redo"


def test_what_was_dropped_by_a_new_entry_stays_dropped_when_that_one_is_undone() -> None:
    table = Table("Ana").turns(("11111", "ones"))
    table.undo()
    table.turns(("22222", "twos"))
    table.undo()
    table.redo()
    assert table.boxes() == {"twos": 10}
    assert table.refused(redo).reason == "nothing_to_redo"


@pytest.mark.parametrize("beside", BESIDE, ids=lambda what: what.kind)
def test_what_is_beside_the_game_neither_ends_redo_nor_is_undone(beside: Payload) -> None:
    table = Table("Ana").turns(("11111", "ones"))
    if isinstance(beside, FetchBack):
        table.wish(ThrowAway())
    table.wish(beside)
    table.undo()
    if isinstance(beside, FetchBack):
        table.wish(ThrowAway())
    if not isinstance(beside, ThrowAway | Hints):
        table.wish(beside)
    assert table.boxes() == {}
    assert table.refused(undo).reason == "nothing_to_undo"
    table.redo()
    assert table.boxes() == {"ones": 5}


def test_undo_passes_over_a_change_of_the_order() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"))
    table.wish(order(1, 3, 2))
    table.undo()
    assert table.boxes() == {}
    assert table.game.players == ("Ana", "Cleo", "Ben")
    assert table.refused(undo).reason == "nothing_to_undo"


@pytest.mark.parametrize("kind", [Skip, Leave])
def test_a_skip_or_a_leave_is_undone_and_redone(kind: Callable[[int], Payload]) -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"))
    before = table.game
    after = table.wish(kind(2))
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
    table.wish(Exchange(1, 2))
    assert (table.boxes(1), table.boxes(2)) == ({"large_straight": 40}, {"sixes": 24})
    assert [entry.seat for entry in table.game.entries] == [1, 2]
    assert table.game.mover == 1
    assert table.corrected == {1: Target("sixes", 24), 2: Target("large_straight", 40)}
    assert table.undo() == before
    assert table.corrected == {}


def test_an_exchange_that_fills_a_box_twice_is_refused_at_the_later_turn() -> None:
    table = Table("Ana", "Ben").turns(("66661", "sixes"), ("12345", "chance"), ("12345", "chance"))
    refused = table.refused(Exchange(1, 2))
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
    table.wish(Turn(1, "fours", points=12))
    table.wish(Fix(1, Turn(1, "fours", points=16)))
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


def test_a_correction_gives_nobody_another_s_turn() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    assert table.refused(Fix(1, Turn(2, "fours", five("44441")))).reason == "no_turn"
    assert (table.boxes(1), table.boxes(2)) == ({"fours": 12}, {"chance": 16})


def test_no_correction_says_what_stands_already() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"), ("12444", "fours"), ("44421", "fours"))
    assert table.refused(fix(1, "12444", "fours")).reason == "nothing_changed"
    assert table.refused(Exchange(1, 2)).reason == "nothing_changed"
    assert table.refused(order(1, 2, 3)).reason == "nothing_changed"


def test_only_turns_that_stand_are_corrected_or_exchanged() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"))
    table.wish(skip)
    table.turns(("12346", "chance"), ("12346", "chance"))
    table.undo()
    for of in (0, -1, 2, 4, 5, 99):
        assert table.refused(Fix(of, Turn(1, "ones", points=1))).reason == "no_turn"
        assert table.refused(Exchange(1, of)).reason == "no_turn"
    assert table.refused(Exchange(1, 1)).reason == "same_player"
    assert table.refused(Exchange(1, 3)).reason == "same_player"


def test_only_the_last_that_stands_is_undone_and_the_last_undo_redone() -> None:
    table = Table("Ana").turns(("11111", "ones"), ("22222", "twos"))
    for of in (0, 1, 3, -1):
        assert table.refused(Undo(of)).reason == "nothing_to_undo"
    table.wish(Undo(2))
    for of in (0, 1, 2, 4):
        assert table.refused(Redo(of)).reason == "nothing_to_redo"
    table.wish(Redo(3))
    assert list(table.boxes()) == ["ones", "twos"]


def test_a_correction_before_somebody_came_late_is_still_told_afterwards() -> None:
    events = (
        Event(1, Turn(1, "fours", points=12)),
        Event(2, Turn(2, "fours", points=8)),
        Event(3, Turn(1, "ones", points=3)),
        Event(4, Fix(1, Turn(1, "fours", points=16))),
        Event(5, Join(3)),
    )
    story = tell(Beginning(YAHTZEE, ("Ana", "Ben", "Cleo")), events)
    assert story.game.sheet(1).column(1).boxes == {"fours": 16, "ones": 3}
    assert corrected(story) == {1: Target("fours", 12)}


# --- the order of the seats -------------------------------------------------------------------------


def test_an_order_seats_those_who_have_not_played_anew() -> None:
    table = Table("Ana", "Ben", "Cleo").turns(("44421", "fours"))
    before = table.game
    after = table.wish(order(1, 3, 2))
    assert after.players == ("Ana", "Cleo", "Ben")
    assert seating(table.events, 3) == (1, 3, 2)
    table.turns(("66661", "sixes"))
    assert table.boxes(2) == {"sixes": 24}
    assert table.undo() == after
    assert table.wish(order(1, 3, 2)) == before


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
    table.story = tell(table.story.beginning, (Event(1, Join(3)), Event(2, Undo(1))))
    assert [table.game.player(seat) for seat in table.game.seats] == ["Ana", "Ben"]
    table.refused(order(1, 3, 2))


# --- properties -------------------------------------------------------------------------------------


def _turn(data: Any, game: Game) -> Payload | None:
    if game.mover is None:
        return None
    dice = five(written(data.draw(rolls)))
    box = data.draw(st.sampled_from(targets(game.mover_sheet, dice))).box
    return Turn(game.mover, box, dice)


def _some_wish(data: Any, table: Table) -> Wished | None:
    """Something that people at a table may try next; it may well be refused."""
    numbers = st.integers(0, len(table.events) + 1)
    kind = data.draw(
        st.sampled_from([Turn] * 6 + [Undo] * 3 + [Redo] * 3 + [Fix] * 2 + [Exchange, Order, Skip, Edit])
    )
    if kind is Turn:
        return _turn(data, table.game)
    if kind is Fix:
        dice = written(data.draw(rolls))
        return fix(data.draw(numbers), dice, data.draw(st.sampled_from(table.ruleset.boxes)).id)
    if kind is Exchange:
        return Exchange(data.draw(numbers), data.draw(numbers))
    if kind is Order:
        return order(*data.draw(st.permutations(range(1, len(table.players) + 1))))
    return {Undo: undo, Redo: redo, Skip: skip, Edit: Edit("by the lake", AT)}[kind]


Check = Callable[[Game, Payload, Table], None]


def _evening(data: Any, check: Check | None = None) -> Table:
    """A game in which people play, change their minds and put things right."""
    table = Table(*("Ana", "Ben", "Cleo")[: data.draw(st.integers(1, 3))])
    for _ in range(data.draw(st.integers(0, 30))):
        wished = _some_wish(data, table)
        before = table.game
        if wished is None:
            continue
        try:
            table.wish(wished)
        except Refused:
            assert table.game is before
            continue
        if check:
            check(before, table.events[-1].what, table)
    return table


@quick(60)
@given(st.data())
def test_undo_and_redo_walk_one_path_of_games(data: Any) -> None:
    """Another order of the seats is no step of that path: undo passes over it, and redo ends there."""
    done: list[Game] = []
    dropped: list[Game] = []

    def check(before: Game, what: Payload, table: Table) -> None:
        if isinstance(what, Undo):
            dropped.append(before)
            assert stands(table.game) == stands(done.pop())
        elif isinstance(what, Redo):
            done.append(before)
            assert table.game == dropped.pop()
        elif isinstance(what, Order):
            dropped.clear()
        elif isinstance(what, Edit):
            assert table.game == before
        else:
            done.append(before)
            dropped.clear()
        assert (last_to_undo(table.story) is not None) == bool(done)
        assert (last_to_redo(table.story) is not None) == bool(dropped)

    _evening(data, check)


def stands(game: Game) -> object:
    """All of a game but who sits where."""
    return game.entries, game.scored, game.sheets, game.mover, sorted(game.players)


@quick(60)
@given(st.data())
def test_changes_are_what_the_totals_move_by(data: Any) -> None:
    def check(before: Game, what: Payload, table: Table) -> None:
        if not isinstance(what, Fix | Exchange):
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
    def check(before: Game, what: Payload, table: Table) -> None:
        if not isinstance(what, Exchange):
            return
        numbers = [event.number for event in standing(table.events)]
        one, two = numbers.index(what.of), numbers.index(what.other)
        was, now = before.entries, table.game.entries
        assert replace(was[one], seat=now[two].seat) == now[two]
        assert replace(was[two], seat=now[one].seat) == now[one]
        others = [place for place in range(len(was)) if place not in (one, two)]
        assert [was[place] for place in others] == [now[place] for place in others]
        assert table.game.mover == before.mover

    _evening(data, check)


@quick(60)
@given(st.data())
def test_an_order_moves_nobody_who_has_played(data: Any) -> None:
    def check(before: Game, what: Payload, table: Table) -> None:
        assert sorted(table.game.players) == sorted(table.players)
        if isinstance(what, Order):
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
    touched = set()
    for event in active(table.events):
        match event.what:
            case Fix(of):
                touched.add(of)
            case Exchange(of, other):
                touched.update((of, other))
    told = [place for place, event in enumerate(standing(table.events), 1) if event.number in touched]
    assert sorted(table.corrected) == told


@quick(400)
@given(nonsense, st.integers(0, 5))
def test_any_list_of_events_of_any_kind_has_an_answer(events: list[Event], count: int) -> None:
    stands = active(events)
    assert all(event in events for event in stands)
    assert all(isinstance(told.entry, Entry) for told in standing(events))
    assert sorted(seating(events, count)) == list(range(1, count + 1))
    late_seats(events)
    story = replace(tell(Beginning(YAHTZEE, ()), ()), events=tuple(events))
    last, gone = last_to_undo(story), last_to_redo(story)
    assert last is None or not isinstance(
        last.what, Undo | Redo | Order | Edit | Hints | Rename | ThrowAway | FetchBack
    )
    assert gone is None or (gone in stands and isinstance(gone.what, Undo))


@quick(300)
@given(nonsense, st.sampled_from(list(RULESETS)))
def test_events_of_any_kind_fold_or_are_refused(events: list[Event], ruleset: str) -> None:
    try:
        game = fold(RULESETS[ruleset], ("Ana", "Ben", "Cleo"), events)
    except Refused:
        return
    assert sorted(game.players) == ["Ana", "Ben", "Cleo"]


@quick(100)
@given(nonsense.filter(bool))
def test_an_undo_is_undone_by_a_redo_in_any_list(events: list[Event]) -> None:
    numbered = [Event(number, event.what) for number, event in enumerate(events, 1)]
    story = replace(tell(Beginning(YAHTZEE, ()), ()), events=tuple(numbered))
    last = last_to_undo(story)
    if last is None:
        return
    count = len(numbered)
    undone = [*numbered, Event(count + 1, Undo(last.number))]
    redone = [*undone, Event(count + 2, Redo(count + 1))]
    assert last not in active(undone)
    assert standing(redone) == standing(numbered)
    assert seating(redone, 3) == seating(numbered, 3)
    assert last_to_undo(replace(story, events=tuple(redone))) == last


def test_events_are_numbered_without_a_gap() -> None:
    table = Table("Ana", "Ben").turns(("44421", "fours"), ("12346", "chance"))
    wishes: tuple[Wished, ...] = (fix(1, "44441", "fours"), undo, redo, *BESIDE, Exchange(1, 2))
    for wished in wishes:
        table.wish(wished)
    assert all(two.number == one.number + 1 for one, two in pairwise(table.events))
    assert {event.at for event in table.events} == {AT}
