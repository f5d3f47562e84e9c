"""The board: a game to look at from across the room, by a key that opens nothing else."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.store import StoredGame
from scorepad.web.forms import read_seen
from scorepad.web.here import store
from scorepad.web.sheetview import heads, stamp

area = Blueprint("watch", __name__, url_prefix="/watch/<watch_key>")


@area.get("")
def board(watch_key: str) -> ResponseReturnValue:
    return _render("pages/watch.html", store().watched(watch_key), watch_key)


@area.get("/board")
def part(watch_key: str) -> ResponseReturnValue:
    """The board part; 204 when the sender has seen all that it shows."""
    stored = store().watched(watch_key)
    shown = stamp(stored)
    same = request.args.get("shown", shown) == shown
    if same and "seen" in request.args and read_seen(request.args) == stored.seen:
        return "", 204
    return _render("parts/board.html", stored, watch_key)


def _render(template: str, stored: StoredGame, watch_key: str) -> ResponseReturnValue:
    game = stored.game
    return render_template(
        template,
        stored=stored,
        game=game,
        heads=heads(game),
        last=game.entries[-1] if game.entries else None,
        shown=stamp(stored),
        watch_key=watch_key,
    )
