"""The key that signs cookies, in a file beside the database that its owner alone can read."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path

from scorepad.store.disk import sync_folder
from scorepad.store.faults import StoreError
from scorepad.store.trouble import told_of

_FORM = re.compile("[!-~]{16,}")


def secret_key(folder: Path) -> str:
    """The key, made once. Raises StoreError as `kept_key`, or what the system says of that folder."""
    file = folder / "secret_key"
    with told_of(file):
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _write(file, secrets.token_hex(32))
    return kept_key(folder) or ""


def kept_key(folder: Path) -> str | None:
    """The key, None where none was made yet.

    Raises StoreError `broken_secret` (file): whoever holds an empty key may forge.
    """
    file = folder / "secret_key"
    if not file.exists():
        return None
    try:
        key = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        raise StoreError("broken_secret", file=str(file)) from None
    if not _FORM.fullmatch(key):
        raise StoreError("broken_secret", file=str(file))
    return key


def _write(file: Path, key: str) -> None:
    """Written aside and renamed once it is on the disk: a power cut leaves a whole key or none."""
    aside = file.with_name(f"{file.name}.{secrets.token_hex(4)}.half")
    try:
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as writing:
            writing.write(key)
            writing.flush()
            os.fsync(writing.fileno())
        _name(aside, file)
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(file.parent)


def _name(aside: Path, file: Path) -> None:
    """Of several that are made at once the first one stays, where the disk can tell."""
    try:
        file.hardlink_to(aside)
    except FileExistsError:
        pass
    except (OSError, NotImplementedError):  # a memory card or Android, which know no second names
        aside.rename(file)
