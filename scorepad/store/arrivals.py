"""Games from elsewhere: a record as a game of this store, with the events that tell it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from scorepad.record import Record
from scorepad.rules import Beginning, Event, Gain, Hints, Manner, Payload, RollOff, fold_name
from scorepad.store import games, people
from scorepad.store.clock import stamp
from scorepad.store.games import Person, StoredGame


def add_game(connection: sqlite3.Connection, record: Record, known: dict[str, Person]) -> StoredGame | None:
    """The game, its copies not yet written; None where it is there already. `known` remembers who was met on
    the way, by folded name.

    Raises Refused `one_person` (player, other).
    """
    if games.is_there(connection, record.uid or ""):
        return None
    sitting = []
    for name in record.game.players:
        folded = fold_name(name)
        if folded not in known:
            known[folded] = people.met(connection, name)
        sitting.append(known[folded])
    people.refuse_one_person(record.game.players, sitting)
    beginning = _beginning(record, stamp(connection))
    events = _events(record, beginning.started_at)
    return games.insert(connection, beginning, sitting, record.uid or "", events, record.game)


def _events(record: Record, at: str) -> tuple[Event, ...]:
    """Events that tell that game: its entries, then its score cards, then its roll-offs, then its mark."""
    return tuple(Event(number, what, at) for number, what in enumerate(_told(record), 1))


def _told(record: Record) -> Iterator[Payload]:
    game = record.game
    yield from game.entries
    for number in game.seats:
        yield from map(Gain, game.sheet(number).cards)
    yield from map(RollOff, game.roll_offs)
    if record.hints:
        yield Hints(on=True)


def _beginning(record: Record, at: str) -> Beginning:
    """What a record says beside its events; `at` is the moment it came in, where it tells no start."""
    game, started_at = record.game, record.started_at or at
    finish = (record.finished_at or started_at) if game.finished else None
    last = len(game.entries) if game.finished else None
    manner = Manner(game.teams)
    return Beginning(
        game.ruleset, game.players, record.note, started_at, finish, last, record.rules_name, manner
    )
