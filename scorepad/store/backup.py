"""Copies that somebody asks for: made also while the file is served, put in place while it is not."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import log, restoring
from scorepad.store.backups import Backups
from scorepad.store.copying import connected, copy, is_sound
from scorepad.store.faults import StoreError
from scorepad.store.inspection import refuse_newer, refuse_strange_log
from scorepad.store.place import only_process
from scorepad.store.trouble import telling_of_target, told_of


def backup(path: Path, target: Path) -> Path:
    """Copies the database, served or not; returns the copy, which in a folder has a name of its own.

    Raises StoreError `no_database` (file), `file_exists` (file), `not_a_database` (file), or as
    `telling_of_target`; or, where no pad runs, as `refuse_strange_log`; into a folder, as `Backups.make`.
    """
    _settle(path)
    if not path.exists():
        raise StoreError("no_database", file=str(path))
    if not is_sound(path):
        raise StoreError("not_a_database", file=str(path))
    if target.is_dir():
        with closing(connected(path)) as connection:
            return Backups(path, target).make(connection)
    if target.exists():
        raise StoreError("file_exists", file=str(target))
    with telling_of_target(target), closing(connected(path)) as connection:
        copy(connection, target)
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


def restore(source: Path, path: Path) -> Path | None:
    """Puts a backup in place of the database; returns where what was there is kept, if anything was.

    Raises StoreError `not_a_database` (file), `newer_database` (file, migration), `database_in_use` (file),
    or as `told_of` and `telling_of_target`.
    """
    with told_of(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with only_process(path):
        restoring.settle(path)  # which may put the source itself in place
        if not is_sound(source):
            raise StoreError("not_a_database", file=str(source))
        arrived = restoring.arriving(path)
        with closing(connected(source)) as connection:
            refuse_newer(Database(connection), source)
            with telling_of_target(path):
                copy(connection, arrived)
        return restoring.put_in_place(arrived, path)
