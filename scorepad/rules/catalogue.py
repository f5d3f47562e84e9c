"""The rule sets, one line a box: a sheet that can be read aloud (RULES.md, SHEETS.md)."""

from __future__ import annotations

from dataclasses import replace

from scorepad.rules.extras import Claim, Highest, Joker
from scorepad.rules.patterns import Faces, Groups, Kind, Row, Rows, Run, Total
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
    options=("joker", "extra", "kinds", "full_house", "five_full_house", "bonus"),
)

TRIPLE_YAHTZEE = replace(
    YAHTZEE, id="triple_yahtzee", columns=tuple(Column(factor=factor) for factor in (1, 2, 3))
)

KNIFFEL = replace(
    YAHTZEE,
    id="kniffel",
    lower=tuple(replace(box, id="kniffel") if box.id == "yahtzee" else box for box in YAHTZEE.lower),
    again=Highest(extra=50),
    most_players=8,
    starter="first",
    options=("further", "kinds", "full_house", "five_full_house", "bonus"),
)

YAMS = RuleSet(
    id="yams",
    upper=UPPER,
    lower=(
        Box("three_of_a_kind", Kind(3)),
        Box("four_of_a_kind", Kind(4)),
        Box("full_house", Groups((3, 2), pays=25)),
        Box("small_straight", Run(4, pays=30)),
        Box("large_straight", Run(5, pays=40)),
        Box("yams", Kind(5, pays=50)),
        Box("chance", Total()),
    ),
    bonus=Bonus(35, at=63),
    options=("kinds", "full_house", "five_full_house", "in_order", "bonus"),
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
    options=("kinds", "five_full_house", "in_order", "bonus"),
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

YATZY = RuleSet(
    id="yatzy",
    upper=UPPER,
    lower=_YATZY_LOWER,
    bonus=Bonus(50, at=63),
    options=("five_full_house", "four_two_pairs", "bonus"),
)

FORCED_YATZY = replace(YATZY, id="forced_yatzy", columns=(Column(order=DOWN),))

MAXI_YATZY = RuleSet(
    id="maxi_yatzy",
    upper=UPPER,
    lower=(
        Box("one_pair", Kind(2)),
        Box("two_pairs", Groups((2, 2))),
        Box("three_pairs", Groups((2, 2, 2))),
        Box("three_of_a_kind", Kind(3)),
        Box("four_of_a_kind", Kind(4)),
        Box("five_of_a_kind", Kind(5)),
        Box("small_straight", Row((1, 2, 3, 4, 5), pays=15)),
        Box("large_straight", Row((2, 3, 4, 5, 6), pays=20)),
        Box("full_straight", Row((1, 2, 3, 4, 5, 6), pays=21)),
        Box("full_house", Groups((3, 2))),
        Box("villa", Groups((3, 3))),
        Box("tower", Groups((4, 2))),
        Box("chance", Total()),
        Box("maxi_yatzy", Kind(6, pays=100)),
    ),
    bonus=Bonus(100, at=84),
    dice=6,
    options=("five_full_house", "four_two_pairs", "in_order", "bonus"),
)

GENERALA = RuleSet(
    id="generala",
    upper=UPPER,
    lower=(
        Box("straight", Rows(((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 3, 4, 5, 6)), pays=20), served=5),
        Box("full_house", Groups((3, 2), pays=30), served=5),
        Box("poker", Kind(4, pays=40), served=5),
        Box("generala", Kind(5, pays=50), wins=True),
        Box("double_generala", Kind(5, pays=100), wins=True, after="generala"),
    ),
    options=("in_order", "served", "bonus"),
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
    ruleset.id: ruleset
    for ruleset in (
        YAHTZEE,
        YATZY,
        FORCED_YATZY,
        MAXI_YATZY,
        KNIFFEL,
        YAMS,
        YACHT,
        GENERALA,
        TRIPLE_YAHTZEE,
        FREE_FOR_ALL,
    )
}
"""Every rule set by its id, in the order that a form shows them."""


def ruleset_of(ruleset_id: str) -> RuleSet:
    """The rule set of that id. Raises Refused `unknown_ruleset`."""
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        raise Refused("unknown_ruleset", ruleset=ruleset_id) from None
