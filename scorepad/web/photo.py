"""Dice from a photo: the page for it, what was read, and the way of these dice to the pad."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import HTTPException

from scorepad.photo import MOST_BYTES, Die, installed
from scorepad.rules import FACES, Refused
from scorepad.store import NoSuchGame, StoredGame, StoreError
from scorepad.store import Unreadable as NoGame
from scorepad.web.cookies import lasting
from scorepad.web.darkroom import Darkroom
from scorepad.web.forms import Form
from scorepad.web.here import store, wants_part
from scorepad.web.photoview import LONGER, MOST_SHOWN, plan_of, read_told, told

area = Blueprint("photo", __name__, url_prefix="/games/<key>/photo")

LARGEST_PHOTO = MOST_BYTES + (1 << 16)
"""The largest body that brings a photo, in bytes: the fields beside it are few."""
HINTED = "photo"
"""The cookie of a phone that was told how to hold it."""
_CODES = {"photo_heavy": 413, "photo_large": 413, "no_photo": 415, "photo_heic": 415, "photos_wait": 503}
_KEPT = ("for", "left", "first_roll", "dice")
"""Fields of the hand that come along to the page and back."""


def install(app: Flask) -> None:
    """`reads_photos` for templates: whether there is what reads them."""
    app.extensions["scorepad.darkroom"] = Darkroom()
    app.jinja_env.globals.update(reads_photos=installed())


@area.before_request
def _check_installed() -> None:
    if not current_app.jinja_env.globals["reads_photos"]:
        abort(404)


# --- pages --------------------------------------------------------------------------------------------


@area.get("")
def page(key: str) -> ResponseReturnValue:
    """How to hold the phone, and the form; the part of it for a pad that shows it over itself."""
    stored = store().load(key)
    if stored.game.finished:
        return redirect(url_for("pad.game", key=key), 303)
    answer = current_app.make_response(_page(stored, request.args))
    lasting(answer, HINTED, "told")
    return answer


@area.post("")
def read(key: str) -> ResponseReturnValue:
    """What dice the photo shows. Nothing of the game changes, and nothing of the photo is kept."""
    request.max_content_length = LARGEST_PHOTO
    stored = _playing(key)
    sent = request.files.get("photo", FileStorage())
    darkroom: Darkroom = current_app.extensions["scorepad.darkroom"]
    try:
        reading = darkroom.read(sent.stream, stored.game.ruleset.dice)
    except Refused as refused:
        return _page(stored, request.form, refused=refused), _CODES.get(refused.reason, 422)
    return _page(stored, request.form, reading.found[:MOST_SHOWN])


@area.get("/dice")
def use(key: str) -> ResponseReturnValue:
    """To the pad with the dice that were chosen on the page; those left open are to be typed there."""
    stored = _playing(key)
    values = [value for value in request.args.getlist("value") if value in map(str, FACES)]
    need = stored.game.ruleset.dice
    if len(values) > need:
        refused = Refused("photo_many", count=len(values), need=need)
        return _page(stored, request.args, read_told(request.args.getlist("found")), refused), 422
    held = _hand(request.args) | {"dice": "".join(values)}
    return redirect(url_for("pad.game", key=key, **held), 303)


@area.errorhandler(413)
def _too_big(_error: HTTPException) -> ResponseReturnValue:
    """A photo that is refused by its head alone, before it came."""
    return _unread(Refused("photo_heavy", megabytes=MOST_BYTES >> 20))


@area.errorhandler(503)
def _busy(_error: HTTPException) -> ResponseReturnValue:
    """As many large bodies are on their way as the pad receives at once."""
    return _unread(Refused("photos_wait"))


def _unread(refused: Refused) -> ResponseReturnValue:
    """The page without what was sent with the photo; what else is wrong is told first."""
    try:
        stored = _playing(str((request.view_args or {})["key"]))
    except (NoSuchGame, NoGame, StoreError, Refused) as error:
        return current_app.handle_user_exception(error)
    return _page(stored, request.args, refused=refused), _CODES[refused.reason]


def _playing(key: str) -> StoredGame:
    """Raises Refused `game_finished`."""
    stored = store().load(key)
    if stored.game.finished:
        raise Refused("game_finished")
    return stored


# --- showing ------------------------------------------------------------------------------------------


def _page(
    stored: StoredGame, sent: Form, found: Sequence[Die] | None = None, refused: Refused | None = None
) -> str:
    """With the fields that were `sent`; `found` are the dice of a photo, None before there is one."""
    return render_template(
        "parts/photo.html" if wants_part() else "pages/photo.html",
        stored=stored,
        game=stored.game,
        refused=refused,
        found=found,
        count=stored.game.ruleset.dice,
        picked=sent.getlist("value"),
        plan=plan_of(found, _size(sent), is_square=wants_part()) if found else None,
        told=told,
        hand={"for": str(stored.game.due)} | _hand(sent),
    )


def _hand(sent: Form) -> dict[str, Any]:
    """What the player holds beside the dice of the photo."""
    return {name: sent[name] for name in sent if name in _KEPT or name.startswith("card_")}


def _size(sent: Form) -> tuple[int, int]:
    """How wide and high the photo is, as the phone says that sends it; a square where it says nothing."""
    width, height = (sent.get(name, "") for name in ("width", "height"))
    fits = all(re.fullmatch("[1-9][0-9]{0,4}", side) for side in (width, height))
    return (int(width), int(height)) if fits else (LONGER, LONGER)
