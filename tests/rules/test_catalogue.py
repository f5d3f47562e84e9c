"""Rule sets as values: they are copied, compared, told apart and written as one line."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

from scorepad.rules import (
    DOWN,
    FREE,
    RULESETS,
    AsItLies,
    Bonus,
    Box,
    Cards,
    Claim,
    Column,
    FreeJoker,
    Groups,
    Highest,
    Joker,
    Kind,
    Nothing,
    NumberFirst,
    Row,
    Rows,
    RuleSet,
    Run,
    Total,
    with_options,
)
from tests.made_up_sheet import MADE_UP
from tests.oracle import SHEETS, every_house

EVERY = (*RULESETS.values(), MADE_UP)
YAHTZEE = RULESETS["yahtzee"]
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(params=EVERY, ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> RuleSet:
    found: RuleSet = request.param
    return found


def test_a_rule_set_equals_its_copy(ruleset: RuleSet) -> None:
    _ = ruleset.fingerprint, ruleset.boxes, ruleset.box("ones"), ruleset.cells  # computed before and after
    for again in (pickle.loads(pickle.dumps(ruleset)), copy.deepcopy(ruleset), replace(ruleset)):
        assert again == ruleset
        assert hash(again) == hash(ruleset)
        assert again.fingerprint == ruleset.fingerprint
        assert again.boxes == ruleset.boxes


def test_no_two_rule_sets_are_equal() -> None:
    assert len(set(EVERY)) == len({ruleset.fingerprint for ruleset in EVERY}) == len(EVERY)


def test_the_fingerprint_is_the_same_in_another_process() -> None:
    script = "from tests.rules.test_catalogue import EVERY; print(*(one.fingerprint for one in EVERY))"
    for seed in ("1", "2"):
        command = [sys.executable, "-c", script]
        done = subprocess.run(
            command, cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == [ruleset.fingerprint for ruleset in EVERY]


def test_a_fingerprint_is_short_and_plain(ruleset: RuleSet) -> None:
    assert len(ruleset.fingerprint) == 32
    assert set(ruleset.fingerprint) <= set("0123456789abcdef")


def variants() -> Iterator[RuleSet]:
    """Yahtzee with one thing changed, whatever a rule set says."""
    boxes = YAHTZEE.lower
    yield replace(YAHTZEE, id="other")
    yield replace(YAHTZEE, bonus=Bonus(35, at=64))
    yield replace(YAHTZEE, bonus=Bonus(36))
    yield replace(YAHTZEE, dice=6)
    yield replace(YAHTZEE, columns=(Column(), Column()))
    yield replace(YAHTZEE, columns=(Column(order=DOWN),))
    yield replace(YAHTZEE, columns=(Column(factor=2),))
    yield replace(YAHTZEE, again=Nothing())
    yield replace(YAHTZEE, again=Joker(extra=50))
    for again in (Claim, AsItLies, Highest, FreeJoker, NumberFirst):
        yield replace(YAHTZEE, again=again(extra=100))
    yield replace(YAHTZEE, cards=Cards())
    yield replace(YAHTZEE, least_players=2)
    yield replace(YAHTZEE, most_players=None)
    yield replace(YAHTZEE, starter="first")
    yield replace(YAHTZEE, lower=boxes[:-1])
    yield replace(YAHTZEE, lower=boxes[::-1])
    yield replace(YAHTZEE, upper=YAHTZEE.upper[::-1])
    yield replace(YAHTZEE, options=())
    yield replace(YAHTZEE, chosen=(("extra", 50),))
    yield replace(YAHTZEE, chosen=(("five_full_house", True),))
    yield replace(YAHTZEE, chosen=(("bonus", (50, 63)),))
    for box in (
        Box("chance", Kind(1)),
        Box("chance", Total(pays="all")),
        Box("chance", Total(pays=25)),
        Box("chance", Total(), served=5),
        Box("chance", Total(), wins=True),
        Box("chance", Total(), after="yahtzee"),
        Box("luck", Total()),
        Box("chance", Kind(3)),
        Box("chance", Kind(4)),
        Box("chance", Run(3)),
        Box("chance", Run(4)),
        Box("chance", Groups((3, 2))),
        Box("chance", Groups((3, 3))),
        Box("chance", Groups((3, 2), differ=False)),
        Box("chance", Row((1, 2, 3))),
        Box("chance", Rows(((1, 2, 3),))),
        Box("chance", Rows(((1, 2, 3), (2, 3, 4)))),
    ):
        yield replace(YAHTZEE, lower=(*boxes[:-1], box))


def test_whatever_differs_has_another_fingerprint() -> None:
    every = [YAHTZEE, *variants()]
    assert len({ruleset.fingerprint for ruleset in every}) == len(set(every)) == len(every)


def test_every_field_of_a_rule_set_is_changed_above() -> None:
    changed = {
        field.name
        for variant in variants()
        for field in fields(RuleSet)
        if getattr(variant, field.name) != getattr(YAHTZEE, field.name)
    }
    assert changed == {field.name for field in fields(RuleSet)}


def test_no_two_ways_to_play_are_equal() -> None:
    played = [with_options(one.sheet, dict(one.options)) for sheet in SHEETS for one in every_house(sheet)]
    assert len({ruleset.fingerprint for ruleset in played}) == len(set(played)) == len(played)


def values(value: object) -> Iterator[object]:
    """Everything that a rule set is made of."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from values(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from values(item)


def test_a_rule_set_is_made_of_plain_values_alone(ruleset: RuleSet) -> None:
    for value in values(ruleset):
        assert is_dataclass(value) or isinstance(value, tuple | str | int | None)


def test_boxes_have_ids_of_their_own_and_every_sheet_a_box_of_all_alike(ruleset: RuleSet) -> None:
    assert len({box.id for box in ruleset.boxes}) == len(ruleset.boxes)
    assert [box.face for box in ruleset.upper] == [1, 2, 3, 4, 5, 6]
    assert ruleset.all_alike in ruleset.lower
    assert ruleset.rounds == len(ruleset.cells) == len(set(ruleset.cells))


def test_a_column_is_free_and_counts_once_unless_it_says_otherwise() -> None:
    assert Column() == Column(order=FREE, factor=1)
    assert Bonus() == Bonus(0, at=63)


def test_boxes_of_groups_tell_their_sizes_where_a_sheet_has_several_beyond_pairs() -> None:
    houses = {"full_house": (3, 2), "villa": (3, 3), "tower": (4, 2)}
    assert RULESETS["maxi_yatzy"].shapes == houses
    assert MADE_UP.shapes == {"villa": (3, 3), "tower": (4, 2)}
    assert YAHTZEE.shapes == RULESETS["yatzy"].shapes == {}
