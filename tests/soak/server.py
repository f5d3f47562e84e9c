"""The real server in a process of its own, that can be killed at any moment and started again."""

from __future__ import annotations

import atexit
import http.client
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

ROOT = Path(__file__).parents[2]
PATIENCE = 30
FORM = "application/x-www-form-urlencoded"


def free_port() -> int:
    with closing(socket.socket()) as heard:
        heard.bind(("127.0.0.1", 0))
        port: int = heard.getsockname()[1]
        return port


def environment(database: Path) -> dict[str, str]:
    ours = {"SCOREPAD_DB": str(database), "PYTHONIOENCODING": "utf-8", "TZ": "UTC"}
    return {name: value for name, value in os.environ.items() if not name.startswith("SCOREPAD_")} | ours


def command(database: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Runs `app.py` with these words to its end."""
    return subprocess.run(
        [sys.executable, "app.py", *map(str, words)],
        cwd=ROOT,
        env=environment(database),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@dataclass(frozen=True)
class Answer:
    """What came back."""

    code: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: str | None = None, **headers: str
) -> Answer:
    """One request over that connection. Raises OSError or HTTPException where no whole answer comes."""
    connection.request(method, path, body, {"Content-Type": FORM, **headers} if body is not None else headers)
    answer = connection.getresponse()
    return Answer(answer.status, answer.headers, answer.read())


class Server:
    """`python app.py serve` on that file, by the version in `root`. `running` is set while it answers."""

    def __init__(self, database: Path, root: Path = ROOT) -> None:
        self.database = database
        self._root = root
        self.port = free_port()
        self.running = Event()
        self.log = database.with_name("server.log")
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self._put_down)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "app.py", "serve", "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=self._root,
                env=environment(self.database),
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self._wait()
        self.running.set()

    def _put_down(self) -> None:
        """Whatever went wrong, no server is left behind."""
        if self._process and self._process.poll() is None:
            self._process.kill()

    def _wait(self) -> None:
        """Until it answers. Raises RuntimeError where it doesn't."""
        assert self._process is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            try:
                with closing(self.connection()) as connection:
                    if ask(connection, "GET", "/healthz").code == 200:
                        return
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
        raise RuntimeError(f"the pad does not start: {self.complaints}")

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def end(self, number: int = signal.SIGKILL) -> int:
        """Ends it by that signal; returns its exit code."""
        self.running.clear()
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(PATIENCE)

    @property
    def complaints(self) -> str:
        """What it said on standard error since it first started."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""


def unsound(database: Path) -> str:
    """What SQLite finds wrong with that file as it lies there, its log with it; looked at in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "copy.db"
        for end in ("", "-wal"):
            if Path(f"{database}{end}").exists():
                shutil.copyfile(f"{database}{end}", f"{copied}{end}")
        with closing(sqlite3.connect(copied)) as connection:
            said = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            loose = connection.execute("PRAGMA foreign_key_check").fetchall()
    return "" if said == ["ok"] and not loose else f"{said} {loose}"
