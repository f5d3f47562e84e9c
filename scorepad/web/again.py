"""What was asked for, to be sent once more: the form with all that was typed, or the address of the page."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import current_app, request
from werkzeug.exceptions import HTTPException

from scorepad.web.addresses import sent_to, this_page
from scorepad.web.here import wants_part

_NEVER = frozenset(("pin.enter",))
"""Pages whose forms hold what no page may keep."""


@dataclass(frozen=True, slots=True)
class Again:
    """Where to send it; `fields` are those of a form, sent as `form`, None where a page is asked for."""

    address: str
    fields: tuple[tuple[str, str], ...] | None = None
    form: str = ""


def again() -> Again:
    """This request once more. Files that were sent can't be: their page is asked for anew."""
    if request.method == "POST" and request.endpoint not in _NEVER and not wants_part():
        with suppress(HTTPException):
            if not any(file.filename for file in request.files.values()):
                return Again(sent_to(), tuple(request.form.items(multi=True)), request.mimetype)
    is_page = current_app.url_map.bind("localhost").test(request.path, "GET")
    return Again(sent_to() if is_page else this_page())
