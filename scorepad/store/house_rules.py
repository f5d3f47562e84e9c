"""The house rules that a household keeps under a name."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass

from scorepad.rules import Refused, RuleSet, clean_rules_name, fold_name, options_text, with_options_text
from scorepad.store.games import now


@dataclass(frozen=True, slots=True)
class KeptRules:
    """A rule set with its options, by the name that the household gave it; `dropped`: offered no more."""

    id: int
    name: str
    ruleset: RuleSet
    dropped: bool = False


def every(connection: sqlite3.Connection) -> tuple[KeptRules, ...]:
    """All that there ever were, by the alphabet; those that this version can't read are passed over."""
    rows = connection.execute(
        "SELECT id, name, ruleset, options, dropped_at IS NOT NULL FROM house_rules ORDER BY folded"
    )
    found = []
    for number, name, ruleset, options, dropped in rows.fetchall():
        with suppress(ValueError):
            found.append(KeptRules(number, name, with_options_text(ruleset, options), bool(dropped)))
    return tuple(found)


def keep(connection: sqlite3.Connection, name: str, ruleset: RuleSet) -> int:
    """Keeps these rules under that name; returns their id. Kept twice, they are the same.

    Raises Refused as `clean_rules_name`, `no_house_rules` or `rules_known` (name).
    """
    name = clean_rules_name(name)
    if not ruleset.chosen:
        raise Refused("no_house_rules")
    told = (ruleset.id, options_text(ruleset))
    _make_room(connection, name)
    row = connection.execute(
        "SELECT id, ruleset, options FROM house_rules WHERE folded = ?", (fold_name(name),)
    ).fetchone()
    if row is not None and row[1:] != told:
        raise Refused("rules_known", name=name)
    return int(row[0]) if row else _insert(connection, name, *told)


def _insert(connection: sqlite3.Connection, name: str, ruleset: str, options: str) -> int:
    added = connection.execute(
        "INSERT INTO house_rules (name, folded, ruleset, options) VALUES (?, ?, ?, ?)",
        (name, fold_name(name), ruleset, options),
    )
    return added.lastrowid or 0


def _make_room(connection: sqlite3.Connection, name: str) -> None:
    """What was dropped gives its name away."""
    connection.execute(
        "DELETE FROM house_rules WHERE folded = ? AND dropped_at IS NOT NULL", (fold_name(name),)
    )


def rename(connection: sqlite3.Connection, number: int, name: str) -> None:
    """Another name for them; games keep theirs. Raises Refused as `clean_rules_name`, or `rules_known`."""
    name = clean_rules_name(name)
    _make_room(connection, name)
    try:
        connection.execute(
            "UPDATE house_rules SET name = ?, folded = ? WHERE id = ?", (name, fold_name(name), number)
        )
    except sqlite3.IntegrityError:
        raise Refused("rules_known", name=name) from None


def drop(connection: sqlite3.Connection, number: int) -> None:
    """They are offered no more; games played by them stay as they are."""
    connection.execute("UPDATE house_rules SET dropped_at = ? WHERE id = ?", (now(), number))


def bring_back(connection: sqlite3.Connection, number: int) -> None:
    """They are offered again."""
    connection.execute("UPDATE house_rules SET dropped_at = NULL WHERE id = ?", (number,))
