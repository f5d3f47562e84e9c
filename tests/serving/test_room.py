"""However many connections there are, somebody new is let in, and who looks again and again stays."""

from __future__ import annotations

import resource
from contextlib import ExitStack

import pytest
from flask import Flask

from tests.serving.lines import Line, serving
from tests.serving.served import Server

MANY = 1100


def test_of_more_connections_than_there_is_room_for_the_idle_ones_go(app: Flask) -> None:
    with serving(app, connections=40) as served:
        phones = [served.line() for _ in range(3)]
        for phone in phones:
            assert phone.ask("/healthz")
        idle = []
        for number in range(100):
            idle.append(served.line())
            if number % 10 == 0:
                idle[-1].say("GET / HTTP/1.1\nHost: ")
                assert all(phone.ask("/healthz") for phone in phones)
        assert served.is_well()
        assert all(phone.ask("/healthz").endswith(b"ok\n") for phone in phones)
        assert idle[0].is_cut()
        assert not idle[-1].is_cut(0.1)


def test_those_that_asked_once_make_room_for_those_that_ask_again(app: Flask) -> None:
    with serving(app, connections=20) as served:
        phone = served.line()
        for _ in range(60):
            assert served.line().ask("/healthz")
            assert phone.ask("/healthz")


def test_more_than_a_thousand_idle_connections_let_a_phone_in(server: Server) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2 * MANY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * MANY, hard), hard))
    with ExitStack() as opened:
        phone = opened.enter_context(Line(server.port))
        for number in range(MANY):
            opened.enter_context(Line(server.port))
            if number % 100 == 0:
                assert phone.ask("/healthz").endswith(b"ok\n")
        with Line(server.port) as new:
            new.socket.settimeout(2)
            assert new.ask("/healthz").endswith(b"ok\n")
        assert phone.ask("/healthz").endswith(b"ok\n")


@pytest.fixture
def server(served: Server) -> Server:
    return served
