"""The pad: a game's sheet, the roll being typed, the turn being saved, and Undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import (
    ActionCard,
    Cell,
    Payload,
    Refused,
    Turn,
    check_card,
    last_to_redo,
    last_to_undo,
    redo,
    undo,
)
from scorepad.stats import own_record
from scorepad.store import Stale, StoredGame
from scorepad.web.chart import chart
from scorepad.web.forms import Form, Typed, read_action_card, read_seen, read_turn, read_typed, read_whole
from scorepad.web.here import store, wants_part
from scorepad.web.sheetview import Choice, sheet_view, stamp
from scorepad.web.words import words

area = Blueprint("pad", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player holds: the dice typed so far, the action card that goes with them, a box tapped first.

    `kept` dice were typed for a turn that is over: they are shown and offer nothing. Nor do dice that the
    card can't go with (`offers`).
    """

    typed: Typed
    card: ActionCard | None = None
    choice: Choice | None = None
    kept: bool = False
    offers: bool = True


# --- looking ------------------------------------------------------------------------------------------


@area.get("")
def game(key: str) -> ResponseReturnValue:
    return _look(key, part=wants_part())


@area.get("/pad")
def pad(key: str) -> ResponseReturnValue:
    """The pad part alone; 204 when the sender has seen all that it shows and asks for nothing else."""
    if "seen" in request.args and not request.args.keys() & {"dice", "box"}:
        stored = store().load(key)
        shown = stamp(stored)
        if stored.seen == read_seen(request.args) and request.args.get("shown", shown) == shown:
            return "", 204
    return _look(key, part=True)


def _look(key: str, part: bool) -> ResponseReturnValue:
    """The pad with what the address says: dice, or a box that was tapped before any die.

    `for` is the seat that the dice were typed for: another phone may have entered that turn meanwhile.
    """
    stored = store().load(key)
    typed = read_typed(request.args, stored.game.ruleset.dice)
    if request.args.get("for", mover := str(stored.game.mover)) != mover:
        return answer(stored, Hand(typed, kept=True), part=part)
    card = None
    try:
        card = read_action_card(request.args, stored)
        _check_card(stored, card, typed)
        return answer(stored, Hand(typed, card, _choice(stored, typed)), typed.refused, part=part)
    except Refused as refused:
        return answer(stored, Hand(typed, card, offers=card is None), refused, part=part)


def _choice(stored: StoredGame, typed: Typed) -> Choice | None:
    """The box that was tapped before any die. Raises Refused as `Choice.of`."""
    box = request.args.get("box", "")
    if not box or typed.faces or typed.refused or stored.game.finished:
        return None
    column = read_whole(request.args.get("column", "1"), "no_column")
    return Choice.of(stored.game.mover_sheet, Cell(box, column))


def _check_card(stored: StoredGame, card: ActionCard | None, typed: Typed) -> None:
    """Raises Refused where the card can't be played with the turn being typed."""
    if card is not None and stored.game.mover is not None:
        check_card(stored.game, card, Turn(stored.game.mover, "", typed.dice, card=card))


# --- saving -------------------------------------------------------------------------------------------


@area.post("/turns")
def take_turn(key: str) -> ResponseReturnValue:
    return _save(key, read_turn)


@area.post("/undo", endpoint="undo")
def take_back(key: str) -> ResponseReturnValue:
    return _save(key, lambda _form, then: undo(then.story))


@area.post("/redo", endpoint="redo")
def bring_back(key: str) -> ResponseReturnValue:
    return _save(key, lambda _form, then: redo(then.story))


def _save(key: str, read: Callable[[Form, StoredGame], Payload]) -> ResponseReturnValue:
    """Saves what the form says, or shows the pad with the reason and the typed dice kept."""
    form = request.form
    try:
        stored = store().append(key, read_seen(form), lambda then: read(form, then))
    except Refused as refused:
        stored = store().load(key)
        return answer(stored, _held(form, stored), refused, part=wants_part())
    except Stale as stale:
        typed = read_typed(form, stale.stored.game.ruleset.dice)
        return answer(stale.stored, Hand(typed, kept=True), Refused("stale"), 409, part=wants_part())
    if wants_part():
        return answer(stored, part=True)
    return redirect(url_for("pad.game", key=key), 303)


def _held(form: Form, stored: StoredGame) -> Hand:
    """What was in the hand of whoever sent a turn that is refused."""
    typed = read_typed(form, stored.game.ruleset.dice)
    if stored.game.finished:
        return Hand(typed)
    try:
        return Hand(typed, read_action_card(form, stored))
    except Refused:
        return Hand(typed)


# --- showing ------------------------------------------------------------------------------------------


def answer(
    stored: StoredGame,
    hand: Hand | None = None,
    refused: Refused | None = None,
    status: int | None = None,
    *,
    part: bool,
) -> ResponseReturnValue:
    """The pad as it is now, whole page or part, with the reason why something was refused."""
    hand = hand or Hand(Typed(stored.game.ruleset.dice))
    template = "parts/pad.html" if part else "pages/game.html"
    page = render_template(template, **_facts(stored, hand), refused=refused)
    return page, status or (422 if refused else 200)


def _facts(stored: StoredGame, hand: Hand) -> dict[str, object]:
    game, typed = stored.game, hand.typed
    dice = typed.dice if hand.offers and not hand.kept else None
    facts: dict[str, object] = {
        "stored": stored,
        "game": game,
        "sheet": sheet_view(stored, words(), dice, hand.choice.cell if hand.choice else None),
        "choice": hand.choice,
        "typed": typed,
        "kept": hand.kept and bool(typed.faces) and not game.finished,
        "card": hand.card,
        "dice": dice,
        "shown": stamp(stored),
        "last": game.entries[-1] if game.entries else None,
        "undoable": last_to_undo(stored.story) is not None,
        "redoable": last_to_redo(stored.story) is not None,
        "alone": len(game.seats) == 1,
    }
    return facts | (_result_facts(stored) if game.finished else {})


def _result_facts(stored: StoredGame) -> dict[str, object]:
    """What the result shows beside the ranks; `before` is each seat's own record until this game."""
    return {
        "before": {seat: own_record(store(), stored, seat) for seat in stored.game.seats},
        "chart": chart(stored.game),
    }
