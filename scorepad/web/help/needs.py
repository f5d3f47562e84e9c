"""What a box needs and what it pays, in words: what its pattern is, told. Nothing else knows how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from scorepad.rules import Box, Groups, Kind, Pattern, Row, Rows, RuleSet, Run, Total, dice_from_digits
from scorepad.sentences import N_, NN_
from scorepad.web.help.checker import sums_all
from scorepad.web.words import Words

_NEEDS: dict[Pattern, str] = {
    Kind(2): N_("Two dice of one number. The highest such number counts."),
    Kind(3): N_("Three or more dice of one number."),
    Kind(4): N_("Four or more dice of one number."),
    Kind(5): N_("Five or more dice of one number."),
    Groups((2, 2)): N_("Two pairs of different numbers. Four alike are not two pairs."),
    Groups((2, 2), differ=False): N_("Two pairs, or four dice of one number."),
    Groups((2, 2, 2)): N_("Three pairs of different numbers."),
    Groups((2, 2, 2), differ=False): N_("Three pairs, of whatever numbers."),
    Groups((3, 2)): N_("Three of one number and two of another. Five alike are not a full house."),
    Groups((3, 2), differ=False): N_("Three of one number and two of another, or five alike."),
    Groups((3, 3)): N_("Three of one number and three of another."),
    Groups((3, 3), differ=False): N_("Three of one number and three of another, or six alike."),
    Groups((4, 2)): N_("Four of one number and two of another."),
    Groups((4, 2), differ=False): N_("Four of one number and two of another, or six alike."),
    Run(4): N_("Four numbers in a row."),
    Run(5): N_("Five numbers in a row."),
    Total(): N_("Any dice at all."),
}
"""Pattern → its own sentence, whatever it pays; others are told by their figures."""
_ALL_FIVE_ALIKE, _ALL_ALIKE = N_("All five dice alike."), N_("All {count} dice alike.")
_EXACTLY, _AMONG = N_("Exactly {dice}, in any order."), N_("{dice} among the dice.")
_ONE_ROW = N_("One of these, in any order: {rows}.")
_KIND = N_("{count} or more dice of one number.")
_GROUPS = N_("Groups of {sizes}, each of another number.")
_GROUPS_OF_ANY = N_("Groups of {sizes}, of whatever numbers.")
_RUN = N_("{count} numbers in a row.")

_HIGHEST = N_("The highest such number counts.")
_BEST = N_("The best choice of such dice counts.")
_AFTER = N_("Only once {box} holds points.")
_SERVED, _SERVED_MORE = N_("In the first roll {points}."), N_("In the first roll {more} more.")
_WINS = N_("In the first roll it wins the game at once.")

_PAYS: dict[Pattern, str] = {
    Kind(2): N_("sum of the pair"),
    Kind(3): N_("sum of the three"),
    Kind(4): N_("sum of the four"),
    Kind(5): N_("sum of the five"),
    Groups((2, 2)): N_("sum of both pairs"),
}
_POINTS = NN_("{count} point", "{count} points")
_SUM_OF_FIVE, _SUM, _SUM_OF_THOSE = N_("sum of all five"), N_("sum of all dice"), N_("sum of those dice")
_FIVE = 5


def needs(_: Words, ruleset: RuleSet, box: Box) -> Markup:
    """What a box of the lower section needs, and what is special about it."""
    return Markup(" ").join((_shows(_, box.pattern, ruleset.dice), *_besides(_, ruleset, box)))


def _shows(_: Words, pattern: Pattern, count: int) -> Markup:
    """What so many dice must show."""
    match pattern:
        case Kind(alike) if alike == count:
            return _(_ALL_FIVE_ALIKE if count == _FIVE else _ALL_ALIKE, count=count)
        case Row(faces):
            return _(_EXACTLY if len(faces) == count else _AMONG, dice=_row(_, faces))
        case Rows(rows):
            return _(_ONE_ROW, rows=_.comma.join(_row(_, faces) for faces in rows))
    shape = replace(pattern, pays="own")
    return _(_NEEDS[shape]) if shape in _NEEDS else _by_figures(_, shape)


def _row(_: Words, faces: tuple[int, ...]) -> str:
    return _.row(dice_from_digits("".join(map(str, faces)), len(faces)))


def _by_figures(_: Words, pattern: Pattern) -> Markup:
    match pattern:
        case Kind(alike):
            return _(_KIND, count=alike)
        case Groups(sizes, differ):
            return _(_GROUPS if differ else _GROUPS_OF_ANY, sizes=_.comma.join(map(_.number, sizes)))
        case Run(length):
            return _(_RUN, count=length)
    return Markup()


def _besides(_: Words, ruleset: RuleSet, box: Box) -> Iterator[Markup]:
    """What else is to be known of a box: which of its dice count, when it pays, what a first roll brings."""
    if box.pattern.pays == "own":
        yield from _which_count(_, box.pattern, ruleset.dice)
    if box.after:
        yield _(_AFTER, box=_.box(box.after, ruleset.id))
    if box.served and box.fixed is not None:
        yield _(_SERVED, points=box.fixed + box.served)
    elif box.served:
        yield _(_SERVED_MORE, more=box.served)
    if box.wins:
        yield _(_WINS)


def _which_count(_: Words, pattern: Pattern, count: int) -> Iterator[Markup]:
    """Told where so many dice may show the pattern in several ways."""
    match pattern:
        case Kind(alike) if alike > 2 and 2 * alike <= count:
            yield _(_HIGHEST)
        case Groups(sizes) if _several_ways(sizes, count):
            yield _(_BEST)


def _several_ways(sizes: tuple[int, ...], count: int) -> bool:
    """Whether there are dice left for one more group, or for two groups to change places."""
    taken, least, most = sum(sizes), min(sizes), max(sizes)
    return taken + least <= count or (least < most and taken - least + most <= count)


def pays(_: Words, box: Box, count: int) -> Markup:
    """What a box of the lower section pays for so many dice."""
    if box.fixed is not None:
        one, many = _POINTS
        return _.plural(one, many, box.fixed)
    if sums_all(box, count):
        return _(_SUM_OF_FIVE if count == _FIVE else _SUM)
    return _(_PAYS.get(box.pattern, _SUM_OF_THOSE))
