"""The table of a game: inviting, coming late, going, names, seats; the date and note of the game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules.events import ORDER, Wish, seats_told
from scorepad.rules.game import LEAVE, SKIP, Entry
from scorepad.rules.names import clean_name
from scorepad.rules.refusal import Refused
from scorepad.store import Stale, StoredGame
from scorepad.web.addresses import qr, reachable
from scorepad.web.forms import read_seen, read_whole
from scorepad.web.here import store
from scorepad.web.words import read_day, utc, zone

area = Blueprint("table", __name__, url_prefix="/games/<key>")


@area.get("/table")
def table(key: str) -> ResponseReturnValue:
    return _page(store().load(key))


@area.get("/invite")
def invite(key: str) -> ResponseReturnValue:
    """Links and QR codes for other phones: to score, and to watch alone."""
    stored = store().load(key)
    score = reachable(url_for("pad.game", key=key))
    watch = reachable(url_for("watch.board", watch_key=stored.watch_key))
    return render_template(
        "pages/invite.html", stored=stored, score=score, watch=watch, score_qr=qr(score), watch_qr=qr(watch)
    )


@area.post("/skip")
def skip(key: str) -> ResponseReturnValue:
    """This time the turn of the player to move is passed over."""
    return _change(key, lambda seen: store().append(key, seen, Wish(SKIP, Entry(SKIP, 0))), to_pad=True)


@area.post("/leave")
def leave(key: str) -> ResponseReturnValue:
    return _change(key, lambda seen: store().append(key, seen, Wish(LEAVE, Entry(LEAVE, _seat()))))


@area.post("/join")
def join(key: str) -> ResponseReturnValue:
    return _change(key, lambda seen: store().join(key, seen, request.form.get("name", "")))


@area.post("/rename")
def rename(key: str) -> ResponseReturnValue:
    name = request.form.get("name", "")
    return _change(key, lambda seen: store().rename(key, seen, _seat(), clean_name(name)))


@area.post("/order")
def order(key: str) -> ResponseReturnValue:
    """Moves the player of that seat one seat earlier."""

    def move(seen: int) -> StoredGame:
        seat, count = _seat(), len(store().load(key).game.players)
        if not 2 <= seat <= count:
            raise Refused("bad_order")
        seats = list(range(1, count + 1))
        seats[seat - 2], seats[seat - 1] = seats[seat - 1], seats[seat - 2]
        return store().append(key, seen, Wish(ORDER, order=tuple(seats)))

    return _change(key, move)


@area.post("/edit")
def edit(key: str) -> ResponseReturnValue:
    """Another note and another start: a machine without a clock writes odd dates."""

    def change(seen: int) -> StoredGame:
        started_at = _start(request.form.get("date", ""), store().load(key).started_at)
        return store().edit(key, seen, request.form.get("note", ""), started_at)

    return _change(key, change)


@area.post("/throw-away")
def throw_away(key: str) -> ResponseReturnValue:
    store().throw_away(key)
    return redirect(url_for("past.thrown_away"), 303)


@area.post("/fetch-back")
def fetch_back(key: str) -> ResponseReturnValue:
    stored = store().fetch_back(key)
    return redirect(url_for("review.sheet" if stored.game.finished else "pad.game", key=key), 303)


def _change(key: str, change: Callable[[int], object], to_pad: bool = False) -> ResponseReturnValue:
    """Does it and shows the table (or the pad) again, or says why not."""
    try:
        change(read_seen(request.form))
    except Refused as refused:
        return _page(store().load(key), refused), 422
    except Stale as stale:
        return _page(stale.stored, Refused("stale")), 409
    return redirect(url_for("pad.game" if to_pad else "table.table", key=key), 303)


def _page(stored: StoredGame, refused: Refused | None = None) -> str:
    game = stored.game
    played = seats_told(game)
    return render_template(
        "pages/table.html", stored=stored, game=game, played=played, refused=refused, form=request.form
    )


def _seat() -> int:
    """The seat that the form names. Raises Refused `unknown_player`."""
    seat = read_whole(request.form.get("player", ""), "unknown_player")
    if not seat:
        raise Refused("unknown_player")
    return seat


def _start(date: str, started_at: str) -> str:
    """The start moved to that day of the viewer's zone, its time of day kept. Raises Refused `bad_date`."""
    day = read_day(date)
    local = datetime.fromisoformat(started_at).astimezone(zone())
    return utc(local.replace(year=day.year, month=day.month, day=day.day))
