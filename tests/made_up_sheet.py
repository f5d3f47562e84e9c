"""A sheet of six dice and two columns that nobody plays: no room but the rules may know what a sheet is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scorepad.rules import (
    DOWN,
    RULESETS,
    Bonus,
    Box,
    Column,
    Faces,
    Groups,
    Joker,
    Kind,
    RuleSet,
    Run,
    Total,
)

MADE_UP = RuleSet(
    id="made_up",
    upper=tuple(
        Box(box_id, Faces(face))
        for face, box_id in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
    ),
    lower=(
        Box("three_pairs", Groups((2, 2, 2))),
        Box("villa", Groups((3, 3))),
        Box("tower", Groups((4, 2))),
        Box("five_of_a_kind", Kind(5), served=5),
        Box("full_straight", Run(6, pays=21)),
        Box("six_of_a_kind", Kind(6, pays=100)),
        Box("chance", Total()),
    ),
    bonus=Bonus(100, at=84),
    dice=6,
    columns=(Column(), Column(order=DOWN, factor=2)),
    again=Joker(extra=50),
)


@contextmanager
def registered(ruleset: RuleSet = MADE_UP) -> Iterator[RuleSet]:
    """That rule set among the others for a while."""
    RULESETS[ruleset.id] = ruleset
    try:
        yield ruleset
    finally:
        del RULESETS[ruleset.id]
