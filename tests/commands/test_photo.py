"""`read-dice`: the dice in a photo as JSON, or one line that says why there are none."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from scorepad.commands import main
from tests.photo.drawn import photo, values_of

Output = pytest.CaptureFixture[str]
SEED = 11


def test_the_dice_in_a_photo_are_told_left_to_right(tmp_path: Path, capsys: Output) -> None:
    data, made = photo(SEED)
    file = tmp_path / "dice.jpg"
    file.write_bytes(data)
    assert main(["read-dice", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.keys() == {"dice", "sure", "found"}
    assert (told["dice"], told["sure"]) == (values_of(made), True)
    assert "".join(str(die["value"]) for die in told["found"]) == told["dice"]
    assert [die["x"] for die in told["found"]] == sorted(die["x"] for die in told["found"])
    for die in told["found"]:
        assert die.keys() == {"value", "x", "y", "size", "confidence"}
        assert all(0 < die[name] <= 1 for name in ("x", "y", "size", "confidence"))


def test_a_photo_may_come_from_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    data, made = photo(SEED)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["read-dice", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == values_of(made)


def test_six_dice_are_read_where_six_are_asked_for(tmp_path: Path, capsys: Output) -> None:
    data, made = photo(40, 6)
    file = tmp_path / "dice.jpg"
    file.write_bytes(data)
    assert main(["read-dice", str(file), "--dice", "6"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["dice"], told["sure"]) == (values_of(made), True)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"hello", "no photo"), (b"\xff\xd8\xff", "damaged"), (b"\0\0\0\x18ftypheic", "HEIC")],
)
def test_what_can_not_be_read_is_one_line(tmp_path: Path, capsys: Output, data: bytes, said: str) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(data)
    assert main(["read-dice", str(file)]) == 2
    out, complaint = capsys.readouterr()
    assert out == ""
    assert said in complaint
    assert len(complaint.splitlines()) == 1


def test_a_file_that_is_not_there_is_told_of(capsys: Output) -> None:
    assert main(["read-dice", "nowhere.jpg"]) == 2
    assert "nowhere.jpg can’t be read" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["numpy", "PIL"])
def test_without_what_reads_photos_it_says_what_to_install(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["read-dice", "dice.jpg"]) == 1
    assert "pip install -r requirements-photo.txt" in capsys.readouterr().err
