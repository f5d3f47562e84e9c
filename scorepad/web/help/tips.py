"""Good advice, each piece where it is true."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from scorepad.rules import FACES, Faces, Pattern, RuleSet, Run, Total
from scorepad.sentences import N_
from scorepad.web.words import Words

MATTERS = 10
"""The least bonus that is worth playing for."""


def each_number(ruleset: RuleSet) -> int:
    """How many dice of each number together make the upper bonus."""
    return -(-ruleset.bonus.at // sum(FACES))


def _plays_for_the_bonus(ruleset: RuleSet) -> bool:
    """Whether the bonus is worth it and within reach, with dice to make up for a number that fell short."""
    return ruleset.bonus.points >= MATTERS and 2 <= each_number(ruleset) < ruleset.dice


def _bonus_of_three(ruleset: RuleSet) -> bool:
    return _plays_for_the_bonus(ruleset) and each_number(ruleset) == 3


def _bonus_of_others(ruleset: RuleSet) -> bool:
    return _plays_for_the_bonus(ruleset) and each_number(ruleset) != 3


def _chooses(ruleset: RuleSet) -> bool:
    return not ruleset.in_order


def _box_of(ruleset: RuleSet, pattern: Pattern) -> str:
    """The id of the box with that pattern, empty where there is none."""
    return next((box.id for box in ruleset.boxes if box.pattern == pattern), "")


def _has_a_chance(ruleset: RuleSet) -> bool:
    return _chooses(ruleset) and bool(_box_of(ruleset, Total()))


def _has_ones_alone(ruleset: RuleSet) -> bool:
    return _chooses(ruleset) and not _box_of(ruleset, Total())


def _keeps_the_small_straight(ruleset: RuleSet) -> bool:
    """Whether four in a row pay whatever the fifth die shows, in a box that may be chosen."""
    runs = {box.pattern.length for box in ruleset.lower if isinstance(box.pattern, Run)}
    return _chooses(ruleset) and {4, 5} <= runs and ruleset.dice == 5


def _has_a_better_column(ruleset: RuleSet) -> bool:
    return _chooses(ruleset) and len({column.factor for column in ruleset.columns}) > 1


def _pays_first_rolls(ruleset: RuleSet) -> bool:
    return _chooses(ruleset) and any(box.served for box in ruleset.boxes)


TIPS: tuple[tuple[Callable[[RuleSet], bool], str], ...] = (
    (
        _bonus_of_three,
        N_(
            "The upper bonus of {bonus} matters: aim for about three of each number."
            " Four of one number make up for a shortfall in another."
        ),
    ),
    (
        _bonus_of_others,
        N_(
            "The upper bonus of {bonus} matters: aim for about {each} of each number."
            " One number with {more} makes up for a shortfall in another."
        ),
    ),
    (
        _has_a_chance,
        N_("{chance} and {ones} are good places for a bad turn; {chance} helps when nothing else fits."),
    ),
    (_has_ones_alone, N_("{ones} is a good place for a bad turn: it costs least.")),
    (
        _chooses,
        N_(
            "Sometimes a zero is the better choice, in a box that is unlikely to be filled,"
            " such as {unlikely} or {ones}."
        ),
    ),
    (
        _keeps_the_small_straight,
        N_(
            "Four in a row after the first roll? Rolling one die for the large straight is worth a try:"
            " the small straight is already safe."
        ),
    ),
    (
        _pays_first_rolls,
        N_("Look twice at the first roll: some boxes pay more for it than for the same dice later."),
    ),
    (
        _has_a_better_column,
        N_("Write good rolls where they count most, and bad ones in the column that counts least."),
    ),
)
"""When a tip is true, and the tip."""


def tips(_: Words, ruleset: RuleSet) -> list[Markup]:
    """The advice that is true in this rule set."""
    each = each_number(ruleset)
    names = {
        "chance": _.box(_box_of(ruleset, Total()), ruleset.id),
        "ones": _.box(_box_of(ruleset, Faces(1)), ruleset.id),
        "unlikely": _.box(_least_likely(ruleset), ruleset.id),
    }
    facts = {"bonus": ruleset.bonus.points, "each": each, "more": each + 1}
    return [_(tip, **facts, **names) for holds, tip in TIPS if holds(ruleset)]


def _least_likely(ruleset: RuleSet) -> str:
    """The box that waits for another one, else that of all dice alike."""
    return next((box.id for box in ruleset.boxes if box.after), ruleset.all_alike.id)
