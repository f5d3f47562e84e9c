"""What teams came to: they stand apart from all that single players did."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.store import Store


@dataclass(frozen=True, slots=True)
class BestTeam:
    """A team with one of the highest totals by some rules, and its place among them (1, 2, 2, 4)."""

    rank: int
    names: tuple[str, ...]
    key: str
    finished_at: str
    total: int


@dataclass(frozen=True, slots=True)
class InTeams:
    """How many games somebody finished in a team, and how many of them that team won."""

    games: int
    wins: int


def best_teams(store: Store, ruleset: str, options: str, most: int) -> list[BestTeam]:
    """The highest totals of teams, the earlier of level ones first; no game in which the coach was asked."""
    rows = store.db.execute(
        "SELECT game, team, team_total, finished_at FROM results INDEXED BY teams"
        " WHERE ruleset = ? AND options = ? AND team > 0 AND NOT hinted GROUP BY team_total, game, team"
        " HAVING min(stayed) ORDER BY team_total DESC, finished_at, game, team LIMIT ?",
        (ruleset, options, most),
    ).fetchall()
    totals = [total for *_, total, _ in rows]
    return [
        BestTeam(1 + totals.index(total), *_who(store, game, team), finished_at, total)
        for game, team, total, finished_at in rows
    ]


def _who(store: Store, game: int, team: int) -> tuple[tuple[str, ...], str]:
    """The names of a team, and the key of its game."""
    names = store.db.execute(
        "SELECT name FROM results JOIN players ON players.id = results.player"
        " WHERE game = ? AND team = ? ORDER BY seat",
        (game, team),
    )
    (key,) = store.db.execute("SELECT key FROM games WHERE id = ?", (game,)).fetchone()
    return tuple(name for (name,) in names), key


def in_teams(store: Store, player: int) -> InTeams:
    """What that player did in teams, by all rules."""
    row = store.db.execute(
        "SELECT count(*), coalesce(sum(won), 0) FROM results INDEXED BY teams_of"
        " WHERE player = ? AND team > 0",
        (player,),
    ).fetchone()
    return InTeams(*row)
