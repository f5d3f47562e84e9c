"""When the pad copies its games by itself."""

from __future__ import annotations

import sqlite3
import time
from datetime import datetime, timedelta
from pathlib import Path

from scorepad.store import clock
from scorepad.store.backups import Backups
from scorepad.store.copying import connected

DAY = timedelta(days=1)


class Schedule:
    """The next copy is due a day after the last, by whatever clock can tell, if something was written since.

    It looks by a connection of its own, so that a long copy holds up nobody. `close` lets that go.
    """

    def __init__(self, backups: Backups) -> None:
        self._backups = backups
        self._own: sqlite3.Connection | None = None
        self._made_at: float | None = None
        self._written: int | None = None

    def look(self) -> Path | None:
        """Makes a copy if one is due. Raises StoreError as `Backups.make`."""
        with self._backups.told():
            written = self._state()
            if not self._is_due(written):
                return None
            made = self._backups.make_daily(self._connection)
            self._written, self._made_at = written, time.monotonic()
            return made

    def break_off(self) -> None:
        """Ends a copy that another thread is making."""
        if self._own:
            self._own.interrupt()

    def close(self) -> None:
        if self._own:
            self._own.close()

    @property
    def _connection(self) -> sqlite3.Connection:
        """Made at the first look: a server may split off its processes before, which SQLite doesn't bear."""
        if self._own is None:
            self._own = connected(self._backups.path)
        return self._own

    def _state(self) -> int:
        """Another number after each change that other connections made; this one makes none."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _is_due(self, written: int) -> bool:
        newest = next(iter(self._backups.kept), None)
        if newest is None:
            return bool(self._connection.execute("SELECT EXISTS (SELECT 1 FROM games)").fetchone()[0])
        if written == self._written:
            return False
        ran = self._made_at is not None and time.monotonic() - self._made_at >= DAY.total_seconds()
        # Far ahead is as wrong as long ago: then one of the two was stamped by a clock that was wrong.
        return ran or abs(clock.moment() - datetime.fromisoformat(newest.made)) >= DAY
