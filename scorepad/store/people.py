"""The people who sit at tables: a row each, whatever they are called, and who stands for whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Hashable, Sequence

from scorepad.rules import Refused, Rename, fold_name
from scorepad.store.games import Person
from scorepad.store.standing import STANDING


def known(connection: sqlite3.Connection, name: str) -> Person | None:
    """The person of that name, or the one who stands for it; None where nobody has it."""
    row = connection.execute(
        "SELECT other.id, other.name FROM players"  # noqa: S608 (no user text)
        f" JOIN players AS other ON other.id = {STANDING} WHERE players.folded = ?",
        (fold_name(name),),
    ).fetchone()
    return Person(*row) if row else None


def met(connection: sqlite3.Connection, name: str) -> Person:
    """The person of that name, met before or new; who was merged is found as the one that stands."""
    person = known(connection, name)
    if person is None:
        row = connection.execute(
            "INSERT INTO players (name, folded) VALUES (?, ?)", (name, fold_name(name))
        ).lastrowid
        person = Person(row or 0, name)
    return person


def refuse_one_person(names: Sequence[str], people: Sequence[Hashable]) -> None:
    """Two names of one person can't sit in one game; `people` are who stands for the names.

    Raises Refused `one_person` (player, other).
    """
    seated: dict[Hashable, str] = {}
    for name, person in zip(names, people, strict=True):
        if person in seated:
            raise Refused("one_person", player=seated[person], other=name)
        seated[person] = name


def rename(connection: sqlite3.Connection, wish: Rename) -> None:
    """Another name for that person, in all games.

    Raises Refused `unknown_player`, `name_known` (player), or `name_merged` (player) for a name that was
    merged into this one.
    """
    folded = fold_name(wish.name)
    other = connection.execute(
        f"SELECT name, {STANDING} FROM players WHERE folded = ? AND id != ?",  # noqa: S608 (no user text)
        (folded, wish.player),
    ).fetchone()
    if other:
        raise Refused("name_merged" if other[1] == wish.player else "name_known", player=other[0])
    changed = connection.execute(
        "UPDATE players SET name = ?, folded = ? WHERE id = ? AND merged_into IS NULL",
        (wish.name, folded, wish.player),
    )
    if not changed.rowcount:
        raise Refused("unknown_player")


def archive(connection: sqlite3.Connection, player: int, at: str | None) -> None:
    """From that moment on the person is no longer offered; None takes it back. Raises Refused
    `unknown_player`.
    """
    changed = connection.execute(
        "UPDATE players SET archived_at = ? WHERE id = ? AND merged_into IS NULL", (at, player)
    )
    if not changed.rowcount:
        raise Refused("unknown_player")
