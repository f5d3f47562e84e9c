"""A machine whose clock is wrong: one without a battery begins in 1970, one set by hand may be anywhere."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from scorepad.record import write_record
from scorepad.rules import ThrowAway
from scorepad.stats import doubtful_clock, finished, thrown_away, unfinished
from scorepad.store import Store, clock
from scorepad.transfer import check
from tests.helpers import finish, play, rows, solo, turn, wish

YEAR_1970, RIGHT, YEAR_2099 = "1970-01-01T00:00:09Z", "2026-11-30T18:00:00Z", "2099-01-01T00:00:00Z"


class Clock:
    """What this machine believes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.says = RIGHT
        monkeypatch.setattr(clock, "moment", lambda: datetime.fromisoformat(self.says))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_finish_stamped_before_its_start_is_told_as_its_start(store: Store, told: Clock) -> None:
    key = store.create("yacht", ["Ana"])
    told.says = wrong = "2026-11-30T17:00:00Z"
    done = finish(store, key)
    assert (done.started_at, done.finished_at) == (RIGHT, RIGHT)
    assert write_record(done.record)["finished_at"] == RIGHT
    assert [line.finished_at for line in finished(store, 9)] == [RIGHT]
    assert {event.at for event in done.events} == {wrong}  # kept as the clock said it
    assert list(check(store)) == []


def test_under_a_clock_that_was_never_set_the_time_stands_still(store: Store, told: Clock) -> None:
    first = solo(store)
    told.says = YEAR_1970
    later = [solo(store).id for _ in range(3)]
    assert {line.finished_at for line in finished(store, 9)} == {RIGHT}
    assert [line.id for line in finished(store, 9)] == [*later[::-1], first.id]
    told.says = "2026-11-30T19:00:00Z"
    assert solo(store).finished_at == "2026-11-30T19:00:00Z"


def test_the_first_game_under_such_a_clock_begins_as_late_as_is_known(store: Store, told: Clock) -> None:
    told.says = YEAR_1970
    done = solo(store)
    assert (done.started_at, done.finished_at) == (clock.EARLIEST, clock.EARLIEST)
    rematch = store.load(store.rematch(done.key))
    assert rematch.started_at == clock.EARLIEST


def test_a_stamp_that_nobody_can_read_holds_nothing_up(store: Store, told: Clock) -> None:
    solo(store)
    store.db.execute("UPDATE events SET at = '{'")
    told.says = YEAR_1970
    assert solo(store).finished_at == clock.EARLIEST
    assert doubtful_clock(store) == YEAR_1970


def test_a_turn_stamped_far_ahead_draws_no_later_one_there(store: Store, told: Clock) -> None:
    key = store.create("yacht", ["Ana"])
    told.says = YEAR_2099
    play(store, key, ("ones", "12346"))
    told.says = "2026-11-30T18:30:00Z"
    assert finish(store, key).finished_at == "2026-11-30T18:30:00Z"


@pytest.mark.usefixtures("told")
def test_a_copy_of_such_a_finish_is_put_right_when_the_file_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    with closing(Store(path)) as store:
        finish(store, store.create("yacht", ["Ana"]))
        store.db.execute("UPDATE events SET at = ?", (YEAR_1970,))
        # As the version before kept it.
        for table in ("games", "results"):
            store.db.execute(f"UPDATE {table} SET finished_at = ?", (YEAR_1970,))
        store.db.execute("DROP INDEX games_by_touch")
        store.db.execute("ALTER TABLE games DROP COLUMN touched")
        store.db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm006_touched'")
    with closing(Store(path)) as store:
        assert list(check(store)) == []
        assert rows(store, "SELECT finished_at FROM results") == [(RIGHT,)]
        assert rows(store, "SELECT touched FROM games") == [(1,)]


def test_the_game_touched_last_is_first_whatever_the_clock_said(store: Store, told: Clock) -> None:
    one, two, three = (store.create("yahtzee", [name]) for name in ("Ana", "Ben", "Cleo"))
    assert [stored.key for stored in unfinished(store, 9)[0]] == [three, two, one]
    told.says = YEAR_2099
    store.append(two, 0, turn("ones"))
    told.says = YEAR_1970
    store.append(one, 0, turn("ones"))
    assert [stored.key for stored in unfinished(store, 9)[0]] == [one, two, three]
    for key in (two, three, one):
        store.append(key, store.load(key).seen, wish(ThrowAway()))
    assert [stored.key for stored in thrown_away(store)[0]] == [one, three, two]


@pytest.mark.parametrize(
    ("played", "then", "behind"),
    [
        (RIGHT, YEAR_1970, True),
        (RIGHT, "2026-11-29T17:59:59Z", True),
        (RIGHT, "2026-11-29T18:00:01Z", False),
        (RIGHT, YEAR_2099, False),
        (YEAR_2099, RIGHT, True),
        (YEAR_1970, RIGHT, False),
        ("", RIGHT, False),
        ("", YEAR_1970, True),
    ],
)
def test_a_clock_that_is_behind_can_be_told(
    store: Store, told: Clock, played: str, then: str, behind: bool
) -> None:
    if played:
        told.says = played
        store.append(store.create("yahtzee", ["Ana"]), 0, turn("ones"))
    told.says = then
    assert doubtful_clock(store) == (then if behind else None)


def test_once_the_clock_is_right_the_next_entry_says_so(store: Store, told: Clock) -> None:
    told.says = YEAR_2099
    key = store.create("yahtzee", ["Ana"])
    told.says = RIGHT
    assert doubtful_clock(store)
    store.append(key, 0, turn("ones"))
    assert not doubtful_clock(store)
