"""Puts a real server through what a household may do to it, and worse; ends with 1 where that shows."""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tests.soak.markup import markup
from tests.soak.moments import moments
from tests.soak.nasty import nasty
from tests.soak.rivals import rivals
from tests.soak.rounds import killed

PARTS = ("rounds", "moments", "rivals", "requests", "pages")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=200, help="kills while games are played (200)")
    parser.add_argument("--moments", type=int, default=12, help="kills of each command (12)")
    parser.add_argument("--rivals", type=int, default=150, help="turns that eight phones send at once (150)")
    parser.add_argument("--requests", type=int, default=13_500, help="odd requests (13500)")
    parser.add_argument("--pages", type=int, default=400, help="pages to read in each language (400)")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="what chance begins with; it is printed")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    return arguments


class Found(Protocol):
    """What came of a part; it tells itself as a sentence."""

    @property
    def faults(self) -> list[str]: ...


def main() -> int:
    told = _arguments()
    print(f"--seed {told.seed}", flush=True)
    works: dict[str, Callable[[Path], Found]] = {
        "rounds": lambda folder: killed(folder, told.rounds, told.seed),
        "moments": lambda folder: moments(folder, told.moments, told.seed),
        "rivals": lambda folder: rivals(folder, told.rivals, told.seed),
        "requests": lambda folder: nasty(folder, told.requests, told.seed),
        "pages": lambda folder: markup(folder, told.pages),
    }
    amiss = 0
    for part in told.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            found = works[part](Path(folder))
        print(f"{part}: {found} ({time.monotonic() - began:.0f} s)", *found.faults, sep="\n  ", flush=True)
        amiss += len(found.faults)
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main())
