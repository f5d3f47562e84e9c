"""What a roll pays in every box of several rule sets, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from markupsafe import Markup

from scorepad.rules import Box, Dice, Kind, RuleSet, all_rolls
from scorepad.sentences import N_, NN_
from scorepad.web.words import Words

_SAME = NN_("{names} pays what {first} pays.", "{names} pay what {first} pays.")
_SAME_HERE = NN_("{names} pays the same as these house rules.", "{names} pay the same as these house rules.")
_NO_SUCH_BOX = N_("{dash} means that the game has no such box.")
_NEXT_ONE = N_("In {forced} a box pays this when it is the next one.")
_AFTER = N_("{box} pays only once {other} holds points.")
_HOUSE_RULES = N_("House rules")

ALIKE = "alike"
"""The line of all dice alike, whatever a sheet calls the box."""


@cache
def sums_all(box: Box, count: int) -> bool:
    """Whether the box pays the sum of all so many dice wherever it pays."""
    return box.fixed is None and all(box.score(dice) in (0, dice.total) for dice in all_rolls(count))


def line_of(ruleset: RuleSet, box: Box) -> str:
    """The line on which a box stands beside those of other sheets: what they call alike, or need alike."""
    if box == ruleset.all_alike:
        return ALIKE
    if isinstance(box.pattern, Kind) and not box.after:
        return f"alike-{box.pattern.count}"
    return box.id


def by_line(ruleset: RuleSet) -> dict[str, Box]:
    """Every box by its line, from top to bottom."""
    return {line_of(ruleset, box): box for box in ruleset.boxes}


@dataclass(frozen=True, slots=True)
class Beside:
    """A column of the comparison: a rule set, and those whose boxes all pay what its boxes pay."""

    ruleset: RuleSet
    same: tuple[RuleSet, ...] = ()


def columns(rulesets: Iterable[RuleSet]) -> tuple[Beside, ...]:
    """Those rule sets in columns, in their order."""
    found: list[Beside] = []
    for ruleset in rulesets:
        place = next((at for at, one in enumerate(found) if _alike(one.ruleset, ruleset)), None)
        if place is None:
            found.append(Beside(ruleset))
        else:
            found[place] = replace(found[place], same=(*found[place].same, ruleset))
    return tuple(found)


def _alike(one: RuleSet, other: RuleSet) -> bool:
    return _told(one) == _told(other)


def _told(ruleset: RuleSet) -> Mapping[str, object]:
    """What the boxes pay, whatever they are called."""
    return {line: (box.pattern, box.served, box.wins, box.after) for line, box in by_line(ruleset).items()}


@dataclass(frozen=True, slots=True)
class Paid:
    """What a roll pays in a box that may be filled, and whether it wins the game at once."""

    points: int
    wins: bool = False


def roll_pays(box: Box, dice: Dice, first_roll: bool = False) -> Paid:
    """What a roll pays in that box of a sheet where nothing special has happened yet."""
    points = box.score(dice, first_roll)
    return Paid(points, bool(box.wins and first_roll and points))


@dataclass(frozen=True, slots=True)
class Line:
    """One box across the columns: its name, and what a roll pays, None where a sheet has no such box."""

    id: str
    label: Markup
    paid: tuple[Paid | None, ...]


def lines(_: Words, compared: tuple[Beside, ...], dice: Dice, first_roll: bool = False) -> Iterator[Line]:
    """What every box pays for that roll, the boxes of the first column at the head."""
    boxes = [by_line(column.ruleset) for column in compared]
    for line in dict.fromkeys(chain.from_iterable(boxes)):
        there = [found.get(line) for found in boxes]
        paid = tuple(roll_pays(box, dice, first_roll) if box else None for box in there)
        box, ruleset = next((box, one.ruleset) for box, one in zip(there, compared, strict=True) if box)
        yield Line(line, _label(_, ruleset, box, len(compared)), paid)


def _label(_: Words, ruleset: RuleSet, box: Box, beside: int) -> Markup:
    if line_of(ruleset, box) == ALIKE and beside > 1:
        return _.alike(ruleset.dice)
    return _.short_box(box.id, ruleset.id)


def title(_: Words, ruleset: RuleSet) -> Markup:
    """What heads a column."""
    return _(_HOUSE_RULES) if ruleset.chosen else _.short_ruleset(ruleset.id)


def notes(_: Words, compared: tuple[Beside, ...]) -> Iterator[Markup]:
    """What is to be known beside the figures."""
    for column in compared:
        if column.same:
            one, many = _SAME_HERE if column.ruleset.chosen else _SAME
            names = _.join(_.short_ruleset(ruleset.id) for ruleset in column.same)
            yield _.plural(one, many, len(column.same), names=names, first=title(_, column.ruleset))
    if len(compared) > 1:
        yield _(_NO_SUCH_BOX, dash="–")
    for ruleset in (told for column in compared for told in (column.ruleset, *column.same)):
        yield from _special(_, ruleset)


def _special(_: Words, ruleset: RuleSet) -> Iterator[Markup]:
    if ruleset.in_order:
        yield _(_NEXT_ONE, forced=title(_, ruleset))
    for box in ruleset.boxes:
        if box.after:
            yield _(_AFTER, box=_.box(box.id, ruleset.id), other=_.box(box.after, ruleset.id))
