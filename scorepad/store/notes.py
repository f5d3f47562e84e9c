"""What an intake remembers of the games it has met: on disk, so that a long file needs no more memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorepad.store.connection import scratch

_TABLES = """
CREATE TABLE coming (number INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, dated TEXT, undated TEXT);
CREATE TABLE uids (said TEXT PRIMARY KEY, uid TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE known (ruleset TEXT, started_at TEXT, uid TEXT, key TEXT);
CREATE INDEX known_by_start ON known (ruleset, started_at);
CREATE TABLE names (number INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
"""


class Said(NamedTuple):
    """What tells a game by all that is played: with its start, and without."""

    dated: str
    undated: str


class Notes:
    """Games by their numbers in the row in which they come, and names by the order in which they are met."""

    def __init__(self) -> None:
        self._db = scratch()
        self._db.executescript(_TABLES)

    def close(self) -> None:
        self._db.close()

    # --- games that will be added ---

    def add(self, number: int, uid: str, said: Said) -> None:
        """The game of that number is new."""
        self._db.execute("INSERT INTO coming VALUES (?, ?, ?, ?)", (number, uid, *said))
        self.remember(said.dated, uid)

    def coming(self, uid: str) -> Said | None:
        """What the new game of that uid says."""
        row = self._db.execute("SELECT dated, undated FROM coming WHERE uid = ?", (uid,)).fetchone()
        return Said(*row) if row else None

    def uid_of(self, number: int) -> str | None:
        """The uid of that game, None where it is not new."""
        row = self._db.execute("SELECT uid FROM coming WHERE number = ?", (number,)).fetchone()
        return row[0] if row else None

    @property
    def new(self) -> int:
        return self._count("coming")

    # --- what tells a game that has no uid ---

    def remember(self, said: str, uid: str) -> None:
        """The first game that says this."""
        self._db.execute("INSERT OR IGNORE INTO uids VALUES (?, ?)", (said, uid))

    def uid_saying(self, said: str) -> str | None:
        row = self._db.execute("SELECT uid FROM uids WHERE said = ?", (said,)).fetchone()
        return row[0] if row else None

    def list_known(self, known: Iterable[tuple[str, str, str, str]]) -> None:
        """The games that are there: rule set, start, uid and key."""
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO known VALUES (?, ?, ?, ?)", known)
        self._db.execute("COMMIT")

    def take_started(self, ruleset: str, started_at: str) -> list[tuple[str, str]]:
        """Uids and keys of those of these rules that started then, each once."""
        return self._db.execute(
            "DELETE FROM known WHERE ruleset = ? AND started_at = ? RETURNING uid, key", (ruleset, started_at)
        ).fetchall()

    # --- names ---

    def meet(self, folded: str, name: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO names (folded, name) VALUES (?, ?)", (folded, name))

    @property
    def names(self) -> int:
        return self._count("names")

    def first_names(self, most: int) -> tuple[str, ...]:
        rows = self._db.execute("SELECT name FROM names ORDER BY number LIMIT ?", (most,))
        return tuple(name for (name,) in rows)

    def _count(self, table: str) -> int:
        return int(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608
