"""One turn of the past: what it was, what became of it, and putting it right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import (
    Box,
    Change,
    Entry,
    Event,
    Exchange,
    Fix,
    Game,
    Payload,
    Refused,
    Turn,
    changes,
    grant,
    standing,
)
from scorepad.store import Stale, StoredGame, now
from scorepad.web.forms import Form, read_correction, read_seen, read_whole
from scorepad.web.here import store
from scorepad.web.padview import answer

area = Blueprint("turns", __name__, url_prefix="/games/<key>")

_CORRECTS = frozenset(("dice", "points", "box", "column", "with", "card_kind", "claim_bonus", "first_roll"))
"""The fields of an address that ask what a correction would change."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction looked at before it is saved: the game with it, and what changes."""

    game: Game
    changes: tuple[Change, ...]


@area.get("/turns/<int:turn>")
def look(key: str, turn: int) -> ResponseReturnValue:
    """The turn; with new dice, points or box, or with another turn to exchange, what would change."""
    stored = store().load(key)
    if not request.args.keys() & _CORRECTS:
        return _page(stored, turn)
    try:
        after = grant(stored.story, _wish(request.args, turn, stored), now()).game
        return _page(stored, turn, proposal=Proposal(after, changes(stored.game, after)))
    except Refused as refused:
        return _page(stored, turn, refused)


@area.post("/turns/<int:turn>")
def correct(key: str, turn: int) -> ResponseReturnValue:
    """Saves the correction. The turn is counted as the sender saw the game."""
    try:
        stored = store().append(key, read_seen(request.form), lambda then: _wish(request.form, turn, then))
    except Refused as refused:
        return _page(store().load(key), turn, refused)
    except Stale as stale:
        return _stale(stale.stored, turn)
    if not _stands(stored, turn):  # sent again, and what it was about was undone since
        return _stale(stored, turn)
    return redirect(url_for("review.sheet", key=key), 303)


def _stands(stored: StoredGame, turn: int) -> bool:
    """Whether the turns that a saved correction was about are still there."""
    about = [turn, read_whole(request.form["with"], "no_turn")] if "with" in request.form else [turn]
    return all(_there(stored, one) for one in about)


def _stale(stored: StoredGame, turn: int) -> ResponseReturnValue:
    """The turn as it is now; where it was undone meanwhile, the game."""
    if _there(stored, turn) is None:
        return answer(stored, refused=Refused("stale"), status=409, part=False)
    page, _ = _page(stored, turn, Refused("stale"))
    return page, 409


def _there(stored: StoredGame, turn: int) -> tuple[int, Turn] | None:
    """The turn that stands at that place among the entries, from 1, after the number of its event."""
    told = stored.story.standing[turn - 1 : turn] if turn else []
    return next(((one.number, one.entry) for one in told if isinstance(one.entry, Turn)), None)


def _wish(form: Form, turn: int, then: StoredGame) -> Payload:
    """What a form asks for: another turn in place of that one, or an exchange with another one.

    A turn that was not there is not found. Raises Refused `no_turn`, or as `read_correction`.
    """
    number, entry = _there(then, turn) or abort(404)
    if "with" not in form:
        return Fix(number, read_correction(form, entry, then))
    other, _ = _there(then, read_whole(form["with"], "no_turn")) or abort(404)
    return Exchange(number, other)


# --- showing ------------------------------------------------------------------------------------------


def _page(
    stored: StoredGame, turn: int, refused: Refused | None = None, proposal: Proposal | None = None
) -> tuple[str, int]:
    number, entry = _there(stored, turn) or abort(404)
    game = stored.game
    page = render_template(
        "pages/turn.html",
        stored=stored,
        game=game,
        turn=turn,
        entry=entry,
        scored=game.scored[turn - 1],
        boxes=_boxes(game, entry),
        partners=_partners(stored, turn),
        history=list(_history(stored, number)),
        refused=refused,
        proposal=proposal,
        form=request.values,
    )
    return page, 422 if refused else 200


def _boxes(game: Game, turn: Turn) -> list[Box]:
    """The boxes that a correction may choose: its own, and those that are open in some column."""
    sheet = game.sheet(turn.seat)
    return [box for box in game.ruleset.boxes if box.id == turn.box or sheet.has_open(box)]


def _partners(stored: StoredGame, turn: int) -> list[tuple[int, Entry]]:
    """The other players' turns around this one, which may have been written into the wrong column."""
    entries = stored.game.entries
    seat, reach = entries[turn - 1].seat, len(stored.game.seats)
    near = range(max(1, turn - reach + 1), min(len(entries), turn + reach - 1) + 1)
    return [(n, e) for n in near if isinstance(e := entries[n - 1], Turn) and e.seat != seat]


def _history(stored: StoredGame, number: int) -> Iterator[tuple[Event, Entry]]:
    """The events that made this entry what it is, each with the entry after it."""
    for event in stored.story.active:
        if event.number == number or _corrects(event.what, number):
            then = standing([other for other in stored.events if other.number <= event.number])
            yield event, next(told.entry for told in then if told.number == number)


def _corrects(what: Payload, number: int) -> bool:
    match what:
        case Fix(of):
            return of == number
        case Exchange(of, other):
            return number in (of, other)
    return False
