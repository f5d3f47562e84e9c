"""What a box needs and what it pays, in words. Nothing else knows how."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.rules.dice import ALL_ROLLS
from scorepad.rules.sheet import Box
from scorepad.sentences import N_
from scorepad.web.help.checker import sums_all
from scorepad.web.words import Words

_NEEDS = {
    "one_pair": N_("Two dice of one number. The highest such number counts."),
    "two_pairs": N_("Two pairs of different numbers. Four alike are no two pairs."),
    "three_of_a_kind": N_("Three or more dice of one number."),
    "four_of_a_kind": N_("Four or more dice of one number."),
    "full_house": N_("Three of one number and two of another. Five alike are no full house."),
    "small_straight": N_("Four numbers in a row."),
    "large_straight": N_("Five numbers in a row."),
    "chance": N_("Any dice at all."),
}
_FIVE_ALIKE = N_("All five dice alike.")
_EXACTLY = N_("Exactly {dice}, in any order.")

_PAYS = {
    "one_pair": N_("sum of the pair"),
    "two_pairs": N_("sum of both pairs"),
    "three_of_a_kind": N_("sum of the three"),
    "four_of_a_kind": N_("sum of the four"),
}
_ALL_FIVE = N_("sum of all five")


def needs(_: Words, box: Box) -> Markup:
    """What dice a box of the lower section needs."""
    paying = [dice for dice in ALL_ROLLS if box.score(dice)]
    if len(paying) == 1:
        return _(_EXACTLY, dice=_.row(paying[0]))
    return _(_NEEDS.get(box.id, _FIVE_ALIKE))


def pays(_: Words, box: Box) -> Markup:
    """What a box of the lower section pays."""
    if box.fixed is not None:
        return _.plural("{count} point", "{count} points", box.fixed)
    return _(_ALL_FIVE if sums_all(box) else _PAYS[box.id])
