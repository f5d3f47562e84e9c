"""A new game: what is wished, and that it is there once."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from scorepad.rules import (
    Beginning,
    Manner,
    Refused,
    RuleSet,
    check_clock,
    check_note,
    check_seats,
    check_teams,
    clean_name,
    clean_names,
    options_text,
    ruleset_of,
)
from scorepad.store import games, people
from scorepad.store.clock import stamp


def wished(
    ruleset: RuleSet | str, names: Sequence[str], starter: int, note: str, rules_name: str, manner: Manner
) -> Beginning:
    """How it is to begin, but for the moment; whoever starts sits at seat 1. Teams are told by the order of
    `names`.

    Raises Refused as `ruleset_of`, `clean_names`, `clean_name` (of the rules), `check_seats`, `check_note`,
    `check_teams`, `check_clock`, or `bad_starter`.
    """
    ruleset = ruleset_of(ruleset) if isinstance(ruleset, str) else ruleset
    rules_name = clean_name(rules_name) if rules_name else ""
    check_seats(ruleset, names)
    players = clean_names(list(names))
    if not 1 <= starter <= len(players):
        raise Refused("bad_starter")
    check_note(note)
    check_teams(manner.teams, players)
    check_clock(manner.clock)
    order = [*range(starter, len(players) + 1), *range(1, starter)]
    seated = tuple(players[place - 1] for place in order)
    return Beginning(ruleset, seated, note, rules_name=rules_name, manner=reseated(manner, order))


def reseated(manner: Manner, order: Sequence[int]) -> Manner:
    """The same for players who sit in another order: for each seat, the place that its player had. Who sits
    there no more is in no team.
    """
    places = {place: seat for seat, place in enumerate(order, 1)}
    teams = (tuple(places[place] for place in team if place in places) for team in manner.teams)
    return manner._replace(teams=tuple(filter(None, teams)))


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
