"""Which win of a winning run a result is: kept beside it, told on from one game of a player to the next.

Games alone are passed over; so are games that the player left, and those of teams.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.store.results import Result

Place = tuple[str, int]
"""Where a game stands among those of a player: its finish and its id."""

_COUNTED = "stayed AND company > 1 AND team = 0"
_OF = f"player = ? AND ruleset = ? AND options = ? AND {_COUNTED}"


def changed(connection: sqlite3.Connection, rows: Iterable[Result]) -> None:
    """Tells the runs anew that these results, come or gone, have a part in."""
    places: dict[tuple[int, str, str], list[Place]] = defaultdict(list)
    for row in rows:
        places[row.player, row.ruleset, row.options].append((row.finished_at, row.game))
    for key, changes in places.items():
        _tell(connection, key, min(changes), max(changes))


def _tell(connection: sqlite3.Connection, key: tuple[int, str, str], first: Place, last: Place) -> None:
    """From the first change on, until a run after the last one is told as it was: all after it is, too."""
    before = connection.execute(
        f"SELECT run FROM results WHERE {_OF} AND (finished_at, game) < (?, ?)"  # noqa: S608
        " ORDER BY finished_at DESC, game DESC LIMIT 1",
        (*key, *first),
    ).fetchone()
    run = before[0] if before else 0
    rows = connection.execute(
        f"SELECT finished_at, game, seat, won, run FROM results WHERE {_OF}"  # noqa: S608
        " AND (finished_at, game) >= (?, ?) ORDER BY finished_at, game",
        (*key, *first),
    )
    told = []
    for finished_at, game, seat, won, kept in rows:
        run = run + 1 if won else 0
        if run == kept and (finished_at, game) > last:
            break
        told.append((run, game, seat))
    _write(connection, told)


def rewrite(connection: sqlite3.Connection) -> None:
    """Tells all runs anew."""
    _write(connection, [(run, game, seat) for run, game, seat, kept in _all(connection) if run != kept])


def differ(connection: sqlite3.Connection) -> bool:
    """Whether some run is kept otherwise than the results tell it."""
    return any(run != kept for run, _, _, kept in _all(connection))


def _all(connection: sqlite3.Connection) -> Iterator[tuple[int, int, int, int]]:
    """(run, game, seat, run that is kept) of every result."""
    rows = connection.execute(
        f"SELECT player, ruleset, options, {_COUNTED}, game, seat, won, run FROM results"  # noqa: S608
        " ORDER BY player, ruleset, options, finished_at, game"
    )
    for _, own in groupby(rows, lambda row: row[:3]):
        run = 0
        for _, _, _, counted, game, seat, won, kept in own:
            run = (run + 1 if won else 0) if counted else run
            yield run if counted else 0, game, seat, kept


def _write(connection: sqlite3.Connection, told: Iterable[tuple[int, int, int]]) -> None:
    connection.executemany("UPDATE results SET run = ? WHERE game = ? AND seat = ?", told)
