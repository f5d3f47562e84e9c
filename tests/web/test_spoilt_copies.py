"""What is kept for lists and figures may be spoilt by hand or by a bad disk: no page breaks by it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorepad.rules import with_options
from scorepad.store import Store
from tests.helpers import make_app, store_of
from tests.web.test_records import sheet

FREE = with_options("yahtzee", {"joker": "free"})
_GAMES = [
    sheet(f"2025-03-{day:02}T18:{day:02}:00Z", {"Ella": 20 + day, "Väinö": 25 - day}, rules)
    for day in range(1, 8)
    for rules in ("yatzy", FREE)
]
_SOLO = sheet("2025-03-09T18:00:00Z", {"Ella": 14})

PAGES = (
    "/",
    "/games",
    "/games?sort=total",
    "/games?player=Ella",
    "/players",
    "/players/1",
    "/players/1?rules=all",
    "/players/1?rules=yatzy",
    "/players/1/edit",
    "/players/1/erase",
    "/players/2/edit",
    "/players/1/merge?into=2",
    "/records",
    "/records?rules=yatzy",
    "/games/new",
    "/games/{key}",
    "/games/{key}/sheet",
    "/games/{key}/evening",
    "/export",
    "/house-rules",
)

NO_MOMENTS = ("yesterday", "", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2025-13-41T99:00:00Z")
NO_OPTIONS = ("spoilt", "[1]", "7", "null", '{"odd": 1}', '{"joker": 7}', '{"bonus": [1e99, 0]}', "[" * 5000)
SPOILINGS = (
    *(f"UPDATE games SET options = '{text}'" for text in NO_OPTIONS),
    *(f"UPDATE results SET options = '{text}'" for text in NO_OPTIONS[:3]),
    *(f"UPDATE OR REPLACE tallies SET options = '{text}'" for text in NO_OPTIONS[:3]),
    *(f"UPDATE OR REPLACE {table} SET ruleset = 'canasta'" for table in ("games", "results", "tallies")),
    *(f"UPDATE {table} SET finished_at = '{text}'" for table in ("games", "results") for text in NO_MOMENTS),
    *(f"UPDATE games SET evening = '{text}'" for text in NO_MOMENTS),
    *(f"UPDATE games SET started_at = '{text}'" for text in NO_MOMENTS),
    "UPDATE games SET evening = NULL",
    "UPDATE games SET rules_name = char(8238, 0, 9)",
    "UPDATE results SET player = 2",
    "UPDATE results SET rank = 7",
    "UPDATE results SET rank = 1, won = 1, shared = 1",
    "UPDATE results SET total = 4611686018427387904",
    "UPDATE results SET total = -4611686018427387904",
    "UPDATE results SET stayed = 0",
    "UPDATE results SET company = 0, margin = NULL, won = 1",
    "UPDATE results SET boxes = 'spoilt'",
    "UPDATE results SET round = 99, behind = -7, margin = -3, run = 4000000",
    "DELETE FROM results",
    "DELETE FROM results WHERE seat = 1",
    "UPDATE tallies SET games = 0",
    "UPDATE tallies SET games = -3, wins = 9, shared = 12, bonuses = 44",
    "UPDATE tallies SET total = 9223372036854775807",
    "DELETE FROM tallies",
    "DELETE FROM spreads",
    "DELETE FROM spreads WHERE cell = ''",
    "UPDATE spreads SET sheets = 0",
    "UPDATE spreads SET sheets = -1",
    "UPDATE spreads SET points = 1 << 60 WHERE points > 9",
    "UPDATE OR REPLACE spreads SET cell = 'odd:99'",
    "UPDATE OR REPLACE spreads SET cell = 'chance'",
    "DELETE FROM meetings",
    "UPDATE meetings SET games = 0",
    "UPDATE meetings SET other = player",
    "UPDATE players SET stands = 1, merged_into = 1",
    "UPDATE players SET stands = 3 - id, merged_into = 3 - id",
    "UPDATE players SET stands = NULL, merged_into = 3 - id",
    "UPDATE players SET name = ''",
    "UPDATE players SET archived_at = 'spoilt'",
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games by two sets of rules, one of them played alone."""
    path = tmp_path_factory.mktemp("whole") / "scorepad.db"
    store = Store(path)
    store.add_games([*_GAMES, _SOLO])
    store.close()
    return path


@pytest.fixture(params=SPOILINGS, ids=lambda sql: sql.removeprefix("UPDATE ")[:70])
def spoilt(request: pytest.FixtureRequest, whole: Path, tmp_path: Path) -> Iterator[Flask]:
    app = make_app(Path(shutil.copy(whole, tmp_path / "scorepad.db")))
    store = store_of(app)
    with store.db.conn:
        store.db.execute("PRAGMA foreign_keys = OFF")
        store.db.execute(request.param)
    store.forget()
    yield app
    store.close()


def test_every_page_is_there_or_says_what_ails_the_file(spoilt: Flask) -> None:
    client = spoilt.test_client()
    keys = [key for (key,) in store_of(spoilt).db.execute("SELECT key FROM games ORDER BY id")]
    pages = [page.format(key=key) for page in PAGES for key in (keys[0], keys[-1])]
    broken = {}
    for page in dict.fromkeys(pages):
        answer = client.get(page)
        if answer.status_code >= 500 and answer.status_code != 503:
            broken[page] = answer.status_code
    assert not broken
