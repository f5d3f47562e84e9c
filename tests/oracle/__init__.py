"""RULES.md and SHEETS.md told a second time, by hand and without the code under test.

Nothing here asks the program: where the two differ, one of them is wrong. A cell is named as a page names it:
`fours`, in a further column `fours:2`.
"""

from tests.oracle.again import bonus, legal, open_cells, wins
from tests.oracle.pad import Pad
from tests.oracle.paper import marked, unmarked
from tests.oracle.rolls import ALIKE, EVERY_ROLL, FIVE_ALIKE, Faces, every_roll, written
from tests.oracle.sheets import (
    BONUS,
    BOXES,
    SHEETS,
    UPPER,
    VALUES,
    House,
    all_alike,
    box_of,
    cells,
    column_of,
    columns,
    dice_of,
    every_house,
    options_of,
)
from tests.oracle.worth import in_full, most, worth

__all__ = [
    "ALIKE",
    "BONUS",
    "BOXES",
    "EVERY_ROLL",
    "FIVE_ALIKE",
    "SHEETS",
    "UPPER",
    "VALUES",
    "Faces",
    "House",
    "Pad",
    "all_alike",
    "bonus",
    "box_of",
    "cells",
    "column_of",
    "columns",
    "dice_of",
    "every_house",
    "every_roll",
    "in_full",
    "legal",
    "marked",
    "most",
    "open_cells",
    "options_of",
    "unmarked",
    "wins",
    "worth",
    "written",
]
