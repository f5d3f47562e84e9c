"""Files that ail, made as they come about: what lies at the place of the database before a pad opens it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorepad.store import Store
from tests.helpers import play

NOBODY = 65534


def with_a_game(path: Path, name: str = "Ana", turns: int = 2) -> str:
    """A file with a game in it; its key."""
    store = Store(path)
    key = store.create("yacht", [name])
    play(store, key, *(("chance", "12346"), ("yacht", "66666"))[:turns])
    store.close()
    return key


def crash_at_this_moment(path: Path) -> Callable[[], None]:
    """Puts back, when it is called, the file and its log as they lie there now."""
    parts = [Path(f"{path}{end}") for end in ("", "-wal")]
    contents = [part.read_bytes() for part in parts]

    def put_back() -> None:
        for part, content in zip(parts, contents, strict=True):
            part.write_bytes(content)

    return put_back


def crashed(path: Path, name: str = "Ana", turns: int = 2) -> str:
    """The same as a pad leaves it that is killed: what was entered stands in the log alone."""
    lost = path.with_name("lost.db")
    with_a_game(lost, name, turns=0)
    store = Store(lost)
    key = store.create("yacht", [name])
    play(store, key, *(("chance", "12346"), ("yacht", "66666"))[:turns])
    for end in ("", "-wal"):
        shutil.copyfile(f"{lost}{end}", f"{path}{end}")
    store.close()
    for left in path.parent.glob("lost.db*"):
        left.unlink()
    return key


def _a_folder(path: Path) -> None:
    path.mkdir()


def _a_text(path: Path) -> None:
    path.write_text("this is no database, " * 40)


def _zeros(path: Path) -> None:
    path.write_bytes(b"\0" * 8192)


def _another_programs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (title TEXT)")


def _another_programs_view(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW one AS SELECT 1")


def _another_programs_with_nothing_in_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 7")


def _another_programs_of_the_same_names(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for name in ("games", "players", "seats", "events"):
            connection.execute(f"CREATE TABLE {name} (title TEXT)")


def _its_form_forgotten(path: Path) -> None:
    with_a_game(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM _sqlite_migrations")


def _a_name_overwritten(path: Path) -> None:
    """What SQLite tells of its tables is no text."""
    with_a_game(path)
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"games_by_finish", b"games_by_\xf4inish"))


def _of_a_form_unheard_of(path: Path) -> None:
    with_a_game(path)
    with path.open("r+b") as file:
        file.seek(44)
        file.write(b"\0\0\0\x09")


def _another_programs_under_way(path: Path) -> None:
    """Its program has it open, and what it wrote last stands in its log."""
    own = path.with_name("own.db")
    _another_programs(own)
    with closing(sqlite3.connect(own, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO notes VALUES ('milk')")
        for end in ("", "-wal", "-shm"):
            shutil.copyfile(f"{own}{end}", f"{path}{end}")
    own.unlink()


def _a_newer_pads(path: Path) -> None:
    with_a_game(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorepad', 'm999_colour', '2027')"
        )


def _a_newer_pads_in_its_log(path: Path) -> None:
    crashed(path)
    copied = path.with_name("copied.db")
    for end in ("", "-wal"):
        shutil.copyfile(f"{path}{end}", f"{copied}{end}")
    with closing(sqlite3.connect(copied, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorepad', 'm999_colour', '2027')"
        )
        shutil.copyfile(f"{copied}-wal", f"{path}-wal")
    copied.unlink()


def _emptied(path: Path) -> None:
    with_a_game(path)
    os.truncate(path, 0)


def _emptied_beside_its_copy(path: Path) -> None:
    path.touch()
    path.with_name(f"{path.name}.before-m002_lists-20261130-101112-abcd").touch()


def _cut_off(path: Path) -> None:
    with_a_game(path)
    os.truncate(path, path.stat().st_size // 2)


def _a_page_overwritten(path: Path) -> None:
    with_a_game(path)
    with path.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\x55" * 4096)


def _a_log_of_noise(path: Path) -> None:
    with_a_game(path)
    Path(f"{path}-wal").write_bytes(b"noise" * 3000)


def _a_log_with_a_hole(path: Path) -> None:
    """What was answered long ago is broken in it, not what a power cut may have left unfinished."""
    crashed(path)
    with Path(f"{path}-wal").open("r+b") as file:
        file.seek(32 + 24 + 2000)
        file.write(b"\x55" * 64)


def _a_log_of_another_pads(path: Path) -> None:
    crashed(path, "Ben")
    with_a_game(path.with_name("mine.db"))
    path.with_name("mine.db").replace(path)


def _a_log_of_later_days(path: Path) -> None:
    """A copy made by hand was put back by hand after a crash."""
    with_a_game(path)
    mine = path.read_bytes()
    path.unlink()
    crashed(path)
    path.write_bytes(mine)


def _a_backup_beside_an_old_log(path: Path) -> None:
    crashed(path)
    with closing(sqlite3.connect(path.with_name("source.db"))) as connection:
        shutil.copyfile(path, path.with_name("source.db"))
        connection.execute("VACUUM INTO ?", (str(path.with_name("backup.db")),))
    path.with_name("backup.db").replace(path)


def _a_log_alone(path: Path) -> None:
    crashed(path)
    path.unlink()


def _an_empty_file_beside_its_log(path: Path) -> None:
    crashed(path)
    os.truncate(path, 0)


AILING: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "a folder": (_a_folder, "is_folder", "is a folder: name a file"),
    "a text": (_a_text, "not_a_database", "is not an intact database of the pad: name another file"),
    "zeros": (_zeros, "not_a_database", "is not an intact database of the pad"),
    "another program's": (_another_programs, "foreign_database", "belongs to another program: name another"),
    "another program's under way": (_another_programs_under_way, "foreign_database", "another program"),
    "another program's view": (_another_programs_view, "foreign_database", "another program"),
    "another program's, empty": (
        _another_programs_with_nothing_in_it,
        "foreign_database",
        "another program",
    ),
    "another program's, of the same names": (
        _another_programs_of_the_same_names,
        "not_a_database",
        "name another file",
    ),
    "its form forgotten": (_its_form_forgotten, "not_a_database", "put a backup in its place"),
    "a name overwritten": (_a_name_overwritten, "damaged_database", "is damaged"),
    "of a form unheard of": (_of_a_form_unheard_of, "damaged_database", "is damaged"),
    "a newer pad's": (_a_newer_pads, "newer_database", "newer version of the pad (m999_colour): update"),
    "a newer pad's in its log": (_a_newer_pads_in_its_log, "newer_database", "(m999_colour)"),
    "emptied": (
        _emptied,
        "emptied_database",
        "is empty, and a pad was here before: put a backup in its place",
    ),
    "emptied beside its copy": (_emptied_beside_its_copy, "emptied_database", "or delete the file"),
    "cut off": (_cut_off, "damaged_database", "is damaged: stop the pad, put a backup in its place"),
    "a page overwritten": (_a_page_overwritten, "damaged_database", "is damaged"),
    "a log of noise": (
        _a_log_of_noise,
        "broken_log",
        "scorepad.db-wal, which holds the last entries, is damaged",
    ),
    "a log with a hole": (_a_log_with_a_hole, "broken_log", "or move"),
    "a log of another pad's": (_a_log_of_another_pads, "foreign_log", "scorepad.db-wal does not belong to"),
    "a log of later days": (_a_log_of_later_days, "foreign_log", "put the file back that was there before"),
    "a backup beside an old log": (_a_backup_beside_an_old_log, "foreign_log", "or move"),
    "a log alone": (_a_log_alone, "log_alone", "holds entries, but"),
    "an empty file beside its log": (_an_empty_file_beside_its_log, "log_alone", "put it back"),
}
"""What lies there → how it comes about, why it is refused, what is told."""


def left(path: Path) -> dict[str, bytes | None]:
    """All that lies beside the file, and it; but for the lock."""
    return {
        found.name: found.read_bytes() if found.is_file() else None
        for found in path.parent.iterdir()
        if not found.name.endswith(".lock")
    }


@contextmanager
def ordinary_user() -> Iterator[Path]:
    """Within, rights bind, who ever runs the tests. Yields a folder that this user owns."""
    root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp(prefix="scorepad-"))
    try:
        if root:
            os.chown(folder, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield folder
        finally:
            if root:
                os.setresuid(0, 0, 0)
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)
