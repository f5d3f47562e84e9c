"""Who may ask: the Host and Origin of a request, the optional PIN, and the headers of every answer."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import threading
import time
import unicodedata
from functools import lru_cache
from urllib.parse import unquote_to_bytes, urlencode

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request, session
from flask.typing import ResponseReturnValue

from scorepad.web.addresses import own_path
from scorepad.web.words import words

area = Blueprint("security", __name__)

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
_HOME_ENDINGS = (".local", ".lan", ".home.arpa", ".localhost")
_SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
_OPEN_PATHS = ("/watch/", "/static/", "/help")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def install(app: Flask) -> None:
    """Checks before every request, headers after it, the PIN page."""
    app.register_blueprint(area)
    app.before_request(_check_text)
    app.before_request(_check_host)
    app.before_request(_check_origin)
    app.before_request(_check_pin)
    app.after_request(_add_headers)
    app.extensions["scorepad.tries"] = Tries()


def _check_text() -> None:
    """An address or a form whose bytes are no text is refused before anything reads it."""
    _refuse_no_text(request.query_string)
    if request.mimetype == "application/x-www-form-urlencoded":
        _refuse_no_text(request.get_data())


def _refuse_no_text(raw: bytes) -> None:
    try:
        unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        abort(400)


@lru_cache(maxsize=256)
def is_home_host(host: str, named: frozenset[str]) -> bool:
    """Whether a Host header is an address or a name that a home network uses.

    Anything else may be a foreign page's name pointed at this machine (DNS rebinding).
    """
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match[1].lower().rstrip(".")
    try:
        name.encode().decode("idna")
    except UnicodeError:
        return False
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return "[" not in name and ("." not in name or name.endswith(_HOME_ENDINGS) or name in named)
    return True


def _check_host() -> None:
    if not is_home_host(request.environ.get("HTTP_HOST", ""), current_app.config["HOSTS"]):
        abort(400, "host")


def _check_origin() -> None:
    """A page of another origin may not change anything here."""
    if request.method in _SAFE_METHODS:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        allowed = site in ("same-origin", "none")
    else:
        allowed = origin is None or origin.lower() == request.host_url.rstrip("/").lower()
    if not allowed:
        abort(403, "origin")


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


# --- the PIN --------------------------------------------------------------------------------------


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


def _check_pin() -> ResponseReturnValue | None:
    if not current_app.config["PIN"] or request.path in ("/pin", "/healthz"):
        return None
    if request.path.startswith(_OPEN_PATHS) or session.get("pin") == _pass():
        return None
    if request.method != "GET" or "HX-Request" in request.headers:
        abort(401, "pin")
    return redirect(f"/pin?{_next_query()}", 303)


def _next_query() -> str:
    return urlencode({"next": request.full_path.rstrip("?")})


@area.get("/pin")
def pin() -> ResponseReturnValue:
    return render_template("pages/pin.html", next=own_path(request.args.get("next", "/")), complaint=None)


@area.post("/pin")
def enter_pin() -> ResponseReturnValue:
    target = own_path(request.form.get("next", "/"))
    tries: Tries = current_app.extensions["scorepad.tries"]
    _ = words()
    if tries.shut():
        return _pin_again(target, _("Too many wrong PINs. Wait a minute, then try again."), 429)
    sent, wanted = (_plain_digits(text) for text in (request.form.get("pin", ""), current_app.config["PIN"]))
    if not hmac.compare_digest(sent.encode("utf-8", "replace"), wanted.encode()):
        tries.note_wrong()
        return _pin_again(target, _("This is not the PIN. Try again."), 422)
    session.permanent = True
    session["pin"] = _pass()
    return redirect(target, 303)


def _pin_again(target: str, complaint: str, status: int) -> ResponseReturnValue:
    return render_template("pages/pin.html", next=target, complaint=complaint), status


@area.get("/healthz")
def healthz() -> ResponseReturnValue:
    return Response("ok\n", mimetype="text/plain")
