"""A game's events → the entries that stand. The list is append-only; undo and correction are events too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.cards import ScoreCard
from scorepad.rules.game import (
    JOIN,
    LEAVE,
    SKIP,
    TURN,
    Entry,
    Game,
    Rolls,
    play,
    replay,
    roll_off,
    with_card,
)
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.sheet import RuleSet, Target

UNDO, REDO, FIX, EXCHANGE, ORDER, NOTE = "undo", "redo", "fix", "exchange", "order", "note"
CARD, UNCARD, ROLL_OFF = "card", "uncard", "roll_off"
TAKES_BACK = frozenset((UNDO, REDO, UNCARD))
"""The kinds of events that take back the event `of`."""
ENTRIES = frozenset((TURN, SKIP, LEAVE, JOIN))
"""The kinds of events that carry an entry of their own."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event, numbered from 1 within its game.

    A turn, skip, leave or join carries its `entry`. An undo takes back the event `of`, a redo brings back
    what the undo `of` took. A fix puts its `entry` in place of that of event `of`; an exchange swaps what
    the events `of` and `other` say and leaves them their seats. An order seats the players anew: `order`
    names, for each seat, the seat that its player had. A card notes a `score_card`, an uncard takes that of
    event `of` away; a roll-off has its `rolls`. A note changes no score: something beside the game was
    changed, as `said`. `at` is UTC.
    """

    number: int
    kind: str
    entry: Entry | None = None
    of: int | None = None
    other: int | None = None
    order: tuple[int, ...] = ()
    score_card: ScoreCard | None = None
    rolls: Rolls = ()
    said: tuple[str, ...] = ()
    at: str = ""


def active(events: Sequence[Event]) -> list[Event]:
    """The events that no standing undo takes back, in order. Any list has an answer.

    An undo reaches only what came before it, so reading backwards decides each event once.
    """
    undone: set[int] = set()
    kept = []
    for event in reversed(events):
        if event.number in undone:
            continue
        if event.kind in TAKES_BACK and event.of is not None and event.of < event.number:
            undone.add(event.of)
        kept.append(event)
    return kept[::-1]


def standing(events: Sequence[Event]) -> list[Event]:
    """The entries that stand, as events in order, corrections put in place. Any list has an answer."""
    if all(event.kind in ENTRIES for event in events):
        return [event for event in events if event.entry is not None]
    told = active(events)
    entries = {event.number: event.entry for event in told if event.kind in ENTRIES and event.entry}
    for event in told:
        if event.kind == FIX and event.entry and event.of in entries:
            entries[event.of] = event.entry
        elif event.kind == EXCHANGE and event.of in entries and event.other in entries:
            one, two = entries[event.of], entries[event.other]
            entries[event.of] = replace(two, seat=one.seat)
            entries[event.other] = replace(one, seat=two.seat)
    return [replace(event, entry=entries[event.number]) for event in told if event.number in entries]


def seating(events: Sequence[Event], count: int) -> tuple[int, ...]:
    """For each seat, the seat that its player had at the start (from 1). Any list has an answer."""
    seats = list(range(1, count + 1))
    for event in active(events) if any(event.kind == ORDER for event in events) else ():
        moved = event.order
        if event.kind == ORDER and sorted(moved) == list(range(1, len(moved) + 1)) and len(moved) <= count:
            seats[: len(moved)] = [seats[seat - 1] for seat in moved]
    return tuple(seats)


def late_seats(events: Iterable[Event]) -> frozenset[int]:
    """The seats of those who did not sit at the table from the start, joined or not by now."""
    return frozenset(e.entry.seat for e in events if e.kind == JOIN and e.entry is not None)


def fold(
    ruleset: RuleSet,
    players: Sequence[str],
    events: Sequence[Event],
    late: frozenset[int] = frozenset(),
) -> Game:
    """The game that these events tell. `players` are in the order of the start, with all who ever came;
    `late` are the seats of those who come only after these events.

    Raises Refused as `replay`, `with_card` and `roll_off`.
    """
    entries = [event.entry for event in standing(events) if event.entry is not None]
    seated = [players[seat - 1] for seat in seating(events, len(players))]
    game = replay(ruleset, seated, entries, late | late_seats(events))
    return _with_cards(game, events) if ruleset.cards else game


def _with_cards(game: Game, events: Sequence[Event]) -> Game:
    """The game with what stands of its score cards and roll-offs."""
    told = active(events)
    for card in (event.score_card for event in told if event.kind == CARD):
        if card is not None:
            game = with_card(game, card)
    for place, rolls in enumerate((event.rolls for event in told if event.kind == ROLL_OFF), 1):
        try:
            game = roll_off(game, rolls)
        except Refused as refused:
            raise refused.at(Place("roll-off", place)) from None
    return game


def cards_noted(events: Sequence[Event]) -> list[Event]:
    """The events whose score cards stand, in order."""
    return [event for event in active(events) if event.kind == CARD]


def last_to_undo(events: Sequence[Event]) -> Event | None:
    """The event that one tap on Undo takes back; None when nothing stands."""
    return next((event for event in reversed(active(events)) if event.kind not in (UNDO, REDO, NOTE)), None)


def last_to_redo(events: Sequence[Event]) -> Event | None:
    """The undo that one tap on Redo takes back; None once something new was entered after it."""
    for event in reversed(active(events)):
        if event.kind == UNDO:
            return event
        if event.kind not in (REDO, NOTE):
            return None
    return None


@dataclass(frozen=True, slots=True)
class Wish:
    """What a sender wants to be the next event; the fields are those of Event.

    An entry's seat 0 stands for whoever is to move, or whose turn is corrected.
    """

    kind: str
    entry: Entry | None = None
    of: int | None = None
    other: int | None = None
    order: tuple[int, ...] = ()
    score_card: ScoreCard | None = None
    rolls: Rolls = ()
    said: tuple[str, ...] = ()


def grant(
    players: Sequence[str], events: Sequence[Event], game: Game, wish: Wish, at: str
) -> tuple[Event, Game]:
    """The wish as the next event, and the game after it. `players` are in the order of the start.

    Raises Refused `nothing_to_undo`, `nothing_to_redo`, `no_turn`, `nothing_changed`, `same_player`,
    `bad_order`, `order_played` (player), or as `play` and `fold`.
    """
    number = events[-1].number + 1 if events else 1
    if wish.kind in ENTRIES and wish.entry is not None:
        entry = wish.entry if wish.entry.seat else replace(wish.entry, seat=game.mover or 0)
        return Event(number, wish.kind, entry, at=at), play(game, entry)
    if wish.kind in (CARD, UNCARD, ROLL_OFF) and not game.ruleset.cards:
        raise Refused("no_cards")
    event = _GRANTS[wish.kind](events, game, wish, Event(number, wish.kind, at=at))
    return event, fold(game.ruleset, players, [*events, event])


def _undo(events: Sequence[Event], _game: Game, _wish: Wish, event: Event) -> Event:
    last = last_to_undo(events)
    if last is None:
        raise Refused("nothing_to_undo")
    return replace(event, of=last.number)


def _redo(events: Sequence[Event], _game: Game, _wish: Wish, event: Event) -> Event:
    last = last_to_redo(events)
    if last is None:
        raise Refused("nothing_to_redo")
    return replace(event, of=last.number)


def _turn(events: Sequence[Event], number: int | None) -> Entry:
    """The turn that stands as that event. Raises Refused `no_turn`."""
    found = next((event.entry for event in standing(events) if event.number == number), None)
    if found is None or found.kind != TURN:
        raise Refused("no_turn")
    return found


def _fix(events: Sequence[Event], _game: Game, wish: Wish, event: Event) -> Event:
    before = _turn(events, wish.of)
    entry = replace(wish.entry or before, seat=before.seat)
    if entry == before:
        raise Refused("nothing_changed")
    return replace(event, entry=entry, of=wish.of)


def _exchange(events: Sequence[Event], _game: Game, wish: Wish, event: Event) -> Event:
    one, two = _turn(events, wish.of), _turn(events, wish.other)
    if one.seat == two.seat:
        raise Refused("same_player")
    if replace(one, seat=two.seat) == two:
        raise Refused("nothing_changed")
    return replace(event, of=wish.of, other=wish.other)


def _order(_events: Sequence[Event], game: Game, wish: Wish, event: Event) -> Event:
    count = len(game.players)
    if sorted(wish.order) != list(range(1, count + 1)):
        raise Refused("bad_order")
    played = seats_told(game)
    for seat, moved in enumerate(wish.order, 1):
        if seat != moved and seat in played:
            raise Refused("order_played", player=game.player(seat))
    if wish.order == tuple(range(1, count + 1)):
        raise Refused("nothing_changed")
    return replace(event, order=wish.order)


def seats_told(game: Game) -> frozenset[int]:
    """The seats that some entry or card speaks of: their players can't change places any more."""
    entries = {entry.seat for entry in game.entries}
    hit = {entry.card.seat for entry in game.entries if entry.card}
    noted = {seat for seat in game.seats if game.sheet(seat).cards}
    return frozenset(entries | hit | noted) | game.waiting


def _card(_events: Sequence[Event], game: Game, wish: Wish, event: Event) -> Event:
    if wish.score_card is None:
        raise Refused("card_points")
    with_card(game, wish.score_card)
    return replace(event, score_card=wish.score_card)


def _uncard(events: Sequence[Event], game: Game, wish: Wish, event: Event) -> Event:
    if wish.of not in [noted.number for noted in cards_noted(events)]:
        raise Refused("no_such_card")
    if game.roll_offs:
        raise Refused("card_after_roll_off")
    return replace(event, of=wish.of)


def _rolled(_events: Sequence[Event], game: Game, wish: Wish, event: Event) -> Event:
    roll_off(game, wish.rolls)
    return replace(event, rolls=wish.rolls)


def _note(_events: Sequence[Event], _game: Game, wish: Wish, event: Event) -> Event:
    return replace(event, said=wish.said)


_GRANTS: dict[str, Callable[[Sequence[Event], Game, Wish, Event], Event]] = {
    UNDO: _undo,
    REDO: _redo,
    FIX: _fix,
    EXCHANGE: _exchange,
    ORDER: _order,
    CARD: _card,
    UNCARD: _uncard,
    ROLL_OFF: _rolled,
    NOTE: _note,
}


def is_granted_by(event: Event, wish: Wish) -> bool:
    """Whether that event is exactly what the wish asks for: then the wish is a resend."""
    told = (event.kind, event.other, event.order, event.score_card, event.rolls, event.said)
    if told != (wish.kind, wish.other, wish.order, wish.score_card, wish.rolls, wish.said):
        return False
    if wish.of is not None and event.of != wish.of:
        return False
    if wish.entry is None or event.entry is None:
        return wish.entry is event.entry
    return (wish.entry if wish.entry.seat else replace(wish.entry, seat=event.entry.seat)) == event.entry


# --- what a correction changes --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A turn that brings something else than before: `turn` is its place among the entries, from 1."""

    turn: int
    seat: int
    before: Target
    after: Target


def changes(before: Game, after: Game) -> tuple[Change, ...]:
    """The turns that differ between two tellings of the same entries, in order."""
    found = []
    pairs = zip(before.scored, after.scored, after.entries, strict=True)
    for turn, (old, new, entry) in enumerate(pairs, 1):
        if old is not None and new is not None and old != new:
            found.append(Change(turn, entry.seat, old, new))
    return tuple(found)


def corrected(ruleset: RuleSet, players: Sequence[str], events: Sequence[Event]) -> dict[int, Target]:
    """For each corrected turn that stands (its place among the entries, from 1), what it brought before."""
    fixes: dict[int | None, int] = {}
    for event in active(events):
        if event.kind in (FIX, EXCHANGE):
            fixes[event.of] = fixes[event.other] = event.number
    found = {}
    for place, event in enumerate(standing(events), 1):
        if event.number in fixes:
            earlier = events[: fixes[event.number] - 1]
            then = [told.number for told in standing(earlier)].index(event.number)
            target = fold(ruleset, players, earlier, late_seats(events)).scored[then]
            if target is not None:
                found[place] = target
    return found
