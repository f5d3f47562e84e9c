"""What corrections change: beforehand, and once they are made; and what else they need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from scorepad.rules.cell import Target
from scorepad.rules.events import Event, Exchange, Fix, Fixes, Turn
from scorepad.rules.fold import house_rules, late_seats, standing
from scorepad.rules.game import Game, judge_turn
from scorepad.rules.opening import replay
from scorepad.rules.refusal import Refused
from scorepad.rules.sheet import Sheet
from scorepad.rules.story import Story


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
    for event in story.active:
        match event.what:
            case Fix(of):
                fixed[of] = event.number
            case Exchange(of, other):
                fixed[of] = fixed[other] = event.number
            case Fixes(fixes):
                fixed |= {fix.of: event.number for fix in fixes}
    found = {}
    for place, told in enumerate(story.standing if fixed else (), 1):
        if told.number in fixed:
            target = _brought(story, told.number, fixed[told.number])
            if target is not None:
                found[place] = target
    return found


def _brought(story: Story, number: int, until: int) -> Target | None:
    """What the entry of that event brought before the event `until`.

    What a turn brings depends on its own player's turns alone, so no others are replayed.
    """
    before = [event for event in story.events if event.number < until]
    told = standing(before)
    seat = next(one.entry.seat for one in told if one.number == number)
    sheet = Sheet(house_rules(story.beginning.ruleset, before), {})
    for one in told:
        if isinstance(one.entry, Turn) and one.entry.seat == seat:
            target = judge_turn(sheet, one.entry)
            if one.number == number:
                return target
            sheet = sheet.write(target)
    return None


# --- what else a correction needs -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Conflict:
    """A turn that the correction of another one leaves no room for: its `place` among the entries, from 1,
    the player's `sheet` before it as it would then be, and the ways in which it could stand on that.
    """

    place: int
    turn: Turn
    sheet: Sheet
    ways: tuple[tuple[Turn, Target], ...]


def conflict(story: Story, what: Fix | Exchange | Fixes, refused: Refused) -> Conflict | None:
    """The other turn for which that correction is refused, None where it is refused by itself."""
    place = refused.place
    if place is None or place.kind != "turn":
        return None
    told = standing((*story.events, Event(story.seen + 1, what)))
    at = told[place.number - 1]
    if not isinstance(at.entry, Turn) or at.number in {fix.of for fix in as_fixes(story, what)}:
        return None
    game, before = story.game, [one.entry for one in told[: place.number - 1]]
    then = replay(game.ruleset, game.players, before, late_seats(story.events))
    sheet = then.sheet(at.entry.seat)
    ways = tuple(_ways(sheet, at.entry)) if then.mover == at.entry.seat else ()
    return Conflict(place.number, at.entry, sheet, ways)


def as_fixes(story: Story, what: Fix | Exchange | Fixes) -> tuple[Fix, ...]:
    """That correction turn by turn, to go with others. Raises Refused `no_turn`."""
    match what:
        case Fixes(fixes):
            return fixes
        case Exchange(of, other):
            one, two = story.turn(of), story.turn(other)
            return Fix(of, replace(two, seat=one.seat)), Fix(other, replace(one, seat=two.seat))
        case Fix():
            return (what,)


def _ways(sheet: Sheet, turn: Turn) -> Iterator[tuple[Turn, Target]]:
    """The same roll, or the same points, wherever it may go on that sheet, with its bonus and without."""
    for cell in sheet.open_cells:
        for bonus in (False, True):
            extra, claim = bonus and turn.dice is None, bonus and turn.dice is not None
            way = replace(turn, box=cell.box, column=cell.column, extra=extra, claim=claim)
            with suppress(Refused):
                yield way, judge_turn(sheet, way)
