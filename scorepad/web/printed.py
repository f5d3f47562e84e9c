"""A sheet on paper: as many pages as its players need, each with the labels and the players of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from scorepad.web.sheetview import Row, SheetView

ACROSS = 8
"""The most columns of one page, a player each."""
ACROSS_SEVERAL = 12
"""The most columns of one page where a player has several, and a name the room of all of them."""


def pages(view: SheetView) -> tuple[SheetView, ...]:
    """The sheet by the pages that it takes, with about as many players on each."""
    players, each = len(view.heads), len(view.forms)
    most = ACROSS_SEVERAL // each if view.several else ACROSS
    count = -(-players // max(most, 1))
    ends = [players * page // count for page in range(count + 1)]
    return tuple(_part(view, *part, each) for part in pairwise(ends))


def _part(view: SheetView, first: int, end: int, each: int) -> SheetView:
    """What the sheet shows of these players, counted from 0."""
    if end - first == len(view.heads):
        return view
    columns = slice(first * each, end * each)
    return replace(
        view,
        heads=view.heads[first:end],
        columns=view.columns[columns],
        rows=tuple(_cells_of(row, columns) for row in view.rows),
    )


def _cells_of(row: Row, columns: slice) -> Row:
    return replace(row, cells=row.cells[columns], shows=())
