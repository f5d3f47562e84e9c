"""What the README tells to type is typed here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.photo.drawn import photo

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line and not line.startswith("#")
]
OURS = [line for line in COMMANDS if line.startswith(".venv/bin/python app.py")]
MAKE = sorted({*re.findall(r"`(make [a-z-]+)", README), *(c for c in COMMANDS if c.startswith("make "))})


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SCOREPAD_DB": str(folder / "games" / "scorepad.db")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


def test_every_command_is_one_of_ours_or_of_make() -> None:
    assert [c for c in COMMANDS if c not in OURS and not c.startswith("make ")] == []
    assert len(OURS) >= 4


def test_the_commands_work_in_their_order(tmp_path: Path) -> None:
    """In a folder with the records of a game under way and of a finished one, and a pad started once."""
    for name, case in (("game", "random-yatzy-3"), ("finished", "random-yahtzee-2")):
        told = record(ROOT / "tests" / "cases" / f"{case}.json")
        (tmp_path / f"{name}.json").write_text(told, encoding="utf-8")
    (tmp_path / "dice.jpg").write_bytes(photo(1)[0])
    make_database(tmp_path)
    for line in OURS:
        words = shlex.split(line.replace(".venv/bin/python app.py", ""))
        answer = run([sys.executable, str(ROOT / "app.py"), *words], tmp_path)
        assert answer.returncode == 0, (line, answer.stderr)


def record(case: Path) -> str:
    import json

    return json.dumps(json.loads(case.read_text(encoding="utf-8"))["record"])


def make_database(folder: Path) -> None:
    from scorepad.store import Store

    Store(folder / "games" / "scorepad.db").close()


@pytest.mark.parametrize("command", MAKE)
def test_what_make_is_asked_for_is_there(command: str) -> None:
    if shutil.which("make") is None:
        pytest.skip("no make here")
    target = command.split()[1]
    assert subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, timeout=60).returncode == 0


def test_the_picture_is_there() -> None:
    for picture in re.findall(r'src="([^"]+)"', README):
        assert (ROOT / picture).stat().st_size > 5000
