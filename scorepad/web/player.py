"""The page of one player: what came of all sheets by the same rules, in figures and pictures."""

from __future__ import annotations

import re

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import stats
from scorepad.rules import RuleSet, with_options_text
from scorepad.sentences import N_
from scorepad.stats import Figures, Played, Someone
from scorepad.web.boxlines import box_lines, compared, sheets_with_all_alike
from scorepad.web.forms import filter_rules, read_filter_rules
from scorepad.web.here import store
from scorepad.web.lately import lately
from scorepad.web.pictures.histogram import histogram
from scorepad.web.pictures.trend import SPAN, trend
from scorepad.web.words import words

area = Blueprint("player", __name__)

EVERY_RULES = "all"
"""What the address says where all rules are meant."""
LATELY = 20
"""How many of the last sheets the trend shows."""
PICTURED = SPAN
"""From how many sheets on there are pictures: fewer have no shape and no average of five."""


@area.get("/players/<player>")
def page(player: str) -> ResponseReturnValue:
    """What somebody did by the rules that `rules` says, those played most where it says none."""
    person = _someone(player)
    if person.stands:
        return redirect(url_for("player.page", player=person.stands, rules=request.args.get("rules")))
    played = stats.rules_of(store(), person.id)
    asked = request.args.get("rules") or _usual(played)
    if asked == EVERY_RULES:
        return _page(person, played, asked)
    ruleset, options = read_filter_rules(asked)
    figures = stats.figures(store(), person.id, ruleset, options)
    facts = _facts(person, figures, ruleset, options) if figures else {}
    return _page(person, played, filter_rules(ruleset, options), **facts)


def _someone(told: str) -> Someone:
    """Who is at that address."""
    someone = stats.someone(store(), int(told)) if re.fullmatch("[0-9]{1,18}", told) else None
    return someone or abort(404)


def _usual(played: list[Played]) -> str:
    return filter_rules(played[0].ruleset, played[0].options) if played else EVERY_RULES


def _page(person: Someone, played: list[Played], asked: str, **facts: object) -> str:
    return render_template(
        "pages/player.html",
        person=person,
        played=played,
        asked=asked,
        choices=_choices(played, asked),
        every_rules=EVERY_RULES,
        filter_rules=filter_rules,
        pictured=PICTURED,
        in_teams=stats.in_teams(store(), person.id),
        **facts,
    )


def _choices(played: list[Played], asked: str) -> list[tuple[str, Markup]]:
    """All rules that may be looked at, as an address says them and in words: those that are shown first."""
    told = words().rules_in_short
    choices = [
        (filter_rules(one.ruleset, one.options), told(one.ruleset, one.options, one.rules_name))
        for one in played
    ]
    if len(played) > 1:
        choices.append((EVERY_RULES, words()(N_("All rules"))))
    return sorted(choices, key=lambda choice: choice[0] != asked)


def _facts(person: Someone, figures: Figures, ruleset: str, options: str) -> dict[str, object]:
    """All that the page tells of the sheets by these rules."""
    key, rules = (person.id, ruleset, options), with_options_text(ruleset, options)
    boxes = box_lines(figures, stats.table_averages(store(), ruleset, options), rules)
    return {
        "figures": figures,
        "ruleset": rules,
        "best": None if figures.best is None else stats.finish_with(store(), *key, figures.best),
        "worst": stats.finish_with(store(), *key, figures.worst),
        "with_alike": sheets_with_all_alike(figures, rules),
        "boxes": boxes,
        "compared": compared(boxes),
        "usual": stats.usual_times(store(), *key),
        **(_pictures(figures, key, rules) if figures.games >= PICTURED else {}),
    }


def _pictures(figures: Figures, key: tuple[int, str, str], rules: RuleSet) -> dict[str, object]:
    finishes = stats.last_finishes(store(), *key, LATELY)
    return {
        "histogram": histogram(figures.totals, figures.average),
        "finishes": finishes,
        "trend": trend([finish.total for finish in finishes]),
        "lately": lately(key[0], rules, finishes),
    }
