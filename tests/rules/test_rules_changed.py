"""House rules told anew for a game that is under way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Beginning, Event, HouseRules, corrected, redo, tell, with_options
from tests.rules.tables import AT, Table
from tests.strategies import SHEETS, Story, houses, quick, rules_of, stories

FREE = (("joker", "free"),)
OURS = HouseRules(FREE, "Ours")


def test_other_house_rules_count_for_the_whole_game() -> None:
    table = Table("Ana", ruleset="kniffel")
    table.turns(("66666", "kniffel"), ("22222", "ones"), ("33355", "full_house"))
    assert table.total() == 50 + 5 + 50 + 25
    table.wish(HouseRules((("further", "plain"), ("full_house", "sum"))))
    assert table.boxes() == {"kniffel": 50, "ones": 0, "full_house": 19}
    assert table.total() == 50 + 0 + 50 + 19
    table.wish(HouseRules((("bonus", (7, 1)),), "Ours"))
    assert table.total() == 50 + 5 + 50 + 25 + 7
    assert table.story.beside.rules_name == "Ours"


def test_a_turn_that_they_forbid_is_named_and_nothing_changes() -> None:
    table = Table("Ana", ruleset=with_options("yahtzee", dict(FREE)))
    table.turns(("66666", "yahtzee"), ("44444", "chance"))
    refused = table.refused(HouseRules())
    assert (refused.reason, str(refused.place)) == ("joker_upper", "turn 2")
    assert table.game.ruleset.chosen == FREE


def test_what_holds_already_is_no_change() -> None:
    table = Table("Ana", ruleset=with_options("yahtzee", dict(FREE)))
    assert table.refused(HouseRules(FREE)).reason == "nothing_changed"
    table.wish(OURS)
    assert table.refused(OURS).reason == "nothing_changed"
    assert table.refused(HouseRules((("extra", 100), *FREE), "Ours")).reason == "nothing_changed"


@pytest.mark.parametrize(
    ("wished", "reason"),
    [
        (HouseRules((("further", "plain"),)), "unknown_option"),
        (HouseRules((("joker", "often"),)), "option_value"),
        (HouseRules(FREE, " "), "name_blank"),
        (HouseRules(FREE, "x" * 41), "name_long"),
        (HouseRules(FREE, "a\x00b"), "unprintable"),
    ],
)
def test_house_rules_that_nobody_can_have_are_refused(wished: HouseRules, reason: str) -> None:
    assert Table("Ana").refused(wished).reason == reason


def test_undo_takes_them_back_first_and_redo_brings_them_back() -> None:
    table = Table("Ana").turns(("12346", "chance"))
    table.wish(OURS)
    table.undo()
    assert (table.boxes(), table.game.ruleset.chosen) == ({"chance": 16}, ())
    assert table.story.beside.rules_name == ""
    table.redo()
    assert (table.game.ruleset.chosen, table.story.beside.rules_name) == (FREE, "Ours")
    table.undo()
    table.undo()
    assert table.boxes() == {}
    table.wish(HouseRules(FREE))
    assert table.refused(redo).reason == "nothing_to_redo"


def test_what_a_corrected_turn_brought_is_told_by_the_rules_of_that_time() -> None:
    table = Table("Ana", ruleset=with_options("yahtzee", {"joker": "none"}))
    table.turns(("66666", "yahtzee"), ("44444", "ones"))
    table.fix(2, "fours", "44444")
    table.wish(HouseRules())
    assert [target.points for target in corrected(table.story).values()] == [0]
    table.undo()
    table.undo()
    assert table.boxes() == {"yahtzee": 50, "ones": 0}


def test_a_story_knows_what_held_before_them() -> None:
    table = Table("Ana")
    table.wish(OURS)
    assert table.story.at(0).game.ruleset.chosen == ()
    assert table.story.at(0).beside.rules_name == ""


@quick(60)
@given(st.data(), stories(SHEETS, varied=True))
def test_a_game_told_under_other_rules_is_the_game_played_under_them(
    data: st.DataObject, story: Story
) -> None:
    other = data.draw(houses((story.ruleset,)))
    ours, theirs = (Beginning(rules_of(house), story.came, started_at=AT) for house in (story.house, other))
    entries = [Event(number, entry, AT) for number, entry in enumerate(story.entries, 1)]
    told = Event(len(entries) + 1, HouseRules(rules_of(story.house).chosen), AT)
    assert tell(theirs, (*entries, told)).game == tell(ours, tuple(entries)).game
