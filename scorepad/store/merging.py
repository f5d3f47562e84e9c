"""Two names of one person: merged, and parted again."""

from __future__ import annotations

import sqlite3

from scorepad.rules import Refused
from scorepad.store import results, standing
from scorepad.store.standing import STANDING, TOGETHER


def merge(connection: sqlite3.Connection, player: int, into: int) -> None:
    """Has the one person stand for the other, too, in all games, where that is not so already.

    Raises as `check`.
    """
    if connection.execute("SELECT 1 FROM players WHERE id = ? AND stands = ?", (player, into)).fetchone():
        return
    check(connection, player, into)
    connection.execute("UPDATE players SET merged_into = ? WHERE id = ?", (into, player))
    standing.tell(connection)
    results.reassign(connection, player, into)


def check(connection: sqlite3.Connection, player: int, into: int) -> None:
    """Whether the one can stand for the other.

    Raises Refused `unknown_player`, `merged_with_itself`, or `both_in_one_game` (player, other, day, count).
    """
    names = _name(connection, player), _name(connection, into)
    if player == into:
        raise Refused("merged_with_itself")
    _refuse_both_in_one(connection, (player, into), names)


def part(connection: sqlite3.Connection, player: int) -> None:
    """Takes a merging back: that name is a person of its own again. Raises Refused `not_merged`."""
    row = connection.execute(
        f"SELECT {STANDING} FROM players WHERE id = ? AND merged_into IS NOT NULL",  # noqa: S608
        (player,),
    ).fetchone()
    if row is None:
        raise Refused("not_merged")
    connection.execute("UPDATE players SET merged_into = NULL WHERE id = ?", (player,))
    standing.tell(connection)
    results.reassign(connection, row[0], player)


def _name(connection: sqlite3.Connection, player: int) -> str:
    row = connection.execute(
        "SELECT name FROM players WHERE id = ? AND merged_into IS NULL", (player,)
    ).fetchone()
    if row is None:
        raise Refused("unknown_player")
    return str(row[0])


def _refuse_both_in_one(
    connection: sqlite3.Connection, both: tuple[int, int], names: tuple[str, str]
) -> None:
    count, day = connection.execute(
        f"SELECT count(*), min(started_at) FROM games WHERE id IN ({TOGETHER})",  # noqa: S608 (no user text)
        both,
    ).fetchone()
    if count:
        raise Refused("both_in_one_game", player=names[0], other=names[1], day=day, count=count)
