"""Five dice read from a picture: their values, their places, and how sure. It knows no rules and no web.

Reading needs numpy and Pillow (requirements-photo.txt); where they are not there, `installed` says so.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

from scorepad.photo.reading import MOST_BYTES, Die, Reading, Unreadable


def installed() -> bool:
    return all(find_spec(name) is not None for name in ("numpy", "PIL"))


def read(data: bytes, dice: int = 5) -> Reading:
    """The dice in a picture’s file, `dice` of them as far as can be told. Raises Unreadable."""
    # One core reads: numpy's threads wait for one another at full speed, and others play on meanwhile.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scorepad.photo.reader import read as read_whole

    return read_whole(data, dice)


__all__ = ["MOST_BYTES", "Die", "Reading", "Unreadable", "installed", "read"]
