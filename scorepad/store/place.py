"""Where the file lies, by its one name, and the lock beside it by which one process holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from scorepad.store.faults import StoreError

DEFAULT_DATABASE = "instance/scorepad.db"


def default_path(environment: Mapping[str, str]) -> Path:
    """The database file: `SCOREPAD_DB`, else `instance/scorepad.db` beside `app.py`.

    Raises StoreError as `own_name`.
    """
    named = environment.get("SCOREPAD_DB")
    return own_name(Path(named) if named else Path(__file__).parent.parent.parent / DEFAULT_DATABASE)


def own_name(path: Path) -> Path:
    """The one name of that file, whichever way leads there: lock and log stand beside it.

    Raises StoreError `no_place` (error) where links lead in a circle.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreError("no_place", error=str(error)) from None


def lock_of(path: Path) -> Path:
    return Path(f"{path}.lock")


@contextmanager
def only_process(path: Path) -> Iterator[FileLock]:
    """Holds the lock beside the file. Raises StoreError `database_in_use` (file)."""
    lock = FileLock(lock_of(path), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreError("database_in_use", file=str(path)) from None
    try:
        yield lock
    finally:
        lock.release()
