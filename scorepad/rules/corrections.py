"""What corrections change: beforehand, and once they are made."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.cell import Target
from scorepad.rules.events import Exchange, Fix, Turn
from scorepad.rules.fold import house_rules, standing
from scorepad.rules.game import Game, judge_turn
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
