"""A count as strokes by hand, five in a group: the fifth lies across the others."""

from __future__ import annotations

_STROKES = ("M7 3L5 23", "M13 2L12 22", "M19 3L18 23", "M25 2L24 22", "M1 19L30 6")
"""As they are drawn one after another, in a box of 31 by 25; no two lean alike."""


def tally(count: int) -> tuple[str, ...]:
    """The paths of the groups that make up that count."""
    full, rest = divmod(count, len(_STROKES))
    groups = [len(_STROKES)] * full + [rest] * (rest > 0)
    return tuple("".join(_STROKES[:strokes]) for strokes in groups)
