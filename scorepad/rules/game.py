"""A game: rule set, players and the entries that stand, folded into sheets, whose turn it is, and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.cards import (
    FACTORS,
    REDUCE_OPPONENT,
    ActionCard,
    ScoreCard,
    check_action,
    level_at_the_top,
)
from scorepad.rules.dice import FACES, Dice
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.sheet import RuleSet, Sheet, Target, judge, judge_points

TURN, SKIP, LEAVE, JOIN = "turn", "skip", "leave", "join"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the game's story, by the player in `seat` (from 1).

    A turn has its `box` and either `dice` or, copied without them, `points` (and `extra` for an extra
    Yahtzee's bonus); in Free for All perhaps an action `card`, and a `claim` of the bonus. Skip, leave and
    join have a seat alone.
    """

    kind: str
    seat: int
    box: str = ""
    dice: Dice | None = None
    points: int | None = None
    extra: bool = False
    card: ActionCard | None = None
    claim: bool = False


Rolls = tuple[tuple[int, int], ...]
"""One round of a roll-off: (seat, face), by seat."""


@dataclass(frozen=True, slots=True)
class Game:
    """What stands. `sheets` go by seat; `waiting` are seats whose player has not joined yet.

    `scored` tells, entry by entry, what a turn brought (None for the others). `last` is the seat of the
    last turn or skip (0 before the first), `mover` the seat to move, None when the game is finished.
    `roll_offs` are the rounds that settled (or are settling) a tie for the first place.
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
    def round(self) -> int:
        """The round being played, from 1: boxes are the only thing that counts rounds."""
        staying = [sheet for seat in self.seats if not (sheet := self.sheet(seat)).left]
        least = min((len(sheet.filled) for sheet in staying), default=0)
        return min(least + 1, len(self.ruleset.boxes))

    @property
    def ranks(self) -> dict[int, int]:
        """Seat → rank: 1, 2, 2, 4; who left comes after all who stayed (RULES.md, Ranks).

        A roll-off parts those who share the first place, and no others.
        """
        standing = {seat: self._standing(seat) for seat in self.seats}
        return {seat: 1 + sum(other > mine for other in standing.values()) for seat, mine in standing.items()}

    def _standing(self, seat: int) -> tuple[bool, int, list[int]]:
        sheet = self.sheet(seat)
        rolled = [face for rolls in self.roll_offs for roller, face in rolls if roller == seat]
        return (not sheet.left, sheet.total, rolled)

    @property
    def to_roll(self) -> tuple[int, ...]:
        """The seats that have to roll for the first place now; nobody while playing or once it is settled."""
        if not self.ruleset.cards or not self.finished:
            return ()
        level = self._tied_first() if not self.roll_offs else level_at_the_top(dict(self.roll_offs[-1]))
        return level if len(level) > 1 else ()

    def _tied_first(self) -> tuple[int, ...]:
        staying = {seat: self.sheet(seat).total for seat in self.seats if not self.sheet(seat).left}
        return level_at_the_top(staying) if staying else ()


def roll_off(game: Game, rolls: Rolls) -> Game:
    """The game after one more round of the roll-off.

    Raises Refused `roll_off_early`, `roll_off_late`, `roll_off_others` or `roll_off_face`.
    """
    if not game.ruleset.cards:
        raise Refused("no_cards")
    if not game.finished:
        raise Refused("roll_off_early")
    if not game.to_roll:
        raise Refused("roll_off_late")
    if tuple(sorted(seat for seat, _ in rolls)) != game.to_roll:
        raise Refused("roll_off_others")
    if any(face not in FACES for _, face in rolls):
        raise Refused("roll_off_face")
    return replace(game, roll_offs=(*game.roll_offs, rolls))


def with_card(game: Game, card: ScoreCard) -> Game:
    """The game with one more score card.

    Raises Refused `no_cards`, `unknown_player`, `unknown_box`, `card_factor`, `card_points` or
    `card_after_roll_off`.
    """
    if not game.ruleset.cards:
        raise Refused("no_cards")
    if card.seat not in game.seats:
        raise Refused("unknown_player")
    if card.box:
        game.ruleset.box(card.box)
        if card.by not in FACTORS:
            raise Refused("card_factor")
    elif card.add < 1:
        raise Refused("card_points")
    if game.roll_offs:
        raise Refused("card_after_roll_off")
    sheet = game.sheet(card.seat)
    sheets = list(game.sheets)
    sheets[card.seat - 1] = replace(sheet, cards=(*sheet.cards, card))
    return replace(game, sheets=tuple(sheets))


class Table:
    """A game while it is being folded: Game's fields, changed in place by `add`."""

    __slots__ = ("entries", "last", "mover", "players", "ruleset", "scored", "sheets", "waiting")

    def __init__(self, ruleset: RuleSet, players: Sequence[str], late: Iterable[int] = ()) -> None:
        self.ruleset = ruleset
        self.players = tuple(players)
        self.entries: list[Entry] = []
        self.scored: list[Target | None] = []
        self.sheets = [Sheet(ruleset, {})] * len(players)
        self.waiting = set(late)
        self.last = 0
        self.mover = self._next()

    def _next(self) -> int | None:
        """The next seat after the last turn or skip that still has something to fill."""
        count = len(self.sheets)
        for step in range(count):
            seat = (self.last + step) % count + 1
            sheet = self.sheets[seat - 1]
            if not sheet.full and not sheet.left and seat not in self.waiting:
                return seat
        return None

    def add(self, entry: Entry) -> None:
        """One more entry.

        Raises Refused `game_finished`, `unknown_player`, `not_to_move` (player, mover), `not_at_table` or
        `already_at_table` (player), or as `judge_entry`; the table is then as it was.
        """
        if self.mover is None:
            raise Refused("game_finished")
        if not 1 <= entry.seat <= len(self.sheets):
            raise Refused("unknown_player")
        target = None
        if entry.kind in (TURN, SKIP):
            target = self._move(entry)
        elif entry.kind == LEAVE:
            self._leave(entry.seat)
        else:
            self._join(entry.seat)
        self.entries.append(entry)
        self.scored.append(target)
        self.mover = self._next()

    def _move(self, entry: Entry) -> Target | None:
        if self.mover is not None and entry.seat != self.mover:
            names = self.players
            raise Refused("not_to_move", player=names[entry.seat - 1], mover=names[self.mover - 1])
        target = None
        if entry.kind == TURN:
            sheet = self.sheets[entry.seat - 1]
            target = judge_entry(sheet, entry)
            if entry.card is not None:
                self._check_card(entry, entry.card)
            self.sheets[entry.seat - 1] = sheet.write(target)
            if entry.card is not None:
                self._play_card(entry.seat, entry.card)
        self.last = entry.seat
        return target

    def _check_card(self, entry: Entry, card: ActionCard) -> None:
        if not self.ruleset.cards:
            raise Refused("no_cards")
        others = frozenset(range(1, len(self.sheets) + 1)) - self.waiting - {entry.seat}
        check_action(card, entry.dice, entry.seat, others, self.sheets[entry.seat - 1].played)

    def _play_card(self, seat: int, card: ActionCard) -> None:
        """The card is spent, and its points come off at once."""
        sheet = self.sheets[seat - 1]
        self.sheets[seat - 1] = replace(sheet, played=sheet.played + 1)
        if card.kind == REDUCE_OPPONENT:
            hit = self.sheets[card.seat - 1]
            self.sheets[card.seat - 1] = replace(hit, penalties=hit.penalties + card.points)

    def _leave(self, seat: int) -> None:
        if seat in self.waiting or self.sheets[seat - 1].left:
            raise Refused("not_at_table", player=self.players[seat - 1])
        self.sheets[seat - 1] = self.sheets[seat - 1].leave()

    def _join(self, seat: int) -> None:
        if seat not in self.waiting:
            raise Refused("already_at_table", player=self.players[seat - 1])
        self.waiting.discard(seat)

    def game(self) -> Game:
        """What stands now, frozen."""
        return Game(
            self.ruleset,
            self.players,
            tuple(self.entries),
            tuple(self.scored),
            tuple(self.sheets),
            frozenset(self.waiting),
            self.last,
            self.mover,
        )


def judge_entry(sheet: Sheet, entry: Entry) -> Target:
    """What that turn brings on that sheet. Raises as `judge` and `judge_points`, and `no_claim`."""
    if entry.dice is not None:
        return judge(sheet, entry.dice, entry.box, entry.claim)
    if entry.claim:
        raise Refused("no_claim")
    return judge_points(sheet, entry.box, entry.points or 0, entry.extra)


def check_players(ruleset: RuleSet, players: Sequence[str]) -> None:
    """Raises Refused `no_players`, `too_few_players` (least) or `too_many_players` (most)."""
    if not players:
        raise Refused("no_players")
    if len(players) < ruleset.least_players:
        raise Refused("too_few_players", least=ruleset.least_players)
    if ruleset.most_players is not None and len(players) > ruleset.most_players:
        raise Refused("too_many_players", most=ruleset.most_players, ruleset=ruleset.id)


def replay(
    ruleset: RuleSet,
    players: Sequence[str],
    entries: Iterable[Entry] = (),
    late: Iterable[int] = (),
) -> Game:
    """The game that these entries make. `late` are the seats of players who join on the way.

    Raises Refused as `Table.add`, with the place of the entry that breaks a rule.
    """
    table = Table(ruleset, players, late)
    for number, entry in enumerate(entries, 1):
        try:
            table.add(entry)
        except Refused as refused:
            raise refused.at(Place("turn", number)) from None
    return table.game()


def play(game: Game, entry: Entry) -> Game:
    """The game after one more entry. Raises Refused as `Table.add`."""
    table = Table(game.ruleset, game.players, game.waiting)
    table.entries = list(game.entries)
    table.scored = list(game.scored)
    table.sheets = list(game.sheets)
    table.last, table.mover = game.last, game.mover
    table.add(entry)
    return table.game()


def with_late_player(game: Game, name: str) -> Game:
    """The game with one more player who waits to join, listed last."""
    return replace(
        game,
        players=(*game.players, name),
        sheets=(*game.sheets, Sheet(game.ruleset, {})),
        waiting=game.waiting | {len(game.players) + 1},
    )


def totals_by_round(game: Game) -> dict[int, tuple[int, ...]]:
    """Seat → that player's total after each of their turns; score cards count from the start."""
    table = Table(game.ruleset, game.players, late_of(game))
    table.sheets = [
        replace(blank, cards=sheet.cards) for blank, sheet in zip(table.sheets, game.sheets, strict=True)
    ]
    totals: dict[int, list[int]] = {seat: [] for seat in game.seats}
    for entry in game.entries:
        table.add(entry)
        if entry.kind == TURN:
            totals[entry.seat].append(table.sheets[entry.seat - 1].total)
    return {seat: tuple(own) for seat, own in totals.items()}


def late_of(game: Game) -> frozenset[int]:
    """The seats of those who joined on the way, or have not yet."""
    joined = (entry.seat for entry in game.entries if entry.kind == JOIN)
    return game.waiting.union(joined)
