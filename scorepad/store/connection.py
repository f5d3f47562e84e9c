"""A connection to the file, which says in StoreErrors what ails it."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from scorepad.rules import fold_name
from scorepad.store.faults import StoreError
from scorepad.store.trouble import of_sqlite

T = TypeVar("T")

WAIT = 2.0
"""How many seconds one waits for a file that is held."""


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turns what SQLite says of that file into StoreErrors; what is not the file's fault stays as it is."""
    try:
        yield
    except sqlite3.Error as error:
        found = of_sqlite(error, path)
        if found is None:
            raise
        raise found from error


class _Cursor(sqlite3.Cursor):
    connection: _Connection

    def _told(self, work: Callable[..., T], *arguments: Any) -> T:
        with self.connection.stepping:
            if self.connection.closed:
                raise StoreError("pad_stopped")
            try:
                return work(*arguments)
            except sqlite3.Error:
                with telling(self.connection.path):
                    raise

    def execute(self, *arguments: Any) -> _Cursor:
        return self._told(super().execute, *arguments)

    def executemany(self, *arguments: Any) -> _Cursor:
        return self._told(super().executemany, *arguments)

    def fetchone(self) -> Any:
        return self._told(super().fetchone)

    def fetchmany(self, *arguments: Any) -> list[Any]:
        return self._told(super().fetchmany, *arguments)

    def fetchall(self) -> list[Any]:
        return self._told(super().fetchall)

    def __next__(self) -> Any:
        return self._told(super().__next__)


class _Connection(sqlite3.Connection):
    """May be closed by another thread: between two steps, since in the midst of one Python would crash."""

    path: Path

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        self.stepping = threading.RLock()
        self.closed = False
        super().__init__(*arguments, **settings)

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, *arguments: Any) -> Any:
        return self.cursor().execute(*arguments)

    def executemany(self, *arguments: Any) -> Any:
        return self.cursor().executemany(*arguments)

    def close(self) -> None:
        with self.stepping:
            self.closed = True
            super().close()


def connect(path: Path) -> Database:
    """Opens or makes the file, set to lose nothing that was answered. Raises StoreError."""
    with telling(path):
        connection = sqlite3.connect(
            path, timeout=WAIT, isolation_level=None, check_same_thread=False, factory=_Connection
        )
    connection.path = path
    try:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    # SQLite's own lower() knows English letters alone.
    connection.create_function("folded", 1, fold_name, deterministic=True)
    return Database(connection)


def scratch() -> sqlite3.Connection:
    """A file of SQLite's own, which is gone with its connection; says in StoreErrors what ails its disk."""
    connection = sqlite3.connect("", isolation_level=None, check_same_thread=False, factory=_Connection)
    connection.path = Path(tempfile.gettempdir())
    for setting in ("journal_mode = OFF", "synchronous = OFF"):
        connection.execute(f"PRAGMA {setting}")
    return connection
