"""Hints: the switch for them, and what the coach says to the dice in the hand where they are on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.coach import BoxAdvice, KeepAdvice, advise_boxes, advise_keeps, can_advise
from scorepad.rules import Dice, Hints, Refused, RuleSet
from scorepad.store import Stale, StoredGame
from scorepad.web.forms import read_seen
from scorepad.web.hand import asked
from scorepad.web.here import store, wants_part
from scorepad.web.learning import table_for
from scorepad.web.words import Words, words

area = Blueprint("hints", __name__, url_prefix="/games/<key>")

ROLLS_LEFT = (0, 1, 2)
"""How many rolls may be left in a turn whose dice are typed in."""

AS_GOOD = 0.01
"""Totals that lie nearer to one another are told as equals, in points."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The final total to be expected after an offered box is written, and whether none is better."""

    total: float
    best: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What is best with those dice and so many rolls `left`, then the runner-up (None where there is none);
    and what each offered box would come to.
    """

    dice: Dice
    left: int
    boxes: Mapping[str, Expected]
    best: Markup
    other: Markup | None


def advice(stored: StoredGame, dice: Dice | None) -> Advice | None:
    """None without hints, without dice, or where the coach does not know the sheet; nor while sums are
    hidden: the total to be expected would tell them.
    """
    asked = stored.hints and not stored.suspense and dice
    table = table_for(stored.game.ruleset) if asked else None
    if table is None or dice is None:
        return None
    sheet, left, said = stored.game.mover_sheet, rolls_left(), words()
    boxes = advise_boxes(table, sheet, dice)
    keeps = advise_keeps(table, sheet, dice, left) if left else ()
    best, other = _told_keeps(said, keeps) if left else _told_boxes(said, table.ruleset, boxes)
    return Advice(dice, left, _expected(boxes), best, other)


def rolls_left() -> int:
    """How many rolls are left, as the address says; none where it says nothing that can be."""
    return {str(left): left for left in ROLLS_LEFT}.get(request.args.get("left", ""), 0)


def _expected(boxes: tuple[BoxAdvice, ...]) -> dict[str, Expected]:
    most = boxes[0].value - AS_GOOD
    return {box.target.box: Expected(box.value, box.value > most) for box in boxes}


def _told_boxes(said: Words, ruleset: RuleSet, boxes: tuple[BoxAdvice, ...]) -> tuple[Markup, Markup | None]:
    names = [said.short_box(box.target.box, ruleset.id) for box in boxes[:2]]
    totals = [box.value for box in boxes[:2]]
    return said.best_box(names[0], totals[0]), said.runner_up(names, totals)


def _told_keeps(said: Words, keeps: tuple[KeepAdvice, ...]) -> tuple[Markup, Markup | None]:
    names = [said.kept(keep.keep) for keep in keeps[:2]]
    totals = [keep.value for keep in keeps[:2]]
    return said.best_keep(names[0], totals[0]), said.runner_up(names, totals)


# --- pages --------------------------------------------------------------------------------------------


@area.get("/hints")
def look(key: str) -> ResponseReturnValue:
    """The switch. With `dice` typed for the turn `for` with `left` rolls left, what the coach says to them,
    for a phone that drew its offers by itself: 204 while the game has no hints; without scripting, the pad
    that shows them.
    """
    stored = store().load(key)
    if "dice" not in request.args:
        return _page(stored)
    if not wants_part():
        held: dict[str, Any] = {
            name: request.args[name] for name in ("dice", "for", "left") if name in request.args
        }
        return redirect(url_for("pad.game", key=key, **held))
    if not stored.hints:
        return "", 204
    hand, _ = asked(stored)
    return render_template("parts/pad/coach.html", **coach_facts(stored, hand.dice), by_phone=True)


@area.post("/hints")
def switch(key: str) -> ResponseReturnValue:
    """On, where `on` is 1, or off again. Refused `no_coach` where the coach can't know the sheet."""
    try:
        store().append(key, read_seen(request.form), _wish)
    except Refused as refused:
        return _page(store().load(key), refused), 422
    except Stale as stale:
        return _page(stale.stored, Refused("stale")), 409
    return redirect(url_for("pad.game", key=key), 303)


def _wish(then: StoredGame) -> Hints:
    on = request.form.get("on") == "1"
    if on and not can_advise(then.game.ruleset):
        raise Refused("no_coach")
    return Hints(on)


def _page(stored: StoredGame, refused: Refused | None = None) -> str:
    knows = can_advise(stored.game.ruleset)
    return render_template("pages/hints.html", stored=stored, game=stored.game, knows=knows, refused=refused)


def coach_facts(stored: StoredGame, dice: Dice | None) -> dict[str, object]:
    """What the templates of a pad are told of the coach."""
    return {
        "stored": stored,
        "advice": advice(stored, dice),
        "knows": can_advise(stored.game.ruleset),
        "learned": table_for(stored.game.ruleset) is not None,
        "rolls_left": ROLLS_LEFT,
    }
