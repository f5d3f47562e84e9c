"""What lists and records ask of the store."""

from scorepad.stats.everything import Known, every_key, every_known, every_name, loose_rows
from scorepad.stats.lists import (
    BY_DATE,
    BY_TOTAL,
    EVERYTHING,
    Broken,
    Cursor,
    Filter,
    Line,
    count,
    day_and_names,
    finished,
    house_rules_played,
    last_rules,
    readable,
    thrown_away,
    unfinished,
)
from scorepad.stats.people import known_players, last_players, own_record, playing_names

__all__ = [
    "BY_DATE",
    "BY_TOTAL",
    "EVERYTHING",
    "Broken",
    "Cursor",
    "Filter",
    "Known",
    "Line",
    "count",
    "day_and_names",
    "every_key",
    "every_known",
    "every_name",
    "finished",
    "house_rules_played",
    "known_players",
    "last_players",
    "last_rules",
    "loose_rows",
    "own_record",
    "playing_names",
    "readable",
    "thrown_away",
    "unfinished",
]
