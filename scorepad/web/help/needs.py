"""What a box needs and what it pays, in words: what its pattern is, told. Nothing else knows how."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from scorepad.rules import Box, Groups, Kind, Pattern, Row, Run, Total, dice_from_digits
from scorepad.sentences import N_
from scorepad.web.help.checker import sums_all
from scorepad.web.words import Words

_NEEDS: dict[Pattern, str] = {
    Kind(2): N_("Two dice of one number. The highest such number counts."),
    Kind(3): N_("Three or more dice of one number."),
    Kind(4): N_("Four or more dice of one number."),
    Groups((2, 2)): N_("Two pairs of different numbers. Four alike are no two pairs."),
    Groups((3, 2)): N_("Three of one number and two of another. Five alike are no full house."),
    Run(4): N_("Four numbers in a row."),
    Run(5): N_("Five numbers in a row."),
    Total(): N_("Any dice at all."),
}
"""Pattern → its own sentence, whatever it pays; others are told by their figures."""

_PAYS: dict[Pattern, str] = {
    Kind(2): N_("sum of the pair"),
    Kind(3): N_("sum of the three"),
    Kind(4): N_("sum of the four"),
    Groups((2, 2)): N_("sum of both pairs"),
}
_FIVE = 5


def needs(_: Words, box: Box, count: int) -> Markup:
    """What a box of the lower section needs of so many dice."""
    match box.pattern:
        case Kind(alike) if alike == count:
            told = N_("All five dice alike.") if count == _FIVE else N_("All {count} dice alike.")
            return _(told, count=count)
        case Row(faces):
            row = _.row(dice_from_digits("".join(map(str, faces)), len(faces)))
            exactly = len(faces) == count
            told = N_("Exactly {dice}, in any order.") if exactly else N_("{dice} among the dice.")
            return _(told, dice=row)
    shape = replace(box.pattern, pays="own")
    return _(_NEEDS[shape]) if shape in _NEEDS else _by_figures(_, shape)


def _by_figures(_: Words, pattern: Pattern) -> Markup:
    match pattern:
        case Kind(alike):
            return _(N_("{count} or more dice of one number."), count=alike)
        case Groups(sizes):
            told = _.comma.join(map(_.number, sizes))
            return _(N_("Groups of {sizes}, each of another number."), sizes=told)
        case Run(length):
            return _(N_("{count} numbers in a row."), count=length)
    return Markup()


def pays(_: Words, box: Box, count: int) -> Markup:
    """What a box of the lower section pays for so many dice."""
    if box.fixed is not None:
        return _.plural("{count} point", "{count} points", box.fixed)
    if sums_all(box, count):
        return _(N_("sum of all five") if count == _FIVE else N_("sum of all dice"))
    return _(_PAYS.get(box.pattern, N_("sum of those dice")))
