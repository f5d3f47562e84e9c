"""Moments: read, kept within bounds, and moved along with a start that is put right."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Refused, moved, read_moment, written
from tests.strategies import quick


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-11-29T18:05:00Z", "2026-11-29T18:05:00Z"),
        ("2026-11-29T18:05:00+00:00", "2026-11-29T18:05:00Z"),
        ("2026-11-29T20:05:00+02:00", "2026-11-29T18:05:00Z"),
        ("2026-11-29T00:05:00+03:30", "2026-11-28T20:35:00Z"),
        ("2026-12-31T23:30:00-05:00", "2027-01-01T04:30:00Z"),
        ("2026-11-29T18:05:00.987Z", "2026-11-29T18:05:00Z"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
    ],
)
def test_a_time_is_read_as_utc_in_whole_seconds(text: str, utc: str) -> None:
    assert read_moment(text) == utc


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2026-11-29",
        "2026-11-29T18:05:00",
        "2026-02-30T18:05:00Z",
        "2026-11-29T25:05:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2026-11-29T18:05:00Z\n",
        "2026-11-29T18:05:00 Europe/Helsinki",
        "\ud8002026",
        "1700000000",
        "۲۰۲۶-۱۱-۲۹T18:05:00Z",
    ],
)
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_moment(text)
    assert caught.value.reason == "bad_time"


@quick(100)
@given(
    st.text(st.characters(), max_size=30)
    | st.from_regex(r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)\Z")
)
def test_any_text_is_a_time_or_refused(text: str) -> None:
    try:
        utc = read_moment(text)
    except Refused as refused:
        reason = refused.reason
    else:
        assert len(utc) == 20
        assert "1900" <= utc[:4] <= "8999"
        assert read_moment(utc) == utc
        return
    assert reason in ("bad_time", "far_time")


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("1900-01-01T00:00:00Z", "1900-01-01T00:00:00Z"),
        ("8999-12-31T23:59:59Z", "8999-12-31T23:59:59Z"),
        ("1899-12-31T23:00:00-02:00", "1900-01-01T01:00:00Z"),
    ],
)
def test_the_first_and_the_last_moment_are_read(text: str, utc: str) -> None:
    assert read_moment(text) == utc


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("1899-12-31T23:59:59Z", "1899-12-31"),
        ("9000-01-01T00:00:00Z", "9000-01-01"),
        ("1900-01-01T00:00:00+02:00", "1899-12-31"),
        ("8999-12-31T23:00:00-02:00", "9000-01-01"),
        ("0001-01-01T00:00:00Z", "0001-01-01"),
        ("9999-12-31T23:59:59Z", "9999-12-31"),
    ],
)
def test_a_time_at_which_no_game_was_played_is_refused_with_its_day(text: str, time: str) -> None:
    with pytest.raises(Refused) as caught:
        read_moment(text)
    assert caught.value.reason == "far_time"
    assert str(caught.value.facts["time"]).zfill(10) == time


def test_a_moment_of_any_zone_is_written_in_utc() -> None:
    helsinki = timezone(timedelta(hours=2))
    assert written(datetime(2026, 11, 29, 20, 5, tzinfo=helsinki)) == "2026-11-29T18:05:00Z"
    assert written(datetime(2026, 11, 29, 18, 5, tzinfo=UTC)) == "2026-11-29T18:05:00Z"


@pytest.mark.parametrize(
    ("moment", "old", "new", "then"),
    [
        ("2000-01-01T00:40:00Z", "2000-01-01T00:10:00Z", "2026-11-29T18:05:00Z", "2026-11-29T18:35:00Z"),
        ("2000-01-01T00:40:00Z", "2000-01-02T00:40:00Z", "2026-11-29T18:05:00Z", "2026-11-28T18:05:00Z"),
        ("2000-01-01T00:40:00Z", "2026-11-29T18:05:00Z", "2026-11-29T18:05:00Z", "2000-01-01T00:40:00Z"),
    ],
)
def test_a_moment_moves_as_far_as_the_one_beside_it(moment: str, old: str, new: str, then: str) -> None:
    assert moved(moment, old, new) == then


@pytest.mark.parametrize(
    ("moment", "old", "new"),
    [
        ("2000-01-02T00:00:00Z", "2000-01-01T00:00:00Z", "8999-12-31T23:00:00Z"),
        ("2000-01-01T00:00:00Z", "2000-01-02T00:00:00Z", "1900-01-01T01:00:00Z"),
        ("8999-12-31T00:00:00Z", "1900-01-01T00:00:00Z", "8999-12-31T00:00:00Z"),
    ],
)
def test_a_moment_moves_out_of_no_bounds(moment: str, old: str, new: str) -> None:
    with pytest.raises(Refused, match="far_time"):
        moved(moment, old, new)
