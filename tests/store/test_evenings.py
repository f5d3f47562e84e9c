"""Which evening a game belongs to, whatever comes, goes and moves before, between and after."""

from __future__ import annotations

import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Edit, FetchBack, Payload, ThrowAway
from scorepad.store import Store
from tests.helpers import REDO, UNDO, rows, wish
from tests.stats.moments import sheet
from tests.strategies import quick

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
FINISHED = "SELECT key, finished_at FROM games WHERE finished_at IS NOT NULL AND deleted_at IS NULL"


def at(hours: float) -> str:
    return f"{NOON + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}"


def bring(store: Store, *hours: float) -> list[str]:
    """Imports games that ended so many hours after noon; their keys."""
    store.add_games(sheet(at(hour), {"Ana": 20}) for hour in hours)
    newest = rows(store, "SELECT key FROM games ORDER BY id DESC LIMIT ?", len(hours))
    return [str(key) for (key,) in reversed(newest)]


def evenings(store: Store) -> dict[str, str]:
    """Key → evening, as the file has it."""
    return dict(rows(store, "SELECT key, evening FROM games WHERE evening IS NOT NULL"))  # type: ignore[arg-type]


def plainly(store: Store) -> dict[str, str]:
    """The same, told from all finishes at once."""
    told: dict[str, str] = {}
    last = evening = ""
    for key, finish in rows(store, f"{FINISHED} ORDER BY finished_at, id"):
        began, ended = (datetime.fromisoformat(str(moment)) for moment in (last or finish, finish))
        if not last or ended - began >= timedelta(hours=6):
            evening = str(finish)
        told[str(key)], last = evening, str(finish)
    return told


def do(store: Store, key: str, what: Payload) -> None:
    store.append(key, store.load_any(key).seen, wish(what))


def test_a_gap_of_six_hours_parts_evenings_and_less_does_not(store: Store) -> None:
    first, second, third = bring(store, 0, 5.999, 11.999)
    assert evenings(store) == {first: at(0), second: at(0), third: at(11.999)}


def test_games_may_come_in_any_order(tmp_path: Path) -> None:
    for number, order in enumerate(permutations((0, 4, 8, 15, 15))):
        with closing(Store(tmp_path / f"{number}.db")) as store:
            for hours in order:
                bring(store, hours)
            assert evenings(store) == plainly(store)


def test_a_game_between_two_evenings_makes_them_one_and_parts_them_when_it_goes(store: Store) -> None:
    first, last = bring(store, 0, 8)
    assert evenings(store) == {first: at(0), last: at(8)}
    (between,) = bring(store, 4)
    assert set(evenings(store).values()) == {at(0)}
    do(store, between, ThrowAway())
    assert evenings(store) == {first: at(0), last: at(8)}
    do(store, between, FetchBack())
    assert set(evenings(store).values()) == {at(0)}
    store.append(between, store.load(between).seen, UNDO)
    assert evenings(store) == {first: at(0), last: at(8)}
    store.append(between, store.load(between).seen, REDO)
    assert evenings(store) == plainly(store)


def test_a_game_before_begins_the_evening_anew(store: Store) -> None:
    bring(store, 4, 5)
    bring(store, 0)
    assert set(evenings(store).values()) == {at(0)}


def test_a_game_that_is_gone_for_good_parts_them_too(store: Store) -> None:
    first, between, last = bring(store, 0, 4, 8)
    do(store, between, ThrowAway())
    store.purge([between])
    assert evenings(store) == {first: at(0), last: at(8)}


ACTS = st.one_of(
    st.tuples(st.just("bring"), st.integers(0, 40)),
    st.tuples(st.sampled_from(("away", "back", "undo", "redo")), st.integers(0, 40)),
    st.tuples(st.just("start"), st.integers(0, 40)),
)


@quick(25)
@given(st.lists(st.tuples(st.integers(0, 9), ACTS), min_size=4, max_size=14))
def test_whatever_is_done_evenings_are_those_of_the_finishes(acts: list[tuple[int, tuple[str, int]]]) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder) / "scorepad.db")) as store:
        keys = bring(store, 20)
        for which, (act, number) in acts:
            if act == "bring":
                keys += bring(store, number)
            else:
                _act(store, keys[which % len(keys)], act, number)
            assert evenings(store) == plainly(store)
        store.rebuild(keys)
        assert evenings(store) == plainly(store)


def _act(store: Store, key: str, act: str, hours: int) -> None:
    stored = store.load_any(key)
    changes: dict[str, Payload] = {
        "away": ThrowAway(),
        "back": FetchBack(),
        "start": Edit("", at(hours)),
    }
    if (act == "back") != (stored.deleted_at is not None):
        return
    if act in changes:
        do(store, key, changes[act])
    elif (act == "undo") == stored.game.finished:
        store.append(key, stored.seen, UNDO if act == "undo" else REDO)
