"""The real server on a file that ails: one line at start, pages while it runs, and it goes on by itself."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from scorepad.sentences import SENTENCES
from tests.serving.served import Answer, Server
from tests.serving.test_starting import complaint_of
from tests.store.ailing import AILING, left, with_a_game

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and disks as Linux has them")

TURN = {"seen": "0", "dice": "44421", "box": "fours"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.db"


def why(answer: Answer) -> str:
    """The reason that a page tells."""
    assert answer.code == 503
    return answer.page.one("p", "data-reason").text


def health(server: Server) -> tuple[int, str]:
    answer = server.ask("/healthz")
    return answer.code, answer.text


# --- at start -------------------------------------------------------------------------------------

STARTS = ("a folder", "a text", "another program's", "a newer pad's", "emptied", "cut off", "a log of noise")
"""One of each kind; tests/store/test_faults.py has them all."""


@pytest.mark.parametrize("what", STARTS)
def test_a_start_on_a_file_that_ails_ends_with_one_line_and_touches_nothing(
    database: Path, what: str
) -> None:
    come_about, _reason, told = AILING[what]
    come_about(database)
    before = left(database)
    line = complaint_of(database)
    assert told in line
    assert str(database) in line
    assert left(database) == before


BOUND_BY_RIGHTS = (
    "import ctypes, os, sys; drop = ctypes.CDLL(None).prctl; drop(24, 1, 0, 0, 0); drop(24, 2, 0, 0, 0);"
    " os.execv(sys.executable, [sys.executable, 'app.py', *sys.argv[1:]])"
)
"""Whoever may pass over rights, as root may, starts the pad without that power."""


def test_a_start_without_rights_ends_with_one_line(database: Path) -> None:
    key = with_a_game(database)
    database.chmod(0o400)
    with Server(database, script=BOUND_BY_RIGHTS) as server:
        assert server.end() == 1
        assert server.complaint == (
            f"{database} can only be read: give the account that runs the pad the right to write it.\n"
        )
    database.chmod(0o600)
    with Server(database, script=BOUND_BY_RIGHTS) as server:
        assert server.ask(f"/games/{key}").page.seen == 2


# --- a full disk ----------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of three megabytes, where such a one may be made; else a folder that is no disk of its own."""
    folder.mkdir()
    mounted = not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], capture_output=True, check=False
    ).returncode
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "-l", folder], check=True)


@contextmanager
def no_room(server: Server, folder: Path) -> Iterator[str]:
    """Until it ends, nothing more can be written; yields how that is told."""
    if folder.is_mount():
        ballast = folder / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"\0" * 512)
        yield "There is no room left for {file}"
        ballast.unlink()
    else:
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, most))
        yield "{file} can’t be read or written (disk I/O error)"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))


@pytest.mark.parametrize("own_disk", [True, False])
def test_on_a_full_disk_a_turn_is_refused_with_the_reason_and_counts_once_when_there_is_room(
    tmp_path: Path, own_disk: bool
) -> None:
    folder = tmp_path / "disk"
    with (
        small_disk(folder) if own_disk else plain_folder(folder) as disk,
        Server(disk / "scorepad.db") as server,
    ):
        address = server.start_game("yahtzee", "Ana", "Ben")
        with no_room(server, disk) as told:
            told = told.format(file="scorepad.db")
            for _ in range(3):
                assert why(server.ask(f"{address}/turns", **TURN)).startswith(told)
            code, text = health(server)
            assert (code, text[1:20]) == (503, told[1:20])
            assert server.ask(address).page.seen == 0
            assert server.ask("/").code == 200
        assert health(server) == (200, "ok\n")
        for _ in range(2):
            assert server.ask(f"{address}/turns", **TURN).code == 303
        assert server.ask(address).page.seen == 1
        server.process.terminate()
        assert server.end() == 0
        assert "Traceback" not in server.complaint


@contextmanager
def plain_folder(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    yield folder


def test_a_start_on_a_full_disk_ends_with_one_line_and_leaves_no_empty_file(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        if not disk.is_mount():
            pytest.skip("no disk may be mounted here: a limit of the process is told as trouble of the disk")
        (disk / "ballast").write_bytes(b"\0" * ((3 << 20) - 4096))
        database = disk / "scorepad.db"
        assert complaint_of(database).startswith("There is no room left for ")
        assert not database.exists()
        (disk / "ballast").unlink()
        with Server(database) as server:
            assert health(server) == (200, "ok\n")


def test_a_disk_that_became_read_only_is_told_and_the_games_are_served_once_it_is_mounted_for_writing(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        if not disk.is_mount():
            pytest.skip("no disk may be mounted here")
        database = disk / "scorepad.db"
        key = with_a_game(database)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert complaint_of(database).startswith(
            f"The disk of {database} can only be read: mount it for writing"
        )
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        with Server(database) as server:
            assert server.ask(f"/games/{key}").page.seen == 2


# --- a file that is held --------------------------------------------------------------------------

HOLD = (
    "import sqlite3, sys; held = sqlite3.connect(sys.argv[1], isolation_level=None);"
    " held.execute('BEGIN EXCLUSIVE'); print('held', flush=True); sys.stdin.read(); held.execute('ROLLBACK')"
)


@contextmanager
def another_program(database: Path) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        yield
        process.communicate()


def test_while_another_program_holds_the_file_phones_that_look_are_answered_at_once(database: Path) -> None:
    with Server(database) as server:
        games = [server.start_game("yacht", f"Player {number}") for number in range(8)]
        waited: list[float] = []
        codes: list[int] = []

        def send(address: str) -> None:
            begun = time.monotonic()
            codes.append(server.ask(f"{address}/turns", seen="0", dice="12346", box="chance").code)
            waited.append(time.monotonic() - begun)

        with another_program(database):
            senders = [Thread(target=send, args=(address,)) for address in games]
            for sender in senders:
                sender.start()
            time.sleep(0.4)  # those who wait longest wait by now, and all others have been told
            for address in games:
                begun = time.monotonic()
                assert server.ask(f"{address}/pad?seen=0").code == 204
                assert time.monotonic() - begun < 1
            for sender in senders:
                sender.join()
            assert codes == [503] * 8
            assert max(waited) < 4
            begun = time.monotonic()
            assert why(server.ask(f"{games[0]}/turns", seen="0", dice="12346", box="chance")).startswith(
                "Another program is holding scorepad.db: close it there"
            )
            assert time.monotonic() - begun < 1
            assert health(server) == (503, SENTENCES["file_locked"].format(file="scorepad.db") + "\n")
        assert health(server) == (200, "ok\n")
        for address in games:
            send(address)
        assert codes[8:] == [303] * 8


def test_a_file_removed_while_the_pad_runs_is_missed_and_found_again(
    database: Path,
) -> None:
    with Server(database) as server:
        address = server.start_game("yacht", "Ana")
        aside = database.with_name("aside.db")
        database.rename(aside)
        told = "scorepad.db was moved or deleted while the pad was running: put it back, then try again."
        assert why(server.ask(f"{address}/turns", **TURN)) == told
        assert health(server) == (503, f"{told[:-1]}\n")
        assert not database.exists()
        aside.rename(database)
        assert health(server) == (200, "ok\n")
        assert server.ask(f"{address}/turns", **TURN).code == 303
