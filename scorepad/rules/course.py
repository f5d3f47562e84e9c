"""How a game went: the totals turn by turn, and how far behind somebody was who won in the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from scorepad.rules.events import Turn
from scorepad.rules.game import Game
from scorepad.rules.opening import stood

Totals = dict[int, tuple[int, ...]]
"""Seat → that player's total after each of their turns."""


def totals_by_round(game: Game) -> Totals:
    """The totals on the way; score cards count from the start."""
    totals: dict[int, list[int]] = {seat: [] for seat in game.seats}
    for seat, total in _retold(game) if game.ruleset.cards else _added_up(game):
        totals[seat].append(total)
    return {seat: tuple(own) for seat, own in totals.items()}


def _retold(game: Game) -> Iterator[tuple[int, int]]:
    """(seat, total) turn by turn where cards of one player change the sheet of another."""
    then = stood(game, 0)
    for entry in game.entries:
        then = then.after(entry)
        if isinstance(entry, Turn):
            yield entry.seat, then.sheet(entry.seat).total


def _added_up(game: Game) -> Iterator[tuple[int, int]]:
    """(seat, total) turn by turn from what each turn brought: nothing is judged anew."""
    rules, totals, upper = game.ruleset, defaultdict[int, int](int), defaultdict[tuple[int, int], int](int)
    for entry, target in zip(game.entries, game.scored, strict=True):
        if target is None:
            continue
        points, place = target.points, (entry.seat, target.column)
        if rules.box(target.box).face:
            upper[place] += target.points
            if upper[place] - target.points < rules.bonus.at <= upper[place]:
                points += rules.bonus.points
        totals[entry.seat] += rules.column(target.column).factor * points + target.extra
        yield entry.seat, totals[entry.seat]


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
