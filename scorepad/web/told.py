"""What the page after a form tells once: the game that was moved to the bin, how many were added."""

from __future__ import annotations

from flask import Flask, session

from scorepad.store import NoSuchGame, StoredGame, Unreadable
from scorepad.web.here import store

_PLACE = "told"


def tell(**facts: str | int) -> None:
    """Has the next page tell that; it replaces what was not told yet."""
    session[_PLACE] = facts


def told() -> dict[str, str | int | StoredGame]:
    """What is to be told now, and not again; `gone` is the game that can be brought back."""
    facts = dict(session.pop(_PLACE, {}))
    if "gone" in facts:
        try:
            facts["gone"] = store().load_any(facts["gone"])
        except (NoSuchGame, Unreadable):
            return {}
    return facts


def install(app: Flask) -> None:
    """`told` for templates."""
    app.jinja_env.globals.update(told=told)
