"""Home: games to go on with, the last sheets, the way to a new game."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.web.here import store

area = Blueprint("home", __name__)

MOST_UNFINISHED = 60
LAST_SHEETS = 3


@area.get("/")
def home() -> ResponseReturnValue:
    unfinished, broken = stats.unfinished(store(), MOST_UNFINISHED)
    return render_template(
        "pages/home.html",
        unfinished=unfinished,
        broken=broken,
        last=stats.finished(store(), LAST_SHEETS),
        count=stats.count(store(), stats.EVERYTHING),
    )
