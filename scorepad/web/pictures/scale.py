"""A scale of round figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

_LEADS = (100, 200, 250, 500)
"""Hundredths of the steps within a power of ten."""


@dataclass(frozen=True, slots=True)
class Scale:
    """From one round figure to another one, in steps."""

    low: int
    high: int
    step: int

    @property
    def levels(self) -> range:
        """Its figures, both ends among them."""
        return range(self.low, self.high + 1, self.step)

    def share(self, value: float) -> float:
        """How far up the scale a value is: 0 at its low end, 1 at its high one."""
        return (value - self.low) / (self.high - self.low)


def scale(least: int, most: int, steps: int = 5) -> Scale:
    """The finest one that holds both in no more than so many steps, of ten or more."""
    return next(fit for step in _steps() if (fit := _in_steps(least, most, step, steps)))


def _steps() -> Iterator[int]:
    """10, 20, 25, 50, 100, 200, 250 …"""
    for power in count(1):
        yield from (lead * 10**power // 100 for lead in _LEADS)


def _in_steps(least: int, most: int, step: int, steps: int) -> Scale | None:
    low, high = least // step * step, max(-(-most // step), least // step + 1) * step
    return Scale(low, high, step) if high - low <= steps * step else None
