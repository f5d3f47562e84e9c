"""Files to download: made once until something is written, one at a time, gone after a while."""

from __future__ import annotations

import errno
import gc
import io
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.web import export
from scorepad.web.made import Busy, Made, MadeFiles, Reader, gently
from tests.helpers import Page, new_game


@pytest.fixture
def bundles(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often all games were put together."""
    made: list[int] = []

    def bundle(games: object) -> Iterator[str]:
        made.append(1)
        yield str(len(list(games)))  # type: ignore[call-overload]

    monkeypatch.setattr(export, "bundle", bundle)
    return made


def test_a_file_is_made_anew_once_something_was_written(client: FlaskClient, bundles: list[int]) -> None:
    assert [client.get("/export/bundle.json").text for _ in range(3)] == ["0"] * 3
    assert len(bundles) == 1
    new_game(client)
    assert [client.get("/export/bundle.json").text for _ in range(3)] == ["1"] * 3
    assert len(bundles) == 2


def test_a_head_makes_no_file(client: FlaskClient, bundles: list[int]) -> None:
    answer = client.head("/export/bundle.json")
    assert answer.status_code == 200
    assert answer.content_type == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert bundles == []


def test_each_language_and_separator_has_its_own_table(client: FlaskClient) -> None:
    texts = {client.get(f"/export/games.csv?separator={name}").text for name in ("comma", "semicolon")}
    client.set_cookie("language", "fi")
    texts |= {client.get(f"/export/games.csv?separator={name}").text for name in ("comma", "semicolon")}
    assert len(texts) == 4


def test_while_one_is_made_another_comes_by_itself_in_a_moment(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()

    def slow(_games: object) -> Iterator[str]:
        begun.set()
        assert go_on.wait(20)
        yield "done"

    monkeypatch.setattr(export, "bundle", slow)
    got: list[str] = []
    first = Thread(target=lambda: got.append(app.test_client().get("/export/bundle.json").text))
    first.start()
    assert begun.wait(20)
    for path in ("bundle.json", "turns.csv", "scorepad.db"):
        answer = app.test_client().get(f"/export/{path}")
        assert answer.status_code == 503
        assert answer.headers["Refresh"] == answer.headers["Retry-After"]
        assert "comes by itself" in Page(answer.text).text
    go_on.set()
    first.join()
    assert got == ["done"]
    assert app.test_client().get("/export/turns.csv").status_code == 200


def test_one_that_failed_holds_up_no_other(tmp_path: Path) -> None:
    files = MadeFiles(tmp_path)

    def broken() -> Iterator[bytes]:
        yield b"a"
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        files.get("one", broken)
    assert files.get("one", lambda: [b"whole"]).size == 5


def test_nothing_of_it_is_left_on_the_disk(tmp_path: Path) -> None:
    made = Made(tmp_path, [b"some", b"thing"])
    assert list(tmp_path.iterdir()) == []
    reader = io.BufferedReader(Reader(made))
    assert reader.read(4) == b"some"
    assert reader.seek(-3, io.SEEK_END) == 6
    assert reader.read() == b"ing"
    reader.close()


def test_files_are_kept_for_a_while_and_a_few_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MadeFiles, "SECONDS", 0.2)
    files = MadeFiles(tmp_path)
    made = [files.get(number, lambda: [b"x"]) for number in range(MadeFiles.MOST + 1)]
    assert files.get(MadeFiles.MOST, lambda: [b"y"]) is made[-1]
    with pytest.raises(OSError, match="newer"):
        Reader(made[0]).read()
    assert Reader(made[1]).read() == b"x"
    time.sleep(0.4)
    assert files.get(MadeFiles.MOST, lambda: [b"y"]) is not made[-1]
    made.clear()
    gc.collect()


def test_a_file_that_was_made_again_is_kept_as_long_as_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MadeFiles, "SECONDS", 0.4)
    files = MadeFiles(tmp_path)
    for number in range(MadeFiles.KEPT + 1):
        files.get(number, lambda: [b"x"])
    time.sleep(0.2)
    made = files.get(0, lambda: [b"y"])
    time.sleep(0.3)
    assert files.get(0, lambda: [b"z"]) is made


def test_a_long_row_leaves_others_their_turn() -> None:
    begun = time.perf_counter()
    for _ in gently(range(10)):
        time.sleep(0.006)
    assert time.perf_counter() - begun > 0.07


def test_who_asks_while_one_is_made_is_not_kept_waiting(tmp_path: Path) -> None:
    files = MadeFiles(tmp_path)

    def asks_again() -> Iterator[bytes]:
        with pytest.raises(Busy):
            files.get("another", lambda: [b"x"])
        yield b"made"

    assert Reader(files.get("one", asks_again)).read() == b"made"


class _FullDisk(io.BytesIO):
    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "no space left")


def test_a_full_disk_shows_before_the_answer_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_where: _FullDisk())
    with pytest.raises(OSError, match="no space left"):
        Made(tmp_path, [b"something"])
