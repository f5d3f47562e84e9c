"""The steps that put other games in place of those that are there. A crash between two of them loses nothing:
who opens the file next finishes what was begun. Whoever calls this holds the lock.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from scorepad.store import clock
from scorepad.store.disk import sync_folder

_PARTS = ("", "-wal", "-shm")
"""The file and its log travel together, unopened: SQLite takes away the log of a broken file, and a log that
is left behind would spoil the file that comes.
"""
_EARLIER = ".arrived"
"""What the version before called the games that arrive."""


def arriving(path: Path) -> Path:
    """Where the games that come are written. Once they are there, whole, they are as good as in place."""
    return _stamped(path, f"{clock.moment():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}")


def _stamped(path: Path, stamp: str) -> Path:
    return path.with_name(f"{path.name}.restoring-{stamp}")


def put_in_place(arrived: Path, path: Path) -> Path | None:
    """Moves what is there aside and the games that arrived in; returns where the others are kept, if any are.

    Raises OSError; then it is undone, or finished at the next opening.
    """
    try:
        return _put(arrived, path)
    except BaseException:
        with suppress(OSError):
            _undo(arrived, path)
        raise


def settle(path: Path) -> None:
    """Finishes what a crash parted, and clears away what had not even arrived."""
    for half in _beside(path, r"\.restoring-[0-9a-f-]+\.[0-9a-f]+\.half(-journal)?"):
        half.unlink()
    earlier = path.with_name(f"{path.name}{_EARLIER}")
    if earlier.exists() and not path.exists():
        earlier.rename(_stamped(path, _last_kept(path)))
    for arrived in _begun(path):
        _put(arrived, path)


def is_begun(path: Path) -> bool:
    """Whether a crash left something to be finished there."""
    return any(_begun(path))


def _put(arrived: Path, path: Path) -> Path | None:
    kept = _kept(arrived, path)
    for end in _PARTS:
        _move(Path(f"{path}{end}"), Path(f"{kept}{end}"))
    sync_folder(path.parent)
    arrived.rename(path)
    sync_folder(path.parent)
    return kept if any(Path(f"{kept}{end}").exists() for end in _PARTS) else None


def _undo(arrived: Path, path: Path) -> None:
    if arrived.exists():
        kept = _kept(arrived, path)
        for end in _PARTS:
            _move(Path(f"{kept}{end}"), Path(f"{path}{end}"))
        arrived.unlink()


def _move(part: Path, to: Path) -> None:
    if part.exists():
        part.rename(to)


def _kept(arrived: Path, path: Path) -> Path:
    """Where those before are kept: told by the name of those that arrive, so that no crash parts them."""
    return path.with_name(f"{path.name}.before-restore-{arrived.name.rpartition('.restoring-')[2]}")


def _last_kept(path: Path) -> str:
    """The stamp of what an earlier version moved aside last."""
    kept = _beside(path, r"\.before-restore-[0-9a-f-]+")
    return max((one.name.rpartition(".before-restore-")[2] for one in kept), default="0")


def _begun(path: Path) -> list[Path]:
    return sorted(_beside(path, r"\.restoring-[0-9a-f-]+"))


def _beside(path: Path, ending: str) -> Iterator[Path]:
    """The files beside it that are called as it is, and then so."""
    wanted = re.compile(re.escape(path.name) + ending)
    if path.parent.is_dir():
        yield from [found for found in path.parent.iterdir() if wanted.fullmatch(found.name)]
