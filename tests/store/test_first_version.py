"""A database of the first version: it opens after a copy was kept, and its games are what they were."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad.record import read_record, write_record
from scorepad.rules import Edit, FetchBack, Gain, Rename, Turn, tell
from scorepad.stats import every_key, finished, thrown_away, unfinished
from scorepad.store import Store, copies_of, kept_copies, kept_results, results_of
from scorepad.transfer import bundle, check, encoded, every_game, rebuild
from tests.helpers import REDO, UNDO, finish, rows, turn, wish

DATABASES = Path(__file__).parent.parent / "databases"
FIRST = DATABASES / "first-version.db"
EXPORTED: dict[str, Any] = json.loads((DATABASES / "first-version.json").read_text(encoding="utf-8"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(FIRST, tmp_path / "scorepad.db"))


@pytest.fixture
def first(path: Path) -> Iterator[Store]:
    """The first version's games, opened by this one."""
    with closing(Store(path)) as store:
        yield store


def exported(store: Store) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(b"".join(encoded(bundle(every_game(store)))))
    return found


def events_in(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM events ORDER BY game, number").fetchall()


def test_it_says_what_the_first_version_said(first: Store) -> None:
    assert exported(first) == EXPORTED
    assert len(EXPORTED["games"]) == 20


def test_it_says_it_to_the_last_letter(first: Store) -> None:
    assert b"".join(encoded(bundle(every_game(first)))) == (DATABASES / "first-version.json").read_bytes()


def test_a_copy_is_kept_before_it_is_changed(path: Path) -> None:
    before = events_in(path)
    Store(path).close()
    [copy] = path.parent.glob("backups/scorepad-*-before-*.db")
    assert "m003_beginnings" in copy.name
    assert events_in(copy) == before
    with closing(sqlite3.connect(copy)) as connection:
        assert "first_note" not in [row[1] for row in connection.execute("PRAGMA table_info(games)")]
    Store(path).close()
    assert list(path.parent.glob("backups/scorepad-*-before-*.db")) == [copy]


def test_check_finds_nothing_and_a_rebuild_changes_nothing(first: Store) -> None:
    assert list(check(first)) == []
    tables = ("games", "players", "seats", "events", "results")
    before = [rows(first, f"SELECT * FROM {table}") for table in tables]
    rebuild(first)
    assert [rows(first, f"SELECT * FROM {table}") for table in tables] == before


def test_every_copy_is_what_its_events_fold_to(first: Store) -> None:
    for key in every_key(first, thrown_away=True):
        stored = first.load_any(key)
        assert tell(stored.story.beginning, stored.events) == stored.story
        assert kept_copies(first.db.conn, stored.id) == copies_of(stored)
        assert kept_results(first.db.conn, stored.id) == results_of(stored)


def test_notes_of_the_first_version_have_a_kind_of_their_own(first: Store, path: Path) -> None:
    with closing(sqlite3.connect(FIRST)) as connection:
        notes = connection.execute("SELECT game, number FROM events WHERE kind = 'note'").fetchall()
    assert len(notes) == 43
    told = {(s.id, e.number): e.what for s in map(first.load_any, every_key(first)) for e in s.events}
    assert {type(told[note]) for note in notes} == {Edit, Rename}
    assert rows(first, "SELECT count(*) FROM events WHERE kind = 'note'") == [(0,)]
    assert len(told) == len(events_in(path)) == len(events_in(FIRST))
    assert any(isinstance(what, Gain) for what in told.values())


def test_the_note_and_start_are_those_that_were_said_last(first: Store) -> None:
    games = [first.load_any(key) for key in every_key(first)]
    edited = [stored for stored in games if any(isinstance(event.what, Edit) for event in stored.events)]
    assert edited
    for stored in edited:
        last = [event.what for event in stored.events if isinstance(event.what, Edit)][-1]
        assert (stored.note, stored.started_at) == (last.note, last.started_at)


def test_everybody_has_a_name_that_was_said_last(first: Store) -> None:
    said: dict[int, dict[str, set[str]]] = {}
    for event in (event for key in every_key(first) for event in first.load_any(key).events):
        if isinstance(event.what, Rename):
            said.setdefault(event.what.player, {}).setdefault(event.at, set()).add(event.what.name)
    assert said
    names = dict(rows(first, "SELECT id, name FROM players"))
    for player, moments in said.items():
        assert names[player] in moments[max(moments)]


def test_its_games_are_read_as_records_too(first: Store) -> None:
    for stored in every_game(first):
        again = read_record(json.loads(json.dumps(write_record(stored.record))))
        assert [again.game.sheet(seat) for seat in again.game.seats] == [
            stored.game.sheet(seat) for seat in stored.game.seats
        ]


def test_its_games_are_in_the_lists(first: Store) -> None:
    over = [game for game in EXPORTED["games"] if game["finished_at"]]
    assert sorted(line.finished_at for line in finished(first, 99)) == sorted(g["finished_at"] for g in over)
    going, broken = unfinished(first, 99)
    assert (len(going), broken) == (20 - len(over), [])
    assert thrown_away(first) == ([], [])


def test_its_games_are_played_on(first: Store) -> None:
    going, _ = unfinished(first, 99)
    for stored in going:
        finish(first, stored.key, "12346")
    for line in finished(first, 99):
        stored = first.load(line.key)
        if isinstance(stored.story.events[-1].what, Turn):
            undone = first.append(line.key, stored.seen, UNDO)
            assert undone.finished_at is None
            assert first.append(line.key, undone.seen, REDO).record == stored.record
        first.append(line.key, first.load(line.key).seen, wish(Edit("again", stored.started_at)))
        assert first.load(line.key).finished_at == stored.finished_at
    assert list(check(first)) == []


# --- what the first version could leave behind --------------------------------------------------------


def old(path: Path, *statements: str) -> None:
    """Something done to the file before it is opened."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_a_game_that_lay_in_the_bin_lies_there_still_and_comes_back(path: Path) -> None:
    old(
        path,
        "UPDATE games SET deleted_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-3 days') WHERE id IN (1, 2)",
    )
    with closing(Store(path)) as store:
        (one, two), broken = thrown_away(store)
        assert broken == []
        assert list(check(store)) == []
        key, record = one.key, one.record
        assert store.load_any(two.key).events[-1].what.kind == "throw_away"
        assert store.append(key, one.seen, wish(FetchBack())).record == record
    with closing(Store(path)) as store:
        assert store.load(key).record == record


def test_a_game_without_an_event_is_one_still(path: Path) -> None:
    old(path, "DELETE FROM events WHERE game = 1", "DELETE FROM results WHERE game = 1")
    old(path, "UPDATE games SET finished_at = NULL, note = 'new' WHERE id = 1")
    with closing(Store(path)) as store:
        [(key,)] = rows(store, "SELECT key FROM games WHERE id = 1")
        stored = store.load(str(key))
        assert (stored.seen, stored.note, stored.finished_at) == (0, "new", None)
        assert store.append(str(key), 0, turn(stored.game.mover_sheet.open_cells[0].box)).seen == 1
        assert list(check(store)) == []


def test_a_note_that_no_version_wrote_spoils_its_own_game_alone(path: Path) -> None:
    noted = "(SELECT min(game) FROM events WHERE kind = 'note')"
    old(path, f"UPDATE events SET more = '{{' WHERE kind = 'note' AND game = {noted}")
    with closing(Store(path)) as store:
        assert [fault.reason for fault in check(store)] == ["unreadable_game"]
        assert len(exported(store)["games"]) == 19


def test_a_note_that_says_nothing_changes_nothing(path: Path) -> None:
    old(
        path,
        "INSERT INTO events (game, number, kind, at) SELECT id, 1 + (SELECT max(number) FROM events"
        " WHERE game = games.id), 'note', '2026-11-30T06:00:00Z' FROM games",
    )
    with closing(Store(path)) as store:
        assert exported(store) == EXPORTED
        assert list(check(store)) == []
