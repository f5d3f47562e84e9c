"""Requests of an odd kind, and connections that stay."""

from __future__ import annotations

import http.client
import socket
import sys
from contextlib import closing

import pytest

from tests.serving.served import PATIENCE, Answer, Server, raw

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /games/new?add=\xed\xa0\x80 HTTP/1.1\r\nHost: localhost",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost",
        b"GET /games/new?add=%ED%A0%80 HTTP/1.1\r\nHost: localhost",
        b"GET / HTTP/1.1",
        b"GET / HTTP/1.0",
        b"GET / HTTP/1.1\r\nHost: evil.com",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xff=\xff",
        b"GET http://evil.com/ HTTP/1.1\r\nHost: localhost",
        b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Length: x",
        b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0",
        b"POST /games HTTP/1.1\r\nHost: xn--\r\nOrigin: http://xn--\r\nContent-Length: 0",
        b"nonsense",
    ],
)
def test_no_request_makes_the_server_fail(served: Server, request_line: bytes) -> None:
    answer = raw(served, request_line + b"\r\nConnection: close\r\n\r\n")
    code = int(answer.split()[1])
    assert 200 <= code < 500
    assert b"Traceback" not in answer
    assert served.ask("/healthz").code == 200


def test_a_body_over_a_mebibyte_is_too_big(served: Server) -> None:
    size = (1 << 20) + 1
    head = f"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n"
    answer = raw(served, head.encode() + b"x" * 1000)
    assert answer.split()[1] == b"413"
    assert served.ask("/healthz").code == 200


def test_many_phones_hold_a_connection_each(served: Server) -> None:
    connections = [http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE) for _ in range(150)]
    try:
        for connection in connections:
            connection.connect()
        for connection in (connections[0], connections[99], connections[-1]):
            connection.request("GET", "/healthz")
            assert Answer(connection.getresponse()).text == "ok\n"
    finally:
        for connection in connections:
            connection.close()


def test_a_phone_that_polls_keeps_its_connection(served: Server) -> None:
    address = served.start_game("yacht", "Ana")
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        connection.connect()
        line = connection.sock
        for _ in range(3):
            connection.request("GET", f"{address}/pad?seen=0")
            answer = Answer(connection.getresponse())
            assert answer.code == 204
            assert "Connection" not in answer.headers
            assert connection.sock is line
        connection.request("GET", "/healthz")
        assert Answer(connection.getresponse()).text == "ok\n"
        assert connection.sock is line


@pytest.mark.parametrize(("version", "header"), [("1.1", "Connection: close\r\n"), ("1.0", "")])
def test_a_poll_that_is_to_be_the_last_one_closes_its_connection(
    served: Server, version: str, header: str
) -> None:
    address = served.start_game("yacht", "Ana")
    asked = f"GET {address}/pad?seen=0 HTTP/{version}\r\nHost: localhost\r\n{header}\r\n"
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)) as connection:
        connection.sendall(asked.encode())
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert answer.startswith(f"HTTP/{version} 204 ".encode())
    assert b"\r\nConnection: close\r\n" in answer


def test_the_server_does_not_say_what_it_is_made_of(served: Server) -> None:
    assert "Server" not in served.ask("/").headers
