"""The chance to win of two players: one line that parts a field, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEIGHT = 200
"""Units from 0 % up to 100 %."""
LEVELS = (0, 50, 100)
MOST_FIGURES = 5
"""Rounds that are told along the axis."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Field:
    """Across, places are shares of the whole width in percent; downwards, units of the picture.

    `line` is the way of the first player's chance, as an SVG tells it. `turning` are the places before and
    after the turn that decided most, None where there is none. `rounds` are (place, number), each at its end.
    """

    line: str
    turning: tuple[Point, Point] | None
    turning_round: int
    levels: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]


def field(chances: Sequence[float], rounds: Sequence[int], turning: int | None) -> Field:
    """The picture of one chance before the first turn and after each; `rounds` are those turns' rounds, and
    `turning` is the place of the turn that decided most.
    """
    points = [_point(place, chance, len(rounds)) for place, chance in enumerate(chances)]
    return Field(
        " ".join(f"{x},{y}" for x, y in points),
        None if turning is None else (points[turning], points[turning + 1]),
        0 if turning is None else rounds[turning],
        tuple((round(HEIGHT * (1 - level / 100), 1), level) for level in LEVELS),
        tuple(_told(rounds)),
    )


def _point(place: int, chance: float, turns: int) -> Point:
    return round(100 * place / turns, 2), round(HEIGHT * (1 - chance), 1)


def _told(rounds: Sequence[int]) -> list[tuple[float, int]]:
    ends = {number: place + 1 for place, number in enumerate(rounds)}
    every = -(-max(ends, default=1) // MOST_FIGURES)
    told = [number for number in sorted(ends) if number % every == 0 or number == 1]
    return [(round(100 * ends[number] / len(rounds), 2), number) for number in told]
