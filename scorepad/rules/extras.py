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


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What another roll of all dice alike earns beside its points: `extra`, times the column's factor."""

    extra: int = 0

    @property
    def joker(self) -> bool:
        """Whether such a roll is placed by force, and may stand for what it does not show."""
        return False

    @property
    def marked(self) -> bool:
        """Whether a turn that was written down without its dice may be marked as such a roll."""
        return False

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
        """The points that such a roll of so many dice can have brought in that box."""
        return frozenset()

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
class Joker(Again):
    """It is placed by force, pays in full in the lower section, and earns the bonus (RULES.md, Joker)."""

    @property
    def joker(self) -> bool:
        return True

    @property
    def marked(self) -> bool:
        return bool(self.extra)

    def place(self, sheet: Sheet, dice: Dice, cell: Cell, plain: int) -> Target:
        if sheet.has_open(sheet.ruleset.all_alike):
            return Target(cell.box, plain, column=cell.column)
        points = self._points(sheet, dice, cell)
        return Target(cell.box, points, self.earned(sheet, cell), column=cell.column)

    @staticmethod
    def _points(sheet: Sheet, dice: Dice, cell: Cell) -> int:
        """RULES.md, Joker: the first line that applies decides."""
        box = sheet.ruleset.box(cell.box)
        number = next(upper for upper in sheet.ruleset.upper if upper.face == dice.alike)
        if sheet.has_open(number):
            if box is not number:
                raise Refused("joker_upper", box=box.id, must=number.id)
            return box.score(dice)
        if not box.face:
            return box.pattern.worth(dice)
        if any(sheet.has_open(lower) for lower in sheet.ruleset.lower):
            raise Refused("joker_lower", box=box.id)
        return 0

    def paid(self, box: Box, count: int) -> frozenset[int]:
        """As its number, or a zero, in an upper box; as a Joker in a lower one."""
        if box.face:
            return frozenset((0, count * box.face))
        return frozenset(box.pattern.worth(dice) for dice in all_rolls(count) if dice.alike)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Again):
    """It may be scored like any other, or its bonus claimed, with a zero (RULES.md, Free for All)."""

    @property
    def claimed(self) -> bool:
        return True

    def may_claim(self, sheet: Sheet, dice: Dice) -> bool:
        own = Cell(sheet.ruleset.all_alike.id)
        return bool(dice.alike and self.earned(sheet, own))
