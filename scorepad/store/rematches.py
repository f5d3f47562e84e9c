"""From a game to its rematch: the identity of the one follows from that of the other."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Sequence

from scorepad.rules import Beginning, Manner, check_seats, next_starter
from scorepad.store import games
from scorepad.store.beginnings import reseated
from scorepad.store.clock import stamp
from scorepad.store.games import Person, StoredGame


def begin(connection: sqlite3.Connection, stored: StoredGame, way: str) -> str:
    """The key of that game's rematch, which is begun unless it was; who starts is told by `next_starter`.

    Raises Refused as `check_seats` and `next_starter`.
    """
    game, ids = stored.game, stored.player_ids
    place = game.seats.index(next_starter(game, way, secrets.randbelow(len(game.seats))))
    seats = game.seats[place:] + game.seats[:place]
    sitting = [Person(ids[seat - 1], game.player(seat)) for seat in seats]
    names = tuple(person.name for person in sitting)
    check_seats(game.ruleset, names)
    uid, begun = rematch_of(connection, stored.uid)
    if begun:
        return begun
    beginning = Beginning(
        game.ruleset,
        names,
        started_at=stamp(connection),
        rules_name=stored.rules_name,
        manner=_manner(stored, seats),
    )
    return games.insert(connection, beginning, sitting, uid).key


def _manner(stored: StoredGame, seats: Sequence[int]) -> Manner:
    """As that table played last, hidden sums and the clock as its events left them."""
    beside = stored.story.beside
    return reseated(Manner(stored.game.teams, beside.suspense, beside.clock), seats)


def rematch_of(connection: sqlite3.Connection, uid: str) -> tuple[str, str | None]:
    """The identity of a game's rematch, and its key, None where none was begun.

    Those that were thrown away are passed over: the next one takes their place.
    """
    while True:
        uid = hashlib.sha256(f"rematch of {uid}".encode()).hexdigest()[:32]
        row = connection.execute("SELECT key, deleted_at FROM games WHERE uid = ?", (uid,)).fetchone()
        if row is None:
            return uid, None
        if row[1] is None:
            return uid, str(row[0])
