"""Loads sqlite-utils without numpy, which it takes along wherever the coach has that to learn with.

No column of the pad holds such values, and the pad would take 16 MB more and start a tenth of a second later.
"""

from __future__ import annotations

import sys

if "numpy" not in sys.modules:
    sys.modules["numpy"] = None  # type: ignore[assignment]  # so Python is told that there is none
    import sqlite_utils  # noqa: F401

    del sys.modules["numpy"]
