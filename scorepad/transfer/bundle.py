"""All games as a bundle of records, written piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from scorepad.record import BUNDLE, VERSION, write_record
from scorepad.stats import every_key
from scorepad.store import NoSuchGame, Store, StoredGame, Unreadable
from scorepad.transfer.track import Track


def every_game(
    store: Store, track: Track[str] = iter, left_out: list[str] | None = None
) -> Iterator[StoredGame]:
    """All games that are not thrown away and can be read, one by one: nobody waits for a long export.

    The keys of those that can't be read are noted in `left_out`.
    """
    for key in track(every_key(store)):
        try:
            stored = store.load(key, in_passing=True)
        except NoSuchGame:  # thrown away meanwhile
            continue
        except Unreadable:
            if left_out is not None:
                left_out.append(key)
            continue
        yield stored


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
