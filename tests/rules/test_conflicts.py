"""A correction that leaves no room for another turn, and both put right at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorepad.rules import (
    DOWN,
    RULESETS,
    Cell,
    Column,
    Conflict,
    Exchange,
    Fix,
    Fixes,
    Place,
    Refused,
    Target,
    Turn,
    as_fixes,
    conflict,
    corrected,
    grant,
)
from tests.rules.tables import AT, Table, refused
from tests.strategies import five

JOKER = (("44412", "fours"), ("22222", "yahtzee"), ("44444", "large_straight"))
"""Fours are filled, so that the second five alike is a Joker in a lower box."""


def met(table: Table, what: Fix | Exchange | Fixes) -> Conflict | None:
    """What that correction, which is refused, leaves no room for."""
    with pytest.raises(Refused) as caught:
        grant(table.story, what, AT)
    return conflict(table.story, what, caught.value)


def put(number: int, dice: str, box: str) -> Fix:
    """Ana's turn of that event, put right."""
    return Fix(number, Turn(1, box, five(dice)))


def ways(found: Conflict | None) -> list[Target]:
    assert found is not None
    return [target for _, target in found.ways]


def test_a_number_that_is_open_after_all_takes_the_joker_from_where_it_lies() -> None:
    table = Table("Ana").turns(*JOKER)
    found = met(table, put(1, "44412", "chance"))
    assert found is not None
    assert (found.place, found.turn.box, len(found.sheet.filled)) == (3, "large_straight", 2)
    assert ways(found) == [Target("fours", 20, 100)]


def test_both_turns_are_put_right_by_one_event_and_taken_back_by_one_undo() -> None:
    table = Table("Ana").turns(*JOKER)
    before = table.game
    wrong = put(1, "44412", "chance")
    found = met(table, wrong)
    assert found is not None
    table.wish(Fixes((wrong, Fix(3, found.ways[0][0]))))
    assert table.boxes() == {"chance": 15, "yahtzee": 50, "fours": 20}
    assert corrected(table.story) == {1: Target("fours", 12), 3: Target("large_straight", 40, 100)}
    assert len(table.events) == 4
    assert table.undo() == before
    assert table.boxes() == {"fours": 12, "yahtzee": 50, "large_straight": 40}
    table.redo()
    assert table.boxes() == {"chance": 15, "yahtzee": 50, "fours": 20}


def test_a_box_that_a_later_turn_holds_goes_to_the_earlier_one_when_both_are_put_right() -> None:
    table = Table("Ana", "Ben").turns(("44412", "fours"), ("12346", "chance"), ("12345", "chance"))
    found = met(table, put(1, "44412", "chance"))
    assert found is not None
    assert found.place == 3
    assert Target("fours", 4) in ways(found)
    assert all(target.cell != Cell("chance") for target in ways(found))


def test_in_columns_that_go_down_a_turn_moved_aside_leaves_the_order_broken() -> None:
    down = replace(
        RULESETS["forced_yatzy"], id="two_down", columns=(Column(order=DOWN), Column(order=DOWN, factor=2))
    )
    table = Table("Ana", ruleset=down)
    for box, dice in (("ones", "11234"), ("twos", "22345")):
        table.wish(Turn(1, box, five(dice)))
    found = met(table, Fix(1, Turn(1, "ones", five("11234"), column=2)))
    assert found is not None
    assert (found.place, ways(found)) == (2, [Target("ones", 0), Target("twos", 2 * 2, column=2)])


def test_in_forced_yatzy_another_box_is_refused_by_itself() -> None:
    table = Table("Ana", ruleset="forced_yatzy").turns(("11234", "ones"), ("22345", "twos"))
    assert met(table, put(1, "11234", "twos")) is None


def test_a_claim_without_its_yahtzee_can_be_scored_or_moved() -> None:
    table = Table("Ana", "Ben", ruleset="free_for_all").turns(("66666", "yahtzee"), ("12346", "chance"))
    table.wish(Turn(1, "ones", five("55555"), claim=True))
    found = met(table, put(1, "66661", "yahtzee"))
    assert found is not None
    assert (found.place, found.turn.claim) == (3, True)
    assert Target("fives", 25) in ways(found)
    assert not any(turn.claim for turn, _ in found.ways)


def test_points_without_dice_are_moved_to_where_some_roll_pays_them() -> None:
    table = Table("Ana").turns(("44412", "fours"))
    table.wish(Turn(1, "fives", points=15))
    found = met(table, put(1, "44412", "fives"))
    assert found is not None
    assert [turn.points for turn, _ in found.ways] == [15] * len(found.ways)
    assert Target("fives", 15) not in ways(found)
    assert Target("threes", 15) in ways(found)


def test_a_game_that_a_correction_wins_at_once_has_no_room_for_what_came_after() -> None:
    table = Table("Ana", "Ben", ruleset="generala").turns(("66666", "generala"), ("12346", "ones"))
    found = met(table, Fix(1, Turn(1, "generala", five("66666"), first_roll=True)))
    assert found is not None
    assert (found.place, found.ways) == (2, ())


def test_an_exchange_that_leaves_no_room_goes_on_as_two_corrections() -> None:
    table = Table("Ana", "Ben").turns(("44412", "fours"), ("12345", "chance"), ("66612", "chance"))
    swapped = Exchange(1, 2)
    found = met(table, swapped)
    assert found is not None
    assert found.place == 3
    other = next(turn for turn, target in found.ways if target == Target("sixes", 18))
    table.wish(Fixes((*as_fixes(table.story, swapped), Fix(3, other))))
    assert (table.boxes(1), table.boxes(2)) == ({"chance": 15, "sixes": 18}, {"fours": 4 * 3})


def test_a_refusal_that_is_about_no_turn_is_no_conflict() -> None:
    table = Table("Ana").turns(*JOKER)
    what = put(1, "44412", "chance")
    assert conflict(table.story, what, Refused("nothing_changed")) is None
    assert conflict(table.story, what, Refused("roll_off_others").at(Place("roll-off", 1))) is None


def test_several_corrections_must_all_change_something() -> None:
    table = Table("Ana").turns(*JOKER)
    with refused("nothing_changed"):
        grant(table.story, Fixes(()), AT)
    with refused("nothing_changed"):
        grant(table.story, Fixes((put(1, "44441", "fours"), put(3, "44444", "large_straight"))), AT)
    with refused("no_turn"):
        grant(table.story, Fixes((put(1, "44441", "fours"), put(9, "44444", "fours"))), AT)
