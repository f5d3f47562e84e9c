"""Single fields of a form, read into plain values; what can't be read is refused."""

from __future__ import annotations

import re
import unicodedata

from werkzeug.datastructures import MultiDict

from scorepad.rules import Refused, fold_name, refuse_crowd
from scorepad.store import StoredGame

Form = MultiDict[str, str]
MOST_DIGITS = 9


def read_names(form: Form) -> list[str]:
    """The names by their seats, blank ones too: counted before anything looks at them.

    Raises Refused `too_many_seats` (most).
    """
    names = form.getlist("player")
    refuse_crowd(len(names))
    return names


def read_seen(form: Form) -> int:
    """The number of the last event that the sender saw; all that no game will reach are alike.

    Raises Refused `bad_seen`.
    """
    text = form.get("seen", "")
    if not re.fullmatch("[0-9]+", text):
        raise Refused("bad_seen")
    digits = text.lstrip("0")
    return int(digits or "0") if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS


def read_whole(text: str, reason: str) -> int:
    """A whole number in any digits that a keyboard sends. Raises Refused with that reason."""
    digits = [unicodedata.decimal(sign, None) for sign in text.strip()]
    if not digits or len(digits) > MOST_DIGITS or None in digits:
        raise Refused(reason)
    return int("".join(map(str, digits)))


def read_page(query: Form) -> int:
    """Which page of a list an address means, from 1; the first where it says none.

    Raises Refused `bad_page`.
    """
    page = query.get("page", "1")
    if not re.fullmatch("[1-9][0-9]{0,5}", page):
        raise Refused("bad_page")
    return int(page)


def read_player(text: str, then: StoredGame, reason: str) -> int:
    """The seat of the player whom a form means, by id or by name. Raises Refused with that reason."""
    game = then.game
    by_id = {str(person): seat for seat, person in enumerate(then.player_ids, 1) if seat in game.seats}
    by_name = {fold_name(game.player(seat)): seat for seat in game.seats}
    seat = by_id.get(text) or by_name.get(fold_name(text.strip()))
    if seat is None:
        raise Refused(reason)
    return seat
