"""Behind a proxy that speaks https and keeps the pad under a path: the real server, a small one before it."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest

from tests.helpers import Page
from tests.serving.served import FORM, PATIENCE, Answer, Server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

OUTSIDE = "home.example.org"
PIN = "4711"


def proxy_to(port: int) -> type[BaseHTTPRequestHandler]:
    """What nginx does by README: takes the path away, and says what it was asked as, and by whom."""

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told = dict(self.headers.items()) | {
                "Host": f"127.0.0.1:{port}",
                "X-Forwarded-For": f"{self.headers.get('X-Forwarded-For', '')}, {self.headers['Sender']}",
                "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": self.headers["Host"],
                "X-Forwarded-Prefix": "/pad",
            }
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as pad:
                pad.request(self.command, self.path.removeprefix("/pad"), body, told)
                answer = pad.getresponse()
                content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name not in ("Content-Length", "Connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815 (as its class names them)

        def log_message(self, *words: object) -> None:
            pass

    return Proxy


class Outside:
    """Whoever comes by https://home.example.org/pad/."""

    def __init__(self, port: int) -> None:
        self._port = port

    def ask(self, path: str, sender: str = "203.0.113.7", more: str = "", **fields: str) -> Answer:
        headers = {"Host": OUTSIDE, "Sender": sender} | ({"X-Forwarded-For": more} if more else {})
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as connection:
            if fields:
                headers |= FORM | {"Origin": f"https://{OUTSIDE}"}
                connection.request("POST", path, urlencode(fields), headers)
            else:
                connection.request("GET", path, headers=headers)
            return Answer(connection.getresponse())


@contextmanager
def behind(server: Server) -> Iterator[Outside]:
    with ThreadingHTTPServer(("127.0.0.1", 0), proxy_to(server.port)) as proxy:
        thread = Thread(target=proxy.serve_forever, daemon=True)
        thread.start()
        try:
            yield Outside(proxy.server_address[1])
        finally:
            proxy.shutdown()
            thread.join()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.db"


def parts_of(cookie: str | None) -> set[str]:
    assert cookie is not None
    return {part.strip() for part in cookie.split(";")}


def test_behind_a_proxy_all_is_as_the_outside_sees_it(database: Path) -> None:
    with Server(database, SCOREPAD_PROXY="1", SCOREPAD_HOSTS=OUTSIDE) as server, behind(server) as outside:
        answer = outside.ask("/pad/games", ruleset="yacht", player="Ana", starter="first")
        assert answer.code == 303
        game = answer.headers["Location"]
        assert game.startswith("/pad/games/")
        shown = [link["href"] for link in outside.ask(f"{game}/invite").page.all("a")]
        outer = [address for address in shown if address.startswith("http")]
        assert len(outer) == 2
        assert outer[0] == f"https://{OUTSIDE}{game}"
        assert outer[1].startswith(f"https://{OUTSIDE}/pad/watch/")
        home = outside.ask("/pad/").page
        assert [link["href"] for link in home.all("a") if link["href"].startswith("http")] == [
            f"https://{OUTSIDE}/pad/"
        ]
        cookie = outside.ask("/pad/settings", theme="dark", back="/pad/").headers["Set-Cookie"]
        assert {"theme=dark", "Secure", "Path=/pad", "SameSite=Lax"} <= parts_of(cookie)
        plain = server.ask("/settings", theme="dark", back="/").headers["Set-Cookie"]
        assert "Secure" not in parts_of(plain)
        server.process.kill()
        server.end()
        assert server.complaint == ""


def test_behind_a_proxy_wrong_pins_are_counted_by_the_address_that_it_names(database: Path) -> None:
    settings = {"SCOREPAD_PROXY": "1", "SCOREPAD_HOSTS": OUTSIDE, "SCOREPAD_PIN": PIN}
    with Server(database, **settings) as server, behind(server) as outside:
        for number in range(5):  # whoever guesses may say what they like before the proxy's own word
            assert outside.ask("/pad/pin", more=f"10.0.0.{number}", pin="0000").code == 422
        answer = outside.ask("/pad/pin", more="10.0.0.99", pin=PIN)
        assert answer.code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 30
        let_in = outside.ask("/pad/pin", sender="203.0.113.8", pin=PIN)
        assert let_in.code == 303
        assert {"Secure", "HttpOnly", "Path=/pad"} <= parts_of(let_in.headers["Set-Cookie"])


def test_without_the_setting_nobody_is_believed_and_the_page_and_the_log_say_what_helps(
    database: Path,
) -> None:
    with Server(database, SCOREPAD_PIN=PIN) as server, behind(server) as outside:
        refused = outside.ask("/pad/pin", pin=PIN)
        assert refused.code == 403
        told = refused.page.text
        assert f"one of https://{OUTSIDE}, but the pad was asked as http://127.0.0.1:{server.port}" in told
        assert "start the pad with SCOREPAD_PROXY=1" in told
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
            codes = []
            for number in range(6):
                headers = FORM | {"X-Forwarded-For": f"10.0.0.{number}"}
                connection.request("POST", "/pin", "pin=0000", headers)
                codes.append(connection.getresponse().code)
                connection.close()
        assert codes == [422] * 5 + [429]
        server.process.kill()
        server.end()
        assert "start the pad with SCOREPAD_PROXY=1" in server.complaint


def test_a_name_from_outside_that_nobody_added_is_told_with_the_setting_for_it(database: Path) -> None:
    with Server(database, SCOREPAD_PROXY="1") as server, behind(server) as outside:
        refused = outside.ask("/pad/")
        assert refused.code == 400
        assert f"If {OUTSIDE} is your own name for it, add it to SCOREPAD_HOSTS" in Page(refused.text).text
        server.process.kill()
        server.end()
        assert f"the name '{OUTSIDE}' is refused" in server.complaint
