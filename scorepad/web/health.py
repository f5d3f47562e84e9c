"""Whether the pad can keep games just now: for whatever watches over it, every few seconds."""

from __future__ import annotations

from flask import Blueprint, Response

from scorepad.sentences import plain
from scorepad.store import StoreError
from scorepad.web.here import store

area = Blueprint("health", __name__)


@area.get("/healthz")
def healthz() -> Response:
    """`ok` where the file can be read and written; else 503 with the reason in English."""
    try:
        store().check()
    except StoreError as error:
        return Response(f"{plain(error.by_name)}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")
