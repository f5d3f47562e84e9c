"""A game as the columns and lines of a score sheet: what a template needs to draw it, no more."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup
from wcwidth import wcswidth

from scorepad.rules import (
    Cell,
    ColumnSums,
    Dice,
    Entry,
    Game,
    Refused,
    RuleSet,
    Sheet,
    Target,
    answers,
    claims,
    point_targets,
    stood,
    team_standings,
)
from scorepad.store import StoredGame
from scorepad.web.cells import FULL, MOVER, SHOWN, Answer, Drawing, DrawnCell
from scorepad.web.words import Words

LONGEST_WORD = 8
"""Signs of a word that stand beside the dice of a narrow phone in the usual size."""


@dataclass(frozen=True, slots=True)
class Head:
    """A player at the head of the sheet.

    `mark` tells who is to move, or looked at (scorepad.web.cells). `long_word`: a word of the name is too
    long for a narrow tag. `extras` are the points of bonuses earned again; `hand` counts the action cards
    left; `rolled` is what the roll-off gave, round by round. `won`: a served roll won the game at once.
    Where teams play, `team` is the number of the player's, from 1, and `team_total` what it has.
    """

    seat: int
    name: str
    long_word: bool
    total: int
    extras: int
    score_cards: int
    penalties: int
    hand: int
    mover: bool
    mark: str
    left: bool
    rank: int
    rolled: tuple[int, ...]
    upper_bonus: int
    won: bool
    team: int
    team_total: int

    @property
    def first(self) -> bool:
        """Whether that place is the first one; where everybody left, nobody has it."""
        return self.rank == 1 and not self.left


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a player. `need` is what the upper bonus still wants, 0 once it is there."""

    head: Head
    number: int
    sums: ColumnSums
    need: int


@dataclass(frozen=True, slots=True)
class Row:
    """One box across the table. Beside its name stand the `shape` of its groups and its `printed` fixed
    amount, or what is `served` for a first roll; `shows` is all that a full row shows, empty while something
    in it may still be tapped.
    """

    box: str
    name: Markup
    short: Markup
    last_upper: bool
    shape: Markup
    printed: str
    served: Markup | str
    cells: tuple[DrawnCell, ...]
    shows: tuple[object, ...]

    @property
    def label(self) -> tuple[object, ...]:
        """All that the head of the row shows."""
        return self.box, self.name, self.short, self.shape, self.printed, self.served


@dataclass(frozen=True, slots=True)
class ColumnForm:
    """What tells apart the forms of the columns that the player to move has; column 0 is the only one."""

    column: int
    suffix: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """The sheet of a game. `several`: each player has several columns; `shown` is the seat whose columns are
    looked at instead of the mover's, where there is room for one player's. `silent`: boxes alone, no sums.
    """

    heads: tuple[Head, ...]
    columns: tuple[Column, ...]
    several: bool
    shown: int | None
    forms: tuple[ColumnForm, ...]
    rows: tuple[Row, ...]
    bonus: int
    bonus_at: int
    cards: bool
    roll_offs: int
    silent: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell that was tapped before any die: what it may bring, plain points and those with a bonus."""

    cell: Cell
    face: int
    sums: bool
    plain: tuple[Target, ...]
    with_extra: tuple[Target, ...]

    @classmethod
    def of(cls, sheet: Sheet, cell: Cell, first_roll: bool = False) -> Choice:
        """Raises Refused as `point_targets`."""
        found = point_targets(sheet, cell, first_roll)
        plain = tuple(target for target in found if not target.extra)
        box = sheet.ruleset.box(cell.box)
        return cls(cell, box.face, box.fixed is None, plain, found[len(plain) :])


def sheet_view(
    stored: StoredGame,
    words: Words,
    dice: Dice | None = None,
    chosen: Cell | None = None,
    *,
    first_roll: bool = False,
    claim: bool = False,
    review: bool = False,
    fresh: Entry | None = None,
    only: frozenset[str] | None = None,
    shown: int | None = None,
) -> SheetView:
    """The sheet as it stands; with dice, what each open cell of the player to move would bring, perhaps as a
    first roll, or by a claim of its bonus.

    In review, cells tell their dice. `fresh` is the entry to mark as just written, where that is not the
    last one. `only`: the rows of these boxes alone. `shown` is the seat that is looked at instead of the
    mover's.
    """
    game = stored.game
    rules = game.ruleset
    offers = _offers(game, dice, chosen, first_roll, claim)
    last = fresh or (game.entries[-1] if game.entries else None)
    players = heads(game, shown)
    marks = {head.seat: head.mark for head in players}
    drawing = Drawing(game, words, offers, stored.corrected, last, review=review, marks=marks)
    return SheetView(
        players,
        tuple(column for head in players for column in _columns(game, head)),
        len(rules.columns) > 1,
        shown,
        _forms(rules),
        tuple(
            _row(drawing, words, game, place)
            for place, box in enumerate(rules.boxes)
            if only is None or box.id in only
        ),
        rules.bonus.points,
        rules.bonus.at,
        rules.cards is not None,
        len(game.roll_offs),
        stored.suspense,
    )


def _forms(rules: RuleSet) -> tuple[ColumnForm, ...]:
    if len(rules.columns) == 1:
        return (ColumnForm(0, ""),)
    return tuple(ColumnForm(number, f"-{number}") for number in rules.column_numbers)


def _offers(
    game: Game, dice: Dice | None, chosen: Cell | None, first_roll: bool, claim: bool
) -> dict[Cell, Answer]:
    """What the open cells of the player to move are now."""
    if game.mover is None:
        return {}
    if dice:
        claimed = claims(game.mover_sheet, dice) if claim else ()
        plain: dict[Cell, Answer] = dict(answers(game.mover_sheet, dice, first_roll))
        return plain | {target.cell: target for target in claimed}
    states: dict[Cell, Answer] = dict.fromkeys(game.mover_sheet.open_cells, "first")
    return states | ({chosen: "chosen"} if chosen else {})


def reason(rules: RuleSet, offers: Mapping[Cell, Answer]) -> Refused | None:
    """Why boxes are closed to the typed dice; that a column has its order says nothing of the others."""
    refused = (answer for answer in offers.values() if isinstance(answer, Refused))
    return next((one for one in refused if rules.in_order or one.reason != "out_of_order"), None)


def _row(drawing: Drawing, words: Words, game: Game, place: int) -> Row:
    rules = game.ruleset
    box = rules.boxes[place]
    printed = words.number(box.fixed) if box.fixed else ""
    served = "" if game.finished or drawing.review else words.served(box)
    name, short = words.box(box.id, rules.id), words.short_box(box.id, rules.id)
    shape, cells = words.shape(box.id, rules), drawing.cells(box)
    full = all(cell.state in FULL and not cell.turn for cell in cells)
    shows = (box.id, name, short, shape, printed, served, *(cell.shows for cell in cells)) if full else ()
    return Row(box.id, name, short, place + 1 == len(rules.upper), shape, printed, served, cells, shows)


def after_turn(stored: StoredGame, turn: int) -> StoredGame:
    """The game as it stood after that many of its entries, with the roll-off after the last."""
    game = stored.game
    rounds = game.roll_offs if turn == len(game.entries) else ()
    shown = replace(stood(game, turn), roll_offs=rounds)
    beside = replace(stored.story.beside, suspense=stored.suspense)
    return replace(stored, story=replace(stored.story, game=shown, events=(), beside=beside))


def stamp(stored: StoredGame, rematch: StoredGame | None = None) -> str:
    """A short text that changes when anything changes that a page shows beside the events of its game;
    `rematch` is the one that it leads to.
    """
    follower = rematch.key if rematch else ""
    shown = "\n".join((*stored.game.players, stored.deleted_at or "", follower))
    return hashlib.sha256(shown.encode()).hexdigest()[:8]


def lately(game: Game, count: int) -> list[tuple[Entry, Target | None]]:
    """The last entries that stand, newest first, each with what it brought (None where it is no turn)."""
    return list(zip(game.entries, game.scored, strict=True))[: -count - 1 : -1]


def heads(game: Game, shown: int | None = None) -> tuple[Head, ...]:
    """The players in seat order; `shown` is the seat that is looked at."""
    ranks, teams = game.ranks, _teams(game)
    return tuple(_head(game, seat, ranks[seat], shown, teams.get(seat, (0, 0))) for seat in game.seats)


def _teams(game: Game) -> dict[int, tuple[int, int]]:
    """Seat → the number of its team and what that has; none where each plays alone."""
    told = enumerate(team_standings(game), 1) if game.teams else ()
    return {seat: (number, team.total) for number, team in told for seat in team.seats}


def _head(game: Game, seat: int, rank: int, shown: int | None, team: tuple[int, int]) -> Head:
    sheet, cards = game.sheet(seat), game.ruleset.cards
    return Head(
        seat,
        game.player(seat),
        _has_long_word(game.player(seat)),
        sheet.total,
        sheet.extra_points,
        sheet.score_cards,
        sheet.penalties,
        cards.each - sheet.played if cards else 0,
        seat == game.mover,
        MOVER if seat == game.mover else SHOWN if seat == shown else "",
        sheet.left,
        rank,
        game.rolled(seat),
        sheet.upper_bonus,
        sheet.won,
        *team,
    )


def _has_long_word(name: str) -> bool:
    return max(map(wcswidth, re.split(r"[\s-]+", name))) > LONGEST_WORD


def _columns(game: Game, head: Head) -> list[Column]:
    at = game.ruleset.bonus.at
    columns = enumerate(game.sheet(head.seat).columns, 1)
    return [Column(head, number, sums, max(0, at - sums.upper)) for number, sums in columns]
