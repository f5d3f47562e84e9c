"""Files that are made to be downloaded: each once for all who ask before something is written.

They have no name on the disk, so that nothing is left of them, and are sent without holding a thread.
"""

from __future__ import annotations

import io
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import IO, TypeVar

T = TypeVar("T")

_AT_ONCE, _REST = 0.005, 0.001
"""Seconds of work, and of rest after it."""
_SOON = 0.05
"""Seconds in which a short file is made: as long one waits for it."""


class Busy(Exception):
    """Another file is being made just now."""


class Made:
    """A file that is whole, read by many at once."""

    def __init__(self, folder: Path, pieces: Iterable[bytes]) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (open as long as it is read)
        self.close = weakref.finalize(self, self._file.close)
        for piece in pieces:
            self._file.write(piece)
        self._file.flush()  # a full disk shows before the answer begins
        self.size = self._file.tell()
        self._lock = threading.Lock()

    def read(self, start: int, buffer: memoryview) -> int:
        """Fills the buffer with what stands there; returns how much that was. Raises OSError once closed."""
        with self._lock:
            if self._file.closed:
                raise OSError("this file made room for newer ones")
            self._file.seek(start)
            piece = self._file.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


class Reader(io.RawIOBase):
    """One reading of a made file, from its beginning."""

    def __init__(self, made: Made) -> None:
        super().__init__()
        self._made, self._at = made, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._made.size}[whence]
        self._at = start + offset
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # it is always one
        read = self._made.read(self._at, buffer)
        self._at += read
        return read


class MadeFiles:
    """The files made last, for a few minutes."""

    KEPT, SECONDS = 4, 300.0
    MOST = 8
    """Those still being sent are there as well: beyond that, the oldest is given up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[Hashable, Made] = {}
        self._there: list[weakref.ref[Made]] = []
        self._making = threading.Lock()

    def get(self, what: Hashable, pieces: Callable[[], Iterable[bytes]]) -> Made:
        """The file of that description; made of these pieces where there is none. Raises Busy or OSError."""
        if found := self._kept.get(what):
            return found
        if not self._making.acquire(timeout=_SOON):
            raise Busy
        try:
            return self._kept.get(what) or self._make(what, pieces())
        finally:
            self._making.release()

    def _make(self, what: Hashable, pieces: Iterable[bytes]) -> Made:
        self._kept[what] = made = Made(self._folder, pieces)
        while len(self._kept) > self.KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._there = [one for one in self._there if one()] + [weakref.ref(made)]
        for old in self._there[: -self.MOST]:
            if gone := old():
                gone.close()
        later = threading.Timer(self.SECONDS, self._drop, (what, weakref.ref(made)))
        later.daemon = True
        later.start()
        return made

    def _drop(self, what: Hashable, made: weakref.ref[Made]) -> None:
        """That file, not one that took its place since."""
        if self._kept.get(what) is made():
            self._kept.pop(what, None)


def gently(things: Iterable[T]) -> Iterator[T]:
    """These things, with a rest now and then, in which others are answered."""
    begun = time.perf_counter()
    for thing in things:
        yield thing
        if time.perf_counter() - begun > _AT_ONCE:
            time.sleep(_REST)
            begun = time.perf_counter()
