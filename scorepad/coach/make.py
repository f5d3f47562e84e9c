"""Makes the tables that travel with the program: `python -m scorepad.coach.make [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from scorepad.coach.solver import solve
from scorepad.coach.table import SHIPPED, file_name, write_table
from scorepad.rules import RULESETS, RuleSet

TRAVELLING = ("yahtzee", "yacht", "yatzy", "forced_yatzy")
"""The sheets whose tables are shipped, as they are without house rules."""


def make(ruleset: RuleSet, folder: Path) -> Path:
    """Solves that sheet and writes its table into the folder; returns the file. Raises OSError."""
    path = folder / file_name(ruleset)
    write_table(solve(ruleset), path)
    return path


def main(folder: Path = SHIPPED) -> None:
    """Makes them all anew, and leaves no other table there."""
    made = {make(RULESETS[name], folder) for name in TRAVELLING}
    for old in set(folder.glob("*.xz")) - made:
        old.unlink()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
