"""All games as a bundle of records, written piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress

from scorepad.record import BUNDLE, VERSION, write_record
from scorepad.stats import every_key
from scorepad.store import NoSuchGame, Store, StoredGame, Unreadable
from scorepad.transfer.intake import Track


def every_game(store: Store, track: Track[str] = iter) -> Iterator[StoredGame]:
    """All games that are not thrown away and can be read, one by one: nobody waits for a long export."""
    for key in track(every_key(store)):
        with suppress(NoSuchGame, Unreadable):  # thrown away meanwhile; or set aside, and told by the check
            yield store.load(key)


def bundle(games: Iterable[StoredGame]) -> Iterator[str]:
    """The bundle of these games as JSON, piece by piece, a line a game."""
    between = f'{{"format": "{BUNDLE}", "version": {VERSION}, "games": [\n'
    for stored in games:
        yield between + json.dumps(write_record(stored.record), ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n" if between == ",\n" else between + "]}\n"


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
