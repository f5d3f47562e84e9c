"""Behind a proxy that serves the pad under a path."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest

from tests.serving.served import FORM, PATIENCE, Answer, Server, raw

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


FORWARDED = {
    "X-Forwarded-For": "192.168.1.77",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "pad.home.arpa",
    "X-Forwarded-Prefix": "/pad",
}
"""What a proxy says that takes https://pad.home.arpa/pad/ and passes on what comes after /pad."""


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is told that a proxy stands before it."""
    with Server(tmp_path_factory.mktemp("proxied") / "scorepad.db", SCOREPAD_PROXY="1") as server:
        assert server.port
        yield server


def forwarded(server: Server, method: str, path: str, body: str | bytes = "", **headers: str) -> Answer:
    """A request as the proxy passes it on."""
    said = FORM | FORWARDED | {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, body, said)
        return Answer(connection.getresponse())


NEW_GAME = "ruleset=yacht&player=Ana&player=Ben&starter=first"


def test_a_game_is_played_behind_a_proxy(proxied: Server) -> None:
    started = forwarded(proxied, "POST", "/games", NEW_GAME, Origin="https://pad.home.arpa")
    assert started.code == 303
    address = started.headers["Location"]
    assert address.startswith("/pad/games/")
    inner = address.removeprefix("/pad")
    page = forwarded(proxied, "GET", f"{inner}?dice=12346").page
    assert page.one("form", "id", "turn")["action"] == f"{address}/turns"
    assert page.one("", "data-url")["data-url"] == f"{address}/pad"
    assert all(link["href"].startswith("/pad/") for link in page.all("a") + page.all("link"))
    turn = urlencode({"seen": page.seen, "dice": "12346", "box": "ones"})
    saved = forwarded(proxied, "POST", f"{inner}/turns", turn, Sec_Fetch_Site="same-origin")
    assert (saved.code, saved.headers["Location"]) == (303, address)
    assert forwarded(proxied, "GET", inner).page.seen == 1


def test_another_phone_is_invited_by_the_address_of_the_proxy(proxied: Server) -> None:
    address = forwarded(proxied, "POST", "/games", NEW_GAME).headers["Location"]
    page = forwarded(proxied, "GET", f"{address.removeprefix('/pad')}/invite").page
    links = [link["href"] for link in page.all("a") if "://" in link["href"]]
    assert len(links) == 2
    assert links[0] == f"https://pad.home.arpa{address}"
    assert links[1].startswith("https://pad.home.arpa/pad/watch/")


def test_cookies_behind_a_proxy_are_for_its_path(proxied: Server) -> None:
    answer = forwarded(proxied, "POST", "/settings", "theme=dark&back=/pad/help")
    assert answer.headers["Location"] == "/pad/help"
    assert "Path=/pad" in answer.headers["Set-Cookie"].split("; ")


@pytest.mark.parametrize("origin", ["http://pad.home.arpa", "https://127.0.0.1", "https://evil.com"])
def test_another_origin_changes_nothing_behind_a_proxy(proxied: Server, origin: str) -> None:
    assert forwarded(proxied, "POST", "/games", NEW_GAME, Origin=origin).code == 403


def test_a_foreign_name_is_refused_behind_a_proxy(proxied: Server) -> None:
    answer = forwarded(proxied, "GET", "/", X_Forwarded_Host="evil.com")
    assert answer.code == 400
    assert "does not know this name" in answer.page.text


def test_a_large_file_is_imported_behind_a_proxy(proxied: Server) -> None:
    head = '--x\r\nContent-Disposition: form-data; name="file"; filename="games.json"\r\n\r\n'
    body = f"{head}{' ' * (3 << 20)}{{}}\r\n--x--\r\n"
    multipart = "multipart/form-data; boundary=x"
    assert forwarded(proxied, "POST", "/import", body, Content_Type=multipart).code == 422
    # The refusal comes before the body does, and may cut short whoever still sends it: so a piece of it.
    said = "".join(f"{name}: {value}\r\n" for name, value in FORWARDED.items())
    begun = f"POST /games HTTP/1.1\r\nHost: localhost\r\n{said}Content-Length: {len(body)}\r\n\r\n"
    assert raw(proxied, begun.encode() + b"x" * 1000).split()[1] == b"413"


def test_nobody_is_taken_for_a_proxy_unless_there_is_one(served: Server) -> None:
    started = forwarded(served, "POST", "/games", NEW_GAME, Origin=f"http://127.0.0.1:{served.port}")
    assert started.code == 303
    address = started.headers["Location"]
    assert address.startswith("/games/")
    page = forwarded(served, "GET", f"{address}/invite", X_Forwarded_Host="evil.com").page
    assert "evil.com" not in page.html
    assert all(link["href"].startswith("/") for link in page.all("a"))
    assert "/pad/" not in page.html
    assert forwarded(served, "POST", "/games", NEW_GAME, Origin="https://pad.home.arpa").code == 403
