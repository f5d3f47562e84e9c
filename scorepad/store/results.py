"""Copies kept for lists and figures: what the events of a game fold to, written by one function."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from scorepad.rules import Game, comeback, options_text, pace, team_standings
from scorepad.store import evenings, runs, standing, tallies
from scorepad.store.games import StoredGame

FORM = 2
"""The form of all copies: a file where they have another one gets them anew."""


class Result(NamedTuple):
    """A player's result in a finished game, a row of `results`. `boxes` is JSON: cell → points.

    `company` is how many sat at the table; `won`, where others did, is a first place of somebody who
    `stayed`; `margin` is what the one winner had more than the next, None where that decided nothing;
    `behind` is the most that this winner was behind, after that `round`. `hinted`: the coach was asked.
    Where teams played, `team` is that of the player (from 1, else 0), and its first place makes `won` and
    `shared`; `team_total` and `team_rank` are the team's. `pace` is how many seconds the player's turns took,
    by their median, 0 where nobody knows.
    """

    game: int
    seat: int
    player: int
    ruleset: str
    finished_at: str
    total: int
    rank: int
    upper: int
    bonus: int
    extras: int
    boxes: str
    options: str
    stayed: bool
    company: int
    won: bool
    shared: bool
    alike: int
    margin: int | None = None
    behind: int = 0
    round: int = 0
    hinted: bool = False
    team: int = 0
    team_total: int = 0
    team_rank: int = 0
    pace: int = 0


_COLUMNS = ", ".join(Result._fields)


class Copies(NamedTuple):
    """What the row of a game repeats of its events, so that lists have an index. `options` as
    `options_text`.
    """

    note: str
    started_at: str
    finished_at: str | None
    deleted_at: str | None
    options: str
    rules_name: str


def results_of(stored: StoredGame) -> list[Result]:
    """What the results of a game are, by seat; none until it is finished, nor while it lies in the bin."""
    if stored.finished_at is None or stored.deleted_at is not None:
        return []
    game, ranks, first = stored.game, stored.game.ranks, _first(stored.game)
    winners = [seat for team in first for seat in team if not game.sheet(seat).left]
    told = [
        _result(stored, (seat, player), stored.finished_at, ranks[seat], winners)
        for seat, player in enumerate(stored.player_ids, 1)
        if seat in game.seats
    ]
    return [_of_team(row, game, len(first) > 1) for row in told] if game.teams else told


def _first(game: Game) -> list[tuple[int, ...]]:
    """The seats of each who has the first place, players or teams; none where nobody else played."""
    if game.teams:
        teams = team_standings(game)
        return [team.seats for team in teams if team.rank == 1] if len(teams) > 1 else []
    return [(seat,) for seat, rank in game.ranks.items() if rank == 1] if len(game.seats) > 1 else []


def _of_team(row: Result, game: Game, shared: bool) -> Result:
    """That result where teams played: nobody won alone."""
    teams = enumerate(team_standings(game), 1)
    number, team = next((number, team) for number, team in teams if row.seat in team.seats)
    return row._replace(
        shared=row.won and shared,
        margin=None,
        behind=0,
        round=0,
        team=number,
        team_total=team.total,
        team_rank=team.rank,
    )


def _result(
    stored: StoredGame, who: tuple[int, int], finished_at: str, rank: int, winners: list[int]
) -> Result:
    """The result of that seat and its player."""
    game, (seat, player) = stored.game, who
    sheet, won = game.sheet(seat), seat in winners
    margin, behind, round_ = _victory(game, seat) if winners == [seat] else (None, 0, 0)
    return Result(
        game=stored.id,
        seat=seat,
        player=player,
        ruleset=game.ruleset.id,
        finished_at=finished_at,
        total=sheet.total,
        rank=rank,
        upper=sheet.upper,
        bonus=sheet.upper_bonus,
        extras=sheet.extras,
        boxes=json.dumps({str(cell): points for cell, points in sheet.filled.items()}, separators=(",", ":")),
        options=options_text(game.ruleset),
        stayed=not sheet.left,
        company=len(game.seats),
        won=won,
        shared=won and len(winners) > 1,
        alike=sheet.alike,
        margin=margin,
        behind=behind,
        round=round_,
        hinted=stored.hinted,
        pace=pace(stored.story, seat),
    )


def _victory(game: Game, seat: int) -> tuple[int | None, int, int]:
    """The margin of the one winner, and how far that player had been behind after which round."""
    others = [game.sheet(other).total for other in game.seats if other != seat and not game.sheet(other).left]
    if game.won or not others:
        return None, 0, 0
    # Nothing more than the next: a roll-off decided it.
    return game.sheet(seat).total - max(others) or None, *comeback(game, seat)


def copies_of(stored: StoredGame) -> Copies:
    """What the row of a game is to repeat."""
    moments = stored.started_at, stored.finished_at, stored.deleted_at
    return Copies(stored.note, *moments, options_text(stored.game.ruleset), stored.rules_name)


def write_copies(connection: sqlite3.Connection, games: Iterable[StoredGame]) -> int:
    """Brings all copies in step with the events of these games, each of which is there once; returns how many
    there were.
    """
    count, old, new = 0, list[Result](), list[Result]()
    for stored in games:
        before = kept_copies(connection, stored.id)
        _write_row(connection, stored)
        evenings.moved(connection, stored.id, before.finished_at)
        kept, told = kept_results(connection, stored.id), results_of(stored)
        if kept != told:
            _replace(connection, stored.id, told)
            old += kept
            new += told
        count += 1
    tallies.change(connection, tallies.sums_of(old), tallies.sums_of(new))
    runs.changed(connection, (*old, *new))
    return count


def rewrite(connection: sqlite3.Connection, games: Iterable[StoredGame]) -> None:
    """Brings the copies of these games in step with their events, and anew all that is summed up of any."""
    standing.tell(connection)
    connection.execute("DELETE FROM results WHERE game NOT IN (SELECT id FROM games)")
    for stored in games:
        _write_row(connection, stored)
        _replace(connection, stored.id, results_of(stored))
    tallies.rewrite(connection, _every_result(connection))
    runs.rewrite(connection)
    evenings.rewrite(connection)
    connection.execute("DELETE FROM copies")
    connection.execute("INSERT INTO copies VALUES (?)", (FORM,))


def reassign(connection: sqlite3.Connection, one: int, other: int) -> None:
    """Gives the other person what is kept as the one's in the games in which the other stands for a seat."""
    games = (
        "SELECT game FROM results WHERE player = ? AND game IN"  # noqa: S608 (no user text)
        f" (SELECT game FROM seats WHERE player IN ({standing.NAMES_OF}))"
    )
    asked = f"SELECT {_COLUMNS} FROM results WHERE game IN ({games}) ORDER BY game, seat"  # noqa: S608
    old = [Result(*row) for row in connection.execute(asked, (one, other))]
    connection.execute(
        f"UPDATE results SET player = ? WHERE player = ? AND game IN ({games})",  # noqa: S608
        (other, one, one, other),
    )
    new = [row._replace(player=other) if row.player == one else row for row in old]
    tallies.change(connection, tallies.sums_of(old, one), tallies.sums_of(new, other))
    runs.changed(connection, [row for row in (*old, *new) if row.player in (one, other)])


def are_of_this_form(connection: sqlite3.Connection) -> bool:
    """Whether the copies are written as this version does it."""
    return connection.execute("SELECT form FROM copies").fetchall() == [(FORM,)]


def figures_differ(connection: sqlite3.Connection) -> bool:
    """Whether something that is kept of all games is not what they come to."""
    if standing.differs(connection) or runs.differ(connection) or evenings.differ(connection):
        return True
    return tallies.sums_of(_every_result(connection)) != tallies.kept(connection)


def _write_row(connection: sqlite3.Connection, stored: StoredGame) -> None:
    connection.execute(
        f"UPDATE games SET {', '.join(f'{column} = ?' for column in Copies._fields)} WHERE id = ?",  # noqa: S608
        (*copies_of(stored), stored.id),
    )


def _replace(connection: sqlite3.Connection, game: int, rows: Iterable[Result]) -> None:
    connection.execute("DELETE FROM results WHERE game = ?", (game,))
    marks = ", ".join("?" * len(Result._fields))
    connection.executemany(
        f"INSERT INTO results ({_COLUMNS}) VALUES ({marks})",  # noqa: S608
        rows,
    )


def kept_results(connection: sqlite3.Connection, game: int) -> list[Result]:
    """The results that are kept of a game, by seat."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM results WHERE game = ? ORDER BY seat", (game,))  # noqa: S608
    return [Result(*row) for row in rows]


def _every_result(connection: sqlite3.Connection) -> Iterable[Result]:
    """All results that are kept, game by game."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM results ORDER BY game, seat")  # noqa: S608
    return (Result(*row) for row in rows)


def kept_copies(connection: sqlite3.Connection, game: int) -> Copies:
    """What the row of a game repeats."""
    row = connection.execute(
        f"SELECT {', '.join(Copies._fields)} FROM games WHERE id = ?",  # noqa: S608
        (game,),
    ).fetchone()
    return Copies(*row)
