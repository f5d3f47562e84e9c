"""A game as the lines and columns of a score sheet: what a template needs to draw it, no more."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.dice import Dice
from scorepad.rules.events import standing
from scorepad.rules.game import TURN, Entry, Game
from scorepad.rules.refusal import Refused
from scorepad.rules.sheet import EXTRA_YAHTZEE, Box, Sheet, Target, answers, open_boxes, point_targets
from scorepad.store import StoredGame

Answer = Target | Refused | str
"""What an open box of the player to move is: a target, closed for a reason, or a state of its cell."""


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column. `need` is what the upper bonus still wants, 0 once it is there."""

    seat: int
    name: str
    total: int
    upper: int
    bonus: int
    lower: int
    need: int
    extras: int
    mover: bool
    left: bool
    rank: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of one player.

    `state`: `filled`, `zero`, `open`, or in the mover's column `first` (may be tapped before any die),
    `chosen` (was so tapped), and with dice `offer`, `offer-zero`, `closed`.
    `extra` is the bonus an offer brings, or, in the box of five alike, what extras have brought.
    """

    seat: int
    state: str
    points: int = 0
    extra: int = 0
    mover: bool = False
    fresh: bool = False
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One box across the table. `printed` is the fixed amount that stands beside its name."""

    box: str
    upper: bool
    face: int
    printed: int | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """The sheet of a game. `reason` says why boxes are closed to the typed dice, if any is, and `extra`
    what the others bring beside their points.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    bonus: int
    bonus_at: int
    reason: Refused | None
    extra: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A box that was tapped before any die: what it may bring, plain points and those with a bonus."""

    box: str
    face: int
    sums: bool
    plain: tuple[Target, ...]
    with_extra: tuple[Target, ...]

    @classmethod
    def of(cls, sheet: Sheet, box_id: str) -> Choice:
        """Raises Refused as `point_targets`."""
        found = point_targets(sheet, box_id)
        plain = tuple(target for target in found if not target.extra)
        box = sheet.ruleset.box(box_id)
        return cls(box_id, box.face, box.fixed is None, plain, found[len(plain) :])


def sheet_view(stored: StoredGame, dice: Dice | None = None, chosen: str = "") -> SheetView:
    """The sheet as it stands; with dice, what each open box of the player to move would bring."""
    game = stored.game
    if game.mover is None:
        offers: dict[str, Answer] = {}
    elif dice:
        offers = dict(answers(game.mover_sheet, dice))
    else:
        offers = dict.fromkeys(open_boxes(game.mover_sheet), "first")
        if chosen:
            offers[chosen] = "chosen"
    fresh = last_turn(stored)
    written = {(entry.seat, entry.box): entry for entry in game.entries if entry.kind == TURN}
    rows = tuple(_row(box, game, offers, fresh, written) for box in game.ruleset.boxes)
    return SheetView(
        columns(game),
        rows,
        game.ruleset.upper_bonus,
        game.ruleset.bonus_at,
        next((answer for answer in offers.values() if isinstance(answer, Refused)), None),
        max((answer.extra for answer in offers.values() if isinstance(answer, Target)), default=0),
    )


def last_turn(stored: StoredGame) -> Entry | None:
    """The turn that was saved last, if it is the last thing that happened."""
    told = standing(stored.events[-1:])
    return told[0].entry if told and told[0].kind == TURN else None


def columns(game: Game) -> tuple[Column, ...]:
    """The players' columns in seat order."""
    ranks = game.ranks
    return tuple(_column(game, seat, ranks[seat]) for seat in game.seats)


def _column(game: Game, seat: int, rank: int) -> Column:
    sheet = game.sheet(seat)
    upper, bonus, total = sheet.upper, sheet.upper_bonus, sheet.total
    return Column(
        seat,
        game.player(seat),
        total,
        upper,
        bonus,
        total - upper - bonus - EXTRA_YAHTZEE * sheet.extras,
        max(0, game.ruleset.bonus_at - upper),
        sheet.extras,
        seat == game.mover,
        sheet.left,
        rank,
    )


def _row(
    box: Box,
    game: Game,
    offers: dict[str, Answer],
    fresh: Entry | None,
    written: dict[tuple[int, str], Entry],
) -> Row:
    cells = []
    for seat in game.seats:
        points = game.sheet(seat).filled.get(box.id)
        if points is None:
            cells.append(_open_cell(seat, box, seat == game.mover, offers))
        else:
            entry = written[seat, box.id]
            cells.append(_filled_cell(game.sheet(seat), box, points, entry, seat == game.mover, fresh))
    return Row(box.id, box.face > 0, box.face, box.fixed, tuple(cells))


def _open_cell(seat: int, box: Box, mover: bool, offers: dict[str, Answer]) -> Cell:
    answer = offers.get(box.id) if mover else None
    if isinstance(answer, Target):
        state = "offer" if answer.points or answer.extra else "offer-zero"
        return Cell(seat, state, answer.points, answer.extra, mover)
    state = "closed" if isinstance(answer, Refused) else answer or "open"
    return Cell(seat, state, mover=mover)


def _filled_cell(sheet: Sheet, box: Box, points: int, entry: Entry, mover: bool, fresh: Entry | None) -> Cell:
    extra = EXTRA_YAHTZEE * sheet.extras if box.id == sheet.ruleset.five_alike else 0
    state = "filled" if points else "zero"
    return Cell(entry.seat, state, points, extra, mover, entry is fresh, entry.dice)
