"""How a game went: the totals turn by turn, and how far behind somebody was who won in the end.

Told by what each turn brought, without a sheet for each of them.
"""

from __future__ import annotations

from collections import defaultdict

from scorepad.rules.cards import REDUCE_OPPONENT
from scorepad.rules.cell import Target
from scorepad.rules.events import Turn
from scorepad.rules.game import Game


def totals_by_round(game: Game) -> dict[int, tuple[int, ...]]:
    """Seat → that player's total after each of their turns; score cards count from the start."""
    now = {seat: sum(card.brings({}) for card in game.sheet(seat).cards) for seat in game.seats}
    uppers: dict[tuple[int, int], int] = defaultdict(int)
    totals: dict[int, list[int]] = {seat: [] for seat in game.seats}
    for entry, target in zip(game.entries, game.scored, strict=True):
        if isinstance(entry, Turn) and target is not None:
            now[entry.seat] += _brought(game, entry.seat, target, uppers)
            if entry.card is not None and entry.card.kind == REDUCE_OPPONENT:
                now[entry.card.seat] -= entry.card.points
            totals[entry.seat].append(now[entry.seat])
    return {seat: tuple(own) for seat, own in totals.items()}


def _brought(game: Game, seat: int, target: Target, uppers: dict[tuple[int, int], int]) -> int:
    """All that this target adds to the total. `uppers` are the upper sums by seat and column until then."""
    factor = game.ruleset.column(target.column).factor
    brought = factor * target.points + target.extra
    if target.box in game.ruleset.upper_ids:
        brought += factor * _bonus(game, (seat, target.column), target.points, uppers)
    here = {target.cell: target.points}
    return brought + sum(card.brings(here) for card in game.sheet(seat).cards if card.by)


def _bonus(game: Game, column: tuple[int, int], points: int, uppers: dict[tuple[int, int], int]) -> int:
    """The upper bonus where these points bring it."""
    before, bonus = uppers[column], game.ruleset.bonus
    uppers[column] += points
    return bonus.points if before < bonus.at <= before + points else 0


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
