"""This request's store, and whether a page or a part of one is asked for."""

from __future__ import annotations

from flask import current_app, request

from scorepad.store import Store


def store() -> Store:
    """The store of this app."""
    found: Store = current_app.extensions["scorepad.store"]
    return found


def wants_part() -> bool:
    """Whether htmx asks, which swaps a part alone."""
    return "HX-Request" in request.headers
