"""The people who sit at tables: a row each, whatever they are called."""

from __future__ import annotations

import sqlite3

from scorepad.rules import Refused, Rename, fold_name
from scorepad.store.games import Person


def met(connection: sqlite3.Connection, name: str) -> Person:
    """The person of that name, met before or new; who was merged is found as the one that stands."""
    folded = fold_name(name)
    connection.execute(
        "INSERT INTO players (name, folded) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING", (name, folded)
    )
    row = connection.execute(
        "SELECT coalesce(other.id, player.id), coalesce(other.name, player.name) FROM players AS player"
        " LEFT JOIN players AS other ON other.id = player.merged_into WHERE player.folded = ?",
        (folded,),
    ).fetchone()
    return Person(*row)


def rename(connection: sqlite3.Connection, wish: Rename) -> None:
    """Another name for that person, in all games. Raises Refused `name_known` (player)."""
    folded = fold_name(wish.name)
    other = connection.execute(
        "SELECT name FROM players WHERE folded = ? AND id != ?", (folded, wish.player)
    ).fetchone()
    if other:
        raise Refused("name_known", player=other[0])
    connection.execute(
        "UPDATE players SET name = ?, folded = ? WHERE id = ?", (wish.name, folded, wish.player)
    )
