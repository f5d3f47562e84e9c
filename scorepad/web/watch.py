"""The board: a game to look at from across the room, by a key that opens nothing else.

It goes on to the rematch by itself: whoever may watch a game may watch those that follow it.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.store import StoredGame
from scorepad.web.ended import ended
from scorepad.web.forms import read_seen
from scorepad.web.here import store
from scorepad.web.sheetview import lately, sheet_view, stamp
from scorepad.web.words import words

LATELY = 6
"""How many entries are told: the last one with its dice, and those before it."""
MOST_COLUMNS = 18
"""With more columns than that their figures can't be read from afar: the totals are shown alone."""

area = Blueprint("watch", __name__, url_prefix="/watch/<watch_key>")


@area.get("")
def board(watch_key: str) -> ResponseReturnValue:
    stored = store().watched(watch_key)
    now = store().followed(stored)
    if now is not stored:
        return redirect(url_for("watch.board", watch_key=now.watch_key), 303)
    return _render("pages/watch.html", stored)


@area.get("/board")
def part(watch_key: str) -> ResponseReturnValue:
    """The board part; 204 when the sender has seen all that it shows."""
    stored = store().watched(watch_key)
    now = store().followed(stored)
    shown = stamp(stored)
    same = now is stored and request.args.get("shown", shown) == shown
    if same and "seen" in request.args and read_seen(request.args) == stored.seen:
        return "", 204
    return _render("parts/board.html", now)


def _render(template: str, stored: StoredGame) -> ResponseReturnValue:
    game = stored.game
    sheet = sheet_view(stored, words())
    return render_template(
        template,
        stored=stored,
        game=game,
        sheet=sheet,
        review=True,
        crowd=len(sheet.columns) > MOST_COLUMNS,
        written=lately(game, LATELY),
        shown=stamp(stored),
        alone=len(game.seats) == 1,
        **ended(stored) if game.finished else {},
    )
