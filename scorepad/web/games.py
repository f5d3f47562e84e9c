"""Home, a new game, past sheets, the full sheet of a game and its record."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.record import LONGEST_NOTE, write_record
from scorepad.rules import (
    RULESETS,
    Refused,
    RuleSet,
    clean_name,
    clean_names,
    fold_name,
    refuse_unprintable,
    ruleset_of,
)
from scorepad.stats import (
    Cursor,
    Line,
    finished,
    known_players,
    last_ruleset,
    unfinished,
)
from scorepad.web.chart import chart
from scorepad.web.forms import Form
from scorepad.web.pad import store
from scorepad.web.sheetview import after_turn, sheet_view
from scorepad.web.words import read_day, utc, words

area = Blueprint("games", __name__)

MOST_UNFINISHED = 60
LAST_SHEETS = 3
PAGE = 20
MOST_NAMES = 200
MOST_PRINTED = 60
MOST_KNOWN = 24


@area.get("/")
def home() -> ResponseReturnValue:
    return render_template(
        "pages/home.html",
        unfinished=unfinished(store(), MOST_UNFINISHED),
        last=finished(store(), LAST_SHEETS),
        count=stats.count(store(), stats.EVERYTHING),
    )


# --- a new game -----------------------------------------------------------------------------------


@area.get("/games/new")
def new_game() -> ResponseReturnValue:
    """The form; its own buttons come back here with one thing changed, so it needs no scripting."""
    try:
        players = _changed_players(request.args)
    except Refused as refused:
        return _form(request.args, request.args.getlist("player"), refused)
    return _form(request.args, players, None)


def _changed_players(query: Form) -> list[str]:
    """The players of the form after the tapped button: add, remembered, up or drop.

    Raises Refused as `clean_names`.
    """
    players = query.getlist("player")
    for field in ("add", "known"):
        if query.get(field, ""):
            players.append(clean_name(query[field]))
    clean_names(players)
    up, drop = _index(query.get("up"), players), _index(query.get("drop"), players)
    if up:
        players[up - 1], players[up] = players[up], players[up - 1]
    if drop is not None:
        del players[drop]
    return players


def _index(text: str | None, players: list[str]) -> int | None:
    """The place in the list that a button names from 1, None where it names none."""
    if text is None or not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= len(players):
        return None
    return int(text) - 1


def _form(form: Form, players: list[str], refused: Refused | None) -> ResponseReturnValue:
    ruleset = form.get("ruleset") or last_ruleset(store()) or next(iter(RULESETS))
    chosen = RULESETS.get(ruleset)
    folded = {fold_name(name) for name in players}
    page = render_template(
        "pages/new.html",
        rulesets=RULESETS,
        ruleset=ruleset,
        players=players,
        known=[name for name in known_players(store(), MOST_KNOWN) if fold_name(name) not in folded],
        starter=form.get("starter") or (chosen.starter if chosen else "first"),
        note=form.get("note", "")[:LONGEST_NOTE],
        typed=form.get("add", "") if refused else "",
        uid=form.get("uid") or secrets.token_hex(16),
        refused=refused,
    )
    return page, 422 if refused else 200


@area.post("/games")
def create() -> ResponseReturnValue:
    form = request.form
    try:
        key = _create(form)
    except Refused as refused:
        return _form(form, form.getlist("player"), refused)
    return redirect(url_for("pad.game", key=key), 303)


def _create(form: Form) -> str:
    """The key of the game that the form asks for. Raises Refused."""
    if not form.get("ruleset"):
        raise Refused("no_ruleset")
    ruleset = ruleset_of(form["ruleset"])
    players = form.getlist("player")
    if form.get("add", ""):
        players.append(form["add"])
    starter = _starter(form.get("starter") or ruleset.starter, len(players))
    return store().create(ruleset.id, players, starter, form.get("note", ""), _uid(form))


def _starter(text: str, players: int) -> int:
    """The seat that starts. Raises Refused `bad_starter`."""
    if text == "random" and players:
        return secrets.randbelow(players) + 1
    if text in ("first", "random"):
        return 1
    if not re.fullmatch("[0-9]{1,6}", text):
        raise Refused("bad_starter")
    return int(text)


def _uid(form: Form) -> str:
    """The mark that makes two taps on Start one game."""
    uid = form.get("uid", "")
    return uid if re.fullmatch("[0-9a-f]{32}", uid) else ""


@area.post("/games/<key>/rematch")
def rematch(key: str) -> ResponseReturnValue:
    """The same players again; the next seat starts."""
    game = store().load(key).game
    players = [game.player(seat) for seat in game.seats]
    starter = 2 if len(players) > 1 else 1
    new = store().create(game.ruleset.id, players, starter, uid=_uid(request.form))
    return redirect(url_for("pad.game", key=new), 303)


# --- past sheets ----------------------------------------------------------------------------------


@area.get("/games")
def past() -> ResponseReturnValue:
    """Finished games, filtered and sorted as the address says, a page at a time."""
    try:
        wanted = _filter(request.args)
        after = _cursor(request.args.get("after"), wanted.sort)
    except Refused as refused:
        return _past([], stats.EVERYTHING, refused=refused), 422
    lines = stats.finished(store(), PAGE + 1, after, wanted)
    return _past(lines[:PAGE], wanted, more=len(lines) > PAGE)


def _past(
    lines: list[Line], wanted: stats.Filter, *, more: bool = False, refused: Refused | None = None
) -> str:
    end = lines[-1] if more else None
    key = end and (end.best if wanted.sort == stats.BY_TOTAL else end.finished_at)
    query = {name: value for name, value in request.args.items() if name != "after" and value}
    return render_template(
        "pages/past.html",
        lines=lines,
        count=stats.count(store(), wanted),
        filtered=bool(query.keys() - {"sort"}),
        query=query,
        older={**query, "after": f"{key}_{end.id}"} if end else None,
        first="after" not in request.args,
        rulesets=RULESETS,
        names=stats.playing_names(store(), MOST_NAMES),
        refused=refused,
    )


def _filter(query: Form) -> stats.Filter:
    """The filter that the address means; days are those of the viewer.

    Raises Refused `unknown_ruleset`, `bad_date`, `dates_turned`, `bad_page` or `unprintable`.
    """
    ruleset, sort = query.get("ruleset", ""), query.get("sort") or stats.BY_DATE
    if ruleset:
        ruleset_of(ruleset)
    if sort not in (stats.BY_DATE, stats.BY_TOTAL):
        raise Refused("bad_page")
    note = query.get("note", "").strip()
    refuse_unprintable(note, "note")
    first, last = (read_day(query[name]) if query.get(name) else None for name in ("from", "to"))
    if first and last and first > last:
        raise Refused("dates_turned")
    return stats.Filter(
        ruleset,
        query.get("player", "").strip(),
        utc(first) if first else "",
        utc(last + timedelta(days=1)) if last else "",
        note,
        sort,
    )


def _cursor(text: str | None, sort: str) -> Cursor | None:
    """Where the page before ended. Raises Refused `bad_page`."""
    if text is None:
        return None
    pattern = "-?[0-9]{1,9}" if sort == stats.BY_TOTAL else r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
    match = re.fullmatch(f"({pattern})_([0-9]{{1,18}})", text)
    if match is None:
        raise Refused("bad_page")
    return (int(match[1]) if sort == stats.BY_TOTAL else match[1]), int(match[2])


@area.get("/thrown-away")
def thrown_away() -> ResponseReturnValue:
    """Games thrown away within the last 30 days, each to be fetched back."""
    return render_template("pages/thrown-away.html", games=stats.thrown_away(store()))


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
        turn=turn,
        turns=len(entries),
        entry=entries[turn - 1] if turn else None,
        rematch_uid=secrets.token_hex(16),
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
    """Sheets for the printer, each on a page of its own; or blank ones, for a day without a phone."""
    keys = request.args.getlist("game")[:MOST_PRINTED]
    views = []
    for key in keys:
        stored = store().load(key)
        views.append((stored, sheet_view(stored, words())))
    blank = _blank(request.args) if not keys else None
    return render_template("pages/print.html", views=views, blank=blank, rulesets=RULESETS)


def _blank(query: Form) -> tuple[RuleSet, int]:
    """The rule set and number of columns of a blank sheet. Raises Refused `unknown_ruleset`."""
    ruleset = ruleset_of(query.get("ruleset") or next(iter(RULESETS)))
    columns = query.get("players", "")
    return ruleset, min(max(int(columns), 1), 10) if re.fullmatch("[0-9]{1,2}", columns) else 4


@area.get("/games/<key>/record.json")
def record(key: str) -> Response:
    stored = store().load(key)
    response = jsonify(write_record(stored.record))
    name = f"scorepad-{stored.game.ruleset.id}-{stored.started_at[:10]}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
