"""Averages and shares on pages are rounded as at school: to the nearest figure, a half away from zero."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float, decimals: int = 0) -> Decimal:
    """The figure with so many decimals that lies nearest to what is told of the value: 2.675 is a half."""
    return Decimal(str(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def nearest(value: float) -> int:
    """The nearest whole number."""
    return int(rounded(value))
