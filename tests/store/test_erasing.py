"""A name that is erased: gone from every game and every byte of the file, now or as soon as that may be."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scorepad.daily import Daily
from scorepad.rules import Edit, Refused, Rename
from scorepad.store import Store, StoreError, connection, erasing
from scorepad.transfer import check
from tests.helpers import finish, rows, solo, wish

NAMES = ("Wilhelmina", "Mina Quux", "Xanthippe")


def traces(path: Path) -> set[str]:
    """Which of NAMES some byte of the file, its log or its index still tells, in any letters."""
    parts = [Path(f"{path}{end}") for end in ("", "-wal", "-shm")]
    said = b"".join(part.read_bytes() for part in parts if part.exists()).lower()
    return {name for name in NAMES if name.lower().encode() in said}


@pytest.fixture
def played(store: Store) -> Store:
    """A person renamed in a game and beside games, and merged with another name that came late."""
    key = store.create("yacht", ["Ana", "Wilhelmina"])
    store.append(key, 0, wish(Rename(2, "Mina Quux")))
    store.rename(2, "Wilhelmina")
    stored = finish(store, key)
    late = store.create("yacht", ["Ana", "Ben"])
    store.join(late, 0, "Xanthippe")
    store.merge(4, into=2)
    for number in range(40):  # pages that come and go
        solo(store, f"Filler {number}")
    assert stored.game.finished
    return store


def test_no_byte_of_a_name_is_left_nor_of_those_it_had_and_was_merged_with(played: Store) -> None:
    keys = [str(key) for (key,) in rows(played, "SELECT key FROM games WHERE id < 3 ORDER BY id")]
    assert traces(played.path) == set(NAMES)
    played.erase(2)
    assert traces(played.path) == set()
    assert not played.holds_traces
    assert [played.load(key).game.players for key in keys] == [
        ("Ana", "Player 2"),
        ("Ana", "Ben", "Player 2"),
    ]
    assert rows(played, "SELECT id, archived_at IS NOT NULL FROM players WHERE name LIKE 'Player%'") == [
        (2, 1),
        (4, 1),
    ]
    played.part(4)
    assert played.load(keys[1]).game.players == ("Ana", "Ben", "Player 4")
    played.close()
    assert traces(played.path) == set()
    with closing(Store(played.path)) as again:
        assert list(check(again)) == []


def test_who_is_called_player_7_already_keeps_the_name(store: Store) -> None:
    for name in ("player 2", "Wilhelmina"):
        solo(store, name)
    store.erase(2)
    assert rows(store, "SELECT name FROM players ORDER BY id") == [("player 2",), ("Player 3",)]
    with pytest.raises(Refused, match="unknown_player"):
        store.erase(9)
    store.rename(2, "Ana")
    assert store.load(solo(store, "Ana").key).player_ids == (2,)


def test_who_is_erased_twice_is_called_the_same(store: Store) -> None:
    solo(store, "Ana")
    for _ in range(2):
        store.erase(1)
        assert rows(store, "SELECT name FROM players") == [("Player 1",)]


def test_what_was_entered_after_an_erasure_outlives_a_crash(played: Store, tmp_path: Path) -> None:
    """The log begins anew, and the file knows it."""
    played.erase(2)
    key = str(rows(played, "SELECT key FROM games WHERE id = 2")[0][0])
    played.append(key, played.load(key).seen, wish(Edit("after it", "2026-11-29T18:05:00Z")))
    left = tmp_path / "left"
    left.mkdir()
    for end in ("", "-wal"):
        (left / f"scorepad.db{end}").write_bytes(Path(f"{played.path}{end}").read_bytes())
    with closing(Store(left / "scorepad.db")) as again:
        assert again.load(key).note == "after it"
    assert traces(left / "scorepad.db") == set()


# --- where that may not be just now ----------------------------------------------------------------


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WAIT", 0.05)
    monkeypatch.setattr("scorepad.store.file.WAIT", 0.05)


@contextmanager
def somebody_reads(path: Path) -> Iterator[None]:
    """Another program reads for long what the file held before."""
    with closing(sqlite3.connect(path, isolation_level=None)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM games").fetchone()
        yield


def test_while_somebody_reads_pages_have_forgotten_and_the_file_forgets_later(played: Store) -> None:
    with somebody_reads(played.path):
        played.erase(2)
        assert played.holds_traces
        assert "Wilhelmina" not in str(rows(played, "SELECT name FROM players"))
    assert traces(played.path)
    played.leave_no_trace()
    assert (traces(played.path), played.holds_traces) == (set(), False)


def test_on_a_full_disk_the_name_is_gone_from_games_and_the_next_start_makes_the_file_forget(
    played: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_connection: sqlite3.Connection) -> bool:
        raise StoreError("no_room", file="scorepad.db")

    with monkeypatch.context() as patched:
        patched.setattr(erasing, "write_anew", full)
        played.erase(2)
        played.leave_no_trace()
    assert played.holds_traces
    assert rows(played, "SELECT name FROM players WHERE id = 2") == [("Player 2",)]
    assert traces(played.path)
    played.close()
    with closing(Store(played.path)) as again:
        assert (traces(played.path), again.holds_traces) == (set(), False)


def test_while_this_thread_still_reads_the_file_forgets_later(played: Store) -> None:
    reading = played.db.conn.execute("SELECT * FROM games")
    reading.fetchone()
    played.erase(2)
    assert played.holds_traces
    reading.close()
    played.leave_no_trace()
    assert (traces(played.path), played.holds_traces) == (set(), False)


def test_a_pad_that_runs_forgets_by_itself_what_was_put_off(played: Store) -> None:
    with somebody_reads(played.path):
        played.erase(2)
    Daily(played, first=0.01, every=0.01)
    until = time.monotonic() + 10
    while played.holds_traces and time.monotonic() < until:
        time.sleep(0.01)
    assert (traces(played.path), played.holds_traces) == (set(), False)


def test_a_file_that_another_program_holds_is_told_and_nothing_is_erased(played: Store) -> None:
    with closing(sqlite3.connect(played.path, isolation_level=None)) as holding:
        holding.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="file_locked"):
            played.erase(2)
    assert rows(played, "SELECT name FROM players WHERE id = 2") == [("Wilhelmina",)]
    assert not played.holds_traces
