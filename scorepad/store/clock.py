"""What time it is, as far as this machine knows: one without a clock of its own begins in 1970."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

from scorepad.rules import Refused, read_moment, written

EARLIEST = "2026-01-01T00:00:00Z"
"""No machine that runs this version can rightly tell an earlier moment."""


def moment() -> datetime:
    """This moment in UTC, as all that is stamped here has it."""
    return datetime.now(UTC)


def now() -> str:
    """This moment in UTC, as the store and records write it."""
    return written(moment())


def stamp(connection: sqlite3.Connection) -> str:
    """The moment of what is written now. Under a clock that was never set the time stands still: what is
    played then follows, in all lists, what was played last.
    """
    says = now()
    return says if says >= EARLIEST else max(EARLIEST, last_stamp(connection))


def last_stamp(connection: sqlite3.Connection) -> str:
    """The moment of what was written last, empty where nothing was or nobody can read it."""
    row = connection.execute(
        "SELECT coalesce((SELECT at FROM events WHERE game = games.id ORDER BY number DESC LIMIT 1),"
        " started_at) FROM games ORDER BY touched DESC LIMIT 1"
    ).fetchone()
    try:
        return read_moment(row[0]) if row else ""
    except Refused:
        return ""
