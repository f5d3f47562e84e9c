"""Teams in words: what each is called, which of them leads, which of them won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

from scorepad.rules import Game, TeamStanding, team_standings
from scorepad.sentences import N_
from scorepad.web.words.called import Called
from scorepad.web.words.sentences import isolated


class TeamLine(NamedTuple):
    """A team in a list: its name, total and rank, whether it won, whether it shares its place."""

    name: Markup
    total: int
    rank: int
    first: bool
    shared: bool


class Teams(Called):
    """The words for players who add up their totals."""

    def team(self, names: Iterable[str]) -> Markup:
        """What a team is called, in one piece within a row of teams: Ana & Ben."""
        return self(N_(" & ")).join(map(isolated, names))

    def ranked_teams(self, game: Game) -> list[TeamLine]:
        """The teams of a game, the first one first."""
        teams = sorted(team_standings(game), key=lambda team: team.rank)
        ranks = [team.rank for team in teams]
        return [
            TeamLine(
                self._called(team, game),
                team.total,
                team.rank,
                team.rank == 1 and len(teams) > 1 and not _left(team, game),
                ranks.count(team.rank) > 1,
            )
            for team in teams
        ]

    def team_headline(self, game: Game) -> Markup:
        """Which team won a game, and by how much."""
        best, *others = sorted(team_standings(game), key=lambda team: team.rank)
        if _left(best, game):
            return self(N_("Nobody stayed to the end"))
        if not others:
            return self(N_("{name}: {total} points"), name=self._called(best, game), total=best.total)
        if others[0].rank == 1:
            level = (team for team in (best, *others) if team.rank == 1)
            return self(N_("{names} share the win"), names=self._row(level, game))
        if _left(others[0], game):
            return self(_number(best, N_("{name} wins"), N_("{name} win")), name=self._members(best, game))
        won = _number(best, N_("{name} wins by {points}"), N_("{name} win by {points}"))
        return self(won, name=self._members(best, game), points=best.total - others[0].total)

    def team_lead(self, game: Game) -> Markup:
        """Which team leads and by how much, or which share the lead; empty where there is nothing to tell."""
        teams = sorted(team_standings(game), key=lambda team: -team.total)
        leaders = [team for team in teams if team.total == teams[0].total]
        behind = teams[len(leaders) :]
        if len(leaders) > 1:
            return (
                self(N_("{names} are tied"), names=self._row(leaders, game)) if teams[0].total else Markup()
            )
        if not behind:
            return Markup()
        one, several = N_("{name} leads {others} by {points}"), N_("{name} lead {others} by {points}")
        return self(
            _number(leaders[0], one, several),
            name=self.strong(self._row(leaders, game)),
            others=self.strong(self._row(behind[:1], game)),
            points=teams[0].total - behind[0].total,
        )

    def _row(self, teams: Iterable[TeamStanding], game: Game) -> Markup:
        return self.join(self._called(team, game) for team in teams)

    def _called(self, team: TeamStanding, game: Game) -> Markup:
        return self.team(map(game.player, team.seats))

    def _members(self, team: TeamStanding, game: Game) -> Markup:
        """The team at the head of a sentence of its own: Ana and Ben."""
        return self.join(map(game.player, team.seats))


def _number(team: TeamStanding, one: str, several: str) -> str:
    """What is said of one, or of several."""
    return one if len(team.seats) == 1 else several


def _left(team: TeamStanding, game: Game) -> bool:
    return all(game.sheet(seat).left for seat in team.seats)
