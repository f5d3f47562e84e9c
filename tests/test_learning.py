"""Sheets learned in a process of their own: told, kept, broken off, and never begun unasked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorepad.coach import Table, file_name, read_table
from scorepad.learning import CANNOT, FAILED, KEPT, LEARNING, MOST_WAITING, UNKNOWN, Learning, Unlearned
from scorepad.rules import RULESETS, Refused, RuleSet, with_options

SLOW = RULESETS["kniffel"]
"""It takes some seconds, so that there is time to look."""
PATIENCE = 60.0


def quick(bonus: int) -> RuleSet:
    """A sheet without a table that is learned in a moment; no other test has asked for it."""
    return with_options("forced_yatzy", {"bonus": [bonus, 66]})


@pytest.fixture
def learning(tmp_path: Path) -> Iterator[Learning]:
    """What is learned beside a database of the test's own."""
    ends: list[Callable[[], None]] = []
    yield Learning(tmp_path / "coach", ends.append)
    for end in ends:
        end()


def state_of(learning: Learning, ruleset: RuleSet) -> Unlearned:
    found = learning.table_or_state(ruleset)
    assert isinstance(found, Unlearned)
    return found


def until(come: Callable[[], object]) -> None:
    """Waits until that is so."""
    end = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < end
        time.sleep(0.02)


def children(process: int) -> list[int]:
    """The lessons that a process has started and that are not over."""
    threads = Path(f"/proc/{process}/task").iterdir()
    started = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return [child for child in started if is_lesson(child)]


def is_lesson(process: int) -> bool:
    """Not, say, the browser of other tests."""
    try:
        return "scorepad.coach.lesson" in Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return False


def runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_asking_begins_nothing(learning: Learning, tmp_path: Path) -> None:
    assert state_of(learning, quick(901)) == state_of(learning, quick(901)) == Unlearned(UNKNOWN)
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_is_learned_once_it_is_asked_for_and_kept(learning: Learning, tmp_path: Path) -> None:
    learning.begin(quick(902))
    learning.wait(quick(902))
    found = learning.table_or_state(quick(902))
    assert isinstance(found, Table)
    kept = read_table(quick(902), tmp_path / "coach" / file_name(quick(902)))
    assert (kept.values, kept.finals) == (found.values, found.finals)
    assert {file.suffix for file in (tmp_path / "coach").iterdir()} <= {".xz", ".lock"}


def test_a_sheet_with_a_table_needs_no_lesson(learning: Learning, tmp_path: Path) -> None:
    learning.begin(RULESETS["yatzy"])
    assert isinstance(learning.table_or_state(RULESETS["yatzy"]), Table)
    assert list(tmp_path.iterdir()) == []


def test_who_looks_is_told_how_far_it_is(learning: Learning) -> None:
    learning.begin(SLOW)
    until(lambda: state_of(learning, SLOW).share > 0.01)
    first = state_of(learning, SLOW)
    assert first.why == LEARNING
    until(lambda: state_of(learning, SLOW).share > first.share)


def test_closing_the_pad_breaks_it_off(learning: Learning, tmp_path: Path) -> None:
    learning.begin(SLOW)
    until(lambda: state_of(learning, SLOW).share)
    own = children(os.getpid())
    learning.stop()
    assert not any(map(runs, own))
    assert state_of(learning, SLOW) == Unlearned(UNKNOWN)
    assert not list((tmp_path / "coach").glob("*.xz*"))


def test_a_killed_lesson_is_told_and_not_begun_again_by_itself(learning: Learning) -> None:
    learning.begin(SLOW)
    until(lambda: state_of(learning, SLOW).share)
    for child in children(os.getpid()):
        os.kill(child, signal.SIGKILL)
    learning.wait(SLOW)
    failed = state_of(learning, SLOW)
    assert (failed.why, failed.fault and failed.fault.reason) == (FAILED, "lesson_broken_off")
    assert state_of(learning, SLOW) == failed
    assert failed.may_begin


def test_a_lesson_ends_with_the_pad_that_asked(tmp_path: Path) -> None:
    script = (
        "import sys, time, pathlib\n"
        "from scorepad.learning import Learning\n"
        "from scorepad.rules import RULESETS\n"
        "learning = Learning(pathlib.Path(sys.argv[1]), print)\n"
        "learning.begin(RULESETS['kniffel'])\n"
        "time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.DEVNULL) as pad:
        until(lambda: children(pad.pid))
        (lesson,) = children(pad.pid)
        pad.kill()
    until(lambda: not runs(lesson))


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "coach").write_text("a file")
    learning = Learning(tmp_path / "coach", lambda _end: None)
    learning.begin(quick(903))
    learning.wait(quick(903))
    failed = state_of(learning, quick(903))
    assert (failed.why, failed.fault and failed.fault.reason) == (FAILED, "lesson_unsaved")


def test_a_table_that_can_not_be_written_is_told(learning: Learning, tmp_path: Path) -> None:
    (tmp_path / "coach" / file_name(quick(904))).mkdir(parents=True)
    learning.begin(quick(904))
    learning.wait(quick(904))
    failed = state_of(learning, quick(904))
    assert (failed.why, failed.fault and failed.fault.reason) == (FAILED, "lesson_unsaved")


def test_a_broken_table_is_learned_anew(learning: Learning, tmp_path: Path) -> None:
    path = tmp_path / "coach" / file_name(quick(905))
    path.parent.mkdir()
    path.write_bytes(b"scorepad-coach 2 cut short")
    assert state_of(learning, quick(905)) == Unlearned(UNKNOWN)
    learning.begin(quick(905))
    learning.wait(quick(905))
    assert isinstance(learning.table_or_state(quick(905)), Table)


def test_what_was_left_half_written_and_the_oldest_tables_leave(learning: Learning, tmp_path: Path) -> None:
    folder = tmp_path / "coach"
    folder.mkdir()
    (folder / "half.xz.new").write_bytes(b"half")
    for age in range(KEPT):
        (folder / f"{age}.xz").write_bytes(b"old")
        os.utime(folder / f"{age}.xz", (1_000_000 - age, 1_000_000 - age))
    learning.begin(quick(906))
    learning.wait(quick(906))
    left = {file.name for file in folder.iterdir() if file.suffix != ".lock"}
    assert left == {f"{age}.xz" for age in range(KEPT - 1)} | {file_name(quick(906))}


def test_one_pad_learns_a_few_sheets_at_most(learning: Learning) -> None:
    learning.begin(SLOW)
    for waiting in range(1, MOST_WAITING):
        learning.begin(with_options("kniffel", {"bonus": [waiting, 63]}))
    learning.begin(SLOW)
    with pytest.raises(Refused, match="many_lessons"):
        learning.begin(with_options("kniffel", {"bonus": [99, 63]}))
    assert len(children(os.getpid())) <= 1


def test_a_sheet_of_another_kind_is_never_learned(learning: Learning) -> None:
    assert state_of(learning, RULESETS["generala"]).why == CANNOT
    with pytest.raises(Refused, match="no_coach"):
        learning.begin(RULESETS["generala"])


def test_without_numpy_a_sheet_is_never_learned(learning: Learning, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    told = state_of(learning, quick(907))
    assert (told.why, told.fault and told.fault.reason) == (CANNOT, "coach_needs_numpy")
    with pytest.raises(Refused, match="coach_needs_numpy"):
        learning.begin(quick(907))


def test_a_lesson_tells_rising_shares_and_ends_well(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "scorepad.coach.lesson",
        "forced_yatzy",
        '{"bonus": [908, 66]}',
        tmp_path,
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as lesson:
        assert lesson.stdout
        assert lesson.stderr
        shares = [float(line) for line in lesson.stdout]
        complaints = lesson.stderr.read()
        assert (lesson.wait(), complaints) == (0, b"")
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert read_table(quick(908), tmp_path / file_name(quick(908)))
