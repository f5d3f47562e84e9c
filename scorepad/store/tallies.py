"""What results come to, player by player: summed up as they come and go, so that no page counts them all.

Those who left a game have no part in it (RECORD.md: open boxes count nothing), nor have games of teams.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, permutations
from operator import add, attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.store.results import Result

Key = tuple[int | str, ...]
Sums = dict[tuple[int, Key], tuple[int, ...]]
"""(place of the table among TABLES, key of the row) → its sums, those of the columns in their order."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of sums: the first of them says whether there is anything to sum up."""

    name: str
    key: tuple[str, ...]
    sums: tuple[str, ...]

    @property
    def adding(self) -> str:
        columns = (*self.key, *self.sums)
        added = ", ".join(f"{column} = {column} + excluded.{column}" for column in self.sums)
        return (
            f"INSERT INTO {self.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
            f" ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {added}"
        )

    @property
    def clearing(self) -> str:
        row = " AND ".join(f"{column} = ?" for column in self.key)
        return f"DELETE FROM {self.name} WHERE {row} AND {self.sums[0]} = 0"  # noqa: S608

    @property
    def reading(self) -> str:
        return f"SELECT {', '.join((*self.key, *self.sums))} FROM {self.name}"  # noqa: S608


TABLES = (
    _Table(
        "tallies",
        ("player", "ruleset", "options"),
        ("games", "company", "wins", "shared", "total", "bonuses", "alike", "extras"),
    ),
    _Table("spreads", ("ruleset", "options", "player", "cell", "points"), ("sheets", "hinted")),
    _Table("meetings", ("player", "ruleset", "options", "other"), ("games", "wins", "draws", "difference")),
)
_TALLY, _SPREAD, _MEETING = range(len(TABLES))


def change(connection: sqlite3.Connection, gone: Sums, come: Sums) -> None:
    """Takes away what results had brought, and adds what others bring."""
    sums = dict(come)
    for key, values in gone.items():
        _add(sums, key, tuple(-value for value in values))
    _write(connection, {key: values for key, values in sums.items() if any(values)})


def rewrite(connection: sqlite3.Connection, results: Iterable[Result]) -> None:
    """Sums up all results anew; they come game by game."""
    for table in TABLES:
        connection.execute(f"DELETE FROM {table.name}")  # noqa: S608
    _write(connection, sums_of(results))


def kept(connection: sqlite3.Connection) -> Sums:
    """All sums that are kept."""
    found: Sums = {}
    for place, table in enumerate(TABLES):
        for row in connection.execute(table.reading):
            found[place, row[: len(table.key)]] = row[len(table.key) :]
    return found


def sums_of(results: Iterable[Result], player: int | None = None) -> Sums:
    """What results come to, or what they do of that player alone; they come game by game."""
    sums: Sums = {}
    for _, rows in groupby(results, attrgetter("game")):
        for place, key, values in _brought([row for row in rows if row.stayed and not row.team], player):
            _add(sums, (place, key), values)
    return sums


def _add(sums: Sums, key: tuple[int, Key], values: tuple[int, ...]) -> None:
    there = sums.get(key)
    sums[key] = values if there is None else tuple(map(add, there, values))


def _brought(rows: list[Result], player: int | None) -> Iterator[tuple[int, Key, tuple[int, ...]]]:
    """What one game brings, or what that player has a part in: row by row of a table what is added to it."""
    for row in rows:
        if player not in (None, row.player):
            continue
        rules, sheet = (row.ruleset, row.options), (1, int(row.hinted))
        yield _TALLY, (row.player, *rules), _tally(row)
        yield _SPREAD, (*rules, row.player, "", row.total), sheet
        for cell, points in _cells(row.boxes).items():
            yield _SPREAD, (*rules, row.player, cell, points), sheet
    for one, two in permutations(rows, 2):
        if player not in (None, one.player, two.player):
            continue
        meeting = 1, int(one.rank < two.rank), int(one.rank == two.rank), one.total - two.total
        yield _MEETING, (one.player, one.ruleset, one.options, two.player), meeting


def _cells(boxes: str) -> dict[str, int]:
    """Cell → points; nothing where a spoilt file has something else there."""
    try:
        told = json.loads(boxes)
    except ValueError:
        return {}
    return told if isinstance(told, dict) and all(type(points) is int for points in told.values()) else {}


def _tally(row: Result) -> tuple[int, ...]:
    marks = row.company > 1, row.won, row.shared
    return 1, *map(int, marks), row.total, int(row.bonus > 0), row.alike, row.extras


def _write(connection: sqlite3.Connection, sums: Sums) -> None:
    for place, table in enumerate(TABLES):
        own = {key: values for (of, key), values in sums.items() if of == place}
        connection.executemany(table.adding, [(*key, *values) for key, values in own.items()])
        connection.executemany(table.clearing, [key for key, values in own.items() if values[0] < 0])
