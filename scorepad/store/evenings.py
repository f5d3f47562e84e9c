"""Evenings: finished games belong together as long as no gap parts the finish of one from that of the next.

A game knows the first finish of its evening.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

GAP = timedelta(hours=6)

_FINISHED = "finished_at IS NOT NULL AND deleted_at IS NULL"
_ALL = f"SELECT id, finished_at, evening FROM games INDEXED BY games_by_finish WHERE {_FINISHED}"  # noqa: S608

Row = tuple[int, str, str | None]


def moved(connection: sqlite3.Connection, game: int, before: str | None) -> None:
    """Tells the evenings anew from where that game was (`before`, its finish then), and where it is now."""
    finish, gone = connection.execute(
        "SELECT finished_at, deleted_at IS NOT NULL FROM games WHERE id = ?", (game,)
    ).fetchone()
    if finish is None or gone:
        connection.execute("UPDATE games SET evening = NULL WHERE id = ?", (game,))
        finish = None
    for since in sorted({moment for moment in (before, finish) if moment}):
        _tell(connection, (since, game), game)


def _tell(connection: sqlite3.Connection, since: tuple[str, int], changed: int) -> None:
    """From that place on, until an evening is told as it was: all after it is, too."""
    last = connection.execute(
        f"{_ALL} AND (finished_at, id) < (?, ?) ORDER BY finished_at DESC, id DESC LIMIT 1", since
    ).fetchone()
    rows = connection.execute(f"{_ALL} AND (finished_at, id) >= (?, ?) ORDER BY finished_at, id", since)
    told = []
    for game, evening, kept in _told(rows, last):
        if evening == kept and game != changed:
            break
        told.append((evening, game))
    _write(connection, told)


def _told(rows: Iterable[Row], last: Row | None = None) -> Iterator[tuple[int, str, str | None]]:
    """(game, its evening, the one that is kept), game by game after that last one."""
    finish, evening = (last[1], last[2] or last[1]) if last else ("", "")
    for game, finished_at, kept in rows:
        if not finish or _parted(finish, finished_at):
            evening = finished_at
        finish = finished_at
        yield game, evening, kept


def _parted(one: str, two: str) -> bool:
    """Whether a gap lies between these moments, of which the first is the earlier one; what a spoilt file
    has there stands alone.
    """
    try:
        return datetime.fromisoformat(two) - datetime.fromisoformat(one) >= GAP
    except (ValueError, TypeError):
        return True


def rewrite(connection: sqlite3.Connection) -> None:
    """Tells all evenings anew."""
    connection.execute("UPDATE games SET evening = NULL WHERE evening IS NOT NULL")
    _write(connection, [(evening, game) for game, evening, _ in _every(connection)])


def differ(connection: sqlite3.Connection) -> bool:
    """Whether some evening is kept otherwise than the games tell it."""
    loose = connection.execute(f"SELECT 1 FROM games WHERE NOT ({_FINISHED}) AND evening IS NOT NULL")  # noqa: S608
    return loose.fetchone() is not None or any(evening != kept for _, evening, kept in _every(connection))


def _every(connection: sqlite3.Connection) -> Iterator[tuple[int, str, str | None]]:
    return _told(connection.execute(f"{_ALL} ORDER BY finished_at, id"))


def _write(connection: sqlite3.Connection, told: Iterable[tuple[str, int]]) -> None:
    connection.executemany("UPDATE games SET evening = ? WHERE id = ?", told)
