"""import, export and check on the command line, beside a stopped pad and a running one."""

from __future__ import annotations

import csv
import errno
import io
import json
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad.commands import main
from scorepad.store import Store
from tests.commands.program import ROOT, run
from tests.helpers import finish, play, solo
from tests.serving.served import Server

Output = pytest.CaptureFixture[str]


def record(**changes: Any) -> dict[str, Any]:
    """A small record in good order but for these keys."""
    turns = [{"player": "Ana", "dice": "44421", "box": "fours"}]
    good = {"format": "scorepad-game", "version": 1, "ruleset": "yahtzee", "players": ["Ana", "Ben"]}
    return good | {"turns": turns} | changes


def bundled(*games: object) -> dict[str, Any]:
    return {"format": "scorepad-bundle", "version": 1, "games": list(games)}


def written(folder: Path, content: object, name: str = "games.json") -> str:
    """A file with that JSON, or with those very bytes."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a finished game of Ana and one of Ana and Ben that goes on; the environment names it."""
    path = tmp_path / "games" / "scorepad.db"
    with closing(Store(path)) as store:
        solo(store)
        play(store, store.create("yatzy", ["Ana", "Ben"]), ("ones", "11234"))
    monkeypatch.setenv("SCOREPAD_DB", str(path))
    return path


def counted(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def tampered(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


def refused(output: Output, *words: str, code: int = 1) -> str:
    """The one line that a refused command says, with nothing on standard output."""
    assert main(words) == code
    out, err = output.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1, err
    return err.removesuffix("\n")


# --- import -------------------------------------------------------------------------------------------


def test_a_record_and_a_bundle_are_imported_together(database: Path, tmp_path: Path, capsys: Output) -> None:
    one = written(tmp_path, record(players=["Ana", "Cleo"]), "one.json")
    many = written(tmp_path, bundled(record(), record(turns=[]), record()), "many.json")
    assert main(["import", one, many]) == 0
    out, err = capsys.readouterr()
    assert out == "3 games added. 1 game was here already.\nNew names: Cleo.\n"
    assert err == ""
    assert main(["import", one, many]) == 0
    assert capsys.readouterr().out == "0 games added. 4 games were here already.\n"
    assert counted(database) == 5


def test_the_first_import_makes_the_file(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "new" / "scorepad.db"))
    assert main(["import", written(tmp_path, record())]) == 0
    assert capsys.readouterr().out == "1 game added.\nNew names: Ana, Ben.\n"


def test_a_refused_game_is_named_with_its_turn_and_nothing_is_imported(
    database: Path, tmp_path: Path, capsys: Output
) -> None:
    bad = record(turns=[{"player": "Ana", "dice": "66666", "box": "sevens"}])
    file = written(tmp_path, bundled(record(), record(turns=[]), bad))
    line = refused(capsys, "import", file)
    assert line == "game 3, turn 1 (Ana, 66666, sevens): this game has no box “sevens”"
    assert refused(capsys, "import", written(tmp_path, bad)).startswith("turn 1 (Ana, 66666, sevens): ")
    assert counted(database) == 2


def test_among_several_files_each_refused_one_is_told_and_none_is_imported(
    database: Path, tmp_path: Path, capsys: Output
) -> None:
    good = written(tmp_path, record(), "good.json")
    bad = written(tmp_path, bundled(record(colour="red")), "bad.json")
    broken = written(tmp_path, b"{", "broken.json")
    assert main(["import", good, bad, broken]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"{bad}: game 1: the key “colour” is unknown",
        f"{broken}: this is not a Scorepad record: it isn’t JSON",
    ]
    assert counted(database) == 2


def test_one_id_for_two_games_of_two_files_is_refused(database: Path, tmp_path: Path, capsys: Output) -> None:
    one = written(tmp_path, record(id="x"), "one.json")
    two = written(tmp_path, record(id="x", turns=[]), "two.json")
    line = refused(capsys, "import", one, two)
    assert line == f"{two}: the game of Ana, Ben is here already, with other entries"
    assert counted(database) == 2


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"PK\x03\x04\x00", b'{"format": "scorepad-bund'])
def test_what_is_no_json_is_unreadable(database: Path, tmp_path: Path, capsys: Output, raw: bytes) -> None:
    file = written(tmp_path, raw)
    assert refused(capsys, "import", file, code=2) == f"{file}: this is not a Scorepad record: it isn’t JSON"
    assert counted(database) == 2


def test_a_missing_file_is_unreadable_and_makes_no_database(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "new.db"))
    assert "can’t be read" in refused(capsys, "import", str(tmp_path / "missing.json"), code=2)
    assert list(tmp_path.iterdir()) == []


def test_deep_nesting_and_other_versions_are_refused(database: Path, tmp_path: Path, capsys: Output) -> None:
    assert "nested too deeply" in refused(capsys, "import", written(tmp_path, b"[" * 200_000))
    assert "only version 1" in refused(capsys, "import", written(tmp_path, bundled() | {"version": 2}))
    assert counted(database) == 2


def test_a_place_where_no_database_can_be_is_told_in_one_line(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, record())
    monkeypatch.setenv("SCOREPAD_DB", str(Path(file) / "below" / "scorepad.db"))
    assert "can’t be kept there" in refused(capsys, "import", file)


def test_while_the_pad_is_open_import_points_to_its_page(
    database: Path, tmp_path: Path, capsys: Output
) -> None:
    with closing(Store(database)):
        line = refused(capsys, "import", written(tmp_path, record()))
    assert line == "the pad is running: open its page /import, or stop it first"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_beside_a_running_server_everything_is_read_and_nothing_written(
    database: Path, tmp_path: Path
) -> None:
    file = written(tmp_path, record())
    with Server(database) as server:
        assert server.ask("/healthz").code == 200
        done = run("import", file)
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode() == "the pad is running: open its page /import, or stop it first\n"
        assert run("export", "-").returncode == 0
        assert run("check").returncode == 0
        rebuilt = run("check", "--rebuild")
        assert (rebuilt.returncode, len(rebuilt.stderr.splitlines())) == (1, 1)
        assert server.stop() == 0
    assert run("import", file).stdout.startswith(b"1 game added.")


# --- export -------------------------------------------------------------------------------------------


def test_a_bundle_goes_out_and_comes_into_another_pad(
    database: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, again = str(tmp_path / "games.json"), str(tmp_path / "again.json")
    assert main(["export", file]) == 0
    assert capsys.readouterr().out == f"All games are in {file}.\n"
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "other.db"))
    assert main(["import", file]) == 0
    assert main(["export", again]) == 0
    assert Path(again).read_bytes() == Path(file).read_bytes()
    assert counted(database) == 2


@pytest.mark.parametrize(("form", "lines"), [("games-csv", 1 + 1 + 2), ("turns-csv", 1 + 12 + 1)])
def test_tables_go_out_with_english_headings(database: Path, tmp_path: Path, form: str, lines: int) -> None:
    file = tmp_path / "table.csv"
    assert main(["export", str(file), "--format", form]) == 0
    raw = file.read_bytes()
    assert raw.startswith("\ufeffIdentity,Rules,Started,".encode())
    assert len(list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))) == lines
    assert counted(database) == 2


def test_a_copy_of_the_database_goes_out(database: Path, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "copy.db"
    assert main(["export", str(file), "--format", "sqlite"]) == 0
    assert counted(file) == counted(database) == 2
    assert capsys.readouterr().out == f"All games are in {file}.\n"


def test_standard_output_carries_every_format(database: Path, tmp_path: Path) -> None:
    assert len(json.loads(run("export", "-").stdout)["games"]) == 2
    assert run("export", "-", "--format", "turns-csv").stdout.count(b"\r\n") == 14
    copy = tmp_path / "copy.db"
    copy.write_bytes(run("export", "-", "--format", "sqlite").stdout)
    assert counted(copy) == counted(database)


def test_the_real_program_pipes_an_export_into_an_import(database: Path, tmp_path: Path) -> None:
    out = run("export", "-")
    assert out.stderr == b""
    done = run("import", "-", stdin=out.stdout, environment={"SCOREPAD_DB": str(tmp_path / "other.db")})
    assert done.stdout.decode() == "2 games added.\nNew names: Ana, Ben.\n"
    assert counted(tmp_path / "other.db") == counted(database)


def test_a_reader_that_has_seen_enough_ends_an_export_quietly(database: Path) -> None:
    with closing(Store(database)) as store:
        for number in range(150):
            finish(store, store.create("yacht", [f"Somebody {number}", "Ana"]))
    with subprocess.Popen(
        [sys.executable, "app.py", "export", "-"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_a_file_that_is_there_is_not_overwritten(database: Path, tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path, b"precious")
    for form in ("bundle", "sqlite"):
        assert refused(capsys, "export", file, "--format", form).startswith(f"{file} is there already")
    assert Path(file).read_bytes() == b"precious"
    assert counted(database) == 2


@pytest.mark.parametrize("name", ["nowhere/games.json", "x" * 300, "a\0b"])
def test_a_file_that_cannot_be_written_is_told(
    database: Path, tmp_path: Path, capsys: Output, name: str
) -> None:
    assert "can’t be written" in refused(capsys, "export", str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]
    assert counted(database) == 2


@pytest.mark.parametrize("words", [["export", "out.json"], ["check"], ["check", "--rebuild"]])
def test_without_games_there_is_nothing_to_read(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "none.db"))
    assert "no games" in refused(capsys, *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["bundle", "games-csv", "turns-csv"])
def test_an_export_passes_over_a_game_that_cannot_be_read(
    database: Path, tmp_path: Path, capsys: Output, form: str
) -> None:
    tampered(database, "UPDATE events SET dice = '99999' WHERE game = 1")
    file = tmp_path / "games.out"
    assert main(["export", str(file), "--format", form]) == 0
    said = file.read_text(encoding="utf-8")
    assert "99999" not in said
    assert "yatzy" in said
    assert "yacht" not in said
    told = capsys.readouterr()
    assert told.err == "Left out, since it can’t be read: 1 game. See check.\n"
    assert told.out == f"The games are in {file}.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "games.out"]


def test_an_export_that_fails_halfway_leaves_no_half_file(
    database: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_games: object) -> Iterator[str]:
        yield "{"
        raise OSError("No space left on device")

    monkeypatch.setattr("scorepad.commands.games_out.bundle", full)
    assert "can’t be written" in refused(capsys, "export", str(tmp_path / "games.json"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]
    assert counted(database) == 2


def test_what_ails_another_place_than_the_file_is_not_told_of_the_file(
    database: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    told = refused(capsys, "export", str(tmp_path / "games.json"))
    assert "nowhere" in told
    assert "games.json" not in told
    assert counted(database) == 2


def test_a_full_disk_is_told_as_full(
    database: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_games: object) -> Iterator[str]:
        yield "{"
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("scorepad.commands.games_out.bundle", full)
    assert "there is no room left for" in refused(capsys, "export", str(tmp_path / "games.json"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]
    assert counted(database) == 2


# --- check --------------------------------------------------------------------------------------------


def test_a_sound_pad_is_told_so(database: Path, capsys: Output) -> None:
    assert main(["check"]) == 0
    out, err = capsys.readouterr()
    assert out == "2 games checked: every one can be read, and its results are what it says.\n"
    assert err == ""
    assert counted(database) == 2


def test_a_tampered_result_is_found_and_mended(database: Path, capsys: Output) -> None:
    tampered(database, "UPDATE results SET total = 1000")
    line = refused(capsys, "check")
    assert line.startswith("game 1 (20")
    assert line.endswith(", Ana): what lists show of it is not what the game says")
    assert main(["check", "--rebuild"]) == 0
    assert main(["check"]) == 0
    assert capsys.readouterr().err == ""


def test_a_sum_that_is_wrong_is_told_and_mended(database: Path, capsys: Output) -> None:
    tampered(database, "UPDATE tallies SET wins = wins + 1")
    assert refused(capsys, "check").endswith("is not what they come to: run check --rebuild")
    assert main(["check", "--rebuild"]) == 0
    assert main(["check"]) == 0
    assert capsys.readouterr().err == ""


def test_a_game_that_cannot_be_read_is_named(database: Path, capsys: Output) -> None:
    tampered(database, "UPDATE events SET box = 'sevens' WHERE game = 2")
    for words in (["check"], ["check", "--rebuild"]):
        line = refused(capsys, *words)
        assert line.startswith("game 2 (20")
        assert line.endswith(", Ana, Ben), turn 1: this game has no box “sevens”")


def test_a_broken_file_is_found(database: Path, capsys: Output) -> None:
    raw = bytearray(database.read_bytes())
    raw[4096 * 2 : 4096 * 4] = b"\xa5" * 8192
    database.write_bytes(raw)
    assert "not an intact database" in refused(capsys, "check")


def test_check_changes_nothing(database: Path) -> None:
    before = database.read_bytes()
    assert main(["check"]) == 0
    assert database.read_bytes() == before


# --- the bar ------------------------------------------------------------------------------------------


class _Terminal(io.TextIOWrapper):
    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def getvalue(self) -> str:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def shown_in_a_terminal(monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    """The exit code, and what a terminal got on standard error."""
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    return main(words), terminal.getvalue()


def test_a_terminal_is_shown_how_far_it_is(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, bundled(record(), record(turns=[])))
    code, said = shown_in_a_terminal(monkeypatch, "import", file)
    assert code == 0
    for told in ("Reading  [", "Adding  [", "1/2", "2/2"):
        assert told in said
    assert said.endswith("\n")
    assert counted(database) == 4


def test_a_complaint_stands_below_the_bar(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, bundled(record(), record(colour="red")))
    code, said = shown_in_a_terminal(monkeypatch, "import", file)
    assert code == 1
    assert said.splitlines()[-1].endswith("game 2: the key “colour” is unknown")
    assert "Reading" not in said.splitlines()[-1]
    assert counted(database) == 2


def test_where_nobody_watches_no_bar_is_drawn(database: Path) -> None:
    assert run("check").stderr == b""
    assert counted(database) == 2
