"""Who may ask: the Host and Origin of a request; and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from flask import Flask, Response, abort, current_app, request

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
_HOME_ENDINGS = (".local", ".lan", ".home.arpa", ".localhost")
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
