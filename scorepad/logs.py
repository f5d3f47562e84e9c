"""What whoever runs the pad reads: lines on standard error, none of which tells a key, a name or dice."""

from __future__ import annotations

import logging
import re
import sys
import time
from typing import Any
from urllib.parse import quote

LEVELS = ("error", "warning", "info")
USUAL = "warning"

_LINE = "%(asctime)s %(levelname)s %(message)s"
_KEY = re.compile(r"(/(?:games|watch)/[\w-]{4})[\w-]{4,}")
_LONGEST_PATH = 200
_LATE = 1.0
"""Seconds that a request may wait for a thread before that is worth a warning."""

_log = logging.getLogger("scorepad.answers")


def set_up(level: str) -> None:
    """Lines of that level and above go to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Discreet(_LINE))
    handler.addFilter(Seldom())
    logging.basicConfig(level=max(logging.WARNING, _number(level)), handlers=[handler], force=True)
    logging.getLogger("scorepad").setLevel(_number(level))
    # It warns of every request that finds all threads at work; what counts is how long one waits.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]


class _Discreet(logging.Formatter):
    """Keys of games open them: a line shows where they begin."""

    def format(self, record: logging.LogRecord) -> str:
        return _KEY.sub(r"\1…", super().format(record))


class Seldom(logging.Filter):
    """The same line some times a minute at most: whoever provokes it can't fill the disk."""

    MOST_WARNINGS, MOST_ERRORS, SECONDS = 10, 60, 60.0
    _KINDS = 100

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        most = self.MOST_WARNINGS if record.levelno < logging.ERROR else self.MOST_ERRORS
        kind, now = str(record.msg), time.monotonic()
        told = [then for then in self._told.get(kind, ()) if now - then < self.SECONDS]
        if len(self._told) > self._KINDS:
            self._told.clear()
        self._told[kind] = [*told, now][:most]
        if len(told) == most - 1:
            record.msg = f"{record.msg} (more of these are not told for a minute)"
        return len(told) < most


def note_answer(task: Any, waited: float, took: float) -> None:
    """One line for one answer; a warning where it had to wait for others."""
    if waited > _LATE:
        _log.warning("a request waited %.1f s for its turn: more is asked than can be answered", waited)
    if _log.isEnabledFor(logging.INFO):
        request = task.request
        path = quote(request.path.encode("latin-1"))[:_LONGEST_PATH]
        size = task.content_length if task.content_length is not None else task.content_bytes_written
        _log.info("%s %s %s %d ms %d bytes", request.command, path, task.status[:3], 1000 * took, size)
