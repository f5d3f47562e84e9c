"""A new game: its form, starting it, and the same players again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import (
    AS_USUAL,
    LONGEST_NOTE,
    MOST_SEATS,
    RULESETS,
    Manner,
    Refused,
    RuleSet,
    clean_name,
    clean_names,
    fold_name,
    with_options_text,
)
from scorepad.stats import check_names, known_players, last_players, last_rules, last_teams
from scorepad.store import KeptRules
from scorepad.web import settings
from scorepad.web.cookies import lasting
from scorepad.web.forms import (
    CLOCKS,
    Form,
    read_chosen,
    read_manner,
    read_names,
    read_teams,
    readable_rules,
    teams_said,
)
from scorepad.web.forms.house_rules import find_kept, kept_value
from scorepad.web.here import store
from scorepad.web.optionview import option_rows
from scorepad.web.words import isolated, words

area = Blueprint("new_game", __name__, url_prefix="/games")

MOST_KNOWN = 24


@area.get("/new")
def page() -> ResponseReturnValue:
    """The form; its own buttons come back here with one thing changed, so it needs no scripting."""
    try:
        players = _changed_players(request.args)
    except Refused as refused:
        return form_page(request.args, request.args.getlist("player"), refused)
    return form_page(request.args, players)


def _changed_players(query: Form) -> list[str]:
    """The players of the form after the tapped button: add, remembered, as last time, up, down or drop.

    Raises Refused as `read_names`, `clean_names` and `check_names`.
    """
    players = read_names(query)
    if query.get("same") and not players:
        players = last_players(store())
    for field in ("add", "known"):
        if query.get(field, ""):
            players.append(clean_name(query[field]))
    clean_names(players)
    seat = {field: _index(query.get(field), players) for field in ("up", "down", "drop")}
    if seat["up"]:
        _move(players, seat["up"], -1)
    if seat["down"] is not None:
        _move(players, seat["down"], 1)
    if seat["drop"] is not None:
        del players[seat["drop"]]
    check_names(store(), players)
    return players


def _move(players: list[str], place: int, by: int) -> None:
    """That player so many seats on; nobody goes past the end."""
    players.insert(place + by, players.pop(place))


def _index(text: str | None, players: list[str]) -> int | None:
    """The place in the list that a button names from 1, None where it names none."""
    if text is None or not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= len(players):
        return None
    return int(text) - 1


def form_page(form: Form, players: list[str], refused: Refused | None = None) -> ResponseReturnValue:
    """The form with what it says, and the reason why something was refused."""
    players = players[:MOST_SEATS]
    kept = store().rule_book.kept
    asked, sheets = _sheets(form, kept)
    found = find_kept(asked, kept)
    chosen = found.ruleset if found else sheets.get(asked)
    folded = {fold_name(name) for name in players}
    last_time = last_players(store())
    html = render_template(
        "pages/new.html",
        sheets=sheets,
        rows={sheet: option_rows(words(), varied) for sheet, varied in sheets.items()},
        kept=kept,
        opened=form.get("keep") or form.get("reset") or (asked if refused else ""),
        form=form,
        ruleset=asked,
        ruleset_known=chosen is not None,
        other_rules=[
            *(isolated(one.name) for one in kept if one is not found),
            *(words().ruleset(sheet) for sheet in sheets if sheet != asked),
        ],
        players=tuple(players),
        teams=_teams(form, players),
        last_time=last_time if len(last_time) > 1 else (),
        known=[name for name in known_players(store(), MOST_KNOWN) if fold_name(name) not in folded],
        starter=_starting(form, players) or (chosen.starter if chosen else "first"),
        note=form.get("note", "")[:LONGEST_NOTE],
        manner=_manner(form),
        clocks=CLOCKS,
        typed=form.get("add", "") if refused else "",
        uid=form.get("uid") or secrets.token_hex(16),
        refused=refused,
    )
    return html, 422 if refused else 200


def _teams(form: Form, players: list[str]) -> list[str]:
    """The number of each one's team, empty for none: as the form says it, or as it was last time."""
    if not form.get("same"):
        return teams_said(form, players)
    last = last_teams(store())
    return [str(last.get(name, "")) for name in players]


def _manner(form: Form) -> Manner:
    """How the table is to play, as far as the form can be read."""
    try:
        return read_manner(form)
    except Refused:
        return AS_USUAL


def _starting(form: Form, players: list[str]) -> str:
    """Who starts, as the form says it; a named player does from whichever seat they have now."""
    said, before = form.get("starter", ""), form.getlist("player")
    seat = _index(said, before)
    if seat is None:
        return said
    return str(players.index(before[seat]) + 1) if before[seat] in players else ""


def _sheets(form: Form, kept: Sequence[KeptRules]) -> tuple[str, dict[str, RuleSet]]:
    """What the form asks for, and every sheet under the options that it tells.

    A form that says nothing begins with the rules of the newest game.
    """
    sheets = {sheet: _told(form, sheet) for sheet in words().rulesets()}
    if form.get("ruleset"):
        return form["ruleset"], sheets
    last = _likely()
    found = next((one for one in kept if one.ruleset == last), None)
    return (kept_value(found), sheets) if found else (last.id, sheets | {last.id: last})


def _told(form: Form, sheet: str) -> RuleSet:
    """That sheet under the form's options, as far as they can be read."""
    return RULESETS[sheet] if form.get("reset") == sheet else readable_rules(form, RULESETS[sheet])


def _likely() -> RuleSet:
    """The rules to begin with: those of the newest game, unless nobody here knows them any more."""
    ruleset, options, _name = last_rules(store()) or ("", "", "")
    try:
        return with_options_text(ruleset, options)
    except ValueError:
        return next(iter(words().rulesets().values()))


@area.post("")
def create() -> ResponseReturnValue:
    form = request.form
    try:
        key = _create(form)
    except Refused as refused:
        return form_page(form, form.getlist("player"), refused)
    return redirect(url_for("pad.game", key=key), 303)


def _create(form: Form) -> str:
    """The key of the game that the form asks for. Raises Refused."""
    if not form.get("ruleset"):
        raise Refused("no_ruleset")
    ruleset, rules_name = read_chosen(form, store().rule_book.kept)
    players = read_names(form)
    if form.get("add", ""):
        players.append(form["add"])
    starter = _starter(form.get("starter") or ruleset.starter, len(players))
    manner = read_manner(form)._replace(teams=read_teams(form, len(players)))
    return store().create(ruleset, players, starter, form.get("note", ""), _uid(form), rules_name, manner)


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


@area.post("/<key>/rematch")
def rematch(key: str) -> ResponseReturnValue:
    """The same players again. Asked for twice, it is one game. Who starts is as the form says, which is
    remembered, else as this browser chose it last.
    """
    starter = request.form.get("starter") or settings.chosen("starter")
    answer = make_response(redirect(url_for("pad.game", key=store().rematch(key, starter)), 303))
    if "starter" in request.form:
        lasting(answer, "starter", starter)
    return answer
