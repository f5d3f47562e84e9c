"""Lighthouse on the pages that matter: `python -m tests.audit`, at least 95 each, median of three runs."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorepad import create_app
from scorepad.store import Store
from tests.bench import NAMES, play, served
from tests.browser.chromium import FLAGS, find

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST = 95
RUNS = 3
HOME = Path(__file__).parent.parent / ".venv" / "audit"


def lighthouse() -> str:
    """The program, installed by npm beside the virtual environment when it is not there yet."""
    program = HOME / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(HOME), LIGHTHOUSE]
        subprocess.run(install, check=True)
    return str(program)


@contextmanager
def pages() -> Iterator[dict[str, str]]:
    """The addresses of home, pad and past sheets on a pad with some games."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE": Path(folder) / "audit.db"})
        store: Store = app.extensions["scorepad.store"]
        for seed in range(12):
            play(store, store.create("yatzy", NAMES[: 2 + seed % 3]), 999, seed)
        key = store.create("yahtzee", NAMES[:2])
        play(store, key, 11, 1)
        with served(app) as port:
            root = f"http://127.0.0.1:{port}"
            yield {"home": f"{root}/", "pad": f"{root}/games/{key}", "past sheets": f"{root}/games"}
        store.close()


def scores(program: str, address: str) -> dict[str, float]:
    """One run's scores of 100."""
    command = [
        program,
        address,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    ]
    answer = subprocess.run(
        command, check=True, capture_output=True, env={**os.environ, "CHROME_PATH": find() or ""}
    )
    found = json.loads(answer.stdout)["categories"]
    return {category: 100 * (found[category]["score"] or 0) for category in CATEGORIES}


def main() -> None:
    program = lighthouse()
    print(f"| page | {' | '.join(CATEGORIES)} |\n| --- | {' | '.join('---' for _ in CATEGORIES)} |")
    low = False
    with pages() as addresses:
        for name, address in addresses.items():
            runs = [scores(program, address) for _ in range(RUNS)]
            medians = [statistics.median(run[category] for run in runs) for category in CATEGORIES]
            print(f"| {name} | {' | '.join(f'{median:.0f}' for median in medians)} |", flush=True)
            low = low or min(medians) < LEAST
    if low:
        sys.exit(f"a score is under {LEAST}")


if __name__ == "__main__":
    main()
