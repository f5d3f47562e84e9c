"""What can go wrong with the file or with a game in it."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from scorepad.rules import Refused, Told

if TYPE_CHECKING:
    from scorepad.store.games import StoredGame


_PATHS = frozenset(("file", "log", "folder"))


class StoreError(Told):
    """The file can't be used, backed up or restored. No refusal: what was wished may be done another time."""

    @property
    def by_name(self) -> StoreError:
        """The same with the names of files alone: where they lie is for the terminal and the log."""
        short = {key: PurePath(str(fact)).name for key, fact in self.facts.items() if key in _PATHS}
        return StoreError(self.reason, **{**self.facts, **short})


class NoSuchGame(LookupError):
    """No game has that key."""


class Unreadable(Refused):
    """That game's events are none that this version could have written; all others are as they were.

    `why` is the rule that they break and where, None where they say nothing that a rule could judge.
    """

    def __init__(self, key: str, why: Refused | None = None) -> None:
        super().__init__("unreadable_game")
        self.key = key
        self.why = why


class Stale(Exception):
    """Something that touches what is sent came after the last event the sender saw. Carries the game as it
    is now.
    """

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(stored.seen)
        self.stored = stored
