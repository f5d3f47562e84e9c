"""The boxes of a rule set, each with rolls that fit and rolls that do not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules import Box, Dice, RuleSet, all_rolls, dice_from_digits
from scorepad.web.help.checker import roll_pays, sums_all
from scorepad.web.help.needs import needs, pays
from scorepad.web.words import Words

EXAMPLES = {
    "ones": ("11356",),
    "twos": ("22235",),
    "threes": ("13336",),
    "fours": ("44421",),
    "fives": ("24556",),
    "sixes": ("13666", "44421"),
    "one_pair": ("134[55]", "[44]444", "12346"),
    "two_pairs": ("1[3355]", "[3366]6", "14444"),
    "three_of_a_kind": ("2[444]5", "[333]35", "44221"),
    "four_of_a_kind": ("2[3333]", "[3333]3", "33355"),
    "full_house": ("33355", "33666", "44444"),
    "small_straight": ("[2345]3", "12345", "23456", "12456"),
    "large_straight": ("12345", "23456", "23453"),
    "chance": ("13466",),
    "yahtzee": ("66666", "66661"),
    "yacht": ("66666", "66661"),
    "yatzy": ("66666", "66661"),
}
"""Box → rolls; in brackets the dice that make the box where not all five of them count."""

_BRACKETS = re.compile(r"[\[\]]")
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
    """A box, what it needs, what it pays (both empty for an upper box, told once for all six), examples."""

    box: str
    needs: Markup
    pays: Markup
    examples: tuple[Example, ...]


def box_help(_: Words, ruleset: RuleSet, box: Box) -> BoxHelp:
    examples = tuple(_example(ruleset, box, text) for text in _rolls(box, ruleset.dice))
    good = [example for example in examples if example.points][:_MOST]
    poor = [example for example in examples if not example.points][:_MOST]
    if box.face:
        return BoxHelp(box.id, Markup(), Markup(), (*good, *poor))
    return BoxHelp(box.id, needs(_, box, ruleset.dice), pays(_, box, ruleset.dice), (*good, *poor))


def _rolls(box: Box, count: int) -> tuple[str, ...]:
    """The rolls that show a box of so many dice: those above, else what pays most and what pays least."""
    told = tuple(text for text in EXAMPLES.get(box.id, ()) if len(_BRACKETS.sub("", text)) == count)
    if told:
        return told
    by_points = sorted(all_rolls(count), key=lambda dice: (box.score(dice), dice.total))
    return str(by_points[-1]), str(by_points[0])


def _example(ruleset: RuleSet, box: Box, text: str) -> Example:
    points = roll_pays(ruleset, box, dice_from_digits(_BRACKETS.sub("", text), ruleset.dice))
    if box.face and points:
        return Example(tuple((int(sign), int(sign) == box.face) for sign in text), points)
    return Example(tuple(_marked(text, whole=sums_all(box, ruleset.dice) or not points)), points)


def _marked(text: str, whole: bool) -> Iterable[tuple[int, bool]]:
    """The faces of an example, each with whether it stands in the brackets; all do where it is `whole`."""
    inside = "[" not in text
    for sign in text:
        if sign in "[]":
            inside = sign == "["
        else:
            yield int(sign), inside or whole
