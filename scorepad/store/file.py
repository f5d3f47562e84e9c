"""The file: one process holds it, one connection a thread, one writer at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import log
from scorepad.store.connection import WAIT, connect
from scorepad.store.connections import Connections
from scorepad.store.faults import StoreError
from scorepad.store.inspection import inspect
from scorepad.store.place import lock_of, only_process, own_name
from scorepad.store.restoring import settle
from scorepad.store.trouble import refuse_full, refuse_place, told_of
from scorepad.store.writer import OneWriter

_READ_ONLY = ("no_right_to_write", "no_right_in_folder", "read_only_disk")
"""Troubles in which SQLite opens a file to be read alone."""


class File:
    """An open file of the newest form. `close` lets it go."""

    def __init__(self, path: Path) -> None:
        """Opens or makes it.

        Raises StoreError `database_in_use` (file), or as `own_name`, `refuse_place`, `inspect` and `write`.
        """
        self.path = path = own_name(path)
        met = lock_of(path).exists()
        self._connections = Connections(path, self._connect)
        self._place: tuple[int, int] | None = None
        self._log_place: tuple[int, int] | None = None
        self._salt: int | None = None
        self._trouble: StoreError | None = None
        self._writer = OneWriter(path)
        self._mine = only_process(path)
        with told_of(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            refuse_place(path)
            self._mine.__enter__()
        try:
            with told_of(path):
                settle(path)
                inspect(path, met=met)
                self._begin_log()
        except BaseException:
            self.close()
            raise

    def _begin_log(self) -> None:
        was_there = self.path.exists()
        try:
            self._know_log()
        except StoreError:
            self._connections.close()
            if not was_there:
                self.path.unlink(missing_ok=True)
            raise
        self._place, self._log_place = _found(self.path), _found(log.beside(self.path))

    def _know_log(self) -> None:
        """Makes the file know its log, on the disk, before anything else is in that log.

        While somebody reads, it can't: the next entry tries again.
        """
        db = self._connections.lasting
        db.execute("PRAGMA user_version = 1")
        salt = log.salt(self.path)
        know = f"PRAGMA user_version = {salt}"
        db.execute(know)
        db.execute("PRAGMA busy_timeout = 0")
        held, *_pages = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        db.execute(f"PRAGMA busy_timeout = {WAIT * 1000:.0f}")
        # The log begins anew with what is written next. By another connection it would be with any salt.
        db.execute(know)
        self._salt = None if held else salt

    def close(self) -> None:
        """Lets it go, once what is being written is written; a process split off leaves all as it is."""
        if not self._connections.ours:
            return
        with ExitStack() as written:
            with suppress(StoreError):  # that takes too long: it is told that nothing was saved
                written.enter_context(self._writer)
            self._connections.close()
        self._mine.__exit__(None, None, None)

    def check_held(self) -> None:
        """Raises StoreError as `Connections.check`."""
        self._connections.check()

    @property
    def writing(self) -> OneWriter:
        """Held by whoever reads in order to write. Raises StoreError as `check_held`."""
        self.check_held()
        return self._writer

    @property
    def db(self) -> Database:
        """This thread's connection, which ends with the thread; opening one for every request cost three
        times a commit. Raises StoreError as `check_held`, or where the file can't be opened just now.
        """
        return self._connections.mine

    def _connect(self) -> Database:
        self._refuse_another()
        return connect(self.path)

    # --- transactions -----------------------------------------------------------------------------

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its first read on.

        Raises StoreError where the file can't be written just now, and nothing was; the next one may do.
        """
        with self.writing, self._watched():
            self._refuse_another()
            connection = self.db.conn
            self._begin(connection)
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                _back_out(connection)

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Begins to write. What another program holds for long is not waited for again and again; where one
        emptied the log, the file is made to know the next.
        """
        patience = 0 if self._trouble and self._trouble.reason == "file_locked" else WAIT
        connection.execute(f"PRAGMA busy_timeout = {patience * 1000:.0f}")
        self.writing.stuck = True
        try:
            connection.execute("BEGIN IMMEDIATE")
            if not log.follows(self.path, self._salt):
                connection.execute("ROLLBACK")
                self._know_log()
                connection.execute("BEGIN IMMEDIATE")
        finally:
            self.writing.stuck = False

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Remembers what kept the last entry out; a connection that was opened without rights is let go."""
        try:
            yield
        except StoreError as error:
            self._trouble = error
            if error.reason in _READ_ONLY:
                self._connections.end_mine()
            raise
        self._trouble = None

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees one moment."""
        connection = self.db.conn
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            _back_out(connection)

    # --- how it is --------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises StoreError where the file can't be read and written just now.

        Writes only after an entry that couldn't be: then nothing else tells whether the next one can.
        """
        self._refuse_another()
        refuse_place(self.path)
        refuse_full(self.path)
        self.db.execute("SELECT key FROM games LIMIT 1").fetchone()
        try:
            with self.write() as connection:
                if self._trouble:
                    _take_room(connection)
        except StoreError as error:
            if error.reason != "pad_busy":  # another thread writes: so one can
                raise

    def _refuse_another(self) -> None:
        """Raises StoreError where what was opened lies there no more.

        `file_gone` (file), `file_swapped` (file) or `log_gone` (log): what is written then is lost with the
        last connection.
        """
        found, log_found = _found(self.path), _found(log.beside(self.path))
        if self._place is not None and found != self._place:
            raise StoreError("file_swapped" if found else "file_gone", file=str(self.path))
        if self._log_place is not None and log_found != self._log_place:
            raise StoreError("log_gone", log=str(log.beside(self.path)))


def _found(path: Path) -> tuple[int, int] | None:
    """Which file lies there."""
    with suppress(OSError):
        there = path.stat()
        return there.st_dev, there.st_ino
    return None


def _take_room(connection: sqlite3.Connection) -> None:
    """Needs the room that an entry may need, and gives it back."""
    connection.execute("CREATE TABLE room (taken BLOB)")
    connection.execute("INSERT INTO room VALUES (zeroblob(20000))")
    connection.execute("DROP TABLE room")


def _back_out(connection: sqlite3.Connection) -> None:
    """Ends a transaction that is not ended; what went wrong before must not be hidden by what this says."""
    with suppress(sqlite3.Error, StoreError):
        if connection.in_transaction:  # SQLite may have rolled back itself
            connection.execute("ROLLBACK")
