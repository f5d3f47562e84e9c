"""What lists and records ask: orders, pages, the own record."""

from __future__ import annotations

import pytest

from scorepad.rules import ThrowAway, with_options
from scorepad.stats import (
    BY_TOTAL,
    EVERYTHING,
    Broken,
    Cursor,
    Filter,
    Line,
    count,
    day_and_names,
    every_key,
    every_known,
    finished,
    house_rules_played,
    is_name,
    last_rules,
    own_record,
    thrown_away,
    unfinished,
)
from scorepad.store import Store
from tests.helpers import UNDO, finish, play, solo, turn, wish
from tests.stats.moments import at, end, touch

FREE_JOKER = with_options("yahtzee", {"joker": "free"})
NOTHING: tuple[list[object], list[object]] = ([], [])


def test_the_game_touched_last_comes_first_among_the_unfinished(store: Store) -> None:
    keys = [store.create("yahtzee", ["Ana", "Ben"]) for _ in range(4)]
    for key, second in zip(keys, (30, 10, 40, 20), strict=True):
        if key != keys[3]:  # one without an entry goes by its start
            play(store, key, ("fours", "44421"))
        touch(store, key, second)
    order = [keys[2], keys[0], keys[3], keys[1]]
    assert [stored.key for stored in unfinished(store, 12)[0]] == order
    assert [stored.key for stored in unfinished(store, 2)[0]] == order[:2]
    store.append(keys[1], 1, turn("chance"))
    assert unfinished(store, 1)[0][0].key == keys[1]


def test_a_finished_game_leaves_the_unfinished_and_an_undo_brings_it_back(store: Store) -> None:
    done = solo(store)
    assert unfinished(store, 12) == NOTHING
    assert count(store, EVERYTHING) == 1
    reopened = store.append(done.key, done.seen, UNDO)
    assert unfinished(store, 12) == ([reopened], [])
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
        "",
        "",
        done.finished_at or "",
        "",
        done.seen,
        72,
        (("Ben", 72, 1), ("Ana", 54, 2), ("Cleo", 54, 2)),
        stayed=True,
        record=False,
        hinted=False,
        teams=(),
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
    away = [solo(store).key, store.create("yahtzee", ["Ana"])]
    for key in away:
        store.append(key, store.load(key).seen, wish(ThrowAway()))
    assert unfinished(store, 5) == NOTHING
    assert finished(store, 5) == []
    assert count(store, EVERYTHING) == 0
    found, broken = thrown_away(store)
    assert ({stored.key for stored in found}, broken) == (set(away), [])


# --- filtered and sorted ------------------------------------------------------------------------------


def keys(store: Store, **wanted: str) -> list[str]:
    asked = Filter(**wanted)
    found = [line.key for line in finished(store, 99, wanted=asked)]
    assert len(found) == count(store, asked)
    return found


def test_finished_games_are_filtered_by_rules_player_day_and_note(store: Store) -> None:
    yacht, yatzy = solo(store).key, solo(store, "Åke", "yatzy").key
    cabin = finish(store, store.create("yacht", ["Ana", "Ben"], note="At the CABIN")).key
    for key, second in ((yacht, 10), (yatzy, 20), (cabin, 30)):
        end(store, key, second)
    assert keys(store) == [cabin, yatzy, yacht]
    assert keys(store, ruleset="yacht") == [cabin, yacht]
    assert keys(store, player="a\u030aKE") == [yatzy]
    assert keys(store, player="Nobody") == []
    assert keys(store, since=at(20)) == [cabin, yatzy]
    assert keys(store, until=at(20)) == [yacht]
    assert keys(store, note="cabin") == [cabin]
    assert keys(store, note="%") == []
    assert keys(store, ruleset="yacht", player="Ana", since=at(11)) == [cabin]


def test_sorted_by_total_the_highest_winner_comes_first_a_page_at_a_time(store: Store) -> None:
    low, high = solo(store, dice="11123"), solo(store, dice="66666")
    level = finish(store, store.create("yacht", ["Ana", "Ben"]), "66666")
    first = finished(store, 2, wanted=Filter(sort=BY_TOTAL))
    assert [line.key for line in first] == [level.key, high.key]
    rest = finished(store, 2, (first[-1].best, first[-1].id), Filter(sort=BY_TOTAL))
    assert [line.key for line in rest] == [low.key]
    assert count(store, Filter(sort=BY_TOTAL)) == 3


# --- games that can't be read -------------------------------------------------------------------------


def spoil(store: Store, key: str) -> None:
    store.db.conn.execute(
        "UPDATE events SET dice = '99999' WHERE game = (SELECT id FROM games WHERE key = ?)", (key,)
    )
    store.forget()


def test_a_game_that_cannot_be_read_is_a_line_beside_those_being_played(store: Store) -> None:
    sound, broken = (store.create("yahtzee", ["Ana", "Åke"]) for _ in range(2))
    for key in (sound, broken):
        play(store, key, ("fours", "44421"))
    started = store.load(broken).started_at
    spoil(store, broken)
    found, lost = unfinished(store, 12)
    assert [stored.key for stored in found] == [sound]
    assert lost == [Broken(broken, started, ("Ana", "Åke"))]
    assert day_and_names(store, broken) == (started, ("Ana", "Åke"))


def test_a_game_that_cannot_be_read_is_a_line_beside_those_thrown_away(store: Store) -> None:
    keys = [play(store, store.create("yahtzee", [name]), ("ones", "11234")).key for name in ("Ana", "Ben")]
    for key in keys:
        store.append(key, 1, wish(ThrowAway()))
    spoil(store, keys[0])
    found, lost = thrown_away(store)
    assert [stored.key for stored in found] == [keys[1]]
    assert [(broken.key, broken.names) for broken in lost] == [(keys[0], ("Ana",))]


def test_a_finished_game_that_cannot_be_read_stays_in_its_list(store: Store) -> None:
    done = solo(store)
    spoil(store, done.key)
    assert [line.key for line in finished(store, 9)] == [done.key]


# --- all of them --------------------------------------------------------------------------------------


def test_all_games_go_by_their_start_those_thrown_away_only_if_asked_for(store: Store) -> None:
    keys = [store.create("yahtzee", [name]) for name in ("Ana", "Ben", "Cleo")]
    for key, second in zip(keys, (30, 10, 20), strict=True):
        touch(store, key, second)
    store.append(keys[1], 0, wish(ThrowAway()))
    assert every_key(store) == [keys[2], keys[0]]
    assert every_key(store, thrown_away=True) == [keys[1], keys[2], keys[0]]
    assert [(known.key, known.ruleset, known.thrown_away) for known in every_known(store)] == [
        (keys[0], "yahtzee", False),
        (keys[1], "yahtzee", True),
        (keys[2], "yahtzee", False),
    ]
    assert [is_name(store, name) for name in ("ana", "ben", "cleo", "dov")] == [True, True, True, False]


def test_the_newest_game_says_which_rule_set_comes_first(store: Store) -> None:
    assert last_rules(store) is None
    store.create("yatzy", ["Ana"])
    store.create("yacht", ["Ana"])
    assert last_rules(store) == ("yacht", "", "")
    store.create(FREE_JOKER, ["Ana"], rules_name="Cottage rules")
    assert last_rules(store) == ("yahtzee", '{"joker":"free"}', "Cottage rules")


def test_a_sheet_under_house_rules_is_another_one_to_lists_and_records(store: Store) -> None:
    own, free = solo(store, ruleset="yahtzee", dice="12345"), solo(store, ruleset=FREE_JOKER)
    assert house_rules_played(store) == [("yahtzee", '{"joker":"free"}', "")]
    assert [line.key for line in finished(store, 9, wanted=Filter("yahtzee"))] == [own.key]
    asked = Filter("yahtzee", '{"joker":"free"}')
    assert [line.key for line in finished(store, 9, wanted=asked)] == [free.key]
    assert {line.key for line in finished(store, 9)} == {free.key, own.key}
    for done, ruleset in ((own, "yahtzee"), (free, FREE_JOKER)):
        assert own_record(store, store.load(store.create(ruleset, ["Ana"])), 1) == done.game.sheet(1).total
    assert own.game.sheet(1).total != free.game.sheet(1).total
