"""Free for All's cards: what one says, and whether it may be played (RULES.md, Free for All)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.rules.cell import Cell
from scorepad.rules.dice import FACES, Dice
from scorepad.rules.refusal import Refused

CHANGE_DIE, EXTRA_ROLL, REDUCE_OPPONENT, OTHER = "change_die", "extra_roll", "reduce_opponent", "other"
ACTION_KINDS = (CHANGE_DIE, EXTRA_ROLL, REDUCE_OPPONENT, OTHER)
MOST_POINTS = 10**12
"""What one card may say at most, so that all of a game's sums are kept exactly (64 bits)."""


@dataclass(frozen=True, slots=True)
class ActionCard:
    """A card played in a turn.

    `change_die` has `old` and `new` faces, `reduce_opponent` the `seat` that loses `points`, `other` a
    `name`; `extra_roll` says nothing more.
    """

    kind: str
    old: int = 0
    new: int = 0
    seat: int = 0
    points: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A card that counts for the player of `seat`: it adds points, or multiplies a box `by` 2 or 3."""

    seat: int
    name: str = ""
    add: int = 0
    box: str = ""
    by: int = 0

    def brings(self, filled: Mapping[Cell, int]) -> int:
        """Its points on a sheet with these cells: (factor − 1) × the box as it stands, or what it adds."""
        return (self.by - 1) * filled.get(Cell(self.box), 0) if self.by else self.add


def check_action(card: ActionCard, dice: Dice | None, seat: int, others: frozenset[int]) -> None:
    """Whether that card may be played by `seat`; `others` sit at the table too.

    Raises Refused `card_kind`, `card_die`, `card_die_same`, `card_die_missing` (face), `card_self`,
    `card_nobody`, `card_points`, `card_many_points` (most) or `card_nameless`.
    """
    if card.kind not in ACTION_KINDS:
        raise Refused("card_kind", kind=card.kind)
    if card.kind == CHANGE_DIE:
        _check_change(card, dice)
    if card.kind == REDUCE_OPPONENT:
        _check_reduction(card, seat, others)
    if card.kind == OTHER and not card.name:
        raise Refused("card_nameless")


def _check_change(card: ActionCard, dice: Dice | None) -> None:
    if card.old not in FACES or card.new not in FACES:
        raise Refused("card_die")
    if card.old == card.new:
        raise Refused("card_die_same")
    if dice is not None and not dice.counts[card.new]:
        raise Refused("card_die_missing", face=card.new)


def _check_reduction(card: ActionCard, seat: int, others: frozenset[int]) -> None:
    if card.seat == seat:
        raise Refused("card_self")
    if card.seat not in others:
        raise Refused("card_nobody")
    check_points(card.points)


def check_points(points: int) -> None:
    """Raises Refused `card_points` or `card_many_points` (most) for what no card says."""
    if points < 1:
        raise Refused("card_points")
    if points > MOST_POINTS:
        raise Refused("card_many_points", most=MOST_POINTS)


def level_at_the_top(rolls: Mapping[int, int]) -> tuple[int, ...]:
    """The seats that rolled highest, in order."""
    most = max(rolls.values())
    return tuple(seat for seat in sorted(rolls) if rolls[seat] == most)
