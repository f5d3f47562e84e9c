"""The import page: a record, or a bundle of them, shown before it is added."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import Refused
from scorepad.transfer import Intake
from scorepad.web.here import store
from scorepad.web.told import tell
from scorepad.web.uploads import keep, kept
from scorepad.web.words import words

area = Blueprint("intake", __name__)

IMPORT_PATH = "/import"
LARGEST_IMPORT = 64 << 20
"""The largest body that the import page takes, in bytes."""
_NO_RECORD = frozenset(("not_json", "too_deep", "no_record"))
"""Reasons after which it is told what a record is."""


@area.get(IMPORT_PATH)
def page() -> ResponseReturnValue:
    return _page()


@area.post(IMPORT_PATH)
def bring_in() -> ResponseReturnValue:
    """Shows what the file or the pasted text would add; saves it once that is confirmed, or adds no name."""
    request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
    intake = Intake(store())
    try:
        raw = _sent()
        intake.read(raw)
    except Refused as refused:
        return _page(refused=refused), 422
    sure = request.form.get("confirm") == "1"
    if not intake.new and not sure:
        return _page(intake)
    if intake.new_names and not sure:
        return _page(intake, request.form.get("kept") or keep(raw))
    added = intake.save()
    if added:  # a second tap adds nothing, and what the first one did is still to be told
        tell(added=added, known=intake.known)
    return redirect(url_for("past.sheets"), 303)


def _sent() -> bytes:
    """What was uploaded or pasted, now or when it was shown.

    Raises Refused `nothing_sent` or `upload_gone`.
    """
    token = request.form.get("kept", "")
    if token:
        return kept(token)
    upload = request.files.get("file")
    raw = upload.read() if upload else b""
    raw = raw or request.form.get("text", "").encode("utf-8", "surrogatepass")
    if not raw.strip():
        raise Refused("nothing_sent")
    return raw


def _page(intake: Intake | None = None, token: str = "", refused: Refused | None = None) -> str:
    return render_template(
        "pages/import.html",
        intake=intake,
        kept=token,
        complaint=words().refusal_at(refused) if refused else "",
        no_record=refused is not None and refused.reason in _NO_RECORD,
        most=LARGEST_IMPORT >> 20,
    )
