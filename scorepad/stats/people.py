"""What is asked of people: names met before, and the own record."""

from __future__ import annotations

from contextlib import suppress

from scorepad.rules import options_text
from scorepad.stats.records import COUNTS
from scorepad.store import STANDING, Person, Store, StoredGame, Unreadable, known_person

_LAST = f"SELECT {STANDING} AS id, max((SELECT max(game) FROM seats WHERE player = players.id)) AS game"  # noqa: S608


def called(store: Store, name: str) -> Person | None:
    """The person who is called so, or was until two names were merged."""
    return known_person(store.db.conn, name)


def known_players(store: Store, most: int) -> list[str]:
    """Names met before, those of the newest games first."""
    rows = store.db.execute(
        f"SELECT name FROM ({_LAST} FROM players GROUP BY 1) AS last JOIN players USING (id)"  # noqa: S608
        " WHERE archived_at IS NULL ORDER BY game DESC LIMIT ?",
        (most,),
    )
    return [name for (name,) in rows]


def last_players(store: Store) -> list[str]:
    """Who sat at the newest game, in turn order, without those archived since: the likeliest for the next."""
    rows = store.db.execute(
        "SELECT other.name FROM seats JOIN players ON players.id = seats.player"  # noqa: S608 (no user text)
        f" JOIN players AS other ON other.id = {STANDING} WHERE game ="
        " (SELECT max(id) FROM games WHERE deleted_at IS NULL) AND other.archived_at IS NULL ORDER BY seat"
    )
    return [name for (name,) in rows]


def last_teams(store: Store) -> dict[str, int]:
    """The players of the newest game, each with the number of their team, from 1; nobody without teams."""
    newest = "SELECT key FROM games WHERE id = (SELECT max(id) FROM games WHERE deleted_at IS NULL)"
    with suppress(Unreadable):
        for (key,) in store.db.execute(newest).fetchall():
            game = store.load(key).game
            return {game.player(seat): number for number, team in enumerate(game.teams, 1) for seat in team}
    return {}


def playing_names(store: Store, most: int) -> list[str]:
    """The names of those with finished games, in the order of the alphabet."""
    rows = store.db.execute(
        "SELECT name FROM players WHERE EXISTS (SELECT 1 FROM results WHERE player = players.id)"
        " ORDER BY folded LIMIT ?",
        (most,),
    )
    return [name for (name,) in rows]


def own_record(store: Store, stored: StoredGame, seat: int) -> int | None:
    """The best finished total of that seat's player by these rules before this game (RULES.md, Alone)."""
    row = store.db.execute(
        "SELECT total FROM results INDEXED BY results_by_player WHERE player = ? AND ruleset = ?"  # noqa: S608
        f" AND options = ? AND {COUNTS} AND (finished_at, game) < (?, ?) ORDER BY total DESC LIMIT 1",
        (
            stored.player_ids[seat - 1],
            stored.game.ruleset.id,
            options_text(stored.game.ruleset),
            stored.finished_at or "9999",
            stored.id,
        ),
    ).fetchone()
    return int(row[0]) if row else None
