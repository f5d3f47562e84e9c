"""How wide words will be, roughly: the picture is drawn by phones whose letters nobody here knows."""

from __future__ import annotations

from unicodedata import bidirectional

from wcwidth import wcwidth

_NARROW, _WIDE = frozenset("ijl.,:;'’!|()[] ftrI-"), frozenset("mwMWQO@%")
_WIDTHS = {0: 0.0, 2: 1.05}
"""Columns that a sign takes on a terminal, where that is not one → its width, of its height."""


def width_of(text: str, size: float) -> float:
    """The width of bold letters of that size, a little too wide rather than too narrow."""
    return size * sum(map(_sign, text))


def _sign(sign: str) -> float:
    told = _WIDTHS.get(max(wcwidth(sign), 0))
    if told is not None:
        return told
    if bidirectional(sign) == "AL":
        return 0.46
    return 0.37 if sign in _NARROW else 0.92 if sign in _WIDE else 0.68 if sign.isupper() else 0.59


def fitting(text: str, most: float, width: float) -> float:
    """The size at which it is no wider than that, and no larger than `most`."""
    return min(most, width / max(width_of(text, 1), 0.1))


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Lines no wider than that; a single word may be."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
