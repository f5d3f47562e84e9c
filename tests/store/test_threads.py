"""One connection a thread: it ends with the thread, and all end with the file."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from scorepad.store import Store, StoreError
from tests.helpers import rows, solo, together

ROOT = Path(__file__).parents[2]
DESCRIPTORS = Path("/proc/self/fd")


def opened(path: Path) -> int:
    """How often this process has that file open, its log and index with it."""
    names = (str(file.readlink()) for file in DESCRIPTORS.iterdir() if file.is_symlink())
    return sum(name.startswith(str(path)) and not name.endswith(".lock") for name in names)


@pytest.mark.skipif(not DESCRIPTORS.exists(), reason="only Linux tells what a process has open")
def test_threads_that_came_and_went_leave_nothing_open(store: Store) -> None:
    solo(store)
    before = opened(store.path)
    for _ in range(300):
        thread = Thread(target=lambda: rows(store, "SELECT count(*) FROM games"))
        thread.start()
        thread.join()
    assert opened(store.path) <= before + 1
    together(*[lambda: rows(store, "SELECT count(*) FROM games") for _ in range(30)])
    assert opened(store.path) <= before + 30  # SQLite keeps what it can't close yet, and uses it again
    store.close()
    assert opened(store.path) == 0


def test_a_closed_file_says_so(store: Store) -> None:
    key = solo(store).key
    store.close()
    for work in (
        lambda: store.load(key),
        lambda: store.create("yahtzee", ["Ana"]),
        lambda: store.db,
        lambda: store.rule_book.kept,
    ):
        with pytest.raises(StoreError, match="pad_stopped"):
            work()
    store.close()


def test_closing_waits_for_what_is_being_written_and_leaves_no_log(store: Store) -> None:
    writing, go_on = Event(), Event()

    def write() -> None:
        with store._file.write() as connection:
            connection.execute("INSERT INTO players (name, folded) VALUES ('Ana', 'ana')")
            writing.set()
            go_on.wait(10)

    writer = Thread(target=write)
    writer.start()
    writing.wait(10)
    closer = Thread(target=store.close)
    closer.start()
    closer.join(0.1)
    assert closer.is_alive()
    go_on.set()
    closer.join(10)
    writer.join(10)
    assert not Path(f"{store.path}-wal").exists()
    again = Store(store.path)
    assert rows(again, "SELECT name FROM players") == [("Ana",)]
    again.close()


def test_who_reads_while_the_file_is_closed_is_told(store: Store) -> None:
    solo(store)
    reading = Event()
    ends: list[str] = []

    def read() -> None:
        try:
            while True:
                for _ in store.db.conn.execute("SELECT 1 FROM events a, events b, events c"):
                    reading.set()
        except StoreError as error:
            ends.append(error.reason)

    readers = [Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    reading.wait(10)
    store.close()
    for reader in readers:
        reader.join(10)
    assert ends == ["pad_stopped"] * 4
    assert not Path(f"{store.path}-wal").exists()


WRITES_IN_A_THREAD_AND_DIES = """
import os, sys
from pathlib import Path
from threading import Thread
from scorepad.store import Store

def in_a_thread(work):
    thread = Thread(target=work)
    thread.start()
    thread.join()

opened = []
open_it = lambda: opened.append(Store(Path(sys.argv[1])))
in_a_thread(open_it) if sys.argv[2] == "thread" else open_it()
in_a_thread(lambda: opened[0].create("yahtzee", ["Ana"]))
os._exit(0)
"""


@pytest.mark.parametrize("opener", ["main", "thread"])
def test_what_threads_wrote_before_the_power_went_is_there_time_and_again(
    tmp_path: Path, opener: str
) -> None:
    path = tmp_path / "scorepad.db"
    for _ in range(4):
        command = [sys.executable, "-c", WRITES_IN_A_THREAD_AND_DIES, str(path), opener]
        subprocess.run(command, cwd=ROOT, check=True)
    with closing(Store(path)) as store:
        assert rows(store, "SELECT count(*) FROM games") == [(4,)]
