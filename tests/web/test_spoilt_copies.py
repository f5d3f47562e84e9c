"""What is kept for lists and figures may be spoilt by hand or by a bad disk: no page breaks by it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.commands import main
from scorepad.rules import with_options
from scorepad.store import Store
from scorepad.transfer import check, rebuild
from tests.helpers import Page, make_app, rows, store_of
from tests.web.test_records import sheet

FREE = with_options("yahtzee", {"joker": "free"})
_GAMES = [
    sheet(f"2025-03-{day:02}T18:{day:02}:00Z", {"Ella": 20 + day, "Väinö": 25 - day}, rules)
    for day in range(1, 8)
    for rules in ("yatzy", FREE)
]
_SOLO = [sheet(f"2025-03-09T18:0{minute}:00Z", {"Ella": 10 + minute}, "yacht") for minute in range(6)]

PAGES = (
    "/",
    "/games",
    "/games?sort=total",
    "/games?player=Ella",
    "/games?ruleset=yatzy",
    "/games?note=x",
    "/games/under-way",
    "/games/new",
    "/players",
    "/players/1",
    "/players/1?rules=all",
    "/players/1?rules=yacht",
    "/players/2?rules=yatzy",
    "/players/1/edit",
    "/players/2/edit",
    "/players/1/erase",
    "/players/3/merge?into=1",
    "/records",
    "/records?rules=yatzy",
    "/games/{first}",
    "/games/{first}/sheet",
    "/games/{first}/evening",
    "/games/{last}",
    "/games/{last}/evening",
    "/games/{alone}",
    "/games/{alone}/pad",
    "/games/{together}",
    "/export",
    "/house-rules",
    "/paper",
)
_COPIES = ("games", "results", "tallies", "spreads", "meetings")
_RULES = {
    "no JSON": "'spoilt'",
    "a list": "'[1]'",
    "a figure": "'7'",
    "nothing": "'null'",
    "of another sheet": """'{"served":false}'""",
    "no option": """'{"odd":1}'""",
    "no value": """'{"joker":7}'""",
    "no bonus": """'{"bonus":[1e99,0]}'""",
    "too deep": "replace(hex(zeroblob(2500)), '0', '[')",
    "a surrogate": r"""'{"\ud800":1}'""",
    "a long figure": """'{"bonus":' || replace(hex(zeroblob(2500)), '0', '9') || '}'""",
    "a NUL": "'{' || char(0) || '}'",
    "no text": "CAST(x'80ff' AS TEXT)",
}
_MOMENTS = {
    "no moment": "'yesterday'",
    "nothing": "''",
    "the first year": "'0001-01-01T00:00:00Z'",
    "the last year": "'9999-12-31T23:59:59Z'",
    "no such day": "'2025-13-41T99:00:00Z'",
    "no zone": "'2025-01-01T00:00:00'",
    "a week": "'2025-W01-1'",
    "a surrogate": "CAST(x'eda080' AS TEXT)",
}
_FIGURES = {"none": "0", "huge": str(2**62)}
_COLUMNS = {
    "results": "total rank upper bonus extras stayed company won shared alike margin behind round run",
    "tallies": "games company wins shared total bonuses alike extras",
    "spreads": "points sheets",
    "meetings": "games wins draws difference",
}
SPOILINGS = {
    **{
        f"options of {table}: {what}": f"UPDATE OR REPLACE {table} SET options = {value}"
        for table in _COPIES
        for what, value in _RULES.items()
        if table in ("games", "tallies") or what in ("no JSON", "no text")
    },
    **{
        f"rule set of {table}: {value}": f"UPDATE OR REPLACE {table} SET ruleset = {value}"
        for table in _COPIES[1:]
        for value in ("'canasta'", "'kniffel'", "''", "CAST(x'80' AS TEXT)")
    },
    **{
        f"{column} of {table}: {what}": f"UPDATE {table} SET {column} = {value} WHERE {column} IS NOT NULL"
        for table, column in (
            ("games", "finished_at"),
            ("games", "started_at"),
            ("games", "evening"),
            ("results", "finished_at"),
        )
        for what, value in _MOMENTS.items()
    },
    **{
        f"{column} of {table}: {what}": f"UPDATE OR REPLACE {table} SET {column} = {value}"
        for table, columns in _COLUMNS.items()
        for column in columns.split()
        for what, value in _FIGURES.items()
    },
    **{f"no {table}": f"DELETE FROM {table}" for table in _COPIES[1:]},
    "cells that are none": "UPDATE OR REPLACE spreads SET cell = 'odd:99'",
    "cells that are one": "UPDATE OR REPLACE spreads SET cell = 'chance'",
    "totals alone": "DELETE FROM spreads WHERE cell != ''",
    "no totals": "DELETE FROM spreads WHERE cell = ''",
    "sheets below none": "UPDATE spreads SET sheets = -7",
    "sheets beyond counting": "UPDATE spreads SET sheets = 1000000000000",
    "a page of one alone": "DELETE FROM spreads WHERE player = 1",
    "boxes that are none": "UPDATE results SET boxes = 'spoilt'",
    "one result of two": "DELETE FROM results WHERE seat = 1",
    "results of another": "UPDATE results SET player = 2",
    "results of nobody": "UPDATE results SET player = 99",
    "results of no game": "UPDATE results SET game = game + 100",
    "seats that are none": "UPDATE results SET seat = seat + 100",
    "won by all": "UPDATE results SET rank = 1, won = 1, shared = 1",
    "won by one alone": "UPDATE results SET company = 0, margin = NULL, won = 1",
    "tallies of nobody": "UPDATE OR REPLACE tallies SET player = player + 100",
    "meetings with oneself": "UPDATE OR REPLACE meetings SET other = player",
    "meetings with nobody": "UPDATE OR REPLACE meetings SET other = 99",
    "no evenings": "UPDATE games SET evening = NULL",
    "evenings of all": "UPDATE games SET evening = started_at",
    "all finished": "UPDATE games SET finished_at = started_at",
    "none finished": "UPDATE games SET finished_at = NULL",
    "all thrown away": "UPDATE games SET deleted_at = 'yesterday'",
    "a name of rules": "UPDATE games SET rules_name = char(8238, 0, 9)",
    "a name that is no text": "UPDATE games SET rules_name = CAST(x'80' AS TEXT)",
    "a note that is no text": "UPDATE games SET note = CAST(x'80' AS TEXT)",
    "touched at once": f"UPDATE games SET touched = {2**62}",
    "another form": "UPDATE copies SET form = 7",
    "standing for oneself": "UPDATE players SET stands = id",
    "standing in a circle": "UPDATE players SET stands = 3 - id",
    "standing for another": "UPDATE players SET stands = 1 WHERE id = 2",
}
_RARE = (
    "huge",
    "a week",
    "no zone",
    "a NUL",
    "too deep",
    "a surrogate",
    "a long figure",
    "a list",
    "a figure",
)
TRIED = {
    what: sql
    for what, sql in SPOILINGS.items()
    if os.environ.get("SCOREPAD_TESTS") == "all" or not what.endswith(_RARE)
}
"""All of them in `make sweep`."""
"""What is wrong with the copies → SQL that makes it so; the games themselves stay whole."""

BEYOND = {
    "merged with oneself": "UPDATE players SET merged_into = id, stands = id",
    "merged in a circle": "UPDATE players SET merged_into = 3 - id, stands = 3 - id",
    "merged and not told": "UPDATE players SET merged_into = 3 - id",
    "merged into nobody": "UPDATE players SET merged_into = 99, stands = 99 WHERE id = 1",
    "archived some time": "UPDATE players SET archived_at = 'yesterday'",
    "no name": "UPDATE players SET name = ''",
    "a name that is no text": "UPDATE players SET name = CAST(x'80' AS TEXT) WHERE id = 1",
    "a player that is gone": "DELETE FROM players WHERE id = 1",
    "no player": "DELETE FROM players",
    "a game that is gone": "DELETE FROM games WHERE id = 1",
    "no game": "DELETE FROM games",
    "no seat": "DELETE FROM seats",
    "no event": "DELETE FROM events",
    **{f"rule set of games: {value}": f"UPDATE games SET ruleset = {value}" for value in ("'canasta'", "''")},
    "a rule set that is no text": "UPDATE games SET ruleset = CAST(x'80' AS TEXT)",
}
"""What no writing of copies anew can mend."""

_OF_FIGURES = BEYOND | {
    what: sql for what, sql in SPOILINGS.items() if not {"games", "results"} & set(sql.split())
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games by three sets of rules, one of them played alone, and three games under way."""
    path = tmp_path_factory.mktemp("whole") / "scorepad.db"
    with closing(Store(path)) as store:
        store.add_games([*_GAMES, *_SOLO])
        store.create("yacht", ["Ella"])
        store.create("maxi_yatzy", ["Aino"])
        store.create("yatzy", ["Väinö", "Ella"])
    return path


@pytest.fixture
def app(whole: Path, tmp_path: Path) -> Iterator[Flask]:
    made = make_app(Path(shutil.copy(whole, tmp_path / "scorepad.db")))
    yield made
    store_of(made).close()


@pytest.fixture
def pages(app: Flask) -> list[str]:
    """The pages of the file while it is sound."""
    keys = [str(key) for (key,) in rows(store_of(app), "SELECT key FROM games ORDER BY id")]
    first, *_others, last, alone, _aino, together = keys
    return [page.format(first=first, last=last, alone=alone, together=together) for page in PAGES]


def spoil(store: Store, sql: str) -> None:
    """Does that behind the pad's back."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute(sql)
    store.forget()


def opened(client: FlaskClient, page: str) -> tuple[int, str]:
    """How a page is answered, where it leads to in the end."""
    answer = client.get(page, follow_redirects=True)
    return answer.status_code, answer.text


def says_what_mends_it(status: int, text: str) -> bool:
    return status == 503 and "check --rebuild" in Page(text).one("p", "data-reason").text


@pytest.mark.parametrize("sql", TRIED.values(), ids=TRIED)
def test_every_page_is_there_or_says_what_mends_it_and_that_does(
    app: Flask, client: FlaskClient, pages: list[str], sql: str
) -> None:
    store = store_of(app)
    spoil(store, sql)
    for page in pages:
        status, text = opened(client, page)
        assert status in (200, 404) or says_what_mends_it(status, text), page
    rebuild(store)
    assert list(check(store)) == []


@pytest.mark.parametrize("sql", BEYOND.values(), ids=BEYOND)
def test_a_file_that_is_spoilt_further_breaks_no_page(
    app: Flask, client: FlaskClient, pages: list[str], sql: str
) -> None:
    spoil(store_of(app), sql)
    for page in pages:
        status, text = opened(client, page)
        assert status in (200, 404, 422) or says_what_mends_it(status, text), page


@pytest.mark.parametrize("sql", _OF_FIGURES.values(), ids=_OF_FIGURES)
def test_figures_are_printed_or_refused_in_a_line(
    app: Flask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sql: str
) -> None:
    spoil(store_of(app), sql)
    monkeypatch.setenv("SCOREPAD_DB", str(store_of(app).path))
    code = main(["stats"])
    out, err = capsys.readouterr()
    if code:
        assert (out, err.count("\n")) == ("", 1)
    else:
        json.loads(out)


def test_a_mistake_of_the_pad_is_not_taken_for_one_of_the_file(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/mistaken", view_func=lambda: str(1 // 0))
    assert client.get("/mistaken").status_code == 500


def test_sums_are_looked_at_once_a_minute(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/mistaken", view_func=lambda: str(1 // 0))
    assert client.get("/mistaken").status_code == 500
    spoil(store_of(app), SPOILINGS["no tallies"])
    assert client.get("/mistaken").status_code == 500
