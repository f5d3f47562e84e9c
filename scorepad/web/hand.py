"""What a player holds while a turn is being typed, as addresses and forms tell it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import request

from scorepad.rules import ActionCard, Cell, Dice, Refused, Turn, check_card, undo
from scorepad.store import StoredGame
from scorepad.web.forms import (
    Form,
    Typed,
    read_action_card,
    read_claim,
    read_first_roll,
    read_typed,
    read_whole,
)
from scorepad.web.sheetview import Choice


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice typed so far, the action card that goes with them, a box tapped first, whether they are
    marked as the first roll, and whether their bonus is claimed.

    `over`: they were typed for that turn, which is over; they are shown and offer nothing. Nor do dice that
    the card can't go with (`offers`).
    """

    typed: Typed
    card: ActionCard | None = None
    choice: Choice | None = None
    over: str = ""
    offers: bool = True
    first_roll: bool = False
    claim: bool = False

    @property
    def dice(self) -> Dice | None:
        """The roll that boxes are offered to."""
        return self.typed.dice if self.offers and not self.over else None


def empty_hand(stored: StoredGame) -> Hand:
    return Hand(Typed(stored.game.ruleset.dice))


def is_over(stored: StoredGame, turn: str) -> bool:
    """Whether the turn of that text (`str(Due)`) is over; one that an undo put off is still to come."""
    due = stored.game.due
    _seat, _, turns = turn.partition("-")
    to_come = due is not None and re.fullmatch("[0-9]{1,6}", turns) and int(turns) > due.turns
    return turn != str(due) and not to_come


def asked(stored: StoredGame) -> tuple[Hand, Refused | None]:
    """What the address says, and what is wrong with it: dice, or a box that was tapped before any die.

    `for` is the turn that the dice were typed for, as `Game.due` tells it: another phone may have entered it
    meanwhile. With `use` they are for the turn that is due.
    """
    typed = read_typed(request.args, stored.game.ruleset.dice)
    meant = str(stored.game.due) if "use" in request.args else request.args.get("for", str(stored.game.due))
    if meant != str(stored.game.due) and not stored.game.finished:
        over = is_over(stored, meant) and typed.faces
        first_roll = stored.game.ruleset.first_roll and read_first_roll(request.args)
        return (Hand(typed, over=meant, first_roll=first_roll) if over else empty_hand(stored)), None
    card = None
    try:
        card = read_action_card(request.args, stored)
        _check_card(stored, card, typed)
        first_roll = _first_roll(stored)
        choice = _choice(stored, typed, first_roll)
        claim = read_claim(request.args)
        return Hand(typed, card, choice, first_roll=first_roll, claim=claim), typed.refused
    except Refused as refused:
        return Hand(typed, card, offers=card is None), refused


def _first_roll(stored: StoredGame) -> bool:
    """Whether the address marks a first roll. Raises Refused `no_first_roll` where that says nothing."""
    marked = read_first_roll(request.args)
    if marked and not stored.game.ruleset.first_roll:
        raise Refused("no_first_roll")
    return marked


def _choice(stored: StoredGame, typed: Typed, first_roll: bool) -> Choice | None:
    """The box that was tapped before any die. Raises Refused as `Choice.of`."""
    box = request.args.get("box", "")
    if not box or typed.faces or typed.refused or stored.game.finished:
        return None
    column = read_whole(request.args.get("column", "1"), "no_column")
    return Choice.of(stored.game.mover_sheet, Cell(box, column), first_roll)


def _check_card(stored: StoredGame, card: ActionCard | None, typed: Typed) -> None:
    """Raises Refused where the card can't be played with the turn being typed."""
    if card is not None and stored.game.mover is not None:
        check_card(stored.game, card, Turn(stored.game.mover, "", typed.dice, card=card))


def sent(form: Form, stored: StoredGame) -> Hand:
    """What was in the hand of whoever sent a turn that is refused."""
    typed = read_typed(form, stored.game.ruleset.dice)
    if stored.game.finished:
        return Hand(typed)
    first_roll = stored.game.ruleset.first_roll and read_first_roll(form)
    try:
        card = read_action_card(form, stored)
        return Hand(typed, card, first_roll=first_roll, claim=read_claim(form))
    except Refused:
        return Hand(typed, first_roll=first_roll)


def sent_late(form: Form, seen: int, stored: StoredGame) -> Hand:
    """What was in the hand of whoever sent a turn after somebody else had saved."""
    typed = read_typed(form, stored.game.ruleset.dice)
    meant = str(stored.at(min(seen, stored.seen)).game.due)
    over = meant if typed.faces and is_over(stored, meant) else ""
    return Hand(typed, over=over, first_roll=stored.game.ruleset.first_roll and read_first_roll(form))


def given_back(before: StoredGame, after: StoredGame) -> Hand:
    """The dice, the card, the mark and the claim of the turn that an undo took back, once more in the hand of
    who made it.
    """
    taken = undo(before.story)
    if not after.events or after.events[-1].what != taken:  # others went on since
        return empty_hand(after)
    entry = next((told.entry for told in before.story.standing if told.number == taken.of), None)
    if not isinstance(entry, Turn) or entry.dice is None or entry.seat != after.game.mover:
        return empty_hand(after)
    typed = Typed(after.game.ruleset.dice, str(entry.dice), str(entry.dice))
    return Hand(typed, entry.card, first_roll=entry.first_roll, claim=entry.claim)
