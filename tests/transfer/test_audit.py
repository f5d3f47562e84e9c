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
    "UPDATE results SET stayed = 0",
    "UPDATE results SET company = 1",
    "UPDATE results SET won = NOT won, shared = NOT shared WHERE seat = 1",
    "UPDATE results SET alike = 1 WHERE seat = 2",
    "UPDATE results SET margin = 7 WHERE seat = 1",
    "UPDATE results SET behind = 5, round = 3 WHERE seat = 2",
    "UPDATE results SET player = 5 - player",
    "UPDATE results SET hinted = 1",
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


SUMMED_UP = [
    "UPDATE results SET run = 7 WHERE seat = 1",
    "UPDATE results SET run = 0",
    "UPDATE games SET evening = '2020-01-01T00:00:00Z' WHERE evening IS NOT NULL",
    "UPDATE games SET evening = NULL",
    "UPDATE games SET evening = started_at WHERE finished_at IS NULL",
    "UPDATE tallies SET wins = wins + 1",
    "UPDATE tallies SET games = 0 WHERE player = 2",
    "UPDATE tallies SET extras = extras + 1, alike = alike - 1",
    "DELETE FROM tallies WHERE player = 2",
    "INSERT INTO tallies SELECT 1, ruleset, options, 1, 0, 0, 0, 9, 0, 0, 0 FROM tallies WHERE player = 2",
    "UPDATE spreads SET points = points + 1 WHERE cell = ''",
    "UPDATE spreads SET sheets = sheets + 1 WHERE cell = 'fours'",
    "DELETE FROM spreads WHERE player = 2",
    "UPDATE meetings SET difference = difference + 1",
    "UPDATE meetings SET draws = draws + 1, wins = wins - 1 WHERE player = 2",
    "DELETE FROM meetings",
]
"""What spoils a sum alone: no game is to blame for it."""


@pytest.mark.parametrize("sql", SUMMED_UP)
def test_check_finds_a_tampered_sum_and_a_rebuild_mends_it(store: Store, sql: str) -> None:
    store.create("yacht", ["Cleo"])
    finish(store, store.create("yacht", ["Ana", "Ben"]), "55555")
    finish(store, store.create("yacht", ["Ana", "Ben"]))
    assert list(check(store)) == []
    truth = figures_kept(store)
    store.db.conn.execute(sql)
    [fault] = check(store)
    assert (fault.reason, fault.places) == ("figures_differ", ())
    rebuild(store)
    assert list(check(store)) == []
    assert figures_kept(store) == truth


@pytest.mark.parametrize(
    "sql", ["UPDATE players SET stands = NULL", "UPDATE players SET stands = 3 WHERE id = 4"]
)
def test_check_finds_who_stands_for_the_wrong_one_and_a_rebuild_mends_it(store: Store, sql: str) -> None:
    for name in ("Ana", "Anna", "Anne", "Ann"):
        finish(store, store.create("yacht", [name, "Ben"]))
    store.create("yacht", ["Bob"])
    for one, other in ((4, 3), (3, 1), (6, 2)):
        store.merge(one, other)
    assert list(check(store)) == []
    truth = figures_kept(store)
    store.db.conn.execute(sql)
    store.forget()
    assert list(check(store))
    rebuild(store)
    assert list(check(store)) == []
    assert figures_kept(store) == truth


def figures_kept(store: Store) -> list[object]:
    tables = [
        rows(store, f"SELECT * FROM {table}") for table in ("results", "tallies", "spreads", "meetings")
    ]
    return [*tables, rows(store, "SELECT evening FROM games")]


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
