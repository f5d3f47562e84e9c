"""The optional PIN: what it guards, how it is entered, what comes after too many wrong ones."""

from __future__ import annotations

import hashlib
import hmac
import threading
import time
import unicodedata
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorepad.web.addresses import own_path, this_page
from scorepad.web.words import words

area = Blueprint("pin", __name__)

_OPEN_AREAS = frozenset(("assets", "help", "watch"))
_OPEN_PAGES = frozenset(("pin.ask", "pin.enter", "health.healthz"))
"""What is open to all: these areas and, of others, these pages. Any other route is guarded."""


def install(app: Flask) -> None:
    """Guards every route but the open ones."""
    app.before_request(_guard)
    app.extensions["scorepad.tries"] = Tries()


class Tries:
    """Wrong PINs of the last minute: after ten, the door stays shut until the oldest is a minute old."""

    MOST, SECONDS = 10, 60

    def __init__(self) -> None:
        self._wrong: list[float] = []
        self._lock = threading.Lock()

    def shut(self) -> bool:
        with self._lock:
            since = time.monotonic() - self.SECONDS
            self._wrong = [moment for moment in self._wrong if moment > since]
            return len(self._wrong) >= self.MOST

    def note_wrong(self) -> None:
        with self._lock:
            self._wrong.append(time.monotonic())


def _pass() -> str:
    """What the cookie of someone who knows the PIN says; a new PIN makes it stale."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, _plain_digits(current_app.config["PIN"]).encode(), hashlib.sha256).hexdigest()


def _plain_digits(text: str) -> str:
    digits = (str(unicodedata.decimal(sign, sign)) for sign in text.strip())
    return "".join(digits)


def _guard() -> ResponseReturnValue | None:
    if not current_app.config["PIN"] or _is_open() or session.get("pin") == _pass():
        return None
    if request.method != "GET" or "HX-Request" in request.headers:
        abort(401, "pin")
    return redirect(f"{url_for('pin.ask')}?{urlencode({'next': this_page()})}", 303)


def _is_open() -> bool:
    """Whether the route is for all; an address without a route is not."""
    return request.blueprint in _OPEN_AREAS or request.endpoint in _OPEN_PAGES


@area.get("/pin")
def ask() -> ResponseReturnValue:
    return render_template("pages/pin.html", next=own_path(request.args.get("next", "")), complaint=None)


@area.post("/pin")
def enter() -> ResponseReturnValue:
    target = own_path(request.form.get("next", ""))
    tries: Tries = current_app.extensions["scorepad.tries"]
    _ = words()
    if tries.shut():
        return _again(target, _("Too many wrong PINs. Wait a minute, then try again."), 429)
    sent, wanted = (_plain_digits(text) for text in (request.form.get("pin", ""), current_app.config["PIN"]))
    if not hmac.compare_digest(sent.encode("utf-8", "replace"), wanted.encode()):
        tries.note_wrong()
        return _again(target, _("This is not the PIN. Try again."), 422)
    session.permanent = True
    session["pin"] = _pass()
    return redirect(target, 303)


def _again(target: str, complaint: str, status: int) -> ResponseReturnValue:
    return render_template("pages/pin.html", next=target, complaint=complaint), status
