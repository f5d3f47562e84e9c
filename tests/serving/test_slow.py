"""Whoever sends or reads slowly, or nothing at all, keeps nobody else from the pad."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorepad.web import export
from tests.serving.lines import serving

BUNDLE = "GET /export/bundle.json HTTP/1.1\nHost: localhost\n\n"
SIZE = 32 << 20


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """All games are a large file; how often it was made."""
    made: list[int] = []

    def bundle(_games: object) -> Iterator[str]:
        made.append(1)
        yield from ["x" * (1 << 16)] * (SIZE >> 16)

    monkeypatch.setattr(export, "bundle", bundle)
    return made


def test_those_who_ask_for_all_games_and_read_nothing_hold_no_thread(app: Flask, large: list[int]) -> None:
    with serving(app, grace=1) as served:
        lines = [served.line() for _ in range(12)]
        lines[0].say(BUNDLE)
        assert lines[0].hear()
        for line in lines[1:]:
            line.say(BUNDLE)
        assert served.is_well()
        assert large == [1]
        assert lines[-1].hear()
        time.sleep(2.5)
        sent = [len(line.rest()) for line in lines]
        assert max(sent) < SIZE
        assert served.is_well()


def test_who_reads_it_gets_it_whole(app: Flask, large: list[int]) -> None:
    with serving(app) as served:
        for _ in range(2):
            with served.line() as line:
                line.say(BUNDLE.replace("\n\n", "\nConnection: close\n\n"))
                head, _, body = line.rest().partition(b"\r\n\r\n")
                assert f"Content-Length: {SIZE}".encode() in head
                assert len(body) == SIZE
        assert large == [1]


def test_a_head_alone_makes_nothing(app: Flask, large: list[int]) -> None:
    with serving(app) as served, served.line() as line:
        line.say(BUNDLE.replace("GET", "HEAD"))
        answer = line.rest()
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.endswith(b"\r\n\r\n")
        assert answer.count(b"\r\n\r\n") == 1
        assert large == []


def test_who_asks_for_more_and_more_and_reads_nothing_is_cut_off() -> None:
    answered: list[int] = []

    def app(_environ: object, start_response: Callable[..., object]) -> list[bytes]:
        answered.append(1)
        start_response("200 OK", [("Content-Length", str(1 << 20))])
        return [b"x" * (1 << 20)]

    with serving(app, unsent=1 << 20) as served:
        line = served.line()
        line.say("GET / HTTP/1.1\nHost: localhost\n\n" * 100)
        time.sleep(0.5)
        assert len(answered) < 100
        assert len(line.rest()) < 100 << 20


@pytest.mark.parametrize(
    "begun",
    [
        "GET / HTTP/1.1\nHost: local",
        "G",
        "POST /pin HTTP/1.1\nHost: localhost\nContent-Length: 100\n\npin=",
        "POST /import HTTP/1.1\nHost: localhost\nContent-Length: 1000000\n\nx",
        "POST /import HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n5\nabc",
    ],
)
def test_a_request_that_never_comes_whole_is_cut_off(app: Flask, begun: str) -> None:
    with serving(app, grace=0.3) as served:
        line, phone = served.line(), served.line()
        line.say(begun)
        assert phone.ask("/healthz")
        assert line.is_cut()
        assert phone.ask("/healthz")


def test_a_slow_one_that_goes_on_is_waited_for(app: Flask) -> None:
    app.config["PIN"] = "4711"
    with serving(app, grace=0.3, rate=100) as served:
        line = served.line()
        line.say("POST /pin HTTP/1.1\nHost: localhost\nConnection: close\nContent-Length: 300\n\n")
        for _ in range(10):
            time.sleep(0.1)
            line.say("x" * 30)
        assert line.rest().startswith(b"HTTP/1.1 422 ")


def test_a_connection_that_is_idle_for_long_is_closed(app: Flask) -> None:
    with serving(app, idle=0.3) as served:
        assert served.line().is_cut()
