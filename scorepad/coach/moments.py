"""The costliest moments of a player's game, with the facts to say in a sentence why each was costly."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.coach.review import PlayerReview, TurnReview
from scorepad.coach.table import Table
from scorepad.rules import Target

MOST = 3
THREE = 3
"""Of each number the upper bonus wants so many."""

POINTS, BONUS, ROOM = "points", "bonus", "room"


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn that cost points, and the `better` target.

    `reason` says what the loss lies in: POINTS at once, the BONUS that the better box would have helped to,
    or the ROOM that was used up: what the filled box, left open, still brings on average, `worth` points.
    """

    turn: TurnReview
    better: Target
    worth: float
    reason: str


def costliest(player: PlayerReview, table: Table, most: int = MOST) -> tuple[Moment, ...]:
    """Those that cost most, the costliest first; of equals the earlier."""
    lost = sorted((turn for turn in player.turns if turn.best), key=lambda turn: -turn.loss)
    return tuple(_moment(turn, turn.best, table) for turn in lost[:most] if turn.best)


def _moment(turn: TurnReview, better: Target, table: Table) -> Moment:
    placed = turn.target
    now = better.points + better.extra - placed.points - placed.extra
    worth = _worth(turn, better, table)
    return Moment(turn, better, worth, _reason(turn, better, now, worth))


def _worth(turn: TurnReview, better: Target, table: Table) -> float:
    """What the filled box would still have been good for, had the better one been taken."""
    instead = turn.sheet.write(better)
    closed = instead.write(Target(turn.target.box, 0, column=turn.target.column))
    return table.expected(instead) - table.expected(closed)


def _reason(turn: TurnReview, better: Target, now: int, worth: float) -> str:
    """What weighs most: the points at once, the way to the bonus, or what the box was open for."""
    rules = turn.sheet.ruleset
    if now > 0 and now >= turn.loss / 2:
        return POINTS
    if not rules.bonus.points or turn.sheet.upper >= rules.bonus.at:
        return ROOM
    face = rules.box(turn.target.box).face
    # An upper box alone is worth less than three of its number: what is more comes with the bonus.
    helps = worth > THREE * face if face else better.box in rules.upper_ids
    return BONUS if helps else ROOM
