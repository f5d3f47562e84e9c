"""A game as the lines and columns of a score sheet: what a template needs to draw it, no more."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from scorepad.rules.cards import ACTION_CARDS_EACH
from scorepad.rules.dice import Dice
from scorepad.rules.events import corrected, standing
from scorepad.rules.game import TURN, Entry, Game, late_of, replay
from scorepad.rules.refusal import Refused
from scorepad.rules.sheet import (
    EXTRA_YAHTZEE,
    Box,
    Sheet,
    Target,
    answers,
    may_claim,
    open_boxes,
    point_targets,
)
from scorepad.store import StoredGame
from scorepad.web.words import Words

Answer = Target | Refused | str
"""What an open box of the player to move is: a target, closed for a reason, or a state of its cell."""


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column. `need` is what the upper bonus still wants, 0 once it is there.

    `extras` are the points of extra Yahtzees; `hand` counts the action cards left.
    """

    seat: int
    name: str
    total: int
    upper: int
    bonus: int
    need: int
    extras: int
    score_cards: int
    penalties: int
    hand: int
    mover: bool
    left: bool
    rank: int


@dataclass(slots=True)
class Cell:
    """One box of one player, its figures ready to show: a page has ninety of them.

    `state`: `filled`, `zero`, `open`, or in the mover's column `first` (may be tapped before any die),
    `chosen` (was so tapped), and with dice `offer`, `offer-zero`, `closed`. `css` is the state and what
    else a style sheet must know. `extra` is the bonus an offer brings, or, in the box of five alike, what
    extras have brought. `label` is what a screen reader says of a button, `claim` what it says of claiming
    the bonus here. `before` is what a corrected turn brought once. In review a cell tells its `dice`, its
    `turn`'s number, and whether an action `card` was played.
    """

    state: str
    css: str
    figure: str = ""
    points: int = 0
    extra: str = ""
    label: str = ""
    fresh: bool = False
    dice: str = ""
    turn: int = 0
    before: str = ""
    claim: str = ""
    card: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One box across the table. `printed` is the fixed amount that stands beside its name."""

    box: str
    name: Markup
    short: Markup
    last_upper: bool
    printed: str
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
    claims: bool
    cards: bool


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


def sheet_view(
    stored: StoredGame,
    words: Words,
    dice: Dice | None = None,
    chosen: str = "",
    *,
    review: bool = False,
    fresh: Entry | None = None,
) -> SheetView:
    """The sheet as it stands; with dice, what each open box of the player to move would bring.

    In review, cells tell their dice. `fresh` is the entry to mark as just written, where that is not the
    last one.
    """
    game = stored.game
    offers = _offers(game, dice, chosen)
    drawing = _Drawing(stored, words, offers, review, fresh or last_turn(stored))
    drawing.claims = bool(dice and game.mover and may_claim(game.mover_sheet, dice))
    return SheetView(
        columns(game),
        tuple(map(drawing.row, game.ruleset.boxes)),
        game.ruleset.upper_bonus,
        game.ruleset.bonus_at,
        next((answer for answer in offers.values() if isinstance(answer, Refused)), None),
        max((answer.extra for answer in offers.values() if isinstance(answer, Target)), default=0),
        drawing.claims,
        game.ruleset.cards,
    )


def _offers(game: Game, dice: Dice | None, chosen: str) -> dict[str, Answer]:
    """What the open boxes of the player to move are now."""
    if game.mover is None:
        return {}
    if dice:
        return dict(answers(game.mover_sheet, dice))
    states: dict[str, Answer] = dict.fromkeys(open_boxes(game.mover_sheet), "first")
    return states | ({chosen: "chosen"} if chosen else {})


def after_turn(stored: StoredGame, turn: int) -> StoredGame:
    """The game as it stood after that many of its entries; score cards count from the start."""
    game = stored.game
    then = replay(game.ruleset, game.players, game.entries[:turn], late_of(game))
    noted = zip(then.sheets, game.sheets, strict=True)
    sheets = tuple(replace(sheet, cards=now.cards) for sheet, now in noted)
    rounds = game.roll_offs if turn == len(game.entries) else ()
    return replace(stored, game=replace(then, sheets=sheets, roll_offs=rounds), events=())


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
    upper = sheet.upper
    return Column(
        seat,
        game.player(seat),
        sheet.total,
        upper,
        sheet.upper_bonus,
        max(0, game.ruleset.bonus_at - upper),
        EXTRA_YAHTZEE * sheet.extras,
        sheet.score_cards,
        sheet.penalties,
        ACTION_CARDS_EACH - sheet.played if game.ruleset.cards else 0,
        seat == game.mover,
        sheet.left,
        rank,
    )


class _Drawing:
    """The cells of one game in one language."""

    def __init__(
        self, stored: StoredGame, words: Words, offers: dict[str, Answer], review: bool, fresh: Entry | None
    ) -> None:
        game = stored.game
        self.game = game
        self.words = words
        self.offers = offers
        self.review = review
        self.claims = False
        self.fresh = fresh
        self.before = corrected(game.ruleset, stored.names, stored.events)
        self.turns = {
            (entry.seat, entry.box): turn for turn, entry in enumerate(game.entries, 1) if entry.kind == TURN
        }
        self.seats = [(seat, game.sheet(seat), seat == game.mover) for seat in game.seats]

    def row(self, box: Box) -> Row:
        words = self.words
        printed = words.number(box.fixed) if box.fixed else ""
        cells = tuple(self._cell(box, seat, sheet, mover) for seat, sheet, mover in self.seats)
        last_upper = box is self.game.ruleset.upper[-1]
        ruleset = self.game.ruleset.id
        name, short = words.box(box.id, ruleset), words.short_box(box.id, ruleset)
        return Row(box.id, name, short, last_upper, printed, cells)

    def _cell(self, box: Box, seat: int, sheet: Sheet, mover: bool) -> Cell:
        points = sheet.filled.get(box.id)
        if points is not None:
            return self._filled(box, points, sheet, self.turns[seat, box.id], mover)
        if mover:
            return self._mover_open(box)
        return Cell("open", "open")

    def _mover_open(self, box: Box) -> Cell:
        answer = self.offers.get(box.id, "open")
        if isinstance(answer, Target):
            state = "offer" if answer.points or answer.extra else "offer-zero"
            number, label = self.words.number, self._offer(box, answer)
            extra = number(answer.extra) if answer.extra else ""
            cell = Cell(state, f"{state} mover", number(answer.points), answer.points, extra, label)
            if self.claims:
                cell.claim = self.words.claim(box.id, self.game.ruleset.id)
            return cell
        state = "closed" if isinstance(answer, Refused) else answer
        return Cell(state, f"{state} mover")

    def _offer(self, box: Box, target: Target) -> Markup:
        return self.words.offer(box.id, target.points, target.extra, self.game.ruleset.id)

    def _filled(self, box: Box, points: int, sheet: Sheet, turn: int, mover: bool) -> Cell:
        number, entry = self.words.number, self.game.entries[turn - 1]
        state, fresh = "filled" if points else "zero", entry is self.fresh
        css = f"{state}{' mover' if mover else ''}{' fresh' if fresh else ''}"
        cell = Cell(state, css, number(points), points, fresh=fresh)
        if sheet.extras and box.id == sheet.ruleset.five_alike:
            cell.extra = number(EXTRA_YAHTZEE * sheet.extras)
        if turn in self.before:
            cell.css += " corrected"
            cell.before = number(self.before[turn].points)
        if self.review:
            cell.turn = turn
            cell.card = entry.card is not None
            cell.extra = cell.extra or (number(EXTRA_YAHTZEE) if entry.claim else "")
            cell.dice = self.words.roll(entry.dice) if entry.dice else ""
        return cell
