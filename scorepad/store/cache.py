"""The games asked for last, kept folded: phones ask for the same one every two seconds."""

from __future__ import annotations

import threading

from scorepad.store.games import StoredGame


class Shelf:
    """Games by their keys.

    Right because one process holds the file and each write ends here. A reader that began before a write
    must not put back what it read: `writes`, taken before reading, tells.
    """

    MOST = 32

    def __init__(self) -> None:
        self.writes = 0
        self._games: dict[str, StoredGame] = {}
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

    def offer(self, stored: StoredGame, since: int) -> None:
        """After a read: kept unless something was written meanwhile."""
        with self._lock:
            if self.writes == since:
                self._set(stored)

    def _set(self, stored: StoredGame) -> None:
        self._games.pop(stored.key, None)
        self._games[stored.key] = stored
        if len(self._games) > self.MOST:
            del self._games[next(iter(self._games))]
