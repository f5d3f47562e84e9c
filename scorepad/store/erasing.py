"""A name that is to be forgotten: gone from every row, and from what SQLite leaves of rows."""

from __future__ import annotations

import sqlite3

from scorepad.rules import Refused, fold_name
from scorepad.store.standing import NAMES_OF


def erase(connection: sqlite3.Connection, player: int, at: str) -> None:
    """Calls that person, and each name merged into it, "Player 7" from now on, also where a game tells of a
    renaming. Raises Refused `unknown_player`.
    """
    ids = connection.execute(f"{NAMES_OF} ORDER BY id", (player,)).fetchall()
    if not ids:
        raise Refused("unknown_player")
    for (one,) in ids:
        _rename(connection, one, _free_name(connection, one), at)
    connection.execute("INSERT INTO erasures VALUES (?)", (at,))


def _free_name(connection: sqlite3.Connection, player: int) -> str:
    """The first such name that nobody else has."""
    number = player
    while connection.execute(
        "SELECT 1 FROM players WHERE folded = ? AND id != ?", (fold_name(name := f"Player {number}"), player)
    ).fetchone():
        number += 1
    return name


def _rename(connection: sqlite3.Connection, player: int, name: str, at: str) -> None:
    connection.execute(
        "UPDATE players SET name = ?, folded = ?, archived_at = coalesce(archived_at, ?) WHERE id = ?",
        (name, fold_name(name), at, player),
    )
    connection.execute(
        "UPDATE events SET more = json_set(more, '$.name', ?) WHERE kind = 'rename' AND json_valid(more)"
        " AND json_extract(more, '$.player') = ?",
        (name, player),
    )
    # Who came late may have been typed there by a name that was another one's since.
    connection.execute(
        "UPDATE events SET more = NULL WHERE kind = 'join'"
        " AND game IN (SELECT game FROM seats WHERE player = ?)",
        (player,),
    )


# --- what is left of it in the file -------------------------------------------------------------------


def left_traces(connection: sqlite3.Connection) -> bool:
    """Whether the file was not written anew since a name was erased."""
    return connection.execute("SELECT 1 FROM erasures LIMIT 1").fetchone() is not None


def write_anew(connection: sqlite3.Connection) -> bool:
    """Writes the file without what was overwritten, and empties its log. Outside a transaction.

    False where somebody reads what was there before.
    """
    connection.execute("VACUUM")
    held, *_pages = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not held


def forget(connection: sqlite3.Connection) -> None:
    """The file was written anew."""
    connection.execute("DELETE FROM erasures")
