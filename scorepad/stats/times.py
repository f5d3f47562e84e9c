"""How long the turns and the games of a player took of late."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from scorepad.rules import lasted
from scorepad.store import Store

OF_LATE = 50
"""Among so many games, the newest."""


@dataclass(frozen=True, slots=True)
class Usual:
    """The seconds that a turn of that player takes and a game with that player, by their medians; 0 where
    nobody knows.
    """

    turn: int
    game: int


def usual_times(store: Store, player: int, ruleset: str, options: str) -> Usual:
    """Of the newest games by these rules that the player stayed in, those of teams among them."""
    rows = store.db.execute(
        "SELECT pace, games.started_at, games.finished_at FROM results JOIN games ON games.id = results.game"
        " WHERE player = ? AND results.ruleset = ? AND results.options = ? AND stayed"
        " ORDER BY results.finished_at DESC LIMIT ?",
        (player, ruleset, options, OF_LATE),
    ).fetchall()
    turns = [pace for pace, *_ in rows if pace]
    games = [span for _, *moments in rows if (span := lasted(*moments))]
    return Usual(*(round(median(known)) if known else 0 for known in (turns, games)))
