"""What the server asks before a request has come whole, and what is answered to one that never will."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, abort, request
from flask.typing import ResponseReturnValue

from scorepad.web.intake import IMPORT_PATH, LARGEST_IMPORT
from scorepad.web.photo import LARGEST_PHOTO

LARGEST_REQUEST = 1 << 20
"""The largest body that most pages take, in bytes."""
_PHOTO_PATH = re.compile("/games/[^/]+/photo")
REFUSED = "scorepad.refused"
"""In a request's environment: the code of its answer, whatever it asks for; 0 for none."""
_ASKED = "scorepad.asked"
_LET_IN = 204


def install(app: Flask) -> None:
    """Before all guards: what the server could not or would not receive."""
    app.before_request(_refuse)


def install_last(app: Flask) -> None:
    """Behind all guards: whom they let pass."""
    app.before_request(_answer_asked)


def largest_body(path: str) -> int:
    """How many bytes a request to that path may bring."""
    if _PHOTO_PATH.fullmatch(path):
        return LARGEST_PHOTO
    return LARGEST_IMPORT if path == IMPORT_PATH else LARGEST_REQUEST


def asked(app: Callable[..., Any], environ: Mapping[str, Any]) -> bool:
    """Whether the guards of that app let this request in, by its head alone."""
    said: list[str] = []
    asking = {**environ, _ASKED: True, "wsgi.input": io.BytesIO()}
    answer = app(asking, lambda status, *_more: said.append(status))
    getattr(answer, "close", lambda: None)()
    return said[0].startswith(str(_LET_IN))


def _refuse() -> None:
    if code := request.environ.get(REFUSED):
        abort(code)


def _answer_asked() -> ResponseReturnValue | None:
    return ("", _LET_IN) if _ASKED in request.environ else None
