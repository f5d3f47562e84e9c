"""What ails the file, told by what SQLite or the system says and by what lies at its place."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorepad.rules import Told
from scorepad.store.faults import StoreError

ROOM = 1 << 18
"""How many bytes a disk must have left for the next entries."""

_FULL = (errno.ENOSPC, errno.EDQUOT)
_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_SPOILT = ("Could not decode to UTF-8", "user-defined function raised exception", "integer overflow")
"""What is said of a text that is none, and of figures that no game comes to: by their words alone."""
_NO_RIGHT = (errno.EACCES, errno.EPERM)
_RIGHTS = {os.R_OK: "no_right_to_read", os.W_OK: "no_right_to_write"}


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_full(error: Exception) -> bool:
    """Whether SQLite or the system says that a disk is full."""
    return _code(error) == sqlite3.SQLITE_FULL or getattr(error, "errno", None) in _FULL


def is_held(error: Exception) -> bool:
    """Whether SQLite says that another program holds the file."""
    return _code(error) in _HELD


def of_sqlite(error: sqlite3.Error, path: Path) -> StoreError | None:
    """Why the file at that path can't be used; None where the error is not the file's."""
    if is_full(error):
        return StoreError("no_room", file=str(path))
    if is_held(error):
        return StoreError("file_locked", file=str(path))
    if str(error).startswith(_SPOILT):
        return StoreError("spoilt_copies")
    match _code(error):
        case sqlite3.SQLITE_NOTADB:
            return StoreError("not_a_database", file=str(path))
        case sqlite3.SQLITE_CORRUPT:
            return StoreError("damaged_database", file=str(path))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR:
            return _of_place(path) or StoreError("disk_trouble", file=str(path), error=str(error))
    return None


@contextmanager
def telling_of_target(target: Path) -> Iterator[None]:
    """Turns what keeps a copy from being written there into StoreError `no_room` or `not_writable` (file)."""
    try:
        yield
    except Told:
        raise
    except (sqlite3.Error, OSError, ValueError) as error:  # ValueError: of a name that no file can have
        raise StoreError("no_room" if is_full(error) else "not_writable", file=str(target)) from None


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Turns what the system says of making or writing that path into StoreErrors."""
    try:
        yield
    except OSError as error:
        raise of_system(error, path) from error


def of_system(error: OSError, path: Path) -> StoreError:
    """Why nothing can be made or written at that path."""
    if is_full(error):
        return StoreError("no_room", file=str(path))
    if error.errno == errno.EROFS:
        return StoreError("read_only_disk", file=str(path))
    if error.errno in _NO_RIGHT:
        return _of_rights(Path(error.filename or path))
    return StoreError("no_place", error=str(error))


def _of_rights(path: Path) -> StoreError:
    """What the account that runs the pad may not do there: it once ran under another, perhaps."""
    for right, reason in _RIGHTS.items():
        if path.is_file() and not os.access(path, right):
            return StoreError(reason, file=str(path))
    return StoreError("no_right_in_folder", folder=str(_nearest_folder(path)))


def _nearest_folder(path: Path) -> Path:
    return next((folder for folder in path.absolute().parents if folder.is_dir()), path.parent)


def _of_place(path: Path) -> StoreError | None:
    try:
        refuse_place(path)
        refuse_full(path)
    except StoreError as found:
        return found
    return None


def refuse_place(path: Path) -> None:
    """Raises StoreError where a file of that name can't be read and written, by its kind and its rights.

    `is_folder` (file), `not_a_database` (file), `read_only_disk` (file), `no_right_to_read` (file),
    `no_right_to_write` (file) or `no_right_in_folder` (folder).
    """
    folder = path.absolute().parent
    if path.is_dir():
        raise StoreError("is_folder", file=str(path))
    if path.exists() and not path.is_file():
        raise StoreError("not_a_database", file=str(path))
    if hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY:
        raise StoreError("read_only_disk", file=str(path))
    for part in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        for right, reason in _RIGHTS.items():
            if part.exists() and not os.access(part, right):
                raise StoreError(reason, file=str(part))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError("no_right_in_folder", folder=str(folder))


def refuse_full(path: Path) -> None:
    """Raises StoreError `no_room` (file) where the disk of the file is full."""
    if shutil.disk_usage(path.absolute().parent).free < ROOM:
        raise StoreError("no_room", file=str(path))
