"""Two phones at once: every turn is saved once, and who came second is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial

import pytest

from scorepad.rules import Edit, FetchBack, Rename, ThrowAway, Turn
from scorepad.store import NoSuchGame, Stale, Store, StoredGame, Wish
from scorepad.transfer import check
from tests.helpers import UNDO, finish, play, rows, solo, together, turn, wish
from tests.strategies import BOXES

PLAYERS = ("Ana", "Ben", "Cleo", "Dov")


def test_a_turn_and_an_undo_sent_at_once_do_not_both_happen(store: Store) -> None:
    def sent(key: str, wanted: Wish) -> StoredGame | None:
        try:
            return store.append(key, 1, wanted)
        except Stale:
            return None

    for _ in range(20):
        key = store.create("yatzy", PLAYERS)
        store.append(key, 0, turn("ones"))
        saved, undone = together(partial(sent, key, turn("twos")), partial(sent, key, UNDO))
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


def test_what_does_not_touch_one_another_is_all_saved_whoever_is_first(store: Store) -> None:
    for number in range(20):
        key = store.create("yatzy", PLAYERS)
        person = store.load(key).player_ids[0]
        wishes = (
            turn("ones"),
            wish(Edit("by the lake", "2026-11-29T18:05:00Z")),
            wish(Rename(person, f"A{number}")),
        )
        together(*(partial(store.append, key, 0, wished) for wished in wishes))
        stored = store.load(key)
        assert {type(event.what) for event in stored.events} == {Turn, Edit, Rename}
        assert (stored.note, stored.game.player(1), len(stored.game.entries)) == (
            "by the lake",
            f"A{number}",
            1,
        )
        store.forget()
        assert store.load(key) == stored
        store.append(key, 3, wish(Rename(person, "Ana")))


def clearing(store: Store, patched: pytest.MonkeyPatch, work: Callable[[], object]) -> Future[object]:
    """What comes of that, tried by another thread just before the games in memory are forgotten."""
    forget, threads, come = store._shelf.clear, ThreadPoolExecutor(1), Future[object]()

    def try_before() -> None:
        trying = threads.submit(work)
        wait([trying], timeout=0.2)
        forget()
        trying.add_done_callback(lambda done: come.set_result(done.exception() or done.result()))

    patched.setattr(store._shelf, "clear", try_before)
    return come


def test_who_saves_while_names_are_merged_saves_for_the_one_that_stands(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ana", "Anna"):
        solo(store, name)
    key = store.create("yacht", ["Anna"])
    play(store, key, *((box, "12346") for box in BOXES["yacht"][:-1]))
    saved = clearing(store, monkeypatch, lambda: finish(store, key))
    store.merge(2, 1)
    saved.result(10)
    assert rows(store, "SELECT player, count(*) FROM results GROUP BY player") == [(1, 3)]
    assert list(check(store)) == []


def test_who_saves_to_a_game_while_it_goes_for_good_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = store.create("yacht", ["Ana"])
    store.append(key, 0, wish(ThrowAway()))
    fetched = clearing(store, monkeypatch, lambda: store.append(key, 1, wish(FetchBack())))
    store.purge([key])
    assert isinstance(fetched.result(10), NoSuchGame)
