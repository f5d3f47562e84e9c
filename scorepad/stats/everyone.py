"""The people themselves: who is there, which names each of them has, where two of them met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorepad.rules import fold_name
from scorepad.store import NAMES_OF, TOGETHER, Person, Store, refuse_one_person


@dataclass(frozen=True, slots=True)
class Someone:
    """A person and what they did by all rules; `stands` is whom the name was merged into, `last` the finish
    of the last game.
    """

    id: int
    name: str
    stands: int | None
    archived: bool
    games: int = 0
    wins: int = 0
    last: str | None = None


@dataclass(frozen=True, slots=True)
class OtherName:
    """A name merged into a person; `via` is the name that it was merged with, where that was merged, too."""

    id: int
    name: str
    via: str | None


@dataclass(frozen=True, slots=True)
class Common:
    """A game in which two people sat."""

    key: str
    started_at: str
    finished: bool
    thrown_away: bool


_EVERYONE = (
    "SELECT players.id, players.name, coalesce(sum(games), 0),"
    " coalesce(sum(wins), 0), max((SELECT max(finished_at) FROM results WHERE player = tallies.player"
    " AND ruleset = tallies.ruleset AND options = tallies.options AND stayed AND team = 0)) AS last"
    " FROM players LEFT JOIN tallies ON tallies.player = players.id WHERE merged_into IS NULL"
)


def everyone(store: Store, most: int, after: int = 0, archived: bool = False) -> list[Someone]:
    """Those who are archived, or those who are not; who played last comes first, after so many of them."""
    rows = store.db.execute(
        f"{_EVERYONE} AND (archived_at IS NOT NULL) = ? GROUP BY players.id"
        " ORDER BY last DESC, folded LIMIT ? OFFSET ?",
        (archived, most, after),
    )
    return [Someone(who, name, None, archived, *did) for who, name, *did in rows]


def someone(store: Store, player: int) -> Someone | None:
    """The person of that id, whose name may be merged into another; without what they did.

    Where a spoilt file has names merged in a circle, each is a person.
    """
    row = store.db.execute(
        "SELECT players.id, players.name, other.id, players.archived_at IS NOT NULL FROM players"
        " LEFT JOIN players AS other ON other.id = players.stands AND other.stands IS NULL"
        " WHERE players.id = ?",
        (player,),
    ).fetchone()
    return Someone(row[0], row[1], row[2], bool(row[3])) if row else None


def others(store: Store, player: int, most: int) -> list[Person]:
    """All people but that one, in the order of the alphabet."""
    rows = store.db.execute(
        "SELECT id, name FROM players WHERE merged_into IS NULL AND id != ? ORDER BY folded LIMIT ?",
        (player, most),
    )
    return [Person(*row) for row in rows]


def other_names(store: Store, player: int) -> list[OtherName]:
    """The names that were merged into that person."""
    rows = store.db.execute(
        "SELECT players.id, players.name, nullif(other.name, standing.name) FROM players"
        " JOIN players AS other ON other.id = players.merged_into"
        " JOIN players AS standing ON standing.id = players.stands"
        " WHERE players.stands = ? ORDER BY players.folded",
        (player,),
    )
    return [OtherName(*row) for row in rows]


def count_sheets(store: Store, player: int) -> int:
    """In how many games that person sits, under any name, finished or not."""
    query = f"SELECT count(*) FROM seats WHERE player IN ({NAMES_OF})"  # noqa: S608 (no user text)
    return int(store.db.execute(query, (player,)).fetchone()[0])


def first_common(store: Store, one: int, other: int) -> Common | None:
    """The first game in which both people sat."""
    row = store.db.execute(
        "SELECT key, started_at, finished_at IS NOT NULL, deleted_at IS NOT NULL FROM games"  # noqa: S608
        f" WHERE id IN ({TOGETHER}) ORDER BY started_at, id LIMIT 1",
        (one, other),
    ).fetchone()
    return Common(row[0], row[1], bool(row[2]), bool(row[3])) if row else None


def merged(store: Store) -> dict[str, Person]:
    """Each name that was merged, folded, and who stands for it."""
    rows = store.db.execute(
        "SELECT players.folded, other.id, other.name FROM players"
        " JOIN players AS other ON other.id = players.stands"
    )
    return {folded: Person(*who) for folded, *who in rows}


def standing_names(names: Iterable[str], merged_names: Mapping[str, Person]) -> tuple[str, ...]:
    """These names, folded, each as that of who stands for it."""
    folded = map(fold_name, names)
    return tuple(fold_name(merged_names[name].name) if name in merged_names else name for name in folded)


def check_names(store: Store, names: Sequence[str]) -> None:
    """Raises Refused `one_person` (player, other) where two of these names are one person here."""
    refuse_one_person(names, standing_names(names, merged(store)))
