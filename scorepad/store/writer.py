"""Whose turn it is to write."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from scorepad.store.connection import WAIT
from scorepad.store.faults import StoreError


class OneWriter:
    """The write lock. Whoever finds it held for long by another is told so: a server has few threads."""

    QUEUE = 3
    """How many wait as long as there is hope, and leave the other threads to those who only look."""
    HASTE = 0.25

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._queue = threading.Semaphore(self.QUEUE)
        self._since = 0.0
        self.stuck = False
        """Whether its holder waits for another program."""

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            self._wait()
        self._since = time.monotonic()

    def _wait(self) -> None:
        queued = self._queue.acquire(blocking=False)
        try:
            while not self._lock.acquire(timeout=0.05):
                if time.monotonic() - self._since > (WAIT if queued else self.HASTE):
                    raise StoreError("file_locked" if self.stuck else "pad_busy", file=str(self._path))
        finally:
            if queued:
                self._queue.release()

    def __exit__(self, *_error: object) -> None:
        self._lock.release()
