"""How often totals were reached: a bar for each span of totals, the average marked beneath."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scorepad.web.pictures.scale import Scale, scale

TALLEST = 132
"""Units of the highest bar."""
FEWEST, MOST = 5, 10
"""Bars: fewer would be no picture, more have no room for their figures on a small phone."""
MOST_GAPS = 5
"""Between the figures along the axis."""
FILLED = 0.88
"""How much of its place a bar takes."""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Bar:
    """So many sheets with totals from `first` to `last`."""

    first: int
    last: int
    sheets: int
    x: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)

    @property
    def highest(self) -> bool:
        """Whether no other bar is higher."""
        return self.height == TALLEST


@dataclass(frozen=True, slots=True)
class Histogram:
    """Across, places are shares of the whole width in percent; upwards, units of the picture.

    `edges` are (place, figure); the words beneath the `mark` of the average begin, have their middle, or
    end there (`anchor`). `digits` is how long the counts are.
    """

    bars: tuple[Bar, ...]
    edges: tuple[tuple[float, int], ...]
    mark: float
    anchor: Anchor
    digits: int


def histogram(totals: Mapping[int, int], average: float) -> Histogram:
    """The picture of totals, each with the number of its sheets."""
    spans = _spans(min(totals), max(totals))
    mark = 100 * spans.share(average)
    anchor: Anchor = "start" if mark < 30 else "end" if mark > 70 else "middle"
    sheets: Counter[int] = Counter()
    for total, often in totals.items():
        sheets[total // spans.step * spans.step] += often
    most = max(sheets.values())
    bars = tuple(_bar(spans, first, sheets[first], most) for first in spans.levels[:-1])
    return Histogram(bars, _edges(spans), round(mark, 2), anchor, len(str(most)))


def _spans(least: int, most: int) -> Scale:
    """Totals of one span begin with its figure and end before the next one's."""
    tight = scale(least, most + 1, MOST)
    return Scale(tight.low, max(tight.high, tight.low + FEWEST * tight.step), tight.step)


def _bar(spans: Scale, first: int, sheets: int, most: int) -> Bar:
    place = 100 / (len(spans.levels) - 1)
    x = 100 * spans.share(first) + place * (1 - FILLED) / 2
    height = round(TALLEST * sheets / most, 1)
    return Bar(first, first + spans.step - 1, sheets, round(x, 2), round(place * FILLED, 2), height)


def _edges(spans: Scale) -> tuple[tuple[float, int], ...]:
    every = -(-(len(spans.levels) - 1) // MOST_GAPS)
    return tuple((round(100 * spans.share(level), 2), level) for level in spans.levels[::every])
