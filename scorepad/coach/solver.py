"""Perfect play of a sheet, solved backwards from the last turn. It needs numpy; looking up does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf

import numpy as np
import numpy.typing as npt

from scorepad.coach.desk import CHANCES, FIRST_ROLL, Desk, Floats, Places, Rolls
from scorepad.coach.states import Group, Offer, State, States, states_of
from scorepad.rules import RuleSet

WIDTH = 160
"""About how many states are solved side by side: so many that their rolls still fit a processor's cache."""

_DESKS = 6
"""For so many widths room is kept at once, 2 MB each; all that come up took 15 to 25 MB more."""

Progress = Callable[[float], object]
"""Is told from time to time which share of the work is done, up to 1."""


def expect(ruleset: RuleSet, progress: Progress = lambda _share: None) -> float:
    """The final total to be expected of an empty sheet that `can_advise`."""
    states = states_of(ruleset)
    solver = Solver(states, spread=False)
    solver.run(progress)
    return float(solver.values[states.number(states.start)])


@dataclass(frozen=True, slots=True)
class Step:
    """What the targets in a box do to the states of an upper section: what each brings, and at which total
    of the `upper` section after it they go on. A row a target, or one for all; a column a total, or one for
    all.
    """

    upper: int
    brought: Floats
    totals: Places


@dataclass(frozen=True, slots=True)
class Move:
    """A box that states of a group may fill: the column at which each goes on, a row a target, or one for
    all; and in which of them the box is `closed`.
    """

    rolls: Rolls
    step: Step
    columns: Places
    closed: npt.NDArray[np.bool_]


class Solver:
    """The worth of every state, from the end to the start."""

    def __init__(self, states: States, spread: bool) -> None:
        self.states, self.spread = states, spread
        self.values = np.zeros(states.count)
        self.squares = np.zeros(states.count if spread else 0)
        self._rolls = cache(Rolls.of)
        self._step = cache(self._make_step)
        self._desk = lru_cache(maxsize=_DESKS)(lambda width: Desk(width, spread))

    def run(self, progress: Progress) -> None:
        """Solves all of them."""
        done = 0
        for group in self.states.groups:
            if group.turns:
                self.solve_group(group)
            done += len(group.lowers) * len(self.states.totals(group.upper))
            progress(done / self.states.count)

    def solve_group(self, group: Group) -> None:
        """Solves those states; all groups with fewer turns to come are solved before."""
        moves = self.moves(group)
        for rows in self.pieces(group):
            self._turn(group, moves, rows)

    def pieces(self, group: Group) -> Iterator[slice]:
        """The totals of a group's upper section, so many as are solved side by side."""
        totals, step = len(self.states.totals(group.upper)), max(1, WIDTH // len(group.lowers))
        return (slice(start, min(start + step, totals)) for start in range(0, totals, step))

    def _turn(self, group: Group, moves: Sequence[Move], rows: slice) -> None:
        """Those states of a group that have one of these totals."""
        shape = rows.stop - rows.start, len(group.lowers)
        columns = slice(group.start, group.start + shape[1])
        desk = self.boxes(group, moves, rows)
        for _ in range(2):
            desk.roll()
        for numbers, kept in ((self.values, desk.worth), (self.squares, desk.square)):
            if kept is not None:
                first = CHANCES @ kept[FIRST_ROLL:]
                self._page(numbers, group.upper)[rows, columns] = first.reshape(shape)

    def boxes(self, group: Group, moves: Sequence[Move], rows: slice) -> Desk:
        """The desk with what each roll is worth to those states with no roll left: a column a state, those of
        the first total first.
        """
        desk = self._desk((rows.stop - rows.start) * len(group.lowers))
        desk.clear()
        for move in moves:
            desk.offer(move.rolls, *self.after(move, rows))
        desk.settle()
        return desk

    def _page(self, numbers: Floats, upper: int) -> Floats:
        """The numbers of an upper section: a row a total, a column a lower section."""
        columns = len(self.states.lower_places(upper))
        start, rows = self.states.first(upper), len(self.states.totals(upper))
        return numbers[start : start + rows * columns].reshape(rows, columns)

    def after(self, move: Move, rows: slice) -> tuple[Floats, Floats | None]:
        """What each target of a box is worth, and its square: a row a target, and one for what may not be; a
        column a state.
        """
        step = move.step
        where = step.totals[:, rows, None], move.columns[:, None, :]
        brought = step.brought[:, rows if step.brought.shape[1] > 1 else slice(None), None]
        later = self._page(self.values, step.upper)[where]
        worth = later + brought
        worth[:, :, move.closed] = -inf
        squares = None
        if self.spread:
            squares = self._page(self.squares, step.upper)[where] + brought * (brought + 2 * later)
            squares = _under(squares, 0)
        return _under(worth, -inf), squares

    # --- what there is to fill ----------------------------------------------------------------------------

    def moves(self, group: Group) -> tuple[Move, ...]:
        """The boxes that any of them may fill."""
        return tuple(self._moves(group))

    def _moves(self, group: Group) -> Iterator[Move]:
        opened = [self.states.opened(group.upper, lower) for lower in group.lowers]
        for bit, offer in self.states.offered(group.upper, group.lowers[0]).items():
            closed = np.array([not bit & each for each in opened])
            if not closed.all():
                columns = self._columns(group, bit, offer)
                yield Move(self._rolls(offer), self._step(group.upper, bit, offer), columns, closed)

    def _make_step(self, upper: int, bit: int, offer: Offer) -> Step:
        states, totals = self.states, self.states.totals(upper)
        if not bit & states.upper_bits:
            brought = [[target.points + target.extra] for target in offer.targets]
            return Step(upper, np.array(brought, float), np.arange(len(totals))[None])
        here = [State(upper, total, holds=False) for total in totals]
        there = states.totals(upper & ~bit)
        brought = [[states.brought(state, target) for state in here] for target in offer.targets]
        after = [[there[states.after(state, target).upper] for state in here] for target in offer.targets]
        return Step(upper & ~bit, np.array(brought, float), np.array(after))

    def _columns(self, group: Group, bit: int, offer: Offer) -> Places:
        """Where the lower sections go on; where the box is closed, anywhere."""
        states, places = self.states, self.states.lower_places(group.upper & ~bit)
        targets = offer.targets if states.holding and bit == states.own else offer.targets[:1]
        return np.array(
            [
                [places.get(states.lower_after(lower, target), 0) for lower in group.lowers]
                for target in targets
            ]
        )


def _under(above: Floats, row: float) -> Floats:
    """A column a state, and that row below."""
    flat = above.reshape(len(above), -1)
    return np.concatenate((flat, np.full((1, flat.shape[1]), row)))
