"""One sheet learned in a process of its own: `python -m scorepad.coach.lesson RULESET OPTIONS FOLDER`.

It tells the share that is done, a line each, and ends early when its standard input does: with who asked.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

from scorepad.rules import with_options_text

UNSAVED = 3
"""The exit code where the table can't be written."""
_NICER = 10
_TOLD = 100
"""In so many steps the work is told of."""


class _Teller:
    """Tells a share where it is a step further."""

    def __init__(self) -> None:
        self._step = -1

    def __call__(self, share: float) -> None:
        if int(share * _TOLD) > self._step:
            self._step = int(share * _TOLD)
            print(share, flush=True)


def _end_with_who_asked() -> None:
    while os.read(sys.stdin.fileno(), 1):  # unbuffered: a lock held here would spoil the end of the process
        pass
    os._exit(0)


def main(ruleset: str, options: str, folder: str) -> int:
    """Writes the table of that sheet into the folder; returns the exit code."""
    Thread(target=_end_with_who_asked, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICER)
    # It has the machine to share: one processor is enough, and numpy reads this when it is loaded.
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    from scorepad.coach.make import make

    try:
        make(with_options_text(ruleset, options), Path(folder), _Teller())
    except OSError:
        return UNSAVED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
