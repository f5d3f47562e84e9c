"""`expect`, `review` and `advise`: figures as JSON, or one line that says why there are none."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from scorepad.commands import main
from scorepad.record import write_record
from tests.coach.played import finished, part_of

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("name", "value"), [("yahtzee", "254.5877"), ("forced_yatzy", "122.5585")])
def test_a_sheet_that_travels_is_told_with_four_decimals(capsys: Output, name: str, value: str) -> None:
    assert main(["expect", name]) == 0
    assert capsys.readouterr() == (f"{value}\n", "")


def test_a_house_rule_is_solved_here_and_now(capsys: Output) -> None:
    assert main(["expect", "forced_yatzy", "--options", '{"bonus": [0, 63]}']) == 0
    without = float(capsys.readouterr().out)
    assert main(["expect", "forced_yatzy"]) == 0
    assert without < float(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["generala"], 1, "can’t judge this sheet"),
        (["maxi_yatzy"], 1, "can’t judge this sheet"),
        (["chess"], 1, "chess"),
        (["yatzy", "--options", '{"joker": "free"}'], 1, "joker"),
        (["yahtzee", "--options", '{"joker": "never"}'], 1, "joker"),
        (["yahtzee", "--options", '{"bonus": [35]}'], 1, "bonus"),
        (["yahtzee", "--options", "[1]"], 2, "JSON object"),
        (["yahtzee", "--options", "{"], 2, "JSON object"),
        (["yahtzee", "--options", "[" * 100_000], 2, "JSON object"),
        (["yahtzee", "--options", '{"bonus": [35, ' + "6" * 5000 + "]}"], 2, "JSON object"),
    ],
)
def test_what_can_not_be_told_is_one_line(capsys: Output, words: list[str], code: int, said: str) -> None:
    assert main(["expect", *words]) == code
    out, complaint = capsys.readouterr()
    assert out == ""
    assert said in complaint
    assert len(complaint.splitlines()) == 1


def test_without_numpy_it_says_what_to_install(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("desk", "make", "simulate", "solver"):
        monkeypatch.delitem(sys.modules, f"scorepad.coach.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["expect", "kniffel"]) == 1
    assert "pip install -r requirements-coach.txt" in capsys.readouterr().err
    assert main(["expect", "yatzy"]) == 0
    assert capsys.readouterr().out == "248.4400\n"


# --- a game -------------------------------------------------------------------------------------------


def saved(folder: Path, told: object) -> str:
    path = folder / "game.json"
    path.write_text(json.dumps(told))
    return str(path)


def answer(capsys: Output, *words: str) -> Any:
    assert main(list(words)) == 0
    out, complaint = capsys.readouterr()
    assert complaint == ""
    return json.loads(out)


@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht", "yatzy", "forced_yatzy"])
def test_a_review_adds_up_for_each_player(capsys: Output, tmp_path: Path, ruleset: str) -> None:
    record = finished(ruleset, ["Ana", "Ben"], random.Random(ruleset))
    told = answer(capsys, "review", saved(tmp_path, write_record(record)))
    assert [player["name"] for player in told["players"]] == ["Ana", "Ben"]
    for player in told["players"]:
        assert player["expected"] + player["dice"] - player["lost"] == pytest.approx(
            player["total"], abs=0.01
        )
        assert sum(turn["loss"] for turn in player["turns"]) == pytest.approx(player["lost"], abs=0.01)
        assert all((turn["best_box"] is None) == (turn["loss"] < 0.01) for turn in player["turns"])
    numbers = sorted(turn["turn"] for player in told["players"] for turn in player["turns"])
    assert numbers == list(range(1, len(numbers) + 1))


def test_in_a_forced_sheet_nothing_is_lost(capsys: Output, tmp_path: Path) -> None:
    record = finished("forced_yatzy", ["Ana"], random.Random(3))
    (ana,) = answer(capsys, "review", saved(tmp_path, write_record(record)))["players"]
    assert ana["lost"] == 0


def test_a_game_that_goes_on_has_no_review(capsys: Output, tmp_path: Path) -> None:
    game = saved(tmp_path, write_record(part_of("yatzy", ["Ana"], random.Random(1), 4)))
    assert main(["review", game]) == 1
    assert capsys.readouterr() == ("", "the game is not finished: a review looks back on all of it\n")


def test_advice_has_the_best_first(capsys: Output, tmp_path: Path) -> None:
    game = saved(tmp_path, write_record(part_of("yahtzee", ["Ana"], random.Random(1), 0)))
    keeps = answer(capsys, "advise", game, "44421", "2")
    assert keeps[0]["keep"] == "444"
    assert [keep["value"] for keep in keeps] == sorted((keep["value"] for keep in keeps), reverse=True)
    boxes = answer(capsys, "advise", game, "66666", "0")
    assert boxes[0] == {"box": "yahtzee", "points": 50, "extra": 0, "value": boxes[0]["value"]}
    assert len(boxes) == 13


@pytest.mark.parametrize(
    ("dice", "left", "said"),
    [("4442", "1", "5 dice"), ("44427", "1", "7"), ("44421", "3", "0, 1 or 2"), ("44421", "x", "0, 1 or 2")],
)
def test_advice_on_nonsense_is_refused(
    capsys: Output, tmp_path: Path, dice: str, left: str, said: str
) -> None:
    game = saved(tmp_path, write_record(part_of("yahtzee", ["Ana"], random.Random(1), 0)))
    assert main(["advise", game, dice, left]) == 1
    out, complaint = capsys.readouterr()
    assert out == ""
    assert said in complaint


def test_of_a_sheet_that_it_can_not_judge_nothing_is_advised(capsys: Output, tmp_path: Path) -> None:
    game = saved(tmp_path, write_record(part_of("generala", ["Ana"], random.Random(1), 0)))
    assert main(["advise", game, "44421", "0"]) == 1
    assert "can’t judge this sheet" in capsys.readouterr().err
