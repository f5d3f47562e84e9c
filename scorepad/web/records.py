"""Records: who was the best at what, by one sheet and its house rules at a time."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.rules import Refused, RuleSet, with_options_text
from scorepad.web.forms import filter_rules, read_filter_rules
from scorepad.web.here import store

area = Blueprint("records", __name__)

BEST_SHEETS = 5
MOST_PLAYERS = 30
IN_SHORT = (stats.ALIKE, stats.COMEBACK, stats.LARGEST, stats.RUN)
"""Of these home tells the first that there is, and the last."""
FEW = 3
"""From so many games on there are records beside the best sheets: of the first, each would be one."""


@area.get("/records")
def page() -> ResponseReturnValue:
    """The records by the rules that the address says, else by those of the game that was finished last."""
    played = stats.rules_played(store())
    try:
        asked = read_filter_rules(request.args.get("rules", ""))
    except Refused as refused:
        return _page(played, None, refused=refused), 422
    if not asked[0] and played:
        asked = played[0].ruleset, played[0].options
    return _page(played, asked if asked[0] else None)


def _page(played: list[stats.Rules], rules: tuple[str, str] | None, *, refused: Refused | None = None) -> str:
    return render_template(
        "pages/records.html",
        played=sorted(played, key=lambda one: (one.ruleset, one.options) != rules),
        filter_rules=filter_rules,
        rules=rules,
        book=_book(*rules) if rules else None,
        few=FEW,
        refused=refused,
    )


@dataclass(frozen=True, slots=True)
class Book:
    """All that the page tells of one sheet and its options."""

    ruleset: RuleSet
    span: stats.Span
    best: list[stats.Feat]
    records: list[stats.Record]
    busiest: stats.Busiest | None
    tops: list[stats.Top]
    players: list[stats.Standing]
    teams: list[stats.BestTeam]


def _book(ruleset_id: str, options: str) -> Book:
    ruleset = with_options_text(ruleset_id, options)
    by = store(), ruleset_id, options
    span = stats.span(*by)
    many = span.games >= FEW
    return Book(
        ruleset,
        span,
        stats.best_sheets(*by, BEST_SHEETS),
        stats.all_records(*by) if many else [],
        stats.busiest_evening(*by) if many else None,
        stats.tops(*by, [box.id for box in ruleset.boxes if box.fixed is None]) if many else [],
        stats.standings(*by, MOST_PLAYERS),
        stats.best_teams(*by, BEST_SHEETS),
    )


@dataclass(frozen=True, slots=True)
class InShort:
    """The records that home tells of: the best sheet, and up to two more."""

    ruleset: RuleSet
    address: str
    best: stats.Feat
    records: list[stats.Record]


def in_short(rules: stats.Rules | None) -> InShort | None:
    """By these rules; None where nobody has a sheet."""
    best = stats.best_sheets(store(), rules.ruleset, rules.options, 1) if rules else []
    if not rules or not best:
        return None
    found = stats.all_records(store(), rules.ruleset, rules.options, IN_SHORT)
    others = [record for record in found if record.kind != stats.RUN.id]
    runs = [record for record in found if record.kind == stats.RUN.id]
    return InShort(
        with_options_text(rules.ruleset, rules.options),
        filter_rules(rules.ruleset, rules.options),
        best[0],
        others[:1] + runs,
    )
