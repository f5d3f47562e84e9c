"""The table of rolls: what a phone looks up is what the rules answer."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    Box,
    Cell,
    Kind,
    RuleSet,
    Run,
    Sheet,
    Target,
    Total,
    all_rolls,
    answers,
    claims,
    closed_to_all,
    doubtful_rolls,
    highest,
    new_game,
    roll_table,
    special_rolls,
    targets,
    with_options,
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
        first = ruleset.first_roll and chance.random() < 0.5
        sheet = sheet.write(chance.choice(targets(sheet, roll, first)))
    return sheet


@EVERY
def test_the_table_names_every_box_and_every_roll(ruleset: RuleSet) -> None:
    table = roll_table(ruleset)
    assert [*table] == [box.id for box in ruleset.boxes]
    assert {len(points) for points in table.values()} == {len(all_rolls(ruleset.dice))}


@EVERY
@quick(25)
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 38), marked=st.booleans())
def test_table_and_special_rolls_together_are_what_the_rules_answer(
    ruleset: RuleSet, seed: int, turns: int, marked: bool
) -> None:
    sheet, first = played(ruleset, seed, turns), marked and ruleset.first_roll
    table = roll_table(ruleset, first)
    specials = {special.dice: special for special in special_rolls(sheet, first)}
    assert {*specials} <= {*doubtful_rolls(ruleset)}
    for place, dice in enumerate(all_rolls(ruleset.dice)):
        if dice in specials:
            assert repr(specials[dice].answers) == repr(answers(sheet, dice, first))
            assert specials[dice].claims == claims(sheet, dice)
            continue
        looked_up = tuple(by_table(ruleset, cell, table[cell.box][place], first) for cell in sheet.open_cells)
        assert looked_up == targets(sheet, dice, first)


def by_table(ruleset: RuleSet, cell: Cell, points: int, first: bool) -> Target:
    wins = first and points > 0 and ruleset.box(cell.box) in ruleset.winning
    return Target(cell.box, points, column=cell.column, wins=wins)


@EVERY
@quick(25)
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 38))
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


# --- the first roll -----------------------------------------------------------------------------------

GENERALA = RULESETS["generala"]


def on_generala(*filled: Target) -> Sheet:
    sheet = new_game(GENERALA, ["Ana"]).sheets[0]
    for target in filled:
        sheet = sheet.write(target)
    return sheet


def test_the_table_of_first_rolls_pays_five_more_where_the_box_is_served() -> None:
    plain, first = roll_table(GENERALA), roll_table(GENERALA, first_roll=True)
    more = {box: {now - before for before, now in zip(plain[box], first[box], strict=True)} for box in plain}
    served = {"straight", "full_house", "poker"}
    assert more == {box: {0, 5} if box in served else {0} for box in plain}
    assert [box.id for box in GENERALA.winning] == ["generala", "double_generala"]
    assert highest(GENERALA) == 100
    assert highest(with_options("generala", {"served": False})) == 105


def test_five_alike_are_special_as_long_as_double_generala_waits() -> None:
    waiting = on_generala()
    for first in (False, True):
        found = special_rolls(waiting, first)
        assert [str(one.dice) for one in found] == [str(face) * 5 for face in range(1, 7)]
        assert found[0].answers[Cell("double_generala")] == Target("double_generala", 0)
        assert found[0].answers[Cell("generala")] == Target("generala", 50, wins=first)
    held = on_generala(Target("generala", 50))
    assert special_rolls(held) == special_rolls(held, first_roll=True) == ()
    struck = on_generala(Target("generala", 0))
    assert len(special_rolls(struck)) == 6
    assert special_rolls(on_generala(Target("double_generala", 0))) == ()


def test_rolls_that_need_not_be_alike_may_be_special_too() -> None:
    lower = (
        Box("chance", Total()),
        Box("straight", Run(5, pays=40), after="chance"),
        Box("yams", Kind(5, pays=50)),
    )
    ruleset = replace(RULESETS["yams"], lower=lower)
    assert [str(dice) for dice in doubtful_rolls(ruleset)] == ["12345", "23456"]
    sheet = Sheet(ruleset, {})
    assert [str(one.dice) for one in special_rolls(sheet)] == ["12345", "23456"]
    assert special_rolls(sheet.write(Target("chance", 20))) == ()


def test_where_nothing_waits_and_nothing_is_earned_again_no_roll_is_doubtful() -> None:
    assert doubtful_rolls(RULESETS["yatzy"]) == ()
    assert {dice.alike for dice in doubtful_rolls(RULESETS["kniffel"])} == {1, 2, 3, 4, 5, 6}


def test_a_joker_on_a_sheet_with_served_boxes_is_answered_as_the_rules_say() -> None:
    sheet = Sheet(MADE_UP, {Cell(box, column): 24 for box in ("six_of_a_kind", "fours") for column in (1, 2)})
    for first in (False, True):
        special = next(one for one in special_rolls(sheet, first) if one.dice.alike == 4)
        assert special.answers[Cell("five_of_a_kind")] == Target("five_of_a_kind", 20, 50)
    assert special_rolls(Sheet(MADE_UP, {}), first_roll=True) == ()
