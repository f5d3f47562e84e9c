"""The check of all that is kept, and the copies written anew."""

from __future__ import annotations

import pytest
from hypothesis import given

from scorepad.rules import Event
from scorepad.store import NoSuchGame, Store
from scorepad.store.codec import COLUMNS, event_row
from scorepad.transfer import check, rebuild
from tests.helpers import finish, rows, solo
from tests.strategies import nonsense, quick
from tests.transfer.told import everything, throw_away


def faults(store: Store) -> list[tuple[str, int]]:
    store.forget()
    """What ails single games; what is summed up of them may ail with them."""
    return [(fault.reason, fault.places[0].number) for fault in check(store) if fault.places]


TAMPERED = [
    "UPDATE results SET total = total + 1 WHERE seat = 1",
    "UPDATE results SET rank = 2",
    "UPDATE results SET boxes = '{}'",
    "UPDATE results SET finished_at = '2020-01-01T00:00:00Z'",
    "DELETE FROM results",
    "UPDATE games SET finished_at = NULL WHERE finished_at IS NOT NULL",
    "UPDATE games SET note = 'x' WHERE id = 2",
    "UPDATE games SET started_at = '8000-01-01T00:00:00Z' WHERE id = 2",
    "UPDATE games SET deleted_at = '8000-01-01T00:00:00Z' WHERE id = 2",
]


@pytest.mark.parametrize("sql", TAMPERED)
def test_check_finds_a_tampered_result_and_a_rebuild_mends_it(store: Store, sql: str) -> None:
    store.create("yacht", ["Cleo"])
    finish(store, store.create("yacht", ["Ana", "Ben"]))
    truth = everything(store)
    assert faults(store) == []
    store.db.conn.execute(sql)
    assert faults(store) == [("results_differ", 2)]
    rebuild(store)
    assert faults(store) == []
    assert everything(store) == truth


def test_check_finds_results_of_a_game_that_is_not_finished(store: Store) -> None:
    stored = solo(store)
    store.db.conn.execute("DELETE FROM events WHERE number = ?", (stored.seen,))
    assert faults(store) == [("results_differ", 1)]
    rebuild(store)
    assert faults(store) == []
    assert rows(store, "SELECT * FROM results") == []


UNREADABLE = [
    ("UPDATE events SET dice = '99999'", "dice_face"),
    ("UPDATE events SET box = 'sevens' WHERE number = 1", "unknown_box"),
    ("UPDATE events SET more = '{' WHERE number = 1", "unreadable_game"),
    ("UPDATE events SET more = '7' WHERE number = 1", "unreadable_game"),
    ("UPDATE events SET seat = 7 WHERE number = 1", "unknown_player"),
    ("UPDATE games SET ruleset = 'chess'", "unknown_ruleset"),
]
"""What no version wrote, and what the check says of it: the rule that it breaks, where it is about one."""


@pytest.mark.parametrize(("sql", "said"), UNREADABLE)
def test_check_names_a_game_that_cannot_be_read_and_a_rebuild_leaves_it(
    store: Store, sql: str, said: str
) -> None:
    solo(store)
    store.db.conn.execute(sql)
    assert faults(store) == [(said, 1)]
    [fault] = check(store)
    assert fault.places[0].said[1:] == ("Ana",)
    before = everything(store)
    rebuild(store)
    assert everything(store) == before


def test_check_counts_rows_without_a_game(store: Store) -> None:
    solo(store)
    store.db.conn.execute("PRAGMA foreign_keys = OFF")
    store.db.conn.execute("INSERT INTO seats VALUES (99, 1, 1)")
    [fault] = check(store)
    assert (fault.reason, fault.facts) == ("loose_rows", {"count": 1})


def test_check_looks_at_games_that_were_thrown_away_too(store: Store) -> None:
    stored = solo(store)
    throw_away(store, stored.key)
    store.db.conn.execute("UPDATE games SET note = 'x'")
    assert faults(store) == [("results_differ", 1)]
    rebuild(store)
    assert faults(store) == []
    with pytest.raises(NoSuchGame):
        store.load(stored.key)


@quick(60)
@given(nonsense)
def test_check_withstands_any_events(long_lived: Store, events: list[Event]) -> None:
    key = long_lived.create("yahtzee", ["Ana", "Ben"])
    game = long_lived.load(key).id
    marks = ", ".join("?" * 10)
    for number, event in enumerate(events, 1):
        _, *row = event_row(event)
        long_lived.db.conn.execute(
            f"INSERT INTO events (game, {COLUMNS}) VALUES ({marks})", (game, number, *row)
        )
    long_lived.forget()
    list(check(long_lived))
    rebuild(long_lived)
    assert "results_differ" not in {fault.reason for fault in check(long_lived)}
    long_lived.db.conn.execute("DELETE FROM events WHERE game = ?", (game,))
    long_lived.rebuild([key])
