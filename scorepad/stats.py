"""What lists and records ask of the store."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.store import Store, StoredGame, oldest_kept


@dataclass(frozen=True, slots=True)
class Line:
    """A finished game in a list. `scores` are (name, total, rank), the winner first."""

    id: int
    key: str
    ruleset: str
    finished_at: str
    scores: tuple[tuple[str, int, int], ...]


Cursor = tuple[str, int]
"""Where a page ends: the finish and id of its last game."""


def unfinished(store: Store, most: int) -> list[StoredGame]:
    """The games being played, the last touched first."""
    rows = store.db.conn.execute(
        "SELECT key FROM games WHERE finished_at IS NULL AND deleted_at IS NULL ORDER BY"
        " coalesce((SELECT at FROM events WHERE game = games.id ORDER BY number DESC LIMIT 1), started_at)"
        " DESC, id DESC LIMIT ?",
        (most,),
    ).fetchall()
    return [store.load(key) for (key,) in rows]


def finished(store: Store, most: int, after: Cursor | None = None) -> list[Line]:
    """A page of finished games, newest first, beginning after that one."""
    rows = store.db.conn.execute(
        "SELECT id, key, ruleset, finished_at FROM games WHERE finished_at IS NOT NULL"
        " AND deleted_at IS NULL AND (finished_at, id) < (?, ?)"
        " ORDER BY finished_at DESC, id DESC LIMIT ?",
        (*(after or ("9999", 0)), most),
    ).fetchall()
    return [Line(game, key, ruleset, at, _scores(store, game)) for game, key, ruleset, at in rows]


def _scores(store: Store, game: int) -> tuple[tuple[str, int, int], ...]:
    rows = store.db.conn.execute(
        "SELECT players.name, total, rank FROM results JOIN players ON players.id = results.player"
        " WHERE game = ? ORDER BY rank, seat",
        (game,),
    )
    return tuple(rows.fetchall())


def count_finished(store: Store) -> int:
    """How many finished games there are."""
    row = store.db.conn.execute(
        "SELECT count(*) FROM games WHERE finished_at IS NOT NULL AND deleted_at IS NULL"
    ).fetchone()
    return int(row[0])


def known_players(store: Store, most: int) -> list[str]:
    """Names met before, those of the newest games first."""
    rows = store.db.conn.execute(
        "SELECT name FROM players WHERE archived_at IS NULL AND merged_into IS NULL"
        " ORDER BY (SELECT max(game) FROM seats WHERE player = players.id) DESC LIMIT ?",
        (most,),
    )
    return [name for (name,) in rows]


def own_record(store: Store, stored: StoredGame, seat: int) -> int | None:
    """The best finished total of that seat's player in this rule set before this game (RULES.md, Alone)."""
    row = store.db.conn.execute(
        "SELECT max(total) FROM results JOIN games ON games.id = results.game"
        " WHERE player = ? AND results.ruleset = ? AND (results.finished_at, game) < (?, ?)"
        " AND deleted_at IS NULL",
        (
            stored.player_ids[seat - 1],
            stored.game.ruleset.id,
            stored.finished_at or "9999",
            stored.id,
        ),
    ).fetchone()
    return None if row[0] is None else int(row[0])


def last_ruleset(store: Store) -> str | None:
    """The rule set of the newest game, the likeliest for the next."""
    row = store.db.conn.execute("SELECT ruleset FROM games ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else str(row[0])


def thrown_away(store: Store) -> list[StoredGame]:
    """The games that can still be fetched back, the last thrown away first."""
    rows = store.db.conn.execute(
        "SELECT key FROM games WHERE deleted_at >= ? ORDER BY deleted_at DESC, id DESC", (oldest_kept(),)
    ).fetchall()
    return [store.load_any(key) for (key,) in rows]
