"""How somebody's totals went of late: a ring for each, and what five of them come to on average as a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.web.pictures.scale import scale

HEIGHT = 168
"""Units from the lowest level to the highest one."""
SPAN = 5
"""Sheets that are averaged."""


@dataclass(frozen=True, slots=True)
class Trend:
    """Across, places are shares of the whole width in percent; downwards, units of the picture.

    `averages` are those of the last sheets, each with the four before it; `line` is the way they go, as an
    SVG tells it, and `end` where it ends. `levels` are (place, figure).
    """

    rings: tuple[tuple[float, float], ...]
    averages: tuple[float, ...]
    line: str
    end: float
    levels: tuple[tuple[float, int], ...]


def trend(totals: Sequence[int]) -> Trend:
    """The picture of these totals, the newest last; no fewer than are averaged."""
    levels = scale(min(totals), max(totals))

    def height(value: float) -> float:
        return round(HEIGHT * (1 - levels.share(value)), 1)

    across = [round(100 * place / (len(totals) - 1), 2) for place in range(len(totals))]
    averages = tuple(sum(totals[end - SPAN : end]) / SPAN for end in range(SPAN, len(totals) + 1))
    line = [(x, height(average)) for x, average in zip(across[SPAN - 1 :], averages, strict=True)]
    return Trend(
        tuple((x, height(total)) for x, total in zip(across, totals, strict=True)),
        averages,
        " ".join(f"{x},{y}" for x, y in line),
        line[-1][1],
        tuple((height(level), level) for level in levels.levels),
    )
