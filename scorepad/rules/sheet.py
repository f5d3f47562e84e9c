"""A player's sheet: the filled cells and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorepad.rules.cards import ScoreCard
from scorepad.rules.cell import Cell, Target
from scorepad.rules.ruleset import DOWN, Box, RuleSet


@dataclass(frozen=True, slots=True)
class ColumnSums:
    """What a column of a sheet holds, as written.

    `total` is the sum that is `written` times the column's factor; `counts` has what all dice alike brought
    again, too (`extra`, which knows the factor already).
    """

    boxes: Mapping[str, int]
    upper: int
    bonus: int
    lower: int
    factor: int
    extra: int = 0

    @property
    def written(self) -> int:
        return self.upper + self.bonus + self.lower

    @property
    def total(self) -> int:
        return self.factor * self.written

    @property
    def counts(self) -> int:
        return self.total + self.extra


@dataclass(frozen=True)
class Sheet:
    """One player's filled cells (cell → points as written, in the order filled), and what came beside them.

    `earned` tells the bonuses of all dice alike again: in which cell each was written, and what it brought.
    Free for All: the score `cards` gained, the points taken off by others' cards (`penalties`) and how many
    action cards were `played`. Generala: whether a served roll `won` at once.
    """

    ruleset: RuleSet
    filled: Mapping[Cell, int]
    earned: Mapping[Cell, int] = field(default_factory=dict)
    left: bool = False
    cards: tuple[ScoreCard, ...] = ()
    penalties: int = 0
    played: int = 0
    won: bool = False

    # --- sums -------------------------------------------------------------------------------------

    def column(self, number: int) -> ColumnSums:
        """The sums of that column, from 1."""
        return self.columns[number - 1]

    def _sums(self, number: int) -> ColumnSums:
        rules = self.ruleset
        boxes = {cell.box: points for cell, points in self.filled.items() if cell.column == number}
        upper, lower = _sum(boxes, rules.upper), _sum(boxes, rules.lower)
        bonus = rules.bonus.points if upper >= rules.bonus.at else 0
        extra = sum(points for cell, points in self.earned.items() if cell.column == number)
        return ColumnSums(boxes, upper, bonus, lower, rules.column(number).factor, extra)

    @cached_property
    def columns(self) -> tuple[ColumnSums, ...]:
        """The sums of all columns."""
        return tuple(map(self._sums, self.ruleset.column_numbers))

    @property
    def upper(self) -> int:
        return sum(column.factor * column.upper for column in self.columns)

    @property
    def upper_bonus(self) -> int:
        return sum(column.factor * column.bonus for column in self.columns)

    @property
    def lower(self) -> int:
        return sum(column.factor * column.lower for column in self.columns)

    @property
    def alike(self) -> int:
        """How many boxes for all dice alike hold points."""
        boxes = {box.id for box in self.ruleset.boxes_alike}
        return sum(points > 0 for cell, points in self.filled.items() if cell.box in boxes)

    @property
    def extras(self) -> int:
        """How many bonuses of all dice alike again were earned."""
        return len(self.earned)

    @property
    def extra_points(self) -> int:
        """What they brought."""
        return sum(self.earned.values())

    @property
    def score_cards(self) -> int:
        """What the score cards bring as the sheet stands."""
        return sum(card.brings(self.filled) for card in self.cards)

    @property
    def total(self) -> int:
        """All columns, extra bonuses and score cards, less what others took off."""
        return sum(column.counts for column in self.columns) + self.score_cards - self.penalties

    # --- what is open -----------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        return len(self.filled) == self.ruleset.rounds

    def has_open(self, box: Box) -> bool:
        """Whether that box is empty in some column."""
        return any(Cell(box.id, column) not in self.filled for column in self.ruleset.column_numbers)

    def pays(self, box: Box, column: int) -> bool:
        """Whether that box can hold points now: the one that must hold some before it does."""
        return not box.after or bool(self.filled.get(Cell(box.after, column)))

    def may_fill(self, cell: Cell) -> bool:
        """Whether some roll may fill that empty cell now."""
        free = self.ruleset.column(cell.column).order != DOWN
        return free or cell == self.next_in(cell.column)

    def next_in(self, column: int) -> Cell | None:
        """The first empty cell of that column from the top, None when it is full."""
        cells = (Cell(box.id, column) for box in self.ruleset.boxes)
        return next((cell for cell in cells if cell not in self.filled), None)

    @cached_property
    def open_cells(self) -> tuple[Cell, ...]:
        """The cells that some roll may fill now, in the order of the sheet."""
        return tuple(cell for column in self.ruleset.column_numbers for cell in self._open_in(column))

    def _open_in(self, column: int) -> Iterable[Cell]:
        if self.ruleset.column(column).order == DOWN:
            first = self.next_in(column)
            return (first,) if first else ()
        cells = (Cell(box.id, column) for box in self.ruleset.boxes)
        return (cell for cell in cells if cell not in self.filled)

    # --- what is written --------------------------------------------------------------------------

    def write(self, target: Target) -> Sheet:
        """The sheet with that target filled in."""
        return Sheet(
            self.ruleset,
            {**self.filled, target.cell: target.points},
            {**self.earned, target.cell: target.extra} if target.extra else self.earned,
            self.left,
            self.cards,
            self.penalties,
            self.played,
            self.won or target.wins,
        )

    def leave(self) -> Sheet:
        """The sheet of a player who went home: what is open counts nothing."""
        return replace(self, left=True)


def _sum(boxes: Mapping[str, int], section: tuple[Box, ...]) -> int:
    return sum(boxes.get(box.id, 0) for box in section)
