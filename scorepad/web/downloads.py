"""Answers that a browser keeps as files, their columns named in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Response

from scorepad.sentences import HEADINGS
from scorepad.transfer import encoded
from scorepad.web.words import words


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
