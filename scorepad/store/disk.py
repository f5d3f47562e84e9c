"""What outlives a power cut: the content of a file, the names in a folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def sync_file(file: Path) -> None:
    """All that was written to it is on the disk. Raises OSError."""
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
