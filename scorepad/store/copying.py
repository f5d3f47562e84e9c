"""A copy of a database that is there whole, sound and on the disk, or not at all."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from scorepad.store.disk import sync_file, sync_folder
from scorepad.store.faults import StoreError


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """Writes the copy, also while others write to the database. Raises StoreError `not_a_database` (file)."""
    half = target.with_name(f"{target.name}.{secrets.token_hex(4)}.half")
    try:
        connection.execute("VACUUM INTO ?", (str(half),))
        if not is_sound(half):
            raise StoreError("not_a_database", file=str(half))
        sync_file(half)
        half.rename(target)
        sync_folder(target.parent)
    finally:
        half.unlink(missing_ok=True)


def is_sound(path: Path) -> bool:
    """Whether that file is a sound database with games in it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("SELECT count(*) FROM games, events WHERE 0").fetchone()
            return bool(sound)
    except sqlite3.Error:
        return False
