"""The real server in its own process, and what it answers."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

from tests.helpers import Page

ROOT = Path(__file__).parents[2]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PATIENCE = 20


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

    def ask(self, path: str, headers: dict[str, str] | None = None, **fields: str | list[str]) -> Answer:
        """A GET, or with fields a POST; a connection of its own."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            if fields:
                connection.request("POST", path, urlencode(fields, doseq=True), FORM)
            else:
                connection.request("GET", path, headers=headers or {})
            return Answer(connection.getresponse())

    def start_game(self, ruleset: str, *players: str) -> str:
        answer = self.ask("/games", ruleset=ruleset, player=list(players), starter="first")
        assert answer.code == 303
        return answer.headers["Location"]

    def stop(self, number: int = signal.SIGTERM) -> int:
        assert self.ask("/healthz").text == "ok\n"
        self.process.send_signal(number)
        return self.end()


def raw(server: Server, request: bytes) -> bytes:
    """The first bytes that come back to those very bytes."""
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)) as connection:
        connection.sendall(request)
        return connection.recv(4096)
