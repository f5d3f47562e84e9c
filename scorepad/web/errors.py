"""What goes wrong, as a page in the reader's language: no traceback reaches a user."""

from __future__ import annotations

import errno
import math
import secrets
import tempfile
import time
import traceback

from flask import Flask, current_app, make_response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from scorepad.rules import Refused
from scorepad.sentences import N_, plain
from scorepad.store import NoSuchGame, StoreError, Unreadable
from scorepad.web.again import again
from scorepad.web.here import store
from scorepad.web.spoilt import A_MINUTE, Sums
from scorepad.web.words import words

_BY_CODE = {
    400: (N_("This request can’t be read"), N_("Go back and try again.")),
    404: (N_("Nothing here"), N_("The address is wrong, or the game is in the bin.")),
    405: (N_("This can’t be done here"), N_("Go back and try again; nothing was changed.")),
    413: (N_("This is too big"), N_("At most {size} MB can be sent at once; nothing was changed.")),
    431: (N_("This request is too long"), N_("Go back and send less at once; nothing was changed.")),
    503: (
        N_("The pad is busy with other files"),
        N_("Try again in a moment; nothing was changed."),
    ),
    500: (
        N_("The pad made a mistake"),
        N_("What was saved before is safe. Try again; if it happens again, restart the pad."),
    ),
}


def install(app: Flask) -> None:
    """A page for every error."""
    app.extensions["scorepad.troubles"] = {}
    app.extensions["scorepad.sums"] = Sums()
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NoSuchGame, lambda _error: _page(404))
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(StoreError, _trouble)
    app.register_error_handler(OSError, _system)
    app.register_error_handler(Exception, _mishap)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    page = make_response(_page(error.code))
    for name, value in error.get_headers():
        if name == "Allow":
            page.headers[name] = value
    return page


def _trouble(error: StoreError) -> ResponseReturnValue:
    """The file can't be used just now: another time the same will be answered."""
    log_trouble(error)
    _ = words()
    title = _("Not saved yet") if request.method == "POST" else _("The games can’t be reached just now")
    page = make_response(_failed_page(503, title, words().refusal(error.by_name)))
    page.headers["Retry-After"] = "2"
    return page


def log_trouble(error: StoreError) -> None:
    """Phones send again every two seconds: one line a minute tells of it."""
    told: dict[str, float] = current_app.extensions["scorepad.troubles"]
    now = time.monotonic()
    if now - told.get(error.reason, -math.inf) > A_MINUTE:
        told[error.reason] = now
        current_app.logger.error("%s", plain(error))


def _system(error: OSError) -> ResponseReturnValue:
    """The disk may be full where something is kept for a while, too."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _trouble(StoreError("no_room", file=str(error.filename or tempfile.gettempdir())))
    return _mishap(error)


def _mishap(error: Exception) -> ResponseReturnValue:
    """A mistake of the pad itself, unless the file has figures that no games come to."""
    sums: Sums = current_app.extensions["scorepad.sums"]
    if sums.differ(store()):
        return _trouble(StoreError("spoilt_copies"))
    title, advice = _BY_CODE[500]
    _ = words()
    return _failed_page(500, _(title), _(advice), mishap=mishap_id(error))


def mishap_id(error: Exception) -> str:
    """Logs where it happened, for whoever runs the pad, without a word of what was sent; returns the id by
    which the page tells of it.
    """
    mishap = secrets.token_hex(4)
    where = "".join(traceback.format_tb(error.__traceback__))
    what = f"{request.method} {request.url_rule}: {type(error).__name__}"
    current_app.logger.error("error %s at %s\n%s", mishap, what, where)
    return mishap


def _page(code: int) -> ResponseReturnValue:
    title, advice = _BY_CODE.get(code, _BY_CODE[400 if code < 500 else 500])
    _ = words()
    show = _error_page if code < 500 else _failed_page
    return show(code, _(title), _(advice, size=(request.max_content_length or 0) >> 20))


def _refused(refused: Refused) -> ResponseReturnValue:
    """A refusal that no page took up to show in its place."""
    _ = words()
    return _error_page(422, _("This can’t be done"), words().refusal(refused))


def _unreadable(game: Unreadable) -> ResponseReturnValue:
    """A game whose events can't be read: they can still be saved, by whoever may score."""
    key = None if request.blueprint == "watch" else game.key
    return render_template("pages/unreadable.html", title=words().refusal(game), key=key), 422


def _error_page(code: int, title: Markup, advice: Markup) -> ResponseReturnValue:
    return render_template("pages/error.html", title=title, advice=advice), code


def _failed_page(code: int, title: Markup, advice: Markup, mishap: str = "") -> ResponseReturnValue:
    """It was none of the sender's making: the same can be sent again."""
    page = render_template("pages/failed.html", title=title, advice=advice, mishap=mishap, again=again())
    return page, code
