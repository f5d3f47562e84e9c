"""A whole sheet to look at: as it stands, as it stood after a turn, on paper; and blank ones."""

from __future__ import annotations

import re

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorepad.coach import can_advise
from scorepad.rules import RuleSet, lasted, turn_times
from scorepad.stats import evening_of, readable
from scorepad.store import Unreadable
from scorepad.web.chart import chart
from scorepad.web.forms import Form, read_chosen
from scorepad.web.here import store
from scorepad.web.printed import pages
from scorepad.web.sheetview import after_turn, sheet_view
from scorepad.web.words import words

area = Blueprint("review", __name__)

MOST_PRINTED = 60
PLAYERS, MOST_PLAYERS = 4, 10
"""The players of a blank sheet: as many as it has unless asked otherwise, and the most."""


@area.get("/games/<key>/sheet")
def sheet(key: str) -> ResponseReturnValue:
    """The whole sheet with its dice; `?turn=N` shows it as it stood after that turn."""
    stored = store().load(key)
    entries = stored.game.entries
    turn = _turn(request.args.get("turn"), len(entries))
    shown = after_turn(stored, turn) if turn else stored
    return render_template(
        "pages/sheet.html",
        stored=stored,
        game=shown.game,
        sheet=sheet_view(shown, words(), review=True, fresh=entries[turn - 1] if turn else None),
        chart=chart(stored.game) if stored.game.finished else None,
        evening=evening_of(store(), key),
        coached=stored.game.finished and can_advise(stored.game.ruleset),
        turn=turn,
        took=turn_times(stored.story),
        lasted=lasted(stored.started_at, stored.finished_at),
        turns=len(entries),
        entry=entries[turn - 1] if turn else None,
    )


def _turn(text: str | None, most: int) -> int:
    """The turn to look at, from 1; 0 for the sheet as it stands. Others are not found."""
    if text is None:
        return 0
    if not re.fullmatch("[0-9]{1,6}", text) or not 1 <= int(text) <= most:
        abort(404)
    return int(text)


@area.get("/print")
def print_sheets() -> ResponseReturnValue:
    """Sheets for the printer, each on pages of its own; or blank ones, for a day without a phone."""
    keys = list(dict.fromkeys(request.args.getlist("game")))[:MOST_PRINTED]
    games, broken = readable(store(), keys)
    if any(stored.deleted_at for stored in games):
        abort(404)
    if broken and not games:
        raise Unreadable(broken[0].key)
    views = [(stored, pages(sheet_view(stored, words()))) for stored in games]
    blank = _blank(request.args) if not keys else None
    return render_template(
        "pages/print.html",
        views=views,
        broken=broken,
        blank=blank,
        rulesets=words().rulesets(),
        kept=store().rule_book.kept,
        most_players=MOST_PLAYERS,
    )


def _blank(query: Form) -> tuple[RuleSet, int]:
    """The rule set and number of players of a blank sheet. Raises Refused as `read_chosen`."""
    asked_for = query if query.get("ruleset") else MultiDict({"ruleset": next(iter(words().rulesets()))})
    ruleset, _ = read_chosen(asked_for, store().rule_book.kept)
    players = query.get("players", "")
    asked = int(players) if re.fullmatch("[0-9]{1,2}", players) else PLAYERS
    return ruleset, min(max(asked, 1), MOST_PLAYERS)
