"""Copies: made while the pad is open, put back over what is there."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorepad.store import Store, StoredGame, StoreError, backup, restore
from tests.helpers import play

TURNS = (("fours", "44421"), ("chance", "12346"), ("ones", "11234"))


def played(path: Path, *turns: tuple[str, str]) -> StoredGame:
    """A file with one game in it, closed."""
    store = Store(path)
    stored = play(store, store.create("yahtzee", ["Ana", "Ben"]), *turns)
    store.close()
    return stored


def loaded(path: Path, key: str) -> StoredGame:
    store = Store(path)
    try:
        return store.load(key)
    finally:
        store.close()


def count(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def leftovers(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if "half" in file.name or "arrived" in file.name]


def test_a_backup_of_an_open_file_has_the_rows_that_only_its_log_holds(store: Store, tmp_path: Path) -> None:
    stored = play(store, store.create("yahtzee", ["Ana", "Ben"]), *TURNS)
    # The file alone has none of it yet: a plain copy would lose the game.
    plain = tmp_path / "plain" / "scorepad.db"
    plain.parent.mkdir()
    shutil.copy(store.path, plain)
    assert count(plain, "events") == 0
    copy = tmp_path / "copy.db"
    backup(store.path, copy)
    assert count(copy, "events") == 3
    assert loaded(copy, stored.key) == stored
    assert leftovers(tmp_path) == []


def test_the_pad_goes_on_after_a_backup(store: Store, tmp_path: Path) -> None:
    key = store.create("yahtzee", ["Ana", "Ben"])
    backup(store.path, tmp_path / "copy.db")
    assert play(store, key, *TURNS).seen == 3
    assert count(tmp_path / "copy.db", "events") == 0


def test_a_backup_needs_games(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no_database"):
        backup(tmp_path / "scorepad.db", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_never_writes_over_a_file(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    played(path)
    copy.write_text("precious")
    with pytest.raises(StoreError, match="file_exists"):
        backup(path, copy)
    assert copy.read_text() == "precious"


def test_a_backup_into_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    played(tmp_path / "scorepad.db")
    with pytest.raises(StoreError, match="not_writable"):
        backup(tmp_path / "scorepad.db", tmp_path / "nowhere" / "copy.db")


@pytest.mark.parametrize("content", [b"this is no database, " * 40, b""])
def test_a_backup_of_what_is_no_database_names_that_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scorepad.db"
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        backup(path, tmp_path / "copy.db")
    assert (caught.value.reason, caught.value.facts) == ("not_a_database", {"file": str(path)})
    assert not (tmp_path / "copy.db").exists()
    assert leftovers(tmp_path) == []


def test_a_restored_backup_brings_its_games_and_keeps_the_others(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    before = played(path, *TURNS[:1])
    backup(path, copy)
    store = Store(path)
    after = play(store, before.key, *TURNS[1:])
    store.close()
    kept = restore(copy, path)
    assert loaded(path, before.key) == before
    assert kept is not None
    assert loaded(kept, before.key) == after
    assert count(copy, "events") == 1
    assert leftovers(tmp_path) == []


def test_a_backup_can_be_put_where_nothing_is(tmp_path: Path) -> None:
    path = tmp_path / "new" / "scorepad.db"
    stored = played(tmp_path / "copy.db", *TURNS)
    assert restore(tmp_path / "copy.db", path) is None
    assert loaded(path, stored.key) == stored


def crashed(path: Path, *turns: tuple[str, str]) -> StoredGame:
    """A file as a power cut leaves it: its rows in the log beside it."""
    live = path.with_name("live.db")
    store = Store(live)
    stored = play(store, store.create("yahtzee", ["Cleo", "Dov"]), *turns)
    for end in ("", "-wal", "-shm"):
        shutil.copy(f"{live}{end}", f"{path}{end}")
    store.close()
    assert Path(f"{path}-wal").stat().st_size > 0
    return stored


def test_a_file_left_by_a_power_cut_opens_with_all_that_was_answered(tmp_path: Path) -> None:
    stored = crashed(tmp_path / "scorepad.db", *TURNS)
    assert loaded(tmp_path / "scorepad.db", stored.key) == stored


def test_a_backup_is_put_over_a_file_whose_log_was_left_behind(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    wanted = played(copy, *TURNS[:2])
    lost = crashed(path, *TURNS)
    kept = restore(copy, path)
    assert loaded(path, wanted.key) == wanted
    assert kept is not None
    assert loaded(kept, lost.key) == lost


def test_a_backup_is_put_over_a_log_whose_file_is_gone(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    wanted = played(copy, *TURNS[:2])
    crashed(path, *TURNS)
    path.unlink()
    restore(copy, path)
    assert loaded(path, wanted.key) == wanted


def test_a_backup_whose_own_rows_are_in_its_log_is_read_whole(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    wanted = crashed(copy, *TURNS)
    restore(copy, path)
    assert loaded(path, wanted.key) == wanted


def test_a_broken_file_is_kept_aside_when_a_backup_replaces_it(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    wanted = played(copy, *TURNS)
    path.write_bytes(b"this is no database, " * 40)
    kept = restore(copy, path)
    assert loaded(path, wanted.key) == wanted
    assert kept is not None
    assert kept.read_bytes() == b"this is no database, " * 40


def test_what_an_interrupted_restore_left_is_in_place_already_when_it_is_named_as_the_copy(
    tmp_path: Path,
) -> None:
    path, left = tmp_path / "scorepad.db", tmp_path / "scorepad.db.restoring-20261130-180000-abcd"
    played(path, *TURNS[:1])
    wanted = played(left, *TURNS)
    with suppress(StoreError):
        restore(left, path)
    assert not left.exists()
    for _ in range(2):
        assert loaded(path, wanted.key) == wanted


def test_nothing_is_put_over_a_file_that_is_served(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    played(copy, *TURNS)
    key = store.create("yahtzee", ["Ana"])
    with pytest.raises(StoreError, match="database_in_use"):
        restore(copy, store.path)
    assert store.load(key).game.players == ("Ana",)
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("content", [None, b"", b"no database, " * 100])
def test_what_is_no_backup_is_refused_and_nothing_is_moved(tmp_path: Path, content: bytes | None) -> None:
    path, source = tmp_path / "scorepad.db", tmp_path / "copy.db"
    stored = played(path, *TURNS)
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(StoreError, match="not_a_database"):
        restore(source, path)
    assert loaded(path, stored.key) == stored


def test_a_database_of_something_else_is_no_backup(tmp_path: Path) -> None:
    path, source = tmp_path / "scorepad.db", tmp_path / "other.db"
    stored = played(path)
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("CREATE TABLE games (title TEXT)")
    with pytest.raises(StoreError, match="not_a_database"):
        restore(source, path)
    assert loaded(path, stored.key) == stored


def later_version(path: Path) -> None:
    """Says that a later version changed the form of that file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorepad', 'm999_colour', '2030-01-01')"
        )


def test_a_backup_of_a_later_version_is_refused_by_the_name_of_its_migration(tmp_path: Path) -> None:
    path, copy = tmp_path / "scorepad.db", tmp_path / "copy.db"
    stored = played(path, *TURNS)
    played(copy)
    later_version(copy)
    with pytest.raises(StoreError) as caught:
        restore(copy, path)
    assert (caught.value.reason, caught.value.facts) == (
        "newer_database",
        {"file": str(copy), "migration": "m999_colour"},
    )
    assert loaded(path, stored.key) == stored
    assert leftovers(tmp_path) == []
