"""A game's events → what stands: entries, the game they make, and what is beside it.

The list of events is append-only; undo and correction are events too. Any list has an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.cell import Target
from scorepad.rules.events import (
    Edit,
    Entry,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Gain,
    Join,
    Leave,
    Order,
    Redo,
    Rename,
    RollOff,
    Skip,
    ThrowAway,
    Turn,
    Uncard,
    Undo,
)
from scorepad.rules.game import Game, judge_turn, replay, roll_off, with_card
from scorepad.rules.moments import moved
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.ruleset import RuleSet
from scorepad.rules.sheet import Sheet

TAKE_BACK = (Undo, Redo, Uncard)
PASSED_OVER = (Undo, Redo, Order, Edit, Rename, ThrowAway, FetchBack)
"""What a tap on Undo does not take back."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry that stands, by the number and moment of the event that made it."""

    number: int
    entry: Entry
    at: str


def active(events: Sequence[Event]) -> list[Event]:
    """The events that no standing undo takes back, in order.

    An undo reaches only what came before it, so reading backwards decides each event once.
    """
    undone: set[int] = set()
    kept = []
    for event in reversed(events):
        if event.number in undone:
            continue
        if isinstance(event.what, TAKE_BACK) and event.what.of < event.number:
            undone.add(event.what.of)
        kept.append(event)
    return kept[::-1]


def standing(events: Sequence[Event]) -> list[Standing]:
    """The entries that stand, in order, corrections put in place."""
    told = active(events)
    entries: dict[int, Entry] = {}
    for event in told:
        match event.what:
            case Turn() | Skip() | Leave() | Join() as entry:
                entries[event.number] = entry
            case Fix(of, turn) if of in entries:
                entries[of] = turn
            case Exchange(of, other) if of in entries and other in entries:
                one, two = entries[of], entries[other]
                entries[of], entries[other] = replace(two, seat=one.seat), replace(one, seat=two.seat)
    return [Standing(e.number, entries[e.number], e.at) for e in told if e.number in entries]


def seating(events: Sequence[Event], count: int) -> tuple[int, ...]:
    """For each seat, the seat that its player had at the start (from 1)."""
    seats = list(range(1, count + 1))
    if any(isinstance(event.what, Order) for event in events):
        for event in active(events):
            if isinstance(event.what, Order) and len(event.what.order) <= count:
                _reseat(seats, event.what.order)
    return tuple(seats)


def _reseat(seats: list[int], order: Sequence[int]) -> None:
    if sorted(order) == list(range(1, len(order) + 1)):
        seats[: len(order)] = [seats[seat - 1] for seat in order]


def late_seats(events: Iterable[Event]) -> frozenset[int]:
    """The seats of those who did not sit at the table from the start, joined or not by now."""
    return frozenset(event.what.seat for event in events if isinstance(event.what, Join))


def fold(
    ruleset: RuleSet,
    players: Sequence[str],
    events: Sequence[Event],
    late: frozenset[int] = frozenset(),
) -> Game:
    """The game that these events tell. `players` are in the order of the start, with all who ever came;
    `late` are the seats of those who come only after these events.

    Raises Refused as `replay`, `with_card` and `roll_off`.
    """
    entries = [told.entry for told in standing(events)]
    seated = [players[seat - 1] for seat in seating(events, len(players))]
    game = replay(ruleset, seated, entries, late | late_seats(events))
    return _with_cards(game, events) if ruleset.cards else game


def _with_cards(game: Game, events: Sequence[Event]) -> Game:
    """The game with what stands of its score cards and roll-offs."""
    told = [event.what for event in active(events)]
    for what in told:
        if isinstance(what, Gain):
            game = with_card(game, what.card)
    rounds = [what.rolls for what in told if isinstance(what, RollOff)]
    for place, rolls in enumerate(rounds, 1):
        try:
            game = roll_off(game, rolls)
        except Refused as refused:
            raise refused.at(Place("roll-off", place)) from None
    return game


# --- the whole story ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game before its first event. `players` are in the order of the start, with all who ever came.

    `finish` is a finish that was told from outside, that of the entry which event `finish_of` made.
    """

    ruleset: RuleSet
    players: tuple[str, ...]
    note: str = ""
    started_at: str = ""
    finish: str | None = None
    finish_of: int | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the game; moments are UTC. None: it is not finished, or not thrown away."""

    note: str
    started_at: str
    finished_at: str | None
    deleted_at: str | None


@dataclass(frozen=True, slots=True)
class Story:
    """A game with the events that tell it."""

    beginning: Beginning
    events: tuple[Event, ...]
    game: Game
    beside: Beside

    @property
    def seen(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.events[-1].number if self.events else 0

    def at(self, seen: int) -> Story:
        """The story as it was when that event was the last one."""
        if seen == self.seen:
            return self
        earlier = tuple(event for event in self.events if event.number <= seen)
        return tell(self.beginning, earlier, late_seats(self.events))


def tell(beginning: Beginning, events: tuple[Event, ...], late: frozenset[int] = frozenset()) -> Story:
    """The story that these events tell. Raises Refused as `fold`."""
    game = fold(beginning.ruleset, beginning.players, events, late)
    return Story(beginning, events, game, beside(beginning, events, game))


def beside(beginning: Beginning, events: Sequence[Event], game: Game) -> Beside:
    """What these events leave beside their game."""
    note, starts, deleted_at = beginning.note, [(0, beginning.started_at)], None
    for event in events:
        match event.what:
            case Edit(note, started_at):
                starts.append((event.number, started_at))
            case ThrowAway():
                deleted_at = event.at
            case FetchBack():
                deleted_at = None
    finished_at = _finish(beginning, events, starts) if game.finished else None
    return Beside(note, starts[-1][1], finished_at, deleted_at)


def _finish(beginning: Beginning, events: Sequence[Event], starts: Sequence[tuple[int, str]]) -> str:
    """The moment of the entry that finished the game; it moves along with a start that is put right later."""
    told = standing(events)
    if not told:
        return beginning.finish or beginning.started_at
    last = told[-1]
    moment, since = last.at, [start for number, start in starts if number < last.number][-1]
    if beginning.finish and last.number == beginning.finish_of:
        moment, since = beginning.finish, beginning.started_at
    try:
        return moved(moment, since, starts[-1][1])
    except Refused:  # kept by an earlier version before it was asked
        return moment


# --- what was corrected -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A turn that brings something else than before: `turn` is its place among the entries, from 1."""

    turn: int
    seat: int
    before: Target
    after: Target


def changes(before: Game, after: Game) -> tuple[Change, ...]:
    """The turns that differ between two tellings of the same entries, in order."""
    found = []
    pairs = zip(before.scored, after.scored, after.entries, strict=True)
    for turn, (old, new, entry) in enumerate(pairs, 1):
        if old is not None and new is not None and old != new:
            found.append(Change(turn, entry.seat, old, new))
    return tuple(found)


def corrected(story: Story) -> dict[int, Target]:
    """For each corrected turn that stands (its place among the entries, from 1), what it brought before."""
    fixed: dict[int, int] = {}
    for event in active(story.events):
        match event.what:
            case Fix(of):
                fixed[of] = event.number
            case Exchange(of, other):
                fixed[of] = fixed[other] = event.number
    found = {}
    for place, told in enumerate(standing(story.events) if fixed else (), 1):
        if told.number in fixed:
            target = _brought(story, told.number, fixed[told.number])
            if target is not None:
                found[place] = target
    return found


def _brought(story: Story, number: int, until: int) -> Target | None:
    """What the entry of that event brought before the event `until`.

    What a turn brings depends on its own player's turns alone, so no others are replayed.
    """
    told = standing([event for event in story.events if event.number < until])
    seat = next(one.entry.seat for one in told if one.number == number)
    sheet = Sheet(story.beginning.ruleset, {})
    for one in told:
        if isinstance(one.entry, Turn) and one.entry.seat == seat:
            target = judge_turn(sheet, one.entry)
            if one.number == number:
                return target
            sheet = sheet.write(target)
    return None
