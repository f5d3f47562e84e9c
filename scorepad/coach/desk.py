"""One turn of many states side by side, with numpy: from what the boxes are worth to what the turn is worth.

The best box for each of the 252 rolls; twice, what each keep is worth (the mean of the six that it grows
into) and the best keep of each roll. Where the spread is asked for, the mean square of the points still to
come goes along with each choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from scorepad.coach.keeps import ALIKE, DICE, KEEPS, LEVELS, ROLLS, chances, grown, shrunk
from scorepad.coach.states import Offer

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

FIRST_ROLL = LEVELS[DICE].start
CHANCES = np.array(chances())

_PLAIN = FIRST_ROLL + ALIKE.start
"""Where the rolls that are not all alike end."""


def _ways(level: range, leads: Sequence[tuple[int, ...]]) -> list[Places]:
    """The first place that each keep of a level leads to, the second of those that have two, and so on.

    Those with more ways stand first (`keeps`).
    """
    ways = [leads[place] for place in level]
    return [np.array([way[at] for way in ways if len(way) > at]) for at in range(max(map(len, ways)))]


_GROWN = [(level, _ways(level, grown())) for level in LEVELS[:DICE]][::-1]
_SHRUNK = [(level, _ways(level, shrunk())) for level in LEVELS[1:]]


@dataclass(frozen=True, slots=True)
class Rolls:
    """An offer, sorted: the target that pays nothing at all (-1: none), and the rolls that bring another,
    with theirs; all alike are among these in any case (one past the last: it may not go there).
    """

    zero: int
    rows: Places
    which: Places

    @classmethod
    def of(cls, offer: Offer) -> Rolls:
        which = np.array(offer.which)
        nothing = (at for at, target in enumerate(offer.targets) if not target.points + target.extra)
        zero = next(nothing, -1)
        rows = np.flatnonzero((which != zero) | (np.arange(FIRST_ROLL, len(KEEPS)) >= _PLAIN))
        return cls(zero, rows + FIRST_ROLL, which[rows] % (len(offer.targets) + 1))

    @property
    def every(self) -> Places:
        """The target that each roll brings."""
        found = np.full(len(ROLLS), self.zero)
        found[self.rows - FIRST_ROLL] = self.which
        return found


class Desk:
    """Room for so many states, a column each: `worth` of each of KEEPS, the rolls last, and its mean `square`
    where the spread is asked for.
    """

    def __init__(self, width: int, spread: bool) -> None:
        self.worth = np.zeros((len(KEEPS), width))
        self.square = np.zeros((len(KEEPS), width)) if spread else None
        self._zero, self._zero_square = np.zeros((1, width)), np.zeros((1, width))
        # Room made once: to ask the system for it at every step takes longer than the step.
        self._there, self._there_square = np.empty((2, len(ROLLS), width))
        self._taken, self._taken_square = np.empty((2, len(ROLLS), width))
        self._better = np.empty((len(ROLLS), width), bool)

    # --- boxes ------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """No box yet for any roll."""
        self.worth[FIRST_ROLL:] = -inf
        self._zero.fill(-inf)

    def offer(self, rolls: Rolls, worth: Floats, square: Floats | None) -> None:
        """A box for all rolls: what its targets are worth, a row each, the last for what may not be."""
        if rolls.zero >= 0:
            zero = slice(rolls.zero, rolls.zero + 1)
            self._take_better(
                self._zero, worth[zero], self._zero_square, None if square is None else square[zero]
            )
        there = _taken(self.worth, rolls.rows, self._there)
        offered = _taken(worth, rolls.which, self._taken)
        if self.square is None or square is None:
            self._take_better(there, offered)
        else:
            there_square = _taken(self.square, rolls.rows, self._there_square)
            self._take_better(there, offered, there_square, _taken(square, rolls.which, self._taken_square))
            self.square[rolls.rows] = there_square
        self.worth[rolls.rows] = there

    def settle(self) -> None:
        """A roll that is not all alike may be a zero in any box that knows one."""
        plain = slice(FIRST_ROLL, _PLAIN)
        square = None if self.square is None else self.square[plain]
        self._take_better(self.worth[plain], self._zero, square, self._zero_square)

    # --- rolls ------------------------------------------------------------------------------------------

    def roll(self) -> None:
        """From the worth of the rolls with no roll left to that with one left."""
        self.grow()
        self.choose()

    def grow(self) -> None:
        """What each keep is worth before the other dice are rolled."""
        self._grow(self.worth)
        if self.square is not None:
            self._grow(self.square)

    def choose(self) -> None:
        """What the best keep within each keep, or roll, is worth."""
        for level, ways in _SHRUNK:
            for way in ways:
                self._choose(slice(level.start, level.start + len(way)), way)

    def _grow(self, kept: Floats) -> None:
        """The mean of what each keep grows into."""
        for level, ways in _GROWN:
            into = _taken(kept, ways[0], kept[level.start : level.stop])
            for way in ways[1:]:
                into += _taken(kept, way, self._taken)
            into *= 1 / len(ways)

    def _choose(self, rows: slice, way: Places) -> None:
        """The better of these keeps and of those with one die less."""
        taken, square = _taken(self.worth, way, self._taken), None
        if self.square is not None:
            square = _taken(self.square, way, self._taken_square)
        self._take_better(self.worth[rows], taken, None if self.square is None else self.square[rows], square)

    def _take_better(
        self, worth: Floats, other: Floats, square: Floats | None = None, its_square: Floats | None = None
    ) -> None:
        """Puts what is better in the place of what is there, and its square with it."""
        if square is not None and its_square is not None:
            # A single row stands for all of them: numpy begins it again where it ends.
            np.putmask(square, np.greater(other, worth, out=self._better[: len(worth)]), its_square)
        np.maximum(worth, other, out=worth)


def _taken(rows: Floats, places: Places, room: Floats) -> Floats:
    """Those rows, in that room."""
    return rows.take(places, axis=0, out=room[: len(places)], mode="clip")
