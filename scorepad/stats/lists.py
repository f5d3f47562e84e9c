"""Lists of games: those being played, those finished (filtered, a page at a time), those thrown away."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorepad.rules import fold_name
from scorepad.stats.people import called
from scorepad.stats.records import COUNTS
from scorepad.store import STANDING, Store, StoredGame, Unreadable

Score = tuple[str, int, int]
"""A player's name, total and rank."""
TeamScore = tuple[tuple[str, ...], int, int]
"""The names of a team, its total and rank."""


@dataclass(frozen=True, slots=True)
class Line:
    """A finished game in a list. `scores` are (name, total, rank), the winner first; `best` is that one's
    total; with `stayed` somebody was there to win. `options` as `options_text`, `rules_name` what they are
    called; `seen` is the number of its last event. `record`: the winner had never had as much by these rules;
    `hinted`: the coach was asked. Where teams played, `teams` are they, the winners first.
    """

    id: int
    key: str
    ruleset: str
    options: str
    rules_name: str
    finished_at: str
    note: str
    seen: int
    best: int
    scores: tuple[Score, ...]
    stayed: bool
    record: bool
    hinted: bool
    teams: tuple[TeamScore, ...]


BY_DATE, BY_TOTAL = "date", "total"
TEAMS, SINGLE = "teams", "single"

Cursor = tuple[str | int, int]
"""Where a page ends: what its last game is sorted by, and its id."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which finished games, and in which order (`sort`: BY_DATE or BY_TOTAL, the highest first).

    Empty fields let everything through. `since` is the first moment, `until` the first one after; `player`
    is a name, `note` a part of the note. A `ruleset` is meant with these `options` (as `options_text`) alone.
    `company` is TEAMS or SINGLE: games of teams, or all others; totals of the two can't be compared, so that
    games of teams are among the highest totals only where they are asked for.
    """

    ruleset: str = ""
    options: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    note: str = ""
    sort: str = BY_DATE
    company: str = ""

    @property
    def meant(self) -> str:
        """Whose games are meant, whether or not that is said."""
        return self.company or (SINGLE if self.sort == BY_TOTAL else "")


@dataclass(frozen=True, slots=True)
class Broken:
    """A game that can't be read: what its rows still tell. Its raw events can be saved."""

    key: str
    started_at: str
    names: tuple[str, ...]


def readable(store: Store, keys: list[str]) -> tuple[list[StoredGame], list[Broken]]:
    """These games in their order, and beside them those that can't be read."""
    found, broken = [], []
    for key in keys:
        try:
            found.append(store.load_any(key))
        except Unreadable:
            broken.append(Broken(key, *day_and_names(store, key)))
    return found, broken


def day_and_names(store: Store, key: str) -> tuple[str, tuple[str, ...]]:
    """The start of a game and who plays, also of one whose events can't be read."""
    (started_at,) = store.db.execute("SELECT started_at FROM games WHERE key = ?", (key,)).fetchone()
    names = store.db.execute(
        "SELECT other.name FROM seats JOIN games ON games.id = seats.game"  # noqa: S608 (no user text)
        " JOIN players ON players.id = seats.player"
        f" JOIN players AS other ON other.id = {STANDING}"
        " WHERE games.key = ? ORDER BY seat",
        (key,),
    )
    return started_at, tuple(name for (name,) in names)


_UNFINISHED = "finished_at IS NULL AND deleted_at IS NULL"


def unfinished(store: Store, most: int, after: int = 0) -> tuple[list[StoredGame], list[Broken]]:
    """The games being played, the last touched first, after so many of them; and those that can't be read."""
    rows = store.db.execute(
        f"SELECT key FROM games INDEXED BY games_by_finish WHERE {_UNFINISHED}"  # noqa: S608 (no user text)
        " ORDER BY touched DESC LIMIT ? OFFSET ?",
        (most, after),
    )
    return readable(store, [key for (key,) in rows])


def count_unfinished(store: Store) -> int:
    """How many games are being played."""
    query = f"SELECT count(*) FROM games WHERE {_UNFINISHED}"  # noqa: S608 (no user text)
    return int(store.db.execute(query).fetchone()[0])


def last_table(store: Store) -> StoredGame | None:
    """The game that was finished last, for the same table to play again; None where there is none, or its
    rematch was begun, or nobody can read it.
    """
    row = store.db.execute(
        "SELECT key FROM games INDEXED BY games_by_finish WHERE finished_at IS NOT NULL"
        " AND deleted_at IS NULL ORDER BY finished_at DESC, id DESC LIMIT 1"
    ).fetchone()
    try:
        stored = store.load(row[0]) if row else None
        return stored if stored and store.followed(stored) is stored else None
    except Unreadable:
        return None


def thrown_away(store: Store) -> tuple[list[StoredGame], list[Broken]]:
    """The games in the bin, the last thrown away first, and those that can't be read."""
    rows = store.db.execute("SELECT key FROM games WHERE deleted_at IS NOT NULL ORDER BY touched DESC")
    return readable(store, [key for (key,) in rows])


EVERYTHING = Filter()

_WINNER = (
    "results.rank = 1 AND NOT EXISTS (SELECT 1 FROM results AS other WHERE other.game = results.game"
    " AND other.rank = 1 AND other.seat < results.seat)"
)


def finished(store: Store, most: int, after: Cursor | None = None, wanted: Filter = EVERYTHING) -> list[Line]:
    """A page of finished games beginning after that one, the newest or the highest first.

    Pages go by key, so the thousandth costs what the first does.
    """
    tables, conditions, values = _matching(store, wanted)
    # Sorted by the columns of one index, so that a page reads no more than its games.
    order, tie = (
        ("results.total", "results.game") if wanted.sort == BY_TOTAL else ("games.finished_at", "games.id")
    )
    if after is not None:
        conditions.append(f"({order}, {tie}) < (?, ?)")
        values.extend(after)
    query = (
        "SELECT games.id, games.key, games.ruleset, games.options, games.rules_name,"  # noqa: S608 (no user text)
        " games.finished_at, games.note,"
        " coalesce((SELECT max(number) FROM events WHERE game = games.id), 0)"
        f" FROM {tables} WHERE {' AND '.join(conditions)} ORDER BY {order} DESC, {tie} DESC LIMIT ?"
    )
    rows = store.db.execute(query, (*values, most)).fetchall()
    return [_line(store, row) for row in rows]


def count(store: Store, wanted: Filter) -> int:
    """How many finished games the filter lets through."""
    wanted = replace(wanted, sort=BY_DATE, company=wanted.meant)
    if wanted.player and wanted == Filter(player=wanted.player):
        return _count_of(store, wanted.player)
    tables, conditions, values = _matching(store, wanted)
    query = f"SELECT count(*) FROM {tables} WHERE {' AND '.join(conditions)}"  # noqa: S608
    return int(store.db.execute(query, values).fetchone()[0])


def _count_of(store: Store, player: str) -> int:
    """How many games that player finished, by an index: each of the games would be looked up besides."""
    person = called(store, player)
    query = "SELECT count(*) FROM results WHERE player = ?"
    return int(store.db.execute(query, (person.id if person else 0,)).fetchone()[0])


def _matching(store: Store, wanted: Filter) -> tuple[str, list[str], list[str | int]]:
    """The tables, conditions and values that the filter means in SQL."""
    tables = "games"
    conditions = ["games.finished_at IS NOT NULL", "games.deleted_at IS NULL"]
    values: list[str | int] = []
    if wanted.sort == BY_TOTAL:
        tables = "results INDEXED BY winners CROSS JOIN games ON games.id = results.game"
        conditions.append(_WINNER)
    if wanted.ruleset:
        conditions.append("games.options = ?")
        values.append(wanted.options)
    for column, compare, value in (
        ("games.ruleset", "=", wanted.ruleset),
        ("games.finished_at", ">=", wanted.since),
        ("games.finished_at", "<", wanted.until),
    ):
        if value:
            conditions.append(f"{column} {compare} ?")
            values.append(value)
    if wanted.note:
        conditions.append("games.note != '' AND instr(folded(games.note), ?) > 0")
        values.append(fold_name(wanted.note))
    if wanted.meant:
        there = "IN" if wanted.meant == TEAMS else "NOT IN"
        teams = "SELECT game FROM results INDEXED BY teams WHERE team > 0"
        conditions.append(f"games.id {there} ({teams})")
    if wanted.player:
        conditions.append("games.id IN (SELECT game FROM results WHERE player = ?)")
        person = called(store, wanted.player)
        values.append(person.id if person else 0)
    return tables, conditions, values


def _line(store: Store, row: tuple[int, str, str, str, str, str, str, int]) -> Line:
    results = _results(store, row[0])
    scores = tuple((one.name, one.total, one.rank) for one in results)
    best = max((total for _, total, rank in scores if rank == 1), default=0)
    stayed, hinted = (any(getattr(one, mark) for one in results) for mark in ("stayed", "hinted"))
    return Line(*row, best, scores, stayed, _was_record(store, row[0]), hinted, _teams(results))


def _was_record(store: Store, game: int) -> bool:
    """Whether a winner of that game had played by these rules before, and never had as much."""
    own = "earlier.player = own.player AND earlier.ruleset = own.ruleset AND earlier.options = own.options"
    before = "(earlier.finished_at, earlier.game) < (own.finished_at, own.game)"
    counted = f"earlier.stayed AND NOT earlier.hinted AND earlier.team = 0 AND {before}"
    row = store.db.execute(
        f"SELECT EXISTS (SELECT 1 FROM results AS own WHERE game = ? AND rank = 1 AND {COUNTS}"  # noqa: S608 (no user text)
        f" AND EXISTS (SELECT 1 FROM results AS earlier INDEXED BY results_by_day WHERE {own} AND {counted})"
        " AND NOT EXISTS (SELECT 1 FROM results AS earlier INDEXED BY results_by_player"
        f" WHERE {own} AND earlier.total >= own.total AND {counted}))",
        (game,),
    ).fetchone()
    return bool(row[0])


class _Result(NamedTuple):
    name: str
    seat: int
    total: int
    rank: int
    stayed: int
    hinted: int
    team: int
    team_total: int
    team_rank: int


def _results(store: Store, game: int) -> list[_Result]:
    """The results of a game, the winner's first."""
    rows = store.db.execute(
        f"SELECT players.name, {', '.join(_Result._fields[1:])} FROM results"  # noqa: S608 (no user text)
        " JOIN players ON players.id = results.player WHERE game = ? ORDER BY rank, seat",
        (game,),
    )
    return [_Result(*row) for row in rows]


def _teams(results: list[_Result]) -> tuple[TeamScore, ...]:
    teams: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    for one in sorted(results, key=lambda one: one.seat):
        if one.team:
            teams[one.team_rank, one.team, one.team_total].append(one.name)
    return tuple((tuple(names), total, rank) for (rank, _, total), names in sorted(teams.items()))
