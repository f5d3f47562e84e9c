"""The dice that a page's address says are typed, a roll in the making."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules import FACES, Dice, Refused, dice_from_digits, read_faces
from scorepad.web.forms.fields import Form


@dataclass(frozen=True, slots=True)
class Typed:
    """Dice typed for a sheet that is played with `count` of them: the `text` as it came, its `faces` as
    digits in the typed order.
    """

    count: int
    text: str = ""
    faces: str = ""
    refused: Refused | None = None

    @property
    def dice(self) -> Dice | None:
        """The roll, once all dice are there."""
        return dice_from_digits(self.faces, self.count) if len(self.faces) == self.count else None


def read_typed(query: Form, count: int) -> Typed:
    """What an address says of typed dice.

    `dice` alone is a whole roll, so another number of them is refused; with `die` (one more), `drop` (take
    out that slot, from 1), `for` (the turn that they are for) or `use` (typed for another turn) it is a roll
    in the making.
    """
    text = query.get("dice", "")
    try:
        faces = read_faces(text)
    except Refused as refused:
        return Typed(count, text, "", refused)
    if "die" in query:
        return _made(faces + _die(query["die"]), count)
    if "drop" in query:
        return _made(_without(faces, query["drop"]), count)
    if not query.keys() & {"use", "for"} and faces and len(faces) != count:
        miscounted = Refused("dice_count", count=len(faces), need=count)
        return Typed(count, text, faces if len(faces) < count else "", miscounted)
    return _made(faces, count)


def _made(faces: str, count: int) -> Typed:
    return Typed(count, faces[:count], faces[:count])


def _die(text: str) -> str:
    return text if text in map(str, FACES) else ""


def _without(faces: str, slot: str) -> str:
    slots = [str(number) for number in range(1, len(faces) + 1)]
    index = slots.index(slot) if slot in slots else len(faces)
    return faces[:index] + faces[index + 1 :]
