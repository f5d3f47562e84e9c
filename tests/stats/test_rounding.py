"""Averages on pages are rounded in one way."""

from __future__ import annotations

import pytest

from scorepad.stats import nearest, rounded
from scorepad.web.words import words_of_terminal


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [(2.675, 2, "2.68"), (0.125, 2, "0.13"), (16.25, 1, "16.3"), (16.15, 1, "16.2"), (-0.25, 1, "-0.3")],
)
def test_a_half_goes_away_from_zero_however_a_machine_keeps_it(
    value: float, decimals: int, expected: str
) -> None:
    assert str(rounded(value, decimals)) == expected


def test_whole_ones_do_so_too() -> None:
    assert [nearest(value) for value in (0.5, 1.5, 2.5, -2.5, 2.49, 0)] == [1, 2, 3, -3, 2, 0]


def test_pages_tell_tenths_so() -> None:
    tenths = words_of_terminal({}).tenths
    assert [tenths(value) for value in (0.25, 0.35, 12, -0.25, -0.04)] == [
        *("0.3", "0.4", "12.0", "\N{MINUS SIGN}0.3", "0.0"),
    ]
