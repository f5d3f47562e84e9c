"""Files on their way in or out, kept for a while in a folder beside the database."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from scorepad.rules import Refused
from scorepad.store import told_of
from scorepad.web.here import store

KEPT_FOR = 3600
MOST_KEPT = 8
_PIECE = 1 << 16
_SIGNS = 22
"""How long a token is."""


def folder() -> Path:
    """Where files lie for a while, beside the database; those left behind are cleared away.

    Raises StoreError as `told_of`.
    """
    path = store().path
    found = path.with_name(f"{path.name}.transfer")
    with told_of(found):
        found.mkdir(mode=0o700, exist_ok=True)
    with suppress(OSError):  # another request may clear the same ones away
        files = sorted((file.stat().st_mtime, file) for file in found.iterdir())
        for place, (moment, file) in enumerate(reversed(files), 1):
            if place >= MOST_KEPT or moment < time.time() - KEPT_FOR:
                file.unlink()
    return found


def new_file(ending: str) -> Path:
    """A name in that folder that nobody can guess."""
    return folder() / f"{secrets.token_urlsafe(16)}.{ending}"


def keep(upload: BinaryIO) -> str:
    """Keeps an upload until it is through; returns the token that finds it, the same for the same content.

    Raises Refused `nothing_sent`, or StoreError as `told_of`.
    """
    arriving = new_file("part")
    try:
        with told_of(arriving.parent):
            token = _written(upload, arriving)
            arriving.replace(kept(token))
    finally:
        arriving.unlink(missing_ok=True)
    return token


def _written(upload: BinaryIO, file: Path) -> str:
    """Writes it there; returns its token. Raises Refused `nothing_sent`."""
    digest, blank = hashlib.sha256(), True
    with file.open("wb") as writing:
        while piece := upload.read(_PIECE):
            blank = blank and not piece.strip()
            digest.update(piece)
            writing.write(piece)
    if blank:
        raise Refused("nothing_sent")
    return base64.urlsafe_b64encode(digest.digest())[:_SIGNS].decode()


def kept(token: str) -> Path:
    """Where the upload of that token lies, if it is there. Raises Refused `upload_gone` for what is none."""
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{{_SIGNS}}}", token):
        raise Refused("upload_gone")
    return folder() / f"{token}.json"
