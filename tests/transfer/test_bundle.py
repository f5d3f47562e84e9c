"""Games out and in again: all that they say comes through."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import Record, read_record, score, write_record
from scorepad.rules import Refused
from scorepad.store import Store
from scorepad.transfer import bundle, check, every_game
from tests.helpers import play, rows, solo, wish
from tests.strategies import Story, quick, stories, told
from tests.transfer.told import CASES, bundled, card_game, exported, loaded, numbers, take_in, throw_away

# --- round trips --------------------------------------------------------------------------------------


@quick(60)
@given(stories())
def test_a_game_of_any_rule_set_comes_in_and_goes_out_the_same(long_lived: Store, story: Story) -> None:
    uid = f"story {next(numbers)}"
    players = tuple(story.came)
    told_by = Record(story.game, uid, "2026-11-29T18:05:00Z", None, "At the\nsea")
    before = write_record(told_by)
    assert before["players"] == list(players)
    assert take_in(long_lived, before) == (1, 0)
    after = loaded(long_lived, uid)
    finished = story.game.finished
    assert after == before | {"finished_at": "2026-11-29T18:05:00Z" if finished else None}
    assert take_in(long_lived, bundled(before, after)) == (0, 2)


@quick(40)
@given(st.integers(0, 10**6), st.booleans())
def test_a_game_with_cards_and_roll_offs_comes_in_and_goes_out_the_same(
    long_lived: Store, seed: int, whole: bool
) -> None:
    uid, game = f"cards {next(numbers)}", card_game(seed, whole)
    before = write_record(Record(game, uid, "2026-11-29T18:05:00Z", "2026-11-29T19:00:00Z"))
    assert take_in(long_lived, before) == (1, 0)
    assert loaded(long_lived, uid) == before | {"finished_at": before["finished_at"] if whole else None}
    assert score(read_record(before).game) == score(read_record(loaded(long_lived, uid)).game)
    assert take_in(long_lived, before) == (0, 1)


@pytest.mark.parametrize("name", CASES)
def test_a_shared_case_comes_in_and_goes_out_the_same(long_lived: Store, name: str) -> None:
    uid = f"case {next(numbers)}"
    assert take_in(long_lived, CASES[name] | {"id": uid}) == (1, 0)
    wanted = write_record(read_record(CASES[name]))
    after = loaded(long_lived, uid)
    assert all(after[key] == wanted[key] for key in ("ruleset", "players", "turns"))
    assert after.get("score_cards") == wanted.get("score_cards")
    assert after.get("roll_offs") == wanted.get("roll_offs")


@quick(20)
@given(st.data())
def test_a_game_told_by_detours_goes_out_as_what_stands(long_lived: Store, data: st.DataObject) -> None:
    story = data.draw(stories(marks=False, paper=False))
    events = data.draw(told(story))
    key = long_lived.create(story.ruleset, list(story.players))
    for event in events:
        with suppress(Refused):
            long_lived.append(key, long_lived.load(key).seen, wish(event.what))
    before = write_record(long_lived.load(key).record)
    assert take_in(long_lived, before) == (0, 1)
    uid = f"detour {next(numbers)}"
    assert take_in(long_lived, before | {"id": uid}) == (1, 0)
    assert loaded(long_lived, uid) == before | {"id": uid}


def test_everything_goes_out_and_comes_into_another_pad(store: Store, other: Store) -> None:
    solo(store)
    play(store, store.create("yatzy", ["Åke", "مینا"], note="=1+1"), ("ones", "11234"))
    take_in(store, bundled(*CASES.values()))
    gone = store.create("yacht", ["Gone"])
    throw_away(store, gone)
    out = exported(store)
    assert len(out["games"]) == len(CASES) + 2
    assert take_in(other, out) == (len(CASES) + 2, 0)
    assert exported(other) == out
    assert list(check(other)) == []


def test_an_empty_pad_goes_out_as_an_empty_bundle(store: Store) -> None:
    assert exported(store) == bundled()
    assert take_in(store, exported(store)) == (0, 0)


def test_a_bundle_is_written_a_piece_a_game(store: Store) -> None:
    for _ in range(3):
        solo(store)
    assert len(list(bundle(every_game(store)))) == 4


def test_a_game_thrown_away_during_an_export_is_left_out(store: Store) -> None:
    keys = [store.create("yacht", [name]) for name in ("Ana", "Ben")]
    games = every_game(store)
    assert next(games).key == keys[0]
    throw_away(store, keys[1])
    assert list(games) == []


def test_a_game_that_cannot_be_read_is_passed_over_by_an_export(store: Store) -> None:
    spoiled, sound = solo(store), solo(store, "Ben")
    store.db.conn.execute("UPDATE events SET dice = '99999' WHERE game = ?", (spoiled.id,))
    store.forget()
    assert [stored.key for stored in every_game(store)] == [sound.key]
    assert [game["players"] for game in exported(store)["games"]] == [["Ben"]]
    assert rows(store, "SELECT count(*) FROM games") == [(2,)]
