"""A game's events → the entries that stand. The list is append-only; undo and correction are events too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.game import JOIN, Entry, Game, play, replay
from scorepad.rules.refusal import Refused
from scorepad.rules.sheet import RuleSet

UNDO, FIX = "undo", "fix"


@dataclass(frozen=True, slots=True)
class Event:
    """One event, numbered from 1 within its game.

    A turn, skip, leave or join carries its `entry`; an undo takes back the event `of`, whatever that is
    (an undo too: that is redo); a fix puts its `entry` in place of that of event `of`. `at` is UTC.
    """

    number: int
    kind: str
    entry: Entry | None = None
    of: int | None = None
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
        if event.kind == UNDO and event.of is not None and event.of < event.number:
            undone.add(event.of)
        kept.append(event)
    return kept[::-1]


def standing(events: Sequence[Event]) -> list[Event]:
    """The entries that stand, as events in order, corrections put in place. Any list has an answer."""
    if all(event.kind not in (UNDO, FIX) for event in events):
        return [event for event in events if event.entry is not None]
    told = active(events)
    fixes = {event.of: event.entry for event in told if event.kind == FIX and event.entry}
    return [
        replace(event, entry=fixes.get(event.number, event.entry))
        for event in told
        if event.kind not in (UNDO, FIX) and event.entry is not None
    ]


def late_seats(events: Iterable[Event]) -> frozenset[int]:
    """The seats of those who did not sit at the table from the start, joined or not by now."""
    return frozenset(e.entry.seat for e in events if e.kind == JOIN and e.entry is not None)


def fold(ruleset: RuleSet, players: Sequence[str], events: Sequence[Event]) -> Game:
    """The game that these events tell. Raises Refused as `replay`."""
    entries = [event.entry for event in standing(events) if event.entry is not None]
    return replay(ruleset, players, entries, late_seats(events))


def last_to_undo(events: Sequence[Event]) -> Event | None:
    """The event that one tap on Undo takes back; None when nothing stands."""
    return next((event for event in reversed(active(events)) if event.kind != UNDO), None)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a sender wants to be the next event: an entry, or an undo (no entry).

    The entry's seat 0 stands for whoever is to move.
    """

    kind: str
    entry: Entry | None = None


def grant(events: Sequence[Event], game: Game, wish: Wish, at: str) -> tuple[Event, Game]:
    """The wish as the next event, and the game after it.

    Raises Refused `nothing_to_undo`, or as `play`.
    """
    number = events[-1].number + 1 if events else 1
    if wish.entry is None:
        last = last_to_undo(events)
        if last is None:
            raise Refused("nothing_to_undo")
        event = Event(number, UNDO, of=last.number, at=at)
        return event, fold(game.ruleset, game.players, [*events, event])
    entry = wish.entry if wish.entry.seat else replace(wish.entry, seat=game.mover or 0)
    return Event(number, wish.kind, entry, at=at), play(game, entry)


def is_granted_by(event: Event, wish: Wish) -> bool:
    """Whether that event is exactly what the wish asks for: then the wish is a resend."""
    if event.kind != wish.kind:
        return False
    if wish.entry is None or event.entry is None:
        return wish.entry is event.entry
    return (wish.entry if wish.entry.seat else replace(wish.entry, seat=event.entry.seat)) == event.entry
