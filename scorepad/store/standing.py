"""Who stands for whom after names were merged: a copy of what `merged_into` says, told to the end."""

from __future__ import annotations

import sqlite3

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
