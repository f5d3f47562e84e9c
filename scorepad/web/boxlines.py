"""What somebody writes into the boxes of a sheet on average, beside what all do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorepad.rules import Cell, RuleSet
from scorepad.stats import Figures


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One cell: the `own` average and that of `everybody`, and how long their bars are in percent."""

    box: str
    own: float
    everybody: float
    own_bar: float
    everybody_bar: float


@dataclass(frozen=True, slots=True)
class BoxColumn:
    """The cells of a column of the sheet; it counts `factor` times."""

    number: int
    factor: int
    lines: tuple[BoxLine, ...]


def box_lines(figures: Figures, everybody: Mapping[str, float], rules: RuleSet) -> tuple[BoxColumn, ...]:
    """The averages of each box, column by column; open boxes are passed over."""
    own = figures.averages
    most = max((max(average, everybody[cell]) for cell, average in own.items()), default=0)
    return tuple(
        BoxColumn(
            number,
            rules.column(number).factor,
            tuple(
                _line(box.id, own[cell], everybody[cell], most)
                for box in rules.boxes
                if (cell := str(Cell(box.id, number))) in own
            ),
        )
        for number in rules.column_numbers
    )


def compared(columns: Iterable[BoxColumn]) -> bool:
    """Whether there is anything to compare: somebody else has sheets by these rules."""
    return any(line.own != line.everybody for column in columns for line in column.lines)


def _line(box: str, own: float, everybody: float, most: float) -> BoxLine:
    bars = (round(100 * max(0, average) / (most or 1), 1) for average in (own, everybody))
    return BoxLine(box, own, everybody, *bars)


def sheets_with_all_alike(figures: Figures, rules: RuleSet) -> int | None:
    """On how many sheets the box of all dice alike holds points; None for several such cells."""
    if len(rules.boxes_alike) * len(rules.columns) > 1:
        return None
    spread = figures.cells.get(str(Cell(rules.all_alike.id)), {})
    return sum(sheets for points, sheets in spread.items() if points > 0)
