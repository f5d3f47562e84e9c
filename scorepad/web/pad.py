"""The pad: a game's sheet, the roll being typed, the turn being saved, and Undo."""

from __future__ import annotations

import secrets

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules.events import UNDO, Wish, last_to_undo
from scorepad.rules.game import TURN
from scorepad.rules.refusal import Refused
from scorepad.stats import own_record
from scorepad.store import Stale, Store, StoredGame
from scorepad.web.forms import Typed, read_seen, read_turn, read_typed
from scorepad.web.sheetview import last_turn, sheet_view

area = Blueprint("pad", __name__, url_prefix="/games/<key>")


def store() -> Store:
    """The store of this app."""
    found: Store = current_app.extensions["scorepad.store"]
    return found


@area.get("")
def game(key: str) -> ResponseReturnValue:
    typed = read_typed(request.args)
    return _answer(store().load(key), typed, typed.refused)


@area.get("/pad")
def pad(key: str) -> ResponseReturnValue:
    """The pad part alone; 204 when the sender has seen the last event and typed no dice."""
    if "dice" not in request.args and "seen" in request.args:
        seen = read_seen(request.args)
        if store().last_event(key) == seen:
            return "", 204
    typed = read_typed(request.args)
    return _answer(store().load(key), typed, typed.refused, part=True)


@area.post("/turns")
def take_turn(key: str) -> ResponseReturnValue:
    return _append(key, TURN)


@area.post("/undo")
def undo(key: str) -> ResponseReturnValue:
    return _append(key, UNDO)


def _append(key: str, kind: str) -> ResponseReturnValue:
    """Saves what the form says, or shows the pad with the reason and the typed dice kept."""
    typed = read_typed(request.form)
    try:
        seen = read_seen(request.form)
        entry = read_turn(request.form) if kind == TURN else None
        stored = store().append(key, seen, Wish(kind, entry))
    except Refused as refused:
        return _answer(store().load(key), typed, refused)
    except Stale as stale:
        return _answer(stale.stored, typed, Refused("stale"), status=409)
    if _wants_part():
        return _answer(stored, Typed())
    return redirect(url_for("pad.game", key=key), 303)


def _wants_part() -> bool:
    return "HX-Request" in request.headers


def _answer(
    stored: StoredGame,
    typed: Typed,
    refused: Refused | None = None,
    status: int | None = None,
    part: bool = False,
) -> ResponseReturnValue:
    """The pad as it is now, whole page or part, with the reason why something was refused."""
    template = "parts/pad.html" if part or _wants_part() else "pages/game.html"
    page = render_template(template, **_pad_facts(stored, typed, refused))
    return page, status or (422 if refused else 200)


def _pad_facts(stored: StoredGame, typed: Typed, refused: Refused | None) -> dict[str, object]:
    game = stored.game
    alone = len(game.seats) == 1
    return {
        "stored": stored,
        "game": game,
        "sheet": sheet_view(stored, typed.dice),
        "typed": typed,
        "refused": refused,
        "last": last_turn(stored),
        "undoable": last_to_undo(stored.events) is not None,
        "own_record": own_record(store(), stored, game.seats[0]) if alone else None,
        "alone": alone,
        "rematch_uid": secrets.token_hex(16) if game.finished else None,
    }
