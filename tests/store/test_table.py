"""The table of a game in the file: who comes and goes, names, date and note, games thrown away, races."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from scorepad.rules import (
    Edit,
    Exchange,
    FetchBack,
    Fix,
    Fixes,
    Leave,
    Order,
    Refused,
    Rename,
    Skip,
    ThrowAway,
    Turn,
    clean_name,
)
from scorepad.stats import EVERYTHING, count, finished, known_players, thrown_away, unfinished
from scorepad.store import NoSuchGame, Stale, Store, StoredGame, Wish
from scorepad.transfer import check
from tests.helpers import REDO, UNDO, boxes, finish, play, rows, solo, turn, wish
from tests.strategies import BOXES, five

STARTED = "2026-11-29T18:05:00Z"
THROWN, FETCHED = wish(ThrowAway()), wish(FetchBack())


def skipped(then: StoredGame) -> Skip:
    return Skip(then.game.mover or 0)


def gone(seat: int) -> Wish:
    return wish(Leave(seat))


def fix(turn: int, dice: str, box: str, seat: int = 1) -> Wish:
    return wish(Fix(turn, Turn(seat, box, five(dice))))


def renamed(seat: int, name: str) -> Wish:
    return lambda then: Rename(then.player_ids[seat - 1], clean_name(name))


def edited(note: str, started_at: str = STARTED) -> Wish:
    return wish(Edit(note, started_at))


def last(store: Store, key: str, wished: Wish) -> StoredGame:
    """What is wished for by one who saw the last event."""
    return store.append(key, store.load_any(key).seen, wished)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reopened" / "scorepad.db"


def reopened(path: Path, key: str) -> StoredGame:
    """The game as a new process reads it."""
    with closing(Store(path)) as store:
        return store.load(key)


@pytest.fixture
def key(store: Store) -> str:
    """A game of two."""
    return store.create("yahtzee", ["Ana", "Ben"])


# --- coming and going -------------------------------------------------------------------------------


def test_every_kind_of_event_survives_reopening(path: Path) -> None:
    with closing(Store(path)) as store:
        key = store.create("yahtzee", ["Ana", "Ben", "Cleo", "Dov"], note="by the lake")
        play(store, key, ("fours", "44421"), ("chance", "12346"))
        wishes = (
            wish(Order((1, 2, 4, 3))),
            skipped,
            fix(1, "44441", "fours"),
            wish(Exchange(1, 2)),
            UNDO,
            REDO,
            turn("ones", "11126"),
            gone(2),
            edited("in the attic"),
            renamed(1, "Anna"),
            THROWN,
            FETCHED,
        )
        for wished in wishes:
            last(store, key, wished)
        left = store.join(key, store.load(key).seen, "Eva")
    again = reopened(path, key)
    assert again == left
    assert [event.what.kind for event in again.events] == [
        "turn",
        "turn",
        "order",
        "skip",
        "fix",
        "exchange",
        "undo",
        "redo",
        "turn",
        "leave",
        "edit",
        "rename",
        "throw_away",
        "fetch_back",
        "join",
    ]
    assert [again.game.player(seat) for seat in again.game.seats] == ["Anna", "Ben", "Dov", "Cleo", "Eva"]
    assert boxes(again.game, 2) == {"fours": 16}


def test_who_comes_late_sits_last_and_gets_a_turn(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    stored = store.join(key, 1, " Cleo ")
    assert stored.game.seats == (1, 2, 3)
    assert stored.game.player(3) == "Cleo"
    play(store, key, ("chance", "12346"), ("sixes", "66612"))
    assert boxes(store.load(key).game, 3) == {"sixes": 18}
    assert rows(store, "SELECT seat FROM seats ORDER BY seat") == [(1,), (2,), (3,)]


def test_who_comes_late_and_was_met_before_is_the_same_person(store: Store, key: str) -> None:
    solo(store, "Cleo")
    stored = store.join(key, 0, "CLEO")
    assert stored.game.players == ("Ana", "Ben", "Cleo")
    assert rows(store, "SELECT count(*) FROM players") == [(3,)]


def test_who_left_the_list_by_undo_finds_the_old_seat(store: Store, key: str) -> None:
    store.join(key, 0, "Cleo")
    store.append(key, 1, UNDO)
    assert store.load(key).game.seats == (1, 2)
    store.join(key, 2, "Dov")
    assert [store.load(key).game.player(seat) for seat in store.load(key).game.seats] == ["Ana", "Ben", "Dov"]
    stored = store.join(key, 3, "cleo")
    assert [stored.game.player(seat) for seat in stored.game.seats] == ["Ana", "Ben", "Cleo", "Dov"]
    store.forget()
    assert store.load(key) == stored


def test_nobody_sits_at_the_table_twice(store: Store, key: str) -> None:
    for name, reason in (("Ben", "name_twice"), (" bEN", "name_twice_as")):
        with pytest.raises(Refused, match=reason):
            store.join(key, 0, name)
    store.append(key, 0, gone(2))
    with pytest.raises(Refused, match="name_twice"):
        store.join(key, 1, "Ben")


def test_a_full_table_takes_no_more(store: Store) -> None:
    key = store.create("yahtzee", list("ABCDEF"))
    with pytest.raises(Refused, match="too_many_players"):
        store.join(key, 0, "G")
    assert store.load(key).seen == 0
    assert "G" not in known_players(store, 99)
    long = store.create("yatzy", list("ABCDEF"))
    assert len(store.join(long, 0, "G").game.seats) == 7


def test_who_may_not_come_any_more_leaves_no_trace(store: Store) -> None:
    key = solo(store).key
    with pytest.raises(Refused, match="game_finished"):
        store.join(key, store.load(key).seen, "Zoe")
    assert known_players(store, 99) == ["Ana"]
    assert rows(store, "SELECT count(*) FROM seats") == [(1,)]


def test_who_goes_home_keeps_the_column_and_is_passed_over(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    stored = store.append(key, 1, gone(2))
    assert stored.game.mover == 1
    assert stored.game.sheet(2).left
    with pytest.raises(Refused, match="not_at_table"):
        store.append(key, 2, gone(2))
    assert store.append(key, 2, UNDO).game.mover == 2


def test_a_leave_that_ends_the_game_writes_its_results_and_its_undo_takes_them_away(store: Store) -> None:
    key = store.create("yacht", ["Ana", "Ben"])
    for box in BOXES["yacht"]:
        play(store, key, (box, "12346"))
        store.append(key, store.load(key).seen, skipped) if box != "chance" else None
    seen = store.load(key).seen
    assert not store.load(key).game.finished
    assert store.append(key, seen, gone(2)).finished_at
    assert [line.key for line in finished(store, 9)] == [key]
    assert store.append(key, seen + 1, UNDO).finished_at is None
    assert finished(store, 9) == []
    assert rows(store, "SELECT count(*) FROM results") == [(0,)]


def test_a_correction_of_a_finished_game_changes_its_results_and_not_when_it_finished(store: Store) -> None:
    key = store.create("yahtzee", ["Ana", "Ben"])
    finish(store, key)
    store.db.conn.execute("UPDATE games SET first_start = ?", (STARTED,))
    store.db.conn.execute("UPDATE events SET at = ?", (STARTED,))
    store.forget()
    seen = store.load(key).seen
    before = [line.scores for line in finished(store, 9)]
    stored = store.append(key, seen, fix(seen, "66665", "chance", 2))
    assert stored.finished_at == STARTED
    total = rows(store, "SELECT total FROM results WHERE seat = 2")
    assert total == [(stored.game.sheet(2).total,)]
    assert [rank for _, _, rank in finished(store, 9)[0].scores] == [1, 2]
    assert finished(store, 9)[0].scores[0][0] == "Ben"
    assert store.append(key, seen + 1, UNDO).finished_at == STARTED
    assert [line.scores for line in finished(store, 9)] == before


# --- names ------------------------------------------------------------------------------------------


def test_a_new_name_shows_in_all_sheets(store: Store, key: str) -> None:
    old = solo(store, "Ana").key
    store.load(old)
    stored = store.append(key, 0, renamed(1, " Anna "))
    assert stored.game.players == ("Anna", "Ben")
    assert store.load(old).game.players == ("Anna",)
    assert finished(store, 9)[0].scores[0][0] == "Anna"
    assert known_players(store, 9) == ["Anna", "Ben"]
    store.forget()
    assert store.load(key) == stored


@pytest.mark.parametrize("name", ["Ben", "bEN ", "Cleo"])
def test_somebody_elses_name_is_taken(store: Store, key: str, name: str) -> None:
    solo(store, "Cleo")
    with pytest.raises(Refused, match="name_known"):
        store.append(key, 0, renamed(1, name))
    assert store.load(key).game.players == ("Ana", "Ben")
    assert store.load(key).seen == 0


def test_a_name_may_be_written_in_other_letters(store: Store, key: str) -> None:
    assert store.append(key, 0, renamed(1, "ANA")).game.players == ("ANA", "Ben")


@pytest.mark.parametrize(("name", "reason"), [("", "blank"), ("\u200b", "blank"), ("x" * 41, "long")])
def test_a_new_name_must_be_one(store: Store, key: str, name: str, reason: str) -> None:
    with pytest.raises(Refused, match=f"name_{reason}"):
        store.append(key, 0, renamed(1, name))
    with pytest.raises(Refused, match=f"name_{reason}"):
        store.join(key, 0, name)
    assert store.load(key).seen == 0


def test_only_who_sits_there_can_be_renamed(store: Store, key: str) -> None:
    late = store.join(key, 0, "Cleo").player_ids[2]
    store.append(key, 1, UNDO)
    with pytest.raises(Refused, match="unknown_player"):
        store.append(key, 2, wish(Rename(late, "Zoe")))


# --- date and note ----------------------------------------------------------------------------------


def test_date_and_note_are_edited(path: Path) -> None:
    with closing(Store(path)) as store:
        key = store.create("yahtzee", ["Ana"], note="old")
        stored = store.append(key, 0, edited("new", STARTED))
        assert (stored.note, stored.started_at, stored.seen) == ("new", STARTED, 1)
    assert reopened(path, key) == stored


def test_another_date_moves_the_finish_as_far_as_the_start_and_once(store: Store) -> None:
    key = solo(store).key
    store.db.conn.execute(
        "UPDATE games SET first_start = '2000-01-01T00:10:00Z', finish = '2000-01-01T00:40:00Z',"
        " finish_of = (SELECT max(number) FROM events)"
    )
    store.forget()
    seen = store.load(key).seen
    for _ in range(2):
        assert store.append(key, seen, edited("", STARTED)).finished_at == "2026-11-29T18:35:00Z"
    assert rows(store, "SELECT DISTINCT finished_at FROM results") == [("2026-11-29T18:35:00Z",)]
    assert finished(store, 9)[0].finished_at == "2026-11-29T18:35:00Z"


@pytest.mark.parametrize("note", ["a\0b", "x" * 2001, "\ud800"])
def test_a_note_that_is_none_changes_nothing(store: Store, key: str, note: str) -> None:
    before = store.load(key)
    with pytest.raises(Refused):
        store.append(key, 0, edited(note, STARTED))
    store.forget()
    assert store.load(key) == before


# --- thrown away ------------------------------------------------------------------------------------


def test_a_game_thrown_away_is_in_no_list_and_comes_back_whole(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    done = solo(store).key
    before = store.load(key), store.load(done)
    for thrown in (key, done):
        last(store, thrown, THROWN)
        with pytest.raises(NoSuchGame):
            store.load(thrown)
        with pytest.raises(NoSuchGame):
            store.append(thrown, 1, turn("ones"))
    assert (unfinished(store, 9), finished(store, 9), count(store, EVERYTHING)) == (([], []), [], 0)
    assert {stored.key for stored in thrown_away(store)[0]} == {key, done}
    with pytest.raises(NoSuchGame):
        store.watched(before[0].watch_key)
    for thrown in (key, done):
        last(store, thrown, FETCHED)
    after = store.load(key), store.load(done)
    assert [stored.record for stored in after] == [stored.record for stored in before]
    assert [stored.seen for stored in after] == [stored.seen + 2 for stored in before]
    assert thrown_away(store) == ([], [])
    assert count(store, EVERYTHING) == 1
    store.forget()
    assert (store.load(key), store.load(done)) == after


def test_a_game_stays_thrown_away_when_the_pad_starts_again(path: Path) -> None:
    with closing(Store(path)) as store:
        key = store.create("yahtzee", ["Ana"])
        last(store, key, THROWN)
    with closing(Store(path)) as store:
        with pytest.raises(NoSuchGame):
            store.load(key)
        assert [stored.key for stored in thrown_away(store)[0]] == [key]


@pytest.mark.parametrize("years", [0, 1, 99])
def test_a_game_thrown_away_stays_in_the_bin_whatever_the_clock_says(path: Path, years: int) -> None:
    with closing(Store(path)) as store:
        key = solo(store).key
        last(store, key, THROWN)
        moment = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?)"
        store.db.conn.execute(f"UPDATE events SET at = {moment}", (f"-{years} years",))
        store.rebuild([key])
    with closing(Store(path)) as store:
        assert [stored.key for stored in thrown_away(store)[0]] == [key]
        assert last(store, key, FETCHED).game.finished


def test_what_is_deleted_for_good_leaves_nothing_behind_and_all_else_as_it_was(store: Store) -> None:
    gone, kept, other = solo(store).key, solo(store, "Ben").key, store.create("yahtzee", ["Ana", "Cleo"])
    record = store.load(gone).record
    for key in (gone, kept):
        last(store, key, THROWN)
    store.watched(store.load(other).watch_key)
    assert store.purge([gone, gone, other, "nothing"]) == 1
    for table, left in (("games", 2), ("seats", 3), ("results", 0), ("events", 13)):
        assert rows(store, f"SELECT count(*) FROM {table}") == [(left,)]
    for ask in (store.load, store.load_any, store.raw_events):
        with pytest.raises(NoSuchGame):
            ask(gone)
    with pytest.raises(NoSuchGame):
        last(store, gone, FETCHED)
    assert [stored.key for stored in thrown_away(store)[0]] == [kept]
    assert store.load(other).game.players == ("Ana", "Cleo")
    assert list(check(store)) == []
    assert store.add_games([record]) == 1  # it may come back, by the same identity
    assert [line.scores for line in finished(store, 9)] == [(("Ana", record.game.sheet(1).total, 1),)]


def test_a_game_fetched_back_meanwhile_is_not_deleted(store: Store) -> None:
    key = solo(store).key
    last(store, key, THROWN)
    last(store, key, FETCHED)
    assert store.purge([key]) == 0
    assert store.load(key).game.finished


def test_a_form_sent_again_after_its_game_was_thrown_away_starts_a_game_that_opens(store: Store) -> None:
    uid = "0123456789abcdef" * 2
    store.append(store.create("yahtzee", ["Ana"], uid=uid), 0, THROWN)
    assert store.load(store.create("yahtzee", ["Ana"], uid=uid)).game.players == ("Ana",)


def test_a_turn_saved_while_the_game_is_thrown_away_is_there_when_it_comes_back(store: Store) -> None:
    key = store.create("yatzy", ["Ana", "Ben"])
    store.load(key)
    with store._file.writing:  # the turn is first at the lock, whoever came first
        thrower = Thread(target=store.append, args=(key, 0, THROWN))
        thrower.start()
        sleep(0.05)
        store.append(key, 0, turn("ones"))
    thrower.join()
    assert last(store, key, FETCHED).seen == 3
    assert store.append(key, 1, turn("twos")).seen == 4


# --- resends ----------------------------------------------------------------------------------------

Send = Callable[[Store, str, int], StoredGame]


def _appends(wished: Wish) -> Send:
    return lambda store, key, seen: store.append(key, seen, wished)


RESENDS: dict[str, Send] = {
    "turn": _appends(turn("twos", "22346")),
    "skip": _appends(skipped),
    "leave": _appends(gone(2)),
    "undo": _appends(UNDO),
    "redo": _appends(REDO),
    "fix": _appends(fix(1, "44441", "fours")),
    "exchange": _appends(wish(Exchange(1, 2))),
    "fixes": _appends(wish(Fixes((Fix(1, Turn(1, "fours", points=16)), Fix(2, Turn(2, "ones", points=3)))))),
    "order": _appends(wish(Order((1, 2, 4, 3)))),
    "throw away": _appends(THROWN),
    "join": lambda store, key, seen: store.join(key, seen, "Eva"),
    "rename": _appends(renamed(1, "Anna")),
    "edit": _appends(edited("by the lake")),
}


@pytest.fixture
def undone(store: Store) -> str:
    """Two turns stand and a third was undone: anything may come next."""
    key = store.create("yahtzee", ["Ana", "Ben", "Cleo", "Dov"])
    play(store, key, ("fours", "44421"), ("chance", "12346"), ("ones", "11123"))
    store.append(key, 3, UNDO)
    return key


BESIDE = ("rename", "edit", "throw away")


@pytest.mark.parametrize("kind", RESENDS)
def test_whatever_is_sent_again_counts_once(store: Store, undone: str, kind: str) -> None:
    send = RESENDS[kind]
    first = send(store, undone, 4)
    assert first.seen == 5
    assert send(store, undone, 4) == first
    store.forget()
    assert store.load_any(undone) == first
    assert rows(store, "SELECT count(*) FROM events WHERE game = ?", first.id) == [(5,)]


@pytest.mark.parametrize("kind", [kind for kind in RESENDS if kind != "throw away"])
def test_a_resend_after_others_went_on_is_still_known(store: Store, undone: str, kind: str) -> None:
    RESENDS[kind](store, undone, 4)
    went_on = store.append(undone, 5, skipped)
    assert RESENDS[kind](store, undone, 4) == went_on
    assert store.load(undone).seen == 6


def test_a_resend_after_it_was_taken_back_is_still_known(store: Store, undone: str) -> None:
    store.append(undone, 4, THROWN)
    back = store.append(undone, 5, FETCHED)
    assert store.append(undone, 4, THROWN) == back
    assert store.append(undone, 5, FETCHED) == back
    assert store.load(undone).seen == 6


@pytest.mark.parametrize("kind", [kind for kind in RESENDS if kind not in BESIDE])
def test_whatever_comes_after_something_else_is_stale(store: Store, undone: str, kind: str) -> None:
    before = store.append(undone, 4, turn("sixes", "66612"))
    for seen in (0, 4, 6, 99):
        with pytest.raises(Stale):
            RESENDS[kind](store, undone, seen)
    store.forget()
    assert store.load(undone) == before


@pytest.mark.parametrize("kind", sorted(BESIDE))
def test_what_is_beside_the_game_comes_after_any_turn(store: Store, undone: str, kind: str) -> None:
    before = store.append(undone, 4, turn("sixes", "66612"))
    for seen in (-1, 6, 99):
        with pytest.raises(Stale):
            RESENDS[kind](store, undone, seen)
    after = RESENDS[kind](store, undone, 0)
    assert after.seen == 6
    assert after.game.sheets == before.game.sheets


def test_another_name_than_the_one_that_was_saved_first_is_stale(store: Store, undone: str) -> None:
    store.append(undone, 4, renamed(1, "Anna"))
    with pytest.raises(Stale):
        store.append(undone, 4, renamed(1, "Annika"))
    assert store.load(undone).game.players[0] == "Anna"


def test_another_note_than_the_one_that_was_saved_first_is_stale(store: Store, undone: str) -> None:
    store.append(undone, 4, edited("by the lake"))
    with pytest.raises(Stale):
        store.append(undone, 4, edited("in the attic"))
    assert store.load(undone).note == "by the lake"


def test_a_note_and_a_name_do_not_stand_in_each_other_s_way(store: Store, undone: str) -> None:
    store.append(undone, 4, renamed(1, "Anna"))
    stored = store.append(undone, 4, edited("by the lake"))
    assert (stored.note, stored.game.players[0], stored.seen) == ("by the lake", "Anna", 6)


def test_throwing_away_and_fetching_back_do_meet(store: Store, key: str) -> None:
    store.append(key, 0, THROWN)
    with pytest.raises(Stale):
        store.append(key, 0, FETCHED)
    with pytest.raises(Refused, match="nothing_changed"):
        store.append(key, 1, THROWN)
    store.append(key, 1, FETCHED)
    with pytest.raises(Refused, match="nothing_changed"):
        store.append(key, 2, FETCHED)
