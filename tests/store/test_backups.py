"""The copies that the pad keeps by itself: when they are made, which stay, what keeps one from being made."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from scorepad.daily import Daily
from scorepad.store import Backups, Schedule, Store, StoreError, backup, backups, clock, restore, schedule
from tests.helpers import play, rows, turn
from tests.store.test_backup import TURNS, count, loaded, played
from tests.store.test_file import migrate_next


class World:
    """The clocks and the disk of this machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.day = datetime.fromisoformat("2026-11-30T18:00:00Z")
        self.ran = 0.0
        self.free = 1 << 40
        monkeypatch.setattr(clock, "moment", lambda: self.day)
        monkeypatch.setattr(schedule.time, "monotonic", lambda: self.ran)
        monkeypatch.setattr(backups.shutil, "disk_usage", lambda _folder: Usage(0, 0, self.free))

    def passes(self, hours: float) -> None:
        self.day += timedelta(hours=hours)
        self.ran += hours * 3600


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


@pytest.fixture
def looks(store: Store) -> Iterator[Schedule]:
    with closing(Schedule(store.backups)) as made:
        yield made


def numbers(store: Store) -> list[int]:
    return [kept.number for kept in store.backups.kept]


def write(store: Store) -> None:
    store.create("yahtzee", ["Ana", "Ben"])


# --- when ---------------------------------------------------------------------------------------------


def test_an_empty_pad_is_not_copied(store: Store, looks: Schedule, world: World) -> None:
    world.passes(99)
    assert (looks.look(), numbers(store)) == (None, [])


def test_a_copy_is_made_soon_after_the_start_and_then_each_day(
    store: Store, looks: Schedule, world: World
) -> None:
    write(store)
    first = looks.look()
    assert first is not None
    assert first.name == "scorepad-000001-20261130-180000.db"
    assert first.parent == store.path.parent / "backups"
    assert count(first, "games") == 1
    write(store)
    for hours, made in ((1, 1), (22, 1), (1, 2), (1, 2)):
        world.passes(hours)
        looks.look()
        assert len(numbers(store)) == made
    assert count(store.backups.kept[0].file, "games") == 2


def test_nothing_is_copied_twice(store: Store, looks: Schedule, world: World) -> None:
    write(store)
    first = looks.look()
    for _ in range(5):
        world.passes(25)
        assert looks.look() is None
    with closing(Schedule(store.backups)) as restarted:  # it does not know yet whether something was written
        assert restarted.look() == first
        assert restarted.look() is None
    assert numbers(store) == [1]
    write(store)
    assert looks.look() is not None
    assert numbers(store) == [2, 1]


def test_a_pad_that_is_started_and_not_played_on_makes_no_other_copy(new_file: Path, world: World) -> None:
    for _ in range(4):
        with closing(Store(new_file)) as store, closing(Schedule(store.backups)) as looks:
            if not numbers(store):
                write(store)
            looks.look()
            assert numbers(store) == [1]
        world.passes(25)


def test_a_pad_that_is_started_each_evening_has_a_copy_a_day(store: Store, world: World) -> None:
    for evening in range(1, 5):
        write(store)
        for _ in range(2):  # started twice
            with closing(Schedule(store.backups)) as looks:
                looks.look()
        assert len(numbers(store)) == evening
        world.passes(24)


def test_a_clock_in_1970_neither_stops_the_copies_nor_makes_the_newest_the_oldest(
    store: Store, looks: Schedule, world: World
) -> None:
    for day in range(backups.MOST):
        write(store)
        assert looks.look(), day
        world.passes(24)
    world.day = datetime.fromisoformat("1970-01-01T00:01:00Z")
    write(store)
    with closing(Schedule(store.backups)) as restarted:
        made = restarted.look()
        assert made is not None
        assert made.name == f"scorepad-{backups.MOST + 1:06}-19700101-000100.db"
        assert numbers(store) == list(range(backups.MOST + 1, 1, -1))
        world.passes(1)
        write(store)
        assert restarted.look() is None
        world.passes(24)  # by the clock that only counts
        assert restarted.look() is not None
        write(store)
        world.day = datetime.fromisoformat("2026-12-30T18:00:00Z")  # the right time has come
        assert restarted.look() is not None
    assert numbers(store) == list(range(backups.MOST + 3, 3, -1))


# --- which stay ---------------------------------------------------------------------------------------


def test_the_last_fourteen_are_kept_and_other_files_are_left_alone(
    store: Store, looks: Schedule, world: World
) -> None:
    folder = store.path.parent / "backups"
    folder.mkdir()
    others = ["scorepad-1-20261130-180000.db", "other-000001-20261130-180000.db", "notes.txt"]
    others += ["scorepad-000001-20261130-180000.db.bak", "xscorepad-000001-20261130-180000.db"]
    for name in others:
        (folder / name).write_text("precious")
    for _ in range(backups.MOST + 3):
        write(store)
        looks.look()
        world.passes(24)
    assert numbers(store) == list(range(17, 3, -1))
    assert {file.name for file in folder.iterdir()} == {*others, *(k.file.name for k in store.backups.kept)}
    assert [count(kept.file, "games") for kept in store.backups.kept] == list(range(17, 3, -1))


def test_an_old_copy_leaves_only_once_the_new_one_is_whole(
    store: Store, looks: Schedule, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(backups.MOST):
        write(store)
        looks.look()
        world.passes(24)
    write(store)
    with monkeypatch.context() as broken:
        broken.setattr("scorepad.store.copying.is_sound", lambda _file: False)
        with pytest.raises(StoreError, match="not_a_database"):
            looks.look()
    assert numbers(store) == list(range(14, 0, -1))
    assert looks.look() is not None
    assert numbers(store) == list(range(15, 1, -1))


def test_what_a_crash_left_half_written_is_cleared_away(store: Store, looks: Schedule) -> None:
    folder = store.path.parent / "backups"
    folder.mkdir()
    half = "scorepad-000001-20261130-180000.db.1f2e3d4c.half"
    for name in (half, f"{half}-journal", "mine.half"):
        (folder / name).write_text("half")
    write(store)
    looks.look()
    assert [f.name for f in folder.iterdir() if "half" in f.name] == ["mine.half"]


# --- what keeps one from being made -------------------------------------------------------------------


def test_a_full_disk_is_told_and_not_filled_further(store: Store, looks: Schedule, world: World) -> None:
    write(store)
    world.free = backups.SPARE
    with pytest.raises(StoreError) as caught:
        looks.look()
    assert (caught.value.reason, caught.value.facts["size"]) == ("no_room_for_copy", 1)
    assert store.backups.fault == caught.value
    assert list((store.path.parent / "backups").iterdir()) == []
    write(store)  # the pad goes on
    world.free = 1 << 40
    assert looks.look() is not None
    assert store.backups.fault is None


def test_a_folder_that_is_gone_is_told_and_not_made(new_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    with closing(Store(new_file, folder)) as store, closing(Schedule(store.backups)) as looks:
        write(store)
        folder.rmdir()
        with pytest.raises(StoreError, match="no_folder"):
            looks.look()
        assert not folder.exists()
        assert store.backups.kept == []
        folder.mkdir()
        made = looks.look()
        assert made is not None
        assert made.parent == folder


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_told(store: Store, looks: Schedule) -> None:
    folder = store.path.parent / "backups"
    folder.mkdir(mode=0o500)
    write(store)
    with pytest.raises(StoreError, match="not_writable"):
        looks.look()


def test_a_file_in_place_of_the_folder_is_told(store: Store, looks: Schedule) -> None:
    (store.path.parent / "backups").write_text("")
    write(store)
    with pytest.raises(StoreError, match="not_writable"):
        looks.look()


def test_a_database_that_was_moved_away_is_told_and_none_is_made_in_its_place(
    store: Store, looks: Schedule
) -> None:
    write(store)
    away = store.path.rename(store.path.with_name("away.db"))
    with pytest.raises(StoreError) as caught:
        looks.look()
    assert (caught.value.reason, caught.value.facts) == ("file_gone", {"file": str(store.path)})
    assert not store.path.exists()
    away.rename(store.path)
    assert looks.look() is not None


def test_a_database_that_another_program_holds_is_told_as_held(store: Store, looks: Schedule) -> None:
    write(store)
    looks.look()
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    with pytest.raises(StoreError, match="file_locked"), store.backups.told():
        raise error


def test_whether_the_copies_go_with_the_disk_of_the_games_is_known(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    played(path)
    assert Backups(path).on_same_disk
    assert not Backups(path, tmp_path / "gone").on_same_disk
    assert not Backups(path, Path("/proc")).on_same_disk


# --- before a migration -------------------------------------------------------------------------------


def test_where_no_copy_can_be_made_the_form_is_not_changed(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scorepad.db"
    stored = played(path, *TURNS)
    world.free = 0
    migrate_next(monkeypatch, "m999_colour", "ALTER TABLE players ADD COLUMN colour TEXT")
    with pytest.raises(StoreError) as caught:
        Store(path)
    folder = str(tmp_path / "backups")
    assert (caught.value.reason, caught.value.facts) == (
        "no_copy_first",
        {"file": str(path), "folder": folder},
    )
    with closing(sqlite3.connect(path)) as connection:
        assert "colour" not in [column[1] for column in connection.execute("PRAGMA table_info(players)")]
    world.free = 1 << 40
    with closing(Store(path)) as store:
        assert store.load(stored.key) == stored
        assert [kept.file.name for kept in store.backups.kept] == [
            "scorepad-000001-20261130-180000-before-m999_colour.db"
        ]


# --- by hand ------------------------------------------------------------------------------------------


def test_a_backup_into_a_folder_has_a_name_of_its_own_and_takes_none_away(tmp_path: Path) -> None:
    path, folder = tmp_path / "scorepad.db", tmp_path / "stick"
    folder.mkdir()
    stored = played(path, *TURNS)
    made = [backup(path, folder) for _ in range(backups.MOST + 2)]
    assert [kept.file for kept in Backups(path, folder).kept] == made[::-1]
    assert made[-1].name.startswith("scorepad-000016-")
    path.unlink()
    restore(made[0], path)
    assert loaded(path, stored.key) == stored


# --- the thread ---------------------------------------------------------------------------------------


def until(there: object) -> None:
    patience = time.time() + 10
    while not there():  # type: ignore[operator]
        assert time.time() < patience
        time.sleep(0.01)


def test_copies_are_made_while_the_pad_runs_and_end_with_it(store: Store) -> None:
    write(store)
    daily = Daily(store, first=0, every=0.01)
    until(lambda: store.backups.kept)
    store.close()
    assert not daily._thread.is_alive()
    assert not Path(f"{store.path}-wal").exists()


def test_what_goes_wrong_is_said_once_and_ends_neither_pad_nor_copies(
    store: Store, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    write(store)
    world.free = 0
    looked = 0

    def look(_schedule: Schedule, real: object = Schedule.look) -> object:
        nonlocal looked
        looked += 1
        return real(_schedule)  # type: ignore[operator]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Schedule, "look", look)
        Daily(store, first=0, every=0.01)
        until(lambda: looked > 3)
        [said] = [record.message for record in caplog.records]
        assert said.startswith("No copy of the games was made: ")
        assert said.endswith(" has no room for a copy of the games: free 33 MB there")
        world.free = 1 << 40
        until(lambda: store.backups.kept)
        store.close()


def test_turns_are_saved_while_a_large_file_is_copied(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    with closing(Store(path)) as store:
        key = play(store, store.create("yahtzee", ["Ana", "Ben"]), *TURNS[:1]).key
        store.db.execute("CREATE TABLE ballast (bytes BLOB)")
        store.db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"
            " INSERT INTO ballast SELECT randomblob(1000000) FROM n"
        )
        longest, seen = 0.0, 1
        Daily(store, first=0, every=60)
        boxes = iter([box for box in ("ones", "twos", "threes", "fives", "sixes", "yahtzee") for _ in "ab"])
        while not store.backups.kept:
            if box := next(boxes, None):
                began = time.perf_counter()
                seen = store.append(key, seen, turn(box if seen > 1 else "ones")).seen
                longest = max(longest, time.perf_counter() - began)
            time.sleep(0.02)
        assert seen > 1
        assert longest < 0.25
        assert rows(store, "SELECT count(*) FROM events")[0][0] == seen


def test_a_copy_under_way_is_broken_off_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    store = Store(path)
    write(store)
    store.db.execute("CREATE TABLE ballast (bytes BLOB)")
    store.db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"
        " INSERT INTO ballast SELECT randomblob(1000000) FROM n"
    )
    Daily(store, first=0, every=60)
    until(lambda: list((tmp_path / "backups").glob("*.half")))
    store.close()
    assert [file.name for file in (tmp_path / "backups").iterdir() if "half" in file.name] == []
    shutil.copy(path, tmp_path / "again.db")
    assert count(tmp_path / "again.db", "games") == 1
