"""Whether what a sender wishes may come next, and the story with it: one rule for each kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorepad.rules.dealt import roll_off, with_card
from scorepad.rules.events import (
    Edit,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Fixes,
    Gain,
    Hints,
    HouseRules,
    Join,
    Leave,
    Order,
    Payload,
    Redo,
    Regroup,
    Rename,
    RollOff,
    Skip,
    Suspense,
    ThrowAway,
    Turn,
    TurnClock,
    Uncard,
    Undo,
)
from scorepad.rules.game import Game
from scorepad.rules.moments import moved, read_moment
from scorepad.rules.names import check_note, clean_name
from scorepad.rules.refusal import Refused
from scorepad.rules.story import Story, beside, tell
from scorepad.rules.teams import check_teams

PASSED_OVER = (Undo, Redo, Order, Regroup, Edit, Hints, Suspense, TurnClock, Rename, ThrowAway, FetchBack)
"""What a tap on Undo does not take back."""
LONGEST_TURN = 3600
"""The most that a turn clock counts, in seconds."""


def grant(story: Story, what: Payload, at: str) -> Story:
    """The story with that as its next event.

    Raises Refused `nothing_to_undo`, `nothing_to_redo`, `no_turn`, `nothing_changed`, `same_player`,
    `game_finished`, `bad_order`, `order_played` (player), `no_such_card`, `card_after_roll_off`, or as
    `Game.after`, `with_card`, `roll_off`, `check_note`, `check_clock`, `check_teams`, `read_moment`,
    `clean_name`, `with_options` and `fold`.
    """
    return _RULES[type(what)](story, what, Event(story.seen + 1, what, at))


def _with(story: Story, event: Event, game: Game) -> Story:
    events = (*story.events, event)
    return Story(story.beginning, events, game, beside(story.beginning, events, game))


def _retold(story: Story, event: Event) -> Story:
    return tell(story.beginning, (*story.events, event))


def _entry(story: Story, what: Turn | Skip | Leave | Join, event: Event) -> Story:
    if isinstance(what, Join) and story.game.teams:
        return _retold(story, event)
    return _with(story, event, story.game.after(what))


# --- taking back --------------------------------------------------------------------------------------


def last_to_undo(story: Story) -> Event | None:
    """The event that one tap on Undo takes back; None when nothing stands."""
    told = reversed(story.active)
    return next((event for event in told if not isinstance(event.what, PASSED_OVER)), None)


def last_to_redo(story: Story) -> Event | None:
    """The undo that one tap on Redo takes back; None once something new was entered after it."""
    for event in reversed(story.active):
        if isinstance(event.what, Undo):
            return event
        # Seats that changed hands since would give an entry to somebody else.
        if isinstance(event.what, Order) or not isinstance(event.what, PASSED_OVER):
            return None
    return None


def undo(story: Story) -> Undo:
    """The wish of whoever taps Undo; of event 0 where there is nothing to take back."""
    last = last_to_undo(story)
    return Undo(last.number if last else 0)


def redo(story: Story) -> Redo:
    """The wish of whoever taps Redo; of event 0 where there is nothing to bring back."""
    last = last_to_redo(story)
    return Redo(last.number if last else 0)


def _undo(story: Story, what: Undo, event: Event) -> Story:
    if not what.of or what != undo(story):
        raise Refused("nothing_to_undo")
    return _retold(story, event)


def _redo(story: Story, what: Redo, event: Event) -> Story:
    if not what.of or what != redo(story):
        raise Refused("nothing_to_redo")
    return _retold(story, event)


# --- correcting ---------------------------------------------------------------------------------------


def _check_fix(story: Story, what: Fix) -> None:
    before = story.turn(what.of)
    if what.turn.seat != before.seat:
        raise Refused("no_turn")
    if what.turn == before:
        raise Refused("nothing_changed")


def _fix(story: Story, what: Fix, event: Event) -> Story:
    _check_fix(story, what)
    return _retold(story, event)


def _fixes(story: Story, what: Fixes, event: Event) -> Story:
    if not what.fixes:
        raise Refused("nothing_changed")
    for fix in what.fixes:
        _check_fix(story, fix)
    return _retold(story, event)


def _exchange(story: Story, what: Exchange, event: Event) -> Story:
    one, two = story.turn(what.of), story.turn(what.other)
    if one.seat == two.seat:
        raise Refused("same_player")
    if replace(one, seat=two.seat) == two:
        raise Refused("nothing_changed")
    return _retold(story, event)


def seats_told(game: Game) -> frozenset[int]:
    """The seats that some entry or card speaks of: their players can't change places any more."""
    entries = {entry.seat for entry in game.entries}
    hit = {entry.card.seat for entry in game.entries if isinstance(entry, Turn) and entry.card}
    noted = {seat for seat in game.seats if game.sheet(seat).cards}
    return frozenset(entries | hit | noted) | game.waiting


def _order(story: Story, what: Order, event: Event) -> Story:
    game = story.game
    count = len(game.players)
    if sorted(what.order) != list(range(1, count + 1)):
        raise Refused("bad_order")
    played = seats_told(game)
    for seat, former in enumerate(what.order, 1):
        if seat != former and seat in played:
            raise Refused("order_played", player=game.player(seat))
    if what.order == tuple(range(1, count + 1)):
        raise Refused("nothing_changed")
    return _retold(story, event)


def _house_rules(story: Story, what: HouseRules, event: Event) -> Story:
    if what.name:
        clean_name(what.name)
    after = _retold(story, event)
    if (after.game.ruleset, what.name) == (story.game.ruleset, story.beside.rules_name):
        raise Refused("nothing_changed")
    return after


def _regroup(story: Story, what: Regroup, event: Event) -> Story:
    check_teams(what.teams, story.beginning.players)
    after = _retold(story, event)
    if after.game.teams == story.game.teams:
        raise Refused("nothing_changed")
    return after


# --- cards ------------------------------------------------------------------------------------------


def gained(story: Story) -> list[Event]:
    """The events whose score cards stand, in order."""
    return [event for event in story.active if isinstance(event.what, Gain)]


def _gain(story: Story, what: Gain, event: Event) -> Story:
    return _with(story, event, with_card(story.game, what.card))


def _uncard(story: Story, what: Uncard, event: Event) -> Story:
    if story.game.ruleset.cards is None:
        raise Refused("no_cards")
    if what.of not in [noted.number for noted in gained(story)]:
        raise Refused("no_such_card")
    if story.game.roll_offs:
        raise Refused("card_after_roll_off")
    return _retold(story, event)


def _roll_off(story: Story, what: RollOff, event: Event) -> Story:
    return _with(story, event, roll_off(story.game, what.rolls))


# --- beside the game ----------------------------------------------------------------------------------


def _edit(story: Story, what: Edit, event: Event) -> Story:
    check_note(what.note)
    before = story.beside
    if what.started_at != before.started_at:  # an earlier version may have kept one that is refused now
        read_moment(what.started_at)
        moved(before.finished_at or before.started_at, before.started_at, what.started_at)
    return _with(story, event, story.game)


def _switched(story: Story, event: Event, *, same: bool) -> Story:
    """What is switched beside a game that goes on."""
    if story.game.finished:
        raise Refused("game_finished")
    if same:
        raise Refused("nothing_changed")
    return _with(story, event, story.game)


def _hints(story: Story, what: Hints, event: Event) -> Story:
    return _switched(story, event, same=what.on == story.beside.hints)


def _suspense(story: Story, what: Suspense, event: Event) -> Story:
    return _switched(story, event, same=what.on == story.beside.suspense)


def check_clock(seconds: int) -> None:
    """Raises Refused `bad_clock` (most)."""
    if not 0 <= seconds <= LONGEST_TURN:
        raise Refused("bad_clock", most=LONGEST_TURN)


def _clock(story: Story, what: TurnClock, event: Event) -> Story:
    check_clock(what.seconds)
    return _switched(story, event, same=what.seconds == story.beside.clock)


def _rename(story: Story, what: Rename, event: Event) -> Story:
    clean_name(what.name)
    return _with(story, event, story.game)


def _bin(story: Story, what: ThrowAway | FetchBack, event: Event) -> Story:
    if isinstance(what, ThrowAway) == (story.beside.deleted_at is not None):
        raise Refused("nothing_changed")
    return _with(story, event, story.game)


_RULES: dict[type[Payload], Callable[[Story, Any, Event], Story]] = {
    Turn: _entry,
    Skip: _entry,
    Leave: _entry,
    Join: _entry,
    Undo: _undo,
    Redo: _redo,
    Fix: _fix,
    Fixes: _fixes,
    Exchange: _exchange,
    Order: _order,
    HouseRules: _house_rules,
    Regroup: _regroup,
    Gain: _gain,
    Uncard: _uncard,
    RollOff: _roll_off,
    Edit: _edit,
    Hints: _hints,
    Suspense: _suspense,
    TurnClock: _clock,
    Rename: _rename,
    ThrowAway: _bin,
    FetchBack: _bin,
}
