"""The picture of a game: each player's total after each round, as lines for an SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from scorepad.rules import Game, totals_by_round
from scorepad.web.pictures.scale import scale

WIDTH, HEIGHT = 366, 300
LEFT, RIGHT, TOP, BOTTOM = 34, 92, 12, 26
MOST_LINES = 8
STYLES = 4
LABEL_HEIGHT = 17

Place = Callable[[int, int], tuple[float, float]]
"""From a round (from 0) and a total to a point of the view box."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player: the points of the line, where its markers sit, and where its name stands.

    `style` counts from 0; lines differ by dash, marker and name, never by colour alone.
    """

    name: str
    style: int
    points: str
    markers: tuple[tuple[float, float], ...]
    label_y: float
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Lengths are units of the SVG's view box. `levels` and `rounds` are (position, figure)."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]
    right: float


def chart(game: Game) -> Chart | None:
    """The totals of the best players; None where nobody has two turns."""
    ranks = game.ranks
    totals = {seat: own for seat, own in totals_by_round(game).items() if own}
    seats = sorted(totals, key=lambda seat: (ranks[seat], seat))[:MOST_LINES]
    count = max((len(totals[seat]) for seat in seats), default=0)
    if count < 2:
        return None
    every_total = [total for seat in seats for total in totals[seat]]
    scaled = scale(min(0, *every_total), max(every_total))
    right = WIDTH - RIGHT

    def place(index: int, total: int) -> tuple[float, float]:
        x = LEFT + (right - LEFT) * index / (count - 1)
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - scaled.share(total))
        return round(x, 1), round(y, 1)

    ends = _apart([place(0, totals[seat][-1])[1] for seat in seats])
    lines = tuple(
        _line(game.player(seat), style, totals[seat], place, end)
        for style, (seat, end) in enumerate(zip(seats, ends, strict=True))
    )
    levels = tuple((place(0, level)[1], level) for level in scaled.levels)
    every = 1 if count <= 5 else 3
    rounds = tuple((place(index, 0)[0], index + 1) for index in range(0, count, every))
    return Chart(lines, levels, rounds, right)


def _line(name: str, style: int, totals: tuple[int, ...], place: Place, label_y: float) -> Line:
    places = [place(index, total) for index, total in enumerate(totals)]
    points = " ".join(f"{x},{y}" for x, y in places)
    markers = tuple(places[(style % 3) :: 4])
    return Line(name, style % STYLES, points, markers, label_y, totals)


def _apart(heights: list[float]) -> list[float]:
    """The heights of the names at the lines' ends, moved apart where they would touch."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + LABEL_HEIGHT)
    lowest: float = HEIGHT - BOTTOM
    for index in reversed(order):
        moved[index] = min(moved[index], lowest)
        lowest = moved[index] - LABEL_HEIGHT
    return [round(height, 1) for height in moved]
