"""The PIN itself, and what is made of it."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata

from flask import current_app

from scorepad.rules import Told

SHORTEST = 4


def check_pin(pin: str) -> None:
    """Whether a PIN keeps anybody out. Raises Told `short_pin` (least)."""
    if 0 < len(plain_digits(pin)) < SHORTEST:
        raise Told("short_pin", least=SHORTEST)


def plain_digits(text: str) -> str:
    """The text with its digits as English writes them, whatever a keyboard sends."""
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text.strip())


def wanted() -> str:
    """The PIN of this pad."""
    return plain_digits(current_app.config["PIN"])


def keyed(text: str) -> str:
    """A mark of that text that says nothing to whoever has not the key."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def cookie_pass() -> str:
    """What the cookie of someone who knows the PIN says; a new PIN makes it stale."""
    return keyed(wanted())
