"""A name that is to be forgotten: gone from every row, and from what SQLite leaves of rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping

from scorepad.rules import Refused, fold_name
from scorepad.store.standing import NAMES_OF


def erase(
    connection: sqlite3.Connection, player: int, at: str, expected: Collection[str] | None = None
) -> None:
    """Calls that person, and each name merged into it, "Player 7" from now on, also where a game tells of a
    renaming. `expected` are the names that are to go: where they are gone already, nothing is left to do.

    Raises Refused `unknown_player`, or where other names would go `renamed_since` (player) or `merged_since`.
    """
    rows = connection.execute(
        f"SELECT id, name FROM players WHERE id IN ({NAMES_OF}) ORDER BY id",  # noqa: S608 (no user text)
        (player,),
    )
    names: dict[int, str] = dict(rows.fetchall())
    if not names:
        raise Refused("unknown_player")
    if expected is not None and set(expected) != set(names.values()):
        if _are_erased(connection, names):
            return
        raise _changed(names[player], expected)
    for one in names:
        _rename(connection, one, _free_name(connection, one), at)
    connection.execute("INSERT INTO erasures VALUES (?)", (at,))


def _are_erased(connection: sqlite3.Connection, names: Mapping[int, str]) -> bool:
    """Whether all these are what erasing leaves of a name."""
    return all(name == _free_name(connection, one) for one, name in names.items())


def _changed(name: str, expected: Collection[str]) -> Refused:
    return Refused("merged_since") if name in expected else Refused("renamed_since", player=name)


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
