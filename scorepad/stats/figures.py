"""The figures of one player by one sheet and its options, from what is kept beside the results."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from scorepad.stats.played import are_known
from scorepad.store import Store

Spread = Mapping[int, int]
"""Points → on how many sheets they were written."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A player's games with another one, where both stayed. `difference` is the sum of own less other
    totals.
    """

    id: int
    name: str
    games: int
    wins: int
    draws: int
    difference: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player did by one sheet and its options (`options_text`), games that were left aside.

    `company` are the games with others, `wins` those won, first places that were `shared` among them;
    `total` is the sum of all totals; `bonuses` are the sheets with the upper bonus, `alike` boxes held all
    dice alike, `extras` came again. `run` is the winning run that goes on. `cells` are as in a result.
    """

    games: int
    company: int
    wins: int
    shared: int
    total: int
    bonuses: int
    alike: int
    extras: int
    run: int
    longest_run: int
    best: int | None
    totals: Spread
    cells: Mapping[str, Spread]
    meetings: tuple[Meeting, ...]

    @property
    def average(self) -> float:
        return self.total / self.games

    @property
    def median(self) -> float:
        totals = sorted(self.totals)
        until = list(accumulate(self.totals[total] for total in totals))
        lower, upper = (totals[bisect(until, sheet // 2)] for sheet in (until[-1] - 1, until[-1]))
        return (lower + upper) / 2

    @property
    def worst(self) -> int:
        return min(self.totals)

    @property
    def averages(self) -> dict[str, float]:
        """Cell → what is written there on average, on the sheets that have it filled."""
        return {cell: average_of(spread) for cell, spread in self.cells.items()}


def average_of(spread: Spread) -> float:
    """The average of the points."""
    return sum(points * sheets for points, sheets in spread.items()) / sum(spread.values())


@dataclass(frozen=True, slots=True)
class Played:
    """By which rules somebody played, and how it went; `rules_name` is what they were called last."""

    ruleset: str
    options: str
    rules_name: str
    games: int
    company: int
    wins: int
    shared: int


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's total in a finished game, and where to find that."""

    key: str
    finished_at: str
    total: int
    won: bool


_TALLIED = ("games", "company", "wins", "shared", "total", "bonuses", "alike", "extras")

_RULES_NAME = (
    "coalesce((SELECT rules_name FROM games WHERE ruleset = tallies.ruleset AND options = tallies.options"
    " AND deleted_at IS NULL ORDER BY finished_at DESC, id DESC LIMIT 1), '')"
)


def rules_of(store: Store, player: int) -> list[Played]:
    """The rules that this version knows by which that player finished games, those played most first."""
    rows = store.db.execute(
        f"SELECT ruleset, options, {_RULES_NAME}, games, company, wins, shared FROM tallies"  # noqa: S608
        " WHERE player = ? ORDER BY games DESC, ruleset, options",
        (player,),
    )
    return [Played(*row) for row in rows if are_known(*row[:2])]


def figures(store: Store, player: int, ruleset: str, options: str) -> Figures | None:
    """What that player did by these rules; None where no game was finished."""
    key = player, ruleset, options
    tally = store.db.execute(
        f"SELECT {', '.join(_TALLIED)} FROM tallies"  # noqa: S608 (no user text)
        " WHERE player = ? AND ruleset = ? AND options = ?",
        key,
    ).fetchone()
    if tally is None:
        return None
    cells = _cells(store, key)
    totals = cells.pop("", {})
    run, longest_run = _runs(store, key)
    return Figures(
        **dict(zip(_TALLIED, tally, strict=True)),
        run=run,
        longest_run=longest_run,
        best=_best(store, key),
        totals=totals,
        cells=cells,
        meetings=_meetings(store, key),
    )


def _best(store: Store, key: tuple[int, str, str]) -> int | None:
    """The highest total of that player in a game without hints."""
    (best,) = store.db.execute(
        "SELECT max(points) FROM spreads WHERE player = ? AND ruleset = ? AND options = ? AND cell = ''"
        " AND sheets > hinted",
        key,
    ).fetchone()
    return int(best) if best is not None else None


def _cells(store: Store, key: tuple[int, str, str]) -> dict[str, dict[int, int]]:
    """Cell → points → sheets of that player; the cell '' is the total."""
    found: dict[str, dict[int, int]] = defaultdict(dict)
    rows = store.db.execute(
        "SELECT cell, points, sheets FROM spreads WHERE player = ? AND ruleset = ? AND options = ?", key
    )
    for cell, points, sheets in rows:
        found[cell][points] = sheets
    return found


def table_averages(store: Store, ruleset: str, options: str) -> dict[str, float]:
    """Cell → what is written there on average, on all sheets by these rules; the cell '' is the total."""
    rows = store.db.execute(
        "SELECT cell, sum(points * sheets), sum(sheets) FROM spreads WHERE ruleset = ? AND options = ?"
        " GROUP BY cell",
        (ruleset, options),
    )
    return {cell: points / sheets for cell, points, sheets in rows}


def last_finishes(store: Store, player: int, ruleset: str, options: str, most: int) -> list[Finish]:
    """The last sheets of that player by these rules, the newest last."""
    rows = store.db.execute(
        "SELECT key, last.finished_at, total, won FROM (SELECT game, finished_at, total, won FROM results"
        " WHERE player = ? AND ruleset = ? AND options = ? AND stayed AND team = 0"
        " ORDER BY finished_at DESC, game DESC LIMIT ?) AS last JOIN games ON games.id = last.game"
        " ORDER BY last.finished_at, last.game",
        (player, ruleset, options, most),
    )
    return list(map(_finish, rows))


def _finish(row: tuple[str, str, int, int]) -> Finish:
    key, finished_at, total, won = row
    return Finish(key, finished_at, total, bool(won))


def finish_with(store: Store, player: int, ruleset: str, options: str, total: int) -> Finish | None:
    """The newest sheet of that player by these rules that has that total, rather one without hints."""
    row = store.db.execute(
        "SELECT key, results.finished_at, total, won FROM results INDEXED BY results_by_player"
        " JOIN games ON games.id = results.game"
        " WHERE player = ? AND results.ruleset = ? AND results.options = ? AND total = ? AND stayed"
        " AND team = 0"
        " ORDER BY hinted, results.finished_at DESC, game DESC LIMIT 1",
        (player, ruleset, options, total),
    ).fetchone()
    return _finish(row) if row else None


def _runs(store: Store, key: tuple[int, str, str]) -> tuple[int, int]:
    """The winning run that goes on, and the longest one."""
    of = "SELECT run FROM results WHERE player = ? AND ruleset = ? AND options = ?"
    last = f"{of} AND stayed AND company > 1 AND team = 0 ORDER BY finished_at DESC, game DESC LIMIT 1"
    longest = f"{of} AND run > 0 ORDER BY run DESC LIMIT 1"
    found = (store.db.execute(query, key).fetchone() for query in (last, longest))
    going_on, most = (row[0] if row else 0 for row in found)
    return going_on, most


def _meetings(store: Store, key: tuple[int, str, str]) -> tuple[Meeting, ...]:
    rows = store.db.execute(
        "SELECT other, players.name, games, wins, draws, difference FROM meetings"
        " JOIN players ON players.id = meetings.other"
        " WHERE player = ? AND ruleset = ? AND options = ? ORDER BY games DESC, players.folded",
        key,
    )
    return tuple(Meeting(*row) for row in rows)
