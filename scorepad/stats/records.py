"""The records of all by one sheet and its options: who was the best at what, and when.

Those who left a game have no part in them, nor has a game in which the coach was asked, or one of teams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import takewhile
from operator import attrgetter
from typing import Any, TypeVar

from scorepad.store import Person, Store

T = TypeVar("T")

MOST_HOLDERS = 3
"""How many of those who share a record are named."""


COUNTS = "stayed AND NOT hinted AND team = 0"
"""Whether a result may be a record, as SQL."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a record counts, as SQL of `results`, by the index that has it in order."""

    id: str
    value: str
    among: str
    index: str
    least: bool = False

    @property
    def order(self) -> str:
        return f"{self.value} {'ASC' if self.least else 'DESC'}"

    def beats(self, one: int, other: int | None) -> bool:
        """Whether the one is better than the other, if there is another."""
        return other is None or (one < other if self.least else one > other)

    @property
    def rows(self) -> str:
        """The results that it is about, by rule set and options."""
        return (
            f"FROM results INDEXED BY {self.index} JOIN players ON players.id = results.player"
            f" WHERE ruleset = ? AND options = ? AND {self.among} AND {COUNTS}"
        )


COMEBACK = Kind("comeback", "behind", "behind > 0", "comebacks")
"""How far behind a winner had been."""
LARGEST = Kind("largest", "margin", "margin IS NOT NULL", "margins")
CLOSEST = Kind("closest", "margin", "margin IS NOT NULL", "margins", least=True)
LOSS = Kind("loss", "total", "company > 1 AND NOT won", "results_by_rules")
"""The highest total that did not win."""
ALIKE = Kind("alike", "alike + extras", "alike + extras > 1", "most_alike")
"""All dice alike in one game: the boxes for them that hold points, and those that came again."""
RUN = Kind("run", "run", "run > 1", "runs")
UPPER = Kind("upper", "upper", "bonus > 0", "uppers")
"""The upper section, where it got its bonus."""
BEST = Kind("best", "total", "TRUE", "results_by_rules")

KINDS = (COMEBACK, LARGEST, CLOSEST, LOSS, ALIKE, RUN, UPPER)


@dataclass(frozen=True, slots=True)
class Feat:
    """What somebody did in a game. `rank` is its place among those of a list; `margin` and `round` as
    `store.results.Result`.
    """

    rank: int
    holder: Person
    key: str
    finished_at: str
    value: int
    total: int
    margin: int | None
    round: int


@dataclass(frozen=True, slots=True)
class Record:
    """The best there is of a kind: the first game of each who did it, the earliest first; `more` of them are
    not told.
    """

    kind: str
    value: int
    feats: tuple[Feat, ...]
    more: int


_FEAT = (
    "players.id, players.name, (SELECT key FROM games WHERE id = game), results.finished_at, {value},"
    " results.total, results.margin, results.round"
)


def _feat(row: Sequence[Any], rank: int = 1) -> Feat:
    player, name, *facts = row
    return Feat(rank, Person(player, name), *facts)


def best_sheets(store: Store, ruleset: str, options: str, most: int) -> list[Feat]:
    """The highest totals, the earlier of level ones first; their ranks are 1, 2, 2, 4."""
    rows = store.db.execute(
        f"SELECT {_FEAT.format(value='total')} {BEST.rows}"
        " ORDER BY total DESC, results.finished_at, game LIMIT ?",
        (ruleset, options, most),
    ).fetchall()
    totals = [row[4] for row in rows]
    return [_feat(row, 1 + totals.index(row[4])) for row in rows]


def all_records(store: Store, ruleset: str, options: str, kinds: Iterable[Kind] = KINDS) -> list[Record]:
    """The records of these kinds, as far as there are any."""
    kinds = [kind for kind in kinds if kind is not LOSS or _in_company(store, ruleset, options)]
    found = (_record(store, ruleset, options, kind) for kind in kinds)
    return [record for record in found if record]


def _in_company(store: Store, ruleset: str, options: str) -> bool:
    """Whether anybody lost at all: of those who play alone every sheet would be looked at."""
    row = store.db.execute(
        "SELECT max(company > wins) FROM tallies WHERE ruleset = ? AND options = ?", (ruleset, options)
    ).fetchone()
    return bool(row[0])


def _record(store: Store, ruleset: str, options: str, kind: Kind) -> Record | None:
    with closing(
        store.db.execute(
            f"SELECT {_FEAT.format(value=kind.value)} {kind.rows} ORDER BY {kind.order}", (ruleset, options)
        )
    ) as rows:
        feats = list(_level(map(_feat, rows)))
    if not feats:
        return None
    first = {feat.holder: feat for feat in sorted(feats, key=attrgetter("finished_at"), reverse=True)}
    told = sorted(first.values(), key=attrgetter("finished_at"))
    return Record(kind.id, feats[0].value, *as_told(told))


def as_told(those: Sequence[T], most: int = MOST_HOLDERS) -> tuple[tuple[T, ...], int]:
    """As many as are told of, and how many are not: never that there is one more, who can as well be told."""
    most = most if len(those) > most + 1 else len(those)
    return tuple(those[:most]), len(those) - most


def _level(feats: Iterator[Feat]) -> Iterator[Feat]:
    """The best, and all that are level with it."""
    best = next(feats, None)
    if best is not None:
        yield best
        yield from takewhile(lambda feat: feat.value == best.value, feats)
