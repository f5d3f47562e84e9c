"""A real server for real browsers: the app on waitress, on a free port, in a thread of this process."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from scorepad.record import Record, read_record, score
from scorepad.rules import ruleset_of
from scorepad.serving.server import Service
from scorepad.store import Store, StoredGame
from tests.helpers import boxes, make_app, store_of, turn
from tests.made_up import played
from tests.strategies import legal

NAMES = ("Aino", "Grandpa", "Ville", "Maximilian", "Li", "Anna-Kaisa")
"""Names as they sit at a table: short, usual and long."""
CROWD = tuple(f"{name} {number}" if number > 1 else name for number in range(1, 8) for name in NAMES)


class House:
    """The pad as it is served. `restart` is a power cut: same file, same address."""

    def __init__(self, path: Path, **config: object) -> None:
        self.path, self.config = path, config
        self.port = 0
        self.open()

    def open(self) -> None:
        self.app = make_app(self.path, **self.config)
        self._service = Service(self.app, "127.0.0.1", self.port)
        self.port = self._service.heard[0][1]
        self._thread = Thread(target=self._service.run)
        self._thread.start()

    def close(self) -> None:
        self._service.stop()
        self._thread.join()
        self.store.close()

    def restart(self) -> None:
        self.close()
        self.open()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def store(self) -> Store:
        return store_of(self.app)

    # --- games, made without a browser --------------------------------------------------------------

    def game(self, ruleset: str = "yahtzee", players: Sequence[str] = ("Ana", "Ben"), turns: int = 0) -> str:
        """A new game's key, with that many random turns in it."""
        key = self.store.create(ruleset, players)
        self.advance(key, turns)
        return key

    def finished(self, ruleset: str = "yahtzee", players: Sequence[str] = ("Ana", "Ben")) -> str:
        key = self.store.create(ruleset, players)
        self.advance(key, len(players) * len(self.load(key).game.ruleset.boxes))
        assert self.load(key).game.finished
        return key

    def advance(self, key: str, turns: int, seed: int = 1) -> None:
        """Takes that many turns, played well enough that totals look like totals."""
        stored = self.load(key)
        chance = random.Random(seed)
        for _ in range(turns):
            filled = boxes(stored.game, stored.game.mover or 0)
            offers = [
                (points + extra, box, dice)
                for dice in ("".join(chance.choices("123456", k=5)) for _ in range(3))
                for box, (points, extra) in legal(stored.game.ruleset.id, filled, [*map(int, dice)]).items()
            ]
            _, box, dice = max(offers)
            stored = self.take(key, box, dice)

    def played(self, players: Sequence[str], count: int = 6, ruleset: str = "yahtzee") -> str:
        """So many finished games of these people, added at once; the path of the first one's page."""
        chance = random.Random(count)
        rules, moments = ruleset_of(ruleset), ("2026-11-29T18:00:00Z", "2026-11-29T18:40:00Z")
        self.store.add_games(
            Record(played(rules, list(players), chance), secrets.token_hex(16), *moments)
            for _ in range(count)
        )
        (player,) = self.store.db.execute("SELECT id FROM players WHERE name = ?", (players[0],)).fetchone()
        return f"/players/{player}"

    def take(self, key: str, box: str, dice: str) -> StoredGame:
        """A turn of whoever is to move."""
        return self.store.append(key, self.load(key).seen, turn(box, dice))

    def load(self, key: str) -> StoredGame:
        return self.store.load(key)

    def watch(self, key: str) -> str:
        """The path for those who only watch."""
        row = self.store.db.conn.execute("SELECT watch_key FROM games WHERE key = ?", (key,)).fetchone()
        return f"/watch/{row[0]}"

    def events(self, key: str) -> list[str]:
        """The kinds of a game's events."""
        return [event.what.kind for event in self.load(key).events]


def scored(record: object) -> dict[str, tuple[int, int]]:
    """Name → total and rank of a record, as `score` tells them."""
    told: Record = read_record(record)
    return {player["name"]: (player["total"], player["rank"]) for player in score(told.game)["players"]}  # type: ignore[attr-defined]
