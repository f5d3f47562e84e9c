"""What lists and records ask of the store."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.rules.names import fold_name
from scorepad.store import RESULT_COLUMNS, ResultRow, Store, StoredGame, oldest_kept


@dataclass(frozen=True, slots=True)
class Line:
    """A finished game in a list. `scores` are (name, total, rank), the winner first; `best` is the highest
    total of those who stayed.
    """

    id: int
    key: str
    ruleset: str
    finished_at: str
    note: str
    best: int
    scores: tuple[tuple[str, int, int], ...]


BY_DATE, BY_TOTAL = "date", "total"

Cursor = tuple[str | int, int]
"""Where a page ends: what its last game is sorted by, and its id."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which finished games, and in which order (`sort`: BY_DATE or BY_TOTAL, the highest first).

    Empty fields let everything through. `since` is the first moment, `until` the first one after; `player`
    is a name, `note` a part of the note.
    """

    ruleset: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    note: str = ""
    sort: str = BY_DATE


def unfinished(store: Store, most: int) -> list[StoredGame]:
    """The games being played, the last touched first."""
    rows = store.db.conn.execute(
        "SELECT key FROM games WHERE finished_at IS NULL AND deleted_at IS NULL ORDER BY"
        " coalesce((SELECT at FROM events WHERE game = games.id ORDER BY number DESC LIMIT 1), started_at)"
        " DESC, id DESC LIMIT ?",
        (most,),
    ).fetchall()
    return [store.load(key) for (key,) in rows]


EVERYTHING = Filter()

_WINNER = (
    "results.rank = 1 AND NOT EXISTS (SELECT 1 FROM results AS other WHERE other.game = results.game"
    " AND other.rank = 1 AND other.seat < results.seat)"
)


def finished(store: Store, most: int, after: Cursor | None = None, wanted: Filter = EVERYTHING) -> list[Line]:
    """A page of finished games beginning after that one, the newest or the highest first.

    Pages go by key, so the thousandth costs what the first does.
    """
    tables, conditions, values = _matching(store, wanted)
    # Sorted by the columns of one index, so that a page reads no more than its games.
    order, tie = (
        ("results.total", "results.game") if wanted.sort == BY_TOTAL else ("games.finished_at", "games.id")
    )
    if after is not None:
        conditions.append(f"({order}, {tie}) < (?, ?)")
        values.extend(after)
    query = (
        "SELECT games.id, games.key, games.ruleset, games.finished_at, games.note"  # noqa: S608 (no user text)
        f" FROM {tables} WHERE {' AND '.join(conditions)} ORDER BY {order} DESC, {tie} DESC LIMIT ?"
    )
    rows = store.db.conn.execute(query, (*values, most)).fetchall()
    return [_line(store, *row) for row in rows]


def count(store: Store, wanted: Filter) -> int:
    """How many finished games the filter lets through."""
    tables, conditions, values = _matching(store, replace(wanted, sort=BY_DATE))
    query = f"SELECT count(*) FROM {tables} WHERE {' AND '.join(conditions)}"  # noqa: S608
    return int(store.db.conn.execute(query, values).fetchone()[0])


def _matching(store: Store, wanted: Filter) -> tuple[str, list[str], list[str | int]]:
    """The tables, conditions and values that the filter means in SQL."""
    tables = "games"
    conditions = ["games.finished_at IS NOT NULL", "games.deleted_at IS NULL"]
    values: list[str | int] = []
    if wanted.sort == BY_TOTAL:
        tables = "results INDEXED BY winners CROSS JOIN games ON games.id = results.game"
        conditions.append(_WINNER)
    for column, compare, value in (
        ("games.ruleset", "=", wanted.ruleset),
        ("games.finished_at", ">=", wanted.since),
        ("games.finished_at", "<", wanted.until),
    ):
        if value:
            conditions.append(f"{column} {compare} ?")
            values.append(value)
    if wanted.note:
        conditions.append("games.note != '' AND instr(folded(games.note), ?) > 0")
        values.append(fold_name(wanted.note))
    if wanted.player:
        conditions.append("games.id IN (SELECT game FROM results WHERE player = ?)")
        values.append(_player_id(store, wanted.player))
    return tables, conditions, values


def _player_id(store: Store, name: str) -> int:
    """The id of the player of that name, 0 where there is none."""
    row = store.db.conn.execute("SELECT id FROM players WHERE folded = ?", (fold_name(name),)).fetchone()
    return int(row[0]) if row else 0


def _line(store: Store, game: int, key: str, ruleset: str, finished_at: str, note: str) -> Line:
    scores = _scores(store, game)
    best = max((total for _, total, rank in scores if rank == 1), default=0)
    return Line(game, key, ruleset, finished_at, note, best, scores)


def _scores(store: Store, game: int) -> tuple[tuple[str, int, int], ...]:
    rows = store.db.conn.execute(
        "SELECT players.name, total, rank FROM results JOIN players ON players.id = results.player"
        " WHERE game = ? ORDER BY rank, seat",
        (game,),
    )
    return tuple(rows.fetchall())


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


def playing_names(store: Store, most: int) -> list[str]:
    """The names of those with finished games, in the order of the alphabet."""
    rows = store.db.conn.execute(
        "SELECT name FROM players WHERE EXISTS (SELECT 1 FROM results WHERE player = players.id)"
        " ORDER BY folded LIMIT ?",
        (most,),
    )
    return [name for (name,) in rows]


# --- everything, for taking it out and checking it --------------------------------------------------


def every_key(store: Store, thrown_away: bool = False) -> list[str]:
    """The keys of all games in the order of their start, those thrown away only if asked for."""
    condition = "" if thrown_away else " WHERE deleted_at IS NULL"
    rows = store.db.conn.execute(f"SELECT key FROM games{condition} ORDER BY started_at, id")  # noqa: S608
    return [key for (key,) in rows]


@dataclass(frozen=True, slots=True)
class Known:
    """A game that is there, by what tells whether another one is the same."""

    uid: str
    key: str
    ruleset: str
    started_at: str
    thrown_away: bool


def every_known(store: Store) -> list[Known]:
    """All games that are there, those thrown away among them."""
    rows = store.db.conn.execute(
        "SELECT uid, key, ruleset, started_at, deleted_at IS NOT NULL FROM games ORDER BY id"
    )
    return [Known(uid, key, ruleset, started_at, bool(gone)) for uid, key, ruleset, started_at, gone in rows]


def every_name(store: Store) -> frozenset[str]:
    """The folded names of all players there ever were."""
    return frozenset(folded for (folded,) in store.db.conn.execute("SELECT folded FROM players"))


def kept_results(store: Store, game: int) -> list[ResultRow]:
    """The rows that are kept of a game's results, by seat."""
    rows: list[ResultRow] = store.db.conn.execute(
        f"SELECT {RESULT_COLUMNS} FROM results WHERE game = ? ORDER BY seat",  # noqa: S608
        (game,),
    ).fetchall()
    return rows


def who_and_when(store: Store, key: str) -> tuple[str, ...]:
    """The day of a game's start and its players, also of one whose events can't be read."""
    (started_at,) = store.db.conn.execute("SELECT started_at FROM games WHERE key = ?", (key,)).fetchone()
    names = store.db.conn.execute(
        "SELECT players.name FROM seats JOIN games ON games.id = seats.game"
        " JOIN players ON players.id = seats.player WHERE games.key = ? ORDER BY seat",
        (key,),
    )
    return (started_at[:10], *(name for (name,) in names))


def loose_rows(store: Store) -> int:
    """How many rows speak of a game or a player that is not there."""
    return len(store.db.conn.execute("PRAGMA foreign_key_check").fetchall())
