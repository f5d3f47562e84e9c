"""What is asked of people: the own record, and the names for the form of a new game."""

from __future__ import annotations

from scorepad.rules import ThrowAway
from scorepad.stats import known_players, own_record, playing_names
from scorepad.store import Store
from tests.helpers import UNDO, finish, solo, wish
from tests.stats.moments import end

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
    store.append(away.key, away.seen, wish(ThrowAway()))
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
    store.archive(1)
    store.merge(2, into=3)
    assert known_players(store, 10) == ["Cleo"]


def test_those_with_a_finished_game_are_named_in_the_order_of_the_alphabet(store: Store) -> None:
    for name in ("Cleo", "ana", "Ben"):
        solo(store, name)
    store.create("yahtzee", ["Dov"])
    assert playing_names(store, 9) == ["ana", "Ben", "Cleo"]
    assert playing_names(store, 2) == ["ana", "Ben"]
