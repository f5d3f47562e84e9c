"""The export page: every game as files to keep, and the database itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from scorepad.store import backup, now
from scorepad.transfer import GAME_COLUMNS, TURN_COLUMNS, bundle, every_game, games_table, turns_table
from scorepad.web.downloads import attached, headings, other_separator, separator, text_file
from scorepad.web.here import store
from scorepad.web.uploads import new_file

area = Blueprint("export", __name__, url_prefix="/export")

_PIECE = 1 << 16


@area.get("")
def page() -> ResponseReturnValue:
    return render_template("pages/export.html", other=other_separator())


@area.get("/bundle.json")
def records() -> Response:
    return text_file(bundle(every_game(store())), "application/json", f"scorepad-games-{_today()}.json")


@area.get("/games.csv")
def games() -> Response:
    table = games_table(every_game(store()), headings(GAME_COLUMNS), separator())
    return text_file(table, "text/csv", f"scorepad-games-{_today()}.csv")


@area.get("/turns.csv")
def turns() -> Response:
    table = turns_table(every_game(store()), headings(TURN_COLUMNS), separator())
    return text_file(table, "text/csv", f"scorepad-turns-{_today()}.csv")


@area.get("/scorepad.db")
def database() -> Response:
    """A checked copy of the database, gone from here once it is sent."""
    copy = new_file("db")
    backup(store().path, copy)
    response = attached(Response(_read_once(copy)), f"scorepad-{_today()}.db")
    response.content_type = "application/vnd.sqlite3"
    response.content_length = copy.stat().st_size
    return response


def _read_once(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as reading:
            while piece := reading.read(_PIECE):
                yield piece
    finally:
        file.unlink(missing_ok=True)


def _today() -> str:
    return now()[:10]
