"""What a request says, read into values of the rules; what can't be read is refused."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorepad.rules.cards import (
    ACTION_KINDS,
    CHANGE_DIE,
    OTHER,
    REDUCE_OPPONENT,
    ActionCard,
    ScoreCard,
)
from scorepad.rules.dice import COUNT, Dice, dice_from_digits, read_dice, read_faces
from scorepad.rules.game import TURN, Entry, Game, Rolls
from scorepad.rules.names import fold_name
from scorepad.rules.record import clean_card_name
from scorepad.rules.refusal import Refused
from scorepad.store import LARGEST_INTEGER

Form = MultiDict[str, str]
MOST_CARD_POINTS = 1000


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


def read_turn(form: Form, game: Game) -> Entry:
    """The turn that a form sends, for whoever is to move (seat 0).

    Raises Refused `no_box`, `dice_or_points`, `bad_points`, or as `read_dice` and `read_action_card`.
    """
    dice, points, box = form.get("dice", ""), form.get("points", ""), form.get("box", "")
    extra, claim = form.get("extra_yahtzee") == "1", form.get("claim_bonus") == "1"
    card = read_action_card(form, game)
    if points and dice:
        raise Refused("dice_or_points")
    if points:
        worth = read_whole(points, "bad_points")
        return Entry(TURN, 0, _box(box), points=worth, extra=extra, card=card, claim=claim)
    return Entry(TURN, 0, _box(box), dice=read_dice(dice), card=card, claim=claim)


def read_action_card(form: Form, game: Game) -> ActionCard | None:
    """The action card that a form plays, None without one.

    Raises Refused `no_cards`, `card_kind`, `card_die`, `card_nobody`, `card_points` or `card_many_points`.
    """
    kind = form.get("card_kind", "")
    if not kind:
        return None
    if not game.ruleset.cards:
        raise Refused("no_cards")
    if kind not in ACTION_KINDS:
        raise Refused("card_kind", kind=kind)
    if kind == CHANGE_DIE:
        old, new = (read_whole(form.get(f"card_{end}", ""), "card_die") for end in ("from", "to"))
        return ActionCard(kind, old=old, new=new)
    if kind == REDUCE_OPPONENT:
        seat = read_player(form.get("card_player", ""), game, "card_nobody")
        return ActionCard(kind, seat=seat, points=_card_points(form.get("card_points", "")))
    return ActionCard(kind, name=clean_card_name(form.get("card_name", "")) if kind == OTHER else "")


def read_score_card(form: Form, game: Game) -> ScoreCard:
    """The score card that a form notes.

    Raises Refused `unknown_player`, `add_or_multiply`, `card_points`, `card_many_points` or `card_factor`.
    """
    seat = read_player(form.get("player", ""), game, "unknown_player")
    name = clean_card_name(form.get("name", ""))
    add, box = form.get("add", ""), form.get("box", "")
    if bool(add) == bool(box):
        raise Refused("add_or_multiply")
    if add:
        return ScoreCard(seat, name, add=_card_points(add))
    return ScoreCard(seat, name, box=box, by=read_whole(form.get("by", ""), "card_factor"))


def _card_points(text: str) -> int:
    points = read_whole(text, "card_points")
    if points < 1:
        raise Refused("card_points")
    if points > MOST_CARD_POINTS:
        raise Refused("card_many_points", most=MOST_CARD_POINTS)
    return points


def read_player(name: str, game: Game, reason: str) -> int:
    """The seat of the player of that name. Raises Refused with that reason."""
    folded = fold_name(name.strip())
    for seat in game.seats:
        if fold_name(game.player(seat)) == folded:
            return seat
    raise Refused(reason)


def read_rolls(form: Form, game: Game) -> Rolls:
    """The dice of a roll-off, `die_1`, `die_2`, … by seat. Raises Refused `roll_off_face`."""
    fields = {seat: form.get(f"die_{seat}", "") for seat in range(1, len(game.players) + 1)}
    return tuple((seat, read_whole(die, "roll_off_face")) for seat, die in fields.items() if die)


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


NOTHING_TYPED = Typed()


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
