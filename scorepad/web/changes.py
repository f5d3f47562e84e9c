"""What moved on the sheet between two moments: a phone that shows the first needs no more than that."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from scorepad.rules import Cell, Turn
from scorepad.store import StoredGame


def changed_boxes(then: StoredGame, now: StoredGame) -> frozenset[str] | None:
    """The boxes whose rows look otherwise now; heads, sums and tray are drawn anew anyway.

    None where something else moved (players, seats, corrections, the end of the game): then the whole pad is
    drawn.
    """
    if _around(then) != _around(now):
        return None
    return frozenset((*_last(then), *_last(now), *_filled_otherwise(then, now)))


def _around(stored: StoredGame) -> Hashable:
    """All that a pad shows beside what turns write."""
    game = stored.game
    left = tuple(sheet.left for sheet in game.sheets)
    return (
        game.ruleset.fingerprint,
        game.players,
        game.seats,
        left,
        game.finished,
        tuple(stored.corrected.items()),
        stored.hints,
        stored.suspense,
        stored.clock,
        game.teams,
    )


def _last(stored: StoredGame) -> Iterator[str]:
    """The box that is marked as written last."""
    last = stored.game.entries[-1] if stored.game.entries else None
    if isinstance(last, Turn):
        yield last.box


def _filled_otherwise(then: StoredGame, now: StoredGame) -> Iterator[str]:
    for before, after in zip(then.game.sheets, now.game.sheets, strict=True):
        if before is after:
            continue
        moved: set[Cell] = {cell for cell, _points in before.filled.items() ^ after.filled.items()}
        moved |= {*before.open_cells} ^ {*after.open_cells}
        yield from (cell.box for cell in moved)
        if before.extras != after.extras:
            yield after.ruleset.all_alike.id
