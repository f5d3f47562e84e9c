"""Who stands for whom after names were merged: a copy of what `merged_into` says, told to the end."""

from __future__ import annotations

import sqlite3

STANDING = "coalesce(players.stands, players.id)"
"""Whom a row of `players` stands for."""
NAMES_OF = f"SELECT id FROM players WHERE {STANDING} = ?"  # noqa: S608 (no user text)
"""The rows that stand for a person: its own, and those of the names merged into it."""
_SEATED = f"SELECT game FROM seats WHERE player IN ({NAMES_OF})"  # noqa: S608 (no user text)
TOGETHER = f"{_SEATED} INTERSECT {_SEATED}"
"""The games in which two people sat, under whatever names."""

_TOLD = (
    "WITH RECURSIVE told(id, stands) AS (SELECT id, id FROM players WHERE merged_into IS NULL"
    " UNION ALL SELECT players.id, told.stands FROM players JOIN told ON players.merged_into = told.id)"
)


def tell(connection: sqlite3.Connection) -> None:
    """Who was merged into somebody stands for whom that one stands for."""
    connection.execute(
        f"{_TOLD} UPDATE players SET stands = nullif(told.stands, players.id) FROM told"  # noqa: S608
        " WHERE told.id = players.id"
    )


def differs(connection: sqlite3.Connection) -> bool:
    """Whether somebody is kept as standing for another one than the merged names tell."""
    asked = (
        f"{_TOLD} SELECT 1 FROM players JOIN told USING (id)"  # noqa: S608
        " WHERE players.stands IS NOT nullif(told.stands, id)"
    )
    return connection.execute(asked).fetchone() is not None
