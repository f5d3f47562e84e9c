"""The pad: a game's sheet, the roll being typed, the turn being saved, and Undo."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules.cards import ActionCard, check_action
from scorepad.rules.events import REDO, UNDO, Wish, last_to_redo, last_to_undo
from scorepad.rules.game import TURN, Game
from scorepad.rules.refusal import Refused
from scorepad.stats import own_record
from scorepad.store import Stale, StoredGame
from scorepad.web.chart import chart
from scorepad.web.forms import NOTHING_TYPED, Typed, read_action_card, read_seen, read_turn, read_typed
from scorepad.web.here import store, wants_part
from scorepad.web.sheetview import Choice, last_turn, sheet_view
from scorepad.web.words import words

area = Blueprint("pad", __name__, url_prefix="/games/<key>")


@area.get("")
def game(key: str) -> ResponseReturnValue:
    return _look(key, part=wants_part())


@area.get("/pad")
def pad(key: str) -> ResponseReturnValue:
    """The pad part alone; 204 when the sender has seen the last event and asks for nothing else."""
    if "seen" in request.args and not request.args.keys() & {"dice", "box"}:
        seen = read_seen(request.args)
        if store().load(key).seen == seen:
            return "", 204
    return _look(key, part=True)


def _look(key: str, part: bool) -> ResponseReturnValue:
    """The pad with what the address says: dice, or a box that was tapped before any die.

    `for` is the seat that the dice were typed for: another phone may have entered that turn meanwhile.
    """
    stored = store().load(key)
    typed = read_typed(request.args)
    box = request.args.get("box", "")
    if request.args.get("for", mover := str(stored.game.mover)) != mover:
        return answer(stored, typed, part=part, kept=True)
    card = None
    try:
        card = read_action_card(request.args, stored.game)
        _check_card(stored.game, card, typed)
        if not box or typed.faces or typed.refused or stored.game.finished:
            return answer(stored, typed, typed.refused, part=part, card=card)
        choice = Choice.of(stored.game.mover_sheet, box)
        return answer(stored, typed, part=part, choice=choice, card=card)
    except Refused as refused:
        return answer(stored, typed, refused, part=part, card=card, offers=card is None)


def _check_card(game: Game, card: ActionCard | None, typed: Typed) -> None:
    """Raises Refused where the card can't be played with the turn being typed."""
    if card is not None and game.mover is not None:
        others = frozenset(game.seats) - {game.mover}
        check_action(card, typed.dice, game.mover, others, game.mover_sheet.played)


@area.post("/turns")
def take_turn(key: str) -> ResponseReturnValue:
    return _append(key, TURN)


@area.post("/undo")
def undo(key: str) -> ResponseReturnValue:
    return _append(key, UNDO)


@area.post("/redo")
def redo(key: str) -> ResponseReturnValue:
    return _append(key, REDO)


def _append(key: str, kind: str) -> ResponseReturnValue:
    """Saves what the form says, or shows the pad with the reason and the typed dice kept."""
    typed = read_typed(request.form)
    card = None
    try:
        seen = read_seen(request.form)
        stored = store().load(key)
        card = read_action_card(request.form, stored.game) if kind == TURN else None
        entry = read_turn(request.form, stored.game) if kind == TURN else None
        stored = store().append(key, seen, Wish(kind, entry))
    except Refused as refused:
        stored = store().load(key)
        return answer(stored, typed, refused, part=wants_part(), card=None if stored.game.finished else card)
    except Stale as stale:
        return answer(stale.stored, typed, Refused("stale"), status=409, part=wants_part(), kept=True)
    if wants_part():
        return answer(stored, part=True)
    return redirect(url_for("pad.game", key=key), 303)


def answer(
    stored: StoredGame,
    typed: Typed = NOTHING_TYPED,
    refused: Refused | None = None,
    *,
    status: int | None = None,
    part: bool,
    choice: Choice | None = None,
    kept: bool = False,
    card: ActionCard | None = None,
    offers: bool = True,
) -> ResponseReturnValue:
    """The pad as it is now, whole page or part, with the reason why something was refused.

    `kept` dice were typed for a turn that is over: they are shown and offer nothing. Nor do dice that the
    action card can't go with (`offers`).
    """
    template = "parts/pad.html" if part else "pages/game.html"
    kept = kept and bool(typed.faces) and not stored.game.finished
    page = render_template(
        template, kept=kept, card=card, **_pad_facts(stored, typed, refused, choice, offers and not kept)
    )
    return page, status or (422 if refused else 200)


def _pad_facts(
    stored: StoredGame, typed: Typed, refused: Refused | None, choice: Choice | None, offers: bool
) -> dict[str, object]:
    game = stored.game
    dice = typed.dice if offers else None
    facts: dict[str, object] = {
        "stored": stored,
        "game": game,
        "sheet": sheet_view(stored, words(), dice, choice.box if choice else ""),
        "choice": choice,
        "typed": typed,
        "dice": dice,
        "refused": refused,
        "last": last_turn(stored),
        "undoable": last_to_undo(stored.events) is not None,
        "redoable": last_to_redo(stored.events) is not None,
        "alone": len(game.seats) == 1,
    }
    return facts | (_result_facts(stored) if game.finished else {})


def _result_facts(stored: StoredGame) -> dict[str, object]:
    """What the result shows beside the ranks; `before` is each seat's own record until this game."""
    return {
        "before": {seat: own_record(store(), stored, seat) for seat in stored.game.seats},
        "chart": chart(stored.game),
        "rematch_uid": secrets.token_hex(16),
    }
