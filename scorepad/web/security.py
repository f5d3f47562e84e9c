"""Who may ask: the Host and Origin of a request; and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from typing import NoReturn

from flask import Flask, Response, current_app, request

from scorepad.sentences import N_
from scorepad.web.turned_away import Reason, turn_away

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
_HOME_ENDINGS = (
    *(".local", ".home.arpa", ".localhost", ".internal"),
    *(".lan", ".home", ".corp", ".private", ".intranet", ".localdomain"),
    ".fritz.box",
)
"""Endings that no name of the internet has: kept free for homes (RFC 6761, 6762, 8375, and `.internal` by
ICANN), or used by routers and given to nobody (RFC 6762, appendix G). Names under `.box` are for sale, so
`easy.box` is no home's; `fritz.box` belongs to who makes those routers: nobody else can point it elsewhere.
"""
_HOME_NAMES = frozenset(("fritz.box",))
_LONGEST_TOLD = 253
"""The most signs that a name on a network has."""
_NO_NAME = Reason(
    400,
    N_("The pad does not know this name"),
    N_("Open it by the address that it showed when it started."),
)
_UNKNOWN_NAME = Reason(
    400,
    _NO_NAME.title,
    N_(
        "Open it by the address that it showed when it started. If {name} is your own name for it, add it"
        " to SCOREPAD_HOSTS and start the pad anew."
    ),
)
_OTHER_PAGE = Reason(
    403,
    N_("This came from another page"),
    N_("The pad only accepts entries from its own pages. Open it by its own address; nothing was changed."),
)
_NO_PROXY = Reason(
    403,
    _OTHER_PAGE.title,
    N_(
        "The page is one of {origin}, but the pad was asked as {own}; nothing was changed."
        " If that is the same pad, a proxy stands in between: start the pad with SCOREPAD_PROXY=1."
    ),
)
_PROXY_SILENT = Reason(
    403,
    _OTHER_PAGE.title,
    N_(
        "The page is one of {origin}, but the pad was asked as {own}; nothing was changed."
        " If that is the same pad, the proxy has to send X-Forwarded-Proto and X-Forwarded-Host."
    ),
)
_SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def install(app: Flask) -> None:
    """Checks before every request, headers after it."""
    app.before_request(_check_host)
    app.before_request(_check_origin)
    app.after_request(_add_headers)


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
        match[1].encode("idna").decode("idna")
    except UnicodeError:
        return False
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        known = name in named or name in _HOME_NAMES
        return "[" not in name and ("." not in name or name.endswith(_HOME_ENDINGS) or known)
    return True


def _check_host() -> None:
    host = request.environ.get("HTTP_HOST", "")
    if is_home_host(host, current_app.config["HOSTS"]):
        return
    match = _HOST.fullmatch(host)
    if match is None or len(host) > _LONGEST_TOLD:
        turn_away(_NO_NAME)
    name = match[1].lower().rstrip(".")
    _log("the name '%s' is refused: if it is one of this pad, add it to SCOREPAD_HOSTS", name)
    turn_away(_UNKNOWN_NAME, name=name)


def _check_origin() -> None:
    """A page of another origin may not change anything here."""
    if request.method in _SAFE_METHODS:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    own = request.host_url.rstrip("/").lower()
    if site is not None:  # the browser compared them itself, whatever stands in between
        if site not in ("same-origin", "none"):
            _log("an entry sent by another web page (%s)", site[:_LONGEST_TOLD])
            turn_away(_OTHER_PAGE)
    elif origin is not None and origin.lower() != own:
        _refuse_origin(origin[:_LONGEST_TOLD], own)


def _refuse_origin(origin: str, own: str) -> NoReturn:
    """Another page, or a proxy in between that the pad does not hear of: the pad can't tell which."""
    if origin == "null":
        turn_away(_OTHER_PAGE)
    if current_app.config["PROXY"]:
        helps = "if it is yours, the proxy has to send X-Forwarded-Proto and X-Forwarded-Host"
    else:
        helps = "if a proxy stands between them, start the pad with SCOREPAD_PROXY=1"
    _log("an entry sent by a page of %s, while the pad was asked as %s: %s", origin, own, helps)
    turn_away(_PROXY_SILENT if current_app.config["PROXY"] else _NO_PROXY, origin=origin, own=own)


def _log(line: str, *facts: str) -> None:
    """A line for whoever runs the pad; what was sent is told in signs that any terminal takes."""
    current_app.logger.warning(line, *(fact.encode("ascii", "backslashreplace").decode() for fact in facts))


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
