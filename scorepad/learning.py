"""Sheets that the coach learns at their first use: each is solved in a process of its own, one at a time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread

from filelock import FileLock, Timeout

from scorepad.coach import Table, can_advise, table_of
from scorepad.coach.lesson import UNSAVED
from scorepad.rules import Refused, RuleSet, Told, options_text

CANNOT, UNKNOWN, LEARNING, FAILED = "cannot", "unknown", "learning", "failed"

KEPT = 32
"""How many tables are kept in the folder, 3 MB each at most; beyond that the oldest leave."""
MOST_WAITING = 4
"""How many sheets are learned or wait for that at once: anybody may ask, and every house rule is another."""

_ROOT = Path(__file__).parents[1]
_PATIENCE = 5.0
"""Seconds in which a process ends that is told to."""


@dataclass(frozen=True, slots=True)
class Unlearned:
    """Why there is no table: the sheet CANNOT be learned, is UNKNOWN yet, is in LEARNING, or that FAILED.

    `share` of it is done, from 0 to 1. `fault` says what was in the way, None where nothing was.
    """

    why: str
    share: float = 0.0
    fault: Told | None = None

    @property
    def is_under_way(self) -> bool:
        return self.why == LEARNING

    @property
    def may_begin(self) -> bool:
        """Whether it is to be asked for."""
        return self.why in (UNKNOWN, FAILED)


class _Lesson:
    """A sheet that is being learned, by a thread that waits for its process."""

    def __init__(self, ruleset: RuleSet, folder: Path) -> None:
        self._ruleset, self._folder = ruleset, folder
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self.share = 0.0
        self.fault: Told | None = None
        self._thread = Thread(target=self._run, name="lesson", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        return not self._thread.is_alive()

    def wait(self) -> None:
        """Until it is over."""
        self._thread.join()

    def stop(self) -> None:
        """Breaks it off; nothing half written is left to be read."""
        self._stopped = True
        if self._process:
            self._process.kill()
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._folder / "learning.lock", thread_local=False)
            with lock.acquire(cancel_check=lambda: self._stopped):
                self._learn()
        except Timeout:
            pass  # it was stopped
        except OSError:
            self.fault = self._unsaved

    @property
    def _unsaved(self) -> Refused:
        return Refused("lesson_unsaved", folder=str(self._folder))

    def _learn(self) -> None:
        """Alone in this folder; another pad may have learned it meanwhile."""
        if not self._stopped and table_of(self._ruleset, self._folder) is None:
            self._make_room()
            code = self._process_ends()
            if code and not self._stopped:
                self.fault = self._unsaved if code == UNSAVED else Refused("lesson_broken_off")

    def _process_ends(self) -> int:
        """Follows it; returns its exit code."""
        asked = (self._ruleset.id, options_text(self._ruleset), str(self._folder))
        command = (sys.executable, "-m", "scorepad.coach.lesson", *asked)
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, text=True) as process:  # noqa: S603
            self._process = process
            if self._stopped:
                process.kill()
            for share in process.stdout or ():
                self.share = float(share)
            return process.wait()

    def _make_room(self) -> None:
        """Takes away what a process left half written, and the oldest tables."""
        for half in self._folder.glob("*.new"):
            half.unlink()
        tables = sorted(self._folder.glob("*.xz"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in tables[KEPT - 1 :]:
            old.unlink()


class Learning:
    """What the coach learns beside one database."""

    def __init__(self, folder: Path, before_close: Callable[[Callable[[], None]], None]) -> None:
        self._folder = folder
        self._lessons: dict[str, _Lesson] = {}
        self._lock = Lock()
        before_close(self.stop)

    def table(self, ruleset: RuleSet) -> Table | None:
        """The table of that rule set, where there is one."""
        return table_of(ruleset, self._folder)

    def table_or_state(self, ruleset: RuleSet) -> Table | Unlearned:
        """The table of that rule set, or why there is none. Nothing begins by asking."""
        table = self.table(ruleset)
        if table:
            return table
        if not can_advise(ruleset):
            return Unlearned(CANNOT, fault=Refused("no_coach"))
        lesson = self._lessons.get(ruleset.fingerprint)
        if lesson and not lesson.over:
            return Unlearned(LEARNING, lesson.share)
        if find_spec("numpy") is None:
            return Unlearned(CANNOT, fault=Refused("coach_needs_numpy"))
        if lesson and lesson.fault:
            return Unlearned(FAILED, fault=lesson.fault)
        return self.table(ruleset) or Unlearned(UNKNOWN)

    def begin(self, ruleset: RuleSet) -> None:
        """Begins to learn that sheet, unless that is known, or under way. Raises Refused `no_coach`,
        `coach_needs_numpy` or `many_lessons`.
        """
        with self._lock:
            state = self.table_or_state(ruleset)
            if isinstance(state, Table) or state.is_under_way:
                return
            if not state.may_begin and state.fault:
                raise state.fault
            self._lessons = {known: lesson for known, lesson in self._lessons.items() if not lesson.over}
            if len(self._lessons) >= MOST_WAITING:
                raise Refused("many_lessons")
            self._lessons[ruleset.fingerprint] = _Lesson(ruleset, self._folder)

    def wait(self, ruleset: RuleSet) -> None:
        """Until that sheet is learned, or can't be."""
        lesson = self._lessons.get(ruleset.fingerprint)
        if lesson:
            lesson.wait()

    def stop(self) -> None:
        """Breaks off what is under way."""
        with self._lock:
            for lesson in self._lessons.values():
                lesson.stop()
