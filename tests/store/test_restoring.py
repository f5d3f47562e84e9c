"""A restore that a crash parts: whatever step was the last, no game is lost and the pad finds its way."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorepad.store import Store, StoredGame, StoreError, backup, restore
from tests.store.test_backup import TURNS, crashed, loaded, played

ROOT = Path(__file__).parents[2]
STEPS = 16
"""More than a restore has."""

CRASHES = """
import os, sys
from pathlib import Path
from scorepad.store import restore

def falter(name, count):
    real = getattr(os, name)
    def step(*told, **more):
        count[0] -= 1
        if count[0] < 0:
            os._exit(9)
        return real(*told, **more)
    setattr(os, name, step)

for number in range(int(sys.argv[2])):
    if os.fork():
        os.wait()
        continue
    folder, count = Path(sys.argv[1]) / str(number), [number]
    for name in ("rename", "unlink", "fsync"):
        falter(name, count)
    restore(folder / "copy.db", folder / "scorepad.db")
    os._exit(0)
"""
"""Restores in as many folders, each in a process that is killed one step later than the one before."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of another kind")


def crash_at_every_step(tmp_path: Path, before: Path) -> list[Path]:
    """Restores `copy.db` over `scorepad.db` in copies of that folder; returns these."""
    folders = [tmp_path / "crashes" / str(number) for number in range(STEPS)]
    for folder in folders:
        shutil.copytree(before, folder)
    command = [sys.executable, "-c", CRASHES, str(tmp_path / "crashes"), str(STEPS)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=60)
    return folders


def games_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return {key for (key,) in connection.execute("SELECT key FROM games")}


def kept_in(folder: Path) -> list[Path]:
    return [
        file for file in folder.glob("scorepad.db.before-restore-*") if not file.name.endswith(("wal", "shm"))
    ]


def left_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if "restoring" in file.name or "half" in file.name]


def the_keys(path: Path) -> set[str]:
    """The games of a pad that starts there."""
    with closing(Store(path)) as store:
        return {str(key) for (key,) in store.db.execute("SELECT key FROM games")}


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A folder with games and a copy of others."""
    folder = tmp_path / "before"
    folder.mkdir()
    return folder


def test_a_crash_at_any_step_loses_no_game(tmp_path: Path, before: Path) -> None:
    there, comes = crashed(before / "scorepad.db", *TURNS), played(before / "copy.db", *TURNS[:1])
    outcomes = []
    for folder in crash_at_every_step(tmp_path, before):
        keys = the_keys(folder / "scorepad.db")
        kept = kept_in(folder)
        assert left_in(folder) == [], folder
        assert keys == ({comes.key} if kept else {there.key}), folder
        if kept:
            assert loaded(kept[0], there.key) == there
            assert loaded(folder / "scorepad.db", comes.key) == comes
        outcomes.append(len(kept))
    # Undone as long as the games that come were not whole, finished from then on.
    assert outcomes == sorted(outcomes)
    assert set(outcomes) == {0, 1}


def test_a_broken_file_and_its_log_travel_together_whatever_the_step(tmp_path: Path, before: Path) -> None:
    broken = {"": b"no database, " * 90, "-wal": b"the log", "-shm": b"its index"}
    comes = played(before / "copy.db", *TURNS)
    for end, content in broken.items():
        (before / f"scorepad.db{end}").write_bytes(content)
    for folder in crash_at_every_step(tmp_path, before):
        path = folder / "scorepad.db"
        with suppress(StoreError):  # where nothing was begun
            assert the_keys(path) == {comes.key}
        [held] = kept_in(folder) or [path]
        assert [Path(f"{held}{end}").read_bytes() for end in ("", "-wal")] == [broken[""], broken["-wal"]]
        assert Path(f"{held}-shm").exists()


def test_a_restore_that_was_parted_is_finished_by_the_next_one(tmp_path: Path, before: Path) -> None:
    there, comes = played(before / "scorepad.db", *TURNS), played(before / "copy.db")
    for folder in crash_at_every_step(tmp_path, before):
        last = played(folder / "last.db", *TURNS[:2])
        restore(folder / "last.db", folder / "scorepad.db")
        assert the_keys(folder / "scorepad.db") == {last.key}
        assert there.key in set().union(*map(games_in, kept_in(folder)))
        assert games_in(folder / "copy.db") == {comes.key}
        assert left_in(folder) == []


def test_a_backup_made_after_a_parted_restore_has_the_games_that_came(tmp_path: Path, before: Path) -> None:
    played(before / "scorepad.db", *TURNS)
    comes = played(before / "copy.db")
    for number, folder in enumerate(crash_at_every_step(tmp_path, before)):
        backup(folder / "scorepad.db", folder / "made.db")
        assert games_in(folder / "made.db") == games_in(folder / "scorepad.db")
        assert comes.key in games_in(folder / "made.db") or number < STEPS // 2


def parted_by_the_version_before(folder: Path) -> tuple[StoredGame, StoredGame]:
    """As it left a restore that was killed between its two renames."""
    there, comes = played(folder / "was.db", *TURNS), played(folder / "copy.db")
    (folder / "was.db").rename(folder / "scorepad.db.before-restore-20261130-180500-ab12")
    shutil.copy(folder / "copy.db", folder / "scorepad.db.arrived")
    return there, comes


def test_what_the_version_before_left_parted_is_finished_too(before: Path) -> None:
    there, comes = parted_by_the_version_before(before)
    assert the_keys(before / "scorepad.db") == {comes.key}
    [kept] = kept_in(before)
    assert loaded(kept, there.key) == there
    assert not (before / "scorepad.db.arrived").exists()


def test_what_it_never_put_in_place_stays_aside(before: Path) -> None:
    there = played(before / "scorepad.db", *TURNS)
    played(before / "scorepad.db.arrived")
    assert the_keys(before / "scorepad.db") == {there.key}
    assert kept_in(before) == []


@pytest.mark.parametrize("failing", [0, 1])
def test_a_restore_that_cannot_be_done_leaves_all_as_it_was(
    before: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    path = before / "scorepad.db"
    there = played(path, *TURNS)
    played(before / "copy.db")
    real, done = os.rename, [0]

    def rename(source: Path, target: Path) -> None:
        moves = "before-restore" in str(target) or Path(target) == path
        done[0] += moves
        if moves and done[0] == failing + 1:
            raise PermissionError("no")
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", rename)
        with pytest.raises(PermissionError):
            restore(before / "copy.db", path)
    assert the_keys(path) == {there.key}
    assert (kept_in(before), left_in(before)) == ([], [])


def test_the_games_that_come_are_on_the_disk_before_the_others_leave(
    before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(before / "scorepad.db", *TURNS)
    played(before / "copy.db")
    steps: list[str] = []
    sync, rename = os.fsync, os.rename

    def synced(descriptor: int) -> None:
        steps.append(
            "folder" if Path(f"/proc/self/fd/{descriptor}").resolve() == before.resolve() else "file"
        )
        sync(descriptor)

    def renamed(source: Path, target: Path) -> None:
        steps.append("rename")
        rename(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "rename", renamed)
    restore(before / "copy.db", before / "scorepad.db")
    assert steps == ["file", "rename", "folder", "rename", "folder", "rename", "folder"]
