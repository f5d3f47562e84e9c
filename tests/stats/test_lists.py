"""What lists and records ask: orders, pages, the own record."""

from __future__ import annotations

import pytest

from scorepad.stats import (
    EVERYTHING,
    Cursor,
    Line,
    count,
    finished,
    known_players,
    last_ruleset,
    own_record,
    unfinished,
)
from scorepad.store import Store
from tests.helpers import UNDO, finish, play, solo, turn


def at(second: int) -> str:
    return f"2026-11-29T18:{second // 60:02}:{second % 60:02}Z"


def touch(store: Store, key: str, second: int) -> None:
    """Says when a game was started and last changed."""
    game = store.load(key).id
    store.db.conn.execute("UPDATE games SET started_at = ? WHERE id = ?", (at(second), game))
    store.db.conn.execute("UPDATE events SET at = ? WHERE game = ?", (at(second), game))
    store.forget()


def end(store: Store, key: str, second: int) -> None:
    """Says when a game was finished."""
    game = store.load(key).id
    store.db.conn.execute("UPDATE games SET finished_at = ? WHERE id = ?", (at(second), game))
    store.db.conn.execute("UPDATE results SET finished_at = ? WHERE game = ?", (at(second), game))
    store.forget()


def test_the_game_touched_last_comes_first_among_the_unfinished(store: Store) -> None:
    keys = [store.create("yahtzee", ["Ana", "Ben"]) for _ in range(4)]
    for key, second in zip(keys, (30, 10, 40, 20), strict=True):
        if key != keys[3]:  # one without an entry goes by its start
            play(store, key, ("fours", "44421"))
        touch(store, key, second)
    order = [keys[2], keys[0], keys[3], keys[1]]
    assert [stored.key for stored in unfinished(store, 12)] == order
    assert [stored.key for stored in unfinished(store, 2)] == order[:2]
    store.append(keys[1], 1, turn("chance"))
    assert unfinished(store, 1)[0].key == keys[1]


def test_a_finished_game_leaves_the_unfinished_and_an_undo_brings_it_back(store: Store) -> None:
    done = solo(store)
    assert unfinished(store, 12) == []
    assert count(store, EVERYTHING) == 1
    reopened = store.append(done.key, done.seen, UNDO)
    assert unfinished(store, 12) == [reopened]
    assert count(store, EVERYTHING) == 0
    assert finished(store, 12) == []


def test_a_line_has_the_winner_first_and_equals_in_seat_order(store: Store) -> None:
    key = store.create("yacht", ["Ana", "Ben", "Cleo"])
    play(store, key, ("chance", "11123"), ("chance", "66554"), ("chance", "11123"))
    done = finish(store, key)
    (line,) = finished(store, 5)
    assert line == Line(
        done.id,
        key,
        "yacht",
        done.finished_at or "",
        "",
        72,
        (("Ben", 72, 1), ("Ana", 54, 2), ("Cleo", 54, 2)),
    )


def pages(store: Store, size: int) -> list[list[int]]:
    found: list[list[int]] = []
    after: Cursor | None = None
    while lines := finished(store, size, after):
        found.append([line.id for line in lines])
        after = (lines[-1].finished_at, lines[-1].id)
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 7, 20])
def test_pages_of_finished_games_have_neither_gaps_nor_repeats(store: Store, size: int) -> None:
    seconds = [50, 10, 30, 30, 30, 20, 50, 40, 30, 30]  # many finished in the same second
    for second in seconds:
        end(store, solo(store).key, second)
    found = pages(store, size)
    assert [len(page) for page in found[:-1]] == [size] * (len(found) - 1)
    wanted = sorted(range(1, 11), key=lambda game: (seconds[game - 1], game), reverse=True)
    assert [game for page in found for game in page] == wanted


def test_a_game_finished_meanwhile_does_not_shift_the_next_page(store: Store) -> None:
    for second in (10, 20, 30, 40):
        end(store, solo(store).key, second)
    first = finished(store, 2)
    end(store, solo(store).key, 50)
    second_page = finished(store, 2, (first[-1].finished_at, first[-1].id))
    assert [line.id for line in first + second_page] == [4, 3, 2, 1]


def test_games_thrown_away_are_in_no_list(store: Store) -> None:
    solo(store)
    store.create("yahtzee", ["Ana"])
    store.db.conn.execute("UPDATE games SET deleted_at = started_at")
    assert unfinished(store, 5) == []
    assert finished(store, 5) == []
    assert count(store, EVERYTHING) == 0


# --- the own record -------------------------------------------------------------------------------


def test_without_an_earlier_game_there_is_no_record(store: Store) -> None:
    assert own_record(store, solo(store), 1) is None
    assert own_record(store, store.load(store.create("yacht", ["Ben"])), 1) is None


def test_the_record_is_the_best_of_the_earlier_games(store: Store) -> None:
    totals = []
    for second, dice in enumerate(("12346", "66666", "11123"), 1):
        done = solo(store, dice=dice)
        end(store, done.key, second)
        totals.append(done.game.sheet(1).total)
    assert totals[1] == max(totals)
    running = store.load(store.create("yacht", ["Ana"]))
    assert own_record(store, running, 1) == totals[1]


def test_a_later_game_is_no_record_to_beat(store: Store) -> None:
    keys = []
    for second, dice in ((20, "12346"), (10, "11123"), (30, "66666")):
        done = solo(store, dice=dice)
        end(store, done.key, second)
        keys.append(done.key)
    earlier = store.load(keys[1]).game.sheet(1).total
    assert own_record(store, store.load(keys[0]), 1) == earlier
    assert own_record(store, store.load(keys[1]), 1) is None


def test_of_games_finished_in_the_same_second_the_one_begun_first_is_earlier(store: Store) -> None:
    first, second = solo(store, dice="66666"), solo(store)
    for done in (first, second):
        end(store, done.key, 10)
    assert own_record(store, store.load(second.key), 1) == first.game.sheet(1).total
    assert own_record(store, store.load(first.key), 1) is None


def test_other_rule_sets_and_other_people_do_not_count(store: Store) -> None:
    solo(store, ruleset="yatzy", dice="66666")
    solo(store, ruleset="yahtzee", dice="66666")
    solo(store, name="Ben", dice="66666")
    assert own_record(store, store.load(store.create("yacht", ["Ana"])), 1) is None


def test_a_game_with_others_counts_for_the_record(store: Store) -> None:
    key = store.create("yacht", ["Ben", "Ana"])
    done = finish(store, key)
    assert own_record(store, store.load(store.create("yacht", ["Ana"])), 1) == done.game.sheet(2).total


def test_games_thrown_away_or_taken_back_are_no_record(store: Store) -> None:
    away, back = solo(store), solo(store)
    store.append(back.key, back.seen, UNDO)
    store.db.conn.execute("UPDATE games SET deleted_at = started_at WHERE id = ?", (away.id,))
    assert own_record(store, store.load(store.create("yacht", ["Ana"])), 1) is None


# --- for the form of a new game -------------------------------------------------------------------


def test_those_who_played_last_are_named_first(store: Store) -> None:
    for names in (["Ana"], ["Ben"], ["Cleo"], ["Ana"]):
        store.create("yahtzee", names)
    assert known_players(store, 10) == ["Ana", "Cleo", "Ben"]
    assert known_players(store, 2) == ["Ana", "Cleo"]


def test_archived_and_merged_people_are_not_offered(store: Store) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        store.create("yahtzee", [name])
    store.db.conn.execute("UPDATE players SET archived_at = '2026-11-29T18:05:00Z' WHERE name = 'Ana'")
    store.db.conn.execute("UPDATE players SET merged_into = 3 WHERE name = 'Ben'")
    assert known_players(store, 10) == ["Cleo"]


def test_the_newest_game_says_which_rule_set_comes_first(store: Store) -> None:
    assert last_ruleset(store) is None
    store.create("yatzy", ["Ana"])
    store.create("yacht", ["Ana"])
    assert last_ruleset(store) == "yacht"
