"""The pad as an answer: the whole page, its part, or what changed of it."""

from __future__ import annotations

import re
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scorepad.coach import can_advise
from scorepad.rules import (
    Dice,
    Entry,
    Game,
    Refused,
    RuleSet,
    Special,
    Target,
    closed_to_all,
    highest,
    last_to_redo,
    last_to_undo,
    mover_after_turn,
    special_rolls,
)
from scorepad.stats import evening_of, own_pace, series_after
from scorepad.store import StoredGame
from scorepad.web.changes import changed_boxes
from scorepad.web.chart import chart
from scorepad.web.ended import ended
from scorepad.web.hand import Hand, empty_hand
from scorepad.web.here import store
from scorepad.web.hints import coach_facts
from scorepad.web.manner import gone
from scorepad.web.rematched import rematch_under_way
from scorepad.web.sheetview import lately, reason, sheet_view, stamp
from scorepad.web.words import words

LATELY = 5
"""How many of the last entries stand beside the keys."""


def answer(
    stored: StoredGame,
    hand: Hand | None = None,
    refused: Refused | None = None,
    status: int | None = None,
    *,
    part: bool,
) -> ResponseReturnValue:
    """The pad as it is now, whole page or part, with the reason why something was refused."""
    hand = hand or empty_hand(stored)
    template = "parts/pad.html" if part else "pages/game.html"
    chosen = hand.choice.cell if hand.choice else None
    shown = _looked_at(stored.game)
    sheet = sheet_view(
        stored, words(), hand.dice, chosen, first_roll=hand.first_roll, claim=hand.claim, shown=shown
    )
    page = render_template(template, **_facts(stored, hand, hand.dice), sheet=sheet, refused=refused)
    return page, status or (422 if refused else 200)


def answer_changes(then: StoredGame, now: StoredGame, hand: Hand) -> ResponseReturnValue:
    """What moved since then, for a phone that shows that moment; else the whole pad.

    Where dice are in the hand, the phone offers the boxes to them by itself. A page of an older pad, which
    takes this for a whole one, is told to load itself anew (`HX-Refresh`).
    """
    boxes = changed_boxes(then, now)
    if boxes is None or now.game.finished or hand.card:
        return answer(now, hand, part=True)
    sheet = sheet_view(now, words(), only=boxes)
    return render_template("parts/changes.html", **_facts(now, hand, None), sheet=sheet), {
        "HX-Refresh": "true"
    }


def way_to(stored: StoredGame, hand: Hand) -> dict[str, Any]:
    """The fields of the pad's address that hold what is in the hand, and for which turn."""
    card = words().card_fields(hand.card, stored.player_ids) if hand.card else {}
    return _held(stored, hand) | card


def _looked_at(game: Game) -> int | None:
    """The seat whose columns the address asks to see instead of the mover's; None where all are in sight."""
    if game.mover is None or len(game.ruleset.columns) == 1:
        return None
    others = {str(seat): seat for seat in game.seats if seat != game.mover}
    return others.get(request.args.get("show", ""))


def _held(stored: StoredGame, hand: Hand) -> dict[str, Any]:
    """The typed dice, the mark of a first roll, a claim and their turn, as fields of an address; nothing
    where there are none.
    """
    held: dict[str, object] = {
        "dice": hand.typed.faces,
        "first_roll": 1 if hand.first_roll else "",
        "claim_bonus": 1 if hand.claim else "",
    }
    held = {name: value for name, value in held.items() if value}
    return {"for": hand.over or str(stored.game.due)} | held if held else {}


def _facts(stored: StoredGame, hand: Hand, dice: Dice | None) -> dict[str, object]:
    """What the templates of a pad are told beside its sheet; `dice` are those that boxes are offered to."""
    game, typed, rematch = stored.game, hand.typed, rematch_under_way(stored)
    facts: dict[str, object] = {
        "stored": stored,
        "game": game,
        "choice": hand.choice,
        "typed": typed,
        "over": hand.over,
        "due": str(game.due),
        "over_with": _over_with(stored, hand.over),
        "card": hand.card,
        "first_roll": hand.first_roll,
        "claiming": hand.claim,
        "dice": dice,
        "roll": roll_key(dice, hand.first_roll),
        "shown": stamp(stored, rematch),
        "rematch": rematch,
        "last": game.entries[-1] if game.entries else None,
        "resting": bool(game.entries) and (not typed.faces or bool(hand.over)),
        "undoable": last_to_undo(stored.story) is not None,
        "redoable": last_to_redo(stored.story) is not None,
        "alone": len(game.seats) == 1,
        "held": _held(stored, hand),
        "gone": gone(stored) if stored.clock else 0,
    }
    facts["knows"] = can_advise(game.ruleset)
    if stored.hints:
        facts |= coach_facts(stored, dice)
    return facts | (_result_facts(stored) if game.finished else _playing_facts(stored))


def _over_with(stored: StoredGame, over: str) -> tuple[int, Entry] | None:
    """The entry, after its place among all, that ended the turn for which dice were typed, if it stands."""
    turn = over.partition("-")[2]
    if not re.fullmatch("[0-9]{1,6}", turn):
        return None
    return next(iter(stored.game.turns[int(turn) : int(turn) + 1]), None)


def _playing_facts(stored: StoredGame) -> dict[str, object]:
    """What a phone needs to offer boxes by itself, and to pass on to the next player before it is answered.

    `waits`: what the next player is offered depends on this turn.
    """
    game = stored.game
    rules, sheet = game.ruleset, game.mover_sheet
    firsts = (False, True)[: 1 + rules.first_roll]
    following = mover_after_turn(game)
    return {
        "next": following,
        "pace": own_pace(store(), stored),
        "written": lately(game, LATELY),
        "waits": following == game.mover or rules.cards is not None,
        "plain_reason": reason(rules, closed_to_all(sheet)),
        "specials": [_special(rules, one) for first in firsts for one in special_rolls(sheet, first)],
        "highest": highest(rules),
    }


def _special(rules: RuleSet, special: Special) -> dict[str, object]:
    """A roll that the table does not hold for: what it pays, cell by cell, and why others are closed."""
    offered = [found for found in special.answers.values() if isinstance(found, Target)]
    return {
        "roll": roll_key(special.dice, special.first_roll),
        "pays": [[t.box, t.column, t.points, t.extra, t.wins] for t in offered],
        "claimed": [[target.box, target.column, target.extra] for target in special.claims],
        "reason": reason(rules, special.answers),
        "extra": max((target.extra for target in offered), default=0),
        "claims": max((target.extra for target in special.claims), default=0),
    }


def roll_key(dice: Dice | None, first_roll: bool) -> str:
    """What tells one roll from another on the phone; empty without dice."""
    return f"{dice}{' first' if first_roll else ''}" if dice else ""


def _result_facts(stored: StoredGame) -> dict[str, object]:
    """What the result shows beside the ranks."""
    evening = evening_of(store(), stored.key)
    return ended(stored) | {
        "chart": chart(stored.game),
        "evening": evening,
        "series": series_after(evening, stored.key) if evening else None,
    }
