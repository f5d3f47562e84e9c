"""What whoever runs the pad reads on standard error: nothing usually, and never a key, a name or dice."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from scorepad import logs
from tests.serving.served import Server

FOREIGN = {"Host": "evil.com"}


def told(database: Path, *words: str, **environment: str) -> list[str]:
    """What a server says while a turn is saved and a stranger is refused."""
    with Server(database, "--host", "127.0.0.1", "--port", "0", *words, **environment) as server:
        address = server.start_game("yacht", "Zerlina")
        server.ask(f"{address}/turns", seen="0", dice="44421", box="ones")
        server.ask(f"{address}/pad?dice=44421")
        server.ask("/", headers=FOREIGN)
        assert server.stop() == 0
        key = address.rpartition("/")[2]
        assert key not in server.complaint
        assert "Zerlina" not in server.complaint
        assert "44421" not in server.complaint
        return server.complaint.splitlines()


def test_by_itself_a_warning_names_what_was_refused_and_what_helps(database: Path) -> None:
    [line] = told(database)
    assert re.fullmatch(r"[-\d]+ [\d:,]+ WARNING the name 'evil\.com' is refused: .*SCOREPAD_HOSTS", line)


@pytest.mark.parametrize(
    ("words", "environment"), [(("--log-level", "info"), {}), ((), {"SCOREPAD_LOG": "info"})]
)
def test_a_line_for_each_request_is_told_to_who_asks_for_it(
    database: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    lines = "\n".join(told(database, *words, **environment))
    for asked in (
        "POST /games 303",
        r"POST /games/[\w-]{4}…/turns 303",
        r"GET /games/[\w-]{4}…/pad 200",
        "GET / 400",
    ):
        assert re.search(rf" INFO {asked} \d+ ms \d+ bytes$", lines, re.MULTILINE)


def test_errors_alone_are_told_to_who_wants_no_more(database: Path) -> None:
    assert told(database, "--log-level", "error") == []


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What is logged in this process."""
    out = StringIO()
    monkeypatch.setattr("sys.stderr", out)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    for handler in before:
        root.removeHandler(handler)
    logs.set_up("warning")
    yield out
    root.handlers[:] = before
    root.setLevel(level)
    for name in ("scorepad", "waitress.queue"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_what_is_provoked_again_and_again_is_told_a_few_times(written: StringIO) -> None:
    for number in range(1000):
        logging.getLogger("scorepad").warning("the name %r is refused", f"evil{number}.com")
    lines = written.getvalue().splitlines()
    assert len(lines) == logs.Seldom.MOST_WARNINGS
    assert "not told for a minute" in lines[-1]
    logging.getLogger("scorepad").warning("something else")
    assert "something else" in written.getvalue()


def test_an_address_in_a_line_shows_where_its_key_begins(written: StringIO) -> None:
    logging.getLogger("scorepad").error("at /games/SCYNOhTHS5FHc-nv/pad, /watch/q1BHUsEpMUb0aPFM/board")
    assert "at /games/SCYN…/pad, /watch/q1BH…/board" in written.getvalue()
