"""What a finished game was the best at, among all that were finished before it by the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from scorepad.rules import options_text
from scorepad.stats.records import ALIKE, BEST, CLOSEST, COMEBACK, COUNTS, LARGEST, LOSS, RUN, Kind
from scorepad.store import Person, Store, StoredGame

FIRST = 5
"""So many games come before one that is worth telling of."""
NEAR = 1000
"""So many games before it are looked at themselves; of those before these, an index knows."""

WORTH = {COMEBACK: 20, RUN: 3, ALIKE: 2, LOSS: 1, LARGEST: 1, CLOSEST: 1}
"""What may be told besides the total, the most telling first, and the least that is worth it."""
MOST_BESIDES = 2
LONG = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Better:
    """Somebody's sheet that is at least as good, the last before a game, and how many games were finished in
    between (no more than FIRST are counted).
    """

    holder: Person
    finished_at: str
    total: int
    between: int


@dataclass(frozen=True, slots=True)
class Fell:
    """What a game has of some kind, as `records.Feat`."""

    kind: str
    name: str
    value: int
    round: int


@dataclass(frozen=True, slots=True)
class News:
    """Whether nobody `ever` had as much as the best of a game, or since when, if that is long ago; and which
    other records fell, the most telling first.
    """

    ever: bool
    since: Better | None
    fell: tuple[Fell, ...]


Place = tuple[str, str, str, int]
"""The rules of a game, its finish and its id."""

_NEAR = (
    "(SELECT id, finished_at AS finish FROM games INDEXED BY games_by_rules WHERE ruleset = ? AND options = ?"  # noqa: S608
    " AND finished_at IS NOT NULL AND deleted_at IS NULL AND (finished_at, id) < (?, ?)"
    f" ORDER BY finished_at DESC, id DESC LIMIT {NEAR}) AS near JOIN results ON game = near.id"
)
"""The results of the games just before that place."""


def news_of(store: Store, stored: StoredGame) -> News | None:
    """None for one of the first games by its rules, for one that has no results, or where all had left."""
    ruleset = stored.game.ruleset
    place = ruleset.id, options_text(ruleset), stored.finished_at or "", stored.id
    best, near = _own(store, stored.id, BEST), _bests_near(store, place)
    if best is None or near.games < FIRST:
        return None
    better = _better(store, place, near, best.value)
    fell = (_fell(store, place, near, kind) for kind in WORTH)
    return News(
        better is None,
        better if better and _is_long_ago(better, place) else None,
        tuple(islice(filter(None, fell), MOST_BESIDES)),
    )


def _is_long_ago(better: Better, place: Place) -> bool:
    """Whether it is worth telling: in another month, and some games in between."""
    try:
        finished, then = map(datetime.fromisoformat, (place[2], better.finished_at))
        return better.between >= FIRST and finished - then >= LONG
    except (ValueError, TypeError):  # in a spoilt file, which may tell a day without its hour
        return False


# --- what that game has ---------------------------------------------------------------------------------


def _own(store: Store, game: int, kind: Kind) -> Fell | None:
    """What that game has of that kind."""
    row = store.db.execute(
        f"SELECT name, {kind.value}, round FROM results JOIN players ON players.id = results.player"  # noqa: S608
        f" WHERE game = ? AND {kind.among} AND {COUNTS} ORDER BY {kind.order}, seat LIMIT 1",
        (game,),
    ).fetchone()
    return Fell(kind.id, *row) if row else None


def _fell(store: Store, place: Place, near: _Near, kind: Kind) -> Fell | None:
    """The same, where it is worth telling and no game had as much before."""
    own, best = _own(store, place[-1], kind), near.bests[kind]
    if own is None or own.value < WORTH[kind] or not kind.beats(own.value, best):
        return None
    return own if near.are_all or kind.beats(own.value, _best_before(store, place, kind)) else None


# --- what came before -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Near:
    """The best of each kind in the games just before one, and how many these are."""

    games: int
    bests: Mapping[Kind, int | None]

    @property
    def are_all(self) -> bool:
        """Whether there is no game before these."""
        return self.games < NEAR


def _bests_near(store: Store, place: Place) -> _Near:
    kinds = (BEST, *WORTH)
    bests = (
        f"{'min' if kind.least else 'max'}(CASE WHEN {kind.among} AND {COUNTS} THEN {kind.value} END)"
        for kind in kinds
    )
    games, *found = store.db.execute(
        f"SELECT count(DISTINCT game), {', '.join(bests)} FROM {_NEAR}",  # noqa: S608
        place,
    ).fetchone()
    return _Near(games, dict(zip(kinds, found, strict=True)))


_SHEET = "players.id, players.name, results.finished_at, results.total, results.game"


def _better(store: Store, place: Place, near: _Near, total: int) -> Better | None:
    """The last sheet before that game with as much."""
    best = near.bests[BEST]
    if best is not None and best >= total:
        found = store.db.execute(
            f"SELECT {_SHEET} FROM {_NEAR} JOIN players ON players.id = player"  # noqa: S608
            f" WHERE {COUNTS} AND total >= ? ORDER BY finish DESC, near.id DESC, total DESC LIMIT 1",
            (*place, total),
        ).fetchone()
    else:
        found = None if near.are_all else _earlier(store, place, total)
    if found is None:
        return None
    player, name, finished_at, points, game = found
    return Better(Person(player, name), finished_at, points, _between(store, place, (finished_at, game)))


def _earlier(store: Store, place: Place, total: int) -> Any:
    """The last sheet before that place with as much, by the index: few have."""
    *rules, finished_at, game = place
    return store.db.execute(
        f"SELECT {_SHEET} {BEST.rows} AND total >= ? AND (results.finished_at, game) < (?, ?)"
        " ORDER BY results.finished_at DESC, game DESC, total DESC LIMIT 1",
        (*rules, total, finished_at, game),
    ).fetchone()


def _best_before(store: Store, place: Place, kind: Kind) -> int | None:
    """The best of that kind before that place, by its index: few later ones are better still."""
    row = store.db.execute(
        f"SELECT {kind.value} {kind.rows} AND (results.finished_at, game) < (?, ?)"
        f" ORDER BY {kind.order} LIMIT 1",
        place,
    ).fetchone()
    return row[0] if row else None


def _between(store: Store, place: Place, since: tuple[str, int]) -> int:
    (games,) = store.db.execute(
        "SELECT count(*) FROM (SELECT 1 FROM games INDEXED BY games_by_rules"
        " WHERE ruleset = ? AND options = ? AND deleted_at IS NULL"
        " AND (finished_at, id) < (?, ?) AND (finished_at, id) > (?, ?) LIMIT ?)",
        (*place, *since, FIRST),
    ).fetchone()
    return int(games)
