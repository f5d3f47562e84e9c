"""What ails the file: each reason of its own, nothing harmed, and no need to start anew once it is mended."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from scorepad.sentences import plain
from scorepad.store import Store, StoreError, backup, file, inspection, log
from tests.helpers import boxes, play, turn
from tests.store.ailing import AILING, crash_at_this_moment, crashed, left, ordinary_user, with_a_game

pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights and open files of another kind")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.db"


def refusal(path: Path) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Store(path)
    return caught.value


# --- at start -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", AILING)
def test_each_fault_is_told_as_what_it_is_and_nothing_is_touched(path: Path, what: str) -> None:
    come_about, reason, told = AILING[what]
    come_about(path)
    before = left(path)
    for _ in range(2):
        found = refusal(path)
        assert found.reason == reason
        assert told in plain(found)
        assert str(path) in plain(found)
        assert left(path) == before


def test_a_link_leads_to_the_file_and_to_its_log(path: Path) -> None:
    (path.parent / "card").mkdir()
    there = path.parent / "card" / "games.db"
    path.symlink_to(there)
    Store(path).close()
    there.unlink()
    key = crashed(there)
    store = Store(path)
    assert store.load(key).seen == 2
    store.close()


def test_a_device_is_no_file_and_nothing_is_left_beside_it() -> None:
    assert refusal(Path("/dev/null")).reason == "not_a_database"
    assert not Path("/dev/null.lock").exists()


def test_an_empty_file_where_no_pad_was_is_a_new_one(path: Path) -> None:
    path.touch()
    store = Store(path)
    assert store.create("yacht", ["Ana"])
    store.close()


def test_a_file_of_sqlite_with_nothing_in_it_is_a_new_one(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
    Store(path).close()


def test_what_stands_in_the_log_alone_after_a_crash_is_there_again(path: Path) -> None:
    key = crashed(path)
    store = Store(path)
    assert boxes(store.load(key).game) == {"chance": 16, "yacht": 50}
    store.close()


def test_what_a_power_cut_left_unfinished_in_the_log_takes_nothing_else_with_it(path: Path) -> None:
    key = crashed(path)
    log = Path(f"{path}-wal")
    os.truncate(log, log.stat().st_size - 3000)
    store = Store(path)
    assert boxes(store.load(key).game) == {"chance": 16}
    store.close()


def test_entries_that_were_half_moved_over_when_the_disk_was_full_are_all_there(path: Path) -> None:
    store = Store(path)
    key = store.create("yacht", ["Ana"])
    log = Path(f"{path}-wal").read_bytes()
    store.close()
    path.write_bytes(path.read_bytes()[:4096])
    Path(f"{path}-wal").write_bytes(log)
    store = Store(path)
    assert store.load(key).seen == 0
    store.close()


@pytest.mark.parametrize("content", [b"", b"\0" * 9000])
def test_a_log_that_never_got_to_the_disk_is_none(path: Path, content: bytes) -> None:
    key = with_a_game(path)
    Path(f"{path}-wal").write_bytes(content)
    store = Store(path)
    assert store.load(key).seen == 2
    store.close()


@pytest.mark.parametrize("new", [False, True])
def test_a_session_that_ended_before_the_file_knew_its_log_had_written_nothing(path: Path, new: bool) -> None:
    key = None if new else with_a_game(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA user_version = 1")
        crash = crash_at_this_moment(path)
    crash()
    store = Store(path)
    assert key is None or store.load(key).seen == 2
    store.close()


@pytest.mark.parametrize("turns", [0, 2])
def test_a_new_file_takes_no_log_of_another_pad_for_its_own(path: Path, turns: int) -> None:
    Store(path).close()
    other = path.with_name("other.db")
    crashed(other, turns=turns)
    log.beside(other).rename(log.beside(path))
    assert refusal(path).reason == "foreign_log"


def test_the_log_of_a_version_that_did_not_mark_it_is_played_back(path: Path) -> None:
    key = with_a_game(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("UPDATE players SET name = 'Anna'")
        crash = crash_at_this_moment(path)
    crash()
    store = Store(path)
    assert store.load(key).game.player(1) == "Anna"
    store.close()


def test_a_log_belongs_to_its_file_however_often_it_began_anew(path: Path) -> None:
    store = Store(path)
    key = store.create("yacht", ["Ana"])
    for number in range(5):
        store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.append(key, number, turn(["chance", "yacht", "ones", "twos", "threes"][number]))
    crash = crash_at_this_moment(path)
    store.close()
    crash()
    again = Store(path)
    assert again.load(key).seen == 5
    again.close()


def _other_program(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement).fetchall()


@pytest.mark.parametrize(
    "statements",
    [
        ["PRAGMA integrity_check", "PRAGMA wal_checkpoint(TRUNCATE)"],
        ["PRAGMA wal_checkpoint(RESTART)"],
        ["PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"],
    ],
)
def test_a_log_belongs_to_its_file_after_another_program_emptied_it(
    path: Path, statements: list[str]
) -> None:
    store = Store(path)
    key = store.create("yacht", ["Ana"])
    for number, box in enumerate(["chance", "yacht", "ones", "twos"]):
        _other_program(path, *statements)
        store.append(key, number, turn(box))
    _other_program(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    _other_program(path, "UPDATE players SET name = 'Anna'")
    store.append(key, 4, turn("threes"))
    crash = crash_at_this_moment(path)
    store.close()
    crash()
    again = Store(path)
    assert again.load(key).seen == 5
    again.close()


def test_a_crash_while_the_log_was_moved_over_is_mended_by_the_log(path: Path) -> None:
    """The first page tells of pages that the file has not got yet: by itself it is damaged."""
    store = Store(path)
    key = store.create("yacht", ["Ana"])
    for number in range(40):
        store.db.execute(f"CREATE TABLE {'much_more_to_tell_' * 20}{number} (told TEXT)")
    crash, before = crash_at_this_moment(path), path.read_bytes()
    store.close()
    first_page = path.read_bytes()[:4096]
    crash()
    path.write_bytes(first_page + before[4096:])
    again = Store(path)
    assert again.load(key).game.players == ("Ana",)
    again.close()


@pytest.mark.parametrize("reason", ["no_room", "disk_trouble"])
def test_a_log_that_can_not_be_looked_at_just_now_is_not_called_anothers(
    path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    """Who is told that it is another's may move it away, with the last entries."""
    key = crashed(path)
    real, looked = inspection._refuse_strange, []

    def full(connection: sqlite3.Connection, at: Path) -> None:
        looked.append(at)
        if len(looked) > 1:
            raise StoreError(reason, file="/tmp/copy.db", error="full")
        real(connection, at)

    with monkeypatch.context() as patched:
        patched.setattr(inspection, "_refuse_strange", full)
        assert refusal(path).reason == reason
    store = Store(path)
    assert store.load(key).seen == 2
    store.close()


@pytest.mark.parametrize(
    "what", [what for what in AILING if AILING[what][1] in ("broken_log", "foreign_log", "log_alone")]
)
def test_a_log_that_is_none_of_the_files_is_not_played_back_by_a_backup_either(path: Path, what: str) -> None:
    come_about, reason, _told = AILING[what]
    come_about(path)
    before = left(path)
    with pytest.raises(StoreError, match=reason):
        backup(path, path.with_name("copy.db"))
    assert left(path) == before


# --- rights ---------------------------------------------------------------------------------------

RIGHTS = {
    "no_right_to_read": (
        0o200,
        0o700,
        "can’t be read: give the account that runs the pad the right to read it",
    ),
    "no_right_to_write": (
        0o400,
        0o700,
        "can only be read: give the account that runs the pad the right to write",
    ),
    "no_right_in_folder": (0o600, 0o500, "nothing can be written in "),
}
"""Why → the rights of the file and of its folder, what is told."""


@pytest.mark.parametrize("reason", RIGHTS)
def test_missing_rights_are_told_by_the_file_or_the_folder_and_are_enough_once_given(reason: str) -> None:
    of_file, of_folder, told = RIGHTS[reason]
    with ordinary_user() as folder:
        path = folder / "scorepad.db"
        key = with_a_game(path)
        path.chmod(of_file)
        folder.chmod(of_folder)
        found = refusal(path)
        assert found.reason == reason
        assert told in plain(found)
        folder.chmod(0o700)
        path.chmod(0o600)
        store = Store(path)
        assert store.load(key).seen == 2
        store.close()


def test_a_folder_that_can_not_be_made_is_told() -> None:
    with ordinary_user() as folder:
        folder.chmod(0o500)
        found = refusal(folder / "below" / "scorepad.db")
        assert (found.reason, found.facts) == ("no_right_in_folder", {"folder": str(folder)})


@pytest.mark.parametrize("end", ["-wal", "-shm", ".lock"])
def test_what_a_pad_of_another_account_left_beside_the_file_is_named(end: str) -> None:
    with ordinary_user() as folder:
        path = folder / "scorepad.db"
        crashed(path)
        beside = Path(f"{path}{end}")
        beside.touch()
        beside.chmod(0o400)
        found = refusal(path)
        assert (found.reason, found.facts) == ("no_right_to_write", {"file": str(beside)})


# --- while it is open -----------------------------------------------------------------------------


@contextmanager
def full(store: Store) -> Iterator[None]:
    """As long as it lasts, the file finds no room to grow. SQLite itself says so."""
    (pages,) = store.db.execute("PRAGMA page_count").fetchone()
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        store.db.execute("PRAGMA max_page_count = 1000000")


LONG = "x" * 100


def fill(store: Store) -> None:
    for number in range(500):
        store.create("yacht", [f"{LONG[:20]} {number}"], note=LONG)


def test_a_full_disk_is_told_and_an_entry_sent_again_counts_once(store: Store) -> None:
    with full(store):
        with pytest.raises(StoreError, match="no_room"):
            fill(store)
        games = store.db.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(StoreError, match="no_room"):
            store.create("yacht", ["Ben"], note=LONG, uid="b" * 20)
        assert store.db.execute("SELECT count(*) FROM games").fetchone() == games
    key = store.create("yacht", ["Ben"], note=LONG, uid="b" * 20)
    assert store.create("yacht", ["Ben"], note=LONG, uid="b" * 20) == key
    assert play(store, key, ("chance", "12346")).seen == 1
    store.check()


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program writes for long."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "WAIT", 0.4)


@pytest.mark.usefixtures("impatient")
def test_a_file_that_another_program_holds_is_waited_for_once_and_not_by_all(store: Store) -> None:
    key = store.create("yacht", ["Ana"])
    with held(store.path):
        begun = time.monotonic()
        with pytest.raises(StoreError, match="file_locked"):
            store.append(key, 0, turn("chance"))
        assert 0.3 < time.monotonic() - begun < 3
        begun = time.monotonic()
        for _ in range(20):
            with pytest.raises(StoreError, match="file_locked"):
                store.append(key, 0, turn("chance"))
            with pytest.raises(StoreError, match="file_locked"):
                store.check()
        assert store.load(key).seen == 0
        assert time.monotonic() - begun < 1
    store.check()
    assert store.append(key, 0, turn("chance")).seen == 1
    assert store.append(key, 0, turn("chance")).seen == 1


@pytest.mark.usefixtures("impatient")
def test_who_comes_while_one_writes_for_long_is_told_at_once(store: Store) -> None:
    key = store.create("yacht", ["Ana"])
    begun, enough = Event(), Event()

    def write() -> None:
        with store._file.write():
            begun.set()
            enough.wait(timeout=10)

    writer = Thread(target=write)
    writer.start()
    begun.wait(timeout=10)
    with pytest.raises(StoreError, match="pad_busy"):
        store.append(key, 0, turn("chance"))
    since = time.monotonic()
    with pytest.raises(StoreError, match="pad_busy"):
        store.append(key, 0, turn("chance"))
    assert time.monotonic() - since < 0.3
    store.check()
    enough.set()
    writer.join()
    assert store.append(key, 0, turn("chance")).seen == 1


def test_a_log_that_began_while_another_program_read_is_the_files_too(path: Path) -> None:
    key = with_a_game(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM events").fetchone()
        store = Store(path)
        store.append(key, 2, turn("ones"))
        crash = crash_at_this_moment(path)
    store.append(key, 3, turn("twos"))
    later_crash = crash_at_this_moment(path)
    store.close()
    for turns, crashes in ((3, crash), (4, later_crash)):
        crashes()
        again = Store(path)
        assert again.load(key).seen == turns
        again.close()


def test_a_log_that_is_gone_is_missed_at_once_and_a_stop_saves_its_entries(path: Path) -> None:
    store = Store(path)
    key = store.create("yacht", ["Ana"])
    store.append(key, 0, turn("chance"))
    Path(f"{path}-wal").rename(path.with_name("taken"))
    with pytest.raises(StoreError, match="log_gone"):
        store.append(key, 1, turn("yacht"))
    with pytest.raises(StoreError, match="log_gone"):
        store.check()
    path.with_name("taken").unlink()
    store.close()
    again = Store(path)
    assert again.load(key).seen == 1
    again.close()


def test_a_file_that_is_gone_is_missed_at_once_and_goes_on_when_it_is_back(store: Store) -> None:
    key = store.create("yacht", ["Ana"])
    aside = store.path.with_name("aside.db")
    store.path.rename(aside)
    for _ in range(2):
        with pytest.raises(StoreError, match="file_gone"):
            store.append(key, 0, turn("chance"))
        with pytest.raises(StoreError, match="file_gone"):
            store.check()
    assert not store.path.exists()
    aside.rename(store.path)
    assert store.append(key, 0, turn("chance")).seen == 1
    store.check()


def test_another_file_in_its_place_is_noticed_and_not_written(store: Store, tmp_path: Path) -> None:
    key = store.create("yacht", ["Ana"])
    other = tmp_path / "other.db"
    with_a_game(other, "Ben")
    content = other.read_bytes()
    other.replace(store.path)
    with pytest.raises(StoreError, match="file_swapped"):
        store.append(key, 0, turn("chance"))
    with pytest.raises(StoreError, match="file_swapped"):
        store.check()
    seen: list[StoreError] = []

    def read() -> None:
        try:
            store.db.execute("SELECT 1 FROM games").fetchone()
        except StoreError as error:
            seen.append(error)

    reader = Thread(target=read)
    reader.start()
    reader.join()
    assert [error.reason for error in seen] == ["file_swapped"]
    assert store.path.read_bytes() == content


def test_a_page_that_breaks_while_it_is_open_is_told(path: Path) -> None:
    with_a_game(path)
    store = Store(path)
    with path.open("r+b") as broken:
        broken.seek(4096)
        broken.write(b"\x55" * (path.stat().st_size - 4096))
    with pytest.raises(StoreError, match="damaged_database"):
        store.db.execute("SELECT * FROM games, events").fetchall()
    with pytest.raises(StoreError, match="damaged_database"):
        store.check()
    store.close()


def test_looking_how_the_file_is_writes_nothing(store: Store) -> None:
    store.create("yacht", ["Ana"])
    names = (store.path, Path(f"{store.path}-wal"))
    before = [name.read_bytes() for name in names]
    for _ in range(50):
        store.check()
    assert [name.read_bytes() for name in names] == before


def test_what_went_wrong_before_is_not_hidden_by_the_end_of_a_transaction(store: Store) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")  # as SQLite does by itself
        raise ZeroDivisionError

    for transaction in (store._file.write, store._file.read):
        with pytest.raises(ZeroDivisionError), transaction() as connection:
            fail(connection)
    assert store.create("yacht", ["Ana"])
