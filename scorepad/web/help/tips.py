"""Good advice, each piece where it is true."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from scorepad.rules.dice import FACES, dice_from_digits
from scorepad.rules.sheet import RuleSet
from scorepad.sentences import N_
from scorepad.web.words import Words


def _has_bonus(ruleset: RuleSet) -> bool:
    return bool(ruleset.upper_bonus)


def _chooses(ruleset: RuleSet) -> bool:
    return not ruleset.in_order


def _keeps_the_small_straight(ruleset: RuleSet) -> bool:
    """Whether four in a row pay whatever the fifth die shows, in a box that may be chosen."""
    small = ruleset.box("small_straight")
    return _chooses(ruleset) and all(small.score(dice_from_digits(f"2345{face}")) for face in FACES)


TIPS: tuple[tuple[Callable[[RuleSet], bool], str], ...] = (
    (
        _has_bonus,
        N_(
            "The upper bonus of {bonus} matters: aim for about three of each number."
            " Four of one number make up for a shortfall in another."
        ),
    ),
    (
        _chooses,
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
    names = {"chance": _.box("chance"), "ones": _.box("ones"), "five_alike": _.box(ruleset.five_alike)}
    return [_(tip, bonus=ruleset.upper_bonus, **names) for holds, tip in TIPS if holds(ruleset)]
