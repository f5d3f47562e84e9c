"""Addresses of this pad, made for the path that it is mounted under."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, current_app, request, url_for
from werkzeug.exceptions import BadHost
from werkzeug.routing import MapAdapter

ROOTS = 8
"""How many paths that the pad is mounted under are remembered: one is usual."""
_ADDRESSES = 1024
_ANY_KEY = "0-any-key-0"
_PLAIN = re.compile("[A-Za-z0-9_-]+")
"""What stands in an address as it is."""
_CLIMBS = re.compile(r"[/\\](?:\.|%2e){2}(?:[/\\?#]|$)", re.IGNORECASE)
"""Where a browser goes up a folder, out of the path that the pad is mounted under."""


class Pad(Flask):
    """An app that can tell its addresses to any request: they are paths, whatever the Host header says."""

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As Flask's; a Host that can be none leaves the request its routes, until it is refused."""
        try:
            return super().create_url_adapter(request)
        except BadHost:
            environ = {**request.environ, "HTTP_HOST": "localhost"} if request else {}
            return self.url_map.bind_to_environ(environ)


def install(app: Flask) -> None:
    """For templates: `url_for`, `this_page`, and `root`, the path of cookies."""
    app.context_processor(_for_templates)


def _for_templates() -> dict[str, object]:
    return {"url_for": _addresses_under(request.script_root), "this_page": this_page, "root": cookie_path()}


@lru_cache(maxsize=ROOTS)
def _addresses_under(_root: str) -> Callable[..., str]:
    """`url_for` that remembers: a pad has twenty addresses, and the next answer has the same ones.

    Those that need a game's key alone are made once for all games: many tables would push each other out.
    """
    kept = lru_cache(maxsize=_ADDRESSES)(url_for)

    def address(endpoint: str, /, **values: Any) -> str:
        key = values.get("key", "")
        if len(values) == 1 and key and _PLAIN.fullmatch(key):
            return kept(endpoint, key=_ANY_KEY).replace(_ANY_KEY, key)
        return kept(endpoint, **values)

    return address


def home() -> str:
    """The first page: `/`, or `/pad/` where the pad is mounted under `/pad`."""
    return _addresses_under(request.script_root)("home.home")


def cookie_path() -> str:
    """The path for which this pad's cookies are."""
    return request.script_root or "/"


def own_path(target: str) -> str:
    """That path, if it is one of this pad; the first page for anything else, which may be another site."""
    root = home()
    own = target.startswith(root) and re.fullmatch(r"/(?![/\\])[!-~]*", target)
    return target if own and not _CLIMBS.search(target) else root


def this_page() -> str:
    """The address of the page being read, to come back to; for an answer to a form, the page it is of."""
    path = request.path
    if request.method == "GET" and not path.endswith("/pad"):
        return sent_to()
    pages = current_app.url_map.bind("localhost")
    while path.count("/") > 1:
        path = path.rpartition("/")[0]
        if pages.test(path, "GET"):
            return _mounted(path)
    return home()


def came_from() -> str:
    """The page whose form was sent, as the browser tells it: with all that its address says."""
    sender = urlsplit(request.referrer or "")
    page = sender._replace(scheme="", netloc="", fragment="").geturl()
    return own_path(page) if sender.netloc == request.host else this_page()


def sent_to() -> str:
    """The address of this request."""
    query = request.query_string.decode("ascii", "ignore")
    return _mounted(f"{request.path}?{query}" if query else request.path)


def _mounted(path: str) -> str:
    """A path within the pad, from `/` on, as the browser knows it."""
    return own_path(f"{home()}{path[1:]}")
