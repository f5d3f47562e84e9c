"""The pad: a game's sheet, the roll being typed, the turn being saved, and Undo."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import Payload, Refused, redo, undo
from scorepad.store import Stale, StoredGame
from scorepad.web.forms import Form, read_seen, read_turn
from scorepad.web.hand import Hand, asked, empty_hand, given_back, is_over, sent, sent_late
from scorepad.web.here import store, wants_part
from scorepad.web.padview import answer, answer_changes, way_to
from scorepad.web.rematched import rematch_under_way
from scorepad.web.sheetview import stamp

area = Blueprint("pad", __name__, url_prefix="/games/<key>")


# --- looking ------------------------------------------------------------------------------------------


@area.get("")
def game(key: str) -> ResponseReturnValue:
    return _look(store().load(key), part=wants_part())


@area.get("/pad")
def pad(key: str) -> ResponseReturnValue:
    """The pad part alone; what changed since `seen` where the sender shows all else as it is (`shown`).

    204 when the sender has seen all that it shows and asks for nothing else. The dice typed there may come
    along with the turn that they are for: they are asked about where it is over.
    """
    stored = store().load(key)
    if "seen" not in request.args or request.args.keys() & {"box", "use"}:
        return _look(stored, part=True)
    seen, due = read_seen(request.args), request.args.get("for")
    shown = stamp(stored, rematch_under_way(stored))
    same = request.args.get("shown", shown) == shown
    if same and seen == stored.seen and ("dice" not in request.args or due):
        return "", 204
    over = due is not None and is_over(stored, due)
    if same and seen < stored.seen and "shown" in request.args and not over:
        return answer_changes(stored.at(seen), stored, empty_hand(stored))
    return _look(stored, part=True)


def _look(stored: StoredGame, part: bool) -> ResponseReturnValue:
    """The pad with what the address says is in the hand."""
    hand, refused = asked(stored)
    return answer(stored, hand, refused, part=part)


# --- saving -------------------------------------------------------------------------------------------


@area.post("/turns")
def take_turn(key: str) -> ResponseReturnValue:
    return _save(key, read_turn)


@area.post("/undo", endpoint="undo")
def take_back(key: str) -> ResponseReturnValue:
    """Takes back the last entry; the dice of a turn are given back, to be written elsewhere."""
    return _save(key, lambda _form, then: undo(then.story), given_back)


@area.post("/redo", endpoint="redo")
def bring_back(key: str) -> ResponseReturnValue:
    return _save(key, lambda _form, then: redo(then.story))


def _save(
    key: str,
    read: Callable[[Form, StoredGame], Payload],
    left: Callable[[StoredGame, StoredGame], Hand] = lambda _before, after: empty_hand(after),
) -> ResponseReturnValue:
    """Saves what the form says, or shows the pad with the reason and the typed dice kept.

    `left` tells what the hand then holds, from the game before and after.
    """
    form = request.form
    try:
        seen, before = read_seen(form), store().load(key)
        stored = store().append(key, seen, lambda then: read(form, then))
    except Refused as refused:
        stored = store().load(key)
        return answer(stored, sent(form, stored), refused, part=wants_part())
    except Stale as stale:
        hand = sent_late(form, read_seen(form), stale.stored)
        return answer(stale.stored, hand, Refused("stale"), 409, part=wants_part())
    before = before if before.seen == seen else stored.at(seen)
    hand = left(before, stored)
    if wants_part():
        return answer_changes(before, stored, hand)
    return redirect(url_for("pad.game", key=key, **way_to(stored, hand)), 303)
