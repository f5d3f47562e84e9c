"""The games asked for last, kept folded: phones ask for the same one every two seconds."""

from __future__ import annotations

import threading

from scorepad.store.games import StoredGame


class Shelf:
    """Games by their keys, as many as weigh no more than `MOST` together.

    Right because one process holds the file and each write ends here. A reader that began before a write
    must not put back what it read: `writes`, taken before reading, tells.
    """

    MOST = 40_000
    """In events, some 0.4 kB each: more games of six than phones can be connected for."""
    EMPTY = 20
    """What a game weighs beside its events."""

    def __init__(self) -> None:
        self.writes = 0
        self._games: dict[str, StoredGame] = {}
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, key: str) -> StoredGame | None:
        return self._games.get(key)

    def put(self, stored: StoredGame) -> None:
        """After a write: this is how the game is now."""
        with self._lock:
            self.writes += 1
            self._set(stored)

    def clear(self) -> None:
        """After a write that reaches more than one game."""
        with self._lock:
            self.writes += 1
            self._games.clear()
            self._weight = 0

    def offer(self, stored: StoredGame, since: int) -> None:
        """After a read: kept unless something was written meanwhile."""
        with self._lock:
            if self.writes == since:
                self._set(stored)

    def _set(self, stored: StoredGame) -> None:
        """Puts a game last; those that stand first make room."""
        if stored.key in self._games:
            self._drop(stored.key)
        self._games[stored.key] = stored
        self._weight += self._weight_of(stored)
        while self._weight > self.MOST:
            self._drop(next(iter(self._games)))

    def _drop(self, key: str) -> None:
        self._weight -= self._weight_of(self._games.pop(key))

    def _weight_of(self, stored: StoredGame) -> int:
        return self.EMPTY + len(stored.events)
