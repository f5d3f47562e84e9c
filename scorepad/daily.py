"""A copy of the games each day, made by a thread of its own while the pad runs; and what was put off."""

from __future__ import annotations

import logging
from threading import Event, Thread

from scorepad.sentences import plain
from scorepad.store import Schedule, Store, StoreError

FIRST, EVERY = 60, 600
"""After how many seconds it looks first, and how long it waits between looks."""

_log = logging.getLogger(__name__)


class Daily:
    """Looks whether a copy is due, and whether the file is to be written anew, until the store is closed,
    which breaks off a copy that is under way.
    """

    def __init__(self, store: Store, first: float = FIRST, every: float = EVERY) -> None:
        self._store = store
        self._schedule = Schedule(store.backups)
        self._waits = (first, every)
        self._ended = Event()
        self._said = ""
        self._thread = Thread(target=self._run, name="daily copies", daemon=True)
        store.before_close(self._end)
        self._thread.start()

    def _end(self) -> None:
        self._ended.set()
        while self._thread.is_alive():  # it may be about to begin a copy
            self._schedule.break_off()
            self._thread.join(0.05)
        self._schedule.close()

    def _run(self) -> None:
        wait, every = self._waits
        while not self._ended.wait(wait):
            self._look()
            wait = every

    def _look(self) -> None:
        """What goes wrong is no reason to stop, and is said once as long as it stays the same."""
        said = ""
        try:
            self._schedule.look()
        except StoreError as error:
            said = plain(error)
        if said and said != self._said and not self._ended.is_set():
            _log.warning("No copy of the games was made: %s", said)
        self._said = said
        self._store.leave_no_trace()
