"""A place on the sheet, and what a roll brings there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Cell(NamedTuple):
    """A box in a column (from 1): where points are written."""

    box: str
    column: int = 1

    def __str__(self) -> str:
        """`fours`, in a further column `fours:2`."""
        return self.box if self.column == 1 else f"{self.box}:{self.column}"


@dataclass(frozen=True, slots=True)
class Target:
    """A legal entry for a roll: the cell, its points, and the bonus that comes with it (0 where none does).

    `claim`: the bonus is claimed, and the box given a zero for it (Free for All). `wins`: the game is won at
    once (SHEETS.md, Generala).
    """

    box: str
    points: int
    extra: int = 0
    claim: bool = False
    column: int = 1
    wins: bool = False

    @property
    def cell(self) -> Cell:
        return Cell(self.box, self.column)
