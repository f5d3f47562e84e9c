"""The page of an evening: who won which games, what will be remembered, how a series stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import stats
from scorepad.sentences import N_
from scorepad.stats import Evening, EveningGame, Highlight, Part, Tally
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
        highlights=[(told, _news(evening, told)) for told in stats.highlights_of(evening)],
        series=stats.series_of(evening),
        last=evening.games[-1],
    )


def _rows(evening: Evening) -> Iterator[Row]:
    for standing in evening.standings:
        parts = tuple(_part(game, standing.player) for game in evening.games)
        yield Row(standing, parts, tally(standing.wins))


def _news(evening: Evening, told: Highlight) -> Markup | None:
    """Since when there had been nothing like it, or that it was a record; None where that is no news."""
    game = evening.games[told.number - 1]
    readable, _ = stats.readable(store(), [game.key])
    news = stats.news_of(store(), readable[0]) if readable else None
    if news is None:
        return None
    if told.kind == stats.BEST.id:
        is_news = news.ever or news.since
        return words().best_since(news.since, game.ruleset, game.finished_at) if is_news else None
    fell = any((fell.kind, fell.value) == (told.kind, told.figure) for fell in news.fell)
    return words()(N_("a record")) if fell else None


def _sheet(game: EveningGame) -> Markup:
    return words().rules_told(*game.rules, game.rules_name)


def _part(game: EveningGame, player: int) -> Part | None:
    return next((part for part in game.stayed if part.player == player), None)
