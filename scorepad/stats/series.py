"""“Best of” with the same people: who leads, whom the next game may decide it for, who has it.

A series are the games of an evening at which exactly these people sat, in any seats and by any sheet, each
alone and not in teams. A first place that was shared is a win for each who shared it, as everywhere. It goes
to a number of wins, at first to 2: the best of three. Who alone comes to that number has it, and the next
game begins the one to a win more: the best of five, and so on. More than two people can't play a best of so
many; they play to the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.stats.evenings import Evening, EveningGame

LEADS, DECIDES, HAS = "leads", "decides", "has"


@dataclass(frozen=True, slots=True)
class Series:
    """How a series stands after so many `games`. `scores` are (name, wins), the most first; `goal` is the
    number of wins that it goes to.
    """

    games: int
    goal: int
    scores: tuple[tuple[str, int], ...]

    @property
    def state(self) -> str:
        """Whether somebody HAS it with this game, the next one DECIDES it, or neither: who is ahead LEADS."""
        most, least = self.scores[0][1], self.scores[-1][1]
        if most >= self.goal:
            return HAS
        return DECIDES if most == least == self.goal - 1 else LEADS

    @property
    def ahead(self) -> tuple[str, ...]:
        """Who has the most wins."""
        return tuple(name for name, wins in self.scores if wins == self.scores[0][1])

    @property
    def best_of(self) -> int:
        """Of how many games two people play the best."""
        return 2 * self.goal - 1


def series_of(evening: Evening) -> list[Series]:
    """How the series of an evening stand, in the order of their first games; those with two games or more.

    None of an evening that is cut off.
    """
    if evening.more:
        return []
    games = [game for game in evening.games if not game.of_teams]
    companies = dict.fromkeys(game.company for game in games if len(game.company) > 1)
    found = (_series([game for game in games if game.company == people]) for people in companies)
    return [series for series in found if series.games > 1]


def series_after(evening: Evening, key: str) -> Series | None:
    """How the series to which that game belongs stood after it; None where it was the first."""
    keys = [game.key for game in evening.games]
    if key not in keys:
        return None
    until = evening.games[: keys.index(key) + 1]
    people = until[-1].company
    if until[-1].of_teams:
        return None
    series = _series([game for game in until if game.company == people and not game.of_teams])
    return series if series.games > 1 and len(people) > 1 else None


def _series(games: Sequence[EveningGame]) -> Series:
    """Game by game: who comes to the goal alone has it until the next."""
    wins: dict[str, int] = {}
    goal = 2
    for game in games:
        goal = max(goal, 1 + max(wins.values(), default=0))
        for part in game.parts:
            wins[part.name] = wins.get(part.name, 0) + part.won
    most = max(wins.values())
    if list(wins.values()).count(most) > 1:
        goal = max(goal, most + 1)
    return Series(len(games), goal, tuple(sorted(wins.items(), key=lambda score: (-score[1], score[0]))))
