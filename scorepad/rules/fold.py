"""A game's events → what stands: entries, the game they make, and what is beside it.

The list of events is append-only; undo and correction are events too. Any list has an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.dealt import roll_off, with_card
from scorepad.rules.events import (
    Entry,
    Event,
    Exchange,
    Fix,
    Fixes,
    Gain,
    HouseRules,
    Join,
    Leave,
    Order,
    Redo,
    Regroup,
    RollOff,
    Skip,
    Turn,
    Uncard,
    Undo,
)
from scorepad.rules.game import Game
from scorepad.rules.opening import replay
from scorepad.rules.options import with_options
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.ruleset import RuleSet
from scorepad.rules.teams import Teams, with_member

TAKE_BACK = (Undo, Redo, Uncard)


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
    if not any(isinstance(event.what, TAKE_BACK) for event in events):
        return list(events)
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
            case Fixes(fixes):
                entries |= {fix.of: fix.turn for fix in fixes if fix.of in entries}
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


def rules_told(events: Sequence[Event]) -> HouseRules | None:
    """The house rules that were told last, None where those of the beginning stand."""
    if not any(isinstance(event.what, HouseRules) for event in events):
        return None
    told = (event.what for event in reversed(active(events)))
    return next((what for what in told if isinstance(what, HouseRules)), None)


def house_rules(ruleset: RuleSet, events: Sequence[Event]) -> RuleSet:
    """The rule set under the house rules that stand after these events."""
    told = rules_told(events)
    return with_options(ruleset.id, dict(told.chosen)) if told else ruleset


def teams_told(teams: Teams, events: Sequence[Event], count: int) -> Teams:
    """Who plays together after these events, by places at the start: everybody, where anybody does."""
    for event in active(events):
        match event.what:
            case Regroup():
                teams = event.what.teams
            case Join(seat=place, team=team) if teams and not _in(teams, place):
                teams = with_member(teams, place, team)
    teams = tuple(filter(None, (tuple(place for place in team if 1 <= place <= count) for team in teams)))
    alone = [(place,) for place in range(1, count + 1) if teams and not _in(teams, place)]
    return (*teams, *alone)


def _in(teams: Teams, place: int) -> bool:
    return any(place in team for team in teams)


def fold(ruleset: RuleSet, players: Sequence[str], events: Sequence[Event], teams: Teams = ()) -> Game:
    """The game that these events tell. `players` are in the order of the start, with all who ever came;
    `teams` are those of the start.

    Raises Refused as `replay`, `with_card` and `roll_off`.
    """
    ruleset = house_rules(ruleset, events)
    entries = [told.entry for told in standing(events)]
    places = seating(events, len(players))
    game = replay(ruleset, [players[place - 1] for place in places], entries, late_seats(events))
    told = teams_told(teams, events, len(players))
    if told:
        game = replace(game, teams=tuple(tuple(places.index(place) + 1 for place in team) for team in told))
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
