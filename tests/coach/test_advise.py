"""What to do with some dice, and what each way is worth."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from scorepad.coach import ROLLS, advise_boxes, advise_keeps
from scorepad.rules import Dice, Sheet, dice_from_digits, targets
from tests.coach.recomputed import keeps, thrown
from tests.coach.solved import SHIPPED, shipped

MOST = 0.05
"""Seconds of the processor that an answer may take."""


def dice(text: str) -> Dice:
    return dice_from_digits(text, 5)


def empty(name: str) -> Sheet:
    return Sheet(shipped(name).ruleset, {})


def after(name: str, turns: int, seed: int) -> Sheet:
    """A sheet after so many turns in any boxes."""
    chance, sheet = Random(seed), empty(name)
    for _ in range(turns):
        sheet = sheet.write(chance.choice(targets(sheet, chance.choice(ROLLS))))
    return sheet


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("turns", [0, 5, 11])
def test_the_boxes_are_the_legal_ones_and_the_best_comes_first(name: str, turns: int) -> None:
    sheet, table = after(name, turns, seed=turns), shipped(name)
    for roll in ROLLS[::7]:
        found = advise_boxes(table, sheet, roll)
        assert {advice.target for advice in found} == set(targets(sheet, roll))
        values = [advice.value for advice in found]
        assert values == sorted(values, reverse=True)
        assert values == [table.expected(sheet.write(advice.target)) for advice in found]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("rolls_left", [1, 2])
def test_the_keeps_are_all_handfuls_of_the_dice_once(name: str, rolls_left: int) -> None:
    for text in ("11111", "44421", "12345", "55662"):
        found = advise_keeps(shipped(name), after(name, 3, seed=1), dice(text), rolls_left)
        handfuls = [advice.keep for advice in found]
        assert sorted(handfuls) == sorted(keeps(tuple(sorted(map(int, text)))))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_keep_is_worth_the_mean_of_what_it_may_become(name: str) -> None:
    """With one roll left, of the best box; with two, of the best keep after it."""
    table, sheet = shipped(name), after(name, 6, seed=2)
    best = {roll.faces: advise_boxes(table, sheet, roll)[0].value for roll in ROLLS}
    for rolls_left in (1, 2):
        for advice in advise_keeps(table, sheet, dice("44621"), rolls_left):
            mean = sum(
                best[tuple(sorted(advice.keep + faces))] * chance
                for faces, chance in thrown(5 - len(advice.keep))
            )
            assert advice.value == pytest.approx(mean)
        best = {roll.faces: advise_keeps(table, sheet, roll, 1)[0].value for roll in ROLLS}


def test_three_fours_are_kept_at_the_beginning() -> None:
    best, second, *_ = advise_keeps(shipped("yahtzee"), empty("yahtzee"), dice("44421"), 2)
    assert best.keep == (4, 4, 4)
    assert best.value > second.value


def test_what_is_worth_as_much_keeps_more_dice() -> None:
    """Nothing gets better than five sixes in Yahtzee's own box."""
    found = advise_keeps(shipped("yahtzee"), empty("yahtzee"), dice("66666"), 1)
    assert found[0].keep == (6, 6, 6, 6, 6)


def test_a_full_sheet_has_nothing_to_keep() -> None:
    sheet = after("yacht", 12, seed=3)
    assert advise_keeps(shipped("yacht"), sheet, dice("11111"), 1) == ()
    assert advise_boxes(shipped("yacht"), sheet, dice("11111")) == ()


@pytest.mark.parametrize("rolls_left", [-1, 0, 3])
def test_another_number_of_rolls_is_no_question(rolls_left: int) -> None:
    with pytest.raises(ValueError, match=str(rolls_left)):
        advise_keeps(shipped("yacht"), empty("yacht"), dice("11111"), rolls_left)


@pytest.mark.parametrize("name", SHIPPED)
def test_an_answer_comes_at_once(name: str) -> None:
    table, sheet = shipped(name), after(name, 2, seed=4)
    advise_keeps(table, empty(name), dice("44421"), 2)
    taken = []
    for _ in range(5):
        begun = process_time()
        advise_keeps(table, sheet, dice("44421"), 2)
        taken.append(process_time() - begun)
    assert min(taken) < MOST
