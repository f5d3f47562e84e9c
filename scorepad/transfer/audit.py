"""Whether all that is kept is sound, and bringing the copies in step with their games."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.rules import Place, Refused
from scorepad.stats import day_and_names, every_key, loose_rows
from scorepad.store import (
    Store,
    StoreError,
    Unreadable,
    copies_of,
    figures_differ,
    kept_copies,
    kept_results,
    results_of,
)
from scorepad.transfer.track import Track


def check(store: Store, track: Track[str] = iter) -> Iterator[Refused]:
    """What is wrong with what is kept: games that can't be read, copies that are not what their game says.

    Each fault has the place of its game, by the order of their start. What is summed up of results that are
    wrong themselves is not told besides.
    """
    results_differ = False
    if loose := loose_rows(store):
        yield Refused("loose_rows", count=loose)
    for number, key in enumerate(track(every_key(store, thrown_away=True)), 1):
        fault = _fault_of(store, key)
        if fault:
            results_differ |= fault.reason == "results_differ"
            started_at, names = day_and_names(store, key)
            yield fault.at(Place("game", number, (started_at[:10], *names)))
    if not results_differ and figures_differ(store.db.conn):
        yield Refused("figures_differ")


def sums_differ(store: Store) -> bool:
    """Whether something is wrong that is seen without reading a game: by hand, or by a bad disk."""
    try:
        return loose_rows(store) > 0 or figures_differ(store.db.conn)
    except StoreError as error:
        return error.reason == "spoilt_copies"


def _fault_of(store: Store, key: str) -> Refused | None:
    try:
        stored = store.load_any(key)
    except Unreadable as unreadable:
        return unreadable.why or unreadable
    kept = kept_copies(store.db.conn, stored.id), kept_results(store.db.conn, stored.id)
    return None if kept == (copies_of(stored), results_of(stored)) else Refused("results_differ")


def rebuild(store: Store, track: Track[str] = iter) -> None:
    """Writes the copies of every game that can be read anew, and all that is summed up of them."""
    store.rebuild(track(every_key(store, thrown_away=True)))
