"""A new game: what is wished, and that it is there once."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from scorepad.rules import (
    Beginning,
    Refused,
    RuleSet,
    check_note,
    check_seats,
    clean_name,
    clean_names,
    options_text,
    ruleset_of,
)
from scorepad.store import games, people
from scorepad.store.clock import stamp


def wished(
    ruleset: RuleSet | str, names: Sequence[str], starter: int, note: str, rules_name: str
) -> Beginning:
    """How it is to begin, but for the moment; whoever starts sits at seat 1.

    Raises Refused as `ruleset_of`, `clean_names`, `clean_name` (of the rules), `check_seats`, `check_note`,
    or `bad_starter`.
    """
    ruleset = ruleset_of(ruleset) if isinstance(ruleset, str) else ruleset
    rules_name = clean_name(rules_name) if rules_name else ""
    check_seats(ruleset, names)
    players = clean_names(list(names))
    if not 1 <= starter <= len(players):
        raise Refused("bad_starter")
    check_note(note)
    seated = players[starter - 1 :] + players[: starter - 1]
    return Beginning(ruleset, seated, note, rules_name=rules_name)


def begin(connection: sqlite3.Connection, wished: Beginning, uid: str) -> str:
    """Its key; that of the same game where it was begun before. Raises Refused as `refuse_one_person`."""
    sitting = [people.met(connection, name) for name in wished.players]
    people.refuse_one_person(wished.players, sitting)
    twin = _unplayed_twin(connection, wished, {person.id for person in sitting}, uid)
    if twin:
        return twin
    free = "" if games.is_there(connection, uid) else uid
    return games.insert(connection, replace(wished, started_at=stamp(connection)), sitting, free).key


def _unplayed_twin(
    connection: sqlite3.Connection, wished: Beginning, sitting: set[int], uid: str
) -> str | None:
    row = connection.execute(
        "SELECT id, key FROM games WHERE uid = ? AND ruleset = ? AND options = ? AND deleted_at IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM events WHERE game = games.id)",
        (uid, wished.ruleset.id, options_text(wished.ruleset)),
    ).fetchone()
    if row is None:
        return None
    seated = {person.id for person in games.people_of(connection, row[0])}
    return str(row[1]) if seated == sitting else None
