"""The commands: what they print, where, and with which exit code; never a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad.commands import main
from scorepad.rules import RULESETS
from scorepad.store import Store
from tests.commands.program import ROOT, run
from tests.helpers import play
from tests.record.test_cases import shown

CASES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "tests/cases").glob("*.json")
}
PLAYABLE = {name: case for name, case in sorted(CASES.items()) if case["record"]["ruleset"] in RULESETS}
ACCEPTED = {name: case for name, case in PLAYABLE.items() if "expect" in case}
REFUSED = {name: case for name, case in PLAYABLE.items() if "refused_at" in case}

Output = pytest.CaptureFixture[str]


def record(**changes: Any) -> dict[str, Any]:
    """A small record in good order but for these keys."""
    turns = [{"player": "Ana", "dice": "44421", "box": "fours"}]
    good = {
        "format": "scorepad-game",
        "version": 1,
        "ruleset": "yahtzee",
        "players": ["Ana", "Ben"],
        "turns": turns,
    }
    return good | changes


def written(folder: Path, content: object, name: str = "game.json") -> str:
    """A file with that record, or with those very bytes."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


def one_line(text: str) -> str:
    """That text, which must be one line and no traceback."""
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1
    assert "Traceback" not in text
    return text[:-1]


def refused(output: Output, *words: str, code: int = 1) -> str:
    """The one line that a refused command says, with nothing on standard output."""
    assert main(words) == code
    out, err = output.readouterr()
    assert out == ""
    return one_line(err)


# --- score -------------------------------------------------------------------------------------------


def test_there_are_cases_to_score() -> None:
    assert len(ACCEPTED) >= 28
    assert len(REFUSED) >= 5


@pytest.mark.parametrize("name", ACCEPTED)
def test_score_prints_the_sheet_of_a_case(tmp_path: Path, capsys: Output, name: str) -> None:
    assert main(["score", written(tmp_path, ACCEPTED[name]["record"])]) == 0
    out, err = capsys.readouterr()
    expected = ACCEPTED[name]["expect"]
    assert shown(json.loads(out), expected) == expected
    assert err == ""


@pytest.mark.parametrize("name", REFUSED)
def test_score_names_the_place_where_a_case_breaks_a_rule(tmp_path: Path, capsys: Output, name: str) -> None:
    line = refused(capsys, "score", written(tmp_path, REFUSED[name]["record"]))
    assert re.match(rf"{REFUSED[name]['refused_at']}(: | \()", line)


def test_score_says_the_place_and_the_reason_as_the_record_page_does(tmp_path: Path, capsys: Output) -> None:
    turns: list[dict[str, str]] = [
        {"player": name, "dice": "66666" if box == "yahtzee" else "12346", "box": box}
        for box in ("ones", "twos", "threes", "fours", "fives", "yahtzee")
        for name in ("Ana", "Ben")
    ]
    turns.append({"player": "Ana", "dice": "66666", "box": "large_straight"})
    line = refused(capsys, "score", written(tmp_path, record(turns=turns)))
    assert line == "turn 13 (Ana, 66666, large_straight): Joker: sixes is open and must be used"


@pytest.mark.parametrize("name", ["random-yahtzee-1", "joker-must-take-the-upper-box"])
def test_the_real_program_does_the_same(tmp_path: Path, capsys: Output, name: str) -> None:
    file = written(tmp_path, CASES[name]["record"])
    code = main(["score", file])
    out, err = capsys.readouterr()
    done = run("score", file)
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (code, out, err)


def test_score_reads_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    case = ACCEPTED["random-yatzy-1"]
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(case["record"]).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main(["score", "-"]) == 0
    assert shown(json.loads(capsys.readouterr().out), case["expect"]) == case["expect"]


def test_the_real_program_reads_standard_input() -> None:
    case = ACCEPTED["random-yacht-1"]
    done = run("score", "-", stdin=json.dumps(case["record"]).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert shown(json.loads(done.stdout), case["expect"]) == case["expect"]
    empty = run("score", "-")
    assert (empty.returncode, empty.stdout) == (2, b"")
    assert one_line(empty.stderr.decode()) == "standard input: this is not a Scorepad record: it isn’t JSON"


def test_a_record_with_a_mark_and_in_any_script_is_read(tmp_path: Path, capsys: Output) -> None:
    turns = [{"player": "مینا", "dice": "44421", "box": "fours"}]
    raw = "\ufeff" + json.dumps(record(players=["مینا", "Åke"], turns=turns), ensure_ascii=False)
    assert main(["score", written(tmp_path, raw.encode())]) == 0
    assert [p["name"] for p in json.loads(capsys.readouterr().out)["players"]] == ["مینا", "Åke"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 2}, "only version 1"),
        ({"version": True}, "version"),
        ({"format": "x"}, "not a Scorepad record"),
        ({"format": "scorepad-bundle"}, "bundle"),
        ({"ruleset": "chess"}, "chess"),
        ({"players": []}, "at least one player"),
        ({"players": ["Ana", "ana"]}, "“ana” is already in as “Ana”"),
        ({"players": ["\u200b"]}, "at least one letter"),
        ({"players": "Ana"}, "players"),
        ({"turns": None}, "turns"),
        ({"turns": [7]}, "turn 1"),
        ({"colour": "red"}, "colour"),
        ({"score_cards": []}, "score_cards"),
        ({"started_at": "yesterday"}, "2026-11-29T18:05:00Z"),
        ({"note": "\ud800"}, "note"),
        ({"a\nb\x1b[31m": 1}, "unknown"),
        ({"turns": [{"dice": "44421", "box": "fours", "x\ny": 1}]}, "turn 1"),
        ({"turns": [{"dice": "4442\n", "box": "fours"}]}, "turn 1"),
        ({"turns": [{"player": "Ben", "dice": "44421", "box": "fours"}]}, "turn 1 (Ben, 44421, fours)"),
    ],
)
def test_a_record_that_breaks_the_format_is_refused_in_one_line(
    tmp_path: Path, capsys: Output, changes: dict[str, Any], said: str
) -> None:
    line = refused(capsys, "score", written(tmp_path, record(**changes)))
    assert said in line
    assert line.isprintable()


@pytest.mark.parametrize("content", [[], "x", 7, None, True, {}, [record()]])
def test_json_that_is_no_record_is_refused(tmp_path: Path, capsys: Output, content: object) -> None:
    assert refused(capsys, "score", written(tmp_path, content)) == "this is not a Scorepad record"


def test_a_key_that_is_there_twice_is_refused(tmp_path: Path, capsys: Output) -> None:
    raw = json.dumps(record())[:-1].encode() + b', "version": 1}'
    assert "version" in refused(capsys, "score", written(tmp_path, raw))


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b" ",
        b"no json",
        b"{",
        b"\x00\xff\xfe",
        b"\xff" * 100,
        b"\x80",
        b"NaN",
        b"[1,]",
        b'{"a": 1} x',
        b"9" * 5000,
    ],
)
def test_what_is_no_json_is_unreadable(tmp_path: Path, capsys: Output, raw: bytes) -> None:
    file = written(tmp_path, raw)
    assert refused(capsys, "score", file, code=2) == f"{file}: this is not a Scorepad record: it isn’t JSON"


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path: Path, capsys: Output) -> None:
    for name in ("missing.json", ".", "x" * 300, "a\0b"):
        line = refused(capsys, "score", str(tmp_path / name), code=2)
        assert "can’t be read" in line


@pytest.mark.parametrize("depth", [1_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"turns": ', "}"), ('[{"a": ', "}]")])
def test_deep_nesting_is_refused_in_one_line(
    tmp_path: Path, capsys: Output, depth: int, opening: str, closing: str
) -> None:
    file = written(tmp_path, (opening * depth + "1" + closing * depth).encode())
    code = main(["score", file])
    out, err = capsys.readouterr()
    assert (code in (1, 2), out) == (True, "")
    one_line(err)


def test_deep_nesting_does_not_bring_the_real_program_down(tmp_path: Path) -> None:
    done = run("score", written(tmp_path, b"[" * 200_000))
    assert done.returncode in (1, 2)
    one_line(done.stderr.decode())


def test_a_complaint_reaches_a_terminal_that_knows_no_such_signs(tmp_path: Path) -> None:
    file = written(tmp_path, record(players=["مینا", "مینا"], turns=[]))
    done = run("score", file, environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"is already in" in done.stderr
    fine = run(
        "score",
        written(tmp_path, record(players=["مینا"], turns=[])),
        environment={"PYTHONIOENCODING": "ascii"},
    )
    assert json.loads(fine.stdout)["players"][0]["name"] == "مینا"


def test_several_files_are_a_line_each_in_their_order(tmp_path: Path, capsys: Output) -> None:
    names = ["random-yahtzee-1", "random-yatzy-2", "random-yacht-3"]
    files = [written(tmp_path, CASES[name]["record"], f"{name}.json") for name in names]
    assert main(["score", *files]) == 0
    out, err = capsys.readouterr()
    expected = [CASES[name]["expect"] for name in names]
    found = [json.loads(line) for line in out.splitlines()]
    assert [shown(one, other) for one, other in zip(found, expected, strict=True)] == expected
    assert " " not in out.splitlines()[0].replace('"name":"', "")
    assert err == ""


def test_among_several_files_a_refused_one_is_null_and_the_rest_goes_on(
    tmp_path: Path, capsys: Output
) -> None:
    good = written(tmp_path, record(), "good.json")
    bad = written(tmp_path, CASES["six-dice"]["record"], "bad.json")
    broken = written(tmp_path, b"{", "broken.json")
    missing = str(tmp_path / "missing.json")
    assert main(["score", bad, good, broken, missing, good]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line is None for line in lines] == [True, False, True, True, False]
    assert lines[1] == lines[4]
    told = err.splitlines()
    assert [line.partition(": ")[0] for line in told] == [bad, broken, missing]
    assert told[0].startswith(f"{bad}: turn 1 (")


def test_a_line_with_several_files_stands_beside_its_complaint_in_the_real_program(tmp_path: Path) -> None:
    good, bad = written(tmp_path, record(), "good.json"), written(tmp_path, b"{", "bad.json")
    done = run("score", good, bad)
    assert done.returncode == 1
    assert done.stdout.splitlines()[1] == b"null"
    assert one_line(done.stderr.decode()).startswith(f"{bad}: ")


# --- options -----------------------------------------------------------------------------------------

JOKER = [
    {"dice": "66666", "box": "yahtzee"},
    {"dice": "12346", "box": "chance"},
]


def test_options_of_a_joker_are_its_upper_box_with_the_bonus(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path, record(turns=JOKER))
    assert main(["options", file, "66666"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"box": "sixes", "points": 30, "extra": 100}]


@pytest.mark.parametrize("dice", ["44421", "12444", "4 4 4 2 1", "4,4,4,2,1", "۴۴۴۲۱"])
def test_options_are_every_open_box_in_sheet_order(tmp_path: Path, capsys: Output, dice: str) -> None:
    assert main(["options", written(tmp_path, record(turns=JOKER)), dice]) == 0
    offered = json.loads(capsys.readouterr().out)
    assert [offer["box"] for offer in offered] == [
        box.id for box in RULESETS["yahtzee"].boxes if box.id != "yahtzee"
    ]
    assert {offer["box"]: offer["points"] for offer in offered}["fours"] == 12
    assert {offer["extra"] for offer in offered} == {0}


def test_a_finished_game_has_no_options(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path, CASES["highest-total"]["record"])
    assert main(["options", file, "66666"]) == 0
    assert capsys.readouterr().out == "[]\n"


@pytest.mark.parametrize("dice", ["", "4442", "444211", "0", "44427", "abcde", "4442²", "-1"])
def test_options_of_what_is_no_roll_are_refused(tmp_path: Path, capsys: Output, dice: str) -> None:
    if dice.startswith("-"):
        assert refused(capsys, "options", "--", written(tmp_path, record()), dice)
    else:
        assert refused(capsys, "options", written(tmp_path, record()), dice)


GENERALA = record(ruleset="generala", turns=[{"dice": "44444", "box": "generala"}], players=["Ana"])


@pytest.mark.parametrize(("flags", "straight"), [((), 20), (("--first-roll",), 25)])
def test_options_of_a_first_roll_are_asked_for(
    tmp_path: Path, capsys: Output, flags: tuple[str, ...], straight: int
) -> None:
    assert main(["options", *flags, written(tmp_path, GENERALA), "34561"]) == 0
    offered = json.loads(capsys.readouterr().out)
    assert offered[6] == {"box": "straight", "points": straight, "extra": 0}


def test_elsewhere_no_first_roll_can_be_asked_for(tmp_path: Path, capsys: Output) -> None:
    line = refused(capsys, "options", written(tmp_path, record()), "34561", "--first-roll")
    assert line == "this rule set marks no first rolls"


def test_options_of_several_columns_are_listed_one_after_the_other(tmp_path: Path, capsys: Output) -> None:
    three = record(ruleset="triple_yahtzee", turns=[])
    assert main(["options", written(tmp_path, three), "44421"]) == 0
    offered = json.loads(capsys.readouterr().out)
    assert [offer["column"] for offer in offered] == [1] * 13 + [2] * 13 + [3] * 13
    assert offered[16] == {"box": "fours", "points": 12, "extra": 0, "column": 2}


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"options": None}, "options: the key “options” has a value of the wrong kind"),
        ({"options": {"jokers": "free"}}, "options: yahtzee has no option “jokers”"),
        ({"options": {"extra": True}}, "options: the option “extra” has no such value"),
        ({"rules_name": " "}, "rules_name: a name needs at least one letter"),
    ],
)
def test_score_refuses_what_is_no_house_rule_by_name(
    tmp_path: Path, capsys: Output, changes: dict[str, object], line: str
) -> None:
    assert refused(capsys, "score", written(tmp_path, record(**changes))) == line


def test_options_of_a_bad_record_or_no_file_are_told_as_score_does(tmp_path: Path, capsys: Output) -> None:
    bad = written(tmp_path, CASES["six-dice"]["record"])
    assert refused(capsys, "options", bad, "66666").startswith("turn 1 (")
    assert refused(capsys, "options", str(tmp_path / "missing"), "66666", code=2)


def test_the_real_program_offers_options_from_standard_input() -> None:
    done = run("options", "-", "66666", stdin=json.dumps(record(turns=JOKER)).encode())
    assert (done.returncode, json.loads(done.stdout)) == (0, [{"box": "sixes", "points": 30, "extra": 100}])


# --- help and mistyped commands ------------------------------------------------------------------------

COMMANDS = ("serve", "score", "options", "import", "export", "check", "backup", "restore")


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_explains_itself(capsys: Output, command: str, flag: str) -> None:
    assert main([*command.split(), flag]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"Usage: app.py {command}".rstrip())
    assert err == ""


def test_the_help_names_every_command(capsys: Output) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {command} " in out for command in COMMANDS)


MISTYPED = [
    ["nothing"],
    ["score"],
    ["options", "x"],
    ["backup"],
    ["restore"],
    ["import"],
    ["export"],
    ["export", "x", "--format", "xml"],
    ["check", "x"],
    ["--port", "x"],
    ["--port"],
    ["--nothing"],
    ["\udcff"],
    *(["serve", "--port", port] for port in ("-1", "65536", "٣", "1.5", "", "9" * 5000)),
]


@pytest.mark.parametrize("words", MISTYPED, ids=lambda words: ascii(" ".join(words))[:30])
def test_a_mistyped_command_is_told(capsys: Output, words: list[str]) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    usage, error = err.splitlines()
    assert usage.startswith("Usage: app.py ")
    assert "error:" in error


# --- streams of an odd kind -----------------------------------------------------------------------------


def shell(line: str, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The real program as `pad` in a line of the shell, with what follows as its $1, $2 …"""
    return subprocess.run(
        ["bash", "-c", f'pad() {{ "{sys.executable}" app.py "$@"; }}; {line}', "bash", *words],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | environment,
        timeout=30,
        check=False,
    )


unix = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")


@unix
@pytest.mark.parametrize("line", ["pad score - <&-", "pad import - <&-"])
def test_a_closed_standard_input_is_unreadable(line: str) -> None:
    done = shell(line)
    assert (done.returncode, done.stdout) == (2, b"")
    assert one_line(done.stderr.decode()) == "standard input can’t be read: it is closed"


@unix
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('pad score "$1" >&-', 0),
        ('pad score "$1" 2>&-', 0),
        ("pad score nothing.json 2>&-", 2),
        ("pad nothing 2>&-", 2),
        ("pad --help >&-", 0),
    ],
)
def test_closed_streams_change_no_exit_code(tmp_path: Path, line: str, code: int) -> None:
    done = shell(line, written(tmp_path, record()))
    assert (done.returncode, done.stderr) == (code, b"")


@unix
@pytest.mark.parametrize("line", ['pad score "$1"', 'pad score "$1" "$1"', "pad --help"])
def test_a_reader_that_is_gone_is_passed_over_in_silence(tmp_path: Path, line: str) -> None:
    done = shell(f"{{ sleep 0.1; {line}; }} | true", written(tmp_path, record()))
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("line", ['pad score "$1"', 'pad score "$1" "$1"', "pad --help"])
def test_a_full_disk_is_told_in_one_line(tmp_path: Path, line: str) -> None:
    done = shell(f"{line} >/dev/full", written(tmp_path, record()))
    assert done.returncode == 1
    assert "No space left" in one_line(done.stderr.decode())


@unix
def test_a_file_with_odd_bytes_in_its_name_is_called_by_what_can_be_shown(tmp_path: Path) -> None:
    done = shell(f"pad score $'{tmp_path}/\\xff\\n\\x1b'", PYTHONUTF8="1")
    assert done.returncode == 2
    assert one_line(done.stderr.decode()).startswith(f"{tmp_path}/\\udcff\\n\\x1b can’t be read")


@unix
def test_ctrl_c_ends_a_command_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.communicate(timeout=30) == (b"", b"")
    assert process.returncode == 130


# Ctrl-C while a record is awaited from standard input.
INTERRUPTED = """
import signal, sys
from scorepad.commands import main, reading
reading._standard_input = lambda: signal.raise_signal(signal.SIGINT)
sys.exit(main(["score", "-"]))
"""


# --- backup and restore --------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A closed file with one game in it, named by the environment."""
    path = tmp_path / "games" / "scorepad.db"
    store = Store(path)
    play(store, store.create("yahtzee", ["Ana", "Ben"]), ("fours", "44421"))
    store.close()
    monkeypatch.setenv("SCOREPAD_DB", str(path))
    return path


def players(path: Path) -> list[str]:
    store = Store(path)
    try:
        return [name for (name,) in store.db.conn.execute("SELECT name FROM players ORDER BY id")]
    finally:
        store.close()


def test_games_go_out_and_come_back(database: Path, tmp_path: Path, capsys: Output) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    assert capsys.readouterr().out == f"All games are in {copy}.\n"
    store = Store(database)
    store.create("yatzy", ["Cleo"])
    store.close()
    assert main(["restore", str(copy)]) == 0
    out = capsys.readouterr().out
    assert players(database) == ["Ana", "Ben"]
    kept = Path(one_line(out).rpartition("Those before: ")[2])
    assert players(kept) == ["Ana", "Ben", "Cleo"]


def test_the_copies_that_the_pad_keeps_are_listed_and_found_by_their_names(
    database: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "stick"
    monkeypatch.setenv("SCOREPAD_BACKUPS", str(folder))
    assert main(["restore", "--list"]) == 0
    assert capsys.readouterr().out == f"There are no copies in {folder}.\n"
    folder.mkdir()
    for _ in range(2):
        assert main(["backup", str(folder)]) == 0
    capsys.readouterr()
    assert main(["restore", "--list"]) == 0
    said, newest, other, advice = capsys.readouterr().out.splitlines()
    assert said == f"Copies in {folder}, the newest first:"
    assert newest.split()[0].startswith("scorepad-000002-")
    assert other.split()[0].startswith("scorepad-000001-")
    assert advice.endswith(f"restore {newest.split()[0]}")
    database.unlink()
    assert main(["restore", newest.split()[0]]) == 0
    assert database.exists()


def test_the_real_program_backs_up_and_restores(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    done = run("backup", str(copy))
    assert (done.returncode, done.stderr) == (0, b"")
    new = tmp_path / "new" / "scorepad.db"
    done = run("restore", str(copy), environment={"SCOREPAD_DB": str(new)})
    assert (done.returncode, done.stderr) == (0, b"")
    assert players(new) == players(database) == ["Ana", "Ben"]


def test_a_backup_is_made_while_the_pad_is_open(database: Path, tmp_path: Path, capsys: Output) -> None:
    store = Store(database)
    try:
        store.create("yatzy", ["Cleo"])
        assert main(["backup", str(tmp_path / "copy.db")]) == 0
        assert "in use" not in capsys.readouterr().err
    finally:
        store.close()
    assert players(tmp_path / "copy.db") == ["Ana", "Ben", "Cleo"]


def test_nothing_is_restored_while_the_pad_is_open(database: Path, tmp_path: Path, capsys: Output) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    capsys.readouterr()
    store = Store(database)
    try:
        line = refused(capsys, "restore", str(copy))
        assert line == f"another pad is using {database}: stop that one first"
    finally:
        store.close()


def test_copies_that_cannot_be_made_or_read_are_refused(
    database: Path, tmp_path: Path, capsys: Output
) -> None:
    there = written(tmp_path, b"precious", "there.db")
    assert "is there already" in refused(capsys, "backup", there)
    assert "can’t be written" in refused(capsys, "backup", str(tmp_path / "nowhere" / "copy.db"))
    assert "not an intact database" in refused(capsys, "restore", there)
    assert "not an intact database" in refused(capsys, "restore", str(tmp_path / "missing.db"))
    assert "not an intact database" in refused(capsys, "restore", str(tmp_path))
    assert players(database) == ["Ana", "Ben"]


def test_without_games_there_is_nothing_to_back_up(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "none.db"))
    assert "no games" in refused(capsys, "backup", str(tmp_path / "copy.db"))
    assert list(tmp_path.iterdir()) == []


@unix
def test_a_copy_whose_name_no_database_can_have_is_refused(database: Path, tmp_path: Path) -> None:
    done = shell(f"pad backup $'{tmp_path}/\\xff.db'", PYTHONUTF8="1")
    assert (done.returncode, done.stdout) == (1, b"")
    assert "can’t be written" in one_line(done.stderr.decode())
    assert list(tmp_path.iterdir()) == [database.parent]


def test_a_place_where_no_file_can_be_is_told_in_one_line(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy)).returncode == 0
    done = run("restore", str(copy), environment={"SCOREPAD_DB": str(database / "below" / "scorepad.db")})
    assert (done.returncode, done.stdout) == (1, b"")
    one_line(done.stderr.decode())


def test_a_folder_for_a_database_is_told_by_its_own_name(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path))
    line = refused(capsys, "backup", str(tmp_path / "copy.db"))
    assert line.startswith(f"{tmp_path} ")


# --- a file of a newer version ---------------------------------------------------------------------------


def made_newer(path: Path) -> str:
    """Says that a later version has changed the form of that file; returns what every command says of it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorepad', 'm999_colour', '2030-01-01')"
        )
    advice = "update this one, or put a backup in place"
    return f"{path} was written by a newer version of the pad (m999_colour): {advice}"


@pytest.mark.parametrize("command", ["check", "check --rebuild", "export out.json", "import game.json"])
def test_a_file_of_a_newer_version_is_refused_by_the_name_of_its_migration(
    database: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    said = made_newer(database)
    before = database.read_bytes()
    written(tmp_path, record())
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, *command.split()) == said
    assert database.read_bytes() == before
    assert not (tmp_path / "out.json").exists()


def test_a_backup_of_a_newer_version_is_not_put_in_place(
    database: Path, tmp_path: Path, capsys: Output
) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    capsys.readouterr()
    said = made_newer(copy)
    assert refused(capsys, "restore", str(copy)) == said
    assert players(database) == ["Ana", "Ben"]
    assert sorted(path.name for path in database.parent.iterdir() if path.suffix != ".lock") == [
        "scorepad.db"
    ]


def test_a_file_of_a_newer_version_is_backed_up_and_gives_way_to_a_backup(
    database: Path, tmp_path: Path, capsys: Output
) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    assert main(["backup", str(old)]) == 0
    made_newer(database)
    assert main(["backup", str(new)]) == 0
    assert main(["restore", str(old)]) == 0
    assert capsys.readouterr().err == ""
    assert players(database) == ["Ana", "Ben"]
