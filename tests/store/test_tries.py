"""Wrong PINs as they are counted."""

from __future__ import annotations

import pytest

from scorepad.store.running import DAY
from scorepad.store.tries import FREE, Count


@pytest.mark.parametrize(
    ("wrong", "wait"),
    [(0, 0), (FREE - 1, 0), (FREE, 30), (FREE + 1, 60), (FREE + 11, 61_440), (FREE + 12, DAY)],
)
def test_waits_double_up_to_a_day(wrong: int, wait: float) -> None:
    assert Count(wrong, 1000).wait(1000) == wait


def test_who_guesses_on_each_day_for_years_waits_a_day_each_time() -> None:
    count = Count(2000.0, 1000)
    assert count.wait(1000) == DAY
    assert count.one_more(1000 + DAY).wait(1000 + DAY) == DAY
