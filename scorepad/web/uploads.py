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
from scorepad.web.here import store

KEPT_FOR = 3600
MOST_KEPT = 8
_PIECE = 1 << 16
_SIGNS = 22
"""How long a token is."""


def folder() -> Path:
    """Where files lie for a while, beside the database; those left behind are cleared away."""
    path = store().path
    found = path.with_name(f"{path.name}.transfer")
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

    Raises Refused `nothing_sent`.
    """
    arriving, digest, blank = new_file("part"), hashlib.sha256(), True
    with arriving.open("wb") as file:
        while piece := upload.read(_PIECE):
            blank = blank and not piece.strip()
            digest.update(piece)
            file.write(piece)
    if blank:
        arriving.unlink()
        raise Refused("nothing_sent")
    token = base64.urlsafe_b64encode(digest.digest())[:_SIGNS].decode()
    arriving.replace(kept(token))
    return token


def kept(token: str) -> Path:
    """Where the upload of that token lies, if it is there. Raises Refused `upload_gone` for what is none."""
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{{_SIGNS}}}", token):
        raise Refused("upload_gone")
    return folder() / f"{token}.json"
