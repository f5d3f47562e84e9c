"""The connections to the file: one a thread, which ends with the thread."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from sqlite_utils import Database

from scorepad.store.faults import StoreError


class Connections:
    """Those of one file, in the process that began with them. Once closed there are no more.

    A connection must have ended before the file is let go: the last one of a file deletes its log by name,
    be it that of another file by then.
    """

    def __init__(self, path: Path, opens: Callable[[], Database]) -> None:
        """`opens` makes one to the file at that path."""
        self._path = path
        self._opens = opens
        self._process = os.getpid()
        self._threads = threading.local()
        self._open: set[Database] = set()
        self._changing = threading.RLock()  # a thread's end may come in the middle of this one's work
        self._closed = False

    def check(self) -> None:
        """Raises StoreError `pad_stopped` once closed, `split_process` (file) in a process that was split off
        from the one that began: SQLite doesn't bear that, nor do games kept in memory.
        """
        if not self.ours:
            raise StoreError("split_process", file=str(self._path))
        if self._closed:
            raise StoreError("pad_stopped")

    @property
    def ours(self) -> bool:
        """Whether this is the process that began with them, not one split off from it."""
        return os.getpid() == self._process

    @property
    def mine(self) -> Database:
        """This thread's. Raises StoreError as `check` and as what opens one."""
        self.check()
        held: _Held | None = getattr(self._threads, "held", None)
        if held is None:
            held = self._threads.held = _Held(self, self._new())
        return held.db

    @property
    def lasting(self) -> Database:
        """One that no thread's end ends: with the last one the log would be deleted, and begin with any salt.

        Raises StoreError as `mine`.
        """
        return self._lasting.db

    @cached_property
    def _lasting(self) -> _Held:
        return _Held(self, self._new())

    def _new(self) -> Database:
        with self._changing:
            self.check()
            db = self._opens()
            self._open.add(db)
            return db

    def end_mine(self) -> None:
        """Ends this thread's, so that the next one is opened anew."""
        self._threads.__dict__.pop("held", None)

    def end(self, db: Database) -> None:
        """Ends one."""
        if not self.ours:
            # Closing would reach into the log that the other process writes: it is never let go here.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(db.conn))
            return
        with self._changing:
            self._open.discard(db)
            db.conn.close()

    def close(self) -> None:
        """Ends them all; who still reads by one is told `pad_stopped`."""
        with self._changing:
            self._closed = True
            for db in tuple(self._open):
                self.end(db)


class _Held:
    """What a thread holds of a connection."""

    def __init__(self, connections: Connections, db: Database) -> None:
        self._connections = connections
        self.db = db

    def __del__(self) -> None:
        self._connections.end(self.db)
