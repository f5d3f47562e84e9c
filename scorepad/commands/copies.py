"""`backup` and `restore`: the database as one file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from scorepad import store
from scorepad.commands.terminal import OK, say

_MEGABYTE = 1 << 20


@click.command(short_help="copy all games into one file, also while the pad is served")
@click.argument("file", metavar="FILE")
def backup(file: str) -> int:
    """Writes a checked copy of the database; the pad may be running.

    FILE is the copy to write; it must not exist yet. In a folder it gets a number and the date as its name.
    """
    made = store.backup(store.default_path(os.environ), Path(file))
    say(f"All games are in {made}.")
    return OK


@click.command(short_help="put a copy in place of the games here, or list those that the pad keeps")
@click.argument("file", metavar="FILE", required=False)
@click.option("--list", "listed", is_flag=True, help="List the copies that the pad keeps by itself.")
@click.pass_context
def restore(context: click.Context, file: str | None, listed: bool) -> int:
    """Puts a backup in place; what was there is kept beside it. Stop the pad first.

    FILE is a copy made by backup, or the name of one that the pad keeps by itself.
    """
    path = store.default_path(os.environ)
    backups = store.Backups(path, store.named_folder(os.environ))
    if listed:
        say("\n".join(_listed(backups)))
        return OK
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.", context)
    kept = store.restore(_found(file, backups), path)
    say(f"The games of {file} are in place." + (f" Those before: {kept}" if kept else ""))
    return OK


def _found(file: str, backups: store.Backups) -> Path:
    """The file of that name, here or among the copies."""
    here, there = Path(file), backups.folder / file
    return there if not here.exists() and there.exists() else here


def _listed(backups: store.Backups) -> Iterator[str]:
    copies = backups.kept
    if not copies:
        yield f"There are no copies in {backups.folder}."
        return
    yield f"Copies in {backups.folder}, the newest first:"
    for copy in copies:
        made = f"{copy.made[:10]} {copy.made[11:16]} UTC"
        yield f"  {copy.file.name}  ({made}, {copy.file.stat().st_size / _MEGABYTE:.1f} MB)"
    yield f"To put one in place, stop the pad, then: app.py restore {copies[0].file.name}"
