"""How long a game and its turns took, by the moments of its events."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from statistics import median

from scorepad.rules.events import Turn
from scorepad.rules.story import Story

LONGEST_TURN_TOLD = 15 * 60
"""What took longer was a break, in seconds."""
LONGEST_GAME_TOLD = 6 * 3600
"""What took longer was put by meanwhile, in seconds."""


def turn_times(story: Story) -> dict[int, int]:
    """The place of a turn among the entries → how many seconds after the entry before it, or after the start,
    it was written. Nothing of breaks, nor of turns that came with others in one moment, from a record.
    """
    told = story.standing
    moments = [story.beside.started_at, *(one.at for one in told)]
    spans = [_between(before, after) for before, after in pairwise(moments)]
    return {
        place: span
        for place, (one, span) in enumerate(zip(told, spans, strict=True))
        if isinstance(one.entry, Turn) and 0 < span <= LONGEST_TURN_TOLD
    }


def pace(story: Story, seat: int) -> int:
    """How many seconds that seat's turns took, by their median; 0 where most of them are unknown."""
    known = turn_times(story)
    turns = [place for place, one in enumerate(story.standing) if isinstance(one.entry, Turn)]
    own = [place for place in turns if story.standing[place].entry.seat == seat]
    told = [known[place] for place in own if place in known]
    return round(median(told)) if 2 * len(told) > len(own) else 0


def lasted(started_at: str, finished_at: str | None) -> int:
    """How many seconds a game took; 0 where nobody knows, or where it was put by meanwhile."""
    span = _between(started_at, finished_at) if finished_at else 0
    return span if 0 < span <= LONGEST_GAME_TOLD else 0


def _between(one: str, other: str) -> int:
    """The seconds from a moment to another; 0 where a spoilt file has none there."""
    try:
        return int((datetime.fromisoformat(other) - datetime.fromisoformat(one)).total_seconds())
    except (ValueError, TypeError):
        return 0
