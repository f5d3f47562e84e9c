"""Who starts the next game of the same table."""

from __future__ import annotations

from scorepad.rules.game import Game
from scorepad.rules.refusal import Refused

NEXT_SEAT, LOSER, WINNER, RANDOM = "next", "loser", "winner", "random"
STARTERS = (NEXT_SEAT, LOSER, WINNER, RANDOM)
"""The ways to say it; the first is the usual one."""


def next_starter(game: Game, way: str, chance: int = 0) -> int:
    """The seat that starts the game after that one; `chance` is any number, which decides RANDOM.

    Of level players who lost or won it is the one who sits next after the seat that started; who left early
    has neither lost nor won. Raises Refused `bad_starter`.
    """
    order = game.seats[1:] + game.seats[:1]
    if way not in STARTERS:
        raise Refused("bad_starter")
    if way == RANDOM:
        return order[chance % len(order)]
    ranks = game.ranks
    stayed = [seat for seat in order if not game.sheet(seat).left]
    if way == NEXT_SEAT or not stayed:
        return order[0]
    return (max if way == LOSER else min)(stayed, key=ranks.__getitem__)
