"""What time it is, as far as this machine knows: one without a clock of its own begins in 1970."""

from __future__ import annotations

from datetime import UTC, datetime

from scorepad.rules import written

EARLIEST = "2026-01-01T00:00:00Z"
"""No machine that runs this version can rightly tell an earlier moment."""


def moment() -> datetime:
    """This moment in UTC. Whatever else here asks for the time asks this."""
    return datetime.now(UTC)


def now() -> str:
    """This moment in UTC, as the store and records write it."""
    return written(moment())
