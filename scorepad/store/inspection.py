"""What lies at the file's place, looked at before it is opened: nothing is changed, whosever it is."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from scorepad.store import log
from scorepad.store.connection import telling
from scorepad.store.faults import StoreError
from scorepad.store.schema import KNOWN, migrations
from scorepad.store.trouble import told_of

_MAGIC = b"SQLite format 3\0"
_HEAD = 100
_OURS = frozenset(("games", "players", "seats", "events"))
_LEFT = ("{file.name}.before-*", "{file.name}-wal", "{file.name}-shm", "backups/{file.stem}-*.db")
"""What a pad leaves beside a file that has games."""
_NOT_GOING_ON = (
    "SELECT key, uid FROM alone.games EXCEPT SELECT key, uid FROM games",
    "SELECT * FROM alone.events EXCEPT SELECT * FROM events",
    "SELECT 1 FROM events GROUP BY game HAVING count(*) != max(number)",
    "PRAGMA foreign_key_check",
)
"""What finds something in a database that does not go on with the games of the file `alone`, or has gaps."""


_UNSOUND = frozenset(("damaged_database", "not_a_database", "foreign_database"))
"""What a file becomes when a log of another one is played back in it."""


def inspect(path: Path, *, met: bool) -> None:
    """Lets through a sound file of ours and one that is yet to be made; `met`: a pad was here before.

    Raises StoreError as `_refuse_second_name`, `_refuse_lost`, `log.holds_entries` and `refuse_newer`; and
    `not_a_database`, `foreign_database` or `damaged_database` (file), or `foreign_log` (file, log).
    """
    _refuse_second_name(path)
    if not _is_begun(path):
        _refuse_lost(path, met)
        return
    head = _head(path)
    _refuse_anothers(path)
    if log.holds_entries(path):
        _inspect_with_log(path, head)
    else:
        _refuse_damaged(path)


def _refuse_second_name(path: Path) -> None:
    """Raises StoreError `second_name` (file) for a hard link: by its other name the file has another lock
    and another log, so two pads could write at once.
    """
    if path.exists() and path.stat().st_nlink > 1:
        raise StoreError("second_name", file=str(path))


def refuse_strange_log(path: Path) -> None:
    """Raises StoreError as `inspect` for a log that SQLite would play back though it is not the file's."""
    if not _is_begun(path):
        _refuse_lost(path, met=False)
        return
    head = _head(path)
    if log.holds_entries(path) and not log.is_known(path, head):
        _inspect_with_log(path, head)


def _is_begun(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _head(path: Path) -> log.FileHead:
    """Raises StoreError `not_a_database` (file)."""
    with path.open("rb") as reading:
        head = reading.read(_HEAD)
    if not head.startswith(_MAGIC) or len(head) < _HEAD:
        raise StoreError("not_a_database", file=str(path))
    return log.FileHead.of(head)


def _refuse_lost(path: Path, met: bool) -> None:
    """An empty file is a new one unless something tells of games before; no file, unless there is a log.

    Raises StoreError `log_alone` (file, log) or `emptied_database` (file).
    """
    if not log.is_empty(path):
        raise StoreError("log_alone", file=str(path), log=str(log.beside(path)))
    left = (found for name in _LEFT for found in path.parent.glob(name.format(file=path)))
    if path.exists() and (met or any(left)):
        raise StoreError("emptied_database", file=str(path))


@contextmanager
def _opened(path: Path, address: str | None = None) -> Iterator[sqlite3.Connection]:
    """The file alone, to read, unless `address` has another way: neither a lock nor a file beside it is made.

    Raises StoreError `damaged_database` (file) also where SQLite takes what is broken for a mistake of ours.
    """
    try:
        with telling(path), closing(sqlite3.connect(address or _alone(path), uri=True)) as connection:
            yield connection
    except (StoreError, sqlite3.Error, UnicodeDecodeError) as error:
        # No copies are read here: what is no text is the name of a table.
        if isinstance(error, StoreError) and error.reason != "spoilt_copies":
            raise
        raise StoreError("damaged_database", file=str(path)) from error


def _alone(path: Path) -> str:
    """The address of that file without its log."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


def _refuse_anothers(path: Path) -> None:
    """Judges by the file alone. What a crash left of moving the log over looks damaged: the log mends it."""
    try:
        with _opened(path) as connection:
            _refuse_strange(connection, path)
    except StoreError as error:
        if error.reason != "damaged_database" or log.is_empty(path):
            raise


def _refuse_strange(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError as `refuse_newer`; `foreign_database`, or `not_a_database` where tables are called as
    ours and no pad made them (file).
    """
    found = {
        name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'")
    }
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    if kind or (found - {migrations.migrations_table} and not found >= _OURS):
        raise StoreError("foreign_database", file=str(path))
    db = Database(connection)
    refuse_newer(db, path)
    if found and not migrations.applied(db):
        raise StoreError("not_a_database", file=str(path))


def refuse_newer(db: Database, path: Path) -> None:
    """Raises StoreError `newer_database` (file, migration) where a later version has changed its form."""
    for applied in migrations.applied(db):
        if applied.name not in KNOWN:
            raise StoreError("newer_database", file=str(path), migration=applied.name)


def _refuse_damaged(path: Path) -> None:
    with _opened(path) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise StoreError("damaged_database", file=str(path))


def _inspect_with_log(path: Path, head: log.FileHead) -> None:
    """Looks at a copy in which the log is played back: where that is unsound, the log is not this file's."""
    with TemporaryDirectory() as folder:
        copied = Path(folder) / "copy.db"
        _copy(path, copied)
        known = log.is_known(path, head)
        try:
            with _opened(copied, copied.as_uri()) as connection:
                _refuse_strange(connection, path)
                # As the connection ends it would be done too, but in silence if the disk is full.
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            _refuse_damaged(copied)
            if not known and not (head.logged and _goes_on(path, copied)):
                raise StoreError("foreign_log", file=str(path), log=str(log.beside(path)))
        except StoreError as error:
            if error.reason not in _UNSOUND:
                raise
            _refuse_damaged(path)
            raise StoreError("foreign_log", file=str(path), log=str(log.beside(path))) from error


def _goes_on(path: Path, played: Path) -> bool:
    """Whether the log that was played back there holds what came after the games of the file, and all of it.

    Such a log is the file's though the file doesn't know it: a session ended before it did, another program
    began the log, or held the file when it was to be made known. Where the file has no games nothing tells,
    so the log must have none either.
    """
    try:
        with closing(sqlite3.connect(played, uri=True)) as connection:
            connection.execute("ATTACH ? AS alone", (_alone(path),))
            if not _has_games_in(connection, "alone"):
                return not _has_games_in(connection, "main")
            return not any(connection.execute(query).fetchone() for query in _NOT_GOING_ON)
    except sqlite3.Error:  # the file alone is torn
        return False


def _has_games_in(connection: sqlite3.Connection, which: str) -> bool:
    table = connection.execute(f"SELECT 1 FROM {which}.sqlite_master WHERE name = 'games'").fetchone()  # noqa: S608
    return bool(table and connection.execute(f"SELECT 1 FROM {which}.games").fetchone())  # noqa: S608


def _copy(path: Path, copied: Path) -> None:
    with told_of(copied):
        shutil.copyfile(path, copied)
        shutil.copyfile(log.beside(path), log.beside(copied))
