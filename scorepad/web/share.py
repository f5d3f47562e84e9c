"""The result to share: a picture that the phone draws from an SVG, and a line of text, neither with a key."""

from __future__ import annotations

import re
from functools import cache

from flask import Blueprint, Flask, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import Refused
from scorepad.stats import news_of, own_record
from scorepad.store import StoredGame
from scorepad.web.assets import FOLDER
from scorepad.web.ended import turning_of
from scorepad.web.here import store
from scorepad.web.settings import chosen
from scorepad.web.shareview import LEFT, NAMES, RIGHT, SIDE, picture_of, ring
from scorepad.web.words import words

area = Blueprint("share", __name__, url_prefix="/games/<key>")

THEMES = ("light", "dark")
_COLOUR = re.compile(r"--([\w-]+): var\(--if-light, (.+?)\) var\(--if-dark, (.+?)\);")
_FONT = re.compile(r"--(serif|sans): (.+?);")


def install(app: Flask) -> None:
    """`share_name` for templates."""
    app.jinja_env.globals.update(share_name=name_of)


@area.get("/share")
def page(key: str) -> ResponseReturnValue:
    """The picture and the text; a game that goes on is its pad."""
    stored = store().load(key)
    if not stored.game.finished:
        return redirect(url_for("pad.game", key=key), 303)
    return render_template(
        "pages/share.html", stored=stored, game=stored.game, theme=_theme(), themes=THEMES, side=SIDE
    )


@area.get("/share.svg")
def picture(key: str) -> ResponseReturnValue:
    """The picture by itself: it asks for nothing else, so that a canvas takes it."""
    stored = store().load(key)
    if not stored.game.finished:
        abort(404)
    seats, said, theme = stored.game.seats, words(), _theme() or THEMES[0]
    record = own_record(store(), stored, seats[0]) if len(seats) == 1 else None
    laid_out = picture_of(stored, record, news_of(store(), stored), turning_of(stored), said)
    drawn = render_template(
        "parts/share.svg",
        picture=laid_out,
        colour=colours()[theme],
        font=fonts(said.language),
        pips=pips(),
        ring=ring,
        side=SIDE,
        left=LEFT,
        right=RIGHT,
        names=NAMES,
    )
    return Response(drawn, content_type="image/svg+xml; charset=utf-8")


def _theme() -> str:
    """By the address, else by the reader's settings; empty: the device says. Raises Refused `bad_page`."""
    theme = request.args.get("theme") or chosen("theme")
    if theme == "auto":
        return ""
    if theme not in THEMES:
        raise Refused("bad_page")
    return theme


def name_of(stored: StoredGame) -> str:
    """What the picture is called as a file, without its ending."""
    return f"scorepad-{stored.game.ruleset.id}-{(stored.finished_at or stored.started_at)[:10]}"


# --- what the pages' own style says -----------------------------------------------------------------------


@cache
def colours() -> dict[str, dict[str, str]]:
    """Theme → name of a colour → that colour."""
    told = _COLOUR.findall((FOLDER / "styles/colours.css").read_text("utf-8"))
    return {
        theme: {name.replace("-", "_"): both[at] for name, *both in told} for at, theme in enumerate(THEMES)
    }


@cache
def fonts(language: str) -> dict[str, str]:
    """`serif` and `sans`: the families of letters of that language."""
    usual = dict(_FONT.findall((FOLDER / "styles/base.css").read_text("utf-8")))
    own = (FOLDER / "styles/persian.css").read_text("utf-8") if language == "fa" else ""
    return usual | dict(_FONT.findall(own))


@cache
def pips() -> dict[int, list[tuple[int, int]]]:
    """Face → the middles of its pips, on a die that is 24 wide with 2 around it."""
    icons = (FOLDER / "icons.svg").read_text("utf-8")
    faces = re.findall(r'<symbol id="p([1-6])"(.+?)</symbol>', icons, re.DOTALL)
    return {
        int(face): [(int(x), int(y)) for x, y in re.findall('cx="([0-9]+)" cy="([0-9]+)"', drawn)]
        for face, drawn in faces
    }
