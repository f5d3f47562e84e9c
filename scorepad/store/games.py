"""A game with its place in the store: its row, its people and its events, read and written."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from scorepad.record import Record
from scorepad.rules import (
    Beginning,
    Event,
    Game,
    Manner,
    Refused,
    Story,
    Target,
    beside,
    corrected,
    new_game,
    options_text,
    seating,
    tell,
    with_options_text,
)
from scorepad.store.codec import COLUMNS, event_row, events_of, teams_of
from scorepad.store.faults import NoSuchGame, Unreadable
from scorepad.store.standing import STANDING


class Person(NamedTuple):
    """Somebody who sits at tables: the id stays, whatever the name."""

    id: int
    name: str


@dataclass(frozen=True)
class StoredGame:
    """A game with its place in the store. `id` never leaves it.

    `key` opens the game to score, `watch_key` to watch. `people` are in the order of the start; `game` has
    their names by seat.
    """

    id: int
    key: str
    watch_key: str
    uid: str
    people: tuple[Person, ...]
    story: Story

    @property
    def game(self) -> Game:
        return self.story.game

    @property
    def events(self) -> tuple[Event, ...]:
        return self.story.events

    @property
    def seen(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.story.seen

    @property
    def note(self) -> str:
        return self.story.beside.note

    @property
    def rules_name(self) -> str:
        """What its house rules are called, empty where nobody named them."""
        return self.story.beside.rules_name

    @property
    def hints(self) -> bool:
        """Whether the coach gives hints now."""
        return self.story.beside.hints

    @property
    def hinted(self) -> bool:
        """Whether it ever gave any: such a game counts for no record."""
        return self.story.beside.hinted

    @property
    def suspense(self) -> bool:
        """Whether sums and ranks are hidden now: until the end, where the table wants it."""
        return self.story.beside.suspense and not self.game.finished

    @property
    def clock(self) -> int:
        """The seconds that the turn being played has, 0 for no clock."""
        return 0 if self.game.finished else self.story.beside.clock

    @property
    def started_at(self) -> str:
        return self.story.beside.started_at

    @property
    def finished_at(self) -> str | None:
        return self.story.beside.finished_at

    @property
    def deleted_at(self) -> str | None:
        return self.story.beside.deleted_at

    @property
    def player_ids(self) -> tuple[int, ...]:
        """The players' ids by seat."""
        return tuple(self.people[seat - 1].id for seat in seating(self.events, len(self.people)))

    @cached_property
    def corrected(self) -> dict[int, Target]:
        """For each corrected turn that stands (its place among the entries), what it brought before."""
        return corrected(self.story)

    @property
    def record(self) -> Record:
        moments = self.started_at, self.finished_at
        return Record(self.game, self.uid, *moments, self.note, self.rules_name, self.hinted)

    def at(self, seen: int) -> StoredGame:
        """The game as it was when that event was the last one."""
        return self if seen == self.seen else replace(self, story=self.story.at(seen))


def load(connection: sqlite3.Connection, key: str) -> StoredGame:
    """The game of that key. Raises NoSuchGame or Unreadable."""
    row = connection.execute(
        "SELECT id, watch_key, uid, ruleset, first_options, first_note, first_start, finish, finish_of,"
        " first_rules_name, first_teams, first_suspense, first_clock FROM games WHERE key = ?",
        (key,),
    ).fetchone()
    if row is None:
        raise NoSuchGame(key)
    game, watch_key, uid, ruleset, options, *rest, teams, suspense, clock = row
    people = people_of(connection, game)
    if not people or not all(person.id for person in people):  # somebody's row is gone
        raise Unreadable(key)
    rows = connection.execute(f"SELECT {COLUMNS} FROM events WHERE game = ? ORDER BY number", (game,))  # noqa: S608
    try:
        names = tuple(person.name for person in people)
        manner = Manner(teams_of(json.loads(teams or "[]")), bool(suspense), clock)
        beginning = replace(Beginning(with_options_text(ruleset, options), names, *rest), manner=manner)
        story = tell(beginning, events_of(rows, beginning.ruleset))
        _check_beside(story)
    except Refused as refused:
        raise Unreadable(key, refused) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):  # that no version wrote
        raise Unreadable(key) from None
    return StoredGame(game, key, watch_key, uid, people, story)


def _check_beside(story: Story) -> None:
    """Raises TypeError or ValueError for a text that is none, or a moment that no page could tell."""
    stands = story.beside
    for text in (stands.note, stands.rules_name):
        if not isinstance(text, str):
            raise TypeError(text)
    moments = (stands.started_at, stands.finished_at, stands.deleted_at, *(told.at for told in story.events))
    for moment in moments:
        if moment is not None:
            datetime.fromisoformat(moment)


def people_of(connection: sqlite3.Connection, game: int) -> tuple[Person, ...]:
    """The people of a game in the order of the start; who was merged is the one who stands for that name."""
    rows = connection.execute(
        "SELECT other.id, other.name FROM seats LEFT JOIN players ON players.id = seats.player"  # noqa: S608 (no user text)
        f" LEFT JOIN players AS other ON other.id = {STANDING}"
        " WHERE game = ? ORDER BY seat",
        (game,),
    )
    return tuple(Person(*row) for row in rows)


def is_there(connection: sqlite3.Connection, uid: str) -> bool:
    """Whether some game has that uid."""
    return connection.execute("SELECT 1 FROM games WHERE uid = ?", (uid,)).fetchone() is not None


def insert(
    connection: sqlite3.Connection,
    beginning: Beginning,
    people: Sequence[Person],
    uid: str = "",
    events: tuple[Event, ...] = (),
    game: Game | None = None,
) -> StoredGame:
    """A new game; one from elsewhere has its events, and the game that they make. Copies come after it."""
    key, watch_key, uid = secrets.token_urlsafe(12), secrets.token_urlsafe(12), uid or secrets.token_hex(16)
    rules = beginning.ruleset
    manner = beginning.manner
    stands = (beginning.note, beginning.started_at, options_text(rules), beginning.rules_name)
    columns = {
        "first_teams": json.dumps(manner.teams, separators=(",", ":")) if manner.teams else "",
        "first_suspense": manner.suspense,
        "first_clock": manner.clock,
        "finish": beginning.finish,
        "finish_of": beginning.finish_of,
    }
    row = connection.execute(
        "INSERT INTO games (key, watch_key, uid, ruleset, note, started_at, options, rules_name, first_note,"  # noqa: S608 (no user text)
        f" first_start, first_options, first_rules_name, {', '.join(columns)})"
        f" VALUES ({', '.join('?' * (12 + len(columns)))})",
        (key, watch_key, uid, rules.id, *stands, *stands, *columns.values()),
    ).lastrowid
    game = game or new_game(beginning.ruleset, beginning.players)
    story = Story(beginning, events, game, beside(beginning, events, game))
    stored = StoredGame(row or 0, key, watch_key, uid, tuple(people), story)
    seat(connection, stored.id, enumerate(people, 1))
    add_events(connection, stored.id, events)
    touch(connection, stored.id)
    return stored


def touch(connection: sqlite3.Connection, game: int) -> None:
    """That game is the one touched last: a number that counts up over all games says so, no clock."""
    connection.execute(
        "UPDATE games SET touched = 1 + (SELECT max(touched) FROM games) WHERE id = ?", (game,)
    )


def delete(connection: sqlite3.Connection, key: str) -> bool:
    """Whether the game of that key was in the bin; it is gone then, with all that was said of it."""
    binned = "SELECT id FROM games WHERE key = ? AND deleted_at IS NOT NULL"
    for table in ("results", "events", "seats"):
        connection.execute(f"DELETE FROM {table} WHERE game IN ({binned})", (key,))  # noqa: S608
    return connection.execute(f"DELETE FROM games WHERE id IN ({binned})", (key,)).rowcount > 0  # noqa: S608


def seat(connection: sqlite3.Connection, game: int, people: Iterable[tuple[int, Person]]) -> None:
    """Gives these people their seats in a game."""
    connection.executemany(
        "INSERT INTO seats (game, seat, player) VALUES (?, ?, ?)",
        [(game, number, person.id) for number, person in people],
    )


def add_events(connection: sqlite3.Connection, game: int, events: Iterable[Event]) -> None:
    """Writes these events of a game."""
    connection.executemany(
        f"INSERT INTO events (game, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        [(game, *event_row(event)) for event in events],
    )
