"""The review of a game: what each choice was worth against perfect play, and how kind the dice were.

Best is what brings most points on average, not what beats an opponent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from scorepad.coach.table import Table
from scorepad.rules import Dice, Game, Sheet, Skip, Target, Turn, targets

LEAST = 0.01
"""Choices that lose less are as good as the best one."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """A turn. `number` is its place among the turns that stand, `round` that among the player's, both from 1.

    All values are final totals to be expected under perfect play: `before` the dice, `after` the entry;
    `luck` is what the dice were worth, `loss` what the choice cost: before + luck - loss = after. `best` is
    the better target, None where there was none; of entries without dice nothing is known but the swing.
    """

    number: int
    round: int
    seat: int
    sheet: Sheet
    dice: Dice | None
    target: Target
    before: float
    after: float
    best: Target | None
    loss: float

    @property
    def luck(self) -> float:
        return self.after - self.before + self.loss

    @property
    def filled(self) -> Sheet:
        """The sheet with the entry."""
        return self.sheet.write(self.target)


@dataclass(frozen=True)
class PlayerReview:
    """What a player's turns came to: expected + dice - lost + leaving = total.

    `expected` is the value of an empty sheet; `leaving` is what going home cost, 0 for who stayed.
    """

    seat: int
    left: bool
    expected: float
    total: int
    turns: tuple[TurnReview, ...]

    @cached_property
    def lost(self) -> float:
        return sum(turn.loss for turn in self.turns)

    @cached_property
    def dice(self) -> float:
        """The luck of all turns: what was rolled, and what was kept for that."""
        return sum(turn.luck for turn in self.turns)

    @property
    def leaving(self) -> float:
        return self.total - (self.expected + self.dice - self.lost) if self.left else 0.0

    @cached_property
    def judged(self) -> tuple[TurnReview, ...]:
        """The turns whose choice is known."""
        return tuple(turn for turn in self.turns if turn.dice is not None)

    @property
    def best(self) -> int:
        """In how many of these nothing was better."""
        return sum(turn.best is None for turn in self.judged)

    @property
    def accuracy(self) -> float:
        """The total as a share of what it would have been without the losses."""
        without = self.total + self.lost
        return self.total / without if without > 0 else 1.0


@dataclass(frozen=True)
class Review:
    """All players by seat, and all turns in the order played."""

    game: Game
    players: tuple[PlayerReview, ...]
    turns: tuple[TurnReview, ...]

    def player(self, seat: int) -> PlayerReview:
        return next(player for player in self.players if player.seat == seat)

    @property
    def choices(self) -> bool:
        """Whether anybody could choose a box: in a forced sheet nobody can."""
        return not self.game.ruleset.in_order


def review_of(game: Game, table: Table) -> Review:
    """The review of a game by the table of its rule set."""
    turns = tuple(_turns(game, table, game.seats))
    return Review(game, tuple(_player(game, table, seat, turns) for seat in game.seats), turns)


def player_review(game: Game, table: Table, seat: int) -> PlayerReview:
    """The review of one player alone."""
    return _player(game, table, seat, tuple(_turns(game, table, (seat,))))


def _player(game: Game, table: Table, seat: int, turns: tuple[TurnReview, ...]) -> PlayerReview:
    sheet, own = game.sheet(seat), tuple(turn for turn in turns if turn.seat == seat)
    return PlayerReview(seat, sheet.left, table.expected(Sheet(game.ruleset, {})), sheet.total, own)


def _turns(game: Game, table: Table, seats: Collection[int]) -> Iterator[TurnReview]:
    """The turns of these seats."""
    sheets = {seat: Sheet(game.ruleset, {}) for seat in seats}
    number = 0
    for entry, target in zip(game.entries, game.scored, strict=True):
        if isinstance(entry, Turn) and target is not None and entry.seat in sheets:
            turn = _turn(table, number + 1, entry, sheets[entry.seat], target)
            sheets[entry.seat] = turn.filled
            yield turn
        number += isinstance(entry, Turn | Skip)


def _turn(table: Table, number: int, entry: Turn, sheet: Sheet, target: Target) -> TurnReview:
    after = table.expected(sheet.write(target))
    best, loss = _better(table, entry.dice, sheet, after)
    return TurnReview(
        number=number,
        round=len(sheet.filled) + 1,
        seat=entry.seat,
        sheet=sheet,
        dice=entry.dice,
        target=target,
        before=table.expected(sheet),
        after=after,
        best=best,
        loss=loss,
    )


def _better(table: Table, dice: Dice | None, sheet: Sheet, after: float) -> tuple[Target | None, float]:
    """The best target for these dice and what was lost against it; None and nothing where none was better."""
    if dice is None:
        return None, 0.0
    values = {target: table.expected(sheet.write(target)) for target in targets(sheet, dice)}
    best = max(values, key=values.__getitem__)
    loss = values[best] - after
    return (best, loss) if loss >= LEAST else (None, 0.0)
