"""`check`: whether all games are sound."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import click

from scorepad import transfer
from scorepad.commands.terminal import OK, REFUSED, complain_of, count, progress, say
from scorepad.stats import every_key
from scorepad.store import Store, StoreError, default_path, named_folder, snapshot


@click.command(short_help="check that all games are sound, also while the pad is served")
@click.option("--rebuild", is_flag=True, help="Write the results anew first; the pad must be stopped.")
def check(rebuild: bool) -> int:
    """Checks the database file, that every game can be read, and that the results kept beside the games are
    what they say.

    Exit 1: something is wrong, a line each on standard error.
    """
    path = default_path(os.environ)
    if rebuild:
        _rebuild(path)
    with snapshot(path) as store:
        return _report(store)


def _rebuild(path: Path) -> None:
    if not path.exists():
        raise StoreError("no_database", file=str(path))
    with closing(Store(path, named_folder(os.environ))) as store, progress("Rebuilding") as track:
        transfer.rebuild(store, track)


def _report(store: Store) -> int:
    """Says what is wrong in that store, or that nothing is."""
    with progress("Checking") as track:
        faults = list(transfer.check(store, track))
    for fault in faults:
        complain_of(fault)
    if faults:
        return REFUSED
    games = count(len(every_key(store, thrown_away=True)), "game")
    say(f"{games} checked: every one can be read, and its results are what it says.")
    return OK
