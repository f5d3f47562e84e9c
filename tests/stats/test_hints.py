"""A game in which the coach was asked counts in everything but records and bests."""

from __future__ import annotations

import pytest

from scorepad.rules import Hints
from scorepad.stats import (
    all_records,
    best_sheets,
    finished,
    news_of,
    own_pace,
    own_record,
    standings,
    told,
    tops,
)
from scorepad.store import Store, StoredGame
from tests.helpers import finish, solo, wish

YACHT = "yacht", ""


def hinted(store: Store, *names: str, dice: str = "66666") -> StoredGame:
    """A game of Yacht in which the coach was asked, finished with one roll all the time."""
    key = store.create("yacht", list(names))
    store.append(key, 0, wish(Hints(on=True)))
    return finish(store, key, dice)


def test_a_game_with_hints_is_on_no_page_of_records(store: Store) -> None:
    hinted(store, "Ana", "Ben")
    assert best_sheets(store, *YACHT, 10) == []
    assert all_records(store, *YACHT) == []
    assert tops(store, *YACHT, ["sixes"]) == []
    [one, other] = standings(store, *YACHT, 10)
    assert (one.best, one.sheets, other.best) == (None, 1, None)


def test_what_was_written_with_hints_does_not_say_who_has_the_most_in_a_box_most_often(store: Store) -> None:
    for _ in range(2):
        hinted(store, "Ana")
    solo(store, dice="66666")
    for _ in range(2):
        finish(store, store.create("yacht", ["Ben"]), "66666")
    [sixes] = tops(store, *YACHT, ["sixes"])
    assert [holder.name for holder in sixes.holders] == ["Ben", "Ana"]


def test_a_best_is_the_best_without_hints_and_all_else_counts(store: Store) -> None:
    plain = solo(store)
    hinted(store, "Ana")
    [ana] = told(store)
    best = plain.game.sheet(1).total
    assert (ana["games"], ana["best"], ana["worst"]) == (2, best, best)
    assert ana["average"] > best
    hinted(store, "Ben")
    assert [one["best"] for one in told(store)] == [best, None]


def test_hints_are_no_news_and_no_personal_record(store: Store) -> None:
    for _ in range(6):
        solo(store)
    stored = hinted(store, "Ana")
    assert news_of(store, stored) is None
    line = finished(store, 1)[0]
    assert (line.hinted, line.record) == (True, False)
    assert not finished(store, 7)[1].hinted


def test_a_sheet_with_hints_is_not_what_there_is_to_beat(store: Store) -> None:
    best = solo(store).game.sheet(1).total
    hinted(store, "Ana")
    plain = store.load(store.create("yacht", ["Ana"]))
    assert own_record(store, plain, 1) == best
    pace = own_pace(store, plain)
    assert pace is not None
    assert pace.best == best


def test_whoever_asks_the_coach_has_nothing_to_beat(store: Store) -> None:
    solo(store)
    stored = store.load(store.create("yacht", ["Ana"]))
    assert own_pace(store, store.append(stored.key, 0, wish(Hints(on=True)))) is None


@pytest.mark.parametrize("dice", ["11111", "66666"])
def test_a_sheet_without_hints_is_the_best_beside_any_with_them(store: Store, dice: str) -> None:
    hinted(store, "Ana", dice=dice)
    best = solo(store).game.sheet(1).total
    assert [feat.total for feat in best_sheets(store, *YACHT, 10)] == [best]
