"""What one sender may take of the server, so that there is enough for all."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

_MOST, _WITHOUT_LIMIT = 2000, 400
_RESERVE = 64
"""File numbers for the database, the threads and what is under way."""


def _connections() -> int:
    """Half of the files that this process may open, after asking for more: an answer may need one, too."""
    if sys.platform == "win32":
        return _WITHOUT_LIMIT  # its select() takes 512
    import resource

    wanted = 2 * _MOST + _RESERVE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    most = wanted if soft == resource.RLIM_INFINITY else soft
    return max(16, min(_MOST, (most - _RESERVE) // 2))


@dataclass(frozen=True, slots=True)
class Limits:
    """How many and how slow: in seconds and bytes."""

    threads: int = 8
    connections: int = field(default_factory=_connections)
    uploads: int = 4
    """Large bodies at once."""
    large: int = 1 << 16
    """From here on a body is large: only one that is let in and has room is received at all."""
    unsent: int = 1 << 24
    """What may wait for one reader, beside a file."""
    grace: float = 20
    rate: int = 1 << 14
    """What is on its way, either way, is cut off after `grace` unless so much of it moved in each second."""
    idle: float = 120
    silent: float = 1
    """Who has asked nothing for that long goes first where there is no room."""
    settled: float = 15
    """Idle for longer than any phone that looks: many such go at once."""
    look: float = 1
    """How often all connections are looked at."""
