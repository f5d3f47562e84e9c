"""The pages of the help."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import FACES, RULESETS, Refused, RuleSet
from scorepad.web.forms import read_typed
from scorepad.web.help.again import again
from scorepad.web.help.back import Back, read_back
from scorepad.web.help.checker import columns, lines, notes, title
from scorepad.web.help.differences import differences, factors, sister_of
from scorepad.web.help.examples import box_help
from scorepad.web.help.jokers import doubled
from scorepad.web.help.options import options_query, read_options
from scorepad.web.help.tips import each_number, tips
from scorepad.web.words import words

area = Blueprint("help", __name__, url_prefix="/help")
area.add_app_template_global(options_query)

AGE, MINUTES, SOLD_SINCE = 6, 30, 1956
ROUNDS, QUARTER = 13, 15
"""So many rounds take the minutes above; other sheets are told to the quarter of an hour."""
ACTION_DECK, SCORE_DECK = (30, 40), (10, 15)
"""About how many cards the decks of Free for All have."""

SHARED_RANKS = (1, 2, 2, 4)
"""Ranks where two share the second place."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A page of the help as its address asks for it: the `path`, a rule set with its house rules or none,
    and why those that were asked for are refused.
    """

    path: str
    ruleset: RuleSet | None = None
    refused: Refused | None = None

    @property
    def fields(self) -> dict[str, str]:
        """What an address of this page tells beside the way back."""
        return options_query(self.ruleset) if self.ruleset else {}

    @property
    def rulesets(self) -> tuple[RuleSet, ...]:
        """The rule sets with as many dice: that of the page at the head."""
        found = list(words().rulesets().values())
        first = self.ruleset or found[0]
        others = (ruleset for ruleset in found if ruleset.id != first.id or first.chosen)
        return tuple(ruleset for ruleset in (first, *others) if ruleset.dice == first.dice)


@area.get("")
def index() -> ResponseReturnValue:
    """Which games there are, the checker, how the pad works, the story."""
    _ = words()
    facts: dict[str, object] = {"age": AGE, "minutes": MINUTES, "year": SOLD_SINCE}
    return _page(
        "pages/help.html", Asked(url_for("help.index")), Back(url_for("home.home"), _("Home")), **facts
    )


@area.get("/<ruleset_id>")
def rules(ruleset_id: str) -> ResponseReturnValue:
    """Everything about one rule set, under the house rules that the address tells."""
    if ruleset_id not in RULESETS:
        abort(404)
    asked = _asked(ruleset_id)
    otherwise = Back(url_for("help.index"), words()("Help"))
    return _page(
        "pages/help-rules.html", asked, otherwise, **_rules_facts(asked.ruleset or RULESETS[ruleset_id])
    )


def _asked(ruleset_id: str) -> Asked:
    path = url_for("help.rules", ruleset_id=ruleset_id)
    try:
        return Asked(path, read_options(ruleset_id, request.args.get("options", "")))
    except Refused as refused:
        return Asked(path, RULESETS[ruleset_id], refused)


def _rules_facts(ruleset: RuleSet) -> dict[str, object]:
    _ = words()
    sister = sister_of(ruleset)
    return {
        "ranks": _.comma.join(map(_.number, SHARED_RANKS)),
        "upper": [box_help(_, ruleset, box) for box in ruleset.upper],
        "lower": [box_help(_, ruleset, box) for box in ruleset.lower],
        "house_rules": _.house_rules(ruleset),
        "again": again(_, ruleset),
        "sister": sister,
        "differences": differences(_, ruleset),
        "tips": tips(_, ruleset),
        "factors": factors(_, ruleset),
        "each": each_number(ruleset) if ruleset.bonus.at % sum(FACES) == 0 else 0,
        "winning": any(box.wins for box in ruleset.boxes),
        "five_alike": _.box(ruleset.all_alike.id, ruleset.id),
        "doubled": doubled(ruleset) if ruleset.cards else (),
        "decks": (ACTION_DECK, SCORE_DECK),
        "age": AGE,
        "minutes": max(1, round(MINUTES * ruleset.rounds / ROUNDS / QUARTER)) * QUARTER,
    }


def _page(template: str, asked: Asked, otherwise: Back, **facts: object) -> ResponseReturnValue:
    """A page of the help with its checker and the way back."""
    compared = columns(asked.rulesets)
    typed = read_typed(request.args, compared[0].ruleset.dice)
    marks = any(one.ruleset.first_roll for one in (compared if asked.ruleset is None else compared[:1]))
    first_roll = marks and request.args.get("first_roll") == "1"
    back = read_back(request.args, otherwise)
    page = render_template(
        template,
        path=asked.path,
        back=back,
        kept=(*back.fields, *asked.fields.items()),
        here=back.to(asked.path, asked.fields),
        ruleset=asked.ruleset,
        refused=asked.refused,
        typed=typed,
        complaint=typed.refused,
        dice=None if typed.refused else typed.dice,
        first_roll=first_roll,
        lines=lines,
        title=title,
        compared=compared,
        marks_first_roll=marks,
        notes=list(notes(words(), compared)),
        others=_others(compared[0].ruleset.dice),
        rulesets=words().rulesets(),
        **facts,
    )
    return page, 422 if typed.refused or asked.refused else 200


def _others(count: int) -> list[RuleSet]:
    """The rule sets with another number of dice, whose rolls are checked on their own pages."""
    return [ruleset for ruleset in words().rulesets().values() if ruleset.dice != count]
