"""`import`: games of records and bundles, all or none."""

from __future__ import annotations

import os
from contextlib import closing

import click

from scorepad.commands.reading import called, no_json, read_bytes
from scorepad.commands.terminal import OK, complain, complain_of, count, progress, say
from scorepad.rules import Refused
from scorepad.store import Store, StoreError, default_path, named_folder
from scorepad.transfer import Intake


@click.command("import", short_help="add the games of records and bundles")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def import_games(files: tuple[str, ...]) -> int:
    """Adds the games of these files, all or none; games that are here already are passed over.

    FILE is a record or a bundle, or - for standard input. While the pad is running, use its page /import.

    Exit 1: a file is refused, and one line on standard error says where and why. Exit 2: a file is not
    readable or is no JSON.
    """
    sent = [(file, read_bytes(file)) for file in files]
    with closing(_open()) as store:
        return _take_in(Intake(store), sent)


def _open() -> Store:
    try:
        return Store(default_path(os.environ), named_folder(os.environ))
    except StoreError as error:
        raise Refused("pad_running") if error.reason == "database_in_use" else error from None


def _take_in(intake: Intake, sent: list[tuple[str, bytes]]) -> int:
    worst = max([_read(intake, file, raw, alone=len(sent) == 1) for file, raw in sent])
    if worst == OK:
        _add(intake)
    return worst


def _read(intake: Intake, file: str, raw: bytes, *, alone: bool) -> int:
    """Takes the games of one file; returns the exit code."""
    try:
        with progress("Reading") as track:
            intake.read(raw, track)
    except Refused as refused:
        if refused.reason == "not_json":
            unreadable = no_json(file, refused)
            return complain(unreadable.message, unreadable.exit_code)
        return complain_of(refused, "" if alone else called(file))
    return OK


def _add(intake: Intake) -> None:
    names = intake.new_names
    with progress("Adding") as track:
        added = intake.save(track)
    say(_taken(added, intake.known))
    if names:
        say(f"New names: {', '.join(names)}.")


def _taken(added: int, known: int) -> str:
    """How many games were added, and how many were here before."""
    there = f" {count(known, 'game')} {'was' if known == 1 else 'were'} here already." if known else ""
    return f"{count(added, 'game')} added.{there}"
