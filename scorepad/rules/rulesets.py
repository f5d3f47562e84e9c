"""The rule sets, one line a box: a sheet that can be read aloud (RULES.md)."""

from __future__ import annotations

from scorepad.rules.combos import (
    Score,
    alike,
    exactly,
    face,
    full_house,
    group,
    pays,
    run,
    sum_if,
    total,
    two_pairs,
)
from scorepad.rules.refusal import Refused
from scorepad.rules.sheet import Box, RuleSet, Section


def _lower(box_id: str, score: Score, fixed: int | None = None) -> Box:
    return Box(box_id, Section.LOWER, score, fixed)


UPPER = tuple(
    Box(box_id, Section.UPPER, face(number), face=number)
    for number, box_id in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
)

YAHTZEE = RuleSet(
    id="yahtzee",
    boxes=(
        *UPPER,
        _lower("three_of_a_kind", sum_if(alike(3))),
        _lower("four_of_a_kind", sum_if(alike(4))),
        _lower("full_house", pays(25, full_house), fixed=25),
        _lower("small_straight", pays(30, run(4)), fixed=30),
        _lower("large_straight", pays(40, run(5)), fixed=40),
        _lower("yahtzee", pays(50, alike(5)), fixed=50),
        _lower("chance", total),
    ),
    five_alike="yahtzee",
    most_players=6,
    upper_bonus=35,
    joker=True,
    starter="random",
)

YACHT = RuleSet(
    id="yacht",
    boxes=(
        *UPPER,
        _lower("four_of_a_kind", sum_if(alike(4))),
        _lower("full_house", sum_if(full_house)),
        _lower("small_straight", pays(30, run(4)), fixed=30),
        _lower("large_straight", pays(40, run(5)), fixed=40),
        _lower("yacht", pays(50, alike(5)), fixed=50),
        _lower("chance", total),
    ),
    five_alike="yacht",
    most_players=6,
    starter="random",
)

_YATZY_BOXES = (
    *UPPER,
    _lower("one_pair", group(2)),
    _lower("two_pairs", two_pairs),
    _lower("three_of_a_kind", group(3)),
    _lower("four_of_a_kind", group(4)),
    _lower("small_straight", pays(15, exactly(1, 2, 3, 4, 5)), fixed=15),
    _lower("large_straight", pays(20, exactly(2, 3, 4, 5, 6)), fixed=20),
    _lower("full_house", sum_if(full_house)),
    _lower("chance", total),
    _lower("yatzy", pays(50, alike(5)), fixed=50),
)

YATZY = RuleSet(id="yatzy", boxes=_YATZY_BOXES, five_alike="yatzy", upper_bonus=50)

FORCED_YATZY = RuleSet(
    id="forced_yatzy", boxes=_YATZY_BOXES, five_alike="yatzy", upper_bonus=50, in_order=True
)

FREE_FOR_ALL = RuleSet(
    id="free_for_all",
    boxes=YAHTZEE.boxes,
    five_alike="yahtzee",
    most_players=10,
    least_players=2,
    upper_bonus=35,
    cards=True,
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
