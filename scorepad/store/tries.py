"""Wrong PINs: who has to wait, and for how long.

Each address has a few tries, then waits that double up to a day. A guesser may have many addresses, so all
strangers together have some tries as well, then as many a year as find one PIN in fifty. An address from
which somebody got in before is no stranger's.
"""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from dataclasses import dataclass, replace

from scorepad.store.file import File
from scorepad.store.running import DAY, Running

FREE, FIRST_WAIT = 5, 30.0
MOST_DOUBLED = math.ceil(math.log2(DAY / FIRST_WAIT))
"""How often the wait doubles until it is a day."""
FORGOTTEN = 30 * DAY
TOGETHER = 200
"""Tries that all strangers have before they wait for each other: one in fifty PINs of four digits, and more
than a few neighbours use up.
"""
FOUND_IN_A_YEAR = 1 / 50
MOST = 1_000
"""Addresses that are remembered, of strangers and of others."""


@dataclass(frozen=True, slots=True)
class Count:
    """Wrong tries from an address, or from everybody; `at` is when the last one was, by `Running`."""

    wrong: float = 0
    at: float = 0
    known: bool = False

    def wait(self, now: float) -> float:
        """Seconds until the next try from that address."""
        if self.wrong < FREE:
            return 0
        doubled = min(self.wrong - FREE, MOST_DOUBLED)
        return max(0, self.at + min(FIRST_WAIT * 2**doubled, DAY) - now)

    def one_more(self, now: float) -> Count:
        """After another wrong one; those of long ago are forgotten."""
        before = self.wrong if now - self.at < FORGOTTEN else 0
        return replace(self, wrong=before + 1, at=now)

    @property
    def is_stranger(self) -> bool:
        return not self.known or self.wrong >= FREE


@dataclass(frozen=True, slots=True)
class Crowd:
    """All of them together: what was spent, and how much of it comes back in a second."""

    spent: float
    at: float
    rate: float

    def left(self, now: float) -> float:
        return max(0, self.spent - (now - self.at) * self.rate)

    def wait(self, now: float) -> float:
        """Seconds until the next try of a stranger."""
        return max(0, (self.left(now) - (TOGETHER - 1)) / self.rate)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who enters a PIN: marks of the address and of everybody, and how many PINs there may be."""

    address: str
    everybody: str
    pins: int


class Tries:
    """Those of one file."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._running: Running | None = None

    def enter(self, caller: Caller, *, is_right: bool) -> float:
        """Seconds that the caller has to wait before anything is looked at; 0 where this was a try.

        A wrong one is counted; a right one begins anew for that address, and knows it from now on.
        """
        now = self._now()
        wait = _wait(self._file.db.conn, caller, now)
        if wait:  # most guessers wait: they hold up nobody who writes
            return wait
        with self._file.write() as connection:
            wait = _wait(connection, caller, now)
            if not wait:
                _note(connection, caller, now, is_right)
            return wait

    def _now(self) -> float:
        with self._lock:
            if self._running is None:
                newest = "SELECT at, wall FROM tries ORDER BY at DESC LIMIT 1"
                row = self._file.db.conn.execute(newest).fetchone()
                self._running = Running(*(row or (0, time.time())))
            return self._running.now()


def _wait(connection: sqlite3.Connection, caller: Caller, now: float) -> float:
    count = _count(connection, caller.address)
    return max(count.wait(now), _crowd(connection, caller).wait(now) if count.is_stranger else 0)


def _note(connection: sqlite3.Connection, caller: Caller, now: float, is_right: bool) -> None:
    if is_right:
        _put(connection, caller.address, Count(0, now, known=True))
    else:
        _put(connection, caller.address, _count(connection, caller.address).one_more(now))
        spent = min(_crowd(connection, caller).left(now) + 1, TOGETHER)
        _put(connection, caller.everybody, Count(spent, now))
    _forget(connection)


def _count(connection: sqlite3.Connection, mark: str) -> Count:
    row = connection.execute("SELECT wrong, at, known FROM tries WHERE mark = ?", (mark,)).fetchone()
    return Count(row[0], row[1], bool(row[2])) if row else Count()


def _crowd(connection: sqlite3.Connection, caller: Caller) -> Crowd:
    together = _count(connection, caller.everybody)
    return Crowd(together.wrong, together.at, caller.pins * FOUND_IN_A_YEAR / (365 * DAY))


def _put(connection: sqlite3.Connection, mark: str, count: Count) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO tries (mark, wrong, at, known, wall) VALUES (?, ?, ?, ?, ?)",
        (mark, count.wrong, count.at, count.known, time.time()),
    )


def _forget(connection: sqlite3.Connection) -> None:
    """Lets the oldest go beyond so many, of strangers and of others.

    Each new stranger costs a try that all strangers have together, so no guesser pushes out what is counted
    of other addresses: that would take years.
    """
    for known in (0, 1):
        connection.execute(
            "DELETE FROM tries WHERE mark IN"
            " (SELECT mark FROM tries WHERE known = ? ORDER BY at DESC LIMIT -1 OFFSET ?)",
            (known, MOST),
        )
