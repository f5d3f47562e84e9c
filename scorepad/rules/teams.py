"""Teams: players whose totals are added up, and how the teams rank (RECORD.md, `teams`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from scorepad.rules.refusal import Refused

if TYPE_CHECKING:
    from scorepad.rules.game import Game

Teams = tuple[tuple[int, ...], ...]
"""Who is together: of each team its seats (in events: the places at the start), from 1. Nobody: no teams."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team in its game: the seats at the table, the sum of their totals, and the rank among the teams."""

    seats: tuple[int, ...]
    total: int
    rank: int


def check_teams(teams: Teams, players: Sequence[str]) -> None:
    """Whether every player is in exactly one of them; no teams at all are fine.

    Raises Refused `team_empty`, `in_two_teams` (player) or `in_no_team` (player).
    """
    members = list(chain.from_iterable(teams))
    if not all(teams):
        raise Refused("team_empty")
    for seat, player in enumerate(players, 1):
        if members.count(seat) > 1:
            raise Refused("in_two_teams", player=player)
        if teams and seat not in members:
            raise Refused("in_no_team", player=player)


def with_member(teams: Teams, place: int, team: int) -> Teams:
    """The teams with one more player in that team (from 1); in a team of its own where there is none such."""
    if 1 <= team <= len(teams):
        return (*teams[: team - 1], (*teams[team - 1], place), *teams[team:])
    return (*teams, (place,))


def team_standings(game: Game) -> tuple[TeamStanding, ...]:
    """The teams of a game in their order; equal totals share a rank, a team that left as a whole comes after
    all others, and that of who won at once before them (as players do).
    """
    told = [tuple(seat for seat in team if seat not in game.waiting) for team in game.teams]
    teams = [seats for seats in told if seats]
    keys = [_standing(game, seats) for seats in teams]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return tuple(
        TeamStanding(seats, key[-1], rank) for seats, key, rank in zip(teams, keys, ranks, strict=True)
    )


def _standing(game: Game, seats: tuple[int, ...]) -> tuple[bool, bool, int]:
    sheets = [game.sheet(seat) for seat in seats]
    won, stays = any(sheet.won for sheet in sheets), not all(sheet.left for sheet in sheets)
    return won, stays, sum(sheet.total for sheet in sheets)
