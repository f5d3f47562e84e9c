"""Dice of a photo as a page shows them: marks where they lie; and as a form tells of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.photo import Die

LONGER = 1000
"""How long the longer side of a photo is, in the measure of its plan."""
MOST_SHOWN = 24
"""More dice than that are no dice."""
_AROUND, _NEAREST = 0.85, 420
"""How much is shown around the dice, in sides of the largest; a narrower part is not shown larger."""
_ACROSS = 350
"""How many pixels of a phone that part is wide."""
_TOLD = re.compile("([1-6])([1-6])([01])-([0-9]{1,4})-([0-9]{1,4})-([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Mark:
    """The outline of a die, from its left upper corner, where its number hangs."""

    left: int
    top: int
    side: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The part of a photo in which the dice lie, as an SVG has it; `pixel` is one of a phone's."""

    left: int
    top: int
    width: int
    height: int
    marks: tuple[Mark, ...]

    @property
    def pixel(self) -> float:
        return round(self.width / _ACROSS, 2)


def plan_of(found: Sequence[Die], size: tuple[int, int], *, is_square: bool) -> Plan:
    """Where those dice lie in a photo of that size; with as much around them as makes a square if asked."""
    across, down = _measured(*size)
    marks = tuple(_mark(die, across, down) for die in found)
    if not marks:
        return Plan(0, 0, across, down, ())
    around = round(_AROUND * max(mark.side for mark in marks))
    left, right = min(m.left for m in marks) - around, max(m.left + m.side for m in marks) + around
    top, bottom = min(m.top for m in marks) - around, max(m.top + m.side for m in marks) + around
    wide = max(right - left, bottom - top, _NEAREST)
    left, wide = _within((left + right) // 2, wide, across)
    top, high = _within((top + bottom) // 2, max(bottom - top, wide * is_square), down)
    return Plan(left, top, wide, high, marks)


def _measured(width: int, height: int) -> tuple[int, int]:
    longer = max(width, height)
    return max(1, round(LONGER * width / longer)), max(1, round(LONGER * height / longer))


def _mark(die: Die, across: int, down: int) -> Mark:
    side = round(LONGER * die.size)
    return Mark(round(die.x * across - side / 2), round(die.y * down - side / 2), side)


def _within(middle: int, wanted: int, most: int) -> tuple[int, int]:
    """Where a stretch of that length begins, and how long it is, between 0 and `most`."""
    length = min(wanted, most)
    return max(0, min(middle - length // 2, most - length)), length


def told(die: Die) -> str:
    """A die as a form tells it, so that the page can be shown once more without its photo."""
    places = (round(LONGER * share) for share in (die.x, die.y, die.size))
    return "-".join((f"{die.value}{die.second}{die.sure:d}", *map(str, places)))


def read_told(texts: Sequence[str]) -> tuple[Die, ...]:
    """The dice that a form tells of; what tells of none is passed over."""
    matches = filter(None, map(_TOLD.fullmatch, texts[:MOST_SHOWN]))
    return tuple(_die(*match.groups()) for match in matches)


def _die(value: str, second: str, sure: str, *places: str) -> Die:
    x, y, size = (int(place) / LONGER for place in places)
    return Die(int(value), int(second), x, y, size, 1.0, sure == "1")
