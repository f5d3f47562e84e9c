"""The pages of the help."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RULESETS, RuleSet, dice_from_digits
from scorepad.web.forms import read_typed
from scorepad.web.help.back import Back, read_back
from scorepad.web.help.checker import lines, rulesets_with
from scorepad.web.help.differences import differences
from scorepad.web.help.examples import box_help
from scorepad.web.help.jokers import doubled, highest_total, joker_examples
from scorepad.web.help.tips import tips
from scorepad.web.words import words

area = Blueprint("help", __name__, url_prefix="/help")

AGE, MINUTES, SOLD_SINCE = 6, 30, 1956
ACTION_DECK, SCORE_DECK = (30, 40), (10, 15)
"""About how many cards the decks of Free for All have."""

SHARED_RANKS = (1, 2, 2, 4)
"""Ranks where two share the second place."""


@area.get("")
def index() -> ResponseReturnValue:
    """Which games there are, the checker, how the pad works, the story."""
    _ = words()
    facts: dict[str, object] = {"age": AGE, "minutes": MINUTES, "year": SOLD_SINCE}
    return _page(
        "pages/help.html", url_for("help.index"), Back(url_for("home.home"), _("Home")), None, **facts
    )


@area.get("/<ruleset_id>")
def rules(ruleset_id: str) -> ResponseReturnValue:
    """Everything about one rule set."""
    ruleset = RULESETS.get(ruleset_id)
    if ruleset is None:
        abort(404)
    _ = words()
    path, otherwise = url_for("help.rules", ruleset_id=ruleset.id), Back(url_for("help.index"), _("Help"))
    return _page("pages/help-rules.html", path, otherwise, ruleset, **_rules_facts(ruleset))


def _rules_facts(ruleset: RuleSet) -> dict[str, object]:
    _ = words()
    return {
        "alike": lambda face: _.row(dice_from_digits(str(face) * ruleset.dice, ruleset.dice)),
        "ranks": _.comma.join(map(_.number, SHARED_RANKS)),
        "upper": [box_help(_, ruleset, box) for box in ruleset.upper],
        "lower": [box_help(_, ruleset, box) for box in ruleset.lower],
        "differences": differences(_, ruleset),
        "tips": tips(_, ruleset),
        "five_alike": _.box(ruleset.all_alike.id),
        "five_alike_pays": ruleset.all_alike.fixed,
        "extra": ruleset.again.extra,
        "jokers": joker_examples(ruleset) if ruleset.again.joker else {},
        "highest": highest_total(ruleset) if ruleset.again.joker else 0,
        "doubled": doubled(ruleset) if ruleset.cards else (),
        "decks": (ACTION_DECK, SCORE_DECK),
        "cards_each": ruleset.cards.each if ruleset.cards else 0,
        "age": AGE,
        "minutes": MINUTES,
    }


def _page(
    template: str, path: str, otherwise: Back, ruleset: RuleSet | None = None, **facts: object
) -> ResponseReturnValue:
    """A page of the help with its checker and the way back."""
    count = (ruleset or next(iter(RULESETS.values()))).dice
    typed = read_typed(request.args, count)
    page = render_template(
        template,
        path=path,
        back=read_back(request.args, otherwise),
        ruleset=ruleset,
        typed=typed,
        complaint=typed.refused,
        dice=None if typed.refused else typed.dice,
        lines=lines,
        compared=rulesets_with(count),
        rulesets=RULESETS,
        **facts,
    )
    return page, 422 if typed.refused else 200
