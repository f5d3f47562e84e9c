"""Copies that somebody asks for: made also while the file is served, put in place while it is not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import log, restoring
from scorepad.store.backups import Backups
from scorepad.store.copying import copy, is_sound
from scorepad.store.faults import StoreError
from scorepad.store.file import only_process, stamp
from scorepad.store.inspection import refuse_newer, refuse_strange_log


def backup(path: Path, target: Path) -> Path:
    """Copies the database, served or not; returns the copy, which in a folder has a name of its own.

    Raises StoreError `no_database` (file), `file_exists` (file), `not_writable` (file) or `not_a_database`
    (file); or, where no pad runs, as `refuse_strange_log`; into a folder, as `Backups.make`.
    """
    _settle(path)
    if not path.exists():
        raise StoreError("no_database", file=str(path))
    if not is_sound(path):
        raise StoreError("not_a_database", file=str(path))
    if target.is_dir():
        with closing(_connected(path)) as connection:
            return Backups(path, target).make(connection)
    if target.exists():
        raise StoreError("file_exists", file=str(target))
    try:
        with closing(_connected(path)) as connection:
            copy(connection, target)
    except (sqlite3.Error, OSError):
        raise StoreError("not_writable", file=str(target)) from None
    return target


def _settle(path: Path) -> None:
    """Where no pad runs: finishes what a crash parted, and refuses a log that SQLite would play back though
    it is none of the file's. Raises StoreError as `refuse_strange_log`.
    """
    if not restoring.is_begun(path) and log.is_empty(path):
        return
    try:
        with only_process(path):
            restoring.settle(path)
            refuse_strange_log(path)
    except StoreError as error:
        if error.reason != "database_in_use":
            raise


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=10, isolation_level=None)


def restore(source: Path, path: Path) -> Path | None:
    """Puts a backup in place of the database; returns where what was there is kept, if anything was.

    Raises StoreError `not_a_database` (file), `newer_database` (file, migration), `not_writable` (file) or
    `database_in_use` (file).
    """
    if not source.exists() or not is_sound(source):
        raise StoreError("not_a_database", file=str(source))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise StoreError("not_writable", file=str(path)) from None
    with only_process(path):
        restoring.settle(path)
        arrived = restoring.arriving(path, stamp())
        with closing(_connected(source)) as connection:
            refuse_newer(Database(connection), source)
            _arrive(connection, arrived, path)
        return restoring.put_in_place(arrived, path)


def _arrive(connection: sqlite3.Connection, arrived: Path, path: Path) -> None:
    try:
        copy(connection, arrived)
    except (sqlite3.Error, OSError):
        raise StoreError("not_writable", file=str(path)) from None
