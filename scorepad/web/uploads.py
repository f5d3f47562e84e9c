"""Files on their way in or out, kept for a while in a folder beside the database."""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress
from pathlib import Path

from scorepad.rules import Refused
from scorepad.web.here import store

KEPT_FOR = 3600
MOST_KEPT = 8


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


def keep(raw: bytes) -> str:
    """Keeps an upload until it is confirmed; returns the token that finds it."""
    file = new_file("json")
    file.write_bytes(raw)
    return file.stem


def kept(token: str) -> bytes:
    """The upload of that token. It stays for a while: a second tap finds it too, and adds nothing.

    Raises Refused `upload_gone`.
    """
    if re.fullmatch(r"[A-Za-z0-9_-]{22}", token):
        file = folder() / f"{token}.json"
        if file.exists():
            return file.read_bytes()
    raise Refused("upload_gone")
