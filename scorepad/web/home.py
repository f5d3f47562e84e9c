"""Home: games to go on with, the last sheets, the way to a new game; and all games that are under way."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.rules import Game
from scorepad.web.addresses import home as own_home
from scorepad.web.forms import read_page
from scorepad.web.here import store
from scorepad.web.reach import by_name, qr, reachable
from scorepad.web.records import in_short

area = Blueprint("home", __name__)

UNFINISHED, TRIED = 3, 12
"""How many games to go on with are shown, and among how many they are looked for: some may be unreadable."""
LAST_SHEETS = 3
PAGE = 20
MOST_STANDING = 12
"""How many totals of the game being played are shown: its way on stays in sight of them."""


@area.get("/")
def home() -> ResponseReturnValue:
    unfinished, broken = stats.unfinished(store(), TRIED)
    again = stats.last_table(store())
    return render_template(
        "pages/home.html",
        doubtful_clock=stats.doubtful_clock(store()),
        unfinished=unfinished[:UNFINISHED],
        near=_near,
        under_way_count=stats.count_unfinished(store()),
        broken=broken,
        again=again,
        again_names=list(map(again.game.player, again.game.seats)) if again else [],
        last=stats.finished(store(), LAST_SHEETS),
        records=in_short(stats.last_finished(store())),
        count=stats.count(store(), stats.EVERYTHING),
        address=reachable(own_home()),
        named=by_name(own_home()),
        qr=qr,
    )


def _near(game: Game) -> tuple[int, ...]:
    """The seats whose totals are shown: of many players those around the one to move."""
    place = game.seats.index(game.mover) if game.mover else 0
    first = max(0, min(place - MOST_STANDING // 2, len(game.seats) - MOST_STANDING))
    return game.seats[first : first + MOST_STANDING]


@area.get("/games/under-way")
def under_way() -> ResponseReturnValue:
    """All games to go on with, a page at a time. Raises Refused `bad_page`."""
    page = read_page(request.args)
    count, before = stats.count_unfinished(store()), (page - 1) * PAGE
    unfinished, broken = stats.unfinished(store(), PAGE, before)
    return render_template(
        "pages/under-way.html",
        unfinished=unfinished,
        broken=broken,
        count=count,
        page=page,
        more=count > before + PAGE,
    )
