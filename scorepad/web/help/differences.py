"""What differs from one rule set to its sisters."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules import RULESETS, RuleSet, dice_from_digits
from scorepad.sentences import N_
from scorepad.web.help.checker import roll_pays
from scorepad.web.words import Words


@dataclass(frozen=True, slots=True)
class Compared:
    """A roll in a box, which pays something else in another rule set."""

    box: str
    dice: str
    other: str


@dataclass(frozen=True, slots=True)
class Difference:
    """How a rule set differs from another; with a roll that shows it: what it pays `here` and `there`."""

    sentence: str
    compared: Compared | None = None


_ANY_FOUR = Difference(
    N_("Any four in a row are a small straight. {dice} in {box} is {here}, in Yatzy {there}."),
    Compared("small_straight", "23453", "yatzy"),
)
_PAYS_ITS_DICE = N_("A full house pays its dice. {dice} in {box} is {here}, in Yahtzee {there}.")

DIFFERENCES = {
    "yahtzee": (
        Difference(N_("Only here five alike may be a Joker, and every extra Yahtzee brings {extra} more.")),
        Difference(
            N_("Three and four of a kind pay all five dice. {dice} in {box} is {here}, in Yatzy {there}."),
            Compared("three_of_a_kind", "24445", "yatzy"),
        ),
        _ANY_FOUR,
        Difference(
            N_("A full house always pays the same. {dice} in {box} is {here}, in Yacht {there}."),
            Compared("full_house", "33355", "yacht"),
        ),
        Difference(N_("The upper bonus is {bonus}; in Yatzy it is {yatzy_bonus}, and Yacht has none.")),
    ),
    "yacht": (
        Difference(N_("There is no box for three of a kind, no upper bonus and no Joker.")),
        Difference(N_("A second five alike brings nothing extra.")),
        Difference(_PAYS_ITS_DICE, Compared("full_house", "33355", "yahtzee")),
        _ANY_FOUR,
        Difference(
            N_("Four of a kind pays all five dice. {dice} in {box} is {here}, in Yatzy {there}."),
            Compared("four_of_a_kind", "23333", "yatzy"),
        ),
    ),
    "yatzy": (
        Difference(N_("Pairs have boxes of their own: one pair and two pairs.")),
        Difference(
            N_("Of three or four of a kind only those count. {dice} in {box} is {here}, in Yahtzee {there}."),
            Compared("three_of_a_kind", "24445", "yahtzee"),
        ),
        Difference(
            N_("A straight must be exact. {dice} in {box} is {here}, in Yahtzee {there}."),
            Compared("small_straight", "23453", "yahtzee"),
        ),
        Difference(_PAYS_ITS_DICE, Compared("full_house", "33666", "yahtzee")),
        Difference(N_("The upper bonus is {bonus}; in Yahtzee it is {yahtzee_bonus}.")),
        Difference(N_("There is no Joker, and a second five alike brings nothing extra.")),
    ),
    "forced_yatzy": (
        Difference(N_("Boxes, points and upper bonus are those of Yatzy; only the order is fixed.")),
        Difference(N_("Dice that do not fit the next box score zero there, even if they fit another.")),
        Difference(N_("You choose which dice to keep, never the box.")),
    ),
    "free_for_all": (
        Difference(N_("Boxes, points and upper bonus are those of Yahtzee, but there is no Joker.")),
        Difference(N_("The bonus of an extra Yahtzee has to be claimed, and a box is given up for it.")),
        Difference(N_("Cards change dice, rolls and points; a total may even fall below zero.")),
        Difference(N_("A tie for the first place ends in a roll-off; elsewhere the place is shared.")),
    ),
}
"""Rule set → what differs from its sisters."""


def differences(_: Words, ruleset: RuleSet) -> list[Markup]:
    """What differs, in sentences."""
    facts = {
        "extra": ruleset.again.extra,
        "bonus": ruleset.bonus.points,
        "yahtzee_bonus": RULESETS["yahtzee"].bonus.points,
        "yatzy_bonus": RULESETS["yatzy"].bonus.points,
    }
    return [
        _(told.sentence, **facts, **(_seen(_, ruleset, told.compared) if told.compared else {}))
        for told in DIFFERENCES.get(ruleset.id, ())
    ]


def _seen(_: Words, ruleset: RuleSet, compared: Compared) -> dict[str, object]:
    dice, other = dice_from_digits(compared.dice, ruleset.dice), RULESETS[compared.other]
    return {
        "dice": _.row(dice),
        "box": _.box(compared.box),
        "here": roll_pays(ruleset, ruleset.box(compared.box), dice),
        "there": roll_pays(other, other.box(compared.box), dice),
    }
