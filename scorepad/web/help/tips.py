"""Good advice, each piece where it is true."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from scorepad.rules import Faces, Pattern, RuleSet, Run, Total
from scorepad.sentences import N_
from scorepad.web.words import Words


def _has_bonus(ruleset: RuleSet) -> bool:
    return bool(ruleset.bonus.points)


def _chooses(ruleset: RuleSet) -> bool:
    return not ruleset.in_order


def _box_of(ruleset: RuleSet, pattern: Pattern) -> str:
    """The id of the box with that pattern, empty where there is none."""
    return next((box.id for box in ruleset.boxes if box.pattern == pattern), "")


def _has_a_last_resort(ruleset: RuleSet) -> bool:
    return _chooses(ruleset) and bool(_box_of(ruleset, Total()))


def _keeps_the_small_straight(ruleset: RuleSet) -> bool:
    """Whether four in a row pay whatever the fifth die shows, in a box that may be chosen."""
    runs = {box.pattern.length for box in ruleset.lower if isinstance(box.pattern, Run)}
    return _chooses(ruleset) and {4, 5} <= runs and ruleset.dice == 5


TIPS: tuple[tuple[Callable[[RuleSet], bool], str], ...] = (
    (
        _has_bonus,
        N_(
            "The upper bonus of {bonus} matters: aim for about three of each number."
            " Four of one number make up for a shortfall in another."
        ),
    ),
    (
        _has_a_last_resort,
        N_("{chance} and {ones} are good places for a bad turn; {chance} helps when nothing else fits."),
    ),
    (
        _chooses,
        N_(
            "Sometimes a zero is the better choice, in a box that is unlikely to be filled,"
            " such as {five_alike} or {ones}."
        ),
    ),
    (
        _keeps_the_small_straight,
        N_(
            "Four in a row after the first roll? Rolling one die for the large straight is worth a try:"
            " the small straight is already safe."
        ),
    ),
)
"""When a tip is true, and the tip."""


def tips(_: Words, ruleset: RuleSet) -> list[Markup]:
    """The advice that is true in this rule set."""
    names = {
        "chance": _.box(_box_of(ruleset, Total())),
        "ones": _.box(_box_of(ruleset, Faces(1))),
        "five_alike": _.box(ruleset.all_alike.id),
    }
    return [_(tip, bonus=ruleset.bonus.points, **names) for holds, tip in TIPS if holds(ruleset)]
