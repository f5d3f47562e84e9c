"""What a finished game is remembered for: what fell, and the turn that decided it."""

from __future__ import annotations

from scorepad import coach
from scorepad.coach import Turning
from scorepad.stats import news_of, own_record
from scorepad.store import StoredGame
from scorepad.web.here import store
from scorepad.web.learning import table_for


def ended(stored: StoredGame) -> dict[str, object]:
    """What templates are told of the end; `before` is each seat's own record until this game."""
    return {
        "before": {seat: own_record(store(), stored, seat) for seat in stored.game.seats},
        "news": news_of(store(), stored),
        "turning": turning_of(stored),
    }


def turning_of(stored: StoredGame) -> Turning | None:
    """None of a game without one winner, of one that is played alone or in teams, or that a roll-off decided,
    and where the coach has no table of the sheet.
    """
    game = stored.game
    counts = game.finished and len(game.seats) > 1 and not game.teams and not game.roll_offs
    table = table_for(game.ruleset) if counts else None
    return coach.course(coach.review_of(game, table), table).turning if table else None
