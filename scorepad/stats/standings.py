"""How the players stand by one sheet and its options, in which games, and what they had in its boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from scorepad.stats.records import as_told
from scorepad.store import Person, Store

MOST_IN_A_BOX = 2
"""How many of those who had the most in a box are named."""


@dataclass(frozen=True, slots=True)
class Top:
    """The most that anybody has in a box, those who had it most often first; `more` of them are not told."""

    box: str
    points: int
    holders: tuple[Person, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Busiest:
    """The evening with most games by these rules: when it began, and one of its games."""

    games: int
    finished_at: str
    key: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands by these rules; `total` is the sum of all sheets, `best` the highest total
    without hints, if there is one.
    """

    holder: Person
    sheets: int
    wins: int
    total: int
    best: int | None

    @property
    def average(self) -> float:
        return self.total / self.sheets


@dataclass(frozen=True, slots=True)
class Span:
    """How many games were finished by these rules, and when the first and the last."""

    games: int
    first: str
    last: str


def span(store: Store, ruleset: str, options: str) -> Span:
    """How many games these records are of."""
    row = store.db.execute(
        "SELECT count(*), coalesce(min(finished_at), ''), coalesce(max(finished_at), '') FROM games"
        " INDEXED BY games_by_rules WHERE ruleset = ? AND options = ? AND finished_at IS NOT NULL"
        " AND deleted_at IS NULL",
        (ruleset, options),
    ).fetchone()
    return Span(*row)


def busiest_evening(store: Store, ruleset: str, options: str) -> Busiest | None:
    """The evening with most games, the first of several; None where none had two."""
    row = store.db.execute(
        "SELECT count(*), evening FROM games INDEXED BY games_by_evening WHERE ruleset = ? AND options = ?"
        " AND evening IS NOT NULL GROUP BY evening ORDER BY count(*) DESC, evening LIMIT 1",
        (ruleset, options),
    ).fetchone()
    if row is None or row[0] < 2:
        return None
    (key,) = store.db.execute(
        "SELECT key FROM games INDEXED BY games_by_evening WHERE ruleset = ? AND options = ? AND evening = ?"
        " LIMIT 1",
        (ruleset, options, row[1]),
    ).fetchone()
    return Busiest(row[0], row[1], key)


def tops(store: Store, ruleset: str, options: str, boxes: Sequence[str]) -> list[Top]:
    """The most that is written in each of these boxes, whatever the column, in their order."""
    rows = store.db.execute(
        "SELECT cell, max(points), sheets - hinted, id, name"
        " FROM spreads JOIN players ON players.id = spreads.player"
        " WHERE ruleset = ? AND options = ? AND cell != '' AND sheets > hinted GROUP BY player, cell",
        (ruleset, options),
    )
    places = {box: place for place, box in enumerate(boxes)}
    told = [(row[0].partition(":")[0], *row[1:]) for row in rows]
    told = sorted(row for row in told if row[0] in places)
    return sorted(
        (_top(box, list(own)) for box, own in groupby(told, lambda row: str(row[0]))),
        key=lambda top: places[top.box],
    )


def _top(box: str, rows: list[tuple[str, int, int, int, str]]) -> Top:
    points = max(row[1] for row in rows)
    often = sorted((-sheets, name, player) for _, value, sheets, player, name in rows if value == points)
    holders = dict.fromkeys(Person(player, name) for _, name, player in often)
    return Top(box, points, *as_told(list(holders), MOST_IN_A_BOX))


def standings(store: Store, ruleset: str, options: str, most: int) -> list[Standing]:
    """The players by these rules, those with most wins first, then by their average."""
    rows = store.db.execute(
        "SELECT id, name, games, wins, total, (SELECT max(points) FROM spreads WHERE"
        " ruleset = tallies.ruleset AND options = tallies.options AND player = tallies.player"
        " AND cell = '' AND sheets > hinted) FROM tallies JOIN players ON players.id = tallies.player"
        " WHERE ruleset = ? AND options = ?"
        " ORDER BY wins DESC, total * 1.0 / games DESC, id LIMIT ?",
        (ruleset, options, most),
    )
    return [Standing(Person(*row[:2]), *row[2:]) for row in rows]
