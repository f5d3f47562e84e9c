"""Moments in UTC as the store and records write them, `2026-11-29T18:05:00Z`, and their bounds."""

from __future__ import annotations

from datetime import UTC, datetime

from scorepad.rules.refusal import Refused

FORM = "%Y-%m-%dT%H:%M:%SZ"
FIRST_YEAR, LAST_YEAR = 1900, 8999
"""A calendar can tell the days of these years in every zone."""


def written(moment: datetime) -> str:
    """A moment with its zone, in UTC."""
    return moment.astimezone(UTC).strftime(FORM)


def read_moment(text: str) -> str:
    """A moment with its zone as UTC. Raises Refused `bad_time` or `far_time` (time)."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError(text)
        utc = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused("bad_time") from None
    return _kept(utc)


def moved(moment: str, old: str, new: str) -> str:
    """The moment, as far away from `new` as it was from `old`. Raises Refused `far_time` (time)."""
    if old == new:
        return moment
    try:
        way = datetime.fromisoformat(new) - datetime.fromisoformat(old)
        return _kept(datetime.fromisoformat(moment) + way)
    except OverflowError:
        raise Refused("far_time", time=new) from None


def _kept(utc: datetime) -> str:
    if not FIRST_YEAR <= utc.year <= LAST_YEAR:
        raise Refused("far_time", time=utc.date().isoformat())
    return written(utc)
