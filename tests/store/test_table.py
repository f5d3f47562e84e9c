"""The table of a game in the file: who comes and goes, names, date and note, games thrown away, races."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules.dice import dice_from_digits
from scorepad.rules.events import EXCHANGE, FIX, NOTE, ORDER, REDO, Wish
from scorepad.rules.game import LEAVE, SKIP, TURN, Entry
from scorepad.rules.refusal import Refused
from scorepad.stats import EVERYTHING, count, finished, known_players, thrown_away, unfinished
from scorepad.store import DAYS_KEPT, NoSuchGame, Stale, Store, StoredGame
from tests.helpers import UNDO, finish, key_of, new_game, play, rows, solo, store_of, together, turn
from tests.strategies import BOXES

SKIPPED = Wish(SKIP, Entry(SKIP, 0))
STARTED = "2026-11-29T18:05:00Z"


def gone(seat: int) -> Wish:
    return Wish(LEAVE, Entry(LEAVE, seat))


def fix(turn: int, dice: str, box: str, seat: int = 1) -> Wish:
    return Wish(FIX, Entry(TURN, seat, box, dice=dice_from_digits(dice)), of=turn)


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
            Wish(ORDER, order=(1, 2, 4, 3)),
            SKIPPED,
            fix(1, "44441", "fours"),
            Wish(EXCHANGE, of=1, other=2),
            UNDO,
            Wish(REDO),
            turn("ones", "11126"),
            gone(2),
            Wish(NOTE),
        )
        for wish in wishes:
            store.append(key, store.load(key).seen, wish)
        left = store.join(key, store.load(key).seen, "Eva")
    again = reopened(path, key)
    assert again == left
    assert [event.kind for event in again.events] == [
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
        "note",
        "join",
    ]
    assert [again.game.player(seat) for seat in again.game.seats] == ["Ana", "Ben", "Dov", "Cleo", "Eva"]
    assert dict(again.game.sheet(2).filled) == {"fours": 16}


def test_who_comes_late_sits_last_and_gets_a_turn(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    stored = store.join(key, 1, " Cleo ")
    assert stored.game.seats == (1, 2, 3)
    assert stored.game.player(3) == "Cleo"
    play(store, key, ("chance", "12346"), ("sixes", "66612"))
    assert dict(store.load(key).game.sheet(3).filled) == {"sixes": 18}
    assert rows(store, "SELECT seat FROM seats ORDER BY seat") == [(1,), (2,), (3,)]


def test_who_comes_late_and_was_met_before_is_the_same_person(store: Store, key: str) -> None:
    solo(store, "Cleo")
    stored = store.join(key, 0, "CLEO")
    assert stored.names == ("Ana", "Ben", "Cleo")
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
    for name in ("Ben", " bEN"):
        with pytest.raises(Refused, match="name_twice"):
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
        store.append(key, store.load(key).seen, SKIPPED) if box != "chance" else None
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
    store.db.conn.execute("UPDATE games SET finished_at = ?", (STARTED,))
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
    stored = store.rename(key, 0, 1, " Anna ")
    assert stored.names == ("Anna", "Ben")
    assert store.load(old).names == ("Anna",)
    assert finished(store, 9)[0].scores[0][0] == "Anna"
    assert known_players(store, 9) == ["Anna", "Ben"]
    store.forget()
    assert store.load(key) == stored


@pytest.mark.parametrize("name", ["Ben", "bEN ", "Cleo"])
def test_somebody_elses_name_is_taken(store: Store, key: str, name: str) -> None:
    solo(store, "Cleo")
    with pytest.raises(Refused, match="name_known"):
        store.rename(key, 0, 1, name)
    assert store.load(key).names == ("Ana", "Ben")
    assert store.load(key).seen == 0


def test_a_name_may_be_written_in_other_letters(store: Store, key: str) -> None:
    assert store.rename(key, 0, 1, "ANA").names == ("ANA", "Ben")


@pytest.mark.parametrize(("name", "reason"), [("", "blank"), ("\u200b", "blank"), ("x" * 41, "long")])
def test_a_new_name_must_be_one(store: Store, key: str, name: str, reason: str) -> None:
    with pytest.raises(Refused, match=f"name_{reason}"):
        store.rename(key, 0, 1, name)
    with pytest.raises(Refused, match=f"name_{reason}"):
        store.join(key, 0, name)
    assert store.load(key).seen == 0


@pytest.mark.parametrize("seat", [0, -1, 3, 99])
def test_only_who_sits_there_can_be_renamed(store: Store, key: str, seat: int) -> None:
    with pytest.raises(Refused, match="unknown_player"):
        store.rename(key, 0, seat, "Zoe")


# --- date and note ----------------------------------------------------------------------------------


def test_date_and_note_are_edited(path: Path) -> None:
    with closing(Store(path)) as store:
        key = store.create("yahtzee", ["Ana"], note="old")
        stored = store.edit(key, 0, "new", STARTED)
        assert (stored.note, stored.started_at, stored.seen) == ("new", STARTED, 1)
    assert reopened(path, key) == stored


def test_another_date_moves_the_finish_as_far_as_the_start_and_once(store: Store) -> None:
    key = solo(store).key
    store.db.conn.execute(
        "UPDATE games SET started_at = '2000-01-01T00:10:00Z', finished_at = '2000-01-01T00:40:00Z'"
    )
    store.forget()
    seen = store.load(key).seen
    for _ in range(2):
        assert store.edit(key, seen, "", STARTED).finished_at == "2026-11-29T18:35:00Z"
    assert rows(store, "SELECT DISTINCT finished_at FROM results") == [("2026-11-29T18:35:00Z",)]
    assert finished(store, 9)[0].finished_at == "2026-11-29T18:35:00Z"


@pytest.mark.parametrize("note", ["a\0b", "x" * 2001, "\ud800"])
def test_a_note_that_is_none_changes_nothing(store: Store, key: str, note: str) -> None:
    before = store.load(key)
    with pytest.raises(Refused):
        store.edit(key, 0, note, STARTED)
    store.forget()
    assert store.load(key) == before


# --- thrown away ------------------------------------------------------------------------------------


def test_a_game_thrown_away_is_in_no_list_and_comes_back_whole(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    done = solo(store).key
    before = store.load(key), store.load(done)
    for thrown in (key, done):
        store.throw_away(thrown)
        with pytest.raises(NoSuchGame):
            store.load(thrown)
        with pytest.raises(NoSuchGame):
            store.append(thrown, 1, turn("ones"))
    assert (unfinished(store, 9), finished(store, 9), count(store, EVERYTHING)) == ([], [], 0)
    assert {stored.key for stored in thrown_away(store)} == {key, done}
    with pytest.raises(NoSuchGame):
        store.watched(before[0].watch_key)
    for thrown in (key, done):
        store.fetch_back(thrown)
    assert (store.load(key), store.load(done)) == before
    assert thrown_away(store) == []
    assert count(store, EVERYTHING) == 1
    store.forget()
    assert (store.load(key), store.load(done)) == before


def test_a_game_stays_thrown_away_when_the_pad_starts_again(path: Path) -> None:
    with closing(Store(path)) as store:
        key = store.create("yahtzee", ["Ana"])
        store.throw_away(key)
    with closing(Store(path)) as store:
        with pytest.raises(NoSuchGame):
            store.load(key)
        assert [stored.key for stored in thrown_away(store)] == [key]


@pytest.mark.parametrize(("days", "kept"), [(DAYS_KEPT - 1, True), (DAYS_KEPT + 1, False)])
def test_a_game_thrown_away_is_kept_for_thirty_days(path: Path, days: int, kept: bool) -> None:
    with closing(Store(path)) as store:
        key, other = finish(store, store.create("yacht", ["Ana"])).key, solo(store, "Ben").key
        store.throw_away(key)
        store.db.conn.execute(
            "UPDATE games SET deleted_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?) WHERE key = ?",
            (f"-{days} days", key),
        )
    with closing(Store(path)) as store:
        assert [stored.key for stored in thrown_away(store)] == ([key] if kept else [])
        for table in ("games", "seats", "results"):
            assert rows(store, f"SELECT count(*) FROM {table}") == [(1 + kept,)]
        assert rows(store, "SELECT count(*) FROM events") == [(12 * (1 + kept),)]
        assert store.load(other).game.finished
        if kept:
            assert store.fetch_back(key).game.finished
        else:
            with pytest.raises(NoSuchGame):
                store.fetch_back(key)


def test_a_form_sent_again_after_its_game_was_thrown_away_starts_a_game_that_opens(store: Store) -> None:
    uid = "0123456789abcdef" * 2
    store.throw_away(store.create("yahtzee", ["Ana"], uid=uid))
    assert store.load(store.create("yahtzee", ["Ana"], uid=uid)).names == ("Ana",)


def test_a_turn_saved_while_the_game_is_thrown_away_is_there_when_it_comes_back(store: Store) -> None:
    key = store.create("yatzy", ["Ana", "Ben"])
    store.load(key)
    with store._writing:  # the turn is first at the lock, whoever came first
        thrower = Thread(target=store.throw_away, args=(key,))
        thrower.start()
        sleep(0.05)
        store.append(key, 0, turn("ones"))
    thrower.join()
    assert store.fetch_back(key).seen == 1
    assert store.append(key, 1, turn("twos")).seen == 2


# --- resends ----------------------------------------------------------------------------------------

Send = Callable[[Store, str, int], StoredGame]


def _appends(wish: Wish) -> Send:
    return lambda store, key, seen: store.append(key, seen, wish)


RESENDS: dict[str, Send] = {
    "turn": _appends(turn("twos", "22346")),
    "skip": _appends(SKIPPED),
    "leave": _appends(gone(2)),
    "undo": _appends(UNDO),
    "redo": _appends(Wish(REDO)),
    "fix": _appends(fix(1, "44441", "fours")),
    "exchange": _appends(Wish(EXCHANGE, of=1, other=2)),
    "order": _appends(Wish(ORDER, order=(1, 2, 4, 3))),
    "join": lambda store, key, seen: store.join(key, seen, "Eva"),
    "rename": lambda store, key, seen: store.rename(key, seen, 1, "Anna"),
    "edit": lambda store, key, seen: store.edit(key, seen, "by the lake", STARTED),
}


@pytest.fixture
def five(store: Store) -> str:
    """Two turns stand and a third was undone: anything may come next."""
    key = store.create("yahtzee", ["Ana", "Ben", "Cleo", "Dov"])
    play(store, key, ("fours", "44421"), ("chance", "12346"), ("ones", "11123"))
    store.append(key, 3, UNDO)
    return key


@pytest.mark.parametrize("kind", RESENDS)
def test_whatever_is_sent_again_counts_once(store: Store, five: str, kind: str) -> None:
    send = RESENDS[kind]
    first = send(store, five, 4)
    assert first.seen == 5
    assert send(store, five, 4) == first
    store.forget()
    assert store.load(five) == first
    assert rows(store, "SELECT count(*) FROM events WHERE game = ?", first.id) == [(5,)]


@pytest.mark.parametrize("kind", [kind for kind in RESENDS if kind not in ("rename", "edit")])
def test_a_resend_after_others_went_on_is_still_known(store: Store, five: str, kind: str) -> None:
    RESENDS[kind](store, five, 4)
    went_on = store.append(five, 5, SKIPPED)
    assert RESENDS[kind](store, five, 4) == went_on
    assert store.load(five).seen == 6


@pytest.mark.parametrize("kind", RESENDS)
def test_whatever_comes_after_something_else_is_stale(store: Store, five: str, kind: str) -> None:
    before = store.append(five, 4, turn("sixes", "66612"))
    for seen in (0, 4, 6, 99):
        with pytest.raises(Stale):
            RESENDS[kind](store, five, seen)
    store.forget()
    assert store.load(five) == before


def test_another_name_than_the_one_that_was_saved_first_is_stale(store: Store, five: str) -> None:
    store.rename(five, 4, 1, "Anna")
    with pytest.raises(Stale):
        store.rename(five, 4, 1, "Annika")
    assert store.load(five).names[0] == "Anna"


def test_another_note_than_the_one_that_was_saved_first_is_stale(store: Store, five: str) -> None:
    store.edit(five, 4, "by the lake", STARTED)
    with pytest.raises(Stale):
        store.edit(five, 4, "in the attic", STARTED)
    assert store.load(five).note == "by the lake"


def test_a_note_is_no_resend_of_a_name(store: Store, five: str) -> None:
    store.rename(five, 4, 1, "Anna")
    with pytest.raises(Stale):
        store.edit(five, 4, "by the lake", STARTED)


# --- races ------------------------------------------------------------------------------------------

PAIRS = 200
Forms = dict[str, tuple[str, dict[str, str]]]


def _forms(number: int) -> Forms:
    """What two people at a table may send at once, each a POST of its own."""
    box, other = BOXES["yatzy"][number % 7], BOXES["yatzy"][7 + number % 7]
    return {
        "turn": ("turns", {"dice": "12346", "box": box}),
        "other turn": ("turns", {"dice": "55566", "box": other}),
        "undo": ("undo", {}),
        "skip": ("skip", {}),
        "leave": ("leave", {"player": "2"}),
        "join": ("join", {"name": f"Guest {number}"}),
        "fix": ("turns/1", {"dice": "66666", "box": "chance"}),
        "exchange": ("turns/1", {"with": "2"}),
        "order": ("order", {"player": "4"}),
    }


def _pairs() -> Iterator[tuple[int, str, str]]:
    kinds = list(_forms(0))
    every = [(one, two) for place, one in enumerate(kinds) for two in kinds[place + 1 :]]
    for number in range(PAIRS):
        one, two = every[number % len(every)]
        yield (number, one, two) if number % 2 else (number, two, one)


def _post(client: FlaskClient, address: str, form: tuple[str, dict[str, str]]) -> int:
    path, fields = form
    return client.post(f"{address}/{path}", data={"seen": "2", **fields}).status_code


def test_of_two_different_entries_sent_at_once_one_is_saved_and_the_other_is_told(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    store = store_of(app)
    saved = dict.fromkeys(_forms(0), 0)
    for number, left, right in _pairs():
        address = new_game(one, "yatzy", ["Ana", "Ben", "Cleo", "Dov"])
        key, forms = key_of(address), _forms(number)
        play(store, key, ("yatzy", "12346"), ("full_house", "12346"))
        before = store.load(key)
        answers = together(
            partial(_post, one, address, forms[left]), partial(_post, other, address, forms[right])
        )
        assert sorted(answers) == [303, 409], (left, right, answers)
        store.forget()
        after = store.load(key)
        assert [event.number for event in after.events] == [1, 2, 3]
        assert after.events[:2] == before.events
        winner = left if answers[0] == 303 else right
        kind = "turn" if "turn" in winner else winner
        assert after.events[2].kind == kind
        saved[winner] += 1
    assert all(saved.values())


def test_a_whole_game_written_from_two_sides_has_every_turn_once(app: Flask) -> None:
    clients = app.test_client(), app.test_client()
    address = new_game(clients[0], "yatzy", ["Ana", "Ben"])
    store, key = store_of(app), key_of(address)

    def write(client: FlaskClient, dice: str) -> int:
        """Always the next box, as soon as the last entry is seen."""
        mine = 0
        while not (stored := store.load(key)).game.finished:
            box = stored.game.mover_sheet.first_open or ""
            form = {"seen": str(stored.seen), "dice": dice, "box": box}
            status = client.post(f"{address}/turns", data=form).status_code
            assert status in (303, 409)
            mine += status == 303
        return mine

    counts = together(partial(write, clients[0], "12346"), partial(write, clients[1], "55566"))
    assert sum(counts) == 30
    store.forget()
    stored = store.load(key)
    assert [event.number for event in stored.events] == list(range(1, 31))
    assert [len(stored.game.sheet(seat).filled) for seat in (1, 2)] == [15, 15]
