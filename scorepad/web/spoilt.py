"""Whether a page may have broken because the file has figures that no games come to."""

from __future__ import annotations

import math
import time
from threading import Lock

from scorepad.store import Store
from scorepad.transfer import sums_differ

A_MINUTE = 60


class Sums:
    """What was seen of them last. All results are read for that, so phones that ask every two seconds are
    told what was seen within the last minute.
    """

    def __init__(self) -> None:
        self._looking = Lock()
        self._seen, self._differ = -math.inf, False

    def differ(self, store: Store) -> bool:
        """Whether they are not what the results come to."""
        with self._looking:
            if time.monotonic() - self._seen > A_MINUTE:
                self._differ = sums_differ(store)
                self._seen = time.monotonic()
            return self._differ
