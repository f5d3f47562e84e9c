"""Answers that a browser keeps as files, their columns named in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Response, request

from scorepad.rules import Refused
from scorepad.sentences import HEADINGS
from scorepad.transfer import COMMA, SEMICOLON, encoded
from scorepad.web.words import words

_SEPARATORS = {"comma": COMMA, "semicolon": SEMICOLON}


def usual_separator() -> str:
    """What spreadsheets of the reader's language want between cells, by name.

    Where one writes 1,5 they take a comma for part of a number.
    """
    return "semicolon" if words().locale.number_symbols["latn"]["decimal"] == "," else "comma"


def other_separator() -> str:
    """The other one, by name, for a spreadsheet of another language."""
    return next(name for name in _SEPARATORS if name != usual_separator())


def separator() -> str:
    """What the address wants between cells, else what is usual. Raises Refused `bad_page`."""
    name = request.args.get("separator") or usual_separator()
    if name not in _SEPARATORS:
        raise Refused("bad_page")
    return _SEPARATORS[name]


def text_file(pieces: Iterator[str], kind: str, name: str) -> Response:
    """A text to download, sent while it is written: it is not gathered here, nor packed."""
    response = attached(Response(encoded(pieces), direct_passthrough=True), name)
    response.content_type = f"{kind}; charset=utf-8" if kind == "text/csv" else kind
    return response


def attached(response: Response, name: str) -> Response:
    """The answer, to be kept under that name."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def headings(columns: Iterable[str]) -> dict[str, str]:
    """What these columns are called in the reader's language, as plain text."""
    return {column: words()(HEADINGS[column]).unescape() for column in columns}
