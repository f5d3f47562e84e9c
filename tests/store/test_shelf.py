"""Games asked for again and again are folded once, as long as they are not too many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from scorepad.store import Store
from scorepad.store.cache import Shelf
from tests.helpers import finish, turn


def test_games_of_many_tables_stay_folded(store: Store) -> None:
    keys = [store.create("yatzy", ["Ana", "Ben"]) for _ in range(200)]
    first = [store.load(key) for key in keys]
    assert all(store.load(key) is stored for key, stored in zip(keys, first, strict=True))


@pytest.fixture
def keeping(new_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], Store]]:
    """Opens a store that keeps games of that many events together."""
    with ExitStack() as opened:

        def keeping(most: int) -> Store:
            monkeypatch.setattr(Shelf, "MOST", most)
            return opened.enter_context(closing(Store(new_file)))

        yield keeping


def test_what_was_asked_for_longest_ago_is_let_go(keeping: Callable[[int], Store]) -> None:
    store = keeping(3 * Shelf.EMPTY + 14)
    long, short, other = (store.create("yacht", ["Ana"]) for _ in range(3))
    played = finish(store, long)
    assert played.seen == 12
    store.load(other)
    assert store.load(long) is played
    kept = store.load(short)
    after = [store.append(other, seen, turn(box)) for seen, box in enumerate(("ones", "twos", "threes"))][-1]
    assert store.load(short) is kept
    assert store.load(other) is after
    again = store.load(long)
    assert again is not played
    assert again == played


def test_what_is_asked_for_stays_whatever_else_is_read(keeping: Callable[[int], Store]) -> None:
    store = keeping(3 * Shelf.EMPTY)
    polled, *others = (store.create("yacht", ["Ana"]) for _ in range(6))
    stored = store.load(polled)
    for other in others:
        store.load(other)
        assert store.load(polled) is stored


def test_what_is_read_in_passing_takes_no_place(store: Store) -> None:
    key = store.create("yacht", ["Ana"])
    assert store.load(key, in_passing=True) is not store.load(key, in_passing=True)
    assert store.load(key) is store.load(key, in_passing=True)


def test_how_much_is_kept_is_said_in_megabytes(new_file: Path) -> None:
    with closing(Store(new_file, megabytes=0)) as store:
        key = store.create("yacht", ["Ana"])
        assert store.load(key) is not store.load(key)


def test_a_game_longer_than_all_that_is_kept_is_read_each_time(keeping: Callable[[int], Store]) -> None:
    store = keeping(Shelf.EMPTY + 5)
    key = store.create("yacht", ["Ana"])
    played = finish(store, key)
    assert store.load(key) is not played
    assert store.load(key) == played
    other = store.create("yacht", ["Ben"])
    assert store.load(other) is store.load(other)
