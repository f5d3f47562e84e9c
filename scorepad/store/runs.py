"""Which win of a winning run a result is: kept beside it, told on from one game of a player to the next.

Games alone are passed over; so are games that the player left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.store.results import Result

Place = tuple[str, int]
"""Where a game stands among those of a player: its finish and its id."""

_COUNTED = "stayed AND company > 1"
_OF = f"player = ? AND ruleset = ? AND options = ? AND {_COUNTED}"


def changed(connection: sqlite3.Connection, rows: Iterable[Result]) -> None:
    """Tells the runs anew that these results, come or gone, have a part in."""
    first: dict[tuple[int, str, str], Place] = {}
    games = set()
    for row in rows:
        key, place = (row.player, row.ruleset, row.options), (row.finished_at, row.game)
        first[key] = min(first.get(key, place), place)
        games.add(row.game)
    for key, place in first.items():
        _tell(connection, key, place, games)


def _tell(connection: sqlite3.Connection, key: tuple[int, str, str], since: Place, games: set[int]) -> None:
    """From that place on, until a run is told as it was: all after it is, too."""
    last = connection.execute(
        f"SELECT run FROM results WHERE {_OF} AND (finished_at, game) < (?, ?)"  # noqa: S608
        " ORDER BY finished_at DESC, game DESC LIMIT 1",
        (*key, *since),
    ).fetchone()
    run = last[0] if last else 0
    rows = connection.execute(
        f"SELECT game, seat, won, run FROM results WHERE {_OF} AND (finished_at, game) >= (?, ?)"  # noqa: S608
        " ORDER BY finished_at, game",
        (*key, *since),
    )
    told = []
    for game, seat, won, kept in rows:
        run = run + 1 if won else 0
        if run == kept and game not in games:
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
