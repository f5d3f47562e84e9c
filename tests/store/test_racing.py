"""Two phones at once: every turn is saved once, and who came second is told."""

from __future__ import annotations

from functools import partial

from flask import Flask

from scorepad.rules.events import Wish
from scorepad.store import Stale, Store, StoredGame
from tests.helpers import UNDO, key_of, new_game, post_turn, rows, store_of, together, turn
from tests.strategies import BOXES

ROUNDS = 50
PLAYERS = ("Ana", "Ben", "Cleo", "Dov")


def events(store: Store) -> int:
    ((count,),) = rows(store, "SELECT count(*) FROM events")
    assert isinstance(count, int)
    return count


def test_equal_turns_sent_at_once_are_saved_once_and_both_are_answered(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    address = new_game(one, "yatzy", PLAYERS)
    for seen in range(ROUNDS):
        box = BOXES["yatzy"][seen // len(PLAYERS)]
        answers = together(
            partial(post_turn, one, address, seen, "12346", box),
            partial(post_turn, other, address, seen, "64321", box),
        )
        assert [answer.status_code for answer in answers] == [303, 303]
        assert events(store_of(app)) == seen + 1
    game = store_of(app).load(key_of(address)).game
    assert [len(game.sheet(seat).filled) for seat in game.seats] == [13, 13, 12, 12]


def test_different_turns_sent_at_once_save_one_and_tell_the_other(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    address = new_game(one, "yatzy", PLAYERS)
    for seen in range(ROUNDS):
        box = BOXES["yatzy"][seen // len(PLAYERS)]
        answers = together(
            partial(post_turn, one, address, seen, "12346", box),
            partial(post_turn, other, address, seen, "66666", box),
        )
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        assert events(store_of(app)) == seen + 1
        last = store_of(app).load(key_of(address)).events[-1].entry
        assert last is not None
        assert str(last.dice) == ("12346" if answers[0].status_code == 303 else "66666")


def test_a_turn_and_an_undo_sent_at_once_do_not_both_happen(store: Store) -> None:
    def wish(key: str, wanted: Wish) -> StoredGame | None:
        try:
            return store.append(key, 1, wanted)
        except Stale:
            return None

    for _ in range(20):
        key = store.create("yatzy", PLAYERS)
        store.append(key, 0, turn("ones"))
        saved, undone = together(partial(wish, key, turn("twos")), partial(wish, key, UNDO))
        assert (saved is None) != (undone is None)
        assert store.load(key) == (saved or undone)
        assert store.load(key).seen == 2


def test_one_form_sent_twice_at_once_starts_one_game(store: Store) -> None:
    for number in range(20):
        uid = f"{number:032x}"
        create = partial(store.create, "yahtzee", ["Ana", "Ben"], 1, "", uid)
        first, second = together(create, create)
        assert first == second
    assert rows(store, "SELECT count(*) FROM games") == [(20,)]


def test_a_new_person_at_two_tables_at_once_is_one_person(store: Store) -> None:
    for number in range(20):
        create = partial(store.create, "yahtzee", [f"Player {number}"])
        assert len(set(together(create, create))) == 2
    assert rows(store, "SELECT count(*) FROM players") == [(20,)]


def test_readers_see_whole_games_and_every_saved_turn_at_once(store: Store) -> None:
    key = store.create("yatzy", PLAYERS)
    saved = [0]

    def write() -> None:
        boxes = [box for box in BOXES["yatzy"] for _ in PLAYERS]
        for seen, box in enumerate(boxes):
            saved.append(store.append(key, seen, turn(box)).seen)

    def read() -> None:
        while saved[-1] < 60:
            before = saved[-1]
            if before % 7 == 0:
                store.forget()
            stored = store.load(key)
            assert stored.seen >= before
            assert len(stored.game.entries) == stored.seen

    together(write, read, read, read)
    assert saved == list(range(61))
    kept = store.load(key)
    store.forget()
    assert store.load(key) == kept
