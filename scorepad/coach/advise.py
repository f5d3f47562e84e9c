"""What to do with some dice: every box, or every keep, with the final total that is to be expected then."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from scorepad.coach.keeps import DICE, KEEPS, LEVELS, ROLLS, Keep, grown, places, shrunk
from scorepad.coach.states import Offer, State
from scorepad.coach.table import Table
from scorepad.rules import Dice, Sheet, Target, targets

ROLLED_AGAIN = (1, 2)
"""How many rolls may be left where there is something to keep."""


@dataclass(frozen=True, slots=True)
class BoxAdvice:
    """A legal target of the dice, and the final total to be expected after it is written, in points."""

    target: Target
    value: float


@dataclass(frozen=True, slots=True)
class KeepAdvice:
    """Dice that may stay on the table, their faces rising, and the final total to be expected after the
    others are rolled again, in points.
    """

    keep: Keep
    value: float


def advise_boxes(table: Table, sheet: Sheet, dice: Dice) -> tuple[BoxAdvice, ...]:
    """Every legal target of those dice with no roll left, the best first; equals in the sheet's order."""
    found = (BoxAdvice(target, table.expected(sheet.write(target))) for target in targets(sheet, dice))
    return tuple(sorted(found, key=lambda advice: -advice.value))


def advise_keeps(table: Table, sheet: Sheet, dice: Dice, rolls_left: int) -> tuple[KeepAdvice, ...]:
    """Every different keep of those dice with one or two rolls left, best first; of equals, the more dice.

    There are none for a full sheet. Raises ValueError for another number of rolls.
    """
    if rolls_left not in ROLLED_AGAIN:
        raise ValueError(rolls_left)
    if sheet.full:
        return ()
    kept = _kept(_best_boxes(table, table.states.of(sheet)))
    if rolls_left > 1:
        kept = _kept(_best_keeps(kept)[LEVELS[DICE].start :])
    found = (KeepAdvice(KEEPS[place], sheet.total + kept[place]) for place in _within(places()[dice.faces]))
    return tuple(sorted(found, key=lambda advice: (-advice.value, -len(advice.keep), advice.keep)))


def _best_boxes(table: Table, state: State) -> list[float]:
    """What each of ROLLS still brings, and all turns after it, with no roll left."""
    best = [-inf] * len(ROLLS)
    for _, offer in table.states.offers(state):
        worth = [_worth(table, state, target) for target in offer.targets]
        best = list(map(max, best, _by_roll(offer, worth)))
    return best


def _worth(table: Table, state: State, target: Target) -> float:
    return table.states.brought(state, target) + table.to_come(table.states.after(state, target))


def _by_roll(offer: Offer, worth: list[float]) -> list[float]:
    refused = [*worth, -inf]
    return [refused[which] for which in offer.which]


def _kept(rolls: list[float]) -> list[float]:
    """The worth of each of KEEPS before the others are rolled, from that of the rolls: the mean of what it
    grows into.
    """
    kept = [0.0] * LEVELS[DICE].start + rolls
    for place in reversed(range(LEVELS[DICE].start)):
        kept[place] = sum(kept[more] for more in grown()[place]) / len(grown()[place])
    return kept


def _best_keeps(kept: list[float]) -> list[float]:
    """The worth of the best keep among each of KEEPS."""
    best = list(kept)
    for place, fewer in enumerate(shrunk()):
        best[place] = max((best[place], *(best[less] for less in fewer)))
    return best


def _within(place: int) -> set[int]:
    """The places of all keeps within that one, itself too."""
    found = {place}
    for less in shrunk()[place]:
        found |= _within(less)
    return found
