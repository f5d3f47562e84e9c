"""The games on disk: one SQLite file, its migrations, and the one way in which a game changes.

Events are the truth; a finished game's results are a copy of what they fold to, written in the same
transaction. One process serves a file, writes pass one lock, reads need none (WAL).
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock, Timeout
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorepad.rules.cards import ActionCard, ScoreCard
from scorepad.rules.dice import dice_from_digits
from scorepad.rules.events import (
    CARD,
    ENTRIES,
    NOTE,
    ROLL_OFF,
    Event,
    Wish,
    fold,
    grant,
    is_granted_by,
    seating,
)
from scorepad.rules.game import JOIN, TURN, Entry, Game, check_players, with_late_player
from scorepad.rules.names import clean_name, clean_names, fold_name, refuse_unprintable
from scorepad.rules.record import LONGEST_NOTE, Record
from scorepad.rules.refusal import Refused
from scorepad.rules.rulesets import ruleset_of

DEFAULT_DATABASE = "instance/scorepad.db"
DAYS_KEPT = 30
"""How long a game that was thrown away can be fetched back."""
_FORM = "%Y-%m-%dT%H:%M:%SZ"
LARGEST_INTEGER = 2**63 - 1

migrations = Migrations("scorepad")

_TABLES = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        watch_key TEXT NOT NULL UNIQUE,
        uid TEXT NOT NULL UNIQUE,
        ruleset TEXT NOT NULL,
        note TEXT NOT NULL DEFAULT '',
        started_at TEXT NOT NULL,
        finished_at TEXT,
        deleted_at TEXT
    ) STRICT""",
    """CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        merged_into INTEGER REFERENCES players(id),
        archived_at TEXT
    ) STRICT""",
    """CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games(id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games(id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        dice TEXT,
        points INTEGER,
        box TEXT,
        more TEXT,
        of INTEGER,
        at TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE results (
        game INTEGER NOT NULL REFERENCES games(id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        ruleset TEXT NOT NULL,
        finished_at TEXT NOT NULL,
        total INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        upper INTEGER NOT NULL,
        bonus INTEGER NOT NULL,
        extras INTEGER NOT NULL,
        boxes TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX games_by_finish ON games(finished_at, id) WHERE deleted_at IS NULL",
    "CREATE INDEX seats_by_player ON seats(player, game)",
    "CREATE INDEX results_by_player ON results(player, ruleset, total)",
)


@migrations()
def m001_tables(db: Database) -> None:
    for statement in _TABLES:
        db.execute(statement)


@migrations()
def m002_lists(db: Database) -> None:
    """What lists are sorted and filtered by."""
    db.execute("CREATE INDEX games_by_ruleset ON games(ruleset, finished_at, id) WHERE deleted_at IS NULL")
    db.execute("CREATE INDEX games_with_note ON games(finished_at, id) WHERE note != ''")
    db.execute("CREATE INDEX winners ON results(total, game) WHERE rank = 1")


class StoreError(Refused):
    """The file can't be used, backed up or restored; `plain` has a sentence for it."""


class NoSuchGame(LookupError):
    """No game has that key."""


class Stale(Exception):
    """The sender has not seen the last event. Carries the game as it is now."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(stored.seen)
        self.stored = stored


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its place in the store. `id` never leaves it.

    `key` opens the game to score, `watch_key` to watch. `people` are the players' ids and names in the
    order of the start; `game` has them by seat.
    """

    id: int
    key: str
    watch_key: str
    uid: str
    note: str
    started_at: str
    finished_at: str | None
    deleted_at: str | None
    people: tuple[tuple[int, str], ...]
    events: tuple[Event, ...]
    game: Game

    @property
    def seen(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.events[-1].number if self.events else 0

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of the start."""
        return tuple(name for _, name in self.people)

    @property
    def player_ids(self) -> tuple[int, ...]:
        """The players' ids by seat."""
        return tuple(self.people[seat - 1][0] for seat in seating(self.events, len(self.people)))

    @property
    def record(self) -> Record:
        return Record(self.game, self.uid, self.started_at, self.finished_at, self.note)


class _Shelf:
    """The games asked for last, folded: phones ask for the same one every two seconds.

    Right because one process holds the file and each write ends here. A reader that began before a write
    must not put back what it read: `writes`, taken before reading, tells.
    """

    MOST = 32

    def __init__(self) -> None:
        self.writes = 0
        self._games: dict[str, StoredGame] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> StoredGame | None:
        return self._games.get(key)

    def put(self, stored: StoredGame) -> None:
        """After a write: this is how the game is now."""
        with self._lock:
            self.writes += 1
            self._set(stored)

    def clear(self) -> None:
        """After a write that reaches more than one game."""
        with self._lock:
            self.writes += 1
            self._games.clear()

    def offer(self, stored: StoredGame, since: int) -> None:
        """After a read: kept unless something was written meanwhile."""
        with self._lock:
            if self.writes == since:
                self._set(stored)

    def _set(self, stored: StoredGame) -> None:
        self._games.pop(stored.key, None)
        self._games[stored.key] = stored
        if len(self._games) > self.MOST:
            del self._games[next(iter(self._games))]


def now() -> str:
    """This moment in UTC, as the store and records write it."""
    return datetime.now(UTC).strftime(_FORM)


def oldest_kept() -> str:
    """Games thrown away before this moment are gone for good."""
    return (datetime.now(UTC) - timedelta(days=DAYS_KEPT)).strftime(_FORM)


def default_path(environment: Mapping[str, str]) -> Path:
    """The database file: `SCOREPAD_DB`, else `instance/scorepad.db` beside `app.py`."""
    named = environment.get("SCOREPAD_DB")
    return Path(named) if named else Path(__file__).parent.parent / DEFAULT_DATABASE


# --- the file -------------------------------------------------------------------------------------


def _connect(path: Path) -> Database:
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")
    # SQLite's own lower() knows English letters alone.
    connection.create_function("folded", 1, fold_name, deterministic=True)
    return Database(connection)


@contextmanager
def _only_process(path: Path) -> Iterator[FileLock]:
    """Holds the lock beside the file. Raises StoreError `database_in_use` (file)."""
    lock = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreError("database_in_use", file=str(path)) from None
    try:
        yield lock
    finally:
        lock.release()


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    """A checked copy of the database, there whole or not at all."""
    half = target.with_name(f"{target.name}.{secrets.token_hex(4)}.half")
    try:
        connection.execute("VACUUM INTO ?", (str(half),))
        if _fault(half):
            raise StoreError("not_a_database", file=str(half))
        half.rename(target)
    finally:
        half.unlink(missing_ok=True)


def _fault(path: Path) -> bool:
    """Whether that file is anything but a sound database with games in it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("SELECT count(*) FROM games, events WHERE 0").fetchone()
            return not sound
    except sqlite3.Error:
        return True


def backup(path: Path, target: Path) -> None:
    """Copies the database, served or not. Raises StoreError.

    `no_database` (file), `file_exists` (file), `not_writable` (file), `not_a_database` (file).
    """
    if not path.exists():
        raise StoreError("no_database", file=str(path))
    if _fault(path):
        raise StoreError("not_a_database", file=str(path))
    if target.exists():
        raise StoreError("file_exists", file=str(target))
    try:
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as connection:
            _copy(connection, target)
    except (sqlite3.Error, OSError):
        raise StoreError("not_writable", file=str(target)) from None


@contextmanager
def snapshot(path: Path) -> Iterator[Store]:
    """The games of that file as they are now, to read: a copy, so the pad may be running meanwhile.

    Raises StoreError as `backup`.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        backup(path, copy)
        store = Store(copy)
        try:
            yield store
        finally:
            store.close()


def restore(source: Path, path: Path) -> Path | None:
    """Puts a backup in place of the database; returns where what was there is kept, if anything was.

    Raises StoreError `not_a_database` (file), `not_writable` (file) or `database_in_use` (file).
    """
    if not source.exists() or _fault(source):
        raise StoreError("not_a_database", file=str(source))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise StoreError("not_writable", file=str(path)) from None
    with _only_process(path):
        arrived = path.with_name(f"{path.name}.arrived")
        arrived.unlink(missing_ok=True)
        with closing(sqlite3.connect(source, timeout=10, isolation_level=None)) as connection:
            _copy(connection, arrived)
        kept = _move_away(path)
        arrived.rename(path)
        return kept


def _move_away(path: Path) -> Path | None:
    """Moves the database aside, with its log: a log left behind would spoil the one that comes."""
    if path.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=10)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    parts = [end for end in ("", "-wal", "-shm") if Path(f"{path}{end}").exists()]
    kept = path.with_name(f"{path.name}.before-restore-{_stamp()}")
    for end in parts:
        Path(f"{path}{end}").rename(f"{kept}{end}")
    return kept if parts else None


def _stamp() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


# --- rows -----------------------------------------------------------------------------------------


_EVENT_COLUMNS = "number, kind, seat, dice, points, box, more, of, at"
_INSERT_EVENT = f"INSERT INTO events (game, {_EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
RESULT_COLUMNS = "game, seat, player, ruleset, finished_at, total, rank, upper, bonus, extras, boxes"
_INSERT_RESULT = f"INSERT INTO results ({RESULT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
EventRow = tuple[int, str, int | None, str | None, int | None, str | None, str | None, int | None, str]


def _event(row: EventRow) -> Event:
    number, kind, seat, dice, points, box, more, of, at = row
    beside = json.loads(more) if more else {}
    if kind == CARD:
        card = ScoreCard(seat or 0, beside.get("name", ""), points or 0, box or "", beside.get("by", 0))
        return Event(number, kind, of=of, score_card=card, at=at)
    entry = None
    if seat is not None:
        roll = dice_from_digits(dice) if dice else None
        action = ActionCard(**beside["card"]) if "card" in beside else None
        entry_kind = kind if kind in ENTRIES else TURN
        entry = Entry(entry_kind, seat, box or "", roll, points, "extra" in beside, action, "claim" in beside)
    order = tuple(beside.get("order", ()))
    rolls = tuple((roller, face) for roller, face in beside.get("rolls", ()))
    said = tuple(beside.get("said", ()))
    return Event(number, kind, entry, of, beside.get("other"), order, None, rolls, said, at)


def _event_row(event: Event) -> EventRow:
    entry, card = event.entry, event.score_card
    seat = dice = points = box = None
    if entry:
        seat, points, box = entry.seat, entry.points, entry.box or None
        dice = str(entry.dice) if entry.dice else None
    elif card:
        seat, points, box = card.seat, card.add or None, card.box or None
    more = json.dumps(beside, separators=(",", ":")) if (beside := _beside(event)) else None
    return event.number, event.kind, seat, dice, points, box, more, event.of, event.at


def _beside(event: Event) -> dict[str, object]:
    """What an event says that has no column of its own."""
    entry, card = event.entry, event.score_card
    said = {
        "other": event.other,
        "order": event.order,
        "rolls": event.rolls,
        "said": event.said,
        "extra": entry and entry.extra,
        "claim": entry and entry.claim,
        "card": entry and entry.card and asdict(entry.card),
        "name": card and card.name,
        "by": card and card.by,
    }
    return {key: value for key, value in said.items() if value}


class Store:
    """The games of one file, held by one process. `close` lets it go."""

    def __init__(self, path: Path) -> None:
        """Opens or makes the file, migrates it (a backup first). Raises StoreError."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._mine = _only_process(path)
        self._mine.__enter__()
        self._threads = threading.local()
        self._open: list[Database] = []
        self._writing = threading.RLock()
        self._shelf = _Shelf()
        try:
            self._migrate()
            self._purge()
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.DatabaseError):
                raise StoreError("not_a_database", file=str(path)) from None
            raise

    def close(self) -> None:
        for db in self._open:
            db.close()
        self._open.clear()
        self._threads = threading.local()
        self._mine.__exit__(None, None, None)

    def forget(self) -> None:
        """Reads every game anew, after something wrote to the file by another way."""
        self._shelf.clear()

    @property
    def db(self) -> Database:
        """This thread's connection; opening one for every request cost three times a commit."""
        db: Database | None = getattr(self._threads, "db", None)
        if db is None:
            db = self._threads.db = _connect(self.path)
            self._open.append(db)
        return db

    def _migrate(self) -> None:
        pending = migrations.pending(self.db)
        if pending and self.db.table("games").exists():
            _copy(self.db.conn, self.path.with_name(f"{self.path.name}.before-{pending[0].name}-{_stamp()}"))
        migrations.apply(self.db)

    def _purge(self) -> None:
        """Lets go for good of games thrown away too long ago."""
        old = "SELECT id FROM games WHERE deleted_at < ?"
        with self._write() as connection:
            for table in ("results", "events", "seats"):
                connection.execute(f"DELETE FROM {table} WHERE game IN ({old})", (oldest_kept(),))  # noqa: S608
            connection.execute("DELETE FROM games WHERE deleted_at < ?", (oldest_kept(),))

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its first read on."""
        connection = self.db.conn
        with self._writing:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees one moment."""
        connection = self.db.conn
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            connection.execute("COMMIT")

    # --- games ------------------------------------------------------------------------------------

    def create(
        self, ruleset_id: str, names: Sequence[str], starter: int = 1, note: str = "", uid: str = ""
    ) -> str:
        """A new game's key. Seats are rotated so that the one of `starter` (from 1) becomes seat 1.

        A `uid` sent twice with the same players, before any entry, is the same game (a double tap).
        Raises Refused as `ruleset_of`, `clean_names`, `check_players`, or `bad_starter`.
        """
        ruleset = ruleset_of(ruleset_id)
        players = clean_names(list(names))
        check_players(ruleset, players)
        if not 1 <= starter <= len(players):
            raise Refused("bad_starter")
        check_note(note)
        seated = players[starter - 1 :] + players[: starter - 1]
        with self._write() as connection:
            twin = self._unplayed_twin(connection, uid, ruleset.id, players)
            return twin or self._insert_game(connection, ruleset.id, seated, note, uid)

    def _unplayed_twin(
        self, connection: sqlite3.Connection, uid: str, ruleset: str, players: Sequence[str]
    ) -> str | None:
        row = connection.execute(
            "SELECT id, key FROM games WHERE uid = ? AND ruleset = ? AND deleted_at IS NULL AND NOT EXISTS"
            " (SELECT 1 FROM events WHERE game = games.id)",
            (uid, ruleset),
        ).fetchone()
        if row is None:
            return None
        seated = [name for _, name in self._people(connection, row[0])]
        return str(row[1]) if set(map(fold_name, seated)) == set(map(fold_name, players)) else None

    def _insert_game(
        self, connection: sqlite3.Connection, ruleset: str, names: Sequence[str], note: str, uid: str
    ) -> str:
        key = secrets.token_urlsafe(12)
        taken = connection.execute("SELECT 1 FROM games WHERE uid = ?", (uid,)).fetchone()
        game = connection.execute(
            "INSERT INTO games (key, watch_key, uid, ruleset, note, started_at) VALUES (?, ?, ?, ?, ?, ?)",
            (
                key,
                secrets.token_urlsafe(12),
                secrets.token_hex(16) if taken or not uid else uid,
                ruleset,
                note,
                now(),
            ),
        ).lastrowid
        connection.executemany(
            "INSERT INTO seats (game, seat, player) VALUES (?, ?, ?)",
            [(game, seat, self._player(connection, name)) for seat, name in enumerate(names, 1)],
        )
        return key

    def _player(self, connection: sqlite3.Connection, name: str) -> int:
        """The person of that name, met before or new."""
        folded = fold_name(name)
        connection.execute(
            "INSERT INTO players (name, folded) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING",
            (name, folded),
        )
        row = connection.execute("SELECT id FROM players WHERE folded = ?", (folded,)).fetchone()
        return int(row[0])

    def load(self, key: str) -> StoredGame:
        """The game that this key opens. Raises NoSuchGame."""
        stored = self.load_any(key)
        if stored.deleted_at is not None:
            raise NoSuchGame(key)
        return stored

    def load_any(self, key: str) -> StoredGame:
        """The game that this key opens, thrown away or not. Raises NoSuchGame."""
        kept = self._shelf.get(key)
        if kept is not None:
            return kept
        since = self._shelf.writes
        with self._read() as connection:
            stored = self._load(connection, key)
        self._shelf.offer(stored, since)
        return stored

    def _load(self, connection: sqlite3.Connection, key: str) -> StoredGame:
        row = connection.execute(
            "SELECT id, key, watch_key, uid, note, started_at, finished_at, deleted_at, ruleset FROM games"
            " WHERE key = ?",
            (key,),
        ).fetchone()
        if row is None:
            raise NoSuchGame(key)
        game_id, key, watch_key, uid, note, started_at, finished_at, deleted_at, ruleset = row
        people = self._people(connection, game_id)
        rows = connection.execute(
            f"SELECT {_EVENT_COLUMNS} FROM events WHERE game = ? ORDER BY number",  # noqa: S608
            (game_id,),
        )
        events = tuple(map(_event, rows))
        game = fold(ruleset_of(ruleset), [name for _, name in people], events)
        return StoredGame(
            game_id, key, watch_key, uid, note, started_at, finished_at, deleted_at, people, events, game
        )

    @staticmethod
    def _people(connection: sqlite3.Connection, game: int) -> tuple[tuple[int, str], ...]:
        rows = connection.execute(
            "SELECT players.id, players.name FROM seats JOIN players ON players.id = seats.player"
            " WHERE game = ? ORDER BY seat",
            (game,),
        )
        return tuple(rows.fetchall())

    def watched(self, watch_key: str) -> StoredGame:
        """The game that this key opens to watch. Raises NoSuchGame."""
        row = self.db.conn.execute(
            "SELECT key FROM games WHERE watch_key = ? AND deleted_at IS NULL", (watch_key,)
        ).fetchone()
        if row is None:
            raise NoSuchGame(watch_key)
        return self.load(row[0])

    def append(self, key: str, seen: int, wish: Wish) -> StoredGame:
        """Makes the wish the next event of the game and returns the game as it is then.

        `seen` is the last event that the sender knew. If what came next is exactly the wish, it is a
        resend: nothing is added, and it is answered as the first time. Raises NoSuchGame, Stale, or
        Refused as `grant`; nothing has changed then.
        """
        with self._writing:
            stored = self.load(key)
            self._check_seen(stored, seen, wish)
            if seen < stored.seen:
                return stored
            return self._grant(stored, wish)

    def _check_seen(self, stored: StoredGame, seen: int, wish: Wish) -> None:
        """Raises Stale unless the sender has seen the last event, or sends again what came next."""
        resend = 0 <= seen < stored.seen and is_granted_by(stored.events[seen], wish)
        if seen != stored.seen and not resend:
            raise Stale(stored)

    def _grant(self, stored: StoredGame, wish: Wish, player: int | None = None) -> StoredGame:
        """Adds the event that was wished for; `player` is the id of one who comes to the table with it."""
        event, game = grant(stored.names, stored.events, stored.game, wish, now())
        finished_at = (stored.finished_at or event.at) if game.finished else None
        events = (*stored.events, event)
        added = replace(stored, events=events, game=game, finished_at=finished_at)
        with self._write() as connection:
            if player is not None:
                connection.execute(
                    "INSERT INTO seats VALUES (?, ?, ?)", (stored.id, len(stored.people), player)
                )
            connection.execute(_INSERT_EVENT, (stored.id, *_event_row(event)))
            if finished_at or stored.finished_at:
                self._finish(connection, added)
        self._shelf.put(added)
        return added

    def join(self, key: str, seen: int, name: str) -> StoredGame:
        """A late player comes to the table, listed last; who left the list by undo finds the old seat.

        Raises as `append`, and Refused as `clean_name`, `name_twice` (player) or `too_many_players`.
        """
        player = clean_name(name)
        with self._writing:
            stored = self.load(key)
            game = stored.game
            folded = list(map(fold_name, game.players))
            known = folded.index(fold_name(player)) + 1 if fold_name(player) in folded else None
            wish = Wish(JOIN, Entry(JOIN, known or len(folded) + 1))
            self._check_seen(stored, seen, wish)
            if seen < stored.seen:
                return stored
            if known in game.seats:
                raise Refused("name_twice", player=player)
            check_players(game.ruleset, [*map(game.player, game.seats), player])
            if known:
                return self._grant(stored, wish)
            # Asked before anything is written: a refused newcomer leaves no trace.
            grant((*stored.names, player), stored.events, with_late_player(game, player), wish, now())
            with self._write() as connection:
                person = self._player(connection, player)
                (met,) = connection.execute("SELECT name FROM players WHERE id = ?", (person,)).fetchone()
            people = (*stored.people, (person, met))
            return self._grant(replace(stored, people=people, game=with_late_player(game, met)), wish, person)

    # --- beside the game --------------------------------------------------------------------------

    def edit(self, key: str, seen: int, note: str, started_at: str) -> StoredGame:
        """Another note and start; the finish of a finished game moves as far as its start.

        Raises as `append`, and Refused `unprintable` or `text_long`.
        """
        check_note(note)
        with self._writing:
            added = self.append(key, seen, Wish(NOTE, said=("edit", note, started_at)))
            finished_at = _moved(added.finished_at, added.started_at, started_at)
            edited = replace(added, note=note, started_at=started_at, finished_at=finished_at)
            with self._write() as connection:
                connection.execute(
                    "UPDATE games SET note = ?, started_at = ? WHERE id = ?", (note, started_at, added.id)
                )
                if finished_at:
                    self._finish(connection, edited)
            self._shelf.put(edited)
            return edited

    def rename(self, key: str, seen: int, seat: int, name: str) -> StoredGame:
        """Another name for the player of that seat, here and in all sheets.

        Raises as `append`, and Refused as `clean_name`, `unknown_player` or `name_twice` (player).
        """
        player = clean_name(name)
        with self._writing:
            stored = self.load(key)
            if seat not in stored.game.seats:
                raise Refused("unknown_player")
            person = stored.player_ids[seat - 1]
            other = self.db.conn.execute(
                "SELECT 1 FROM players WHERE folded = ? AND id != ?", (fold_name(player), person)
            ).fetchone()
            if other:
                raise Refused("name_known", player=player)
            self.append(key, seen, Wish(NOTE, said=("rename", str(person), player)))
            with self._write() as connection:
                connection.execute(
                    "UPDATE players SET name = ?, folded = ? WHERE id = ?",
                    (player, fold_name(player), person),
                )
            self._shelf.clear()
            return self.load(key)

    def throw_away(self, key: str) -> None:
        """Hides the game; `fetch_back` brings it back for 30 days. Raises NoSuchGame."""
        with self._writing:
            self._set_deleted(self.load(key), now())

    def fetch_back(self, key: str) -> StoredGame:
        """The game is there again. Raises NoSuchGame."""
        with self._writing:
            return self._set_deleted(self.load_any(key), None)

    def _set_deleted(self, stored: StoredGame, deleted_at: str | None) -> StoredGame:
        changed = replace(stored, deleted_at=deleted_at)
        with self._write() as connection:
            connection.execute("UPDATE games SET deleted_at = ? WHERE id = ?", (deleted_at, stored.id))
        self._shelf.put(changed)
        return changed

    # --- games from elsewhere ---------------------------------------------------------------------

    def add_games(self, records: Iterable[Record]) -> int:
        """Adds games that `read_record` let through, all or none, each with what its record says.

        One whose `uid` is there already is passed over. Returns how many were added.
        """
        people: dict[str, tuple[int, str]] = {}
        with self._write() as connection:
            return sum(self._add_game(connection, record, people) for record in records)

    def _add_game(
        self, connection: sqlite3.Connection, record: Record, people: dict[str, tuple[int, str]]
    ) -> bool:
        """Whether the game was added. `people` remembers who was met on the way, by folded name."""
        key, watch_key, uid = secrets.token_urlsafe(12), secrets.token_urlsafe(12), record.uid
        started_at = record.started_at or now()
        finished_at = (record.finished_at or started_at) if record.game.finished else None
        uid = uid or secrets.token_hex(16)
        inserted = connection.execute(
            "INSERT INTO games (key, watch_key, uid, ruleset, note, started_at, finished_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uid) DO NOTHING",
            (key, watch_key, uid, record.game.ruleset.id, record.note, started_at, finished_at),
        )
        if not inserted.rowcount:
            return False
        stored = StoredGame(
            inserted.lastrowid or 0,
            key,
            watch_key,
            uid,
            record.note,
            started_at,
            finished_at,
            None,
            tuple(self._met(connection, name, people) for name in record.game.players),
            tuple(_events_of(record.game, started_at)),
            record.game,
        )
        connection.executemany(
            "INSERT INTO seats (game, seat, player) VALUES (?, ?, ?)",
            [(stored.id, seat, person) for seat, (person, _) in enumerate(stored.people, 1)],
        )
        connection.executemany(_INSERT_EVENT, [(stored.id, *_event_row(event)) for event in stored.events])
        connection.executemany(_INSERT_RESULT, result_rows(stored))
        return True

    def _met(
        self, connection: sqlite3.Connection, name: str, people: dict[str, tuple[int, str]]
    ) -> tuple[int, str]:
        folded = fold_name(name)
        if folded not in people:
            people[folded] = (self._player(connection, name), name)
        return people[folded]

    def rebuild(self, keys: Iterable[str]) -> None:
        """Writes the results of these games anew from their events, all or none. Raises as `load_any`."""
        with self._write() as connection:
            for key in keys:
                stored = self._load(connection, key)
                at = stored.finished_at or (stored.events[-1].at if stored.events else stored.started_at)
                finished_at = at if stored.game.finished else None
                self._finish(connection, replace(stored, finished_at=finished_at))
        self._shelf.clear()

    @staticmethod
    def _finish(connection: sqlite3.Connection, stored: StoredGame) -> None:
        """Keeps the copy of the results in step: there for a finished game alone."""
        connection.execute("UPDATE games SET finished_at = ? WHERE id = ?", (stored.finished_at, stored.id))
        connection.execute("DELETE FROM results WHERE game = ?", (stored.id,))
        connection.executemany(_INSERT_RESULT, result_rows(stored))


def _events_of(game: Game, at: str) -> Iterator[Event]:
    """Events that tell that game: its entries, then its score cards, then its roll-offs."""
    number = 0
    for number, entry in enumerate(game.entries, 1):
        yield Event(number, entry.kind, entry, at=at)
    cards = [card for seat in game.seats for card in game.sheet(seat).cards]
    for number, card in enumerate(cards, number + 1):  # noqa: B020 (goes on counting)
        yield Event(number, CARD, score_card=card, at=at)
    for number, rolls in enumerate(game.roll_offs, number + 1):  # noqa: B020
        yield Event(number, ROLL_OFF, rolls=rolls, at=at)


ResultRow = tuple[int, int, int, str, str, int, int, int, int, int, str]


def result_rows(stored: StoredGame) -> list[ResultRow]:
    """What the results of a game say, a row a seat in the order of their columns; none until finished."""
    game, finished_at, players = stored.game, stored.finished_at, stored.player_ids
    if finished_at is None:
        return []
    ranks = game.ranks
    return [
        (
            stored.id,
            seat,
            players[seat - 1],
            game.ruleset.id,
            finished_at,
            sheet.total,
            ranks[seat],
            sheet.upper,
            sheet.upper_bonus,
            sheet.extras,
            json.dumps(dict(sheet.filled), separators=(",", ":")),
        )
        for seat in game.seats
        for sheet in (game.sheet(seat),)
    ]


def _moved(moment: str | None, old: str, new: str) -> str | None:
    """The moment, as far away from `new` as it was from `old`."""
    if moment is None:
        return None
    moved = datetime.fromisoformat(moment) + (datetime.fromisoformat(new) - datetime.fromisoformat(old))
    return moved.strftime(_FORM)


def check_note(note: str) -> None:
    """Raises Refused `unprintable` or `text_long` (field, most)."""
    refuse_unprintable(note, "note")
    if len(note) > LONGEST_NOTE:
        raise Refused("text_long", field="note", most=LONGEST_NOTE)


def secret_key(folder: Path) -> str:
    """The key that signs cookies: made once, in a file that its owner alone can read."""
    file = folder / "secret_key"
    with suppress(FileExistsError):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as writing:
            writing.write(secrets.token_hex(32))
    return file.read_text()
