"""One process a file: by whatever name it is opened, and whoever splits off from it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.sentences import plain
from scorepad.store import Store, StoreError, default_path, restore
from tests.helpers import play, rows, turn

ROOT = Path(__file__).parent.parent.parent


def said_by(script: str, *words: object) -> str:
    """What a process of its own says; nothing on its standard error."""
    command = [sys.executable, "-W", "error", "-c", script, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stderr == ""
    return done.stdout


OPENS = """
import sys; from pathlib import Path; from scorepad.store import Store, StoreError
try:
    Store(Path(sys.argv[1])).close(); print('opened')
except StoreError as error:
    print(error.reason)
"""

# --- names ------------------------------------------------------------------------------------------


def linked(path: Path) -> Path:
    link = path.parent / "other.db"
    link.symlink_to(path)
    return link


def in_a_linked_folder(path: Path) -> Path:
    link = path.parent.parent / f"{path.parent.name}-again"
    link.symlink_to(path.parent)
    return link / path.name


def roundabout(path: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


def relative(path: Path) -> Path:
    return Path(os.path.relpath(path, ROOT))


OTHER_NAMES = [linked, in_a_linked_folder, roundabout, relative]


@pytest.mark.parametrize("named", OTHER_NAMES)
def test_another_name_of_the_file_is_the_same_file(store: Store, named: Callable[[Path], Path]) -> None:
    assert said_by(OPENS, named(store.path)) == "database_in_use\n"


@pytest.mark.parametrize("named", OTHER_NAMES)
def test_what_was_written_by_another_name_is_there_after_a_crash(
    tmp_path: Path, named: Callable[[Path], Path]
) -> None:
    path = tmp_path / "scorepad.db"
    Store(path).close()
    script = (
        "import os, sys; from pathlib import Path; from scorepad.store import Store\n"
        "Store(Path(sys.argv[1])).create('yahtzee', ['Ana']); os._exit(0)"
    )
    said_by(script, named(path))
    with closing(Store(path)) as store:
        assert rows(store, "SELECT count(*) FROM games") == [(1,)]


def test_a_link_that_leads_nowhere_yet_is_where_the_games_come_to_be(tmp_path: Path) -> None:
    link = tmp_path / "scorepad.db"
    link.symlink_to(tmp_path / "games" / "real.db")
    Store(link).close()
    assert (tmp_path / "games" / "real.db").exists()
    assert link.is_symlink()


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    one.symlink_to(other)
    other.symlink_to(one)
    for opens in (lambda: Store(one), lambda: default_path({"SCOREPAD_DB": str(one)})):
        with pytest.raises(StoreError, match="no_place"):
            opens()


def test_a_restore_reaches_the_file_behind_a_link(tmp_path: Path) -> None:
    path, source = tmp_path / "games" / "real.db", tmp_path / "source.db"
    for each, name in ((path, "Ben"), (source, "Ana")):
        with closing(Store(each)) as store:
            store.create("yahtzee", [name])
    link = tmp_path / "scorepad.db"
    link.symlink_to(path)
    restore(source, default_path({"SCOREPAD_DB": str(link)}))
    assert link.is_symlink()
    with closing(Store(path)) as store:
        assert rows(store, "SELECT name FROM players") == [("Ana",)]


def test_a_file_with_a_hard_link_is_refused_until_it_has_one_name(tmp_path: Path) -> None:
    path, other = tmp_path / "scorepad.db", tmp_path / "elsewhere.db"
    Store(path).close()
    other.hardlink_to(path)
    for name in (path, other):
        with pytest.raises(StoreError, match="second_name") as caught:
            Store(name)
        assert "hard link" in plain(caught.value)
    other.unlink()
    Store(path).close()


# --- split off --------------------------------------------------------------------------------------

SPLIT = """
import json, os, sys, sqlite3
from pathlib import Path
from scorepad.rules import Edit
from scorepad.store import Store, StoreError
from tests.helpers import play, turn

store = Store(Path(sys.argv[1]))
key = store.create("yahtzee", ["Ana", "Ben"])
play(store, key, ("fours", "44421"))
pipe, write = os.pipe()

def refused(work):
    try:
        work()
    except StoreError as error:
        return error.reason
    return "allowed"

def child():
    tried = [
        lambda: store.load(key),
        lambda: store.append(key, 1, turn("chance")),
        lambda: store.join(key, 1, "Cleo"),
        lambda: store.create("yahtzee", ["Ana"]),
        lambda: store.db.conn.execute("SELECT 1"),
        lambda: store.rule_book.kept,
        lambda: Store(Path(sys.argv[1])),
    ]
    os.write(write, json.dumps([refused(one) for one in tried]).encode())
    store.close()
    sys.exit(0)  # to the very end: what the child has of the file is taken down with it

with store._file.write() as connection:  # in the middle of something
    connection.execute("UPDATE games SET note = 'half'")
    if not os.fork():
        child()
    os.wait()
    connection.execute("UPDATE games SET note = first_note")
play(store, key, ("chance", "12346"))
print(os.read(pipe, 1000).decode())
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_process_split_off_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    command = [sys.executable, "-c", SPLIT, str(path)]
    parent = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert parent.stdout is not None
    said = json.loads(parent.stdout.readline() or "[]")
    held = said_by(OPENS, path)
    _, complaint = parent.communicate("", timeout=60)
    assert (complaint, parent.returncode) == ("", 0)
    assert said == ["split_process"] * 6 + ["database_in_use"]
    assert held == "database_in_use\n"
    with closing(Store(path)) as store:
        assert rows(store, "PRAGMA integrity_check") == [("ok",)]
        [(key,)] = rows(store, "SELECT key FROM games")
        assert [event.what.kind for event in store.load(str(key)).events] == ["turn", "turn"]


def test_a_copy_beside_it_is_another_file(store: Store, tmp_path: Path) -> None:
    key = store.create("yahtzee", ["Ana"])
    play(store, key, ("fours", "44421"))
    with closing(Store(Path(shutil.copy(store.path, tmp_path / "copy.db")))):
        assert store.append(key, 1, turn("chance")).seen == 2


def test_a_server_that_wants_a_second_process_is_told_in_one_line(store: Store) -> None:
    """As gunicorn's second worker asks for it; by this code it knows that another try would end the same."""
    done = subprocess.run(
        [sys.executable, "-c", "import app; app.app"],
        env={**os.environ, "SCOREPAD_DB": str(store.path)},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stderr == f"another pad is using {store.path}: stop that one first\n"
    assert done.returncode == 3
