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
    with theirs; all alike are among these in any case (-1: it may not go there).
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
        return cls(zero, rows + FIRST_ROLL, which[rows])


class Desk:
    """Room for so many states, a column each: `worth` of each of KEEPS, the rolls last, and its mean `square`
    where the spread is asked for.
    """

    def __init__(self, width: int, spread: bool) -> None:
        self.worth = np.zeros((len(KEEPS), width))
        self.square = np.zeros((len(KEEPS), width)) if spread else None
        self._zero, self._zero_square = np.zeros((1, width)), np.zeros((1, width))
        self._taken, self._taken_square = np.empty((len(ROLLS), width)), np.empty((len(ROLLS), width))

    # --- boxes ------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """No box yet for any roll."""
        self.worth[FIRST_ROLL:] = -inf
        self._zero.fill(-inf)

    def offer(self, rolls: Rolls, worth: Floats, square: Floats | None) -> None:
        """A box for all rolls: what its targets are worth, a row each, the last for what may not be."""
        if rolls.zero >= 0:
            zero = slice(rolls.zero, rolls.zero + 1)
            _better(self._zero, worth[zero], self._zero_square, None if square is None else square[zero])
        before = self.worth.take(rolls.rows, axis=0, out=self._taken[: len(rolls.rows)], mode="clip")
        before_square = None if self.square is None else self.square[rolls.rows]
        offered_square = None if square is None else square[rolls.which]
        _better(before, worth[rolls.which], before_square, offered_square)
        self.worth[rolls.rows] = before
        if self.square is not None and before_square is not None:
            self.square[rolls.rows] = before_square

    def settle(self) -> None:
        """A roll that is not all alike may be a zero in any box that knows one."""
        plain = slice(FIRST_ROLL, _PLAIN)
        square = None if self.square is None else self.square[plain]
        _better(self.worth[plain], self._zero, square, self._zero_square)

    # --- rolls ------------------------------------------------------------------------------------------

    def roll(self) -> None:
        """From the worth of the rolls with no roll left to that with one left."""
        self._grow(self.worth)
        if self.square is not None:
            self._grow(self.square)
        for level, ways in _SHRUNK:
            for way in ways:
                self._choose(slice(level.start, level.start + len(way)), way)

    def _grow(self, kept: Floats) -> None:
        """The mean of what each keep grows into."""
        for level, ways in _GROWN:
            into, taken = kept[level.start : level.stop], self._taken[: len(level)]
            kept.take(ways[0], axis=0, out=into, mode="clip")
            for way in ways[1:]:
                into += kept.take(way, axis=0, out=taken, mode="clip")
            into *= 1 / len(ways)

    def _choose(self, rows: slice, way: Places) -> None:
        """The better of these keeps and of those with one die less."""
        taken, square = self._taken[: len(way)], None
        self.worth.take(way, axis=0, out=taken, mode="clip")
        if self.square is not None:
            square = self.square.take(way, axis=0, out=self._taken_square[: len(way)], mode="clip")
        _better(self.worth[rows], taken, None if self.square is None else self.square[rows], square)


def _better(worth: Floats, other: Floats, square: Floats | None, its_square: Floats | None) -> None:
    """Puts what is better in the place of what is there, and its square with it."""
    if square is not None and its_square is not None:
        np.copyto(square, its_square, where=other > worth)
    np.maximum(worth, other, out=worth)
