"""A rule set as data: its boxes in two sections, its columns, and what is special about it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from typing import Literal

from scorepad.rules.cell import Cell
from scorepad.rules.dice import Dice, all_rolls
from scorepad.rules.extras import NOTHING, Again
from scorepad.rules.patterns import Faces, Kind, Pattern, is_house
from scorepad.rules.refusal import Refused

FREE: Literal["free"] = "free"
DOWN: Literal["down"] = "down"


@dataclass(frozen=True)
class Box:
    """One line of the sheet: its id (RULES.md, Names), what a roll must show there and what that pays.

    `served` is what the box pays beyond that in the first roll, which `wins` the game at once where so.
    It pays nothing before the box `after` holds points in its column.
    """

    id: str
    pattern: Pattern
    served: int = 0
    wins: bool = False
    after: str = ""

    @property
    def face(self) -> int:
        """The number of an upper box, 0 for the others."""
        return self.pattern.face if isinstance(self.pattern, Faces) else 0

    @property
    def fixed(self) -> int | None:
        """The one amount that the box pays, where it has one."""
        return self.pattern.fixed

    def score(self, dice: Dice, first_roll: bool = False) -> int:
        """What that roll is worth here by the plain rules."""
        points = self.pattern.score(dice)
        return points + self.served if first_roll and points else points

    def won_by(self, points: int, first_roll: bool) -> bool:
        """Whether such points in it win the game at once."""
        return bool(self.wins and first_roll and points)

    def possible(self, count: int, first_roll: bool = False) -> frozenset[int]:
        """The points that some roll of so many dice pays here by the plain rules."""
        return _possible(self, count, first_roll)


@cache
def _possible(box: Box, count: int, first_roll: bool) -> frozenset[int]:
    return frozenset(box.score(dice, first_roll) for dice in all_rolls(count))


@dataclass(frozen=True)
class Bonus:
    """What the upper section brings beyond its boxes: so many points at such a sum."""

    points: int = 0
    at: int = 63


@dataclass(frozen=True)
class Column:
    """A column of the sheet: filled in any order or from top to bottom, and how often it counts."""

    order: Literal["free", "down"] = FREE
    factor: int = 1


@dataclass(frozen=True)
class Cards:
    """Decks of real cards beside the sheet: how many action cards each player starts with, and by what a
    score card may multiply a box (RULES.md, Free for All).
    """

    each: int = 3
    factors: tuple[int, ...] = (2, 3)


Value = str | int | bool | tuple[int, int]
"""What an option says."""

Chosen = tuple[tuple[str, Value], ...]
"""The options that a game has otherwise than its sheet: (id, value), in the order of `options`."""


@dataclass(frozen=True)
class RuleSet:
    """A way to play, as data (RULES.md, first table).

    `again` is what another roll of all dice alike brings; `cards` is None where there are none.
    `most_players` is None where there is no limit. `starter` is the form's first choice. `options` are the
    ids of the house rules that the sheet knows, `chosen` those by which this one differs from it.
    """

    id: str
    upper: tuple[Box, ...]
    lower: tuple[Box, ...]
    bonus: Bonus = Bonus()
    dice: int = 5
    columns: tuple[Column, ...] = (Column(),)
    again: Again = NOTHING
    cards: Cards | None = None
    least_players: int = 1
    most_players: int | None = None
    starter: Literal["first", "random"] = "first"
    options: tuple[str, ...] = ()
    chosen: Chosen = ()

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes from top to bottom."""
        return (*self.upper, *self.lower)

    @cached_property
    def upper_ids(self) -> frozenset[str]:
        """The ids of the upper boxes."""
        return frozenset(box.id for box in self.upper)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells: the first column whole, then the next."""
        return tuple(Cell(box.id, column) for column in self.column_numbers for box in self.boxes)

    @property
    def column_numbers(self) -> range:
        """The columns' numbers, from 1."""
        return range(1, len(self.columns) + 1)

    @cached_property
    def told_by_factor(self) -> bool:
        """Whether what its columns count tells them apart."""
        return len({column.factor for column in self.columns}) == len(self.columns) > 1

    @cached_property
    def rounds(self) -> int:
        """How many turns a player has: a cell each."""
        return len(self.cells)

    @cached_property
    def _by_id(self) -> dict[str, Box]:
        return {box.id: box for box in self.boxes}

    def box(self, box_id: str) -> Box:
        """The box of that id. Raises Refused `unknown_box`."""
        try:
            return self._by_id[box_id]
        except KeyError:
            raise Refused("unknown_box", box=box_id) from None

    def column(self, number: int) -> Column:
        """The column of that number, from 1. Raises Refused `unknown_column` (column, most)."""
        if not 1 <= number <= len(self.columns):
            raise Refused("unknown_column", column=number, most=len(self.columns))
        return self.columns[number - 1]

    @cached_property
    def boxes_alike(self) -> tuple[Box, ...]:
        """The boxes of all dice alike: one, and where a second such roll has a box of its own that, too."""
        return tuple(box for box in self.boxes if box.pattern == Kind(self.dice, pays=box.pattern.pays))

    @property
    def all_alike(self) -> Box:
        """The box of all dice alike."""
        return self.boxes_alike[0]

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Box → the sizes of its groups, where several boxes want more than pairs: a house is three and two
        in one country and three and three in the next (SHEETS.md). Empty where there is one such box.
        """
        found = {box.id: box.pattern.sizes for box in self.boxes if is_house(box.pattern)}
        return found if len(found) > 1 else {}

    @property
    def in_order(self) -> bool:
        """Whether no box can be chosen: every column goes from top to bottom."""
        return all(column.order == DOWN for column in self.columns)

    @cached_property
    def first_roll(self) -> bool:
        """Whether it matters that a roll was the first of its turn."""
        return any(box.served or box.wins for box in self.boxes)

    @cached_property
    def winning(self) -> tuple[Box, ...]:
        """The boxes that win the game at once where they pay a first roll."""
        return tuple(box for box in self.boxes if box.wins)

    @cached_property
    def fingerprint(self) -> str:
        """A text of all that the rule set is: two that differ in anything have different ones."""
        told = json.dumps(_told(self), separators=(",", ":"))
        return hashlib.sha256(told.encode()).hexdigest()[:32]


def _told(value: object) -> object:
    """A value as JSON: of a dataclass its name and all its fields."""
    if is_dataclass(value):
        told = {field.name: _told(getattr(value, field.name)) for field in fields(value)}
        return {type(value).__name__: told}
    return [_told(item) for item in value] if isinstance(value, tuple) else value
