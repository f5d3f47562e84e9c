"""Games on their way in: each checked against the store and the others, then all added or none."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from scorepad.record import Record, bundled_games, load_json, read_record, write_record
from scorepad.rules import Place, Refused, check_seats, fold_name
from scorepad.stats import Known, every_known, every_name
from scorepad.store import Store, Unreadable

T = TypeVar("T")
Track = Callable[[Sequence[T]], Iterable[T]]
"""Looks on while a long row is worked through: yields its items, and may show how far it is."""


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

        Raises Refused `other_content` (players), or as `check_seats`.
        """
        said = _digest(record)
        uid = record.uid or self._same(record, said) or said
        known = self._there.get(uid)
        if known is None and uid not in self._coming:
            check_seats(record.game.ruleset, record.game.players)
            self._coming[uid] = replace(record, uid=uid)
            self._uids.setdefault(said, uid)
            return
        there = self._load(known) if known else self._coming[uid]
        if there is not None:
            self._check_same(record, said, there)
        self.known += 1
        self.thrown_away += bool(known and known.thrown_away)

    def _load(self, known: Known) -> Record | None:
        """The record of a game that is here, None where it can't be read."""
        try:
            return self._store.load_any(known.key).record
        except Unreadable:
            return None

    def _same(self, record: Record, said: str) -> str | None:
        """The uid of a game that says the same as this one, which has none of its own."""
        for known in self._by_start.pop((record.game.ruleset.id, record.started_at or ""), ()):
            there = self._load(known)
            if there is not None:
                self._uids.setdefault(_digest(there), known.uid)
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
