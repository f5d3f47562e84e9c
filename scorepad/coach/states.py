"""What is left of a sheet for who looks ahead: the open boxes, the upper sum, whether a bonus can come again.

All sheets that are level in that have the same points still to come under perfect play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from scorepad.coach.keeps import DICE
from scorepad.rules import Box, Cell, RuleSet, Sheet, special_rolls

Points = tuple[int, ...]


def can_solve(ruleset: RuleSet) -> bool:
    """Whether perfect play of that rule set can be computed: five dice, one column, no cards, and every roll of
    a turn counts alike (SHEETS.md: Generala's first roll does not).
    """
    plain = not ruleset.first_roll and not any(box.after for box in ruleset.boxes)
    return ruleset.dice == DICE and len(ruleset.columns) == 1 and ruleset.cards is None and plain


@dataclass(frozen=True)
class States:
    """All states of a rule set's sheets, numbered.

    An open set is a number with a bit for each box from the top. `blocks` has (open set, whether the box of
    all dice alike holds points) → the number of its first state; the others follow by their upper sums.
    """

    ruleset: RuleSet

    @cached_property
    def bits(self) -> dict[str, int]:
        """Box → its bit in an open set."""
        return {box.id: 1 << place for place, box in enumerate(self.ruleset.boxes)}

    @cached_property
    def uppers(self) -> int:
        """The open set of all upper boxes."""
        return (1 << len(self.ruleset.upper)) - 1

    @cached_property
    def cap(self) -> int:
        """The upper sum from which on nothing changes any more; 0 where no sum brings anything."""
        most = sum(max(box.possible(DICE)) for box in self.ruleset.upper)
        bonus = self.ruleset.bonus
        return bonus.at if bonus.points and bonus.at <= most else 0

    @cached_property
    def alike_matters(self) -> bool:
        """Whether it matters what the box of all dice alike holds, once it is filled."""
        bit = self.bits[self.ruleset.all_alike.id]
        full = (1 << len(self.bits)) - 1
        return special_rolls(self.sheet(full - bit, False)) != special_rolls(self.sheet(full - bit, True))

    @cached_property
    def open_sets(self) -> tuple[int, ...]:
        """Every set of boxes that can be open, those with fewer boxes first."""
        count = len(self.bits)
        if self.ruleset.in_order:
            return tuple((1 << count) - (1 << filled) for filled in range(count, -1, -1))
        return tuple(sorted(range(1 << count), key=int.bit_count))

    def sums(self, open_set: int) -> Points:
        """The upper sums that the filled boxes can have, as far as they matter, rising."""
        return _sums(self.ruleset.upper, open_set & self.uppers, self.cap)

    def place(self, open_set: int) -> dict[int, int]:
        """Upper sum → its place among `sums`."""
        return _places(self.sums(open_set))

    @cached_property
    def blocks(self) -> dict[tuple[int, bool], int]:
        alike, matters = self.bits[self.ruleset.all_alike.id], self.alike_matters
        found, first = {}, 0
        for open_set in self.open_sets:
            for holds in (False, True) if matters and not open_set & alike else (False,):
                found[open_set, holds] = first
                first += len(self.sums(open_set))
        return found

    @cached_property
    def count(self) -> int:
        """How many states there are."""
        last = next(reversed(self.blocks))
        return self.blocks[last] + len(self.sums(last[0]))

    # --- sheets ---------------------------------------------------------------------------------------

    def number(self, sheet: Sheet) -> int:
        """The number of the state that the sheet is in."""
        open_set = sum(bit for box, bit in self.bits.items() if Cell(box) not in sheet.filled)
        holds = self.alike_matters and bool(sheet.filled.get(Cell(self.ruleset.all_alike.id)))
        upper = min(sheet.column(1).upper, self.cap) if open_set & self.uppers else 0
        return self.blocks[open_set, holds] + self.place(open_set)[upper]

    def sheet(self, open_set: int, holds: bool) -> Sheet:
        """A sheet with these boxes open and zeros in the others, but for all dice alike where it `holds`
        points. What a roll may do there is what it may do in each state of these.
        """
        alike = self.ruleset.all_alike
        filled = (box for box in self.ruleset.boxes if not open_set & self.bits[box.id])
        points = {Cell(box.id): (alike.fixed or 0) if holds and box is alike else 0 for box in filled}
        return Sheet(self.ruleset, points)


@cache
def _sums(upper: tuple[Box, ...], open_uppers: int, cap: int) -> Points:
    if not open_uppers:
        return (0,)
    found = {0}
    for place, box in enumerate(upper):
        if not open_uppers & 1 << place:
            found = {min(so_far + points, cap) for so_far in found for points in box.possible(DICE)}
    return tuple(sorted(found))


@cache
def _places(sums: Points) -> dict[int, int]:
    return {points: place for place, points in enumerate(sums)}


@cache
def states_of(ruleset: RuleSet) -> States:
    """The states of a rule set that can be solved, numbered once."""
    return States(ruleset)


def boxes_in(states: States, open_set: int) -> Iterable[Box]:
    """The open boxes from the top."""
    return (box for box in states.ruleset.boxes if open_set & states.bits[box.id])
