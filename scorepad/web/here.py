"""This request: the store of its app, and whether a part of the page will do as its answer."""

from __future__ import annotations

from flask import current_app, request

from scorepad.store import Store


def store() -> Store:
    """The store of this app."""
    found: Store = current_app.extensions["scorepad.store"]
    return found


def wants_part() -> bool:
    """Whether htmx asks, which swaps the pad part alone."""
    return "HX-Request" in request.headers
