"""The copies that the pad keeps by itself, numbered, in a folder that may lie on another disk."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock

from scorepad.rules import written
from scorepad.store import clock
from scorepad.store.copying import copy, is_same
from scorepad.store.disk import sync_folder
from scorepad.store.faults import StoreError
from scorepad.store.trouble import is_full, is_held

MOST = 14
"""How many are kept."""
SPARE = 32 << 20
"""How many bytes stay free on their disk: a full one would stop the games as well."""
PATIENCE = 60
"""For how many seconds one copy waits until another one is made."""


def named_folder(environment: Mapping[str, str]) -> Path | None:
    """The folder for copies that `SCOREPAD_BACKUPS` names, None where it names none."""
    named = environment.get("SCOREPAD_BACKUPS", "").strip()
    return Path(named) if named else None


@dataclass(frozen=True, slots=True, order=True)
class Kept:
    """A copy. `number` tells which is the newest: it counts up; the clock that said `made` may be wrong."""

    number: int
    made: str
    file: Path


class Backups:
    """The copies of one database. `fault` is why the last one could not be made, None where it could."""

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        """Without a folder they lie in `backups` beside the database, which is made when it is wanted."""
        self.folder = folder or path.parent / "backups"
        self.fault: StoreError | None = None
        self.path = path
        self._is_ours = folder is None
        name = re.escape(path.stem) + r"-([0-9]{6,9})-([0-9]{8}-[0-9]{6})(?:-before-[a-z0-9_]+)?\.db"
        self._whole = re.compile(name)
        self._half = re.compile(name + r"\.[0-9a-f]+\.half(-journal)?")

    @property
    def kept(self) -> list[Kept]:
        """The copies that are there, the newest first."""
        with suppress(OSError):
            return self._found()
        return []

    @property
    def on_same_disk(self) -> bool:
        """Whether they would go with the games when that disk breaks."""
        with suppress(OSError):
            folder = self.folder if self.folder.exists() or not self._is_ours else self.path.parent
            return folder.stat().st_dev == self.path.stat().st_dev
        return False

    def make(self, connection: sqlite3.Connection, before: str = "") -> Path:
        """One more copy, whole and checked. `before` is a migration.

        Raises StoreError `no_folder` (folder), `no_room_for_copy` (folder, size in MB), or `not_writable`,
        `file_gone`, `file_locked` or `not_a_database` (file).
        """
        with self.told(), self._alone():
            return self._make(connection, before)

    def make_daily(self, connection: sqlite3.Connection) -> Path:
        """The same, unless it is what the newest is; those beyond MOST leave then. Raises as `make`."""
        with self.told(), self._alone():
            newest = self._found()[:1]
            made = self._make(connection)
            if newest and is_same(made, newest[0].file):
                made.unlink()
                made = newest[0].file
            for old in self._found()[MOST:]:
                old.file.unlink()
            return made

    def _make(self, connection: sqlite3.Connection, before: str = "") -> Path:
        self._check_room(connection)
        number = 1 + max((kept.number for kept in self._found()), default=0)
        about = f"-before-{before}" if before else ""
        file = self.folder / f"{self.path.stem}-{number:06}-{clock.moment():%Y%m%d-%H%M%S}{about}.db"
        copy(connection, file)
        return file

    def _found(self) -> list[Kept]:
        matches = ((self._whole.fullmatch(file.name), file) for file in self.folder.iterdir())
        return sorted((_kept(match, file) for match, file in matches if match), reverse=True)

    def _ready(self) -> None:
        """The folder, without the halves that a crash left. One that was named is not made: its disk may be
        missing.
        """
        if self._is_ours:
            self.folder.mkdir(exist_ok=True)
            sync_folder(self.folder.parent)
        if not self.folder.is_dir():
            raise StoreError("no_folder", folder=str(self.folder))
        for file in self.folder.iterdir():
            if self._half.fullmatch(file.name):
                file.unlink()

    def _check_room(self, connection: sqlite3.Connection) -> None:
        (pages,), (size,) = (
            connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size")
        )
        missing = pages * size + SPARE - shutil.disk_usage(self.folder).free
        if missing > 0:
            raise self._no_room(missing)

    def _no_room(self, missing: int) -> StoreError:
        return StoreError("no_room_for_copy", folder=str(self.folder), size=1 + (missing >> 20))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One copy at a time: what another process has half written is not taken away as left behind."""
        with FileLock(f"{self.path}.copying.lock", timeout=PATIENCE, thread_local=False):
            self._ready()
            yield

    @contextmanager
    def told(self) -> Iterator[None]:
        """Says by StoreError what went wrong, and keeps it as `fault`."""
        self.fault = None
        try:
            with self._named():
                yield
        except StoreError as fault:
            self.fault = fault
            raise

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except StoreError as error:
            known = error.reason != "not_a_database"
            raise error if known else StoreError(error.reason, file=str(self.path)) from None
        except (sqlite3.OperationalError, OSError) as error:
            raise self._why(error) from None
        except sqlite3.DatabaseError:
            raise StoreError("not_a_database", file=str(self.path)) from None

    def _why(self, error: Exception) -> StoreError:
        if not self.path.exists():
            return StoreError("file_gone", file=str(self.path))
        if is_full(error):
            return self._no_room(SPARE)
        if is_held(error):
            return StoreError("file_locked", file=str(self.path))
        return StoreError("not_writable", file=str(self.folder))


def _kept(match: re.Match[str], file: Path) -> Kept:
    try:
        made = datetime.strptime(match[2], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    except ValueError:  # a name that somebody gave
        made = datetime.fromtimestamp(0, UTC)
    return Kept(int(match[1]), written(made), file)
