"""Taking games in and out: records and bundles, tables for a spreadsheet, and the check of what is kept."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scorepad.rules.cards import CHANGE_DIE, OTHER, REDUCE_OPPONENT, ActionCard
from scorepad.rules.game import Game
from scorepad.rules.names import fold_name
from scorepad.rules.record import BUNDLE, VERSION, Record, bundled_games, load_json, read_record, write_record
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.sheet import EXTRA_YAHTZEE
from scorepad.stats import (
    Known,
    every_key,
    every_known,
    every_name,
    kept_results,
    loose_rows,
    who_and_when,
)
from scorepad.store import LARGEST_INTEGER, NoSuchGame, Store, StoredGame, result_rows

T = TypeVar("T")
Track = Callable[[Sequence[T]], Iterable[T]]
"""Looks on while a long row is worked through: yields its items, and may show how far it is."""

_ROOM = 2**32
"""What points a game may still gain after it came in; totals must stay within 64 bits."""
_FIRST_YEAR, _LAST_YEAR = "1900", "8999"


# --- in -------------------------------------------------------------------------------------------


class Intake:
    """Games on their way in, each checked against the store and the others; `save` adds all or none.

    A game's identity is its uid, else what its record says: rule set, players, start, turns, cards and
    roll-offs. `known` counts those that are here already, `thrown_away` those of them that were thrown away.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._there = {known.uid: known for known in every_known(store)}
        self._by_start: dict[tuple[str, str], list[Known]] = {}
        for known in self._there.values():
            self._by_start.setdefault((known.ruleset, known.started_at), []).append(known)
        self._uids: dict[str, str] = {}
        self._coming: dict[str, Record] = {}
        self.known = 0
        self.thrown_away = 0

    @property
    def new(self) -> tuple[Record, ...]:
        """The games that `save` will add."""
        return tuple(self._coming.values())

    @property
    def new_names(self) -> tuple[str, ...]:
        """The names among the new games that nobody here has, in the order met."""
        here = every_name(self._store)
        met: dict[str, str] = {}
        for record in self.new:
            for name in record.game.players:
                met.setdefault(fold_name(name), name)
        return tuple(name for folded, name in met.items() if folded not in here)

    def read(self, raw: bytes, track: Track[object] = iter) -> None:
        """Takes the record, or every record of the bundle, in those bytes.

        Raises Refused as `load_json`, `bundled_games`, `read_record` and `take`, with its places; what was
        taken before then must not be saved.
        """
        data = load_json(raw)
        games = bundled_games(data)
        if games is None:
            self.take(read_record(data))
            return
        for number, game in enumerate(track(games), 1):
            try:
                self.take(read_record(game))
            except Refused as refused:
                raise refused.at(Place("game", number)) from None
            games[number - 1] = None  # a large bundle need not be held twice

    def take(self, record: Record) -> None:
        """One more game.

        Raises Refused `number_big`, `far_time` (time) or `other_content` (players).
        """
        _check_fits(record)
        said = _digest(record)
        uid = record.uid or self._same(record, said) or said
        known = self._there.get(uid)
        if known is None and uid not in self._coming:
            self._coming[uid] = replace(record, uid=uid)
            self._uids.setdefault(said, uid)
            return
        self._check_same(record, said, self._load(known) if known else self._coming[uid])
        self.known += 1
        self.thrown_away += bool(known and known.thrown_away)

    def _load(self, known: Known) -> Record:
        return self._store.load_any(known.key).record

    def _same(self, record: Record, said: str) -> str | None:
        """The uid of a game that says the same as this one, which has none of its own."""
        for known in self._by_start.pop((record.game.ruleset.id, record.started_at or ""), ()):
            self._uids.setdefault(_digest(self._load(known)), known.uid)
        return self._uids.get(said)

    @staticmethod
    def _check_same(record: Record, said: str, other: Record) -> None:
        """A record that is silent on the start agrees with any."""
        if _digest(other if record.started_at else replace(other, started_at=None)) != said:
            raise Refused("other_content", players=", ".join(record.game.players))

    def save(self, track: Track[Record] = iter) -> int:
        """Adds the new games in one transaction; returns how many."""
        return self._store.add_games(track(self.new))


def _digest(record: Record) -> str:
    """What tells a game that has no uid: a hash of all that is played, players by their folded names."""
    players = tuple(map(fold_name, record.game.players))
    told = write_record(Record(replace(record.game, players=players), started_at=record.started_at))
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _check_fits(record: Record) -> None:
    """Whether the store can hold its numbers, and a calendar its times."""
    for sheet in record.game.sheets:
        if max(sheet.score_cards, sheet.penalties) > LARGEST_INTEGER - _ROOM:
            raise Refused("number_big")
    for time in (record.started_at, record.finished_at):
        if time is not None and not _FIRST_YEAR <= time[:4] <= _LAST_YEAR:
            raise Refused("far_time", time=time)


# --- out ------------------------------------------------------------------------------------------


def every_game(store: Store, track: Track[str] = iter) -> Iterator[StoredGame]:
    """All games that are not thrown away, read one by one, so that nobody waits for a long export."""
    for key in track(every_key(store)):
        try:
            stored = store.load(key)
        except NoSuchGame:  # thrown away meanwhile
            continue
        yield stored


def bundle(games: Iterable[StoredGame]) -> Iterator[str]:
    """The bundle of these games as JSON, piece by piece, a line a game."""
    between = f'{{"format": "{BUNDLE}", "version": {VERSION}, "games": [\n'
    for stored in games:
        yield between + json.dumps(write_record(stored.record), ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n" if between == ",\n" else between + "]}\n"


Cell = str | int | None

GAME_COLUMNS = (
    *("id", "ruleset", "started_at", "finished_at", "note", "seat", "player", "total", "rank"),
    *("upper", "upper_bonus", "lower", "extra_yahtzees", "score_cards", "penalties", "left"),
)
"""The columns of the games table: a row for each player of each game."""

TURN_COLUMNS = (
    *("id", "ruleset", "started_at", "turn", "player", "kind", "dice", "box", "points", "extra"),
    "action_card",
)
"""The columns of the turns table: a row for each entry of each game; ids as in records."""

SHEET_ROWS = (
    *("upper_total", "upper_bonus", "extra_points", "score_cards", "penalties", "total", "rank"),
    "box",
)
"""The rows of one game's sheet beside its boxes; `box` heads the first column."""


def games_table(games: Iterable[StoredGame], headings: Mapping[str, str]) -> Iterator[str]:
    """All games as CSV, piece by piece; `headings` names GAME_COLUMNS."""
    yield from _csv([[headings[column] for column in GAME_COLUMNS]], first=True)
    for stored in games:
        yield from _csv(_game_rows(stored))


def _game_rows(stored: StoredGame) -> Iterator[list[Cell]]:
    game = stored.game
    ranks = game.ranks
    for seat in game.seats:
        sheet = game.sheet(seat)
        yield [
            stored.uid,
            game.ruleset.id,
            stored.started_at,
            stored.finished_at,
            stored.note,
            seat,
            game.player(seat),
            sheet.total,
            ranks[seat] if game.finished else None,
            sheet.upper,
            sheet.upper_bonus,
            sheet.lower,
            sheet.extras,
            sheet.score_cards,
            sheet.penalties,
            int(sheet.left),
        ]


def turns_table(games: Iterable[StoredGame], headings: Mapping[str, str]) -> Iterator[str]:
    """All turns as CSV, piece by piece; `headings` names TURN_COLUMNS."""
    yield from _csv([[headings[column] for column in TURN_COLUMNS]], first=True)
    for stored in games:
        yield from _csv(_turn_rows(stored))


def _turn_rows(stored: StoredGame) -> Iterator[list[Cell]]:
    game = stored.game
    for number, (entry, target) in enumerate(zip(game.entries, game.scored, strict=True), 1):
        yield [
            stored.uid,
            game.ruleset.id,
            stored.started_at,
            number,
            game.player(entry.seat),
            entry.kind,
            str(entry.dice) if entry.dice else None,
            entry.box,
            target.points if target else None,
            target.extra if target else None,
            _card_cell(entry.card, game) if entry.card else None,
        ]


def _card_cell(card: ActionCard, game: Game) -> str:
    """What an action card did, in one cell: its kind and what a record says beside it."""
    if card.kind == CHANGE_DIE:
        return f"{card.kind} {card.old} {card.new}"
    if card.kind == REDUCE_OPPONENT:
        return f"{card.kind} {card.points} {game.player(card.seat)}"
    return f"{card.kind} {card.name}" if card.kind == OTHER else card.kind


def sheet_table(game: Game, labels: Mapping[str, str]) -> Iterator[str]:
    """One game's sheet as CSV, as it stands on paper; `labels` names its boxes and SHEET_ROWS."""
    rules, sheets = game.ruleset, [game.sheet(seat) for seat in game.seats]
    ranks = game.ranks

    def row(label: str, cells: Iterable[Cell]) -> list[Cell]:
        return [labels[label], *cells]

    rows = [row("box", map(game.player, game.seats))]
    rows += [row(box.id, (sheet.filled.get(box.id) for sheet in sheets)) for box in rules.upper]
    rows.append(row("upper_total", (sheet.upper for sheet in sheets)))
    if rules.upper_bonus:
        rows.append(row("upper_bonus", (sheet.upper_bonus for sheet in sheets)))
    rows += [row(box.id, (sheet.filled.get(box.id) for sheet in sheets)) for box in rules.lower]
    if rules.joker or rules.cards:
        rows.append(row("extra_points", (EXTRA_YAHTZEE * sheet.extras for sheet in sheets)))
    if rules.cards:
        rows.append(row("score_cards", (sheet.score_cards for sheet in sheets)))
        rows.append(row("penalties", (-sheet.penalties for sheet in sheets)))
    rows.append(row("total", (sheet.total for sheet in sheets)))
    if game.finished:
        rows.append(row("rank", (ranks[seat] for seat in game.seats)))
    yield from _csv(rows, first=True)


def _csv(rows: Iterable[Sequence[Cell]], *, first: bool = False) -> Iterator[str]:
    """These rows as one piece; the first one of a table begins with the mark that spreadsheets look for."""
    text = io.StringIO("\ufeff" if first else "", newline="")
    text.seek(0, io.SEEK_END)
    csv.writer(text).writerows([_harmless(cell) for cell in row] for row in rows)
    yield text.getvalue()


_FORMULA = re.compile("[=+\\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?")


def _harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula; a negative number stays one."""
    if isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


_PIECE = 1 << 16


def encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    """These pieces as UTF-8, in larger ones."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        waiting.append(piece.encode())
        size += len(waiting[-1])
        if size >= _PIECE:
            yield b"".join(waiting)
            waiting.clear()
            size = 0
    yield b"".join(waiting)


# --- whether all is sound ---------------------------------------------------------------------------


def check(store: Store, track: Track[str] = iter) -> Iterator[Refused]:
    """What is wrong with what is kept: games that don't fold, results that are not what their game says.

    Each fault has the place of its game, by the order of their start.
    """
    if loose := loose_rows(store):
        yield Refused("loose_rows", count=loose)
    for number, key in enumerate(track(every_key(store, thrown_away=True)), 1):
        fault = _fault_of(store, key)
        if fault:
            yield fault.at(Place("game", number, who_and_when(store, key)))


def _fault_of(store: Store, key: str) -> Refused | None:
    stored = _folded(store, key)
    if isinstance(stored, Refused):
        return stored
    if (stored.finished_at is not None) != stored.game.finished:
        return Refused("results_differ")
    return Refused("results_differ") if kept_results(store, stored.id) != result_rows(stored) else None


def _folded(store: Store, key: str) -> StoredGame | Refused:
    """The game, or why it can't be read."""
    try:
        return store.load_any(key)
    except Refused as refused:
        return refused
    except (ValueError, LookupError, TypeError, AttributeError):  # events that no version wrote
        return Refused("unreadable_game")


def rebuild(store: Store, track: Track[str] = iter) -> None:
    """Writes the results of every game that can be read anew."""
    keys = every_key(store, thrown_away=True)
    store.rebuild([key for key in track(keys) if isinstance(_folded(store, key), StoredGame)])
