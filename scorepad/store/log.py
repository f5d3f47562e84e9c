"""The log that SQLite writes beside the file, which holds the last entries until they are moved over.

SQLite itself plays back any log that it finds, whatever file it was written for, and passes over what is
broken in it. So the file knows its own log: each session writes the salt that its log begins with into the
file's `user_version`; SQLite counts that salt up each time the log begins anew. Where another program emptied
the log (`PRAGMA wal_checkpoint(TRUNCATE)`), it begins with any salt, so that each entry looks first.
(Its form: sqlite.org/fileformat2.html.)
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scorepad.store.faults import StoreError

_HEAD = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""How a log begins → the order of the bytes that its sums are made of."""
_BEGINNINGS = 1 << 16
"""How often a log may begin anew until the file is made to know it again; few enough to tell others apart."""


def beside(path: Path) -> Path:
    """Where the log of that file lies."""
    return Path(f"{path}-wal")


def salt(path: Path) -> int:
    """What the log of that file begins with, as `user_version` takes it; never 0: that knows no log."""
    with beside(path).open("rb") as reading:
        return int(struct.unpack_from(">i", reading.read(_HEAD.size), 16)[0]) or 1


def follows(path: Path, known: int | None) -> bool:
    """Whether the log of that file is there and began with that salt, or anew after it."""
    try:
        return known is not None and _begun_anew(salt(path), known) < _BEGINNINGS
    except struct.error:
        return False


def _begun_anew(first_salt: int, known: int) -> int:
    """How often, if the log with that salt is one of the known one's."""
    return (first_salt - known) % (1 << 32)


@dataclass(frozen=True, slots=True)
class FileHead:
    """What the head of a database says of its log."""

    page_size: int
    logged: bool
    known_salt: int

    @classmethod
    def of(cls, head: bytes) -> FileHead:
        size, writes, reads = struct.unpack_from(">HBB", head, 16)
        (known,) = struct.unpack_from(">I", head, 60)
        return cls(65536 if size == 1 else size, (writes, reads) == (2, 2), known)

    def knows(self, first_salt: int) -> bool:
        """Whether that log was written for this file; a file of an older version can't say no."""
        begun_anew = _begun_anew(first_salt, self.known_salt)
        return self.logged and (not self.known_salt or begun_anew < _BEGINNINGS)


def is_empty(path: Path) -> bool:
    """Whether there is no log, or one that never got to the disk."""
    log = beside(path)
    return not log.exists() or not log.read_bytes().strip(b"\0")


def holds_entries(path: Path) -> bool:
    """Whether the log of that file holds entries; whose they are, `is_known` tells.

    Raises StoreError `broken_log` (file, log): SQLite would lose entries.
    """
    if is_empty(path):
        return False
    raw = beside(path).read_bytes()
    if not _is_head(raw) or (saved := _saves(raw)) is None:
        raise StoreError("broken_log", file=str(path), log=str(beside(path)))
    return saved


def is_known(path: Path, head: FileHead) -> bool:
    """Whether that file knows its log, which is there."""
    with beside(path).open("rb") as reading:
        told = _HEAD.unpack(reading.read(_HEAD.size))
    return told[2] == head.page_size and head.knows(told[4])


def _is_head(raw: bytes) -> bool:
    if len(raw) < _HEAD.size:
        return False
    magic, _version, *_rest, first, second = _HEAD.unpack_from(raw)
    return magic in _ORDERS and _sums(raw[:24], _ORDERS[magic], (0, 0)) == (first, second)


def _saves(raw: bytes) -> bool | None:
    """Whether there is a whole entry; None where an entry is broken that others came after.

    Sums that are wrong from some frame on are what a power cut leaves of the last entry. An entry is on the
    disk before the next one begins, so that one with a frame after it must be right.
    """
    magic, _version, _size, _turn, *_salts, first, second = _HEAD.unpack_from(raw)
    sums, right = (first, second), True
    saved = ended = False
    for commit, head, told, body in _frames(raw):
        if ended and not right:
            return None
        sums = _sums(body, _ORDERS[magic], _sums(head, _ORDERS[magic], sums)) if right else sums
        right, ended = right and sums == told, bool(commit)
        saved = saved or (right and ended)
    return saved


def _frames(raw: bytes) -> Iterator[tuple[int, bytes, tuple[int, int], bytes]]:
    """Those of the log as it last began: mark of an entry's end, what is summed up, sums, page."""
    _magic, _version, size, _turn, *salts, _first, _second = _HEAD.unpack_from(raw)
    for place in range(_HEAD.size, len(raw) - _FRAME.size - size + 1, _FRAME.size + size):
        _page, commit, *own, first, second = _FRAME.unpack_from(raw, place)
        if own != salts:
            return
        start = place + _FRAME.size
        yield commit, raw[place : place + 8], (first, second), raw[start : start + size]


def _sums(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    for one, two in struct.iter_unpack(f"{order}II", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
