"""What of a sheet matters for the points still to come, and what a roll may bring there (asked of the rules).

A state is: which boxes are open, how far the upper section is on its way to the bonus, and whether the box
of five alike holds points, where another such roll then earns more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from scorepad.coach.keeps import ALIKE, DICE, ROLLS
from scorepad.rules import DOWN, Cell, Dice, Refused, RuleSet, Sheet, Target, judge

MOST_BOXES = 15
"""A sheet with more would take too long to solve: each doubles the work."""


class State(NamedTuple):
    """`open` has bit i where box i of the sheet is empty; `upper` is as `States.counted` has it; `holds` is
    False where it makes no difference.
    """

    open: int
    upper: int
    holds: bool


class Lower(NamedTuple):
    """The lower section of a state: the box of five alike (OPEN, EMPTY, HOLDS) and the others' open bits."""

    own: int
    others: int


OPEN, EMPTY, HOLDS = range(3)


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """What rolls may bring in one box: the different `targets`, and for each of ROLLS which of them it is,
    -1 where the roll may not go there. Equal ones of a sheet are one.
    """

    targets: tuple[Target, ...]
    which: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """States of one upper section that share what rolls may bring, and are as many turns from the end.

    `lowers` stand at `start` and after among the `States.lowers` of their upper section.
    """

    upper: int
    start: int
    lowers: tuple[Lower, ...]

    @property
    def turns(self) -> int:
        """How many boxes are open."""
        first = self.lowers[0]
        return self.upper.bit_count() + (first.own == OPEN) + first.others.bit_count()


def can_advise(ruleset: RuleSet) -> bool:
    """Whether perfect play of that sheet can be solved: one column that counts once, five dice, no cards,
    nothing claimed, no points for a first roll, and no box that waits for another.
    """
    return (
        len(ruleset.columns) == 1
        and ruleset.columns[0].factor == 1
        and ruleset.dice == DICE
        and ruleset.cards is None
        and not ruleset.again.claimed
        and not ruleset.first_roll
        and not any(box.after for box in ruleset.boxes)
        and len(ruleset.boxes_alike) == 1
        and ruleset.all_alike in ruleset.lower
        and len(ruleset.boxes) <= MOST_BOXES
    )


@lru_cache(maxsize=32)
def states_of(ruleset: RuleSet) -> States:
    """The states of a sheet that `can_advise`, made once for all that ask."""
    return States(ruleset)


@dataclass(frozen=True)
class States:
    """All states of a sheet, numbered: those of one upper section together, then by what it counts."""

    ruleset: RuleSet

    # --- what a sheet's state is ----------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The state of an empty sheet."""
        return self.of(Sheet(self.ruleset, {}))

    def of(self, sheet: Sheet) -> State:
        """The state of a sheet of this rule set."""
        column = sheet.column(1)
        boxes = enumerate(self.ruleset.boxes)
        opened = sum(1 << at for at, box in boxes if box.id not in column.boxes)
        holds = self.holding and column.boxes.get(self.ruleset.all_alike.id, 0) > 0
        return State(opened, self.counted(opened, column.upper), holds)

    def after(self, state: State, target: Target) -> State:
        """The state after that target is written."""
        bit = self.bits[target.box]
        opened, upper = state.open & ~bit, state.upper
        if bit & self.upper_bits:
            upper = self.counted(opened, upper + target.points)
        return State(opened, upper, state.holds or self._holds_by(target))

    def _holds_by(self, target: Target) -> bool:
        return self.holding and self.bits[target.box] == self.own and target.points > 0

    def brought(self, state: State, target: Target) -> int:
        """What that target adds to the total: its points, its extra, and the bonus where it comes with it."""
        comes = 0
        if self.bits[target.box] & self.upper_bits and state.upper < self.goal <= state.upper + target.points:
            comes = self.ruleset.bonus.points
        return target.points + target.extra + comes

    def counted(self, opened: int, upper: int) -> int:
        """How far an upper section is with these open boxes and that sum: no farther than the goal, and no
        nearer to the beginning than where the goal is just out of reach.
        """
        out_of_reach = self.goal - 1 - sum(most for bit, most in self._mosts if opened & bit)
        return min(max(upper, out_of_reach, 0), self.goal)

    @cached_property
    def goal(self) -> int:
        """The upper sum at which the bonus comes; 0 where none can come."""
        bonus = self.ruleset.bonus
        within = bonus.at <= sum(most for _, most in self._mosts)
        return bonus.at if bonus.points and within else 0

    @cached_property
    def holding(self) -> bool:
        """Whether it makes a difference what the box of five alike holds: `Again.earned` asks for it."""
        return self.ruleset.again.extra > 0

    @cached_property
    def _mosts(self) -> tuple[tuple[int, int], ...]:
        """The bit of each upper box, and the most that it can hold."""
        return tuple((1 << at, max(points)) for at, points in enumerate(self._upper_points))

    @cached_property
    def _upper_points(self) -> tuple[frozenset[int], ...]:
        again = self.ruleset.again
        return tuple(box.possible(DICE) | again.paid(box, DICE) for box in self.ruleset.upper)

    # --- bits ---------------------------------------------------------------------------------------------

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """Box id → its bit."""
        return {box.id: 1 << at for at, box in enumerate(self.ruleset.boxes)}

    @cached_property
    def upper_bits(self) -> int:
        """The bits of the upper section."""
        return (1 << len(self.ruleset.upper)) - 1

    @cached_property
    def own(self) -> int:
        """The bit of the box of five alike."""
        return self.bits[self.ruleset.all_alike.id]

    @cached_property
    def other_bits(self) -> int:
        """The bits of the lower section without the box of five alike."""
        return sum(self.bits.values()) & ~self.upper_bits & ~self.own

    def lower_of(self, state: State) -> Lower:
        """Its lower section."""
        own = OPEN if state.open & self.own else HOLDS if state.holds else EMPTY
        return Lower(own, state.open & self.other_bits)

    def lower_after(self, lower: Lower, target: Target) -> Lower:
        """The lower section after that target is written."""
        bit = self.bits[target.box]
        own = lower.own if bit != self.own else HOLDS if self._holds_by(target) else EMPTY
        return Lower(own, lower.others & ~bit)

    def opened(self, upper: int, lower: Lower) -> int:
        """The open boxes of both."""
        return upper | lower.others | (self.own if lower.own == OPEN else 0)

    # --- numbers ------------------------------------------------------------------------------------------

    def number(self, state: State) -> int:
        """The state's place in a table. Raises KeyError for what no sheet comes to."""
        upper = state.open & self.upper_bits
        lowers, totals = self.lower_places(upper), self.totals(upper)
        return self.first(upper) + totals[state.upper] * len(lowers) + lowers[self.lower_of(state)]

    @cached_property
    def _places(self) -> Mapping[int, tuple[int, dict[int, int]]]:
        """Upper section → its first number, and each of its totals' place."""
        found: dict[int, tuple[int, dict[int, int]]] = {}
        start = 0
        for upper in self.uppers:
            totals = self._totals(upper)
            found[upper] = start, {total: place for place, total in enumerate(totals)}
            start += len(totals) * len(self.lower_places(upper))
        return found

    def first(self, upper: int) -> int:
        """The first number of that upper section."""
        return self._places[upper][0]

    @cached_property
    def count(self) -> int:
        """How many states there are."""
        return self.first(0) + len(self.totals(0)) * len(self.lower_places(0))

    @cached_property
    def uppers(self) -> tuple[int, ...]:
        """The open boxes of every upper section that can be, all of them open first."""
        every = range(self.upper_bits, -1, -1)
        return tuple(upper for upper in every if self._may_be(upper | self.other_bits | self.own))

    def _may_be(self, opened: int) -> bool:
        """Whether a sheet can have those boxes open: in a column that goes down, the last so many."""
        return not self.in_order or (opened | opened - 1) == sum(self.bits.values()) or not opened

    @cached_property
    def in_order(self) -> bool:
        return self.ruleset.columns[0].order == DOWN

    def totals(self, upper: int) -> Mapping[int, int]:
        """What an upper section with these open boxes may count, rising, each with its place."""
        return self._places[upper][1]

    def _totals(self, upper: int) -> list[int]:
        sums = {0}
        for (bit, _), points in zip(self._mosts, self._upper_points, strict=True):
            if not upper & bit:
                sums = {min(total + more, self.goal) for total in sums for more in points}
        return sorted({self.counted(upper, total) for total in sums})

    def lower_places(self, upper: int) -> Mapping[Lower, int]:
        """The lower sections that go with that upper one, each with its place."""
        return self._lower_places[bool(upper)]

    @cached_property
    def _lower_places(self) -> tuple[Mapping[Lower, int], Mapping[Lower, int]]:
        """Those beside a full upper section, and those beside an open one."""
        every = sorted(self._lowers(), key=lambda lower: (lower.own, lower.others.bit_count(), lower.others))
        full = [lower for lower in every if self._may_be(self.opened(0, lower))]
        beside = [lower for lower in every if self._may_be(self.opened(self.upper_bits, lower))]
        return _placed(full), _placed(beside)

    def _lowers(self) -> Iterable[Lower]:
        owns = (OPEN, EMPTY, HOLDS) if self.holding else (OPEN, EMPTY)
        for opened in range(0, (self.other_bits | self.own) + 1, self.upper_bits + 1):
            if not opened & self.own:
                yield from (Lower(own, opened) for own in owns)

    # --- what a roll may bring --------------------------------------------------------------------------

    def offers(self, state: State) -> Iterable[tuple[int, Offer]]:
        """Each open box's bit, and what rolls may bring there."""
        offered = self.offered(state.open & self.upper_bits, self.lower_of(state))
        return ((bit, offer) for bit, offer in offered.items() if bit & state.open)

    def offered(self, upper: int, lower: Lower) -> Mapping[int, Offer]:
        """The same for a whole Group of states; it tells of lower boxes that some of them have filled, too.

        What five alike may bring depends on the upper boxes, on their own box, and on whether there is
        another lower box, but not on which (RULES.md, Joker).
        """
        if lower.others and not self.in_order:
            lower = lower._replace(others=self.other_bits)
        return self._offered(self.opened(upper, lower), lower.own == HOLDS)

    @cached_property
    def _kept(self) -> dict[tuple[int, bool], Mapping[int, Offer]]:
        return {}

    def _offered(self, opened: int, holds: bool) -> Mapping[int, Offer]:
        if (opened, holds) not in self._kept:
            sheet = self.sheet(opened, holds)
            self._kept[opened, holds] = {
                self.bits[cell.box]: self._offer(sheet, cell) for cell in sheet.open_cells
            }
        return self._kept[opened, holds]

    def sheet(self, opened: int, holds: bool) -> Sheet:
        """A sheet with these boxes open, as far as the rules ask for it."""
        filled = {Cell(box): 0 for box, bit in self.bits.items() if not opened & bit}
        if holds:
            filled[Cell(self.ruleset.all_alike.id)] = 1
        return Sheet(self.ruleset, filled)

    def _offer(self, sheet: Sheet, cell: Cell) -> Offer:
        """Of dice that are not all alike it is told once for all sheets."""
        return self._told(cell.box, tuple(_asked(sheet, dice, cell) for dice in ROLLS[ALIKE.start :]))

    def _told(self, box: str, alike: tuple[Target | None, ...]) -> Offer:
        """The offer of a box where five alike bring that."""
        if (box, alike) not in self._offers:
            self._offers[box, alike] = _longer(self._plain[box], alike)
        return self._offers[box, alike]

    @cached_property
    def _offers(self) -> dict[tuple[str, tuple[Target | None, ...]], Offer]:
        return {}

    @cached_property
    def _plain(self) -> Mapping[str, Offer]:
        """What the rolls that are not all alike bring in each box."""
        return {box: self._alone(box) for box in self.bits}

    def _alone(self, box: str) -> Offer:
        sheet = self.sheet(self.bits[box], holds=False)
        found = [judge(sheet, dice, Cell(box)) for dice in ROLLS[: ALIKE.start]]
        return _longer(Offer((), ()), found)

    # --- for the solver -----------------------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """All states, those nearest to the end first."""
        found = (group for upper in self.uppers for group in self._groups(upper))
        return tuple(sorted(found, key=lambda group: group.turns))

    def _groups(self, upper: int) -> Iterable[Group]:
        places = self.lower_places(upper)
        for _, lowers in groupby(places, key=lambda lower: (lower.own, lower.others.bit_count())):
            kept = tuple(lowers)
            yield Group(upper, places[kept[0]], kept)


def _placed(lowers: Iterable[Lower]) -> Mapping[Lower, int]:
    return {lower: place for place, lower in enumerate(lowers)}


def _longer(plain: Offer, more: Iterable[Target | None]) -> Offer:
    """That offer with what the next of ROLLS bring, told shortly."""
    places = {target: place for place, target in enumerate(plain.targets)}
    which = [-1 if target is None else places.setdefault(target, len(places)) for target in more]
    return Offer(tuple(places), (*plain.which, *which))


def _asked(sheet: Sheet, dice: Dice, cell: Cell) -> Target | None:
    try:
        return judge(sheet, dice, cell)
    except Refused:
        return None
