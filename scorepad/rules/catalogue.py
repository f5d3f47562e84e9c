"""The rule sets, one line a box: a sheet that can be read aloud (RULES.md)."""

from __future__ import annotations

from scorepad.rules.extras import Claim, Joker
from scorepad.rules.patterns import Faces, Groups, Kind, Row, Run, Total
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import DOWN, Bonus, Box, Cards, Column, RuleSet

UPPER = tuple(
    Box(box_id, Faces(face))
    for face, box_id in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
)

YAHTZEE = RuleSet(
    id="yahtzee",
    upper=UPPER,
    lower=(
        Box("three_of_a_kind", Kind(3, pays="all")),
        Box("four_of_a_kind", Kind(4, pays="all")),
        Box("full_house", Groups((3, 2), pays=25)),
        Box("small_straight", Run(4, pays=30)),
        Box("large_straight", Run(5, pays=40)),
        Box("yahtzee", Kind(5, pays=50)),
        Box("chance", Total()),
    ),
    bonus=Bonus(35, at=63),
    again=Joker(extra=100),
    most_players=6,
    starter="random",
)

YACHT = RuleSet(
    id="yacht",
    upper=UPPER,
    lower=(
        Box("four_of_a_kind", Kind(4, pays="all")),
        Box("full_house", Groups((3, 2))),
        Box("small_straight", Run(4, pays=30)),
        Box("large_straight", Run(5, pays=40)),
        Box("yacht", Kind(5, pays=50)),
        Box("chance", Total()),
    ),
    most_players=6,
    starter="random",
)

_YATZY_LOWER = (
    Box("one_pair", Kind(2)),
    Box("two_pairs", Groups((2, 2))),
    Box("three_of_a_kind", Kind(3)),
    Box("four_of_a_kind", Kind(4)),
    Box("small_straight", Row((1, 2, 3, 4, 5), pays=15)),
    Box("large_straight", Row((2, 3, 4, 5, 6), pays=20)),
    Box("full_house", Groups((3, 2))),
    Box("chance", Total()),
    Box("yatzy", Kind(5, pays=50)),
)

YATZY = RuleSet(id="yatzy", upper=UPPER, lower=_YATZY_LOWER, bonus=Bonus(50, at=63))

FORCED_YATZY = RuleSet(
    id="forced_yatzy",
    upper=UPPER,
    lower=_YATZY_LOWER,
    bonus=Bonus(50, at=63),
    columns=(Column(order=DOWN),),
)

FREE_FOR_ALL = RuleSet(
    id="free_for_all",
    upper=UPPER,
    lower=YAHTZEE.lower,
    bonus=Bonus(35, at=63),
    again=Claim(extra=100),
    cards=Cards(),
    least_players=2,
    most_players=10,
)

RULESETS: dict[str, RuleSet] = {
    ruleset.id: ruleset for ruleset in (YAHTZEE, YATZY, FORCED_YATZY, YACHT, FREE_FOR_ALL)
}
"""Every rule set by its id, in the order that a form shows them."""


def ruleset_of(ruleset_id: str) -> RuleSet:
    """The rule set of that id. Raises Refused `unknown_ruleset`."""
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        raise Refused("unknown_ruleset", ruleset=ruleset_id) from None
