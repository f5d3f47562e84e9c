"""Teams: who plays together, what their totals come to, and how they rank."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    Beginning,
    Join,
    Leave,
    Manner,
    Order,
    Regroup,
    Story,
    Teams,
    TeamStanding,
    check_teams,
    grant,
    team_standings,
    tell,
    with_late_player,
)
from tests.rules.tables import AT, Table, refused
from tests.strategies import quick

FOUR = ("Ana", "Ben", "Cleo", "Dov")
PAIRS: Teams = ((1, 3), (2, 4))


def table_of(teams: Teams, *players: str, ruleset: str = "yacht") -> Table:
    """A table that begins with these teams."""
    table = Table(*players, ruleset=ruleset)
    table.story = tell(Beginning(RULESETS[ruleset], players, started_at=AT, manner=Manner(teams)), ())
    return table


def totals(table: Table) -> list[tuple[tuple[int, ...], int, int]]:
    return [(team.seats, team.total, team.rank) for team in team_standings(table.game)]


def test_a_team_has_what_its_players_have_and_level_teams_share_their_rank() -> None:
    table = table_of(PAIRS, *FOUR).turns(
        ("44421", "fours"), ("66661", "sixes"), ("12345", "chance"), ("11122", "ones")
    )
    assert totals(table) == [((1, 3), 12 + 15, 1), ((2, 4), 24 + 3, 1)]


def test_the_rank_after_a_shared_one_is_left_out() -> None:
    table = table_of(((1,), (2,), (3,)), *FOUR[:3]).turns(("44421", "fours"), ("44421", "fours"))
    assert [rank for *_, rank in totals(table)] == [1, 1, 3]


def test_a_team_that_left_as_a_whole_comes_last_and_one_of_whom_somebody_stays_does_not() -> None:
    table = table_of(PAIRS, *FOUR).turns(("66661", "sixes"), ("11122", "ones"))
    table.wish(Leave(1))
    assert [rank for *_, rank in totals(table)] == [1, 2]
    table.wish(Leave(3))
    assert [rank for *_, rank in totals(table)] == [2, 1]


def test_without_teams_nobody_ranks_by_team() -> None:
    assert team_standings(Table(*FOUR).game) == ()


@pytest.mark.parametrize(
    ("teams", "reason"),
    [
        (((1, 2), ()), "team_empty"),
        (((1, 2), (2,)), "in_two_teams"),
        (((1, 1), (2,)), "in_two_teams"),
        (((1,),), "in_no_team"),
    ],
)
def test_everybody_is_in_exactly_one_team(teams: Teams, reason: str) -> None:
    with refused(reason):
        check_teams(teams, ("Ana", "Ben"))


def test_one_for_all_and_nobody_together_are_fine() -> None:
    check_teams((), FOUR)
    check_teams(((1, 2, 3, 4),), FOUR)


def test_players_are_put_into_other_teams_and_out_of_all_on_the_way() -> None:
    table = table_of(PAIRS, *FOUR).turns(("44421", "fours"))
    table.wish(Regroup(((1, 2), (3, 4))))
    assert table.game.teams == ((1, 2), (3, 4))
    assert table.refused(Regroup(((1, 2), (3, 4)))).reason == "nothing_changed"
    assert table.refused(Regroup(((1, 2), (3,)))).reason == "in_no_team"
    table.undo()
    assert table.game.teams == ((1, 2), (3, 4))
    table.wish(Regroup(()))
    assert table.game.teams == ()


def test_teams_go_along_when_players_change_seats() -> None:
    table = table_of(PAIRS, *FOUR)
    table.wish(Order((2, 1, 3, 4)))
    assert {tuple(map(table.game.player, team)) for team in table.game.teams} == {
        ("Ana", "Cleo"),
        ("Ben", "Dov"),
    }


def late(table: Table, name: str, team: int) -> Story:
    """The story after somebody came late, to that team."""
    story, players = table.story, (*table.players, name)
    beginning = Beginning(story.beginning.ruleset, players, started_at=AT, manner=story.beginning.manner)
    with_seat = Story(beginning, story.events, with_late_player(story.game, name), story.beside)
    return grant(with_seat, Join(len(players), name, team), AT)


def test_who_comes_late_comes_to_a_team_or_makes_one() -> None:
    for team, teams in ((2, ((1,), (2, 3))), (0, ((1,), (2,), (3,))), (9, ((1,), (2,), (3,)))):
        table = table_of(((1,), (2,)), "Ana", "Ben").turns(("44421", "fours"))
        story = late(table, "Eva", team)
        assert story.game.teams == teams
        assert tell(story.beginning, story.events) == story
        assert story.at(1).game.teams == ((1,), (2,))


@quick(60)
@given(st.data())
def test_every_way_to_part_the_players_adds_up_to_all_points(data: Any) -> None:
    places = data.draw(st.permutations(range(1, 5)))
    cuts = sorted(data.draw(st.sets(st.integers(1, 3))))
    bounds = [0, *cuts, 4]
    teams = tuple(tuple(places[start:end]) for start, end in pairwise(bounds))
    table = table_of(teams, *FOUR)
    table.finish()
    told: tuple[TeamStanding, ...] = team_standings(table.game)
    assert tuple(team.seats for team in told) == teams
    assert sum(team.total for team in told) == sum(sheet.total for sheet in table.game.sheets)
    assert all((one.rank < other.rank) == (one.total > other.total) for one in told for other in told)
