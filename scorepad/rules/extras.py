"""What all dice alike bring once the box for them is filled: one value each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorepad.rules.cell import Cell, Target
from scorepad.rules.dice import Dice, all_rolls
from scorepad.rules.refusal import Refused

if TYPE_CHECKING:
    from scorepad.rules.ruleset import Box
    from scorepad.rules.sheet import Sheet

_NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What another roll of all dice alike earns beside its points: `extra`, times the column's factor."""

    extra: int = 0

    @property
    def marked(self) -> bool:
        """Whether a turn that was written down without its dice may be marked as such a roll."""
        return False

    def differs(self, sheet: Sheet) -> bool:
        """Whether such a roll may be something else on that sheet than any other is."""
        return bool(self.earned(sheet, Cell(sheet.ruleset.all_alike.id)))

    def place(self, sheet: Sheet, dice: Dice, cell: Cell, plain: int) -> Target:
        """What dice that are all alike bring in that open cell, where the plain rules pay `plain`.

        Raises Refused where they may not go.
        """
        return Target(cell.box, plain, column=cell.column)

    @property
    def claimed(self) -> bool:
        """Whether its bonus comes to who claims it, with a zero in some open cell."""
        return False

    def may_claim(self, sheet: Sheet, dice: Dice) -> bool:
        """Whether the bonus can be claimed for that roll."""
        return False

    def paid(self, box: Box, count: int) -> frozenset[int]:
        """The points that such a roll of so many dice can have brought in that box beside its bonus."""
        return _NONE

    def unmarked(self, box: Box, count: int) -> frozenset[int]:
        """Those that it can have brought there without a bonus, beside what the plain rules pay."""
        return _NONE

    def earned(self, sheet: Sheet, cell: Cell) -> int:
        """The bonus that another such roll earns now in that cell: the boxes for them hold points."""
        own = sheet.ruleset.all_alike.id
        holds = all(sheet.filled.get(Cell(own, column)) for column in sheet.ruleset.column_numbers)
        return self.extra * sheet.ruleset.column(cell.column).factor if holds else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Again):
    """A second roll of all dice alike is like any other."""


NOTHING = Nothing()


@dataclass(frozen=True, slots=True, kw_only=True)
class AsItLies(Again):
    """It earns the bonus and is scored as it lies (SHEETS.md: `joker` none, `further` plain)."""

    @property
    def marked(self) -> bool:
        return bool(self.extra)

    def place(self, sheet: Sheet, dice: Dice, cell: Cell, plain: int) -> Target:
        return Target(cell.box, plain, self.earned(sheet, cell), column=cell.column)

    def paid(self, box: Box, count: int) -> frozenset[int]:
        return frozenset(box.score(dice) for dice in _alike(count))


@dataclass(frozen=True, slots=True, kw_only=True)
class Highest(AsItLies):
    """It earns the bonus, and the most that a roll pays in the box (SHEETS.md: `further` maximum)."""

    def place(self, sheet: Sheet, dice: Dice, cell: Cell, plain: int) -> Target:
        earned, box = self.earned(sheet, cell), sheet.ruleset.box(cell.box)
        points = max(box.possible(len(dice.faces))) if earned else plain
        return Target(cell.box, points, earned, column=cell.column)

    def paid(self, box: Box, count: int) -> frozenset[int]:
        return frozenset((max(box.possible(count)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Joker(AsItLies):
    """It is placed by force, pays in full in the lower section, and earns the bonus (RULES.md, Joker)."""

    def differs(self, sheet: Sheet) -> bool:
        return not sheet.has_open(sheet.ruleset.all_alike)

    def place(self, sheet: Sheet, dice: Dice, cell: Cell, plain: int) -> Target:
        if not self.differs(sheet):
            return Target(cell.box, plain, column=cell.column)
        points = self._points(sheet, dice, cell)
        return Target(cell.box, points, self.earned(sheet, cell), column=cell.column)

    def _points(self, sheet: Sheet, dice: Dice, cell: Cell) -> int:
        """What it pays there. Raises Refused where it may not go."""
        return forced(sheet, dice, cell)

    def paid(self, box: Box, count: int) -> frozenset[int]:
        """As its number, or a zero, in an upper box; as a Joker in a lower one."""
        return frozenset((0, count * box.face)) if box.face else _in_full(box, count)

    def unmarked(self, box: Box, count: int) -> frozenset[int]:
        return _NONE if box.face else _in_full(box, count)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeJoker(Joker):
    """It goes anywhere: as it lies while its number is open, then in full (SHEETS.md: `joker` free)."""

    def _points(self, sheet: Sheet, dice: Dice, cell: Cell) -> int:
        box = sheet.ruleset.box(cell.box)
        as_it_lies = box.face or sheet.has_open(_number(sheet, dice))
        return box.score(dice) if as_it_lies else box.pattern.worth(dice)

    def paid(self, box: Box, count: int) -> frozenset[int]:
        lies = frozenset(box.score(dice) for dice in _alike(count))
        return lies if box.face else lies | _in_full(box, count)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFirst(Joker):
    """It is a Joker, and earns the bonus as its number alone (SHEETS.md: `further` number_or_joker)."""

    def differs(self, sheet: Sheet) -> bool:
        return Again.differs(self, sheet)

    def place(self, sheet: Sheet, dice: Dice, cell: Cell, plain: int) -> Target:
        earned = self.earned(sheet, cell)
        if not earned:
            return Target(cell.box, plain, column=cell.column)
        number_open = sheet.has_open(_number(sheet, dice))
        points = forced(sheet, dice, cell)
        return Target(cell.box, points, earned if number_open else 0, column=cell.column)

    def paid(self, box: Box, count: int) -> frozenset[int]:
        return frozenset((count * box.face,)) if box.face else _NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Again):
    """It may be scored like any other, or its bonus claimed, with a zero (RULES.md, Free for All)."""

    @property
    def claimed(self) -> bool:
        return True

    def may_claim(self, sheet: Sheet, dice: Dice) -> bool:
        own = Cell(sheet.ruleset.all_alike.id)
        return bool(dice.alike and self.earned(sheet, own))


def forced(sheet: Sheet, dice: Dice, cell: Cell) -> int:
    """What a Joker pays in that cell: the first line of RULES.md, Joker, that applies decides.

    Raises Refused `joker_upper` (box, must) or `joker_lower` (box).
    """
    box, number = sheet.ruleset.box(cell.box), _number(sheet, dice)
    if sheet.has_open(number):
        if box is not number:
            raise Refused("joker_upper", box=box.id, must=number.id)
        return box.score(dice)
    if not box.face:
        return box.pattern.worth(dice)
    if any(sheet.has_open(lower) for lower in sheet.ruleset.lower):
        raise Refused("joker_lower", box=box.id)
    return 0


def _number(sheet: Sheet, dice: Dice) -> Box:
    """The upper box of the number that all dice show."""
    return next(upper for upper in sheet.ruleset.upper if upper.face == dice.alike)


def _alike(count: int) -> tuple[Dice, ...]:
    return tuple(dice for dice in all_rolls(count) if dice.alike)


def _in_full(box: Box, count: int) -> frozenset[int]:
    """What a Joker pays in that lower box."""
    return frozenset(box.pattern.worth(dice) for dice in _alike(count))
