"""What a command says, and how it ends: whatever signs the terminal knows, and whoever listens."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

import click

from scorepad.rules import Told
from scorepad.sentences import plain

T = TypeVar("T")

OK, REFUSED, UNREADABLE, INTERRUPTED = 0, 1, 2, 130

_PARTS = 1000


def say(text: str) -> None:
    """A line, or several, on standard output. Raises OSError where nobody can read it."""
    if sys.stdout:
        encoding = sys.stdout.encoding
        with _reader():
            print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


def pour(pieces: Iterable[bytes]) -> None:
    """Bytes on standard output. Raises OSError where nobody can read them."""
    if not sys.stdout:
        raise OSError("it is closed")
    with _reader():
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()


@contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except OSError:
        # What is left in the buffer must not be tried once more at the end, with a complaint of Python's.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def complain(sentence: str, code: int) -> int:
    """One line on standard error, signs that move a terminal's cursor written out; returns the code."""
    if sys.stderr:
        shown = "".join(sign if sign.isprintable() else _escaped(sign) for sign in sentence)
        sys.stderr.buffer.write(f"{shown}\n".encode())
        sys.stderr.flush()
    return code


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode()


def complain_of(told: Told, file: str = "") -> int:
    """The same for a refusal or a StoreError, after the file's name where one is given."""
    return complain(f"{file}: {plain(told)}" if file else plain(told), REFUSED)


def count(number: int, thing: str) -> str:
    """So many of an English thing: 1 game, 2 games."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


@contextmanager
def share_done(doing: str) -> Iterator[Callable[[float], None]]:
    """What is told which share of something is done, and shows it, where standard error is a terminal."""
    hidden = not (sys.stderr and sys.stderr.isatty())
    with click.progressbar(length=_PARTS, label=doing, hidden=hidden, file=sys.stderr) as bar:
        yield lambda share: bar.update(round(share * _PARTS) - bar.pos)


@contextmanager
def progress(doing: str) -> Iterator[Callable[[Iterable[T]], Iterable[T]]]:
    """What lets items through and shows how far it is, where standard error is a terminal."""
    hidden = not (sys.stderr and sys.stderr.isatty())
    with ExitStack() as shown:
        yield lambda items: shown.enter_context(
            click.progressbar(items, label=doing, show_pos=True, hidden=hidden, file=sys.stderr)
        )
