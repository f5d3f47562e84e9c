"""What one who plays alone has to beat, and how far along the way there (RULES.md, Alone)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules import Turn, options_text, totals_by_round
from scorepad.stats.records import COUNTS
from scorepad.store import Store, StoredGame, Unreadable


@dataclass(frozen=True, slots=True)
class Pace:
    """The own best total, and how far `ahead` of that game after as many turns; None before the first, and
    where nobody knows in which order the best sheet was filled.
    """

    best: int
    ahead: int | None


def own_pace(store: Store, stored: StoredGame) -> Pace | None:
    """Of a game that one plays alone and has not finished; None without an own best, after hints, and while
    sums are hidden.
    """
    game = stored.game
    alone = len(game.seats) == 1 and not game.teams
    counts = alone and not (game.finished or stored.hinted or stored.suspense)
    best = _own_best(store, stored) if counts else None
    if best is None:
        return None
    key, seat, total = best
    sheet = game.sheet(game.seats[0])
    then, turns = _totals(store, key, seat), len(sheet.filled)
    return Pace(total, sheet.total - then[turns - 1] if 0 < turns <= len(then) else None)


def _own_best(store: Store, stored: StoredGame) -> tuple[str, int, int] | None:
    """The key of the game with the best total, the latest of level ones, the seat there and the total."""
    row: tuple[str, int, int] | None = store.db.execute(
        "SELECT key, seat, total FROM results INDEXED BY results_by_player"  # noqa: S608
        " JOIN games ON games.id = game"
        f" WHERE player = ? AND results.ruleset = ? AND results.options = ? AND {COUNTS}"
        " ORDER BY total DESC, game DESC LIMIT 1",
        (
            stored.player_ids[stored.game.seats[0] - 1],
            stored.game.ruleset.id,
            options_text(stored.game.ruleset),
        ),
    ).fetchone()
    return row


def _totals(store: Store, key: str, seat: int) -> tuple[int, ...]:
    """That seat's total after each turn; none of a game whose order is unknown, or that has no such seat."""
    try:
        game = store.load(key).game
    except Unreadable:
        return ()
    if any(isinstance(entry, Turn) and entry.dice is None for entry in game.entries if entry.seat == seat):
        return ()
    return totals_by_round(game).get(seat, ())
