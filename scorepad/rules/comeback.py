"""How far behind somebody was who won in the end."""

from __future__ import annotations

from scorepad.rules.events import Turn
from scorepad.rules.game import Game
from scorepad.rules.rounds import totals_by_round


def comeback(game: Game, seat: int) -> tuple[int, int]:
    """The most points by which that seat was behind the best of those who stayed, and after which round.

    (0, 0) where it never was, and where turns were copied from paper: their order is unknown (RECORD.md).
    """
    if any(isinstance(entry, Turn) and entry.dice is None for entry in game.entries):
        return 0, 0
    totals = totals_by_round(game)
    others = [totals[other] for other in game.seats if other != seat and not game.sheet(other).left]
    # The round after which it was farthest behind, the first one of several.
    deficits = (
        (max((other[place] for other in others if place < len(other)), default=own) - own, -place)
        for place, own in enumerate(totals[seat])
    )
    points, place = max(deficits, default=(0, 0))
    return (points, 1 - place) if points > 0 else (0, 0)
