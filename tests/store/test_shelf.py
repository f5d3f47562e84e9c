"""Games asked for again and again are folded once, as long as they are not too many."""

from __future__ import annotations

import pytest

from scorepad.store import Store
from scorepad.store.cache import Shelf
from tests.helpers import finish, turn


def test_games_of_many_tables_stay_folded(store: Store) -> None:
    keys = [store.create("yatzy", ["Ana", "Ben"]) for _ in range(200)]
    first = [store.load(key) for key in keys]
    assert all(store.load(key) is stored for key, stored in zip(keys, first, strict=True))


def test_what_was_put_there_first_is_let_go(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shelf, "MOST", 3 * Shelf.EMPTY + 14)
    long, short, other = (store.create("yacht", ["Ana"]) for _ in range(3))
    played = finish(store, long)
    assert played.seen == 12
    kept = store.load(short)
    store.load(other)
    assert store.load(long) is played
    assert store.load(short) is kept
    after = [store.append(other, seen, turn(box)) for seen, box in enumerate(("ones", "twos", "threes"))][-1]
    assert store.load(short) is kept
    assert store.load(other) is after
    again = store.load(long)
    assert again is not played
    assert again == played


def test_a_game_longer_than_all_that_is_kept_is_read_each_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shelf, "MOST", Shelf.EMPTY + 5)
    key = store.create("yacht", ["Ana"])
    played = finish(store, key)
    assert store.load(key) is not played
    assert store.load(key) == played
    other = store.create("yacht", ["Ben"])
    assert store.load(other) is store.load(other)
