"""What outlives a power cut: a file that is there whole or not at all, the names in a folder."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """A file aside, to be written: it gets its name once it is whole and on the disk, and leaves otherwise.

    Raises OSError.
    """
    half = target.with_name(f"{target.name}.{secrets.token_hex(4)}.half")
    try:
        yield half
        _sync_file(half)
        half.rename(target)
        sync_folder(target.parent)
    finally:
        half.unlink(missing_ok=True)


def _sync_file(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def sync_folder(folder: Path) -> None:
    """The names in it are on the disk, as far as its kind of disk can tell."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
