"""How a table plays beside its rules, as a form says it."""

from __future__ import annotations

import re

from scorepad.rules import LONGEST_TURN, Manner, Refused
from scorepad.web.forms.fields import Form

CLOCKS = (0, 30, 45, 60, 90, 120, 180)
"""The turn clocks that are offered, in seconds; 0 for none."""


def read_manner(form: Form) -> Manner:
    """Without teams. Raises Refused as `read_clock`."""
    return Manner(suspense=form.get("suspense") == "1", clock=read_clock(form))


def read_clock(form: Form) -> int:
    """The seconds of a turn, 0 where the form says none. Raises Refused `bad_clock` (most)."""
    text = form.get("clock", "") or "0"
    if not re.fullmatch("[0-9]{1,6}", text):
        raise Refused("bad_clock", most=LONGEST_TURN)
    return int(text)
