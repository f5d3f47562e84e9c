"""Scorepad: a score pad for physical dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from scorepad.store import Store


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The web app on its database, which it holds until `store.close()`.

    `config` overrides what the environment says: DATABASE and BACKUPS (paths), HOSTS (a set of names), PIN,
    PROXY, NAME (that `serve` gives the pad on its network), CACHE (megabytes). Raises Told, of the file
    scorepad.store.StoreError. Imports happen here: the commands need no web.
    """
    from scorepad.daily import Daily
    from scorepad.web import areas

    app = _configured(config or {})
    store = _on_its_database(app)
    areas.install(app)
    Daily(store)
    return app


def _configured(config: Mapping[str, object]) -> Flask:
    import os
    from pathlib import Path

    from werkzeug.middleware.proxy_fix import ProxyFix

    from scorepad.naming import check_pad_name
    from scorepad.web import addresses
    from scorepad.web.pins import check_pin

    app = addresses.Pad(
        __name__, template_folder=str(Path(__file__).parents[1] / "templates"), static_folder=None
    )
    app.config.update(_settings(os.environ))
    app.config.update(config)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    check_pin(app.config["PIN"])
    check_pad_name(app.config["NAME"])
    if app.config["PROXY"]:
        fixed = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1, x_prefix=1)
        app.wsgi_app = fixed  # type: ignore[method-assign]
    return app


def _on_its_database(app: Flask) -> Store:
    """The store that the app gets; the key for its cookies lies beside the file."""
    from pathlib import Path

    from scorepad.store import Store, StoreError, kept_key, secret_key

    database = Path(app.config["DATABASE"])
    # Nothing is made beside a file that turns out to be another's.
    kept_key(database.parent)
    store = Store(database, app.config["BACKUPS"], _megabytes(str(app.config["CACHE"])))
    app.extensions["scorepad.store"] = store
    try:
        app.config["SECRET_KEY"] = app.config.get("SECRET_KEY") or secret_key(database.parent)
    except StoreError:
        store.close()
        raise
    return store


def _megabytes(text: str) -> int | None:
    """What `SCOREPAD_CACHE` says, None for the usual. Raises StoreError `bad_cache` (value)."""
    from scorepad.store import StoreError

    if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise StoreError("bad_cache", value=text)
    return int(text) if text else None


def _settings(environment: Mapping[str, str]) -> dict[str, object]:
    """What the environment says, and what holds everywhere."""
    from scorepad.naming import USUAL
    from scorepad.store import default_path, named_folder
    from scorepad.web.entrance import LARGEST_REQUEST

    return {
        "DATABASE": default_path(environment),
        "CACHE": environment.get("SCOREPAD_CACHE", "").strip(),
        "BACKUPS": named_folder(environment),
        "HOSTS": frozenset(environment.get("SCOREPAD_HOSTS", "").lower().replace(",", " ").split()),
        "PIN": environment.get("SCOREPAD_PIN", "").strip(),
        "NAME": environment.get("SCOREPAD_NAME", USUAL).strip().lower(),
        "PROXY": environment.get("SCOREPAD_PROXY", "").strip() == "1",
        "MAX_CONTENT_LENGTH": LARGEST_REQUEST,
        "MAX_FORM_MEMORY_SIZE": LARGEST_REQUEST,
        "SESSION_COOKIE_NAME": "scorepad",
        "SESSION_COOKIE_SAMESITE": "Lax",
    }
