"""What a form says of cards and roll-offs, read into values of the rules."""

from __future__ import annotations

from scorepad.rules import (
    ACTION_KINDS,
    CHANGE_DIE,
    OTHER,
    REDUCE_OPPONENT,
    ActionCard,
    Refused,
    Rolls,
    ScoreCard,
    clean_card_name,
)
from scorepad.store import StoredGame
from scorepad.web.forms.fields import Form, read_player, read_whole

MOST_TYPED = 1000
"""More points than any deck has: a slip of the finger. Records may say more."""


def read_action_card(form: Form, then: StoredGame) -> ActionCard | None:
    """The action card that a form plays, None without one.

    Raises Refused `no_cards`, `card_kind`, `card_die`, `card_nobody`, `card_points` or `card_many_points`.
    """
    kind = form.get("card_kind", "")
    if not kind:
        return None
    if not then.game.ruleset.cards:
        raise Refused("no_cards")
    if kind not in ACTION_KINDS:
        raise Refused("card_kind", kind=kind)
    if kind == CHANGE_DIE:
        old, new = (read_whole(form.get(f"card_{end}", ""), "card_die") for end in ("from", "to"))
        return ActionCard(kind, old=old, new=new)
    if kind == REDUCE_OPPONENT:
        seat = read_player(form.get("card_player", ""), then, "card_nobody")
        return ActionCard(kind, seat=seat, points=_points(form.get("card_points", "")))
    return ActionCard(kind, name=clean_card_name(form.get("card_name", "")) if kind == OTHER else "")


def read_score_card(form: Form, then: StoredGame) -> ScoreCard:
    """The score card that a form notes.

    Raises Refused `unknown_player`, `add_or_multiply`, `card_points`, `card_many_points` or `card_factor`.
    """
    seat = read_player(form.get("player", ""), then, "unknown_player")
    name = clean_card_name(form.get("name", ""))
    add, box = form.get("add", ""), form.get("box", "")
    if bool(add) == bool(box):
        raise Refused("add_or_multiply")
    if add:
        return ScoreCard(seat, name, add=_points(add))
    return ScoreCard(seat, name, box=box, by=read_whole(form.get("by", ""), "card_factor"))


def _points(text: str) -> int:
    points = read_whole(text, "card_points")
    if points > MOST_TYPED:
        raise Refused("card_many_points", most=MOST_TYPED)
    return points


def read_rolls(form: Form, then: StoredGame) -> Rolls:
    """The dice of a roll-off, `die_1`, `die_2`, … by seat. Raises Refused `roll_off_face`."""
    fields = {seat: form.get(f"die_{seat}", "") for seat in range(1, len(then.game.players) + 1)}
    return tuple((seat, read_whole(die, "roll_off_face")) for seat, die in fields.items() if die)
