"""What the coach costs: solving a sheet, reading its table, advice, a review. `python -m tests.bench_coach`.

Solving is told beside a product of matrices on the same machine, so that it can be compared with another's.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from scorepad.coach import Table, advise_boxes, advise_keeps, costliest, course, read_table, review_of
from scorepad.coach.make import TRAVELLING
from scorepad.coach.table import SHIPPED, file_name
from scorepad.rules import RULESETS, Sheet, all_rolls
from tests.bench import NAMES, Row, table
from tests.coach.played import finished

SHEETS = ("yahtzee", "yacht", "yatzy", "forced_yatzy", "kniffel", "yams")
ROUNDS = 30
ADVICE, REVIEW = 50, 150
"""The most that advice and a review may take, in milliseconds."""

CHILD = """
import json, re, sys, time
import numpy as np
from scorepad.coach.make import solve
from scorepad.coach.solver import expect
from scorepad.rules import RULESETS

start = time.perf_counter()
(expect if sys.argv[2] == "alone" else solve)(RULESETS[sys.argv[1]])
took = time.perf_counter() - start
held = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
one, other = np.random.default_rng(1).random((462, 252)), np.random.default_rng(2).random((252, 64))
products = []
for _ in range(300):
    start = time.perf_counter()
    one @ other
    products.append(time.perf_counter() - start)
print(json.dumps([took, held, sorted(products)[150]]))
"""
"""Solves a sheet: its values alone, or the whole table. Prints seconds, the most memory in MB, and the
seconds of a 462×252 by 252×64 product.
"""


def solved(name: str, what: str) -> tuple[float, float, float]:
    """What CHILD tells of that sheet; one processor does it, as when the pad learns a sheet."""
    alone = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", CHILD, name, what]
    told = subprocess.run(command, env=alone, stdout=subprocess.PIPE, check=True)
    seconds, held, product = json.loads(told.stdout)
    return seconds, held, product


def solving_row(name: str) -> tuple[str, ...]:
    cells = [name]
    for what in ("alone", "whole"):
        seconds, held, product = solved(name, what)
        cells += [f"{seconds:.1f} s", f"{seconds / product:,.0f}", f"{held:.0f} MB"]
    return (*cells, f"{1000 * product:.2f} ms")


def milliseconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """What it takes in the middle of so many times."""
    took = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return 1000 * statistics.median(took)


def read(name: str) -> Table:
    ruleset = RULESETS[name]
    return read_table(ruleset, SHIPPED / file_name(ruleset))


def asking_rows(name: str) -> list[Row]:
    """The first advice on an empty sheet is the dearest: all boxes are open, and nothing is known yet."""
    loading = milliseconds(lambda: read(name), rounds=5)
    known, chance = read(name), random.Random(name)
    empty, rolls = Sheet(known.ruleset, {}), all_rolls(known.ruleset.dice)
    first = milliseconds(lambda: advise_keeps(known, empty, rolls[0], 2), rounds=1)
    keeps = milliseconds(lambda: advise_keeps(known, empty, chance.choice(rolls), 2))
    boxes = milliseconds(lambda: advise_boxes(known, empty, chance.choice(rolls)))
    game = finished(name, NAMES, chance).game

    def review() -> None:
        found = review_of(game, known)
        course(found, known)
        for player in found.players:
            costliest(player, known)

    whole = milliseconds(review, rounds=1)
    return [
        (f"{name}: a table is read", f"{loading:.0f} ms", "once"),
        (f"{name}: keeps with two rolls left, the first time", f"{first:.0f} ms", f"{ADVICE} ms"),
        (f"{name}: keeps with two rolls left", f"{keeps:.1f} ms", f"{ADVICE} ms"),
        (f"{name}: boxes with no roll left", f"{boxes:.1f} ms", f"{ADVICE} ms"),
        (f"{name}: the first review, of six players, with chances", f"{whole:.0f} ms", f"{REVIEW} ms"),
    ]


def main() -> None:
    print(table([row for name in TRAVELLING for row in asking_rows(name)]))
    head = ("sheet", "values alone", "in products", "held", "whole table", "in products", "held", "a product")
    lines = [head, ("---",) * len(head), *map(solving_row, SHEETS)]
    print("\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines))


if __name__ == "__main__":
    main()
