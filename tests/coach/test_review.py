"""The review of a game: sums that add up, losses that are losses, and what a costly moment lies in."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.coach import BONUS, POINTS, ROOM, Table, costliest, review_of, table_of
from scorepad.rules import Leave, Sheet, Turn, dice_from_digits, replay, ruleset_of, targets
from tests.coach.played import game_of, turns_of
from tests.strategies import quick

SHIPPED = ("yahtzee", "yacht", "yatzy", "forced_yatzy")


def table(ruleset: str) -> Table:
    found = table_of(ruleset_of(ruleset))
    assert found
    return found


def roll(*turns: tuple[str, str]) -> list[Turn]:
    """Turns of one player, each a box and its dice."""
    return [Turn(1, box, dice=dice_from_digits(digits, 5)) for box, digits in turns]


@quick(30)
@given(st.sampled_from(SHIPPED), st.integers(1, 3), st.randoms(use_true_random=False))
def test_expected_and_dice_less_losses_are_the_total(ruleset: str, players: int, chance: Random) -> None:
    rules = ruleset_of(ruleset)
    game = game_of(rules, ["Ana", "Ben", "Cleo"][:players], rules.rounds, chance)
    for player in review_of(game, table(ruleset)).players:
        told = player.expected + player.dice - player.lost
        assert told == pytest.approx(game.sheet(player.seat).total, abs=0.01)
        assert sum(turn.luck - turn.loss for turn in player.turns) == pytest.approx(
            player.total - player.expected, abs=0.01
        )


@quick(30)
@given(st.sampled_from(SHIPPED), st.randoms(use_true_random=False))
def test_the_better_box_is_legal_and_nothing_is_better_still(ruleset: str, chance: Random) -> None:
    rules, known = ruleset_of(ruleset), table(ruleset)
    for turn in review_of(game_of(rules, ["Ana"], rules.rounds, chance), known).turns:
        assert turn.dice
        values = {one: known.expected(turn.sheet.write(one)) for one in targets(turn.sheet, turn.dice)}
        assert max(values.values()) - turn.after == pytest.approx(turn.loss, abs=0.01)
        if turn.best:
            assert values[turn.best] == max(values.values())
            assert turn.loss >= 0.01
        else:
            assert turn.loss == 0


def test_who_never_errs_loses_nothing() -> None:
    rules, known, chance = ruleset_of("yatzy"), table("yatzy"), Random(8)
    sheet, turns = Sheet(rules, {}), []
    for _ in range(rules.rounds):
        dice = dice_from_digits("".join(chance.choices("123456", k=5)), 5)
        best = max(targets(sheet, dice), key=lambda target: known.expected(sheet.write(target)))
        sheet = sheet.write(best)
        turns.append(Turn(1, best.box, dice=dice))
    (player,) = review_of(replay(rules, ["Ana"], turns), known).players
    assert (player.lost, player.best, player.accuracy) == (0, 15, 1)
    assert costliest(player, known) == ()


def test_turns_without_dice_are_luck_alone() -> None:
    rules = ruleset_of("yacht")
    turns = [Turn(1, box.id, points=5 if box.id == "chance" else 0) for box in rules.boxes]
    (player,) = review_of(replay(rules, ["Ana"], turns), table("yacht")).players
    assert (player.lost, player.judged, player.total) == (0, (), 5)
    assert player.dice == pytest.approx(5 - player.expected, abs=0.01)


def test_of_who_left_the_sum_says_what_that_cost() -> None:
    rules, chance = ruleset_of("yacht"), Random(2)
    entries = [*turns_of(rules, 1, 4, chance), Leave(1)]
    (player,) = review_of(replay(rules, ["Ana"], entries), table("yacht")).players
    assert player.left
    assert player.leaving < -50
    told = player.expected + player.dice - player.lost + player.leaving
    assert told == pytest.approx(player.total, abs=0.01)


def test_nobody_can_err_where_boxes_go_down() -> None:
    rules = ruleset_of("forced_yatzy")
    review = review_of(game_of(rules, ["Ana"], rules.rounds, Random(4)), table("forced_yatzy"))
    assert not review.choices
    assert review.players[0].lost == 0


@pytest.mark.parametrize(
    ("turns", "placed", "better", "reason"),
    [
        ((("ones", "66666"),), "ones", "yahtzee", POINTS),
        ((("chance", "22225"),), "chance", "twos", BONUS),
        ((("large_straight", "33346"),), "large_straight", "threes", BONUS),
        ((("sixes", "61234"),), "sixes", "small_straight", POINTS),
    ],
)
def test_the_costliest_moment_says_what_it_lies_in(
    turns: tuple[tuple[str, str], ...], placed: str, better: str, reason: str
) -> None:
    known = table("yahtzee")
    game = replay(ruleset_of("yahtzee"), ["Ana"], roll(*turns))
    (moment,) = costliest(review_of(game, known).players[0], known)
    assert (moment.turn.target.box, moment.better.box, moment.reason) == (placed, better, reason)


def test_of_what_is_struck_the_box_that_is_good_for_most_is_missed() -> None:
    known = table("yacht")
    game = replay(ruleset_of("yacht"), ["Ana"], roll(("chance", "11236")))
    (moment,) = costliest(review_of(game, known).players[0], known)
    assert (moment.turn.target.box, moment.reason) == ("chance", ROOM)
    assert moment.worth > 13


def test_a_box_that_the_bonus_waited_for_is_told_as_such() -> None:
    """Twos were needed for the bonus, and taken with one."""
    known = table("yatzy")
    turns = roll(
        ("sixes", "66665"), ("fives", "55551"), ("fours", "44411"), ("threes", "33311"), ("ones", "11234"),
        ("twos", "23456"),
    )  # fmt: skip
    game = replay(ruleset_of("yatzy"), ["Ana"], turns)
    moments = costliest(review_of(game, known).players[0], known, most=9)
    twos = next(moment for moment in moments if moment.turn.target.box == "twos")
    assert twos.reason in (POINTS, BONUS)
    assert twos.worth > 0


def test_moments_are_the_three_that_cost_most() -> None:
    known, rules = table("yahtzee"), ruleset_of("yahtzee")
    player = review_of(game_of(rules, ["Ana"], rules.rounds, Random(11)), known).players[0]
    losses = sorted((turn.loss for turn in player.turns), reverse=True)
    assert [moment.turn.loss for moment in costliest(player, known)] == losses[:3]
