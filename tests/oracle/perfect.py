"""Perfect play told a second time: states numbered otherwise, products of whole matrices in place of growing
keeps, an array of upper sums at a time. It knows nothing of the coach.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from scorepad.rules import Box, Cell, RuleSet, Sheet, Target, all_rolls, roll_table, special_rolls

Floats = npt.NDArray[np.float64]
DICE = 5
ROLLS = all_rolls(DICE)
KEPT = tuple(kept for size in range(DICE + 1) for kept in combinations_with_replacement(range(1, 7), size))


def ways(faces: Iterable[int]) -> int:
    """In how many orders such dice can fall."""
    told = tuple(faces)
    return factorial(len(told)) // prod(factorial(told.count(face)) for face in set(told))


@cache
def chances() -> Floats:
    """How likely each roll is once those dice are kept: an array (kept, roll)."""
    place = {roll.faces: at for at, roll in enumerate(ROLLS)}
    found = np.zeros((len(KEPT), len(ROLLS)))
    for row, kept in enumerate(KEPT):
        again = DICE - len(kept)
        for fallen in combinations_with_replacement(range(1, 7), again):
            found[row, place[tuple(sorted((*kept, *fallen)))]] += ways(fallen) / 6**again
    return found


@cache
def within() -> list[npt.NDArray[np.intp]]:
    """Roll → the places of all dice that can be kept of it."""
    faces = [np.bincount(kept, minlength=7) for kept in KEPT]
    return [
        np.array([at for at, kept in enumerate(faces) if (kept <= np.array(roll.counts)).all()])
        for roll in ROLLS
    ]


class Perfect:
    """The points still to come of every state of a sheet: its open boxes, whether the box of all dice alike
    `holds` points, and the upper sum, as an array over all of these up to the bonus.
    """

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self._rows = roll_table(ruleset)
        self._values: dict[tuple[frozenset[str], bool], Floats] = {}

    def value(self, sheet: Sheet) -> float:
        """What is still to come on that sheet."""
        opened = frozenset(box.id for box in self.ruleset.boxes if Cell(box.id) not in sheet.filled)
        holds = bool(sheet.filled.get(Cell(self.ruleset.all_alike.id)))
        return float(self._turn(opened, holds)[min(sheet.column(1).upper, self.ruleset.bonus.at)])

    def _turn(self, opened: frozenset[str], holds: bool) -> Floats:
        key = opened, holds
        if key not in self._values:
            self._values[key] = self._solved(opened, holds)
        return self._values[key]

    def _solved(self, opened: frozenset[str], holds: bool) -> Floats:
        if not opened:
            return np.zeros(self.ruleset.bonus.at + 1)
        worth = self._placed(opened, holds)
        for _ in range(2):
            kept = chances() @ worth
            worth = np.stack([kept[places].max(axis=0) for places in within()])
        return chances()[0] @ worth

    def _placed(self, opened: frozenset[str], holds: bool) -> Floats:
        """What the best box of each roll brings: an array (roll, sum)."""
        boxes = [box for box in self.ruleset.boxes if box.id in opened]
        boxes = boxes[:1] if self.ruleset.in_order else boxes
        worth = np.max([self._in_box(box, opened, holds) for box in boxes], axis=0)
        for special in special_rolls(self._sheet(opened, holds)):
            found = [answer for answer in special.answers.values() if isinstance(answer, Target)]
            worth[ROLLS.index(special.dice)] = np.max(
                [self._after(t.box, t.points, opened, holds) + t.extra for t in found], axis=0
            )
        return worth

    def _in_box(self, box: Box, opened: frozenset[str], holds: bool) -> Floats:
        row = self._rows[box.id]
        told = {points: self._after(box.id, points, opened, holds) for points in set(row)}
        return np.stack([told[points] for points in row])

    def _after(self, box: str, points: int, opened: frozenset[str], holds: bool) -> Floats:
        """What those points bring there, and all that comes after them, by the sum before."""
        bonus, own = self.ruleset.bonus, self.ruleset.all_alike.id
        later = self._turn(opened - {box}, bool(points) if box == own else holds)
        if box not in self.ruleset.upper_ids:
            return points + later
        sums = np.arange(bonus.at + 1)
        after = np.minimum(sums + points, bonus.at)
        return points + later[after] + bonus.points * ((sums < bonus.at) & (after == bonus.at))

    def _sheet(self, opened: frozenset[str], holds: bool) -> Sheet:
        own = self.ruleset.all_alike
        filled = {Cell(box.id): 0 for box in self.ruleset.boxes if box.id not in opened}
        if holds:
            filled[Cell(own.id)] = own.fixed or 1
        return Sheet(self.ruleset, filled)
