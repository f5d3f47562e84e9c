"""What `python app.py` does: serve (the default), score, options, backup, restore."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from scorepad.rules.dice import read_dice
from scorepad.rules.record import Record, load_json, options, read_record, score
from scorepad.rules.refusal import Refused
from scorepad.sentences import plain

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


def _read(file: str) -> Record:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        raise _Unreadable(f"{_name(file)} can’t be read: {reason}") from None
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
