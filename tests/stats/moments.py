"""Saying when games were started, touched and finished; and finished games of any moment."""

from __future__ import annotations

from scorepad.record import Record
from scorepad.rules import RULESETS, Turn, replay
from scorepad.store import Store


def at(second: int) -> str:
    return f"2026-11-29T18:{second // 60:02}:{second % 60:02}Z"


def touch(store: Store, key: str, second: int) -> None:
    """Says when a game was started and last changed."""
    game = store.load(key).id
    store.db.conn.execute(
        "UPDATE games SET first_start = ?, touched = ? WHERE id = ?", (at(second), second, game)
    )
    store.db.conn.execute("UPDATE events SET at = ? WHERE game = ?", (at(second), game))
    store.rebuild([key])


def end(store: Store, key: str, second: int) -> None:
    """Says when a game was finished, which took no time."""
    store.db.conn.execute("UPDATE games SET first_start = ? WHERE key = ?", (at(second), key))
    store.db.conn.execute("UPDATE events SET at = ? WHERE game = ?", (at(second), store.load(key).id))
    store.rebuild([key])


def sheet(
    finished_at: str, totals: dict[str, int], note: str = "", ruleset: str = "yacht", uid: str | None = None
) -> Record:
    """A finished game in which each player has zeros but for these points in Chance."""
    rules = RULESETS[ruleset]
    turns = [
        Turn(seat, box.id, points=points if box.id == "chance" else 0)
        for box in rules.boxes
        for seat, points in enumerate(totals.values(), 1)
    ]
    return Record(replay(rules, list(totals), turns), uid, finished_at, finished_at, note)
