"""What is read from a picture: dice, where they lie, and how sure each is; or why nothing can be."""

from __future__ import annotations

from dataclasses import dataclass

MOST_BYTES = 24 * 2**20
"""The heaviest picture that is taken."""


class Unreadable(Exception):
    """Why a picture can't be read: `reason` is an id for a sentence, and `facts` fill it.

    `no_photo`: no picture of a kind that is known; `photo_heic`: one that Pillow alone does not open;
    `photo_heavy` (`megabytes`: the most there may be), `photo_large` (`megapixels`), `photo_broken`: damaged.
    """

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason, facts


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a picture. `second` is the next likely value; `x` and `y` are its middle as shares of the
    width and the height, `size` the longer side of the frame around it as a share of the longer side;
    `confidence` (0–1) says how likely a die with this value lies there, `sure` whether a player need not
    look twice.
    """

    value: int
    second: int
    x: float
    y: float
    size: float
    confidence: float
    sure: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found, left to right, and whether it is sure as a whole."""

    found: tuple[Die, ...]
    sure: bool

    @property
    def dice(self) -> str:
        """The values, left to right."""
        return "".join(str(die.value) for die in self.found)
