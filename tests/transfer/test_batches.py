"""Games are added some at a time: others save between, and after a sudden end the same file adds the rest."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.record import Record
from scorepad.store import Store
from scorepad.transfer import check
from scorepad.transfer import intake as room
from tests.commands.program import ROOT, run
from tests.helpers import rows
from tests.transfer.told import bundled, card_game, record, take_in

MANY = 500


def many(count: int) -> dict[str, object]:
    return bundled(*(record(id=str(number)) for number in range(count)))


def count(store: Store) -> int:
    return len(rows(store, "SELECT 1 FROM games"))


@pytest.fixture
def batches(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games each transaction added."""
    found: list[int] = []

    def add(records: Iterable[Record]) -> int:
        found.append(Store.add_games(store, records))
        return found[-1]

    monkeypatch.setattr(store, "add_games", add)
    return found


def test_games_are_written_some_at_a_time_and_none_is_held_back(store: Store, batches: list[int]) -> None:
    assert take_in(store, many(300)) == (300, 0)
    assert count(store) == sum(batches) == 300
    assert len(batches) >= 3
    assert max(batches) <= room._READY // room._EMPTY


def test_a_slow_disk_makes_batches_smaller(
    store: Store, batches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "HELD", 0.0)
    assert take_in(store, many(20)) == (20, 0)
    assert batches == [1] * 20


def test_a_game_of_many_entries_players_or_cards_weighs_more() -> None:
    game = card_game(1)
    weight = room._EMPTY + len(game.entries) + len(game.players)
    assert room._weight(Record(game)) == weight + sum(len(game.sheet(seat).cards) for seat in game.seats)


def test_what_came_in_twice_is_counted_once_whatever_was_between(store: Store) -> None:
    half = many(20)
    half["games"] = half["games"][::2]  # type: ignore[index]
    assert take_in(store, half) == (10, 0)
    assert take_in(store, many(20)) == (10, 10)
    assert list(check(store)) == []


def added(database: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # there is none yet
        return 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_after_a_sudden_end_the_same_file_adds_the_rest(tmp_path: Path) -> None:
    database, file = tmp_path / "scorepad.db", tmp_path / "many.json"
    file.write_text(json.dumps(many(MANY)))
    here = {"SCOREPAD_DB": str(database)}
    for part in range(1, 6):
        with subprocess.Popen(
            [sys.executable, "app.py", "import", str(file)],
            cwd=ROOT,
            env=os.environ | here,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            while added(database) < part * MANY // 7 and process.poll() is None:
                time.sleep(0.001)
            process.kill()
    there = added(database)
    assert MANY * 5 // 7 <= there <= MANY
    done = run("import", str(file), environment=here)
    rest = f"{MANY - there} games added. {there} games were here already.\n"
    assert done.stdout.decode().splitlines(keepends=True)[0] == rest
    assert added(database) == MANY
    assert run("check", environment=here).returncode == 0
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
