"""The boxes of a rule set, each with rolls that fit and rolls that do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules import Box, Dice, RuleSet, all_rolls, dice_from_digits
from scorepad.web.help.checker import sums_all
from scorepad.web.help.needs import needs, pays
from scorepad.web.words import Words

EXAMPLES = {
    "ones": ("11356", "111356"),
    "twos": ("22235", "222346"),
    "threes": ("13336", "133356"),
    "fours": ("44421", "444216"),
    "fives": ("24556", "234556"),
    "sixes": ("13666", "44421", "136666", "444215"),
    "one_pair": ("13455", "44444", "12346", "134556", "334466", "123456"),
    "two_pairs": ("13355", "14444", "33666", "133556", "124444", "223366"),
    "three_pairs": ("113355", "335555", "224466"),
    "three_of_a_kind": ("24445", "33335", "44221", "244456", "333666", "112256"),
    "four_of_a_kind": ("23333", "33333", "33355", "233336", "133333", "333555"),
    "five_of_a_kind": ("144444", "666666", "334444"),
    "full_house": ("33355", "44444", "33666", "344666", "444445", "222555"),
    "villa": ("222555", "444444", "225555"),
    "tower": ("335555", "666666", "333555"),
    "small_straight": ("23453", "12345", "23456", "12456", "123455", "234566"),
    "large_straight": ("12345", "23456", "23453", "233456", "123455"),
    "full_straight": ("123456", "123455"),
    "straight": ("12345", "34561", "12346", "23455"),
    "poker": ("23333", "66666", "33355"),
    "chance": ("13466", "134466"),
    "yahtzee": ("66666", "66661"),
    "yacht": ("66666", "66661"),
    "yatzy": ("66666", "66661"),
    "maxi_yatzy": ("666666", "666661"),
    "kniffel": ("66666", "66661"),
    "yams": ("66666", "66661"),
    "generala": ("66666", "66661"),
    "double_generala": ("66666", "66661"),
}
"""Box → rolls of five dice and of six; those of another sheet's number are passed over."""

_MOST = 2
"""So many that pay, and so many that do not."""


@dataclass(frozen=True, slots=True)
class Example:
    """A roll in a box: each face with whether it counts, and the points."""

    faces: tuple[tuple[int, bool], ...]
    points: int

    @property
    def dice(self) -> Dice:
        return dice_from_digits("".join(str(face) for face, _ in self.faces), len(self.faces))


@dataclass(frozen=True, slots=True)
class BoxHelp:
    """A box, what it needs, what it pays (both empty for an upper box, told once for all six), examples.

    `sizes` are those of its groups where its name alone does not tell it from others: 3+2.
    """

    box: str
    needs: Markup
    pays: Markup
    sizes: str
    examples: tuple[Example, ...]


def box_help(_: Words, ruleset: RuleSet, box: Box) -> BoxHelp:
    """What is to be known of a box of that rule set."""
    examples = [_example(ruleset, box, text) for text in _rolls(box, ruleset.dice)]
    good = [example for example in examples if example.points][:_MOST]
    poor = [example for example in examples if not example.points][:_MOST]
    if box.face:
        return BoxHelp(box.id, Markup(), Markup(), "", (*good, *poor))
    told = needs(_, ruleset, box), pays(_, box, ruleset.dice), _.shape(box.id, ruleset)
    return BoxHelp(box.id, *told, (*good, *poor))


def rolls_of(box: Box, count: int) -> tuple[str, ...]:
    """The rolls of so many dice that are told of a box."""
    return tuple(text for text in EXAMPLES.get(box.id, ()) if len(text) == count)


def _rolls(box: Box, count: int) -> tuple[str, ...]:
    """The rolls that show a box of so many dice: those above, else what pays most and what pays least."""
    told = rolls_of(box, count)
    if told:
        return told
    by_points = sorted(all_rolls(count), key=lambda dice: (box.score(dice), dice.total))
    return str(by_points[-1]), str(by_points[0])


def _example(ruleset: RuleSet, box: Box, text: str) -> Example:
    dice = dice_from_digits(text, ruleset.dice)
    points = box.score(dice)
    counting = dice.faces if sums_all(box, ruleset.dice) or not points else box.pattern.making(dice)
    return Example(tuple(_marked(text, counting)), points)


def _marked(text: str, counting: Iterable[int]) -> Iterable[tuple[int, bool]]:
    """The faces of an example in its order, each with whether it is one of those that count."""
    left = Counter(counting)
    for face in map(int, text):
        yield face, left[face] > 0
        left[face] -= 1
