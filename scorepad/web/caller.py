"""Who enters a PIN: by what wrong ones are counted, and how a wait is told."""

from __future__ import annotations

import math
import re
from ipaddress import IPv6Address, ip_address, ip_network

from flask import request
from markupsafe import Markup

from scorepad.sentences import NN_
from scorepad.store import Caller
from scorepad.web.pins import keyed, wanted
from scorepad.web.words import words

_WAITS = {
    3600: NN_(
        "Too many wrong PINs. Wait {count} hour, then try again.",
        "Too many wrong PINs. Wait {count} hours, then try again.",
    ),
    60: NN_(
        "Too many wrong PINs. Wait {count} minute, then try again.",
        "Too many wrong PINs. Wait {count} minutes, then try again.",
    ),
    1: NN_(
        "Too many wrong PINs. Wait {count} second, then try again.",
        "Too many wrong PINs. Wait {count} seconds, then try again.",
    ),
}
MOST_DIGITS = 12
"""Beyond so many a PIN can't be guessed any less."""
_WITH_PORT = re.compile(r"\[([^\]]+)\](?::[0-9]+)?|([0-9.]+):[0-9]+")
"""As some proxies tell an address."""
_LONGEST_NAME = 60


def network_of(address: str) -> str:
    """The address, or of IPv6 the network that one household has: a device takes any address of it."""
    named = _WITH_PORT.fullmatch(address.strip())
    bare = (named[1] or named[2]) if named else address.strip()
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:  # a proxy's own name for it, or a socket of this machine
        return bare[:_LONGEST_NAME]
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def caller() -> Caller:
    """By marks that a new PIN changes: it begins with new counts."""
    address = network_of(request.remote_addr or "")
    own, everybody = (keyed(f"{who} {wanted()}") for who in (address, "everybody"))
    return Caller(own, everybody, 10 ** min(len(wanted()), MOST_DIGITS))


def wait_told(seconds: int) -> Markup:
    """How long that address has to wait, in the largest unit that says it well."""
    unit = next(unit for unit in _WAITS if seconds >= 2 * unit or unit == 1)
    return words().plural(*_WAITS[unit], math.ceil(seconds / unit))
