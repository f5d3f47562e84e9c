"""A turn that a form sends, and one that it corrects."""

from __future__ import annotations

from dataclasses import replace

from scorepad.rules import Dice, Refused, RuleSet, Turn, read_dice
from scorepad.store import StoredGame
from scorepad.web.forms.cards import read_action_card
from scorepad.web.forms.fields import Form, read_whole


def read_turn(form: Form, then: StoredGame) -> Turn:
    """The turn of whoever was to move.

    Raises Refused `no_box`, `no_column`, `dice_or_points`, `bad_points`, or as `read_dice` and
    `read_action_card`.
    """
    ruleset = then.game.ruleset
    card = read_action_card(form, then)
    dice, points = _worth(form, ruleset)
    return Turn(
        seat=then.game.mover or 0,
        box=_box(form),
        dice=dice,
        points=points,
        extra=_marked(form, dice),
        card=card,
        claim=read_claim(form),
        column=_column(form, ruleset),
        first_roll=read_first_roll(form),
    )


def read_correction(form: Form, turn: Turn, then: StoredGame) -> Turn:
    """That turn as a form corrects it: what the form leaves out stays as it is. Raises as `read_turn`."""
    if form.get("dice") or form.get("points"):
        dice, points = _worth(form, then.game.ruleset)
        turn = replace(turn, dice=dice, points=points, extra=_marked(form, dice))
    if form.get("box"):
        turn = replace(turn, box=form["box"])
    if form.get("column"):
        turn = replace(turn, column=_column(form, then.game.ruleset))
    if "card_kind" in form:
        turn = replace(turn, card=read_action_card(form, then))
    if "claim_bonus" in form:
        turn = replace(turn, claim=read_claim(form))
    if "first_roll" in form:
        turn = replace(turn, first_roll=read_first_roll(form))
    return turn


def read_first_roll(form: Form) -> bool:
    """Whether a form marks a first roll: what was pressed comes after what was so before, and holds."""
    return form.getlist("first_roll")[-1:] == ["1"]


def read_claim(form: Form) -> bool:
    """Whether a form claims the bonus of the dice; what was pressed comes last here, too."""
    return form.getlist("claim_bonus")[-1:] == ["1"]


def _worth(form: Form, ruleset: RuleSet) -> tuple[Dice | None, int | None]:
    """The dice, or the points of a turn without them."""
    dice, points = form.get("dice", ""), form.get("points", "")
    if points and dice:
        raise Refused("dice_or_points")
    if points:
        return None, read_whole(points, "bad_points")
    return read_dice(dice, ruleset.dice), None


def _marked(form: Form, dice: Dice | None) -> bool:
    """Whether points without dice are marked as a bonus earned again; dice tell it by themselves."""
    return dice is None and form.get("extra_yahtzee") == "1"


def _box(form: Form) -> str:
    if not form.get("box"):
        raise Refused("no_box")
    return form["box"]


def _column(form: Form, ruleset: RuleSet) -> int:
    """The column that a form names; it need not where there is one alone."""
    if len(ruleset.columns) == 1 and not form.get("column"):
        return 1
    return read_whole(form.get("column", ""), "no_column")
