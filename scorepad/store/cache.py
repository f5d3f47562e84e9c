"""The games asked for last, kept folded: phones ask for the same one every two seconds."""

from __future__ import annotations

import threading
from collections import OrderedDict

from scorepad.store.games import StoredGame


class Shelf:
    """Games by their keys, those asked for last, as many as weigh no more than `most` together.

    Right because one process holds the file and each write ends here. A reader that began before a write
    must not put back what it read: `writes`, taken before reading, tells.
    """

    MOST = 40_000
    """In events: more games of six than phones can be connected for."""
    OF_A_MEGABYTE = 2500
    """How many events weigh as much."""
    EMPTY = 20
    """What a game weighs beside its events."""

    def __init__(self, most: int | None = None) -> None:
        self.writes = 0
        self._most = self.MOST if most is None else most
        self._games: OrderedDict[str, StoredGame] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, key: str) -> StoredGame | None:
        """What is asked for stands last then."""
        with self._lock:
            if key in self._games:
                self._games.move_to_end(key)
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
        while self._weight > self._most:
            self._drop(next(iter(self._games)))

    def _drop(self, key: str) -> None:
        self._weight -= self._weight_of(self._games.pop(key))

    def _weight_of(self, stored: StoredGame) -> int:
        return self.EMPTY + len(stored.events)
