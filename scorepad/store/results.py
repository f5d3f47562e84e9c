"""Copies kept for lists and statistics: what the events of a game fold to, written by one function."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from scorepad.rules import options_text
from scorepad.store.games import StoredGame


class Result(NamedTuple):
    """A player's result in a finished game, a row of `results`. `boxes` is JSON: cell → points."""

    game: int
    seat: int
    player: int
    ruleset: str
    finished_at: str
    total: int
    rank: int
    upper: int
    bonus: int
    extras: int
    boxes: str
    options: str


class Copies(NamedTuple):
    """What the row of a game repeats of its events, so that lists have an index. `options` as
    `options_text`.
    """

    note: str
    started_at: str
    finished_at: str | None
    deleted_at: str | None
    options: str
    rules_name: str


def results_of(stored: StoredGame) -> list[Result]:
    """What the results of a game are, by seat; none until it is finished."""
    game, finished_at, players = stored.game, stored.finished_at, stored.player_ids
    if finished_at is None:
        return []
    ranks = game.ranks
    return [
        Result(
            stored.id,
            seat,
            players[seat - 1],
            game.ruleset.id,
            finished_at,
            sheet.total,
            ranks[seat],
            sheet.upper,
            sheet.upper_bonus,
            sheet.extras,
            json.dumps({str(cell): points for cell, points in sheet.filled.items()}, separators=(",", ":")),
            options_text(game.ruleset),
        )
        for seat in game.seats
        for sheet in (game.sheet(seat),)
    ]


def copies_of(stored: StoredGame) -> Copies:
    """What the row of a game is to repeat."""
    moments = stored.started_at, stored.finished_at, stored.deleted_at
    return Copies(stored.note, *moments, options_text(stored.game.ruleset), stored.rules_name)


def write_copies(connection: sqlite3.Connection, stored: StoredGame) -> None:
    """Brings all copies in step with the events of that game."""
    connection.execute(
        f"UPDATE games SET {', '.join(f'{column} = ?' for column in Copies._fields)} WHERE id = ?",  # noqa: S608
        (*copies_of(stored), stored.id),
    )
    connection.execute("DELETE FROM results WHERE game = ?", (stored.id,))
    marks = ", ".join("?" * len(Result._fields))
    connection.executemany(
        f"INSERT INTO results ({', '.join(Result._fields)}) VALUES ({marks})",  # noqa: S608
        results_of(stored),
    )


def kept_results(connection: sqlite3.Connection, game: int) -> list[Result]:
    """The results that are kept of a game, by seat."""
    rows = connection.execute(
        f"SELECT {', '.join(Result._fields)} FROM results WHERE game = ? ORDER BY seat",  # noqa: S608
        (game,),
    )
    return [Result(*row) for row in rows]


def kept_copies(connection: sqlite3.Connection, game: int) -> Copies:
    """What the row of a game repeats."""
    row = connection.execute(
        f"SELECT {', '.join(Copies._fields)} FROM games WHERE id = ?",  # noqa: S608
        (game,),
    ).fetchone()
    return Copies(*row)
