"""Every sheet without cards under any house rules: the program against the rules told a second time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    Cell,
    Dice,
    Join,
    Leave,
    Refused,
    Sheet,
    Skip,
    Target,
    Turn,
    all_rolls,
    dice_from_digits,
    judge,
    judge_points,
    new_game,
    point_targets,
    roll_table,
    special_rolls,
    targets,
    with_options,
)
from tests import oracle
from tests.oracle import ALIKE, BOXES, SHEETS, UPPER, Faces, House, every_house, written
from tests.strategies import Story, houses, lone_sheets, quick, rolls_of, rules_of, stories

EVERY_HOUSE = [house for sheet in SHEETS for house in every_house(sheet)]
PATTERNS = ("kinds", "full_house", "five_full_house", "four_two_pairs", "served")
"""The house rules that change what a box pays."""
OF_BOXES = [house for house in EVERY_HOUSE if all(option in PATTERNS for option, _ in house.options)]


def cell_of(name: str) -> Cell:
    return Cell(oracle.box_of(name), oracle.column_of(name))


def sheet_of(house: House, filled: dict[str, int]) -> Sheet:
    return Sheet(rules_of(house), {cell_of(name): points for name, points in filled.items()})


def dice_of(faces: Faces) -> Dice:
    return dice_from_digits(written(faces), len(faces))


def offered(sheet: Sheet, faces: Faces, first_roll: bool = False) -> list[Target]:
    return list(targets(sheet, dice_of(faces), first_roll))


def wanted(house: House, filled: dict[str, int], faces: Faces, first_roll: bool = False) -> list[Target]:
    """What the rules told a second time offer, in the order of the sheet."""
    return [
        Target(
            *(oracle.box_of(name), points, extra),
            column=oracle.column_of(name),
            wins=oracle.wins(house, name, points, first_roll),
        )
        for name, (points, extra) in oracle.legal(house, filled, faces, first_roll).items()
    ]


# --- what the sheets are ------------------------------------------------------------------------------


def test_the_rules_told_twice_know_every_sheet_without_cards() -> None:
    assert set(SHEETS) == {ruleset.id for ruleset in RULESETS.values() if not ruleset.cards}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_what_its_table_says(sheet: str) -> None:
    rules = RULESETS[sheet]
    assert tuple(box.id for box in rules.boxes) == BOXES[sheet]
    assert tuple(map(str, rules.cells)) == oracle.cells(sheet)
    assert (rules.dice, rules.all_alike.id) == (oracle.dice_of(sheet), oracle.all_alike(sheet))
    assert (rules.bonus.points, rules.bonus.at) == oracle.BONUS[sheet]
    assert tuple(column.factor for column in rules.columns) == oracle.columns(sheet)
    assert set(rules.options) == {*oracle.options_of(sheet), "bonus"}
    assert rules.first_roll == (sheet == "generala")
    assert rules.in_order == (sheet == "forced_yatzy")


@pytest.mark.parametrize(
    ("sheet", "rounds", "most"),
    [
        ("kniffel", 13, 8),
        ("yams", 13, None),
        ("maxi_yatzy", 20, None),
        ("triple_yahtzee", 39, 6),
        ("generala", 11, None),
    ],
)
def test_a_further_sheet_has_the_numbers_of_the_table(sheet: str, rounds: int, most: int | None) -> None:
    rules = RULESETS[sheet]
    assert (rules.rounds, rules.most_players, rules.least_players) == (rounds, most, 1)


# --- every roll, every box --------------------------------------------------------------------------


def differences(house: House, first_roll: bool) -> Iterator[tuple[str, Faces, int, int]]:
    rules = rules_of(house)
    for box in BOXES[house.sheet]:
        for faces in oracle.every_roll(rules.dice):
            found = rules.box(box).score(dice_of(faces), first_roll)
            paid = oracle.worth(house, box, faces, first_roll)
            if found != paid:
                yield box, faces, found, paid


@pytest.mark.parametrize("house", OF_BOXES, ids=str)
def test_every_roll_pays_in_every_box_what_the_rules_say(house: House) -> None:
    for first_roll in (False, True) if house.sheet == "generala" else (False,):
        assert not [*differences(house, first_roll)]


def test_a_house_rule_of_another_kind_changes_no_box() -> None:
    for house in EVERY_HOUSE:
        of_boxes = House(house.sheet, tuple(said for said in house.options if said[0] in PATTERNS))
        assert rules_of(house).boxes == rules_of(of_boxes).boxes


# --- five alike again -------------------------------------------------------------------------------


def plainly_paid(sheet: str) -> list[House]:
    """The house rules of a sheet but those that pay another bonus: it is a number in the same place."""
    return [house for house in every_house(sheet) if "extra" not in dict(house.options)]


def moments(sheet: str, face: int) -> Iterator[dict[str, int]]:
    """Sheets on which another roll of that number may be something else."""
    names = oracle.cells(sheet)
    alike = [name for name in names if oracle.box_of(name) == oracle.all_alike(sheet)]
    own = [name for name in names if oracle.box_of(name) == UPPER[face - 1]]
    lower = [name for name in names if oracle.box_of(name) not in UPPER]
    all_but_one = dict.fromkeys(alike, 50) | dict.fromkeys(alike[-1:], 0)
    for held in ({}, dict.fromkeys(alike[:1], 50), dict.fromkeys(alike, 50), all_but_one):
        for filled in ([], own[:1], own, lower, [*own, *lower]):
            yield dict.fromkeys(filled, 0) | held


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_dice_alike_go_where_the_rules_let_them_under_every_house_rule(sheet: str) -> None:
    for house in plainly_paid(sheet):
        for faces in ALIKE[oracle.dice_of(sheet)][1::2]:
            for filled in moments(sheet, faces[0]):
                if not house.in_order:
                    found = offered(sheet_of(house, filled), faces)
                    assert found == wanted(house, filled, faces), (str(house), filled)


# --- games ------------------------------------------------------------------------------------------


@quick(250)
@given(st.data(), lone_sheets(SHEETS, varied=True), st.booleans())
def test_a_roll_may_fill_exactly_what_the_rules_let_it(
    data: st.DataObject, story: Story, first: bool
) -> None:
    first_roll = first and story.ruleset == "generala"
    sheet, faces = story.game.sheet(1), data.draw(rolls_of(story.ruleset))
    found = [] if story.game.finished else offered(sheet, faces, first_roll)
    assert found == ([] if story.pad.won else wanted(story.house, story.pad.filled[0], faces, first_roll))
    may = {target.cell: target for target in found}
    for cell in sheet.ruleset.cells:
        if cell in may:
            assert judge(sheet, dice_of(faces), cell, first_roll=first_roll) == may[cell]
        elif not story.pad.won:
            with pytest.raises(Refused):
                judge(sheet, dice_of(faces), cell, first_roll=first_roll)


@quick(200)
@given(stories(SHEETS, varied=True))
def test_a_game_stands_as_the_rules_say_after_every_entry(story: Story) -> None:
    game, pad = story.game, story.pad
    assert (game.mover, game.finished) == (pad.mover, pad.mover is None)
    assert game.ranks == pad.ranks
    for seat in pad.seats:
        sheet = game.sheet(seat)
        assert {str(cell): points for cell, points in sheet.filled.items()} == pad.filled[seat - 1]
        assert (sheet.upper, sheet.upper_bonus, sheet.lower) == pad.sums(seat)
        assert (sheet.extras, sheet.extra_points) == (pad.extras[seat - 1], pad.extra_points[seat - 1])
        assert (sheet.total, sheet.won) == (pad.total(seat), pad.won == seat)
        for number, column in enumerate(sheet.columns, 1):
            assert (column.upper, column.bonus, column.lower) == pad.column(seat, number)
            assert column.total == number * sum(pad.column(seat, number))


@quick(25)
@given(stories(SHEETS, varied=True, whole=True, most=2))
def test_a_whole_game_ends_with_full_sheets_or_a_win_at_once(story: Story) -> None:
    game, pad = story.game, story.pad
    assert game.finished
    assert game.ranks == pad.ranks
    assert all(game.sheet(seat).full for seat in game.seats) or game.ranks[pad.won] == 1
    assert [game.sheet(seat).total for seat in game.seats] == [pad.total(seat) for seat in pad.seats]
    for entry in (Skip(1), Leave(1), Join(1), Turn(1, "ones", points=0)):
        with pytest.raises(Refused) as caught:
            game.after(entry)
        assert caught.value.reason == "game_finished"


@quick(60)
@given(lone_sheets(SHEETS, varied=True))
def test_a_table_of_rolls_and_the_special_ones_are_what_the_rules_offer(story: Story) -> None:
    sheet = story.game.sheet(1)
    special = {one.dice: one.answers for one in special_rolls(sheet)}
    table = roll_table(sheet.ruleset)
    for place, dice in enumerate(all_rolls(sheet.ruleset.dice)):
        plain = [Target(cell.box, table[cell.box][place], column=cell.column) for cell in sheet.open_cells]
        answered = [found for found in special.get(dice, {}).values() if isinstance(found, Target)]
        found = answered if dice in special else plain
        assert found == wanted(story.house, story.pad.filled[0], dice.faces)


# --- points without dice ----------------------------------------------------------------------------


def taken(sheet: Sheet, cell: Cell, extra: bool, first_roll: bool) -> dict[int, Target]:
    """The points that are taken there, each with what they bring."""
    found = {}
    for points in (*range(-1, 62), 99, 100, 105):
        with suppress(Refused):
            found[points] = judge_points(sheet, cell, points, extra, first_roll)
    return found


@pytest.mark.parametrize("ruleset", ["yahtzee", "kniffel"])
def test_five_alike_again_may_be_copied_as_every_house_rule_lets_them(ruleset: str) -> None:
    for house in plainly_paid(ruleset):
        for filled in ({}, {ruleset: 0}, {ruleset: 50}):
            sheet = sheet_of(house, filled)
            for name in oracle.open_cells(house, filled):
                cell = cell_of(name)
                assert set(taken(sheet, cell, True, False)) == oracle.marked(house, filled, name), str(house)
                assert set(taken(sheet, cell, False, False)) == oracle.unmarked(house, filled, name), str(
                    house
                )


@quick(80)
@given(lone_sheets(SHEETS, varied=True), st.booleans())
def test_points_alone_are_taken_exactly_where_the_rules_take_them(story: Story, first: bool) -> None:
    house, filled, sheet = story.house, story.pad.filled[0], story.game.sheet(1)
    first_roll = first and story.ruleset == "generala"
    for name in oracle.open_cells(house, filled):
        cell, bonus = cell_of(name), oracle.bonus(house, filled, name)
        marked, plain = oracle.marked(house, filled, name), oracle.unmarked(house, filled, name, first_roll)
        assert taken(sheet, cell, True, False) == {
            points: Target(cell.box, points, bonus, column=cell.column) for points in marked
        }
        assert taken(sheet, cell, False, first_roll) == {
            points: Target(
                cell.box, points, column=cell.column, wins=oracle.wins(house, name, points, first_roll)
            )
            for points in plain
        }


@quick(100)
@given(st.data(), lone_sheets(SHEETS, varied=True), st.booleans())
def test_what_dice_bring_may_be_copied_from_paper_too(data: st.DataObject, story: Story, first: bool) -> None:
    first_roll = first and story.ruleset == "generala"
    sheet, faces = story.game.sheet(1), data.draw(rolls_of(story.ruleset))
    for target in offered(sheet, faces, first_roll):
        copied = judge_points(sheet, target.cell, target.points, bool(target.extra), first_roll)
        assert copied == target


@quick(25)
@given(lone_sheets(SHEETS, varied=True))
def test_what_can_be_brought_is_what_some_roll_brings(story: Story) -> None:
    house, filled, sheet = story.house, story.pad.filled[0], story.game.sheet(1)
    brought: dict[Cell, set[Target]] = {}
    for faces in oracle.every_roll(sheet.ruleset.dice):
        for target in wanted(house, filled, faces):
            brought.setdefault(target.cell, set()).add(target)
    assert set(sheet.open_cells) == set(brought)
    for cell, some in brought.items():
        found = point_targets(sheet, cell)
        assert set(found) == some
        assert [*found] == sorted(found, key=lambda target: (target.extra, target.points))


# --- options as values ------------------------------------------------------------------------------


@quick(200)
@given(houses())
def test_a_rule_set_tells_by_what_it_differs_from_its_sheet(house: House) -> None:
    rules = rules_of(house)
    usual = {option: values[0] for option, values in oracle.options_of(house.sheet).items()}
    usual |= {"bonus": oracle.BONUS[house.sheet]}
    said = dict(house.options)
    assert dict(rules.chosen) == {option: value for option, value in said.items() if value != usual[option]}
    assert [option for option, _ in rules.chosen] == [o for o in rules.options if o in dict(rules.chosen)]
    assert with_options(house.sheet, dict(rules.chosen)) == rules
    assert with_options(house.sheet, dict(reversed(house.options))) == rules
    assert new_game(rules, ["Ana"]).ruleset is rules
