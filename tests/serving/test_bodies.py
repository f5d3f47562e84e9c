"""What a request brings is received only where it may come: its head alone is judged."""

from __future__ import annotations

import pytest
from flask import Flask

from scorepad.web.intake import LARGEST_IMPORT
from scorepad.web.photo import LARGEST_PHOTO
from tests.helpers import store_of
from tests.serving.lines import Line, Serving, serving

LARGE = 1 << 20


def post(line: Line, path: str, size: int | str, *more: str) -> bytes:
    """Says the head of that request and a little of its body; what comes back until the line is closed."""
    length = "Transfer-Encoding: chunked" if size == "chunked" else f"Content-Length: {size}"
    heads = (f"POST {path} HTTP/1.1", "Host: localhost", length, *more)
    line.say("\n".join({head.split(":")[0]: head for head in heads}.values()) + "\n\nabc")
    line.socket.shutdown(1)
    return line.rest()


def told(answer: bytes) -> tuple[int, str]:
    """The code of that answer and its page."""
    head, _, page = answer.decode().partition("\r\n\r\n")
    assert "Connection: close" in head
    assert "text/html" in head
    assert "</html>" in page
    return int(head.split()[1]), page


@pytest.mark.parametrize(
    ("path", "size", "most"), [("/games", LARGE + 1, "1 MB"), ("/import", LARGEST_IMPORT + 1, "64 MB")]
)
def test_what_is_too_big_is_told_before_it_comes(app: Flask, path: str, size: int, most: str) -> None:
    with serving(app) as served:
        code, page = told(post(served.line(), path, size))
        assert code == 413
        assert f"At most {most}" in page


def test_a_photo_has_its_own_limit_on_its_own_page_alone(app: Flask) -> None:
    key = store_of(app).create("yahtzee", ["Ana"])
    with serving(app) as served:
        code, page = told(post(served.line(), f"/games/{key}/photo", LARGEST_PHOTO + 1))
        assert code == 413
        assert "This photo is too big: at most 24 MB" in page
        assert told(post(served.line(), f"/games/{key}/turns", LARGEST_PHOTO))[0] == 413
        assert served.is_well()


def test_an_upload_without_the_pin_is_refused_before_it_comes(app: Flask) -> None:
    app.config["PIN"] = "4711"
    with serving(app) as served:
        for size in (LARGE // 2, LARGEST_IMPORT, "chunked"):
            code, page = told(post(served.line(), "/import", size))
            assert code == 401
            assert "The PIN is needed" in page
        assert told(post(served.line(), "/games/any/photo", LARGEST_PHOTO))[0] == 401


def test_an_upload_to_a_foreign_name_or_from_another_page_is_refused_before_it_comes(app: Flask) -> None:
    with serving(app) as served:
        assert told(post(served.line(), "/import", LARGE, "Host: evil.com"))[0] == 400
        assert told(post(served.line(), "/import", LARGE, "Sec-Fetch-Site: cross-site"))[0] == 403


def test_so_many_uploads_at_once_and_the_next_is_to_come_again(app: Flask) -> None:
    key = store_of(app).create("yahtzee", ["Ana"])
    with serving(app, uploads=2) as served:
        begun = [served.line() for _ in range(2)]
        for line in begun:
            line.say(f"POST /import HTTP/1.1\nHost: localhost\nContent-Length: {LARGE}\n\nabc")
        assert served.is_well()
        code, page = told(post(served.line(), "/import", LARGE))
        assert code == 503
        assert "Try again in a moment" in page
        code, page = told(post(served.line(), f"/games/{key}/photo", LARGE))
        assert code == 503
        assert "The pad is reading other photos" in page
        assert told(post(served.line(), "/games/nobody/photo", LARGE))[0] == 404
        begun[0].socket.close()
        assert served.is_well()
        assert expected(served)


def expected(served: Serving) -> bool:
    """Whether a large upload is asked to come."""
    line = served.line()
    line.say(f"POST /import HTTP/1.1\nHost: localhost\nContent-Length: {LARGE}\nExpect: 100-continue\n\n")
    return line.hear().startswith(b"HTTP/1.1 100 ")


def test_who_waits_to_be_asked_is_asked_only_where_it_may_come(app: Flask) -> None:
    with serving(app) as served:
        assert expected(served)
        app.config["PIN"] = "4711"
        assert not expected(served)


def test_what_comes_in_pieces_is_cut_at_its_limit(app: Flask) -> None:
    with serving(app) as served, served.line() as line:
        line.say("POST /games HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n")
        for _ in range(17):
            line.say(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        assert told(line.rest())[0] == 413


def test_a_refusal_reaches_who_sends_on(app: Flask) -> None:
    with serving(app) as served, served.line() as line:
        line.say(f"POST /games HTTP/1.1\nHost: localhost\nContent-Length: {8 * LARGE}\n\n")
        for _ in range(8):
            line.say(b"x" * LARGE)
        assert told(line.rest())[0] == 413


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("nonsense", 400),
        ("GET / HTTP/1.1\nHost: localhost\nno header", 400),
        ("POST / HTTP/1.1\nHost: localhost\nContent-Length: x", 400),
        ("POST / HTTP/1.1\nHost: localhost\nContent-Length: " + "9" * 4301, 400),
        ("GET http://[/ HTTP/1.1\nHost: localhost", 400),
        ("POST / HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip", 400),
        ("GET / HTTP/1.1\nHost: localhost\nX: " + "x" * (1 << 17), 431),
    ],
)
def test_what_cannot_be_read_is_told_as_a_page(app: Flask, head: str, code: int) -> None:
    app.config["PIN"] = "4711"
    with serving(app) as served, served.line() as line:
        line.say(f"{head}\n\n")
        assert told(line.rest())[0] == code


def test_two_requests_at_once_are_answered_in_their_order(app: Flask) -> None:
    with serving(app) as served, served.line() as line:
        line.say("GET /healthz HTTP/1.1\nHost: localhost\n\nGET /nothing HTTP/1.1\nHost: localhost\n")
        line.say("Connection: close\n\n")
        answer = line.rest()
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b"HTTP/1.1 404 " in answer
