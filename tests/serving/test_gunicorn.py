"""By another server: gunicorn with one worker and threads."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.serving.served import FORM, PATIENCE, ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn is for other systems")


def test_gunicorn_serves_the_pad_by_one_worker_with_threads(tmp_path: Path) -> None:
    words = ["-w", "1", "--threads", "8", "-b", "127.0.0.1:0", "--no-control-socket", "app:app"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *words],
        cwd=ROOT,
        env=os.environ | {"SCOREPAD_DB": str(tmp_path / "scorepad.db")},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        port = next(
            int(found[1])
            for line in process.stderr
            if (found := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", line))
        )
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            form = urlencode({"ruleset": "yacht", "player": "Ana", "starter": "first"})
            connection.request("POST", "/games", form, FORM)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 303
            connection.request("GET", answer.headers["Location"])
            page = connection.getresponse()
            assert page.status == 200
            assert "Ana" in page.read().decode()
    finally:
        process.terminate()
        said = process.stderr.read()
        process.stderr.close()
        assert process.wait(PATIENCE) == 0
    assert "Traceback" not in said
