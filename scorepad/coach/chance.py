"""The chance to win as a game goes: who is likely to end first, if everybody plays on perfectly.

What is still to come for a player is taken as a bell curve with the mean and the spread of perfect play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import erf, exp, hypot, prod, sqrt

from scorepad.coach.review import Review, TurnReview
from scorepad.coach.table import Table
from scorepad.rules import Game, Leave, Sheet, Turn

STEPS, REACH = 60, 4.5
"""Into how many steps a bell curve is parted, and how many spreads it reaches to either side."""
NARROWEST = 0.5
"""The spread of a total that stands, in points: totals are whole, and half a point lies to either side."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a player's final total will be: its mean and its spread."""

    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Turning:
    """The turn with which the winner's chance grew most, and from what to what."""

    turn: TurnReview
    seat: int
    before: float
    after: float


@dataclass(frozen=True)
class Course:
    """Each seat's chance to end first: before the first turn, then after each turn of the review."""

    seats: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    turning: Turning | None


def chances(outlooks: Sequence[Outlook]) -> tuple[float, ...]:
    """How likely each of them ends first, ties shared; they add up to 1."""
    if len(outlooks) == 2:
        first = _ahead(*outlooks)
        return first, 1 - first
    if not any(outlook.spread for outlook in outlooks):
        most = max(outlook.mean for outlook in outlooks)
        level = [outlook.mean == most for outlook in outlooks]
        return tuple(float(one) / sum(level) for one in level)
    shares = [_first(place, outlooks) for place in range(len(outlooks))]
    return tuple(share / sum(shares) for share in shares)


def _ahead(one: Outlook, other: Outlook) -> float:
    spread, lead = hypot(one.spread, other.spread), one.mean - other.mean
    if not spread:
        return 0.5 * ((lead > 0) + (lead >= 0))
    return _below(lead / spread)


def _below(spreads: float) -> float:
    """The share of a bell curve below that many spreads from its middle."""
    return 0.5 * (1 + erf(spreads / sqrt(2)))


_GRID = tuple(REACH * (2 * (step + 0.5) / STEPS - 1) for step in range(STEPS))
_WEIGHTS = tuple(exp(-0.5 * z * z) for z in _GRID)


def _first(place: int, outlooks: Sequence[Outlook]) -> float:
    """The chance that all others end below that one, but for a factor that all have."""
    own = outlooks[place]
    others = [(other.mean, max(other.spread, NARROWEST)) for at, other in enumerate(outlooks) if at != place]
    totals = (own.mean + max(own.spread, NARROWEST) * z for z in _GRID)
    return sum(
        weight * prod(_below((total - mean) / spread) for mean, spread in others)
        for weight, total in zip(_WEIGHTS, totals, strict=True)
    )


# --- a whole game -------------------------------------------------------------------------------------


def course(review: Review, table: Table) -> Course:
    """How the chances went. Who left has none from then on; who came late has those of an empty sheet."""
    game = review.game
    told = list(_told(review, table))
    if game.finished and len(told) > 1:
        told[-1] = _won(game)
    return Course(game.seats, tuple(told), _turning(review, told))


def _told(review: Review, table: Table) -> Iterator[tuple[float, ...]]:
    game, turns = review.game, iter(review.turns)
    empty = Sheet(game.ruleset, {})
    outlooks = dict.fromkeys(game.seats, Outlook(table.expected(empty), table.spread(empty)))
    yield _shares(game, outlooks)
    for entry in game.entries:
        if isinstance(entry, Leave):
            del outlooks[entry.seat]
        elif isinstance(entry, Turn):
            turn = next(turns)
            outlooks[turn.seat] = Outlook(turn.after, table.spread(turn.filled))
            yield _shares(game, outlooks)


def _shares(game: Game, outlooks: dict[int, Outlook]) -> tuple[float, ...]:
    told = dict(zip(outlooks, chances(tuple(outlooks.values())), strict=True))
    return tuple(told.get(seat, 0.0) for seat in game.seats)


def _won(game: Game) -> tuple[float, ...]:
    """What came of it: those who share the first place have equal parts of it."""
    first = [seat for seat in game.seats if game.ranks[seat] == 1 and not game.sheet(seat).left]
    return tuple((seat in first) / len(first) if first else 0.0 for seat in game.seats)


def _turning(review: Review, told: Sequence[tuple[float, ...]]) -> Turning | None:
    """None of a game without one winner, and of one that is played alone."""
    if len(told) < 2 or len(review.game.seats) < 2 or 1.0 not in told[-1]:
        return None
    place = told[-1].index(1.0)
    own = [chances[place] for chances in told]
    rises = [after - before for before, after in pairwise(own)]
    at = max(range(len(rises)), key=rises.__getitem__)
    return Turning(review.turns[at], review.game.seats[place], own[at], own[at + 1])
