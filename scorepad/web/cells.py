"""The cells of a sheet, each with its state and its figures ready to show: a page has ninety of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.rules import Box, Cell, Entry, Game, Refused, Sheet, Target, Turn
from scorepad.web.words import Words

MOVER, SHOWN = "mover", "shown"
"""The marks of a player: who is to move; who is looked at where there is room for one player's columns."""

FULL = ("filled", "zero")
"""The states of a cell that holds something."""

Answer = Target | Refused | str
"""What an open cell of the player to move is: a target, closed for a reason, or its state."""


@dataclass(slots=True)
class DrawnCell:
    """One cell of one player.

    `state`: `filled`, `zero`, `open`, `blank` (open, in the columns that are looked at), `later` (empty, and
    not to be filled yet), or in the mover's columns
    `first` (may be tapped before any die), `chosen` (was so tapped), and with dice `offer`, `offer-zero`,
    `closed`. `css` is the state and what else a style sheet must know. `column` is its number where there
    are several, else 0. `extra` is the bonus an offer brings (`bonus` points), or, in the box of all dice
    alike, what those written in its column have brought. `label` is what a screen reader says of a button
    (of one before any die: the name of its cell); `claim`: it claims the bonus with a zero. `before` is what
    a corrected turn brought once; `wins`: to fill it wins the game at once. In review a cell tells its
    `dice`, its `turn`'s number, and whether a `card` was played.
    """

    state: str
    css: str
    figure: str = ""
    points: int = 0
    column: int = 0
    extra: str = ""
    bonus: int = 0
    label: str = ""
    fresh: bool = False
    dice: str = ""
    turn: int = 0
    before: str = ""
    claim: bool = False
    card: bool = False
    wins: bool = False

    @property
    def shows(self) -> tuple[str, ...]:
        """All that a filled cell shows where it is not reviewed."""
        return self.css, self.figure, self.extra, self.before

    @property
    def suffix(self) -> str:
        """What tells the form of its column from those of the others."""
        return f"-{self.column}" if self.column else ""


_EMPTY = {
    (True, ""): DrawnCell("open", "open"),
    (True, SHOWN): DrawnCell("blank", "shown"),
    (False, ""): DrawnCell("later", "later"),
    (False, SHOWN): DrawnCell("later", "later shown"),
}
"""Whether it may be filled, and the mark of its player → an empty cell of who is not to move."""


def _places_of_turns(game: Game) -> Iterator[tuple[tuple[int, Cell], int]]:
    """Of each turn that stands: its seat and cell, and its place among the entries from 1."""
    turns = ((entry, place) for place, entry in enumerate(game.entries, 1) if isinstance(entry, Turn))
    return (((entry.seat, entry.cell), place) for entry, place in turns)


class Drawing:
    """The cells of one game in one language."""

    def __init__(
        self,
        game: Game,
        words: Words,
        offers: Mapping[Cell, Answer],
        before: Mapping[int, Target],
        fresh: Entry | None,
        *,
        review: bool,
        marks: Mapping[int, str],
    ) -> None:
        self._game = game
        self._words = words
        self._offers = offers
        self._before = before
        self._fresh = (fresh.seat, fresh.cell) if isinstance(fresh, Turn) else None
        self.review = review
        self._all_alike = game.ruleset.all_alike.id
        self._several = len(game.ruleset.columns) > 1
        self._turns = dict(_places_of_turns(game)) if review or before else {}
        self._plain: dict[tuple[int, str], DrawnCell] = {}
        self._places = [
            (seat, game.sheet(seat), number, marks[seat])
            for seat in game.seats
            for number in game.ruleset.column_numbers
        ]

    def cells(self, box: Box) -> tuple[DrawnCell, ...]:
        """The cells of that box across the table: each player's columns in turn."""
        return tuple(
            self._cell(Cell(box.id, number), seat, sheet, mark) for seat, sheet, number, mark in self._places
        )

    def _cell(self, cell: Cell, seat: int, sheet: Sheet, mark: str) -> DrawnCell:
        points = sheet.filled.get(cell)
        if points is None:
            return self._open(cell) if mark == MOVER else _EMPTY[sheet.may_fill(cell), mark]
        extra = sheet.column(cell.column).extra if cell.box == self._all_alike else 0
        if self._turns or extra or (seat, cell) == self._fresh:
            return self._filled(cell, points, extra, seat, mark)
        plain = self._plain.get((points, mark))
        if plain is None:  # most cells are like others on the sheet
            plain = self._plain[points, mark] = self._written(points, mark)
        return plain

    def _open(self, cell: Cell) -> DrawnCell:
        """A cell of the player to move that may be filled, or why it may not."""
        column = cell.column if self._several else 0
        answer = self._offers.get(cell, "later")
        if isinstance(answer, Target):
            return self._offered(answer, column)
        if isinstance(answer, Refused):
            later = " later" if answer.reason == "out_of_order" else ""
            return DrawnCell("closed", f"closed{later} mover", column=column)
        name = self._words.cell(cell, self._game.ruleset) if column else ""
        return DrawnCell(answer, f"{answer} mover", column=column, label=name)

    def _offered(self, target: Target, column: int) -> DrawnCell:
        number, name = self._words.number, self._words.cell(target, self._game.ruleset)
        state = "offer" if target.points or target.extra else "offer-zero"
        return DrawnCell(
            state,
            f"{state} mover",
            number(target.points),
            target.points,
            column,
            number(target.extra) if target.extra else "",
            target.extra,
            self._words.claim(name, target.extra) if target.claim else self._words.offer(name, target),
            claim=target.claim,
            wins=target.wins,
        )

    def _written(self, points: int, mark: str) -> DrawnCell:
        state = "filled" if points else "zero"
        return DrawnCell(state, f"{state} {mark}".rstrip(), self._words.number(points), points)

    def _filled(self, cell: Cell, points: int, extra: int, seat: int, mark: str) -> DrawnCell:
        """A cell that is told more of than its points."""
        drawn, number = self._written(points, mark), self._words.number
        if (seat, cell) == self._fresh:
            drawn.fresh = True
            drawn.css += " fresh"
        drawn.extra = number(extra) if extra else ""
        turn = self._turns.get((seat, cell), 0)
        before = self._before.get(turn)
        if before and before.points != points:
            drawn.css += " corrected"
            drawn.before = number(before.points)
        entry = self._game.entries[turn - 1]
        if self.review and isinstance(entry, Turn):
            self._tell(drawn, turn, entry)
        return drawn

    def _tell(self, drawn: DrawnCell, turn: int, entry: Turn) -> None:
        """In review: how the cell came about."""
        target = self._game.scored[turn - 1]
        drawn.turn = turn
        drawn.card = entry.card is not None
        if entry.claim and target is not None and not drawn.extra:
            drawn.extra = self._words.number(target.extra)
        drawn.dice = self._words.roll(entry.dice) if entry.dice else ""
