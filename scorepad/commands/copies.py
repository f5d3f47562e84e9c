"""`backup` and `restore`: the database as one file."""

from __future__ import annotations

import os
from pathlib import Path

import click

from scorepad import store
from scorepad.commands.terminal import OK, say
from scorepad.rules import Refused


@click.command(short_help="copy all games into one file, also while the pad is served")
@click.argument("file", metavar="FILE")
def backup(file: str) -> int:
    """Writes a checked copy of the database; the pad may be running.

    FILE is the copy to write; it must not exist yet.
    """
    try:
        store.backup(store.default_path(os.environ), Path(file))
    except UnicodeEncodeError:  # a name that SQLite can't open
        raise Refused("not_writable", file=file) from None
    say(f"All games are in {file}.")
    return OK


@click.command(short_help="put a copy made by backup in place of the games here")
@click.argument("file", metavar="FILE")
def restore(file: str) -> int:
    """Puts a backup in place; what was there is kept beside it. Stop the pad first.

    FILE is a copy made by backup.
    """
    kept = store.restore(Path(file), store.default_path(os.environ))
    say(f"The games of {file} are in place." + (f" Those before: {kept}" if kept else ""))
    return OK
