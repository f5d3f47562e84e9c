"""Answers that a browser keeps as files, their columns named in the reader's language."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Iterable

from flask import Flask, Response, current_app, request
from werkzeug.wsgi import wrap_file

from scorepad.rules import Refused
from scorepad.sentences import HEADINGS
from scorepad.store import Store, last_written, told_of
from scorepad.transfer import COMMA, SEMICOLON
from scorepad.web.here import store
from scorepad.web.made import MadeFiles, Reader
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


def install(app: Flask) -> None:
    store: Store = app.extensions["scorepad.store"]
    app.extensions["scorepad.made"] = MadeFiles(store.path.parent)


def text_file(pieces: Iterable[str], kind: str, name: str) -> Response:
    """A small text to download."""
    return _of_kind(attached(Response("".join(pieces)), name), kind)


def made_file(what: Hashable, pieces: Callable[[], Iterable[bytes]], kind: str, name: str) -> Response:
    """A large file to download, made once until something is written; not packed.

    A HEAD makes none. Raises Busy where another one is being made, or StoreError as `told_of`.
    """
    response = Response(iter(()), direct_passthrough=True)
    if request.method != "HEAD":
        files: MadeFiles = current_app.extensions["scorepad.made"]
        path = store().path
        with told_of(path):
            made = files.get((what, last_written(path)), pieces)
        response.response = wrap_file(request.environ, io.BufferedReader(Reader(made)))
        response.content_length = made.size
    return _of_kind(attached(response, name), kind)


def _of_kind(response: Response, kind: str) -> Response:
    response.content_type = f"{kind}; charset=utf-8" if kind == "text/csv" else kind
    return response


def attached(response: Response, name: str) -> Response:
    """The answer, to be kept under that name."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def headings(columns: Iterable[str]) -> dict[str, str]:
    """What these columns are called in the reader's language, as plain text."""
    return {column: words()(HEADINGS[column]).unescape() for column in columns}
