"""The games on disk: one SQLite file, its migrations, its copies, and the one way in which a game changes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import scorepad.store.lean  # noqa: F401 (before all that loads sqlite-utils)
from scorepad.store.backup import backup, restore
from scorepad.store.backups import MOST as MOST_COPIES
from scorepad.store.backups import Backups, Kept, named_folder
from scorepad.store.clock import EARLIEST, moment, now
from scorepad.store.disk import whole
from scorepad.store.faults import NoSuchGame, Stale, StoreError, Unreadable
from scorepad.store.games import Person, StoredGame
from scorepad.store.house_rules import MOST_KEPT, KeptRules
from scorepad.store.notes import Notes, Said
from scorepad.store.people import known as known_person
from scorepad.store.people import refuse_one_person
from scorepad.store.place import default_path
from scorepad.store.results import (
    Copies,
    Result,
    copies_of,
    figures_differ,
    kept_copies,
    kept_results,
    results_of,
)
from scorepad.store.schedule import Schedule
from scorepad.store.secret import kept_key, secret_key
from scorepad.store.standing import NAMES_OF, STANDING, TOGETHER
from scorepad.store.store import Store, Wish
from scorepad.store.tries import Caller
from scorepad.store.trouble import telling_of_target, told_of
from scorepad.store.written import last_written

__all__ = [
    "EARLIEST",
    "MOST_COPIES",
    "MOST_KEPT",
    "NAMES_OF",
    "STANDING",
    "TOGETHER",
    "Backups",
    "Caller",
    "Copies",
    "Kept",
    "KeptRules",
    "NoSuchGame",
    "Notes",
    "Person",
    "Result",
    "Said",
    "Schedule",
    "Stale",
    "Store",
    "StoreError",
    "StoredGame",
    "Unreadable",
    "Wish",
    "backup",
    "copies_of",
    "default_path",
    "figures_differ",
    "kept_copies",
    "kept_key",
    "kept_results",
    "known_person",
    "last_written",
    "moment",
    "named_folder",
    "now",
    "refuse_one_person",
    "restore",
    "results_of",
    "secret_key",
    "snapshot",
    "telling_of_target",
    "told_of",
    "whole",
]


@contextmanager
def snapshot(path: Path) -> Iterator[Store]:
    """The games of that file as they are now, to read: a copy, so the pad may be running meanwhile.

    Raises StoreError as `backup` and `Store`.
    """
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "copy.db"
        backup(path, copied)
        store = _opened(copied, path)
        try:
            yield store
        finally:
            store.close()


def _opened(copied: Path, path: Path) -> Store:
    """The store of a copy: what is wrong with it is said of the file that was copied."""
    try:
        return Store(copied)
    except StoreError as error:
        raise StoreError(error.reason, **{**error.facts, "file": str(path)}) from None
