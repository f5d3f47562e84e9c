"""Where everything stands in the pictures of totals."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.web.pictures.histogram import FEWEST, MOST, MOST_GAPS, TALLEST, histogram
from scorepad.web.pictures.scale import scale
from scorepad.web.pictures.trend import HEIGHT, SPAN, trend
from tests.strategies import quick

figures = st.integers(-2_000, 20_000)
spreads = st.dictionaries(figures, st.integers(1, 3_000), min_size=1, max_size=40)


def average(spread: dict[int, int]) -> float:
    return sum(total * sheets for total, sheets in spread.items()) / sum(spread.values())


# --- scales ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "most", "levels"),
    [
        (0, 0, [0, 10]),
        (0, 50, [0, 10, 20, 30, 40, 50]),
        (0, 51, [0, 20, 40, 60]),
        (133, 246, [125, 150, 175, 200, 225, 250]),
        (-12, 95, [-25, 0, 25, 50, 75, 100]),
        (-30, -5, [-30, -20, -10, 0]),
        (0, 2_600, [0, 1000, 2000, 3000]),
    ],
)
def test_a_scale_goes_in_the_finest_round_steps_that_it_has_room_for(
    least: int, most: int, levels: list[int]
) -> None:
    assert list(scale(least, most).levels) == levels


@given(figures, figures, st.integers(3, 12))
@quick()
def test_a_scale_holds_both_ends_in_so_many_steps(one: int, other: int, steps: int) -> None:
    least, most = sorted((one, other))
    found = scale(least, most, steps)
    assert found.low <= least <= most <= found.high
    assert 1 <= len(found.levels) - 1 <= steps
    assert found.low % found.step == 0


# --- how often totals were reached ----------------------------------------------------------------


def test_the_bars_of_fifty_sheets_stand_where_their_totals_are() -> None:
    picture = histogram({204: 9, 219: 2, 100: 1, 290: 2, 251: 8}, 204.5)
    told = [(bar.first, bar.last, bar.sheets) for bar in picture.bars if bar.sheets]
    assert told == [(100, 119, 1), (200, 219, 11), (240, 259, 8), (280, 299, 2)]
    assert [total for _, total in picture.edges] == [100, 140, 180, 220, 260, 300]
    assert picture.mark == 52.25
    assert (picture.anchor, picture.digits) == ("middle", 2)


@given(spreads)
@quick()
def test_every_sheet_is_in_one_bar_and_every_bar_within_the_picture(spread: dict[int, int]) -> None:
    picture = histogram(spread, average(spread))
    assert sum(bar.sheets for bar in picture.bars) == sum(spread.values())
    for bar in picture.bars:
        assert bar.sheets == sum(n for total, n in spread.items() if bar.first <= total <= bar.last)
        assert 0 <= bar.x < bar.middle < bar.x + bar.width <= 100.01
    assert max(bar.height for bar in picture.bars) == TALLEST
    assert FEWEST <= len(picture.bars) <= MOST
    assert all(one.x + one.width < other.x for one, other in pairwise(picture.bars))
    assert 0 <= picture.mark <= 100


@given(spreads)
@quick()
def test_the_figures_along_the_axis_stand_apart(spread: dict[int, int]) -> None:
    picture = histogram(spread, average(spread))
    places = [place for place, _ in picture.edges]
    assert 2 <= len(places) <= MOST_GAPS + 1
    assert all(other - one >= 100 / (MOST_GAPS + 1) for one, other in pairwise(places))
    assert 0 <= places[0] <= places[-1] <= 100


@given(spreads)
@quick()
def test_the_words_beneath_the_average_go_where_there_is_room(spread: dict[int, int]) -> None:
    picture = histogram(spread, average(spread))
    room = {"start": 100 - picture.mark, "end": picture.mark}
    assert room.get(picture.anchor, 2 * min(room.values())) >= 59


def test_bars_are_higher_the_more_sheets_they_have() -> None:
    heights = {bar.sheets: bar.height for bar in histogram({100: 1, 120: 2, 140: 4, 160: 3}, 135.0).bars}
    assert heights == {1: 33, 2: 66, 4: TALLEST, 3: 99, 0: 0}


# --- how totals went of late ----------------------------------------------------------------------


def test_the_line_goes_through_the_averages_of_five() -> None:
    picture = trend([100, 200, 300, 200, 200, 300])
    assert picture.averages == (200, 240)
    assert [figure for _, figure in picture.levels] == [100, 150, 200, 250, 300]
    assert picture.rings == ((0, 168), (20, 84), (40, 0), (60, 84), (80, 84), (100, 0))
    assert (picture.line, picture.end) == ("80.0,84.0 100.0,50.4", 50.4)


@given(st.lists(figures, min_size=SPAN, max_size=20))
@quick()
def test_every_total_has_a_ring_within_the_picture(totals: list[int]) -> None:
    picture = trend(totals)
    assert len(picture.rings) == len(totals)
    assert len(picture.averages) == len(totals) - SPAN + 1
    for x, y in picture.rings:
        assert 0 <= x <= 100
        assert 0 <= y <= HEIGHT
    assert all(one[0] < other[0] for one, other in pairwise(picture.rings))
    assert 0 <= picture.end <= HEIGHT


@given(st.lists(figures, min_size=SPAN, max_size=20))
@quick()
def test_the_levels_of_a_trend_stand_apart(totals: list[int]) -> None:
    places = [place for place, _ in trend(totals).levels]
    assert all(one - other >= 24 for one, other in pairwise(places))
