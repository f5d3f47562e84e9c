"""What `python app.py` does: serve (the default), score, options, import, export, check, backup, restore."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from scorepad.rules.dice import read_dice
from scorepad.rules.record import Record, load_json, options, read_record, score
from scorepad.rules.refusal import Refused
from scorepad.sentences import HEADINGS, plain

if TYPE_CHECKING:
    from scorepad.store import Store

T = TypeVar("T")

OK, REFUSED, UNREADABLE = 0, 1, 2
DEFAULT_PORT = 5000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code: 0 done, 1 refused, 2 not readable or not understood."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words.insert(0, "serve")
    arguments = _parser().parse_args(words)
    run: int = arguments.run(arguments)
    return run


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="app.py",
        description="A score pad for physical dice. Without a command it serves the pad to the phones"
        " on this network.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_serve(commands)
    _add_score(commands)
    _add_options(commands)
    _add_import(commands)
    _add_export(commands)
    _add_check(commands)
    _add_backup(commands)
    _add_restore(commands)
    return parser


Commands = argparse._SubParsersAction


def _add_serve(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "serve",
        help="serve the pad to the phones on this network (the default)",
        description="Serves the pad and prints the address that phones on the same network can open. The"
        " games are kept in instance/scorepad.db, or in the file that SCOREPAD_DB names.",
    )
    command.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
    command.add_argument("--port", type=_port, default=DEFAULT_PORT, help="port (default: %(default)s)")
    command.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 <= int(text[:6]) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _serve(arguments: argparse.Namespace) -> int:
    from scorepad.serving import serve

    return serve(arguments.host, arguments.port)


def _add_score(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "score",
        help="print the sheet of a game record",
        description="Prints the sheet of a game record as JSON. Exit 1: the record breaks a rule or the"
        " format, and one line on standard error says where and why. Exit 2: the file is not readable or"
        " is no JSON. With several files: one line of JSON each, null for a refused one.",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
    command.set_defaults(run=lambda arguments: _score(arguments.files))


def _score(files: list[str]) -> int:
    if len(files) == 1:
        try:
            print(json.dumps(score(_read(files[0]).game), indent=1))
        except _Unreadable as error:
            return _complain(str(error), UNREADABLE)
        except Refused as refused:
            return _complain(plain(refused), REFUSED)
        return OK
    codes = [_score_one_of_many(file) for file in files]
    return max(codes)


def _score_one_of_many(file: str) -> int:
    try:
        print(json.dumps(score(_read(file).game), separators=(",", ":")))
        return OK
    except _Unreadable as error:
        complaint = str(error)
    except Refused as refused:
        complaint = plain(refused)
    print("null")
    return _complain(f"{file}: {complaint}", REFUSED)


def _add_options(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "options",
        help="print what the player to move may do with a roll",
        description="Prints the boxes that the player to move may fill with these dice, as JSON.",
    )
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("dice", metavar="DICE", help="the roll, e.g. 44421")
    command.set_defaults(run=_options)


def _options(arguments: argparse.Namespace) -> int:
    try:
        game = _read(arguments.file).game
        print(json.dumps(options(game, read_dice(arguments.dice))))
    except _Unreadable as error:
        return _complain(str(error), UNREADABLE)
    except Refused as refused:
        return _complain(plain(refused), REFUSED)
    return OK


# --- games in and out -----------------------------------------------------------------------------


def _add_import(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "import",
        help="add the games of records and bundles",
        description="Adds the games of these files, all or none; games that are here already are passed over."
        " Exit 1: a file is refused, and one line on standard error says where and why. Exit 2: a file is"
        " not readable or is no JSON. While the pad is running, use its page /import.",
    )
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="a record or a bundle, or - for standard input"
    )
    command.set_defaults(run=lambda arguments: _import(arguments.files))


def _import(files: list[str]) -> int:
    from scorepad.store import Store, StoreError, default_path

    try:
        sent = [(file, _bytes(file)) for file in files]
        store = Store(default_path(os.environ))
    except _Unreadable as error:
        return _complain(str(error), UNREADABLE)
    except OSError as error:
        return _complain(f"the games can’t be kept there: {error}", REFUSED)
    except StoreError as error:
        busy = error.reason == "database_in_use"
        return _complain(plain(Refused("pad_running") if busy else error), REFUSED)
    try:
        return _take_in(store, sent)
    finally:
        store.close()


def _take_in(store: Store, sent: list[tuple[str, bytes]]) -> int:
    """Adds what was sent unless some of it is refused; returns the exit code."""
    from scorepad.transfer import Intake

    intake = Intake(store)
    worst = OK
    for file, raw in sent:
        try:
            intake.read(raw, _progress("Reading"))
        except Refused as refused:
            unreadable = refused.reason == "not_json"
            name = f"{_name(file)}: " if unreadable or len(sent) > 1 else ""
            worst = max(worst, _complain(name + plain(refused), UNREADABLE if unreadable else REFUSED))
    if worst != OK:
        return worst
    names = intake.new_names
    print(_taken(intake.save(_progress("Adding")), intake.known))
    if names:
        print(f"New names: {', '.join(names)}.")
    return OK


def _taken(added: int, known: int) -> str:
    """How many games were added, and how many were here before."""
    there = f" {_count(known, 'game')} {'was' if known == 1 else 'were'} here already." if known else ""
    return f"{_count(added, 'game')} added.{there}"


def _count(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


FORMATS = ("bundle", "games-csv", "turns-csv", "sqlite")


def _add_export(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "export",
        help="write all games into a file, also while the pad is served",
        description="Writes all games, those thrown away left out: as a bundle of game records that"
        " `import` reads, as a table of games or of turns for a spreadsheet, or as a copy of the database.",
    )
    command.add_argument(
        "file", metavar="FILE", help="the file to write, not there yet; or - for standard output"
    )
    command.add_argument("--format", choices=FORMATS, default="bundle", help="default: %(default)s")
    command.set_defaults(run=lambda arguments: _export(arguments.file, arguments.format))


def _export(file: str, form: str) -> int:
    from scorepad.store import StoreError, default_path

    try:
        if file != "-" and Path(file).exists():
            raise StoreError("file_exists", file=file)
        (_export_copy if form == "sqlite" else _export_games)(default_path(os.environ), file, form)
    except Refused as refused:
        return _complain(plain(refused), REFUSED)
    except BrokenPipeError:  # the reader has seen enough; nothing may complain at the end either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except (OSError, ValueError):
        return _complain(plain(Refused("not_writable", file=file)), REFUSED)
    if file != "-":
        print(f"All games are in {file}.")
    return OK


def _export_copy(path: Path, file: str, _form: str) -> None:
    from scorepad.store import backup

    if file != "-":
        backup(path, Path(file))
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        backup(path, copy)
        _deliver(iter([copy.read_bytes()]), file)


def _export_games(path: Path, file: str, form: str) -> None:
    from scorepad.store import snapshot
    from scorepad.transfer import bundle, encoded, every_game, games_table, turns_table

    with snapshot(path) as store:
        games = every_game(store, _progress("Writing"))
        if form == "bundle":
            _deliver(encoded(bundle(games)), file)
        else:
            table = games_table if form == "games-csv" else turns_table
            _deliver(encoded(table(games, HEADINGS)), file)


def _deliver(pieces: Iterator[bytes], file: str) -> None:
    """Writes them to that file, there whole or not at all; or to standard output."""
    if file == "-":
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    half = Path(f"{file}.{os.getpid()}.half")
    try:
        with half.open("xb") as writing:
            writing.writelines(pieces)
        half.rename(file)
    finally:
        half.unlink(missing_ok=True)


def _add_check(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "check",
        help="check that all games are sound, also while the pad is served",
        description="Checks the database file, that every game can be read, and that the results kept"
        " beside the games are what they say. Exit 1: something is wrong, a line each on standard error.",
    )
    command.add_argument(
        "--rebuild", action="store_true", help="write the results anew first; the pad must be stopped"
    )
    command.set_defaults(run=lambda arguments: _check(rebuild=arguments.rebuild))


def _check(*, rebuild: bool) -> int:
    from scorepad.store import StoreError, default_path, snapshot

    path = default_path(os.environ)
    try:
        if rebuild:
            _rebuild(path)
        with snapshot(path) as store:
            return _report(store)
    except StoreError as error:
        return _complain(plain(error), REFUSED)


def _rebuild(path: Path) -> None:
    from scorepad.store import Store, StoreError
    from scorepad.transfer import rebuild

    if not path.exists():
        raise StoreError("no_database", file=str(path))
    store = Store(path)
    try:
        rebuild(store, _progress("Rebuilding"))
    finally:
        store.close()


def _report(store: Store) -> int:
    """Says what is wrong in that store, or that nothing is."""
    from scorepad.stats import every_key
    from scorepad.transfer import check

    faults = list(check(store, _progress("Checking")))
    for fault in faults:
        _complain(plain(fault), REFUSED)
    if not faults:
        games = _count(len(every_key(store, thrown_away=True)), "game")
        print(f"{games} checked: every one can be read, and its results are what it says.")
    return REFUSED if faults else OK


_BAR = 30
_BLINK = 0.1
"""Seconds between two pictures of the bar."""


def _progress(doing: str) -> Callable[[Sequence[T]], Iterator[T]]:
    """Lets items through and shows how far it is, where standard error is a terminal and it takes a while."""

    def track(items: Sequence[T]) -> Iterator[T]:
        shown, drawn = sys.stderr.isatty(), 0.0
        begun = time.monotonic()
        try:
            for number, item in enumerate(items):
                moment = time.monotonic()
                if shown and moment - max(begun, drawn) > _BLINK:
                    drawn = moment
                    _draw(doing, number, len(items))
                yield item
        finally:
            if drawn:
                print("\r\033[K", end="", file=sys.stderr, flush=True)

    return track


def _draw(doing: str, done: int, all_items: int) -> None:
    bar = "#" * (_BAR * done // all_items)
    print(f"\r{doing} [{bar:.<{_BAR}}] {done}/{all_items}", end="", file=sys.stderr, flush=True)


# --- backup ---------------------------------------------------------------------------------------


def _add_backup(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "backup",
        help="copy all games into one file, also while the pad is served",
        description="Writes a checked copy of the database; the pad may be running.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="the copy to write; it must not exist yet")
    command.set_defaults(run=_backup)


def _backup(arguments: argparse.Namespace) -> int:
    from scorepad.store import StoreError, backup, default_path

    try:
        backup(default_path(os.environ), arguments.file)
    except StoreError as error:
        return _complain(plain(error), REFUSED)
    print(f"All games are in {arguments.file}.")
    return OK


def _add_restore(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "restore",
        help="put a copy made by backup in place of the games here",
        description="Puts a backup in place; what was there is kept beside it. Stop the pad first.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a copy made by backup")
    command.set_defaults(run=_restore)


def _restore(arguments: argparse.Namespace) -> int:
    from scorepad.store import StoreError, default_path, restore

    try:
        kept = restore(arguments.file, default_path(os.environ))
    except StoreError as error:
        return _complain(plain(error), REFUSED)
    print(f"The games of {arguments.file} are in place." + (f" Those before: {kept}" if kept else ""))
    return OK


class _Unreadable(Exception):
    """The file can't be read or is no JSON; its text says which."""


def _bytes(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        raise _Unreadable(f"{_name(file)} can’t be read: {reason}") from None


def _read(file: str) -> Record:
    raw = _bytes(file)
    try:
        data = load_json(raw)
    except Refused as refused:
        if refused.reason != "not_json":
            raise
        raise _Unreadable(f"{_name(file)}: {plain(refused)}") from None
    return read_record(data)


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _complain(sentence: str, code: int) -> int:
    """One line on standard error, whatever signs the terminal knows."""
    line = sentence.replace("\n", " ") + "\n"
    sys.stderr.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stderr.flush()
    return code
