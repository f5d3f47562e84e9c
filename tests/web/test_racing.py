"""Two phones at once: every entry is saved once, and who came second is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import Turn
from scorepad.store import Store
from tests.helpers import key_of, new_game, play, post_turn, rows, store_of, together
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
        last = store_of(app).load(key_of(address)).events[-1].what
        assert isinstance(last, Turn)
        assert str(last.dice) == ("12346" if answers[0].status_code == 303 else "66666")


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
        assert after.events[2].what.kind == ("turn" if "turn" in winner else winner)
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
            box = stored.game.mover_sheet.open_cells[0].box
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
