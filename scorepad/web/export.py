"""The export page: every game as files to keep, and the database itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from scorepad.store import StoredGame, backup, now
from scorepad.transfer import (
    GAME_COLUMNS,
    TURN_COLUMNS,
    bundle,
    encoded,
    every_game,
    games_table,
    turns_table,
)
from scorepad.web.downloads import headings, made_file, other_separator, separator
from scorepad.web.here import store
from scorepad.web.made import Busy, gently
from scorepad.web.uploads import new_file
from scorepad.web.words import words

area = Blueprint("export", __name__, url_prefix="/export")

_PIECE = 1 << 16
_AGAIN = 3
"""Seconds after which a browser asks again by itself."""


@area.get("")
def page() -> ResponseReturnValue:
    return render_template("pages/export.html", other=other_separator())


@area.get("/bundle.json")
def records() -> Response:
    return made_file("bundle", lambda: encoded(bundle(_games())), "application/json", _name("games", "json"))


@area.get("/games.csv")
def games() -> Response:
    return _table(games_table, GAME_COLUMNS, "games")


@area.get("/turns.csv")
def turns() -> Response:
    return _table(turns_table, TURN_COLUMNS, "turns")


def _table(table: Callable[..., Iterator[str]], columns: Sequence[str], name: str) -> Response:
    """What is asked for is read before anything is made: its separator may be none."""
    heads, between = headings(columns), separator()
    what = name, tuple(heads.values()), between
    return made_file(what, lambda: encoded(table(_games(), heads, between)), "text/csv", _name(name, "csv"))


@area.get("/scorepad.db")
def database() -> Response:
    """A checked copy of the database."""
    return made_file("database", _copied, "application/vnd.sqlite3", f"scorepad-{_today()}.db")


@area.errorhandler(Busy)
def come_again(_busy: Busy) -> ResponseReturnValue:
    """One file is made at a time, and nobody holds a thread to wait for it."""
    _ = words()
    page = render_template(
        "pages/error.html",
        title=_("Another file is being made"),
        advice=_("Yours comes by itself in a moment: keep this page open."),
    )
    return page, 503, {"Retry-After": str(_AGAIN), "Refresh": str(_AGAIN)}


def _games() -> Iterator[StoredGame]:
    return gently(every_game(store()))


def _copied() -> Iterator[bytes]:
    copy = new_file("db")
    try:
        backup(store().path, copy)
        with copy.open("rb") as reading:
            while piece := reading.read(_PIECE):
                yield piece
    finally:
        copy.unlink(missing_ok=True)


def _name(what: str, ending: str) -> str:
    return f"scorepad-{what}-{_today()}.{ending}"


def _today() -> str:
    return now()[:10]
