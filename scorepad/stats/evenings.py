"""Evenings: the finished games that belong together, and who won how many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile

from scorepad.store import Store

MOST_GAMES = 60
"""How many games of an evening are told: an import may put thousands into one moment."""

ByRules = tuple[str, str]
"""What points are added within: a rule set and its options (`options_text`)."""


@dataclass(frozen=True, slots=True)
class Part:
    """A player's part in a game, as `results.Result`: who left early has no part in figures; each of a team
    that won has won.
    """

    player: int
    name: str
    total: int
    rank: int
    stayed: bool
    won: bool
    shared: bool
    margin: int | None
    behind: int
    round: int
    team: int = 0


@dataclass(frozen=True)
class EveningGame:
    """A finished game among those of its evening; `parts` by rank."""

    id: int
    key: str
    ruleset: str
    options: str
    rules_name: str
    finished_at: str
    parts: tuple[Part, ...]

    @property
    def rules(self) -> ByRules:
        return self.ruleset, self.options

    @property
    def stayed(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.stayed)

    @property
    def winners(self) -> tuple[Part, ...]:
        """Who won; nobody who played alone."""
        return tuple(part for part in self.parts if part.won)

    @property
    def company(self) -> frozenset[int]:
        """Who sat at the table, in whatever order."""
        return frozenset(part.player for part in self.parts)

    @property
    def of_teams(self) -> bool:
        return any(part.team for part in self.parts)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player came to in an evening. `wins` has first places that were shared, as everywhere;
    `points` are added within one sheet and its options, in the order of its first game.
    """

    player: int
    name: str
    wins: int
    points: dict[ByRules, int]


@dataclass(frozen=True)
class Evening:
    """The games from one gap to the next, in the order of their finish; with `more` the first of them."""

    games: tuple[EveningGame, ...]
    more: bool = False

    @cached_property
    def rules(self) -> tuple[ByRules, ...]:
        """The sheets that were played, each with its options, in the order of their first games."""
        return tuple(dict.fromkeys(game.rules for game in self.games))

    @cached_property
    def standings(self) -> tuple[Tally, ...]:
        """Everybody: most wins first, then, where all played by one sheet, most points."""
        order = sorted(self._everybody(), key=lambda one: (-one.wins, -self.points_of(one), one.name))
        return tuple(order)

    @property
    def in_company(self) -> int:
        """How many of the games were played by more than one."""
        return sum(len(game.company) > 1 for game in self.games)

    @property
    def ahead(self) -> tuple[Tally, ...]:
        """Who has the most wins."""
        return tuple(one for one in self.standings if one.wins == self.standings[0].wins)

    @property
    def winner(self) -> Tally | None:
        """Who alone has the most wins; of several, who has more points, where they can be added."""
        if not self.ahead:
            return None
        first, *others = self.ahead
        level = others and self.points_of(first) == self.points_of(others[0])
        return None if level else first

    @property
    def most_points(self) -> tuple[Tally, ...]:
        """Who has the most points; nobody where they can't be added."""
        most = max(map(self.points_of, self.standings), default=0)
        return tuple(one for one in self.standings if most and self.points_of(one) == most)

    def points_of(self, standing: Tally) -> int:
        """All points of a player, 0 where they can't be added."""
        return standing.points.get(self.rules[0], 0) if len(self.rules) == 1 else 0

    def _everybody(self) -> Iterator[Tally]:
        parts = [(game.rules, part) for game in self.games for part in game.stayed]
        for player in dict.fromkeys(part.player for _, part in parts):
            own = [(rules, part) for rules, part in parts if part.player == player]
            points = {rules: sum(p.total for by, p in own if by == rules) for rules, _ in own}
            yield Tally(player, own[0][1].name, sum(part.won for _, part in own), points)


_GAME = "id, key, ruleset, options, rules_name, finished_at"
_FROM = (
    f"SELECT evening, {_GAME} FROM games INDEXED BY games_by_finish WHERE finished_at IS NOT NULL"  # noqa: S608
    " AND deleted_at IS NULL AND finished_at >= ? ORDER BY finished_at, id LIMIT ?"
)
_PARTS = (
    "SELECT game, player, name, total, rank, stayed, won, shared, margin, behind, round, team FROM results"
    " JOIN players ON players.id = results.player WHERE game IN ({marks}) ORDER BY game, rank, seat"
)


def evening_of(store: Store, key: str) -> Evening | None:
    """The evening to which that game belongs; None where it is not finished, or lies in the bin."""
    row = store.db.execute("SELECT evening FROM games WHERE key = ?", (key,)).fetchone()
    evening = _evening(store, row[0]) if row and row[0] else None
    return evening if evening and evening.games else None


def evenings_of(store: Store, games: Iterable[int]) -> dict[int, Evening]:
    """Game → its evening, of the games of a list."""
    asked = tuple(games)
    query = f"SELECT id, evening FROM games WHERE evening IS NOT NULL AND id IN ({_marks(asked)})"  # noqa: S608
    evenings = dict(store.db.execute(query, asked).fetchall())
    found = {first: _evening(store, first) for first in set(evenings.values())}
    return {game: found[first] for game, first in evenings.items()}


def _evening(store: Store, first: str) -> Evening:
    """From its first finish on, by the index, as long as games are of this evening."""
    rows = store.db.execute(_FROM, (first, MOST_GAMES + 1))
    own = list(takewhile(lambda row: row[0] == first, rows))
    told = [row[1:] for row in own[:MOST_GAMES]]
    parts = _parts(store, [row[0] for row in told])
    return Evening(tuple(_game(row, parts) for row in told), more=len(own) > MOST_GAMES)


def _game(row: tuple[int, str, str, str, str, str], parts: Mapping[int, tuple[Part, ...]]) -> EveningGame:
    return EveningGame(*row, parts.get(row[0], ()))


def _parts(store: Store, games: list[int]) -> dict[int, tuple[Part, ...]]:
    """Game → what its players did, by rank."""
    rows = store.db.execute(_PARTS.format(marks=_marks(games)), games)
    return {game: tuple(map(_part, own)) for game, own in groupby(rows, lambda row: row[0])}


def _part(row: tuple[int, int, str, int, int, int, int, int, int | None, int, int, int]) -> Part:
    _, player, name, total, rank, stayed, won, shared, margin, behind, round_, team = row
    marks = bool(stayed), bool(won), bool(shared)
    return Part(player, name, total, rank, *marks, margin, behind, round_, team)


def _marks(values: list[int] | tuple[int, ...]) -> str:
    return ", ".join("?" * len(values))
