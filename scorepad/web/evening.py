"""The page of an evening: who won which games, what will be remembered, how a series stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import stats
from scorepad.stats import Evening, EveningGame, Part, Tally
from scorepad.web.here import store
from scorepad.web.pictures.tally import tally
from scorepad.web.words import words

area = Blueprint("evening", __name__)


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line of the table: the part in each game, None where there was none; wins as strokes."""

    standing: Tally
    parts: tuple[Part | None, ...]
    strokes: tuple[str, ...]


@area.get("/games/<key>/evening")
def page(key: str) -> ResponseReturnValue:
    """The evening to which a finished game belongs; of another game, its pad tells what there is to tell."""
    evening = stats.evening_of(store(), key)
    if evening is None:
        return redirect(url_for("pad.game", key=key), 303)
    return render_template(
        "pages/evening.html",
        evening=evening,
        rows=list(_rows(evening)),
        sheets={game.rules: _sheet(game) for game in reversed(evening.games)},
        highlights=stats.highlights_of(evening),
        series=stats.series_of(evening),
        last=evening.games[-1],
    )


def _rows(evening: Evening) -> Iterator[Row]:
    for standing in evening.standings:
        parts = tuple(_part(game, standing.player) for game in evening.games)
        yield Row(standing, parts, tally(standing.wins))


def _sheet(game: EveningGame) -> Markup:
    return words().rules_told(*game.rules, game.rules_name)


def _part(game: EveningGame, player: int) -> Part | None:
    return next((part for part in game.stayed if part.player == player), None)
