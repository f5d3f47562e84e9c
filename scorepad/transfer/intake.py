"""Games on their way in: all are checked against the store and the others, then they are added."""

from __future__ import annotations

import hashlib
import json
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from scorepad.record import Games, Record, read_record, write_record
from scorepad.rules import Place, Refused, check_seats, fold_name
from scorepad.stats import every_known, is_name, known_by, merged, standing_names
from scorepad.store import NoSuchGame, Notes, Said, Store, Unreadable, refuse_one_person
from scorepad.transfer.track import Track

HELD = 0.03
"""For how many seconds others wait until some games are written; then it is their turn."""
_READY = 2000
"""How much the games weigh together that are made ready to be written."""
_EMPTY = 20
"""What a game weighs beside its entries, players and cards."""


class Intake:
    """Games on their way in, each checked against the store and the others; `save` adds the new ones.

    A game's identity is its uid, else what its record says: rule set, players, start, turns, cards and
    roll-offs. `known` counts those that are here already, `thrown_away` those of them that were thrown away,
    `under_way` the new ones that are not finished, `added` those that are written.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._notes = Notes()
        self._files: list[Games] = []
        self._met = 0
        self._starts_listed = False
        self._merged = merged(store)
        self.known = 0
        self.thrown_away = 0
        self.under_way = 0
        self.added = 0

    def close(self) -> None:
        """Forgets them."""
        self._notes.close()

    @property
    def new(self) -> int:
        """How many games `save` will add."""
        return self._notes.new

    @property
    def names(self) -> int:
        """How many names among the new games nobody here has."""
        return self._notes.names

    def new_names(self, most: int) -> tuple[str, ...]:
        """The first of those names, in the order met."""
        return self._notes.first_names(most)

    # --- looking at them --------------------------------------------------------------------------

    def read(self, file: BinaryIO, track: Track[object] = iter) -> None:
        """Looks at the record, or at every record of the bundle, in that file; `save` reads it once more.

        Raises Refused as `Games`, `read_record` and `take`, with its places; what was looked at before then
        must not be saved.
        """
        games = Games(file)
        for number, data in enumerate(track(games), 1):
            try:
                self.take(read_record(data))
            except Refused as refused:
                raise refused.at(Place("game", number)) if games.bundled else refused from None
        self._files.append(games)

    def take(self, record: Record) -> str | None:
        """Looks at one more game; the uid under which it is to be added, None where it is here already.

        Raises Refused `one_person` (player, other), `other_content` (players), or as `check_seats`.
        """
        self._met += 1
        said = self._said(record)
        uid = record.uid or self._same(record, said) or said.dated
        known = known_by(self._store, uid)
        coming = None if known else self._notes.coming(uid)
        if known is None and coming is None:
            check_seats(record.game.ruleset, record.game.players)
            self._note(record, uid, said)
            return uid
        there = coming if known is None else self._told_by(known.key)
        if there and (there.dated if record.started_at else there.undated) != said.dated:
            raise Refused("other_content", players=", ".join(record.game.players))
        self.known += 1
        self.thrown_away += bool(known and known.thrown_away)
        return None

    def _note(self, record: Record, uid: str, said: Said) -> None:
        self._notes.add(self._met, uid, said)
        self.under_way += not record.game.finished
        for name in record.game.players:
            folded = fold_name(name)
            if not is_name(self._store, folded):
                self._notes.meet(folded, name)

    def _said(self, record: Record) -> Said:
        """What tells a game that has no uid: hashes of all that is played, players by who stands for them.

        Raises Refused `one_person` (player, other) where two of them are one here.
        """
        players = standing_names(record.game.players, self._merged)
        refuse_one_person(record.game.players, players)
        told = write_record(Record(replace(record.game, players=players), started_at=record.started_at))
        dated = _hash(told)
        return Said(dated, _hash(told | {"started_at": None}) if record.started_at else dated)

    def _told_by(self, key: str) -> Said | None:
        """What a game that is here says, None where it can't be read, or was deleted meanwhile."""
        try:
            return self._said(self._store.load_any(key, in_passing=True).record)
        except (NoSuchGame, Unreadable):
            return None

    def _same(self, record: Record, said: Said) -> str | None:
        """The uid of a game that says the same as this one, which has none of its own."""
        if not self._starts_listed:
            self._notes.list_known((k.ruleset, k.started_at, k.uid, k.key) for k in every_known(self._store))
            self._starts_listed = True
        for uid, key in self._notes.take_started(record.game.ruleset.id, record.started_at or ""):
            there = self._told_by(key)
            if there:
                self._notes.remember(there.dated, uid)
        return self._notes.uid_saying(said.dated)

    def add(self, record: Record) -> None:
        """Looks at one game, and adds it where it is new. Raises Refused as `take`."""
        uid = self.take(record)
        if uid:
            self.added += self._store.add_games([replace(record, uid=uid)])

    # --- adding them ------------------------------------------------------------------------------

    def save(self, track: Track[Record] = iter) -> int:
        """Adds the new games, some at a time, so that nobody else who saves waits for long; returns how many.

        Should it end in the middle, the same file adds the rest: those that are there are passed over.
        """
        ready: deque[Record] = deque()
        weight = 0
        for record in track(_Coming(self._files, self._notes)):
            ready.append(record)
            weight += _weight(record)
            if weight >= _READY:
                self._write(ready)
                weight = 0
        self._write(ready)
        return self.added

    def _write(self, ready: deque[Record]) -> None:
        while ready:
            self.added += self._store.add_games(_for_a_moment(ready))
            if ready:
                time.sleep(HELD)


def _weight(record: Record) -> int:
    game = record.game
    return _EMPTY + len(game.entries) + len(game.players) + sum(len(sheet.cards) for sheet in game.sheets)


def _for_a_moment(ready: deque[Record]) -> Iterator[Record]:
    """One record, and as many more as there is time for."""
    until = time.monotonic() + HELD
    yield ready.popleft()
    while ready and time.monotonic() < until:
        yield ready.popleft()


class _Coming:
    """The new games of these files, read once more."""

    def __init__(self, files: list[Games], notes: Notes) -> None:
        self._files = files
        self._notes = notes

    def __len__(self) -> int:
        return self._notes.new

    def __iter__(self) -> Iterator[Record]:
        every = (data for games in self._files for data in games)
        for number, data in enumerate(every, 1):
            uid = self._notes.uid_of(number)
            if uid is not None:
                yield replace(read_record(data), uid=uid)


def _hash(told: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
