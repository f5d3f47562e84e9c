"""Scorepad: a score pad for physical dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

LARGEST_REQUEST = 1 << 20
"""The largest body of a request, in bytes."""


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The web app on its database, which it holds until `store.close()`.

    `config` overrides what the environment says: DATABASE (a path), HOSTS (a set of names), PIN.
    Raises scorepad.store.StoreError. Imports happen here, since the commands need no web.
    """
    import os
    from datetime import timedelta
    from pathlib import Path

    from flask import Flask

    from scorepad.store import Store, default_path, secret_key
    from scorepad.web import (
        assets,
        cards,
        errors,
        games,
        pad,
        paper,
        security,
        settings,
        table,
        transfer,
        turns,
        watch,
        words,
    )
    from scorepad.web import help as help_pages

    root = Path(__file__).parent.parent
    app = Flask(__name__, template_folder=str(root / "templates"), static_folder=None)
    app.config.update(
        DATABASE=default_path(os.environ),
        HOSTS=frozenset(os.environ.get("SCOREPAD_HOSTS", "").lower().replace(",", " ").split()),
        PIN=os.environ.get("SCOREPAD_PIN", "").strip(),
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_COOKIE_NAME="scorepad",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    app.config.update(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    store = Store(Path(app.config["DATABASE"]))
    app.extensions["scorepad.store"] = store
    app.config["SECRET_KEY"] = app.config.get("SECRET_KEY") or secret_key(store.path.parent)
    for room in (words, security, errors, settings):
        room.install(app)
    assets.install(app, root / "static")
    for area in (
        games.area,
        pad.area,
        turns.area,
        table.area,
        watch.area,
        cards.area,
        paper.area,
        help_pages.area,
        transfer.area,
    ):
        app.register_blueprint(area)
    return app
