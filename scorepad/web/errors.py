"""What goes wrong, as a page in the reader's language: no traceback reaches a user."""

from __future__ import annotations

from flask import Flask, current_app, make_response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from scorepad.rules import Refused
from scorepad.sentences import N_
from scorepad.store import NoSuchGame, Unreadable
from scorepad.web.words import words

_BY_CODE = {
    400: (N_("This request can’t be read"), N_("Go back and try again.")),
    401: (N_("The PIN is needed"), N_("Open the first page and enter the PIN; nothing was changed.")),
    403: (
        N_("This came from another page"),
        N_(
            "The pad only accepts entries from its own pages. Open it by its own address;"
            " nothing was changed."
        ),
    ),
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
        N_("What was saved before is safe. Go back and try again; if it happens again, restart the pad."),
    ),
}
_HOST = (
    N_("The pad does not know this name"),
    N_("Open it by the address it showed when it started, or add the name to SCOREPAD_HOSTS."),
)


def install(app: Flask) -> None:
    """A page for every error."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NoSuchGame, lambda _error: _page(404))
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(Exception, _mishap)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if error.description == "host":
        return _error_page(400, *(words()(sentence) for sentence in _HOST))
    page = make_response(_page(error.code))
    for name, value in error.get_headers():
        if name == "Allow":
            page.headers[name] = value
    return page


def _mishap(error: Exception) -> ResponseReturnValue:
    """For whoever runs the pad: what happened is in its log; the reader gets a page."""
    current_app.logger.error("mishap at %s", request.path, exc_info=error)
    return _page(500)


def _page(code: int) -> ResponseReturnValue:
    title, advice = _BY_CODE.get(code, _BY_CODE[400 if code < 500 else 500])
    _ = words()
    return _error_page(code, _(title), _(advice, size=(request.max_content_length or 0) >> 20))


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
