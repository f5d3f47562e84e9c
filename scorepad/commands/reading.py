"""Files that a command reads; `-` is standard input."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EBADF
from pathlib import Path
from typing import BinaryIO, cast

import click

from scorepad.commands.terminal import UNREADABLE
from scorepad.record import Record, load_json, read_record
from scorepad.rules import Refused
from scorepad.sentences import plain

STANDARD = "-"


class Unreadable(click.ClickException):
    """The file can't be read or is no JSON; its message says which."""

    exit_code = UNREADABLE


def read_bytes(file: str) -> bytes:
    """All of a file. Raises Unreadable."""
    with _readable(file):
        return _standard_input().read() if file == STANDARD else Path(file).read_bytes()


def opened(file: str) -> BinaryIO:
    """A file to be read more than once; what flows by, such as standard input, is kept until it is closed.

    Raises Unreadable.
    """
    with _readable(file):
        source = _standard_input() if file == STANDARD else Path(file).open("rb")  # noqa: SIM115 (the caller's)
        if source.seekable():
            return source
        kept = tempfile.TemporaryFile()  # noqa: SIM115
        shutil.copyfileobj(source, kept)
        return cast("BinaryIO", kept)


@contextmanager
def _readable(file: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        raise Unreadable(f"{called(file)} can’t be read: {reason}") from None


def _standard_input() -> BinaryIO:
    if not sys.stdin:
        raise OSError(EBADF, "it is closed")
    return sys.stdin.buffer


def read_record_of(file: str) -> Record:
    """The record in a file. Raises Unreadable, and Refused as `read_record`."""
    raw = read_bytes(file)
    try:
        data = load_json(raw)
    except Refused as refused:
        raise no_json(file, refused) if refused.reason == "not_json" else refused from None
    return read_record(data)


def no_json(file: str, refused: Refused) -> Unreadable:
    """The file that is no JSON."""
    return Unreadable(f"{called(file)}: {plain(refused)}")


def called(file: str) -> str:
    """What the file is called in a complaint."""
    return "standard input" if file == STANDARD else file
