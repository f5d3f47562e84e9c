"""Games over HTTP: with a restart in the middle, and with a sudden end."""

from __future__ import annotations

import http.client
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from tests.helpers import ranks_on
from tests.serving.served import PATIENCE, Server
from tests.strategies import BOXES, Pad, legal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


def play_round(server: Server, address: str, book: Pad, dice: str) -> None:
    """One turn of each player over HTTP, the first box that is offered, kept in the book too."""
    for _ in book.filled:
        page = server.ask(f"{address}?dice={dice}").page
        seat = book.mover or 0
        assert page.mover == seat
        allowed = legal(book.ruleset, book.filled[seat - 1], [int(face) for face in dice])
        assert page.offers == {box: points for box, (points, _) in allowed.items()}
        box = next(iter(page.offers))
        answer = server.ask(f"{address}/turns", seen=str(page.seen), dice=dice, box=box)
        assert (answer.code, answer.headers["Location"]) == (303, address)
        book.fill(seat, box, *allowed[box])


def test_a_game_of_two_is_played_over_http_with_a_restart_in_its_middle(database: Path) -> None:
    rolls = (
        "11123",
        "66666",
        "66666",
        "23456",
        "44421",
        "55566",
        "33333",
        "22222",
        "12345",
        "66612",
        "44455",
    )
    rolls += ("16543", "13355")
    book = Pad("yahtzee", 2)
    with Server(database) as server:
        address = server.start_game("yahtzee", "Ana", "Ben")
        for dice in rolls[:6]:
            play_round(server, address, book, dice)
        assert server.stop() == 0
        assert server.complaint == ""
    with Server(database) as server:
        assert server.ask(address).page.seen == 12
        for dice in rolls[6:]:
            play_round(server, address, book, dice)
        page = server.ask(address).page
        assert page.mover is None
        assert ranks_on(page) == {"Ana": (1, book.total(1)), "Ben": (1, book.total(2))}
        assert server.stop() == 0


def test_a_sudden_end_loses_no_turn_that_was_answered(database: Path) -> None:
    answered = []
    with Server(database) as server:
        address = server.start_game("yatzy", *(f"Player {number}" for number in range(1, 21)))
        assert server.port

        def send() -> None:
            for seen in range(200):
                box = BOXES["yatzy"][seen // 20]
                try:
                    answer = server.ask(f"{address}/turns", seen=str(seen), dice="12346", box=box)
                except (OSError, http.client.HTTPException):
                    return
                if answer.code == 303:
                    answered.append(seen + 1)
                if seen == 30:
                    server.process.kill()

        sender = Thread(target=send)
        sender.start()
        sender.join(timeout=PATIENCE)
        assert server.end() == -signal.SIGKILL
    assert len(answered) >= 31
    with Server(database) as server:
        page = server.ask(address).page
        assert page.seen in (answered[-1], answered[-1] + 1)
        answer = server.ask(f"{address}/turns", seen=str(page.seen), dice="66666", box="yatzy")
        assert answer.code == 303
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_turn_sent_again_after_a_sudden_end_is_saved_once(database: Path) -> None:
    turn = {"seen": "0", "dice": "44421", "box": "fours"}
    with Server(database) as server:
        address = server.start_game("yahtzee", "Ana", "Ben")
        assert server.ask(f"{address}/turns", **turn).code == 303
        server.process.kill()
        assert server.end() == -signal.SIGKILL
    with Server(database) as server:
        assert server.ask(f"{address}/turns", **turn).code == 303
        assert server.ask(address).page.seen == 1
