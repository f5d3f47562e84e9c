"""From a game to its rematch: the identity of the one follows from that of the other."""

from __future__ import annotations

import hashlib
import sqlite3


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
