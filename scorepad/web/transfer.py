"""Taking games in and out by pages: import of a record or a bundle, and everything as files to keep."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import Refused
from scorepad.sentences import HEADINGS
from scorepad.store import backup, now
from scorepad.transfer import (
    GAME_COLUMNS,
    SHEET_ROWS,
    TURN_COLUMNS,
    Intake,
    bundle,
    encoded,
    every_game,
    games_table,
    sheet_table,
    turns_table,
)
from scorepad.web.pad import store
from scorepad.web.words import BOXES, words

area = Blueprint("transfer", __name__)

IMPORT_PATH = "/import"
LARGEST_IMPORT = 64 << 20
"""The largest body that the import page takes, in bytes."""
KEPT_FOR = 3600
MOST_KEPT = 8
_PIECE = 1 << 16


# --- in -------------------------------------------------------------------------------------------


@area.get(IMPORT_PATH)
def import_form() -> ResponseReturnValue:
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
        return _page(complaint=words().refusal_at(refused)), 422
    sure = request.form.get("confirm") == "1"
    if not intake.new and not sure:
        return _page(intake=intake)
    if intake.new_names and not sure:
        return _page(intake=intake, kept=request.form.get("kept") or _keep(raw))
    intake.save()
    return redirect(url_for("games.past"), 303)


def _sent() -> bytes:
    """What was uploaded or pasted, now or when it was shown.

    Raises Refused `nothing_sent` or `upload_gone`.
    """
    token = request.form.get("kept", "")
    if token:
        return _kept(token)
    upload = request.files.get("file")
    raw = upload.read() if upload else b""
    raw = raw or request.form.get("text", "").encode("utf-8", "surrogatepass")
    if not raw.strip():
        raise Refused("nothing_sent")
    return raw


def _page(intake: Intake | None = None, kept: str = "", complaint: str = "") -> str:
    return render_template("pages/import.html", intake=intake, kept=kept, complaint=complaint)


# --- files on their way -----------------------------------------------------------------------------


def _folder() -> Path:
    """Where files lie for a while, beside the database; those left behind are cleared away."""
    path = store().path
    folder = path.with_name(f"{path.name}.transfer")
    folder.mkdir(mode=0o700, exist_ok=True)
    with suppress(OSError):  # another request may clear the same ones away
        files = sorted((file.stat().st_mtime, file) for file in folder.iterdir())
        for place, (moment, file) in enumerate(reversed(files), 1):
            if place >= MOST_KEPT or moment < time.time() - KEPT_FOR:
                file.unlink()
    return folder


def _keep(raw: bytes) -> str:
    """Keeps an upload until it is confirmed; returns the token that finds it."""
    token = secrets.token_urlsafe(16)
    (_folder() / f"{token}.json").write_bytes(raw)
    return token


def _kept(token: str) -> bytes:
    """The upload of that token. It stays for a while: a second tap finds it too, and adds nothing."""
    if re.fullmatch(r"[A-Za-z0-9_-]{22}", token):
        file = _folder() / f"{token}.json"
        if file.exists():
            return file.read_bytes()
    raise Refused("upload_gone")


# --- out ------------------------------------------------------------------------------------------


@area.get("/export")
def export() -> ResponseReturnValue:
    return render_template("pages/export.html")


@area.get("/export/bundle.json")
def export_bundle() -> Response:
    return _file(bundle(every_game(store())), "application/json", f"scorepad-games-{_today()}.json")


@area.get("/export/games.csv")
def export_games() -> Response:
    table = games_table(every_game(store()), _headings(GAME_COLUMNS))
    return _file(table, "text/csv", f"scorepad-games-{_today()}.csv")


@area.get("/export/turns.csv")
def export_turns() -> Response:
    table = turns_table(every_game(store()), _headings(TURN_COLUMNS))
    return _file(table, "text/csv", f"scorepad-turns-{_today()}.csv")


@area.get("/games/<key>/sheet.csv")
def export_sheet(key: str) -> Response:
    stored = store().load(key)
    labels = _headings(SHEET_ROWS) | {box: words().box(box).unescape() for box in BOXES}
    name = f"scorepad-{stored.game.ruleset.id}-{stored.started_at[:10]}.csv"
    return _file(sheet_table(stored.game, labels), "text/csv", name)


@area.get("/export/scorepad.db")
def export_database() -> Response:
    """A checked copy of the database, gone from here once it is sent."""
    copy = _folder() / f"{secrets.token_urlsafe(16)}.db"
    backup(store().path, copy)
    response = _attached(Response(_read_once(copy)), f"scorepad-{_today()}.db")
    response.content_type = "application/vnd.sqlite3"
    response.content_length = copy.stat().st_size
    return response


def _read_once(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as reading:
            while piece := reading.read(_PIECE):
                yield piece
    finally:
        file.unlink(missing_ok=True)


def _file(pieces: Iterator[str], kind: str, name: str) -> Response:
    """A text to download, sent while it is written: it is not gathered here, nor packed."""
    response = _attached(Response(encoded(pieces), direct_passthrough=True), name)
    response.content_type = f"{kind}; charset=utf-8" if kind == "text/csv" else kind
    return response


def _attached(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _headings(columns: tuple[str, ...]) -> dict[str, str]:
    """What these columns are called in the reader's language, as plain text."""
    return {column: words()(HEADINGS[column]).unescape() for column in columns}


def _today() -> str:
    return now()[:10]
