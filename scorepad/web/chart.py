"""Pictures of a game as lines for an SVG: what each player has after each round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.rules import Game, totals_by_round
from scorepad.web.pictures.scale import Scale, scale

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
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Lengths are units of the SVG's view box. `levels` and `rounds` are (position, figure); the lines begin
    after the round `first`.
    """

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]
    right: float
    first: int

    @property
    def count(self) -> int:
        """How many values the longest line has."""
        return max(len(line.values) for line in self.lines)

    def at(self, round_: int) -> float:
        """How far to the right that round stands."""
        return _across(round_ - self.first, self.count)


def chart(game: Game) -> Chart | None:
    """The totals of the best players; None where nobody has two turns."""
    totals = {seat: own for seat, own in totals_by_round(game).items() if own}
    seats = [seat for seat in best_first(game) if seat in totals][:MOST_LINES]
    if max((len(totals[seat]) for seat in seats), default=0) < 2:
        return None
    every_total = [total for seat in seats for total in totals[seat]]
    levels = scale(min(0, *every_total), max(every_total))
    return lines_of([(game.player(seat), totals[seat]) for seat in seats], levels, first=1)


Named = tuple[str, tuple[int, ...]]
"""A player's name, and what they have after each round."""


def best_first(game: Game) -> list[int]:
    """The seats by their rank, level ones by their place at the table."""
    ranks = game.ranks
    return sorted(game.seats, key=lambda seat: (ranks[seat], seat))


def lines_of(named: Sequence[Named], scaled: Scale, first: int) -> Chart:
    """Lines of two points or more, the first one told most; they begin after the round `first`."""
    count = max(len(values) for _, values in named)
    right = WIDTH - RIGHT

    def place(index: int, value: int) -> tuple[float, float]:
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - scaled.share(value))
        return _across(index, count), round(y, 1)

    ends = _apart([place(0, values[-1])[1] for _, values in named])
    lines = tuple(
        _line(name, style, values, place, end)
        for style, ((name, values), end) in enumerate(zip(named, ends, strict=True))
    )
    levels = tuple((place(0, level)[1], level) for level in scaled.levels)
    every = 1 if count <= 5 else 3
    rounds = tuple((place(index, scaled.low)[0], index + first) for index in range(0, count, every))
    return Chart(lines, levels, rounds, right, first)


def _across(index: int, count: int) -> float:
    """Where one of so many values stands between the left and the right."""
    return round(LEFT + (WIDTH - RIGHT - LEFT) * index / (count - 1), 1)


def _line(name: str, style: int, values: tuple[int, ...], place: Place, label_y: float) -> Line:
    places = [place(index, value) for index, value in enumerate(values)]
    points = " ".join(f"{x},{y}" for x, y in places)
    markers = tuple(places[(style % 3) :: 4])
    return Line(name, style % STYLES, points, markers, label_y, values)


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
