"""Copies of the file: made while it is served, put back in place while it is not."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import restoring
from scorepad.store.disk import sync_file, sync_folder
from scorepad.store.faults import StoreError
from scorepad.store.file import only_process, stamp
from scorepad.store.inspection import refuse_newer


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """A checked copy of the database, there whole or not at all. Raises StoreError `not_a_database`."""
    half = target.with_name(f"{target.name}.{secrets.token_hex(4)}.half")
    try:
        connection.execute("VACUUM INTO ?", (str(half),))
        if _fault(half):
            raise StoreError("not_a_database", file=str(half))
        sync_file(half)
        half.rename(target)
        sync_folder(target.parent)
    finally:
        half.unlink(missing_ok=True)


def _fault(path: Path) -> bool:
    """Whether that file is anything but a sound database with games in it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("SELECT count(*) FROM games, events WHERE 0").fetchone()
            return not sound
    except sqlite3.Error:
        return True


def backup(path: Path, target: Path) -> None:
    """Copies the database, served or not. Raises StoreError.

    `no_database` (file), `file_exists` (file), `not_writable` (file), `not_a_database` (file).
    """
    if restoring.is_begun(path):
        with only_process(path):
            restoring.settle(path)
    if not path.exists():
        raise StoreError("no_database", file=str(path))
    if _fault(path):
        raise StoreError("not_a_database", file=str(path))
    if target.exists():
        raise StoreError("file_exists", file=str(target))
    try:
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as connection:
            copy(connection, target)
    except (sqlite3.Error, OSError):
        raise StoreError("not_writable", file=str(target)) from None


def restore(source: Path, path: Path) -> Path | None:
    """Puts a backup in place of the database; returns where what was there is kept, if anything was.

    Raises StoreError `not_a_database` (file), `newer_database` (file, migration), `not_writable` (file) or
    `database_in_use` (file).
    """
    if not source.exists() or _fault(source):
        raise StoreError("not_a_database", file=str(source))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise StoreError("not_writable", file=str(path)) from None
    with only_process(path):
        restoring.settle(path)
        arrived = restoring.arriving(path, stamp())
        with closing(sqlite3.connect(source, timeout=10, isolation_level=None)) as connection:
            refuse_newer(Database(connection), source)
            copy(connection, arrived)
        return restoring.put_in_place(arrived, path)
