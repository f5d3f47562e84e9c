"""The real server in its own process: games over HTTP, clean and sudden ends, what keeps it from starting."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

import pytest

from scorepad.network import home_address
from scorepad.store import Store
from tests.helpers import Page, ranks_on
from tests.strategies import BOXES, Pad, legal

ROOT = Path(__file__).parents[2]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PATIENCE = 20

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


class Answer:
    """What came back: code, headers, page."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.code = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode()

    @property
    def page(self) -> Page:
        return Page(self.text)


class Server:
    """`python app.py` on a file, a port of its own choice unless one is named."""

    def __init__(
        self, database: Path, *words: str, script: str = "", encoding: str = "utf-8", **environment: str
    ) -> None:
        program = ("-c", script) if script else ("app.py",)
        where = words or ("--host", "127.0.0.1", "--port", "0")
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-W", "ignore::ResourceWarning", *program, *where],
            cwd=ROOT,
            env=os.environ | {"SCOREPAD_DB": str(database), "PYTHONIOENCODING": encoding} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.said = ""
        self.complaint = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.end()

    def end(self) -> int:
        """Waits for the end; what was said until then is kept. Returns the exit code."""
        code = self.process.wait(timeout=PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            if not stream.closed:
                text = stream.read()
                stream.close()
                if stream is self.process.stdout:
                    self.said += text
                else:
                    # A busy machine makes waitress say how many requests wait; that is no complaint.
                    self.complaint += re.sub(r"Task queue depth is \d+\n", "", text)
        return code

    def wait_for(self, pattern: str) -> str:
        """Reads lines until one has that in it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError(f"never said {pattern}: {self.said}")

    @property
    def port(self) -> int:
        if not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", self.said)):
            return int(self.wait_for(r"http://127\.0\.0\.1:(\d+)/"))
        return int(found[1])

    def ask(self, path: str, **fields: str | list[str]) -> Answer:
        """A GET, or with fields a POST; a connection of its own."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            if fields:
                connection.request("POST", path, urlencode(fields, doseq=True), FORM)
            else:
                connection.request("GET", path)
            return Answer(connection.getresponse())

    def start_game(self, ruleset: str, *players: str) -> str:
        answer = self.ask("/games", ruleset=ruleset, player=list(players), starter="first")
        assert answer.code == 303
        return answer.headers["Location"]

    def stop(self, number: int = signal.SIGTERM) -> int:
        assert self.ask("/healthz").text == "ok\n"
        self.process.send_signal(number)
        return self.end()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.db"


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_server_cleanly(database: Path, number: signal.Signals) -> None:
    with Server(database) as server:
        address = server.start_game("yacht", "Ana")
        assert server.stop(number) == 0
        assert server.complaint == ""
    assert not Path(f"{database}-wal").exists()
    with Server(database) as server:
        assert server.ask(address).code == 200


def test_what_listens_to_this_machine_alone_offers_nothing_to_phones(database: Path) -> None:
    with Server(database) as server:
        assert server.ask("/healthz").code == 200
        assert server.stop() == 0
        assert f"http://127.0.0.1:{server.port}/" in server.said
        assert "on a phone" not in server.said
        assert not set(server.said) & set("█▀▄")


def test_everywhere_means_this_machine_and_the_home_network(database: Path) -> None:
    with Server(database, "--port", "0") as server:
        port = server.wait_for(r"http://localhost:(\d+)/")
        address = home_address()
        if address:
            assert server.wait_for(rf"on a phone: +(http://{re.escape(address)}:{port}/)")
        with closing(http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)) as connection:
            connection.request("GET", "/healthz")
            assert Answer(connection.getresponse()).text == "ok\n"


def test_a_terminal_without_blocks_still_serves(database: Path) -> None:
    with Server(database, encoding="ascii") as server:
        assert server.ask("/healthz").text == "ok\n"
        assert server.stop() == 0
        assert server.complaint == ""


# --- a sudden end ------------------------------------------------------------------------------------


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


# --- what keeps it from starting ---------------------------------------------------------------------


def complaint_of(database: Path, *words: str) -> str:
    """The one line of a server that can't start."""
    with Server(database, *words) as server:
        assert server.end() == 1
        assert server.said == ""
        assert len(server.complaint.splitlines()) == 1, server.complaint
        return server.complaint


def test_a_second_server_on_the_same_file_says_so(database: Path) -> None:
    with Server(database) as server:
        address = server.start_game("yacht", "Ana")
        line = complaint_of(database)
        assert line == f"Another pad is using {database}: stop that one first.\n"
        assert server.ask(address).code == 200


@contextmanager
def taken_port() -> Iterator[int]:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        yield taken.getsockname()[1]


def test_a_taken_port_says_so(database: Path) -> None:
    with taken_port() as port:
        line = complaint_of(database, "--host", "127.0.0.1", "--port", str(port))
    assert str(port) in line
    assert "--port" in line
    with Server(database) as server:
        assert server.ask("/healthz").code == 200


@pytest.mark.parametrize("host", ["nowhere.invalid", "256.1.1.1", "192.0.2.7"])
def test_an_address_that_is_not_this_machines_says_so(database: Path, host: str) -> None:
    assert host in complaint_of(database, "--host", host, "--port", "0")


def test_a_file_that_is_no_database_says_so(database: Path) -> None:
    database.write_text("this is no database, " * 40)
    assert "not an intact database" in complaint_of(database)


def test_a_place_where_no_file_can_be_says_so(database: Path) -> None:
    database.write_text("")
    complaint_of(database / "below" / "scorepad.db")


@pytest.mark.parametrize(
    "held", [b"", b" \n", b"short", b"\xff" * 64, b"a" * 31 + b" b", b"\0" * 64, "ä".encode() * 40]
)
def test_a_key_that_signs_nothing_safely_says_so_by_its_name(database: Path, held: bytes) -> None:
    key = database.with_name("secret_key")
    key.write_bytes(held)
    line = complaint_of(database)
    assert line.startswith(f"{key} holds no key to sign cookies with")
    assert "delete it" in line
    assert key.read_bytes() == held
    assert not database.exists()


def test_once_a_broken_key_is_deleted_the_pad_starts_with_a_new_one(database: Path) -> None:
    key = database.with_name("secret_key")
    key.mkdir()
    complaint_of(database)
    key.rmdir()
    with Server(database) as server:
        assert server.stop() == 0
    assert len(key.read_text()) >= 32


def test_a_file_of_a_newer_version_says_which_change_of_its_form_is_unknown(database: Path) -> None:
    Store(database).close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorepad', 'm999_colour', '2030-01-01')"
        )
    before = database.read_bytes()
    line = complaint_of(database)
    assert line.startswith(f"{database} was written by a newer version of the pad (m999_colour): ")
    assert database.read_bytes() == before


# Where "localhost" is both 127.0.0.1 and ::1, as on most machines; here with two that are always there.
TWO_ADDRESSES = """
import socket, sys
resolve = socket.getaddrinfo
def both(host, *rest, **more):
    hosts = ["127.0.0.1", "127.0.0.2"] if host == "localhost" else [host]
    return [found for name in hosts for found in resolve(name, *rest, **more)]
socket.getaddrinfo = both
from scorepad.commands import main
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second address of this machine")
def test_a_name_with_two_addresses_is_served(database: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with Server(database, "--host", "localhost", "--port", str(port), script=TWO_ADDRESSES) as server:
        try:
            server.wait_for(rf"(http://localhost:{port}/)")
        except AssertionError:
            server.end()
            raise AssertionError(server.complaint) from None
        for host in ("127.0.0.1", "127.0.0.2"):
            with closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as connection:
                connection.request("GET", "/healthz")
                assert Answer(connection.getresponse()).text == "ok\n"


# --- requests of an odd kind -------------------------------------------------------------------------


def raw(server: Server, request: bytes) -> bytes:
    """The first bytes that come back to those very bytes."""
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)) as connection:
        connection.sendall(request)
        return connection.recv(4096)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the requests that should change nothing."""
    with Server(tmp_path_factory.mktemp("served") / "scorepad.db") as server:
        assert server.port
        yield server


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


# --- behind a proxy ----------------------------------------------------------------------------------

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


def test_the_server_does_not_say_what_it_is_made_of(served: Server) -> None:
    assert "Server" not in served.ask("/").headers


def test_the_lines_are_in_the_language_of_the_terminal(database: Path) -> None:
    finnish = {**os.environ, "LANG": "fi_FI.UTF-8", "LC_ALL": "", "SCOREPAD_DB": str(database)}
    with Server(database) as server:
        assert server.port  # it has the file
        answer = subprocess.run(
            [sys.executable, "app.py", "--port", "0"],
            cwd=ROOT,
            env=finnish | {"PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            timeout=30,
        )
    assert answer.returncode == 1
    assert "käyttää" in answer.stderr.decode() or str(database) in answer.stderr.decode()
    assert "another pad" not in answer.stderr.decode().lower()


def test_without_a_standard_output_the_pad_is_served_all_the_same(database: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    where = ["--host", "127.0.0.1", "--port", str(port)]
    program = ["bash", "-c", 'exec "$0" app.py "$@" >&-', sys.executable, *where]
    environment = os.environ | {"SCOREPAD_DB": str(database)}
    with subprocess.Popen(program, cwd=ROOT, env=environment, stderr=subprocess.PIPE) as process:
        try:
            assert healthy(port)
        finally:
            process.terminate()
        assert process.communicate(timeout=PATIENCE)[1] == b""
    assert process.returncode == 0


def healthy(port: int) -> bool:
    """Whether a pad answers on that port within some seconds."""
    for _ in range(10 * PATIENCE):
        with suppress(OSError), closing(http.client.HTTPConnection("127.0.0.1", port, timeout=1)) as asked:
            asked.request("GET", "/healthz")
            return Answer(asked.getresponse()).text == "ok\n"
        time.sleep(0.1)
    return False
