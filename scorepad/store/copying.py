"""A copy of a database that is there whole, sound and on the disk, or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from scorepad.store.disk import whole
from scorepad.store.faults import StoreError

PATIENCE = 10
"""For how many seconds a copy waits for a database that is held."""
_PIECE = 1 << 16


def connected(path: Path) -> sqlite3.Connection:
    """A connection to copy that database by, for any thread. No file is made where there is none."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """Writes the copy, also while others write to the database. Raises StoreError `not_a_database` (file)."""
    with whole(target) as half:
        connection.execute("VACUUM INTO ?", (str(half),))
        if not is_sound(half):
            raise StoreError("not_a_database", file=str(half))


def is_same(one: Path, other: Path) -> bool:
    """Whether both copies hold the same, whatever session of the pad they are of (`log` marks each one)."""
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as mine, other.open("rb") as others:
        if _unmarked(mine.read(_PIECE)) != _unmarked(others.read(_PIECE)):
            return False
        return all(piece == others.read(_PIECE) for piece in iter(lambda: mine.read(_PIECE), b""))


def _unmarked(beginning: bytes) -> bytes:
    """The beginning of a file without its `user_version`."""
    return beginning[:60] + beginning[64:]


def is_sound(path: Path) -> bool:
    """Whether that file is a sound database with games in it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("SELECT count(*) FROM games, events WHERE 0").fetchone()
            return bool(sound)
    except sqlite3.Error:
        return False
