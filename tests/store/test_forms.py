"""A file of each form that the database had opens: its games are what their own version told of them."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad.record import read_record, score, write_record
from scorepad.rules import Turn
from scorepad.stats import every_key
from scorepad.store import Store, StoredGame, copies_of, kept_copies, kept_results, results_of, runs
from scorepad.store.results import FORM
from scorepad.transfer import check
from tests.helpers import REDO, UNDO, rows
from tests.oracle import SHEETS
from tests.stats.recomputed import assert_right

DATABASES = Path(__file__).parent.parent / "databases"
FORMS = ("m001", "m003", "m004", "m006", "m008")
"""Made by the code of their time (tests/databases/make.py); that of m002 is the first version's."""


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def opened(form: str, tmp_path: Path) -> Iterator[Store]:
    path = Path(shutil.copy(DATABASES / f"{form}.db", tmp_path / "scorepad.db"))
    with closing(Store(path)) as store:
        yield store


def told(form: str) -> dict[str, dict[str, Any]]:
    """What that version told of each game, by its identity."""
    games = json.loads((DATABASES / f"{form}.json").read_text(encoding="utf-8"))
    return {game["id"]: game for game in games}


def stored_games(store: Store) -> dict[str, StoredGame]:
    found = [store.load_any(key) for key in every_key(store, thrown_away=True)]
    return {stored.uid: stored for stored in found}


def applied(path: Path) -> str:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        names = connection.execute("SELECT name FROM _sqlite_migrations ORDER BY name").fetchall()
    return str(names[-1][0])


def test_the_file_has_that_form_and_is_small(form: str) -> None:
    path = DATABASES / f"{form}.db"
    assert applied(path).startswith(form)
    assert path.stat().st_size < 220_000


def test_every_game_is_what_its_version_told_of_it(opened: Store, form: str) -> None:
    stored, records = stored_games(opened), told(form)
    assert len(records) >= 8
    for uid, record in records.items():
        assert json.loads(json.dumps(write_record(stored[uid].record))) == record
        assert score(read_record(record).game) == score(stored[uid].game)


def test_nothing_is_amiss_and_every_copy_is_what_the_events_say(opened: Store) -> None:
    assert list(check(opened)) == []
    for stored in stored_games(opened).values():
        assert kept_copies(opened.db.conn, stored.id) == copies_of(stored)
        assert kept_results(opened.db.conn, stored.id) == results_of(stored)


def test_its_games_are_played_on(opened: Store) -> None:
    for stored in stored_games(opened).values():
        last = stored.events[-1].what if stored.events else None
        if stored.deleted_at is None and isinstance(last, Turn):
            undone = opened.append(stored.key, stored.seen, UNDO)
            assert opened.append(stored.key, undone.seen, REDO).game == stored.game
    assert list(check(opened)) == []


def test_it_holds_what_its_version_knew(opened: Store, form: str) -> None:
    kinds = {kind for (kind,) in rows(opened, "SELECT DISTINCT kind FROM events")}
    assert kinds >= {"turn", "skip", "undo", "redo", "fix", "edit", "card"}
    assert form == "m001" or kinds >= {"rename", "throw_away"}  # before that they were no events of their own
    sheets = {sheet for (sheet,) in rows(opened, "SELECT DISTINCT ruleset FROM games")}
    assert sheets >= ({"yahtzee", "yacht", "yatzy", "forced_yatzy"} if form == "m001" else set(SHEETS))
    if form in ("m004", "m006", "m008"):
        assert rows(opened, "SELECT count(*) > 4 FROM games WHERE options != ''") == [(1,)]
        assert rows(opened, "SELECT name FROM house_rules") == [("Cottage rules",)]


def test_every_figure_is_what_its_games_come_to(opened: Store) -> None:
    assert_right(opened)


@pytest.mark.parametrize("kept", [*FORMS, "first-version"])
def test_a_start_that_ended_between_the_new_form_and_its_copies_is_made_good_by_the_next(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(shutil.copy(DATABASES / f"{kept}.db", tmp_path / "scorepad.db"))
    with monkeypatch.context() as patched:
        patched.setattr(runs, "rewrite", _killed)
        with pytest.raises(KeyboardInterrupt):
            Store(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM copies WHERE form = ?", (FORM,)).fetchone() == (0,)
        tallied = connection.execute("SELECT count(*) > 0 FROM tallies").fetchone()
        assert tallied == (kept == "m008",)  # those before had none, and this one keeps its own
    with closing(Store(path)) as store:
        assert_right(store)


def _killed(_connection: sqlite3.Connection) -> None:
    raise KeyboardInterrupt


def test_copies_of_another_form_are_written_anew(tmp_path: Path) -> None:
    path = Path(shutil.copy(DATABASES / "m006.db", tmp_path / "scorepad.db"))
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE copies SET form = 0")
        connection.execute("UPDATE tallies SET wins = wins + 1")
    with closing(Store(path)) as store:
        assert_right(store)


def test_whoever_starts_a_pad_of_many_games_is_told_why_it_takes_long(
    opened: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path, count = opened.path, len(every_key(opened, thrown_away=True))
    opened.db.execute("DELETE FROM copies")
    opened.close()
    monkeypatch.setattr("scorepad.store.store._MANY", count - 1)
    Store(path).close()
    Store(path).close()
    assert [record.getMessage() for record in caplog.records] == [
        f"what is kept of {count} games gets another form: that takes a while"
    ]
