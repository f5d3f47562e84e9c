"""Free for All's cards on the page: playing an action card, noting score cards, the roll-off."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import Gain, Payload, Refused, RollOff, ScoreCard, Uncard, gained
from scorepad.sentences import N_
from scorepad.store import Stale, StoredGame
from scorepad.web.forms import read_player, read_rolls, read_score_card, read_seen
from scorepad.web.here import store, wants_part
from scorepad.web.padview import answer

area = Blueprint("cards", __name__, url_prefix="/games/<key>")

EXAMPLES = (
    (N_("Double Yahtzee"), ScoreCard(0, box="yahtzee", by=2)),
    (N_("Triple Chance"), ScoreCard(0, box="chance", by=3)),
    (N_("Double full house"), ScoreCard(0, box="full_house", by=2)),
    (N_("Ten more"), ScoreCard(0, add=10)),
    (N_("Twenty more"), ScoreCard(0, add=20)),
    (N_("Fifty more"), ScoreCard(0, add=50)),
)
"""Cards as a deck may hold them, ready to tap."""


@area.get("/action-card")
def action_card(key: str) -> ResponseReturnValue:
    """Which card is played with the turn being typed; what was typed comes along and goes back."""
    stored = store().load(key)
    dice, due = (request.args.get(name, "")[:40] for name in ("dice", "for"))
    return render_template("pages/action-card.html", stored=stored, game=stored.game, dice=dice, due=due)


@area.get("/score-cards")
def score_cards(key: str) -> ResponseReturnValue:
    return _page(store().load(key))


@area.post("/score-cards")
def note(key: str) -> ResponseReturnValue:
    """Notes a score card for any player, at any time."""
    return _append(key, lambda then: Gain(read_score_card(request.form, then)))


@area.post("/score-cards/<int:number>/take-back")
def take_back(key: str, number: int) -> ResponseReturnValue:
    """Takes the score card that was noted as that event away again."""
    return _append(key, lambda _then: Uncard(number))


def _append(key: str, wish: Callable[[StoredGame], Payload]) -> ResponseReturnValue:
    try:
        store().append(key, read_seen(request.form), wish)
    except Refused as refused:
        return _page(store().load(key), refused), 422
    except Stale as stale:
        return _page(stale.stored, Refused("stale")), 409
    return redirect(url_for("cards.score_cards", key=key, player=request.form.get("player")), 303)


@area.post("/roll-offs")
def roll(key: str) -> ResponseReturnValue:
    """One round of the roll-off."""
    try:
        stored = store().append(
            key, read_seen(request.form), lambda then: RollOff(read_rolls(request.form, then))
        )
    except Refused as refused:
        return answer(store().load(key), refused=refused, part=wants_part())
    except Stale as stale:
        return answer(stale.stored, refused=Refused("stale"), status=409, part=wants_part())
    if wants_part():
        return answer(stored, part=True)
    return redirect(url_for("pad.game", key=key), 303)


def _page(stored: StoredGame, refused: Refused | None = None) -> str:
    game = stored.game
    try:
        chosen = read_player(request.values.get("player", ""), stored, "unknown_player")
    except Refused:
        chosen = game.mover or game.seats[0]
    return render_template(
        "pages/score-cards.html",
        stored=stored,
        game=game,
        seat=chosen,
        noted=gained(stored.story),
        examples=EXAMPLES if game.ruleset.cards else (),
        refused=refused,
        form=request.form,
    )
