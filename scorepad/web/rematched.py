"""The game that goes on after a finished one: the phones that show its result are told of it."""

from __future__ import annotations

from scorepad.store import NoSuchGame, StoredGame, Unreadable
from scorepad.web.here import store


def rematch_under_way(stored: StoredGame) -> StoredGame | None:
    """The last rematch of that game, while it is played; None as well where it can't be read."""
    try:
        now = store().followed(stored)
    except (NoSuchGame, Unreadable):
        return None
    return None if now is stored or now.game.finished else now
