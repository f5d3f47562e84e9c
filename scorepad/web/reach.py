"""Addresses by which other phones can open this pad, and their pictures."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from flask import current_app, request
from markupsafe import Markup

from scorepad.network import home_address, in_address

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_CODES = 64


def reachable(path: str) -> str | None:
    """That path of this pad as another phone can open it; None where none can.

    By the name that this request used, unless that was a name for this machine alone.
    """
    name, colon, port = request.host.rpartition(":")
    if not colon or port.endswith("]"):
        name, colon, port = request.host, "", ""
    if _is_loopback(name):
        name = _phone_name()
    return f"{request.scheme}://{name}{colon}{port}{path}" if name else None


def by_name(path: str) -> str | None:
    """That path by the name that the pad has on its network; None while it has none, or where this request
    used it.
    """
    name = current_app.config.get("PAD_NAME")
    origin = name.origin if name else ""
    return origin + path if origin and not origin.endswith(f"//{request.host.lower()}") else None


def _is_loopback(name: str) -> bool:
    bare = name.lower().rstrip(".")
    return bare in LOOPBACK or bare.endswith(".localhost") or bare.startswith("127.")


def _phone_name() -> str:
    """How phones call this machine, by what is listened to as far as that is known; empty where none can.

    Behind a proxy they come to what that listens to, which only it knows.
    """
    phones = None if current_app.config["PROXY"] else current_app.config.get("PHONES")
    return in_address((home_address() or "") if phones is None else next(iter(phones), ""))


@lru_cache(maxsize=_CODES)
def qr(address: str) -> Markup:
    """The QR code of an address, as a picture within the page; nothing for one that no code can hold."""
    out = io.BytesIO()
    try:
        code = segno.make(address, error="m")
    except segno.DataOverflowError:
        return Markup()
    code.save(
        out,
        kind="svg",
        scale=4,
        border=2,
        xmldecl=False,
        svgns=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    return Markup(out.getvalue().decode())  # noqa: S704 (made by segno from an address of this pad)
