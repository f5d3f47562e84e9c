"""Perfect play of a few last turns, told a second time: by the other telling of the rules, without numpy,
keep by keep as at a table. Each roll and each keep is looked at on its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

from tests.oracle import EVERY_ROLL, UPPER, Faces, House, cells, legal

Filled = tuple[tuple[str, int], ...]
Worth = tuple[float, float]
"""Points still to come, and the mean of their squares."""


@cache
def thrown(count: int) -> tuple[tuple[Faces, float], ...]:
    """What so many dice may show, and how likely that is."""
    shown = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    return tuple((faces, times / 6**count) for faces, times in shown.items())


@cache
def keeps(faces: Faces) -> tuple[Faces, ...]:
    """Every different handful of these dice."""
    chosen = product((False, True), repeat=5)
    return tuple({tuple(f for f, stays in zip(faces, mask, strict=True) if stays) for mask in chosen})


def to_come(house: House, filled: Mapping[str, int]) -> Worth:
    """The points that the best play still brings on a sheet with these cells filled."""
    return _to_come(house, tuple(sorted(filled.items())))


@cache
def _to_come(house: House, filled: Filled) -> Worth:
    if len(filled) == len(cells(house.sheet)):
        return 0, 0
    return turn(house, dict(filled), lambda after: to_come(house, after))


def turn(house: House, filled: Mapping[str, int], later: Callable[[Mapping[str, int]], Worth]) -> Worth:
    """The same of a sheet with a turn to come, where it is known for every sheet after that turn."""
    worth = {faces: _placed(house, dict(filled), faces, later) for faces in EVERY_ROLL}
    for _ in range(2):
        worth = _rerolled(worth)
    return _mean(worth, ())


def _placed(
    house: House, filled: dict[str, int], faces: Faces, later: Callable[[Mapping[str, int]], Worth]
) -> Worth:
    found = []
    for cell, (points, extra) in legal(house, filled, faces).items():
        after = filled | {cell: points}
        now = points + extra + _bonus(house, after) - _bonus(house, filled)
        value, square = later(after)
        found.append((now + value, now * now + 2 * now * value + square))
    return max(found, key=lambda worth: worth[0])


def _bonus(house: House, filled: Mapping[str, int]) -> int:
    points, at = house.bonus
    return points if sum(filled.get(box, 0) for box in UPPER) >= at else 0


def _rerolled(worth: Mapping[Faces, Worth]) -> dict[Faces, Worth]:
    means = {keep: _mean(worth, keep) for keep in {keep for faces in EVERY_ROLL for keep in keeps(faces)}}
    return {
        faces: max((means[keep] for keep in keeps(faces)), key=lambda one: one[0]) for faces in EVERY_ROLL
    }


def _mean(worth: Mapping[Faces, Worth], keep: Faces) -> Worth:
    after = [(worth[tuple(sorted(keep + faces))], chance) for faces, chance in thrown(5 - len(keep))]
    return sum(one[0] * chance for one, chance in after), sum(one[1] * chance for one, chance in after)
