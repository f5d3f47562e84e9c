"""A page to read aloud: how the game stands, for those who can't see the sheet."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad.web.here import store, wants_part
from scorepad.web.words import words

area = Blueprint("aloud", __name__, url_prefix="/games/<key>")


@area.get("/aloud")
def page(key: str) -> ResponseReturnValue:
    """The sentences; alone for a pad that says them itself."""
    stored = store().load(key)
    template = "parts/aloud.html" if wants_part() else "pages/aloud.html"
    return render_template(template, stored=stored, game=stored.game, sentences=words().aloud(stored))
