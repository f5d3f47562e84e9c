"""The optional PIN: what it guards, how it is entered, what comes after wrong ones."""

from __future__ import annotations

import hmac
import math
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Flask,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.sentences import N_
from scorepad.web.addresses import came_from, own_path, this_page
from scorepad.web.caller import caller, network_of, wait_told
from scorepad.web.here import store
from scorepad.web.pins import cookie_pass, plain_digits, wanted
from scorepad.web.turned_away import Reason, turn_away
from scorepad.web.words import words

area = Blueprint("pin", __name__)

_OPEN_AREAS = frozenset(("assets", "help", "watch"))
_OPEN_PAGES = frozenset(("pin.ask", "pin.enter", "health.healthz"))
"""What is open to all: these areas and, of others, these pages. Any other route is guarded."""
_NEEDED = Reason(
    401,
    N_("The PIN is needed"),
    N_("Nothing was changed. Enter the PIN, then go back to the page that you came from and send it again."),
)
_WRONG = N_("This is not the PIN. Try again.")


def install(app: Flask) -> None:
    """Guards every route but the open ones."""
    app.before_request(_guard)


# --- the guard ----------------------------------------------------------------------------------------


def _guard() -> ResponseReturnValue | None:
    if not current_app.config["PIN"] or _is_open() or session.get("pin") == cookie_pass():
        return None
    if request.method not in ("GET", "HEAD") or "HX-Request" in request.headers:
        turn_away(_NEEDED, next_page=this_page() if request.method == "GET" else came_from())
    return redirect(f"{url_for('pin.ask')}?{urlencode({'next': this_page()})}", 303)


def _is_open() -> bool:
    """Whether the route is for all; an address without a route is not."""
    return request.blueprint in _OPEN_AREAS or request.endpoint in _OPEN_PAGES


# --- the page -----------------------------------------------------------------------------------------


@area.get("/pin")
def ask() -> ResponseReturnValue:
    return _page(own_path(request.args.get("next", "")))


@area.post("/pin")
def enter() -> ResponseReturnValue:
    target = own_path(request.form.get("next", ""))
    if not current_app.config["PIN"]:
        return redirect(target, 303)
    sent = plain_digits(request.form.get("pin", "")).encode("utf-8", "surrogatepass")
    is_right = hmac.compare_digest(sent, wanted().encode("utf-8", "surrogatepass"))
    wait = math.ceil(store().tries.enter(caller(), is_right=is_right))
    if wait:  # what was sent is not looked at: told so or not, a guesser would learn something
        return _page(target, wait_told(wait)), 429, {"Retry-After": str(wait)}
    if not is_right:
        current_app.logger.warning("a wrong PIN from %s", network_of(request.remote_addr or ""))
        return _page(target, words()(_WRONG)), 422
    session.permanent = True
    session["pin"] = cookie_pass()
    return redirect(target, 303)


def _page(target: str, complaint: Markup | None = None) -> str:
    return render_template("pages/pin.html", next=target, complaint=complaint, digits=wanted().isdecimal())
