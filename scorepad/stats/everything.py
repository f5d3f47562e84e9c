"""All games, for taking them out and checking them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from scorepad.store import EARLIEST, Store, now


def every_key(store: Store, thrown_away: bool = False) -> list[str]:
    """The keys of all games in the order of their start, those thrown away only if asked for."""
    condition = "" if thrown_away else " WHERE deleted_at IS NULL"
    rows = store.db.execute(f"SELECT key FROM games{condition} ORDER BY started_at, id")  # noqa: S608
    return [key for (key,) in rows]


class Known(NamedTuple):
    """A game that is there, by what tells whether another one is the same."""

    uid: str
    key: str
    ruleset: str
    started_at: str
    thrown_away: bool


_KNOWN = "SELECT uid, key, ruleset, started_at, deleted_at IS NOT NULL FROM games"


def every_known(store: Store) -> Iterator[Known]:
    """All games that are there, those thrown away among them, one by one: there may be many."""
    return map(Known._make, store.db.execute(f"{_KNOWN} ORDER BY id"))


def known_by(store: Store, uid: str) -> Known | None:
    """The game of that uid, thrown away or not."""
    row = store.db.execute(f"{_KNOWN} WHERE uid = ?", (uid,)).fetchone()
    return Known(*row) if row else None


def is_name(store: Store, folded: str) -> bool:
    """Whether some player there ever was has that folded name."""
    return store.db.execute("SELECT 1 FROM players WHERE folded = ?", (folded,)).fetchone() is not None


def doubtful_clock(store: Store) -> str | None:
    """What this machine's clock says, where that is more than a day before what was played last, or before
    this version was there: it is wrong, or was so then.
    """
    says = now()
    least = datetime.fromisoformat(max(store.last_stamp(), EARLIEST)) - timedelta(days=1)
    return says if datetime.fromisoformat(says) < least else None


def loose_rows(store: Store) -> int:
    """How many rows speak of a game or a player that is not there."""
    return len(store.db.execute("PRAGMA foreign_key_check").fetchall())
