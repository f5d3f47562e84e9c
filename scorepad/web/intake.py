"""The import page: a record, or a bundle of them, shown before it adds new names; a bar for a long one."""

from __future__ import annotations

import io
from typing import BinaryIO

from flask import Blueprint, Flask, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from scorepad.rules import Refused
from scorepad.store import StoreError
from scorepad.transfer import Arrival, Arrivals, Busy
from scorepad.web.errors import log_trouble
from scorepad.web.told import tell
from scorepad.web.uploads import keep, kept
from scorepad.web.words import words

area = Blueprint("intake", __name__)

IMPORT_PATH = "/import"
LARGEST_IMPORT = 64 << 20
"""The largest body that the import page takes, in bytes."""
LARGEST_TEXT = 4 << 20
"""The longest text that may be pasted: it is held in memory."""
_SHORT = 1 << 20
_AT_ONCE, _SOON = 5.0, 1.0
"""Seconds until which a file is to be through, a short one and a long one: after that there is a bar."""
_NAMES_SHOWN = 200
_NO_RECORD = frozenset(("not_json", "too_deep", "no_record"))
"""Reasons after which it is told what a record is."""


def install(app: Flask) -> None:
    app.extensions["scorepad.arrivals"] = Arrivals(app.extensions["scorepad.store"])


def _arrivals() -> Arrivals:
    found: Arrivals = current_app.extensions["scorepad.arrivals"]
    return found


@area.get(IMPORT_PATH)
def page() -> ResponseReturnValue:
    """The form; for a file that was sent, how far it is or what became of it."""
    token = request.args.get("kept", "")
    arrival = _arrivals().of(token)
    if arrival and arrival.over:
        return _outcome(token, arrival)
    waits = not arrival and _is_kept(token)
    working = arrival or _arrivals().under_way
    return _page(token if arrival or waits else "", working, is_working=bool(working), waits=waits)


@area.get(f"{IMPORT_PATH}/progress")
def progress() -> ResponseReturnValue:
    """How far it is, as a part of the page; nothing once that is over."""
    arrivals = _arrivals()
    arrival = arrivals.of(request.args.get("kept", "")) or arrivals.under_way
    if arrival is None or arrival.over:
        return "", 204
    return render_template("parts/arriving.html", arrival=arrival)


@area.post(IMPORT_PATH)
def bring_in() -> ResponseReturnValue:
    """Shows what the file or the pasted text would add; adds it once that is confirmed, or holds no new name.

    All is checked before the first game is added.
    """
    request.max_content_length, request.max_form_memory_size = LARGEST_IMPORT, LARGEST_TEXT
    try:
        sent = request.form.get("kept", "")
        token = sent or keep(_sent())
        file = kept(token)
        arrival = _arrivals().bring(token, file, sure=request.form.get("confirm") == "1", new=not sent)
    except RequestEntityTooLarge:
        if (request.content_length or 0) > LARGEST_IMPORT:
            raise
        return _too_big_to_paste()
    except FileNotFoundError:
        return _page(complaint=_told(Refused("upload_gone"))), 422
    except Refused as refused:
        return _page(complaint=_told(refused)), 422
    except Busy:
        return redirect(url_for("intake.page", kept=token), 303)
    arrival.wait(_AT_ONCE if arrival.size <= _SHORT else _SOON)
    if arrival.over:
        return _outcome(token, arrival)
    return redirect(url_for("intake.page", kept=token), 303)


def _sent() -> BinaryIO:
    """What was uploaded, or else pasted."""
    upload = request.files.get("file")
    if upload and upload.stream.read(1):
        upload.stream.seek(0)
        return upload.stream  # type: ignore[return-value]
    return io.BytesIO(request.form.get("text", "").encode("utf-8", "surrogatepass"))


def _outcome(token: str, arrival: Arrival) -> ResponseReturnValue:
    """What became of a file."""
    fault = arrival.fault
    if isinstance(fault, StoreError):
        log_trouble(fault)
        return _page(token, arrival, complaint=words().refusal(fault.by_name), waits=True), 503
    if isinstance(fault, Refused):
        return _page(complaint=_told(fault), text=request.form.get("text", "")), 422
    if fault:
        raise fault
    if arrival.asks:
        return _page(token, arrival)
    if not arrival.adding and not arrival.sure:
        return _page(arrival=arrival)
    if arrival.intake.added and not arrival.told:  # once, whoever taps twice
        arrival.told = True
        intake = arrival.intake
        tell(added=intake.added, known=intake.known, under_way=intake.under_way)
    return redirect(url_for("past.sheets"), 303)


def _is_kept(token: str) -> bool:
    try:
        return kept(token).exists()
    except Refused:
        return False


def _told(refused: Refused) -> Markup:
    """Why a file is refused; what is no record is told what one is."""
    _ = words()
    said = words().refusal_at(refused)
    if refused.reason not in _NO_RECORD:
        return said
    expected = _(
        "Choose a Scorepad record: a .json file that a pad saved, at most {size} MB.",
        size=LARGEST_IMPORT >> 20,
    )
    return Markup("{} {}").format(said, expected)


@area.errorhandler(413)
def _too_big(_error: HTTPException) -> ResponseReturnValue:
    """A file over the limit, which may be refused by its head alone; and how to go on."""
    _ = words()
    way = _(
        "At most {size} MB can be sent at once. A larger file comes in by the command “import”,"
        " while the pad is stopped.",
        size=LARGEST_IMPORT >> 20,
    )
    return _limit(way)


def _too_big_to_paste() -> ResponseReturnValue:
    _ = words()
    way = _(
        "At most {size} MB can be pasted: save the text as a file, and choose that.", size=LARGEST_TEXT >> 20
    )
    return _limit(way)


def _limit(way: Markup) -> ResponseReturnValue:
    return _page(complaint=Markup("{}. {}").format(words()("This is too big"), way)), 413


def _page(
    token: str = "",
    arrival: Arrival | None = None,
    complaint: Markup | str = "",
    *,
    is_working: bool = False,
    waits: bool = False,
    text: str = "",
) -> str:
    """`is_working` says that the arrival was not over, though it may be so by now: another's outcome is not
    told here. `waits` says that the file of that token is here and has not begun, or can begin once more.
    `text` was pasted, and is to be put right.
    """
    return render_template(
        "pages/import.html",
        arrival=arrival,
        is_working=is_working,
        kept=token,
        waits=waits,
        complaint=complaint,
        text=text,
        names_shown=_NAMES_SHOWN,
        most=LARGEST_IMPORT >> 20,
        most_text=LARGEST_TEXT >> 20,
    )
