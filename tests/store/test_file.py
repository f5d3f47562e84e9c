"""The file: its settings, one process at a time, migrations, the key beside it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorepad.sentences import plain
from scorepad.store import Store, StoreError, default_path, inspection, schema
from scorepad.store import store as module
from tests.helpers import finish, play, rows, turn

TABLES = ("games", "players", "seats", "events", "results")


def test_games_are_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    first = Store(path)
    going = play(first, first.create("yahtzee", ["Ana", "Ben"], note="cabin"), ("fours", "44421"))
    done = finish(first, first.create("yacht", ["Ana"]))
    first.close()
    second = Store(path)
    try:
        assert second.load(going.key) == going
        assert second.load(done.key) == done
        assert second.append(going.key, 1, turn("chance")).seen == 2
    finally:
        second.close()


def test_the_file_is_set_to_lose_nothing_that_was_answered(store: Store) -> None:
    assert rows(store, "PRAGMA journal_mode") == [("wal",)]
    assert rows(store, "PRAGMA synchronous") == [(2,)]
    assert rows(store, "PRAGMA foreign_keys") == [(1,)]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_strict(store: Store, table: str) -> None:
    assert rows(store, "SELECT strict FROM pragma_table_list WHERE name = ?", table) == [(1,)]


def test_a_wrong_kind_of_value_is_refused_by_the_file(store: Store) -> None:
    store.create("yahtzee", ["Ana"])
    with pytest.raises(sqlite3.IntegrityError):
        store.db.conn.execute("INSERT INTO seats (game, seat, player) VALUES (1, 'two', 1)")


def test_a_seat_of_no_game_is_refused_by_the_file(store: Store) -> None:
    store.create("yahtzee", ["Ana"])
    with pytest.raises(sqlite3.IntegrityError):
        store.db.conn.execute("INSERT INTO seats (game, seat, player) VALUES (99, 1, 1)")


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "scorepad.db"
    Store(path).close()
    assert path.exists()


def test_the_environment_names_the_file() -> None:
    assert default_path({"SCOREPAD_DB": "/games/x.db"}) == Path("/games/x.db")
    assert default_path({}).parts[-2:] == ("instance", "scorepad.db")
    assert default_path({"SCOREPAD_DB": ""}) == default_path({})


# --- one process ----------------------------------------------------------------------------------


def test_a_second_store_on_the_same_file_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="database_in_use") as caught:
        Store(store.path)
    assert str(store.path) in plain(caught.value)
    assert store.create("yahtzee", ["Ana"])


def test_another_process_on_the_same_file_is_refused(store: Store) -> None:
    script = (
        "import sys; from pathlib import Path; from scorepad.store import Store, StoreError\n"
        "try:\n    Store(Path(sys.argv[1])).close(); print('opened')\n"
        "except StoreError as error:\n    print(error.reason)"
    )
    command = [sys.executable, "-c", script, str(store.path)]
    root = Path(module.__file__).parent.parent.parent
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    assert said.stdout == "database_in_use\n"
    store.close()
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    assert said.stdout == "opened\n"


def test_a_closed_store_lets_the_file_go(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    for _ in range(3):
        Store(path).close()


# --- what is no database --------------------------------------------------------------------------


def refusals(path: Path) -> list[str]:
    """Why the file is refused, twice: a refused store must let its lock go, not wait to be collected."""
    held = []
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            Store(path)
        held.append(caught.value)
    return [error.reason for error in held]


@pytest.mark.parametrize("content", [b"this is no database, " * 40, b"\0" * 5000, b"SQLite format 3\0broken"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scorepad.db"
    path.write_bytes(content)
    assert refusals(path) == ["not_a_database", "not_a_database"]
    assert path.read_bytes() == content


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is_folder"):
        Store(tmp_path)


# --- migrations -----------------------------------------------------------------------------------


def migrate_next(patch: pytest.MonkeyPatch, name: str, *statements: str) -> None:
    """The next version, with one migration more."""
    later = Migrations("scorepad")
    later._migrations = list(schema.migrations._migrations)

    def migrate(db: Database) -> None:
        for statement in statements:
            db.execute(statement)

    later(name=name)(migrate)
    patch.setattr(module, "migrations", later)
    patch.setattr(inspection, "migrations", later)
    patch.setattr(inspection, "KNOWN", inspection.KNOWN | {name})


def backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"backups/{path.stem}-*-before-*.db"))


def test_a_new_file_needs_no_backup(store: Store) -> None:
    assert backups(store.path) == []


def test_a_migration_keeps_a_copy_of_what_was_there_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scorepad.db"
    old = Store(path)
    stored = play(old, old.create("yahtzee", ["Ana", "Ben"]), ("fours", "44421"))
    old.close()
    migrate_next(monkeypatch, "m999_colour", "ALTER TABLE players ADD COLUMN colour TEXT")
    new = Store(path)
    assert rows(new, "SELECT name, colour FROM players") == [("Ana", None), ("Ben", None)]
    assert new.load(stored.key) == stored
    new.close()
    (copy,) = backups(path)
    assert "m999_colour" in copy.name
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT * FROM events").fetchall()
        columns = [column[1] for column in connection.execute("PRAGMA table_info(players)")]
    assert "colour" not in columns
    Store(path).close()
    assert backups(path) == [copy]


def test_a_migration_that_fails_leaves_the_games_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scorepad.db"
    old = Store(path)
    stored = finish(old, old.create("yacht", ["Ana"]))
    old.close()
    with monkeypatch.context() as patched:
        migrate_next(patched, "m999_broken", "DELETE FROM results", "SELECT nonsense")
        with pytest.raises(StoreError):
            Store(path)
    again = Store(path)
    assert again.load(stored.key) == stored
    assert rows(again, "SELECT count(*) FROM results") == [(1,)]
    again.close()


def test_a_file_of_another_program_that_keeps_games_too_is_refused_and_let_go(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE games (title TEXT)")
    assert refusals(path) == ["foreign_database", "foreign_database"]


def test_a_file_of_a_later_version_is_refused_by_the_name_of_its_migration_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scorepad.db"
    Store(path).close()
    with monkeypatch.context() as patched:
        migrate_next(patched, "m999_colour", "ALTER TABLE players ADD COLUMN colour TEXT")
        Store(path).close()
    (copy,) = backups(path)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            Store(path)
        facts = {"file": str(path), "migration": "m999_colour"}
        assert (caught.value.reason, caught.value.facts) == ("newer_database", facts)
    assert path.read_bytes() == before
    Store(copy).close()


def test_every_migration_is_known_by_its_name() -> None:
    assert {migration.name for migration in schema.migrations._migrations} == schema.KNOWN
