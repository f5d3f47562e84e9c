"""By another server: gunicorn with one worker and threads, and by no other number of workers."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.serving.served import FORM, PATIENCE, ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn is for other systems")


@contextmanager
def gunicorn(database: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """That server with these words on a port of its own choice; killed if it does not end by itself."""
    usual = ("--threads", "8", "-b", "127.0.0.1:0", "--no-control-socket", "app:app")
    with subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *words, *usual],
        cwd=ROOT,
        env=os.environ | {"SCOREPAD_DB": str(database), "LC_ALL": "C.UTF-8"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # its workers, too


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stderr is not None
    heard = (re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", line) for line in process.stderr)
    return next(int(found[1]) for found in heard if found)


def test_gunicorn_serves_the_pad_by_one_worker_with_threads(tmp_path: Path) -> None:
    with gunicorn(tmp_path / "scorepad.db", "-w", "1") as process:
        with closing(http.client.HTTPConnection("127.0.0.1", port_of(process), timeout=PATIENCE)) as pad:
            pad.request("POST", "/games", urlencode({"ruleset": "yacht", "player": "Ana"}), FORM)
            answer = pad.getresponse()
            answer.read()
            assert answer.status == 303
            pad.request("GET", answer.headers["Location"])
            page = pad.getresponse()
            assert page.status == 200
            assert "Ana" in page.read().decode()
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Traceback" not in said


def test_a_second_worker_is_refused_by_a_line_and_the_server_ends(tmp_path: Path) -> None:
    with gunicorn(tmp_path / "scorepad.db", "-w", "2") as process:
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode != 0
        assert f"another pad is using {tmp_path / 'scorepad.db'}: stop that one first" in said
        assert "Traceback" not in said


def test_workers_that_are_forked_from_a_pad_say_how_it_is_served(tmp_path: Path) -> None:
    with (
        gunicorn(tmp_path / "scorepad.db", "-w", "1", "--preload") as process,
        closing(http.client.HTTPConnection("127.0.0.1", port_of(process), timeout=PATIENCE)) as pad,
    ):
        pad.request("GET", "/")
        answer = pad.getresponse()
        assert answer.status == 503
        assert "gunicorn: one worker, no --preload" in answer.read().decode()
