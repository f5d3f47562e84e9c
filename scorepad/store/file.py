"""The file: one process holds it, one connection a thread, one writer at a time."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout
from sqlite_utils import Database

from scorepad.rules import fold_name
from scorepad.store.faults import StoreError
from scorepad.store.schema import KNOWN, migrations

DEFAULT_DATABASE = "instance/scorepad.db"


def default_path(environment: Mapping[str, str]) -> Path:
    """The database file: `SCOREPAD_DB`, else `instance/scorepad.db` beside `app.py`."""
    named = environment.get("SCOREPAD_DB")
    return Path(named) if named else Path(__file__).parent.parent.parent / DEFAULT_DATABASE


def stamp() -> str:
    """What tells apart the copies that are kept beside the file."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


@contextmanager
def only_process(path: Path) -> Iterator[FileLock]:
    """Holds the lock beside the file. Raises StoreError `database_in_use` (file)."""
    lock = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreError("database_in_use", file=str(path)) from None
    try:
        yield lock
    finally:
        lock.release()


def refuse_newer(db: Database, path: Path) -> None:
    """Raises StoreError `newer_database` (file, migration) where a later version has changed its form."""
    for applied in migrations.applied(db):
        if applied.name not in KNOWN:
            raise StoreError("newer_database", file=str(path), migration=applied.name)


def _connect(path: Path) -> Database:
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")
    # SQLite's own lower() knows English letters alone.
    connection.create_function("folded", 1, fold_name, deterministic=True)
    return Database(connection)


class File:
    """An open file of the newest form. `close` lets it go."""

    def __init__(self, path: Path) -> None:
        """Opens or makes it. Raises StoreError `database_in_use` (file) or `newer_database`."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._mine = only_process(path)
        self._mine.__enter__()
        self._threads = threading.local()
        self._open: list[Database] = []
        self.writing = threading.RLock()
        """Held by whoever reads in order to write."""

    def close(self) -> None:
        for db in self._open:
            db.close()
        self._open.clear()
        self._threads = threading.local()
        self._mine.__exit__(None, None, None)

    @property
    def db(self) -> Database:
        """This thread's connection; opening one for every request cost three times a commit."""
        db: Database | None = getattr(self._threads, "db", None)
        if db is None:
            db = self._threads.db = _connect(self.path)
            self._open.append(db)
        return db

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its first read on."""
        connection = self.db.conn
        with self.writing:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite may have rolled back itself
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees one moment."""
        connection = self.db.conn
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            connection.execute("COMMIT")
