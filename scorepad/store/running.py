"""Time that passes while the pad runs, for waits that last over a restart."""

from __future__ import annotations

import time

DAY = 86_400.0


class Running:
    """Seconds that pass while the pad runs, whatever the clock on the wall is set to.

    Of the time in between, the wall tells no more than a day and nothing less than none: a clock that was set
    neither opens the door nor locks it for years.
    """

    def __init__(self, last: float, wall: float) -> None:
        self._begin = last + min(max(time.time() - wall, 0), DAY) - time.monotonic()

    def now(self) -> float:
        return self._begin + time.monotonic()
