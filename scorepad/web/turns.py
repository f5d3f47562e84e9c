"""One turn of the past: what it was, what became of it, and putting it right."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorepad.rules.events import EXCHANGE, FIX, Change, Event, Wish, active, changes, grant, standing
from scorepad.rules.game import TURN, Entry, Game
from scorepad.rules.refusal import Refused
from scorepad.store import Stale, StoredGame, now
from scorepad.web.forms import Form, read_seen, read_turn, read_whole
from scorepad.web.here import store
from scorepad.web.pad import answer

area = Blueprint("turns", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction looked at before it is saved: the wish, and the game with it."""

    wish: Wish
    game: Game
    changes: tuple[Change, ...]


@area.get("/turns/<int:turn>")
def look(key: str, turn: int) -> ResponseReturnValue:
    """The turn; with new dice, points or box, or with another turn to exchange, what would change."""
    stored = store().load(key)
    event = _event(stored, turn)
    if not request.args.keys() & {"dice", "points", "box", "with", "card_kind", "claim_bonus"}:
        return _page(stored, event, turn)
    try:
        return _page(stored, event, turn, proposal=_propose(stored, _wish(stored, event, request.args)))
    except Refused as refused:
        return _page(stored, event, turn, refused)


@area.post("/turns/<int:turn>")
def correct(key: str, turn: int) -> ResponseReturnValue:
    """Saves the correction. The turn is counted as the sender saw the game."""
    stored = store().load(key)
    try:
        seen = read_seen(request.form)
        then = standing(stored.events[:seen])
        if not 1 <= turn <= len(then):
            abort(404)
        store().append(key, seen, _wish(stored, then[turn - 1], request.form))
    except Refused as refused:
        return _page(stored, _event(stored, turn), turn, refused)
    except Stale as stale:
        return _stale(stale.stored, turn)
    return redirect(url_for("review.sheet", key=key), 303)


def _stale(stored: StoredGame, turn: int) -> ResponseReturnValue:
    """The turn as it is now; where it was undone meanwhile, the game."""
    event = _standing(stored, turn)
    if event is None:
        return answer(stored, refused=Refused("stale"), status=409, part=False)
    page, _ = _page(stored, event, turn, Refused("stale"))
    return page, 409


def _standing(stored: StoredGame, turn: int) -> Event | None:
    """The turn that stands at that place among the entries, from 1."""
    told = standing(stored.events)
    return told[turn - 1] if 1 <= turn <= len(told) and told[turn - 1].kind == TURN else None


def _event(stored: StoredGame, turn: int) -> Event:
    """The turn that stands at that place, from 1; anything else is not found."""
    event = _standing(stored, turn)
    if event is None:
        abort(404)
    return event


def _wish(stored: StoredGame, event: Event, form: Form) -> Wish:
    """What the form asks for: another entry in place of that one, or an exchange with another turn."""
    if "with" in form:
        other = _event(stored, read_whole(form["with"], "no_turn"))
        return Wish(EXCHANGE, of=event.number, other=other.number)
    return Wish(FIX, _entry(stored, event, form), of=event.number)


def _entry(stored: StoredGame, event: Event, form: Form) -> Entry:
    """The entry that the form describes; what it leaves out stays as it is."""
    entry = event.entry
    if entry is None:
        raise Refused("no_turn")
    filled = MultiDict(form)
    filled["box"] = form.get("box") or entry.box
    if not form.get("dice") and not form.get("points"):
        told = "dice" if entry.dice else "points"
        filled[told] = str(entry.dice or entry.points)
        filled["extra_yahtzee"] = "1" if entry.extra else ""
    read = read_turn(filled, stored.game)
    card = read.card if "card_kind" in form else entry.card
    claim = read.claim if "claim_bonus" in form else entry.claim
    return replace(read, seat=entry.seat, card=card, claim=claim)


def _propose(stored: StoredGame, wish: Wish) -> Proposal:
    _, after = grant(stored.names, stored.events, stored.game, wish, now())
    return Proposal(wish, after, changes(stored.game, after))


def _page(
    stored: StoredGame,
    event: Event,
    turn: int,
    refused: Refused | None = None,
    proposal: Proposal | None = None,
) -> tuple[str, int]:
    game = stored.game
    entry = event.entry
    page = render_template(
        "pages/turn.html",
        stored=stored,
        game=game,
        turn=turn,
        entry=entry,
        scored=game.scored[turn - 1],
        partners=_partners(stored, turn),
        history=_history(stored, event),
        refused=refused,
        proposal=proposal,
        form=request.values,
    )
    return page, 422 if refused else 200


def _partners(stored: StoredGame, turn: int) -> list[tuple[int, Entry]]:
    """The other players' turns around this one, which may have been written into the wrong column."""
    entries = stored.game.entries
    seat, reach = entries[turn - 1].seat, len(stored.game.seats)
    near = range(max(1, turn - reach + 1), min(len(entries), turn + reach - 1) + 1)
    return [(n, e) for n in near if (e := entries[n - 1]).kind == TURN and e.seat != seat]


def _history(stored: StoredGame, event: Event) -> list[tuple[Event, Entry | None]]:
    """The events that made this entry what it is, each with the entry after it."""
    told = [event.number]
    told += [e.number for e in active(stored.events) if event.number in (e.of, e.other)]
    steps = []
    for number in told:
        then = standing(stored.events[:number])
        entry = next((e.entry for e in then if e.number == event.number), None)
        steps.append((stored.events[number - 1], entry))
    return steps
