"""A sheet that was kept on paper, as turns: what was played in which order the paper need not say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from scorepad.rules import DOWN, Box, Cell, Refused, RuleSet, Turn
from scorepad.web.forms import Form, read_whole

EXTRAS = "extras"
"""The row of a paper sheet that counts bonuses of all dice alike again."""
NAME, TOTAL = Cell("player"), Cell("total")
"""The rows of names and of the paper's own totals."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A field of the paper that can't be, and why: in the column of a player, from 0; what is said of a whole
    column is said of its name.
    """

    column: int
    cell: Cell
    refused: Refused

    @property
    def field(self) -> str:
        return f"{self.cell}_{self.column}"


def extra_cells(ruleset: RuleSet) -> tuple[Cell, ...]:
    """The places on paper where such bonuses are counted, one a column; none where they can't be told."""
    columns = ruleset.column_numbers if ruleset.again.marked else ()
    return tuple(Cell(EXTRAS, number) for number in columns)


def entries_of(ruleset: RuleSet, columns: Sequence[int], form: Form) -> tuple[list[Turn], list[Wrong]]:
    """The game that the paper tells, turn by turn in the order of the boxes; or what can't be."""
    winner, wrong = _winner(ruleset, columns, form)
    papers = [_Paper(ruleset, column, form, winner, wrong) for column in columns]
    if not wrong and winner is not None:
        wrong += _uneven(papers, winner)
    sheets = [paper.turns(seat) for seat, paper in enumerate(papers, 1) if not wrong]
    if wrong:
        return [], wrong
    return [entry for turn in zip_longest(*sheets) for entry in turn if entry], []


def _winner(ruleset: RuleSet, columns: Sequence[int], form: Form) -> tuple[int | None, list[Wrong]]:
    """The column of who won at once, None where nobody did or could; and what is wrong with it."""
    text = form.get("won", "") if ruleset.winning else ""
    named = next((column for column in columns if str(column) == text), None)
    nobody = [Wrong(0, NAME, Refused("unknown_player"))] if text and named is None else []
    return named, nobody


def _uneven(papers: Sequence[_Paper], winner: int) -> list[Wrong]:
    """Who has more or fewer boxes filled than turns were played, of which the winner's was the last."""
    last = next(len(paper.points) for paper in papers if paper.column == winner)
    found = []
    for paper in papers:
        count, need = len(paper.points), last - (paper.column > winner)
        if count != need:
            found.append(Wrong(paper.column, NAME, Refused("paper_turns", count=count, need=need)))
    return found


@dataclass(frozen=True)
class _Paper:
    """What one player's columns say; what can't be is added to `wrong`. `winner` is the column of who won at
    once: then boxes may be empty.
    """

    ruleset: RuleSet
    column: int
    form: Form
    winner: int | None
    wrong: list[Wrong]
    points: dict[Cell, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for cell in self.ruleset.cells:
            text = self.form.get(f"{cell}_{self.column}", "").strip()
            if text or self.winner is None:
                self.points[cell] = self._read(cell, text)

    def _read(self, cell: Cell, text: str) -> int:
        """The points written in a cell."""
        box, count = self.ruleset.box(cell.box), self.ruleset.dice
        try:
            points = read_whole(text, "paper_empty")
            plain, again = box.possible(count) | _served(box, count), self.ruleset.again
            if points not in plain | again.paid(box, count) | again.unmarked(box, count):
                raise Refused("impossible_points", box=cell.box, points=points)
            return points
        except Refused as refused:
            self._refuse(refused, cell)
            return 0

    def _refuse(self, refused: Refused, cell: Cell = NAME) -> None:
        self.wrong.append(Wrong(self.column, cell, refused))

    def turns(self, seat: int) -> list[Turn]:
        """The turns in an order in which they can have been played; who won at once did so with the last."""
        self._check_waiting()
        order = self._order()
        last = self._winning(order) if self.column == self.winner else None
        again = self._again(order)
        order.sort(key=lambda cell: cell == last)
        return [self._turn(seat, cell, extra=cell in again, won=cell == last) for cell in order]

    def _turn(self, seat: int, cell: Cell, *, extra: bool, won: bool) -> Turn:
        points, box = self.points[cell], self.ruleset.box(cell.box)
        first = won or (points in _served(box, self.ruleset.dice) and not extra)
        return Turn(seat, box.id, points=points, extra=extra, column=cell.column, first_roll=first)

    def _order(self) -> list[Cell]:
        """The filled cells from top to bottom; first those without which others bring nothing."""
        order = list(self.points)
        awaited = {box.after for box in self.ruleset.boxes}
        order.sort(key=lambda cell: cell.box not in awaited or self._in_order(cell))
        if self.ruleset.again.marked:
            own = self.ruleset.all_alike.id
            order.sort(key=lambda cell: cell.box != own or self._in_order(cell))
        return order

    def _in_order(self, cell: Cell) -> bool:
        return self.ruleset.column(cell.column).order == DOWN

    # --- boxes that wait for others, and those that win -----------------------------------------------

    def _awaited(self, cell: Cell) -> Cell | None:
        """The cell that must hold points before that one does."""
        after = self.ruleset.box(cell.box).after
        return Cell(after, cell.column) if after else None

    def _check_waiting(self) -> None:
        for cell, points in self.points.items():
            must = self._awaited(cell)
            if points and must and not self.points.get(must):
                self._refuse(Refused("paper_after", box=cell.box, must=must.box), cell)

    def _winning(self, order: Sequence[Cell]) -> Cell | None:
        """The cell of the roll that won at once: none of those that others waited for."""
        able = [cell for cell in order if self.ruleset.box(cell.box) in self.ruleset.winning]
        able = [cell for cell in able if self.points[cell]]
        awaited = {self._awaited(cell) for cell in able}
        if not able:
            self._refuse(Refused("paper_won"))
        return next((cell for cell in able if cell not in awaited), None)

    # --- all dice alike again -------------------------------------------------------------------------

    def _again(self, order: Sequence[Cell]) -> set[Cell]:
        """The cells to which all dice alike went again.

        Which they are is not on the paper: in each column the first ones that such a roll can bring, those
        with points before an upper box with a zero.
        """
        chosen: set[Cell] = set()
        for row in extra_cells(self.ruleset):
            count, able = self._count(row), self._able(order, row.column)
            if count > len(able):
                self._refuse(Refused("paper_extras", count=count), row)
            chosen |= set(able[:count])
        return chosen

    def _able(self, order: Sequence[Cell], column: int) -> list[Cell]:
        """The cells of that column where such a bonus can have been written, the likely ones first."""
        own = self.ruleset.all_alike.id
        alike = [place for place, cell in enumerate(order) if cell.box == own]
        held = [place for place in alike if self.points[order[place]]]
        if len(held) < len(self.ruleset.columns):
            return []
        later = (cell for cell in order[alike[-1] + 1 :] if cell.column == column)
        able = [cell for cell in later if self.points[cell] in self._paid(cell)]
        return sorted(able, key=lambda cell: not self.points[cell])

    def _paid(self, cell: Cell) -> frozenset[int]:
        return self.ruleset.again.paid(self.ruleset.box(cell.box), self.ruleset.dice)

    def _count(self, row: Cell) -> int:
        text = self.form.get(f"{row}_{self.column}", "").strip()
        try:
            return read_whole(text, "bad_points") if text else 0
        except Refused as refused:
            self._refuse(refused, row)
            return 0


def _served(box: Box, count: int) -> frozenset[int]:
    """The points that a first roll alone brings in that box."""
    return box.possible(count, first_roll=True) - box.possible(count)
