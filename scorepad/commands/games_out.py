"""`export`: all games in one file, there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from scorepad.commands.reading import STANDARD
from scorepad.commands.terminal import OK, complain, count, pour, progress, say
from scorepad.sentences import HEADINGS
from scorepad.store import StoreError, backup, default_path, snapshot, telling_of_target, whole
from scorepad.transfer import bundle, encoded, every_game, games_table, turns_table

_TABLES = {"games-csv": games_table, "turns-csv": turns_table}
_BUNDLE, _COPY = "bundle", "sqlite"


@click.command("export", short_help="write all games into a file, also while the pad is served")
@click.argument("file", metavar="FILE")
@click.option(
    "--format", "form", type=click.Choice((_BUNDLE, *_TABLES, _COPY)), default=_BUNDLE, show_default=True
)
def export_games(file: str, form: str) -> int:
    """Writes all games, those thrown away left out.

    As a bundle of game records that `import` reads, as a table of games or of turns for a spreadsheet, or as
    a copy of the database.

    FILE is the file to write, not there yet; or - for standard output.
    """
    if file != STANDARD:
        _refuse_there(Path(file))
    left_out = (_export_copy if form == _COPY else _export_games)(default_path(os.environ), file, form)
    if left_out:
        complain(f"Left out, since it can’t be read: {count(left_out, 'game')}. See check.", OK)
    if file != STANDARD:
        say(f"{'The' if left_out else 'All'} games are in {file}.")
    return OK


def _refuse_there(file: Path) -> None:
    with telling_of_target(file):
        if file.exists():
            raise StoreError("file_exists", file=str(file))


def _export_copy(path: Path, file: str, _form: str) -> int:
    """Copies the database, whatever can be read of it: nothing is left out."""
    if file != STANDARD:
        backup(path, Path(file))
        return 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        backup(path, copy)
        pour([copy.read_bytes()])
    return 0


def _export_games(path: Path, file: str, form: str) -> int:
    """Writes them; returns how many had to be left out."""
    left_out: list[str] = []
    with snapshot(path) as store, progress("Writing") as track:
        games = every_game(store, track, left_out)
        _deliver(encoded(bundle(games) if form == _BUNDLE else _TABLES[form](games, HEADINGS)), file)
    return len(left_out)


def _deliver(pieces: Iterable[bytes], file: str) -> None:
    """Writes them to that file, there whole or not at all; or to standard output."""
    if file == STANDARD:
        pour(pieces)
        return
    target = Path(file)
    with telling_of_target(target), whole(target) as half, half.open("xb") as writing:
        writing.writelines(pieces)
