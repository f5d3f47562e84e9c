"""`import`: games of records and bundles, all checked before the first one is added."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from typing import BinaryIO

import click

from scorepad.commands.reading import called, no_json, opened
from scorepad.commands.terminal import OK, complain, complain_of, count, progress, say
from scorepad.rules import Refused
from scorepad.store import Store, StoreError, default_path, named_folder
from scorepad.transfer import Intake

_NAMES_TOLD = 200


@click.command("import", short_help="add the games of records and bundles")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def import_games(files: tuple[str, ...]) -> int:
    """Adds the games of these files; games that are here already are passed over.

    All are checked first: one that is refused adds none. FILE is a record or a bundle of any length, or - for
    standard input. While the pad is running, use its page /import. After a sudden end, the same files add the
    rest.

    Exit 1: a file is refused, and one line on standard error says where and why. Exit 2: a file is not
    readable or is no JSON.
    """
    with ExitStack() as open_files:
        sent = [(file, open_files.enter_context(opened(file))) for file in files]
        with closing(_open()) as store, closing(Intake(store)) as intake:
            return _take_in(intake, sent)


def _open() -> Store:
    try:
        return Store(default_path(os.environ), named_folder(os.environ))
    except StoreError as error:
        raise StoreError("pad_running") if error.reason == "database_in_use" else error from None


def _take_in(intake: Intake, sent: list[tuple[str, BinaryIO]]) -> int:
    worst = max([_read(intake, file, source, alone=len(sent) == 1) for file, source in sent])
    if worst == OK:
        _add(intake)
    return worst


def _read(intake: Intake, file: str, source: BinaryIO, *, alone: bool) -> int:
    """Looks at the games of one file; returns the exit code."""
    try:
        with progress("Reading") as track:
            intake.read(source, track)
    except Refused as refused:
        if refused.reason == "not_json":
            unreadable = no_json(file, refused)
            return complain(unreadable.message, unreadable.exit_code)
        return complain_of(refused, "" if alone else called(file))
    return OK


def _add(intake: Intake) -> None:
    try:
        with progress("Adding") as track:
            intake.save(track)
    finally:  # whatever ended it: what was added until then stays
        say(_taken(intake.added, intake.known))
    if intake.names:
        say(f"New names: {_listed(intake)}.")


def _taken(added: int, known: int) -> str:
    """How many games were added, and how many were here before."""
    there = f" {count(known, 'game')} {'was' if known == 1 else 'were'} here already." if known else ""
    return f"{count(added, 'game')} added.{there}"


def _listed(intake: Intake) -> str:
    told = ", ".join(intake.new_names(_NAMES_TOLD))
    more = intake.names - _NAMES_TOLD
    return f"{told} and {more} more" if more > 0 else told
