"""One turn of the past: what it was, what became of it, and putting it right."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import Exchange, Fix, Fixes, Refused, Turn
from scorepad.store import Stale, StoredGame
from scorepad.web.forms import (
    Draft,
    Form,
    also_text,
    places_told,
    read_correction,
    read_draft,
    read_seen,
    read_wish,
    turn_at,
)
from scorepad.web.here import store
from scorepad.web.padview import answer
from scorepad.web.turnview import Outcome, filled_later, history, partners, picking, tried

area = Blueprint("turns", __name__, url_prefix="/games/<key>")


@area.get("/turns/<int:turn>")
def look(key: str, turn: int) -> ResponseReturnValue:
    """The turn; with new dice, points or box, or with another turn to exchange, what would change."""
    stored = store().load(key)
    _found(stored, turn, request.args)
    draft = read_draft(request.args, turn_at(stored, turn)[1], stored.game.ruleset)
    outcome = tried(stored, draft.fields, turn) if draft.asks else Outcome()
    if "die" in request.args and outcome.refused and outcome.refused.reason == "nothing_changed":
        outcome = Outcome()  # the last die of the roll as it stands
    return _page(stored, turn, draft, outcome)


@area.post("/turns/<int:turn>")
def correct(key: str, turn: int) -> ResponseReturnValue:
    """Saves the correction. The turn is counted as the sender saw the game."""
    form = request.form
    try:
        stored = store().append(key, read_seen(form), lambda then: _wish(form, turn, then))
    except Refused as refused:
        stored = store().load(key)
        _found(stored, turn, form)
        draft = read_draft(form, turn_at(stored, turn)[1], stored.game.ruleset)
        return _page(stored, turn, draft, replace(tried(stored, draft.fields, turn), refused=refused))
    except Stale as stale:
        return _stale(stale.stored, turn)
    if not all(_there(stored, place) for place in places_told(form, turn)):  # sent again, and undone since
        return _stale(stored, turn)
    return redirect(url_for("review.sheet", key=key), 303)


def _wish(form: Form, turn: int, then: StoredGame) -> Fix | Exchange | Fixes:
    _found(then, turn, form)
    return read_wish(form, turn, then)


def _found(then: StoredGame, turn: int, form: Form) -> None:
    """404 where a turn that a form speaks of was not there."""
    if not all(_there(then, place) for place in places_told(form, turn)):
        abort(404)


def _there(stored: StoredGame, place: int) -> bool:
    with suppress(Refused):
        return bool(turn_at(stored, place))
    return False


def _stale(stored: StoredGame, turn: int) -> ResponseReturnValue:
    """The turn as it is now; where it was undone meanwhile, the game."""
    if not _there(stored, turn):
        return answer(stored, refused=Refused("stale"), status=409, part=False)
    draft = read_draft(request.form, turn_at(stored, turn)[1], stored.game.ruleset)
    page, _ = _page(stored, turn, draft, Outcome(refused=Refused("stale")))
    return page, 409


# --- showing ------------------------------------------------------------------------------------------


def _page(stored: StoredGame, turn: int, draft: Draft, outcome: Outcome) -> tuple[str, int]:
    number, entry = turn_at(stored, turn)
    wished = _wished(draft, entry, stored)
    page = render_template(
        "pages/turn.html",
        stored=stored,
        game=stored.game,
        turn=turn,
        entry=entry,
        scored=stored.game.scored[turn - 1],
        draft=draft,
        typed=draft.typed,
        wished=wished,
        first_roll=wished.first_roll,
        claiming=wished.claim,
        picking=picking(stored, turn, wished, draft),
        partners=partners(stored.game, turn),
        history=list(history(stored, number)),
        refused=outcome.refused if request.method == "POST" else None,
        outcome=outcome,
        proposal=outcome.proposal,
        conflict=outcome.conflict,
        also_text=also_text,
        filled_later=filled_later,
        form=draft.fields,
    )
    return page, 422 if outcome.refused else 200


def _wished(draft: Draft, entry: Turn, stored: StoredGame) -> Turn:
    """The turn as the draft has it, as far as that can be read."""
    with suppress(Refused):
        return read_correction(draft.readable, entry, stored)
    return entry
