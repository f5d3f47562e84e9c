"""The games of one file, and the one way in which a game changes.

Events are the truth; an event and all that it changes share one transaction.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from sqlite_utils import Database

from scorepad.record import Record
from scorepad.rules import (
    AS_USUAL,
    NEXT_SEAT,
    FetchBack,
    Join,
    Manner,
    Payload,
    Rename,
    RuleSet,
    ThrowAway,
    clean_name,
    grant,
)
from scorepad.store import (
    arrivals,
    beginnings,
    erasing,
    games,
    merging,
    people,
    rematches,
    results,
    seating,
)
from scorepad.store.backups import Backups
from scorepad.store.cache import Shelf
from scorepad.store.clock import last_stamp, stamp
from scorepad.store.faults import NoSuchGame, Stale, StoreError, Unreadable
from scorepad.store.file import File
from scorepad.store.games import Person, StoredGame
from scorepad.store.house_rules import RuleBook
from scorepad.store.schema import migrations
from scorepad.store.tries import Tries

_log = logging.getLogger(__name__)

_MANY = 1000
"""From so many games on whoever starts the pad is told why it takes long."""

Wish = Callable[[StoredGame], Payload]
"""What a sender wishes: read from the game as the sender saw it, so that who was meant is filled in there."""


class Store:
    """The games of one file, held by one process. `close` lets it go."""

    def __init__(self, path: Path, backups: Path | None = None, megabytes: int | None = None) -> None:
        """Opens or makes the file, migrates it (a backup first). `backups` is the folder for its copies.

        Games asked for last stay in memory, as many as `megabytes` hold. Raises StoreError.
        """
        self._file = File(path)
        self._ends: list[Callable[[], None]] = []
        self.backups = Backups(self._file.path, backups)
        self._shelf = Shelf(megabytes and megabytes * Shelf.OF_A_MEGABYTE)
        self.rule_book = RuleBook(self._file)
        self.tries = Tries(self._file)
        try:
            self._migrate()
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.DatabaseError):
                raise StoreError("no_migration", file=str(path), error=str(error)) from error
            raise
        self.leave_no_trace()

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def db(self) -> Database:
        """This thread's connection, to read lists by."""
        return self._file.db

    def close(self) -> None:
        while self._ends:
            self._ends.pop()()
        self._file.close()

    def check(self) -> None:
        """Raises StoreError where the file can't be read and written just now. Cheap."""
        self._file.check()

    def before_close(self, end: Callable[[], None]) -> None:
        """Has that called before the file is let go: it ends what a thread of its own does to it."""
        self._ends.append(end)

    def forget(self) -> None:
        """Reads every game anew, after something wrote to the file by another way."""
        self._shelf.clear()

    def _migrate(self) -> None:
        pending = migrations.pending(self.db)
        if pending and self.db.table("games").exists():
            self._copy_before(pending[0].name)
        migrations.apply(self.db)
        if not results.are_of_this_form(self.db.conn):
            keys = [key for (key,) in self.db.execute("SELECT key FROM games")]
            if len(keys) > _MANY:
                _log.warning("what is kept of %d games gets another form: that takes a while", len(keys))
            self.rebuild(keys)

    def _copy_before(self, migration: str) -> None:
        """No form is changed without a copy of it. Raises StoreError `no_copy_first` (file, folder)."""
        try:
            self.backups.make(self.db.conn, migration)
        except StoreError as error:
            if error.reason == "not_a_database":
                raise
            folder = str(self.backups.folder)
            raise StoreError("no_copy_first", file=str(self.path), folder=folder) from error

    # --- a new game -------------------------------------------------------------------------------

    def create(
        self,
        ruleset: RuleSet | str,
        names: Sequence[str],
        starter: int = 1,
        note: str = "",
        uid: str = "",
        rules_name: str = "",
        manner: Manner = AS_USUAL,
    ) -> str:
        """A new game's key. Seats are rotated so that the one of `starter` (from 1) becomes seat 1.

        `ruleset` is one with its house rules, or the id of a sheet played by its own. A `uid` sent twice with
        the same players, before any entry, is the same game (a double tap). Raises Refused
        as `beginnings.wished`.
        """
        wished = beginnings.wished(ruleset, names, starter, note, rules_name, manner)
        with self._file.write() as connection:
            return beginnings.begin(connection, wished, uid)

    def rematch(self, key: str, starter: str = NEXT_SEAT) -> str:
        """The key of the game with the same players that follows this one; `starter` is one of STARTERS.

        The rematch of a game is one game, whoever asks for it. Raises NoSuchGame, or Refused as
        `check_seats` and `next_starter`.
        """
        stored = self.load(key)
        with self._file.write() as connection:
            return rematches.begin(connection, stored, starter)

    # --- reading ----------------------------------------------------------------------------------

    def load(self, key: str, *, in_passing: bool = False) -> StoredGame:
        """The game that this key opens. Raises NoSuchGame (thrown away, too) or Unreadable.

        One of many that are read in passing takes no place from those that are asked for again and again.
        """
        stored = self.load_any(key, in_passing=in_passing)
        if stored.deleted_at is not None:
            raise NoSuchGame(key)
        return stored

    def load_any(self, key: str, *, in_passing: bool = False) -> StoredGame:
        """The game that this key opens, thrown away or not. Raises NoSuchGame or Unreadable."""
        self._file.check_held()
        kept = self._shelf.get(key)
        if kept is not None:
            return kept
        since = self._shelf.writes
        with self._file.read() as connection:
            stored = games.load(connection, key)
        if not in_passing:
            self._shelf.offer(stored, since)
        return stored

    def watched(self, watch_key: str) -> StoredGame:
        """The game that this key opens to watch. Raises NoSuchGame or Unreadable."""
        row = self.db.conn.execute("SELECT key FROM games WHERE watch_key = ?", (watch_key,)).fetchone()
        if row is None:
            raise NoSuchGame(watch_key)
        return self.load(row[0])

    def followed(self, stored: StoredGame) -> StoredGame:
        """The game that goes on at that table: the last rematch of a finished one, or it itself."""
        while stored.game.finished:
            _, key = rematches.rematch_of(self.db.conn, stored.uid)
            if key is None:
                break
            stored = self.load(key)
        return stored

    def last_stamp(self) -> str:
        """The moment of what was written last, empty where nothing was."""
        return last_stamp(self.db.conn)

    def raw_events(self, key: str) -> list[dict[str, object]]:
        """The rows of a game's events as they are, readable or not. Raises NoSuchGame."""
        if not self.db.execute("SELECT 1 FROM games WHERE key = ?", (key,)).fetchone():
            raise NoSuchGame(key)
        wanted = (
            "SELECT events.* FROM events JOIN games ON games.id = game WHERE games.key = ? ORDER BY number"
        )
        return list(self.db.query(wanted, (key,)))

    # --- one more event ---------------------------------------------------------------------------

    def append(self, key: str, seen: int, wish: Wish) -> StoredGame:
        """Makes the wish the next event of the game and returns the game as it is then.

        `seen` is the last event that the sender knew; who was meant is filled in from the game of that
        moment. Later events that don't touch the wish are passed over. If the first that does is exactly the
        wish, it is a resend: nothing is added, and it is answered as the first time. Raises NoSuchGame,
        Unreadable, Stale, or Refused as the wish and `grant`, `unknown_player` or `name_known` (player);
        nothing has changed then.
        """
        with self._file.writing:
            stored = self.load_any(key)
            if not 0 <= seen <= stored.seen:
                raise Stale(stored)
            what = wish(stored.at(seen))
            if stored.deleted_at is not None and not isinstance(what, ThrowAway | FetchBack):
                raise NoSuchGame(key)
            later = (event.what for event in stored.events if event.number > seen)
            touching = next((other for other in later if other.touches(what)), None)
            if touching == what:
                return stored
            if touching is not None:
                raise Stale(stored)
            return self._add(stored, what)

    def join(self, key: str, seen: int, name: str, team: int = 0) -> StoredGame:
        """A late player comes to the table, listed last, and to that team (see Join); who left the list by
        undo finds the old seat.

        Raises as `append`, and Refused as `clean_name`, `refuse_twice`, `one_person` (player, other) or
        `check_seats`.
        """
        player = clean_name(name)
        with self._file.writing:
            join = seating.coming(self.db.conn, self.load(key), seen, player, team)
            return self.append(key, seen, lambda _then: join)

    def _add(self, stored: StoredGame, what: Payload) -> StoredGame:
        """The game with that event; it and all that it changes are written together."""
        with self._file.write() as connection:
            if isinstance(what, Join):
                stored = seating.with_newcomer(connection, stored, what)
            added = replace(stored, story=grant(stored.story, what, stamp(connection)))
            games.add_events(connection, stored.id, added.events[-1:])
            games.touch(connection, stored.id)
            if isinstance(what, Rename):
                seating.rename(connection, stored, what)
            if self._has_copies(stored, added):
                results.write_copies(connection, [added])
        if isinstance(what, Rename):
            self._shelf.clear()
            return self.load_any(stored.key)
        self._shelf.put(added)
        return added

    @staticmethod
    def _has_copies(before: StoredGame, after: StoredGame) -> bool:
        """Whether something changed that is kept beside the events."""
        other_rules = after.game.ruleset is not before.game.ruleset
        return other_rules or after.story.beside != before.story.beside or after.game.finished

    def purge(self, keys: Iterable[str]) -> int:
        """Lets go for good of those of these games that are in the bin; returns how many."""
        with self._write_to_many() as connection:
            return sum(games.delete(connection, key) for key in keys)

    @contextmanager
    def _write_to_many(self) -> Iterator[sqlite3.Connection]:
        """A transaction that may change any game: nobody adds to one as it was in memory before."""
        with self._file.writing:
            with self._file.write() as connection:
                yield connection
            self._shelf.clear()

    # --- people -----------------------------------------------------------------------------------

    def rename(self, player: int, name: str) -> None:
        """Another name for that person, in all games. Raises Refused as `clean_name`, `unknown_player` or
        `name_known` (player).
        """
        wish = Rename(player, clean_name(name))
        self._change_people(lambda connection: people.rename(connection, wish))

    def archive(self, player: int, away: bool = True) -> None:
        """No longer offers that person, or does so again. Raises Refused `unknown_player`."""
        self._change_people(
            lambda connection: people.archive(connection, player, stamp(connection) if away else None)
        )

    def check_merge(self, player: int, into: int) -> None:
        """Whether the two can be merged. Raises as `merging.check`."""
        merging.check(self.db.conn, player, into)

    def merge(self, player: int, into: int) -> None:
        """Two names of one person: the second stands for both. Raises as `merging.check`."""
        self._change_people(lambda connection: merging.merge(connection, player, into))

    def part(self, player: int) -> None:
        """Takes back that this name was merged. Raises Refused `not_merged`."""
        self._change_people(lambda connection: merging.part(connection, player))

    def erase(self, player: int, expected: Collection[str] | None = None) -> None:
        """Forgets that person's name, also in the file as soon as it can be written anew.

        Raises as `erasing.erase`.
        """
        with self._file.writing:
            self._change_people(
                lambda connection: erasing.erase(connection, player, stamp(connection), expected)
            )
            self.leave_no_trace()

    @property
    def holds_traces(self) -> bool:
        """Whether the file may still hold what is left of a name that was erased."""
        return erasing.left_traces(self.db.conn)

    def leave_no_trace(self) -> None:
        """Writes the file anew where it may hold what is left of a name that was erased. Where that can't be
        just now (a full disk, somebody who reads for long), another time will do.
        """
        with suppress(StoreError, sqlite3.Error), self._file.writing:
            if erasing.left_traces(self.db.conn) and erasing.write_anew(self.db.conn):
                with self._file.write() as connection:
                    erasing.forget(connection)

    def _change_people(self, change: Callable[[sqlite3.Connection], None]) -> None:
        with self._write_to_many() as connection:
            change(connection)

    # --- games from elsewhere ---------------------------------------------------------------------

    def add_games(self, records: Iterable[Record]) -> int:
        """Adds games that `read_record` let through, all or none, each with what its record says.

        One whose `uid` is there already is passed over. Returns how many were added.
        """
        known: dict[str, Person] = {}
        with self._file.write() as connection:
            added = (arrivals.add_game(connection, record, known) for record in records)
            return results.write_copies(connection, filter(None, added))

    # --- copies -----------------------------------------------------------------------------------

    def rebuild(self, keys: Iterable[str]) -> None:
        """Writes the copies of these games anew from their events, and all that is summed up of any.

        A game that can't be read keeps what it has. Raises NoSuchGame.
        """
        with self._write_to_many() as connection:
            results.rewrite(connection, self._readable(connection, keys))

    @staticmethod
    def _readable(connection: sqlite3.Connection, keys: Iterable[str]) -> Iterator[StoredGame]:
        for key in keys:
            with suppress(Unreadable):
                yield games.load(connection, key)
