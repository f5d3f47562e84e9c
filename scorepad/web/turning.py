"""The turn that decided a finished game, where the coach knows its sheet."""

from __future__ import annotations

from scorepad import coach
from scorepad.coach import Turning
from scorepad.store import StoredGame
from scorepad.web.learning import table_for


def turning_of(stored: StoredGame) -> Turning | None:
    """None of a game without one winner, of one that is played alone or in teams, or that a roll-off decided,
    and where the coach has no table of the sheet.
    """
    game = stored.game
    counts = game.finished and len(game.seats) > 1 and not game.teams and not game.roll_offs
    table = table_for(game.ruleset) if counts else None
    return coach.course(coach.review_of(game, table), table).turning if table else None
