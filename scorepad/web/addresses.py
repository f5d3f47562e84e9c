"""Addresses: which ones another phone can open, their QR codes, and which are of this pad."""

from __future__ import annotations

import io
import re
import socket

import segno
from flask import request
from markupsafe import Markup

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def home_address() -> str | None:
    """This machine's address on the home network, None without one. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks which way packets would leave.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def reachable_root() -> str:
    """The root of this pad as another phone can open it.

    As this request opened it, unless that was a name for this machine alone.
    """
    name, colon, port = request.host.rpartition(":")
    if not colon or port.endswith("]"):
        name, colon, port = request.host, "", ""
    if name in LOOPBACK:
        name = home_address() or name
    return f"{request.scheme}://{name}{colon}{port}"


def own_path(target: str) -> str:
    """That path of this pad; the first page for anything that may be another site."""
    return target if re.fullmatch(r"/(?![/\\])[!-~]*", target) else "/"


def qr(address: str) -> Markup:
    """The QR code of an address, as a picture within the page."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
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
