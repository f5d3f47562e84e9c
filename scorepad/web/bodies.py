"""What an address or a form may be: text, and no more fields than the largest page has."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

from flask import Flask, abort, request

from scorepad.sentences import N_
from scorepad.web.turned_away import Reason, turn_away

MOST_FIELDS = 50_000
"""A paper sheet of as many players as the pad seats has some ten thousand."""
_TOO_MANY = Reason(
    413,
    N_("This is too big"),
    N_("This form has more fields than any page of the pad; nothing was changed."),
)


def install(app: Flask) -> None:
    """Checks before any page reads them, and after the door: what a stranger sends is not even received."""
    app.before_request(_check)


def _check() -> None:
    _check_text(request.query_string)
    if request.mimetype == "application/x-www-form-urlencoded":
        _check_text(request.get_data())


def _check_text(raw: bytes) -> None:
    if raw.count(b"&") >= MOST_FIELDS:
        turn_away(_TOO_MANY)
    try:
        unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        abort(400)
