"""The table of a game: inviting, coming late, going, names, seats, teams; the date and note of the game."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import (
    MOST_SEATS,
    Edit,
    FetchBack,
    Leave,
    Order,
    Payload,
    Refused,
    Rename,
    Skip,
    ThrowAway,
    clean_name,
    seats_told,
    written,
)
from scorepad.store import Stale, StoredGame
from scorepad.web.addresses import own_path
from scorepad.web.binned import bin_page
from scorepad.web.forms import read_regroup, read_seen, read_team, read_whole, teams_now
from scorepad.web.here import store
from scorepad.web.reach import by_name, qr, reachable
from scorepad.web.told import tell
from scorepad.web.words import local, read_day, words

area = Blueprint("table", __name__, url_prefix="/games/<key>")


@area.get("/table")
def table(key: str) -> ResponseReturnValue:
    return _page(store().load(key))


@area.get("/invite")
def invite(key: str) -> ResponseReturnValue:
    """Links and QR codes for other phones: to score, and to watch alone."""
    stored = store().load(key)
    score, watch = url_for("pad.game", key=key), url_for("watch.board", watch_key=stored.watch_key)
    return render_template(
        "pages/invite.html",
        stored=stored,
        score=reachable(score),
        score_named=by_name(score),
        watch=reachable(watch),
        watch_named=by_name(watch),
        qr=qr,
    )


# --- what may be changed ------------------------------------------------------------------------------


@area.post("/skip")
def skip(key: str) -> ResponseReturnValue:
    """This time the turn of the player to move is passed over."""
    return _append(key, lambda then: Skip(then.game.mover or 0), to=url_for("pad.game", key=key))


@area.post("/leave")
def leave(key: str) -> ResponseReturnValue:
    return _append(key, lambda _then: Leave(_seat()))


@area.post("/join")
def join(key: str) -> ResponseReturnValue:
    def come() -> None:
        team = read_team(request.form.get("team", ""))
        store().join(key, read_seen(request.form), request.form.get("name", ""), team)

    return _change(key, come)


@area.post("/teams")
def teams(key: str) -> ResponseReturnValue:
    """Who plays with whom from now on."""
    return _append(key, lambda then: read_regroup(request.form, then))


@area.post("/rename")
def rename(key: str) -> ResponseReturnValue:
    """Another name for the player who had that seat, in all games."""

    def wish(then: StoredGame) -> Rename:
        seat = _seat()
        if seat not in then.game.seats:
            raise Refused("unknown_player")
        return Rename(then.player_ids[seat - 1], clean_name(request.form.get("name", "")))

    return _append(key, wish)


@area.post("/order")
def order(key: str) -> ResponseReturnValue:
    """Moves the player of that seat one seat earlier."""

    def wish(then: StoredGame) -> Order:
        seat, count = _seat(), len(then.game.players)
        if not 2 <= seat <= count:
            raise Refused("bad_order")
        seats = list(range(1, count + 1))
        seats[seat - 2], seats[seat - 1] = seats[seat - 1], seats[seat - 2]
        return Order(tuple(seats))

    return _append(key, wish)


@area.post("/edit")
def edit(key: str) -> ResponseReturnValue:
    """Another note and another start: a machine without a clock writes odd dates."""

    def wish(then: StoredGame) -> Edit:
        started_at = _start(request.form.get("date", ""), then.started_at)
        return Edit(request.form.get("note", ""), started_at)

    return _append(key, wish)


@area.post("/throw-away")
def throw_away(key: str) -> ResponseReturnValue:
    """Leads to the bin, or back to the list that this came from, which can undo it."""
    back = request.args.get("back", "")

    def throw() -> None:
        store().append(key, read_seen(request.form), lambda _then: ThrowAway())
        if back:
            tell(gone=key)

    return _change(key, throw, own_path(back) if back else url_for("bin.page"))


@area.post("/fetch-back")
def fetch_back(key: str) -> ResponseReturnValue:
    try:
        stored = store().append(key, read_seen(request.form), lambda _then: FetchBack())
    except Stale:  # it is where it is now, with what was done to it since
        return bin_page(Refused("stale")), 409
    back = request.args.get("back", "")
    page = url_for("review.sheet" if stored.game.finished else "pad.game", key=key)
    return redirect(own_path(back) if back else page, 303)


def _append(key: str, wish: Callable[[StoredGame], Payload], to: str = "") -> ResponseReturnValue:
    return _change(key, lambda: store().append(key, read_seen(request.form), wish), to)


def _change(key: str, change: Callable[[], object], to: str = "") -> ResponseReturnValue:
    """Does it and shows the table (or where else it leads), or says why not."""
    try:
        change()
    except Refused as refused:
        return _page(store().load(key), refused), 422
    except Stale as stale:
        return _page(stale.stored, Refused("stale")), 409
    return redirect(to or url_for("table.table", key=key), 303)


def _page(stored: StoredGame, refused: Refused | None = None) -> str:
    game = stored.game
    seated = ([game.player(seat) for seat in team if seat in game.seats] for team in game.teams)
    return render_template(
        "pages/table.html",
        stored=stored,
        game=game,
        played=seats_told(game),
        names=list(map(game.player, game.seats)),
        team_numbers=teams_now(game),
        teams=list(map(words().team, seated)),
        most_seats=MOST_SEATS,
        refused=refused,
        form=request.form,
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
    return written(local(started_at).replace(year=day.year, month=day.month, day=day.day))
