"""`expect`: the value, or one line that says why there is none."""

from __future__ import annotations

import sys

import pytest

from scorepad.commands import main

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
        (["generala"], 1, "can’t solve generala"),
        (["maxi_yatzy"], 1, "can’t solve maxi_yatzy"),
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
    for name in ("scorepad.coach.solver", "scorepad.coach.desk"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["expect", "kniffel"]) == 1
    assert "pip install numpy" in capsys.readouterr().err
    assert main(["expect", "yatzy"]) == 0
    assert capsys.readouterr().out == "248.4400\n"
