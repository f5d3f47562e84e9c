"""The house rules that a household keeps under a name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from scorepad.rules import Refused, RuleSet, clean_name, fold_name, options_text, with_options_text
from scorepad.store.clock import now
from scorepad.store.file import File

MOST_KEPT = 60
"""How many a household may keep: each has its line on every page of a new game."""


@dataclass(frozen=True, slots=True)
class KeptRules:
    """A rule set with its options, by the name that the household gave it; `dropped`: offered no more."""

    id: int
    name: str
    ruleset: RuleSet
    dropped: bool = False


class RuleBook:
    """Those of one file."""

    def __init__(self, file: File) -> None:
        self._file = file

    @property
    def kept(self) -> tuple[KeptRules, ...]:
        """Those that are offered, by the alphabet."""
        return tuple(one for one in self._every() if not one.dropped)

    def of(self, number: int) -> KeptRules | None:
        """Those of that id, dropped or not."""
        return next((one for one in self._every() if one.id == number), None)

    def _every(self) -> Iterator[KeptRules]:
        """All that there ever were; those that this version can't read are passed over."""
        rows = self._file.db.conn.execute(
            "SELECT id, name, ruleset, options, dropped_at IS NOT NULL FROM house_rules ORDER BY folded"
        )
        for number, name, ruleset, options, dropped in rows.fetchall():
            with suppress(ValueError):
                yield KeptRules(number, name, with_options_text(ruleset, options), bool(dropped))

    def keep(self, name: str, ruleset: RuleSet) -> int:
        """Keeps these rules under that name; returns their id. Kept twice, they are the same.

        Raises Refused as `clean_name`, `no_house_rules`, `rules_known` (name) or `too_many_rules` (most).
        """
        name = clean_name(name)
        if not ruleset.chosen:
            raise Refused("no_house_rules")
        told = (ruleset.id, options_text(ruleset))
        with self._file.write() as connection:
            _make_room(connection, name)
            row = connection.execute(
                "SELECT id, ruleset, options FROM house_rules WHERE folded = ?", (fold_name(name),)
            ).fetchone()
            if row is not None and row[1:] != told:
                raise Refused("rules_known", name=name)
            if row is not None:
                return int(row[0])
            _refuse_more(connection)
            return _insert(connection, name, *told)

    def rename(self, number: int, name: str) -> None:
        """Another name for them; games keep theirs. Raises Refused as `clean_name`, or `rules_known`."""
        name = clean_name(name)
        try:
            with self._file.write() as connection:
                _make_room(connection, name)
                connection.execute(
                    "UPDATE house_rules SET name = ?, folded = ? WHERE id = ?",
                    (name, fold_name(name), number),
                )
        except sqlite3.IntegrityError:
            raise Refused("rules_known", name=name) from None

    def drop(self, number: int) -> None:
        """They are offered no more; games played by them stay as they are. Of many, the oldest are let go."""
        with self._file.write() as connection:
            connection.execute("UPDATE house_rules SET dropped_at = ? WHERE id = ?", (now(), number))
            connection.execute(
                "DELETE FROM house_rules WHERE id IN (SELECT id FROM house_rules WHERE dropped_at IS NOT NULL"
                " AND id != ? ORDER BY dropped_at DESC, id DESC LIMIT -1 OFFSET ?)",
                (number, MOST_KEPT),
            )

    def bring_back(self, number: int) -> None:
        """They are offered again. Raises Refused `too_many_rules` (most)."""
        with self._file.write() as connection:
            _refuse_more(connection, than=number)
            connection.execute("UPDATE house_rules SET dropped_at = NULL WHERE id = ?", (number,))


def _insert(connection: sqlite3.Connection, name: str, ruleset: str, options: str) -> int:
    added = connection.execute(
        "INSERT INTO house_rules (name, folded, ruleset, options) VALUES (?, ?, ?, ?)",
        (name, fold_name(name), ruleset, options),
    )
    return added.lastrowid or 0


def _refuse_more(connection: sqlite3.Connection, than: int = 0) -> None:
    """Raises Refused `too_many_rules` (most) where there is no room beside the others."""
    others = "SELECT count(*) FROM house_rules WHERE dropped_at IS NULL AND id != ?"
    if connection.execute(others, (than,)).fetchone()[0] >= MOST_KEPT:
        raise Refused("too_many_rules", most=MOST_KEPT)


def _make_room(connection: sqlite3.Connection, name: str) -> None:
    """What was dropped gives its name away."""
    connection.execute(
        "DELETE FROM house_rules WHERE folded = ? AND dropped_at IS NOT NULL", (fold_name(name),)
    )
