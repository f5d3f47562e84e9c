"""Where photos are read, one at a time: each takes a small machine some seconds, and much memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore, Lock
from typing import IO

from scorepad.photo import Reading, Unreadable, read
from scorepad.rules import Refused

WAITING = 2
"""How many photos may wait for the one that is being read: the pad has other answers to give, too."""
PATIENCE = 20.0
"""How long a photo waits for its turn, in seconds."""


class Darkroom:
    """Reads photos in turn, all in one thread: each that read some would keep as much memory as that took."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._places, self._reading = BoundedSemaphore(1 + WAITING), Lock()
        self._reader = ThreadPoolExecutor(1, "darkroom")

    def read(self, photo: IO[bytes], dice: int) -> Reading:
        """What the photo shows. Raises Refused for the reason that it can't be read, and `photos_wait` where
        too many others are before it. It is taken into memory once it is its turn.
        """
        if not self._places.acquire(blocking=False):
            raise Refused("photos_wait")
        try:
            return self._in_turn(photo, dice)
        except Unreadable as unreadable:
            raise Refused(unreadable.reason, **unreadable.facts) from unreadable
        finally:
            self._places.release()

    def _in_turn(self, photo: IO[bytes], dice: int) -> Reading:
        if not self._reading.acquire(timeout=self._patience):
            raise Refused("photos_wait")
        try:
            return self._reader.submit(lambda: read(photo.read(), dice)).result()
        finally:
            self._reading.release()
