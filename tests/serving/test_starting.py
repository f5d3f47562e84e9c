"""How the server begins and ends: what it says, what stops it, what keeps it from starting."""

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

import pytest

from scorepad.network import home_address
from scorepad.store import Store, StoreError
from tests.helpers import make_app
from tests.serving.served import PATIENCE, ROOT, Answer, Server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


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


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.7"])
def test_an_address_that_is_not_this_machines_says_so(database: Path, host: str) -> None:
    assert host in complaint_of(database, "--host", host, "--port", "0")


def test_a_file_that_is_no_database_says_so(database: Path) -> None:
    database.write_text("this is no database, " * 40)
    assert "not an intact database" in complaint_of(database)


def test_a_place_where_no_file_can_be_says_so(database: Path) -> None:
    database.write_text("")
    complaint_of(database / "below" / "scorepad.db")


def test_a_key_that_signs_nothing_safely_says_so_by_its_name(database: Path) -> None:
    key, held = database.with_name("secret_key"), b"short"
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


def test_a_size_that_is_none_says_so(database: Path) -> None:
    with Server(database, SCOREPAD_CACHE="many") as server:
        assert server.end() == 1
        assert server.complaint == "SCOREPAD_CACHE is a whole number of megabytes, not “many”.\n"


@pytest.mark.parametrize("size", ["-1", "1.5", "٣"])
def test_no_other_size_is_taken(database: Path, size: str) -> None:
    with pytest.raises(StoreError, match="bad_cache"):
        make_app(database, CACHE=size)


def test_a_name_that_is_none_says_so(database: Path) -> None:
    with Server(database, SCOREPAD_NAME="My pad") as server:
        assert server.end() == 1
        assert server.complaint == (
            "SCOREPAD_NAME is a name of small letters, figures and hyphens, such as scorepad, not “my pad”.\n"
        )


def test_a_level_that_is_none_says_so(database: Path) -> None:
    with Server(database, SCOREPAD_LOG="loud") as server:
        assert server.end() == 2
        assert "'error', 'warning', 'info'" in server.complaint
