"""The table of rolls: what a phone looks up is what the rules answer."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    Cell,
    RuleSet,
    Sheet,
    Target,
    all_rolls,
    answers,
    claims,
    closed_to_all,
    new_game,
    roll_table,
    special_rolls,
    targets,
)
from tests.made_up_sheet import MADE_UP
from tests.strategies import quick

EVERY = pytest.mark.parametrize("ruleset", [*RULESETS.values(), MADE_UP], ids=lambda ruleset: ruleset.id)


def played(ruleset: RuleSet, seed: int, turns: int) -> Sheet:
    """A sheet after so many turns, alike dice often among them."""
    chance = random.Random(seed)
    sheet = new_game(ruleset, [str(seat) for seat in range(ruleset.least_players)]).sheets[0]
    rolls = all_rolls(ruleset.dice)
    alike = [dice for dice in rolls if dice.alike]
    for _ in range(min(turns, ruleset.rounds)):
        roll = chance.choice(alike if chance.random() < 0.5 else rolls)
        sheet = sheet.write(chance.choice(targets(sheet, roll)))
    return sheet


@EVERY
def test_the_table_names_every_box_and_every_roll(ruleset: RuleSet) -> None:
    table = roll_table(ruleset)
    assert [*table] == [box.id for box in ruleset.boxes]
    assert {len(points) for points in table.values()} == {len(all_rolls(ruleset.dice))}


@EVERY
@quick(25)
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 26))
def test_table_and_special_rolls_together_are_what_the_rules_answer(
    ruleset: RuleSet, seed: int, turns: int
) -> None:
    sheet = played(ruleset, seed, turns)
    table, specials = roll_table(ruleset), {special.dice: special for special in special_rolls(sheet)}
    for place, dice in enumerate(all_rolls(ruleset.dice)):
        if dice in specials:
            assert repr(specials[dice].answers) == repr(answers(sheet, dice))
            assert specials[dice].claims == claims(sheet, dice)
            continue
        looked_up = tuple(Target(box, table[box][place], column=column) for box, column in sheet.open_cells)
        assert looked_up == targets(sheet, dice)


@EVERY
@quick(25)
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 26))
def test_what_is_closed_to_all_rolls_is_closed_to_each(ruleset: RuleSet, seed: int, turns: int) -> None:
    sheet = played(ruleset, seed, turns)
    closed = closed_to_all(sheet)
    assert {*closed} | {*sheet.open_cells} == {*ruleset.cells} - {*sheet.filled}
    for dice in all_rolls(ruleset.dice)[::40]:
        found = answers(sheet, dice)
        assert all(repr(found[cell]) == repr(refused) for cell, refused in closed.items())


def test_a_sheet_whose_box_of_five_alike_is_open_has_no_special_rolls() -> None:
    assert special_rolls(new_game(RULESETS["yahtzee"], ["Ana"]).sheets[0]) == ()


def test_a_joker_makes_the_rolls_of_its_faces_special() -> None:
    sheet = new_game(RULESETS["yahtzee"], ["Ana"]).sheets[0].write(Target("yahtzee", 50))
    assert [str(special.dice) for special in special_rolls(sheet)] == [
        "11111",
        "22222",
        "33333",
        "44444",
        "55555",
        "66666",
    ]
    assert special_rolls(sheet)[3].answers[Cell("fours")] == Target("fours", 20, 100)
