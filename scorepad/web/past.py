"""Past sheets: finished games, filtered and sorted, a page at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import stats
from scorepad.rules import Refused, refuse_unprintable, written
from scorepad.stats import Cursor, Evening, Line
from scorepad.web.forms import Form, filter_rules, read_filter_rules
from scorepad.web.here import store
from scorepad.web.words import isolated, read_day, words

area = Blueprint("past", __name__)

PAGE = 20
MOST_NAMES = 200
FIELDS = ("ruleset", "player", "from", "to", "note", "teams", "sort")
"""What a filter may say."""


@area.get("/games")
def sheets() -> ResponseReturnValue:
    """Finished games, filtered and sorted as the address says, a page at a time."""
    try:
        wanted = _filter(request.args)
        after = _cursor(request.args.get("after"), wanted.sort)
    except Refused as refused:
        return _page([], stats.EVERYTHING, refused=refused), 422
    lines = stats.finished(store(), PAGE + 1, after, wanted)
    return _page(lines[:PAGE], wanted, more=len(lines) > PAGE)


def _page(
    lines: list[Line], wanted: stats.Filter, *, more: bool = False, refused: Refused | None = None
) -> str:
    end = lines[-1] if more else None
    key = end and (end.best if wanted.sort == stats.BY_TOTAL else end.finished_at)
    query = {name: request.args[name] for name in FIELDS if request.args.get(name)}
    if person := stats.called(store(), query.get("player", "").strip()):
        query["player"] = person.name
    return render_template(
        "pages/past.html",
        lines=lines,
        evenings=_evenings(lines) if wanted.sort == stats.BY_DATE else {},
        count=stats.count(store(), wanted),
        filtered=bool(query.keys() - {"sort"}),
        chips=_chips(query) if not refused else [],
        query=query,
        older={**query, "after": f"{key}_{end.id}"} if end else None,
        first="after" not in request.args,
        house_rules=_house_rules(),
        rulesets=words().rulesets(),
        names=stats.playing_names(store(), MOST_NAMES),
        refused=refused,
    )


def _evenings(lines: list[Line]) -> dict[int, Evening]:
    """Game → its evening, where that has other games, too, listed here or not."""
    evenings = stats.evenings_of(store(), (line.id for line in lines))
    return {game: evening for game, evening in evenings.items() if len(evening.games) > 1}


def _chips(query: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """What the filter says, each with the query that is left without it."""
    return [
        (label, {other: kept for other, kept in query.items() if other != name})
        for name, value in query.items()
        if (label := _said(name, value))
    ]


def _said(name: str, value: str) -> str:
    """A part of the filter in words, empty for what is none."""
    _ = words()
    if name == "ruleset":
        ruleset_id, options = read_filter_rules(value)
        return dict(_house_rules()).get(value) or _.rules_in_short(ruleset_id, options, "")
    if name in ("from", "to"):
        day = _.date(written(read_day(value)))
        return _("from {day}", day=day) if name == "from" else _("to {day}", day=day)
    if name == "player":
        return isolated(value)
    if name == "note":
        return _("“{text}”", text=value)
    if name == "teams":
        return _("games of teams") if value == stats.TEAMS else _("without teams")
    return _("highest total first") if (name, value) == ("sort", stats.BY_TOTAL) else ""


def _filter(query: Form) -> stats.Filter:
    """The filter that the address means; days are those of the viewer.

    Raises Refused `unknown_ruleset`, `bad_date`, `dates_turned`, `bad_page` or `unprintable`.
    """
    rules, sort = read_filter_rules(query.get("ruleset", "")), query.get("sort") or stats.BY_DATE
    company = query.get("teams", "")
    if sort not in (stats.BY_DATE, stats.BY_TOTAL) or company not in ("", stats.TEAMS, stats.SINGLE):
        raise Refused("bad_page")
    note = query.get("note", "").strip()
    refuse_unprintable(note, "note")
    first, last = (read_day(query[name]) if query.get(name) else None for name in ("from", "to"))
    if first and last and first > last:
        raise Refused("dates_turned")
    return stats.Filter(
        *rules,
        query.get("player", "").strip(),
        written(first) if first else "",
        written(last + timedelta(days=1)) if last else "",
        note,
        sort,
        company,
    )


def _house_rules() -> list[tuple[str, Markup]]:
    """The house rules by which games were finished: as the filter says them, and in words."""
    played = stats.house_rules_played(store())
    return [(filter_rules(*rules[:2]), words().rules_in_short(*rules)) for rules in played]


def _cursor(text: str | None, sort: str) -> Cursor | None:
    """Where the page before ended. Raises Refused `bad_page`."""
    if text is None:
        return None
    pattern = "-?[0-9]{1,18}" if sort == stats.BY_TOTAL else r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
    match = re.fullmatch(f"({pattern})_([0-9]{{1,18}})", text)
    if match is None:
        raise Refused("bad_page")
    return (int(match[1]) if sort == stats.BY_TOTAL else match[1]), int(match[2])
