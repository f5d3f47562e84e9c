"""How a table plays: whether sums are hidden until the end, and a turn clock. Any phone may change it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import PLAY, Payload, Refused, Suspense, TurnClock
from scorepad.store import Stale, StoredGame, moment
from scorepad.web.forms import CLOCKS, read_clock, read_seen
from scorepad.web.here import store

area = Blueprint("manner", __name__, url_prefix="/games/<key>")


@area.get("/manner")
def look(key: str) -> ResponseReturnValue:
    return _page(store().load(key))


@area.post("/suspense")
def suspense(key: str) -> ResponseReturnValue:
    """Hides sums and ranks until the end, where `on` is 1, or shows them again."""
    return _append(key, lambda _then: Suspense(request.form.get("on") == "1"))


@area.post("/clock")
def clock(key: str) -> ResponseReturnValue:
    """Gives each turn so many seconds (`clock`), or no clock."""
    return _append(key, lambda _then: TurnClock(read_clock(request.form)))


def _append(key: str, wish: Callable[[StoredGame], Payload]) -> ResponseReturnValue:
    try:
        store().append(key, read_seen(request.form), wish)
    except Refused as refused:
        return _page(store().load(key), refused), 422
    except Stale as stale:
        return _page(stale.stored, Refused("stale")), 409
    return redirect(url_for("pad.game", key=key), 303)


def _page(stored: StoredGame, refused: Refused | None = None) -> str:
    return render_template(
        "pages/manner.html", stored=stored, game=stored.game, clocks=CLOCKS, refused=refused
    )


def gone(stored: StoredGame) -> int:
    """How many seconds the turn being played has lasted by the clock of this machine."""
    told = (event.at for event in reversed(stored.events) if PLAY in event.what.about)
    since = datetime.fromisoformat(next(told, stored.started_at))
    return max(0, int((moment() - since).total_seconds()))
