"""Makes tables: perfect play of a sheet, solved and simulated. `python -m scorepad.coach.make [FOLDER]` makes
those that travel with the program. It needs numpy.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

import numpy as np
import numpy.typing as npt

from scorepad.coach.desk import Floats
from scorepad.coach.simulate import quantiles, totals
from scorepad.coach.solver import Progress, Solver
from scorepad.coach.states import States, states_of
from scorepad.coach.table import PARTS, SHIPPED, Table, file_name, write_table
from scorepad.rules import RULESETS, RuleSet

TRAVELLING = ("yahtzee", "yacht", "yatzy", "forced_yatzy")
"""The sheets whose tables are shipped, as they are without house rules."""

_SOLVING = 0.75
"""About the share of solving in the work; the rest is simulating."""
_PACKING = 0.1
"""About the share of writing the file in all of it."""


def solve(ruleset: RuleSet, progress: Progress = lambda _share: None) -> Table:
    """The table of a sheet that `can_advise`."""
    states = states_of(ruleset)
    values, spreads = _solved(states, lambda share: progress(_SOLVING * share))
    played = totals(states, values, progress=lambda share: progress(_SOLVING + (1 - _SOLVING) * share))
    return Table(
        ruleset,
        array("f", values.astype(np.float32).tobytes()),
        array("H", spreads.tobytes()),
        array("H", quantiles(played)),
    )


def _solved(states: States, progress: Progress) -> tuple[Floats, npt.NDArray[np.uint16]]:
    """The values and deviations. The room of all else is free again then."""
    solver = Solver(states, spread=True)
    solver.run(progress)
    return solver.values, np.rint(_spreads(solver.values, solver.squares) * PARTS).astype(np.uint16)


def _spreads(values: Floats, squares: Floats) -> Floats:
    """The standard deviations; they take the room of the squares, which are as large as all else together."""
    squares -= values**2
    np.maximum(squares, 0, out=squares)
    return np.sqrt(squares, out=squares)


def make(ruleset: RuleSet, folder: Path, progress: Progress = lambda _share: None) -> Table:
    """Solves that sheet and writes its table into the folder. Raises OSError."""
    table = solve(ruleset, lambda share: progress((1 - _PACKING) * share))
    write_table(table, folder / file_name(ruleset))
    progress(1)
    return table


def main(folder: Path = SHIPPED) -> None:
    """Makes them all anew, and leaves no other table there."""
    made = {folder / file_name(make(RULESETS[name], folder).ruleset) for name in TRAVELLING}
    for old in set(folder.glob("*.xz")) - made:
        old.unlink()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
