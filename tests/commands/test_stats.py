"""`stats`: what players did, as JSON, of a stopped pad and of a running one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad.commands import main
from scorepad.stats import called
from scorepad.store import Store
from tests.commands.program import run
from tests.helpers import finish, play, solo
from tests.oracle.figures import stats
from tests.stats.recomputed import scored

Output = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A pad that runs: Ana and Ben tie at Yacht, Åke plays alone by three sheets, a game goes on."""
    path = tmp_path / "games" / "scorepad.db"
    monkeypatch.setenv("SCOREPAD_DB", str(path))
    with closing(Store(path)) as opened:
        finish(opened, opened.create("yacht", ["Ana", "Ben"]))
        for ruleset in ("yatzy", "triple_yahtzee", "generala"):
            solo(opened, "Åke", ruleset, "66666")
        play(opened, opened.create("yatzy", ["Ana", "Cleo"]), ("ones", "11234"))
        yield opened


def printed(output: Output, *words: str) -> list[dict[str, Any]]:
    """What the command prints."""
    assert main(["stats", *words]) == 0
    out, err = output.readouterr()
    assert err == ""
    found: list[dict[str, Any]] = json.loads(out)
    return found


def refusal(output: Output, *words: str) -> str:
    assert main(["stats", *words]) == 1
    out, err = output.readouterr()
    assert out == ""
    return err


def test_everybody_is_told_by_name_and_rule_set_while_the_pad_runs(store: Store, capsys: Output) -> None:
    told = printed(capsys)
    assert told == stats(scored(store))
    assert [(line["player"], line["ruleset"]) for line in told] == [
        ("Ana", "yacht"),
        ("Ben", "yacht"),
        ("Åke", "generala"),
        ("Åke", "triple_yahtzee"),
        ("Åke", "yatzy"),
    ]


@pytest.mark.usefixtures("store")
def test_every_figure_has_its_name_in_the_order_of_the_page(capsys: Output) -> None:
    ana, *_ = printed(capsys)
    assert list(ana) == [
        *("player", "ruleset", "options", "games", "wins", "shared", "average", "median", "best", "worst"),
        *("bonus_share", "five_alike", "extras", "run", "longest_run", "boxes", "against"),
    ]
    assert (ana["wins"], ana["shared"], ana["run"]) == (1, 1, 1)
    assert ana["against"] == {"Ben": {"games": 1, "wins": 0, "draws": 1}}
    assert ana["boxes"]["sixes"] == 6


@pytest.mark.usefixtures("store")
def test_a_player_is_found_however_the_name_is_written(capsys: Output) -> None:
    for name in ("åke", " ÅKE ", "A\N{COMBINING RING ABOVE}ke"):
        assert {line["player"] for line in printed(capsys, name)} == {"Åke"}
    [line] = printed(capsys, "Åke", "--ruleset", "yatzy")
    assert (line["ruleset"], line["games"], line["wins"]) == ("yatzy", 1, 0)


def test_a_name_that_was_merged_finds_the_one_who_stands_for_it(store: Store, capsys: Output) -> None:
    solo(store, "Anna")
    ana, anna = (person.id for name in ("Ana", "Anna") if (person := called(store, name)))
    store.merge(anna, ana)
    [line] = printed(capsys, "anna")
    assert (line["player"], line["games"]) == ("Ana", 2)


@pytest.mark.usefixtures("store")
def test_who_has_not_finished_a_game_has_no_figures_yet(capsys: Output) -> None:
    assert printed(capsys, "Cleo") == []
    assert printed(capsys, "--ruleset", "maxi_yatzy") == []


@pytest.mark.usefixtures("store")
def test_one_rule_set_is_told_alone(capsys: Output) -> None:
    assert [line["player"] for line in printed(capsys, "--ruleset", "yacht")] == ["Ana", "Ben"]


@pytest.mark.usefixtures("store")
def test_an_unknown_name_or_rule_set_is_told_in_a_sentence(capsys: Output) -> None:
    assert refusal(capsys, "Zoe") == "nobody here is called Zoe\n"
    assert refusal(capsys, " ") == "a name needs at least one letter\n"
    assert refusal(capsys, "--ruleset", "chess") == "there is no rule set “chess”\n"
    assert refusal(capsys, "Ana", "--ruleset", "") == "there is no rule set “”\n"


def test_there_is_no_file_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "none.db"))
    assert "none.db" in refusal(capsys)
    assert not (tmp_path / "none.db").exists()


def test_a_sheet_that_this_version_does_not_know_is_told_as_it_was(store: Store, capsys: Output) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE tallies SET ruleset = 'chess' WHERE ruleset = 'yacht'")
        connection.execute("UPDATE spreads SET ruleset = 'chess' WHERE ruleset = 'yacht'")
    assert [line["ruleset"] for line in printed(capsys, "Ana")] == ["chess"]


def test_the_program_itself_prints_them(store: Store) -> None:
    done = run("stats", "Ben")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == [line for line in stats(scored(store)) if line["player"] == "Ben"]
    assert b"stats" in run("--help").stdout
