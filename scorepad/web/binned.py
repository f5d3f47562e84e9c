"""The bin: games thrown away, each to be restored or deleted for good. It is emptied by hand alone."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.rules import Refused
from scorepad.store import StoredGame
from scorepad.web.here import store
from scorepad.web.told import tell

area = Blueprint("bin", __name__, url_prefix="/thrown-away")


@area.get("")
def page() -> ResponseReturnValue:
    return bin_page()


def bin_page(refused: Refused | None = None) -> str:
    """The page of the bin, with the reason why a game could not be restored."""
    games, broken = stats.thrown_away(store())
    return render_template("pages/thrown-away.html", games=games, broken=broken, refused=refused)


@area.get("/delete")
def ask() -> ResponseReturnValue:
    """The step before games are gone for good: those that are named, or all that are in the bin now."""
    wanted = request.args.getlist("game")
    games, broken = stats.thrown_away(store())
    binned: list[StoredGame | stats.Broken] = [*games, *broken]
    meant = [one for one in binned if one.key in wanted or not wanted]
    if not meant:
        return bin_page()
    return render_template("pages/for-good.html", keys=[one.key for one in meant], only=_only(meant))


def _only(games: list[StoredGame | stats.Broken]) -> StoredGame | None:
    """The game that is meant, where it is one that can be read."""
    (first, *others) = games
    return None if others or isinstance(first, stats.Broken) else first


@area.post("/delete")
def delete() -> ResponseReturnValue:
    """Exactly those that were told of: what came into the bin since stays there, what left it is kept."""
    gone = store().purge(request.form.getlist("game"))
    if gone:  # not by another phone before
        tell(deleted=gone)
    return redirect(url_for("bin.page"), 303)
