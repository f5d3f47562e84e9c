"""What a request says, read into values of the rules; what can't be read is refused."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorepad.rules.dice import COUNT, Dice, dice_from_digits, read_dice, read_faces
from scorepad.rules.game import TURN, Entry
from scorepad.rules.refusal import Refused
from scorepad.store import LARGEST_INTEGER

Form = MultiDict[str, str]


def read_seen(form: Form) -> int:
    """The number of the last event that the sender saw. Raises Refused `bad_seen`."""
    text = form.get("seen", "")
    if not re.fullmatch("[0-9]+", text):
        raise Refused("bad_seen")
    return int(text) if len(text) < 19 else LARGEST_INTEGER


def read_whole(text: str, reason: str) -> int:
    """A whole number in any digits that a keyboard sends. Raises Refused with that reason."""
    digits = [unicodedata.decimal(sign, None) for sign in text.strip()]
    if not digits or len(digits) > 9 or None in digits:
        raise Refused(reason)
    return int("".join(map(str, digits)))


def read_turn(form: Form) -> Entry:
    """The turn that a form sends, for whoever is to move (seat 0).

    Raises Refused `no_box`, `dice_or_points`, `bad_points`, or as `read_dice`.
    """
    dice, points, box = form.get("dice", ""), form.get("points", ""), form.get("box", "")
    extra = form.get("extra_yahtzee") == "1"
    if points and dice:
        raise Refused("dice_or_points")
    if points:
        return Entry(TURN, 0, _box(box), points=read_whole(points, "bad_points"), extra=extra)
    return Entry(TURN, 0, _box(box), dice=read_dice(dice))


def _box(box: str) -> str:
    if not box:
        raise Refused("no_box")
    return box


@dataclass(frozen=True, slots=True)
class Typed:
    """The dice typed so far: the `text` as it came, its `faces` as digits in the typed order."""

    text: str = ""
    faces: str = ""
    refused: Refused | None = None

    @property
    def dice(self) -> Dice | None:
        """The roll, once there are five."""
        return dice_from_digits(self.faces) if len(self.faces) == COUNT else None


def read_typed(query: Form) -> Typed:
    """What a page's address says of typed dice.

    `dice` alone is a whole roll, so anything but five is refused; with `die` (one more), `drop` (take
    out that slot, from 1) or `use` (typed for another turn) it is a roll in the making.
    """
    text = query.get("dice", "")
    try:
        faces = read_faces(text)
    except Refused as refused:
        return Typed(text, "", refused)
    if "die" in query:
        return _made((faces + _die(query["die"]))[:COUNT])
    if "drop" in query:
        return _made(_without(faces, query["drop"]))
    if "use" not in query and faces and len(faces) != COUNT:
        return Typed(text, faces if len(faces) < COUNT else "", Refused("dice_count", count=len(faces)))
    return _made(faces)


def _made(faces: str) -> Typed:
    return Typed(faces, faces)


def _die(text: str) -> str:
    return text if text in tuple("123456") else ""


def _without(faces: str, slot: str) -> str:
    index = int(slot) - 1 if slot in tuple("12345") else len(faces)
    return faces[:index] + faces[index + 1 :]
