"""A game: rule set, players and the entries that stand, as sheets, whose turn it is, and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorepad.rules.cards import (
    REDUCE_OPPONENT,
    ActionCard,
    check_action,
    level_at_the_top,
)
from scorepad.rules.cell import Target
from scorepad.rules.events import Entry, Join, Leave, Rolls, Skip, Turn
from scorepad.rules.legality import judge, judge_points
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import Cards, RuleSet
from scorepad.rules.sheet import Sheet
from scorepad.rules.teams import Teams


class Due(NamedTuple):
    """The turn that is due: its seat, and how many turns stand before it (those skipped among them)."""

    seat: int
    turns: int

    def __str__(self) -> str:
        return f"{self.seat}-{self.turns}"


@dataclass(frozen=True, slots=True)
class Game:
    """What stands. `sheets` go by seat; `waiting` are seats whose player has not joined yet.

    `scored` tells, entry by entry, what a turn brought (None for the others). `last` is the seat of the
    last turn or skip (0 before the first), `mover` the seat to move, None when the game is finished.
    `roll_offs` are the rounds that settled (or are settling) a tie for the first place. `teams` are the seats
    that play together, none where each plays alone.
    """

    ruleset: RuleSet
    players: tuple[str, ...]
    entries: tuple[Entry, ...]
    scored: tuple[Target | None, ...]
    sheets: tuple[Sheet, ...]
    waiting: frozenset[int]
    last: int
    mover: int | None
    roll_offs: tuple[Rolls, ...] = ()
    teams: Teams = ()

    @property
    def finished(self) -> bool:
        return self.mover is None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats at the table, those who left among them."""
        return tuple(s for s in range(1, len(self.players) + 1) if s not in self.waiting)

    def sheet(self, seat: int) -> Sheet:
        return self.sheets[seat - 1]

    def player(self, seat: int) -> str:
        return self.players[seat - 1]

    @property
    def mover_sheet(self) -> Sheet:
        """The sheet of the player to move. Raises Refused `game_finished`."""
        if self.mover is None:
            raise Refused("game_finished")
        return self.sheet(self.mover)

    @property
    def turns(self) -> tuple[tuple[int, Turn | Skip], ...]:
        """The turns that stand, those skipped among them, each after its place among the entries."""
        places = enumerate(self.entries)
        return tuple((place, entry) for place, entry in places if isinstance(entry, Turn | Skip))

    @property
    def due(self) -> Due | None:
        """The turn that dice typed now are for, None when the game is finished."""
        return None if self.mover is None else Due(self.mover, len(self.turns))

    @property
    def round(self) -> int:
        """The round being played, from 1, by the boxes of those who play from the start: who comes late
        catches up without setting it back.
        """
        late = late_of(self)
        staying = [seat for seat in self.seats if not self.sheet(seat).left]
        early = [seat for seat in staying if seat not in late] or staying
        least = min((len(self.sheet(seat).filled) for seat in early), default=0)
        return min(least + 1, self.ruleset.rounds)

    # --- ranks ------------------------------------------------------------------------------------

    @property
    def won(self) -> int | None:
        """The seat that won at once, None where nobody did (SHEETS.md, Generala)."""
        return next((seat for seat in self.seats if self.sheet(seat).won), None)

    @property
    def ranks(self) -> dict[int, int]:
        """Seat → rank: 1, 2, 2, 4; who left comes after all who stayed (RULES.md, Ranks), who won at once
        before all others (SHEETS.md, Generala).

        A roll-off parts those who share the first place, and no others.
        """
        standing = {seat: self._standing(seat) for seat in self.seats}
        return {seat: 1 + sum(other > mine for other in standing.values()) for seat, mine in standing.items()}

    def _standing(self, seat: int) -> tuple[bool, bool, int, tuple[int, ...]]:
        sheet = self.sheet(seat)
        return (sheet.won, not sheet.left, sheet.total, self.rolled(seat))

    def rolled(self, seat: int) -> tuple[int, ...]:
        """What that seat rolled in the roll-off, round by round."""
        return tuple(face for rolls in self.roll_offs for roller, face in rolls if roller == seat)

    @property
    def to_roll(self) -> tuple[int, ...]:
        """The seats that have to roll for the first place now; nobody while playing or once it is settled."""
        if not self.ruleset.cards or not self.finished or self.won:
            return ()
        level = self._tied_first() if not self.roll_offs else level_at_the_top(dict(self.roll_offs[-1]))
        return level if len(level) > 1 else ()

    def _tied_first(self) -> tuple[int, ...]:
        staying = {seat: self.sheet(seat).total for seat in self.seats if not self.sheet(seat).left}
        return level_at_the_top(staying) if staying else ()

    # --- one more entry ---------------------------------------------------------------------------

    def after(self, entry: Entry) -> Game:
        """The game after one more entry.

        Raises Refused `game_finished`, `unknown_player`, `not_to_move` (player, mover), `not_at_table` or
        `already_at_table` (player), `no_cards`, or as `judge_turn` and `check_action`.
        """
        if self.mover is None:
            raise Refused("game_finished")
        if not 1 <= entry.seat <= len(self.sheets):
            raise Refused("unknown_player")
        match entry:
            case Turn():
                return self._turned(entry)
            case Skip():
                self._check_mover(entry.seat)
                return self._with(entry, last=entry.seat)
            case Leave():
                return self._left(entry)
            case Join():
                return self._joined(entry)

    def _turned(self, turn: Turn) -> Game:
        self._check_mover(turn.seat)
        sheet = self.sheet(turn.seat)
        target = judge_turn(sheet, turn)
        sheets = list(self.sheets)
        sheets[turn.seat - 1] = sheet.write(target)
        if turn.card is not None:
            check_card(self, turn.card, turn)
            _play_card(sheets, turn.seat, turn.card)
        return self._with(turn, target, sheets=tuple(sheets), last=turn.seat)

    def _check_mover(self, seat: int) -> None:
        if self.mover is not None and seat != self.mover:
            raise Refused("not_to_move", player=self.player(seat), mover=self.player(self.mover))

    def _left(self, leave: Leave) -> Game:
        seat = leave.seat
        if seat in self.waiting or self.sheet(seat).left:
            raise Refused("not_at_table", player=self.player(seat))
        sheets = list(self.sheets)
        sheets[seat - 1] = self.sheet(seat).leave()
        return self._with(leave, sheets=tuple(sheets))

    def _joined(self, join: Join) -> Game:
        if join.seat not in self.waiting:
            raise Refused("already_at_table", player=self.player(join.seat))
        return self._with(join, waiting=self.waiting - {join.seat})

    def _with(
        self,
        entry: Entry,
        target: Target | None = None,
        sheets: tuple[Sheet, ...] | None = None,
        waiting: frozenset[int] | None = None,
        last: int | None = None,
    ) -> Game:
        sheets = self.sheets if sheets is None else sheets
        waiting = self.waiting if waiting is None else waiting
        last = self.last if last is None else last
        return Game(
            self.ruleset,
            self.players,
            (*self.entries, entry),
            (*self.scored, target),
            sheets,
            waiting,
            last,
            next_mover(sheets, waiting, last),
            teams=self.teams,
        )


def next_mover(sheets: Sequence[Sheet], waiting: frozenset[int], last: int) -> int | None:
    """The next seat after the last turn or skip that still has something to fill; none once a game is won."""
    count = 0 if any(sheet.won for sheet in sheets) else len(sheets)
    for step in range(count):
        seat = (last + step) % count + 1
        sheet = sheets[seat - 1]
        if not sheet.full and not sheet.left and seat not in waiting:
            return seat
    return None


def mover_after_turn(game: Game) -> int | None:
    """The seat to move once the player to move has filled any one cell; None where that ends the game."""
    sheets = list(game.sheets)
    if game.mover is not None:
        sheet = game.mover_sheet
        cell = sheet.open_cells[0]
        sheets[game.mover - 1] = sheet.write(Target(cell.box, 0, column=cell.column))
    return next_mover(sheets, game.waiting, game.mover or 0)


def judge_turn(sheet: Sheet, turn: Turn) -> Target:
    """What that turn brings on that sheet. Raises as `judge` and `judge_points`, and `no_claim`."""
    if turn.dice is not None:
        return judge(sheet, turn.dice, turn.cell, turn.claim, turn.first_roll)
    if turn.claim:
        raise Refused("no_claim")
    return judge_points(sheet, turn.cell, turn.points or 0, turn.extra, turn.first_roll)


def late_of(game: Game) -> frozenset[int]:
    """The seats of those who joined on the way, or have not yet."""
    return game.waiting.union(entry.seat for entry in game.entries if isinstance(entry, Join))


# --- cards ------------------------------------------------------------------------------------------


def cards_of(ruleset: RuleSet) -> Cards:
    if ruleset.cards is None:
        raise Refused("no_cards")
    return ruleset.cards


def check_card(game: Game, card: ActionCard, turn: Turn) -> None:
    """Whether that card may be played with that turn. Raises Refused `cards_used` (most), `no_cards`, or as
    `check_action`.
    """
    most = cards_of(game.ruleset).each
    if game.sheet(turn.seat).played >= most:
        raise Refused("cards_used", most=most)
    check_action(card, turn.dice, turn.seat, frozenset(game.seats) - {turn.seat})


def _play_card(sheets: list[Sheet], seat: int, card: ActionCard) -> None:
    """The card is spent, and its points come off at once."""
    sheet = sheets[seat - 1]
    sheets[seat - 1] = replace(sheet, played=sheet.played + 1)
    if card.kind == REDUCE_OPPONENT:
        hit = sheets[card.seat - 1]
        sheets[card.seat - 1] = replace(hit, penalties=hit.penalties + card.points)
