"""House rules: those that the household keeps under a name, and those of a game, told and corrected."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import MOST_SEATS, HouseRules, Refused, RuleSet, changes, grant, ruleset_of
from scorepad.store import KeptRules, Stale, StoredGame, now
from scorepad.web.forms import Form, called, read_rules, read_seen, readable_rules
from scorepad.web.forms.house_rules import field_name, kept_value
from scorepad.web.here import store
from scorepad.web.new_game import form_page
from scorepad.web.optionview import option_fields, option_rows
from scorepad.web.turnview import Proposal
from scorepad.web.words import words

area = Blueprint("house_rules", __name__)
area.add_app_template_global(kept_value)
area.add_app_template_global(option_fields)


# --- kept under a name --------------------------------------------------------------------------------


@area.get("/house-rules")
def kept() -> ResponseReturnValue:
    """All that are kept, to be renamed or deleted."""
    return _kept_page()


def _kept_page(refused: Refused | None = None, gone: KeptRules | None = None) -> str:
    return render_template(
        "pages/house-rules.html",
        kept=store().rule_book.kept,
        refused=refused,
        gone=gone,
        players=_players(),
    )


def _players() -> tuple[str, ...]:
    """The players of a new game whose form this page was opened from, to go back with."""
    return tuple(request.args.getlist("player")[:MOST_SEATS])


def _of(number: int) -> KeptRules:
    """Those of that id; others are not found."""
    return store().rule_book.of(number) or abort(404)


@area.post("/house-rules")
def keep() -> ResponseReturnValue:
    """Keeps the rules that the form of a new game chooses under the name that it gives them."""
    form = request.form
    ruleset_id = form.get("keep", "")
    try:
        ruleset = read_rules(form, ruleset_of(ruleset_id))
        number = store().rule_book.keep(form.get(field_name(ruleset_id, "name"), ""), ruleset)
    except Refused as refused:
        return form_page(form, form.getlist("player"), refused)
    stays: dict[str, Any] = {name: form.get(name) for name in ("starter", "note", "uid")}
    players = form.getlist("player")[:MOST_SEATS]
    return redirect(url_for("new_game.page", ruleset=kept_value(_of(number)), player=players, **stays), 303)


@area.post("/house-rules/<int(max=9999999):number>")
def rename(number: int) -> ResponseReturnValue:
    try:
        store().rule_book.rename(_of(number).id, request.form.get("name", ""))
    except Refused as refused:
        return _kept_page(refused), 422
    return redirect(url_for("house_rules.kept", player=_players()), 303)


@area.post("/house-rules/<int(max=9999999):number>/delete")
def delete(number: int) -> ResponseReturnValue:
    """They are offered no more; the page can bring them back, also to who taps twice."""
    gone = _of(number)
    store().rule_book.drop(gone.id)
    return _kept_page(gone=gone)


@area.post("/house-rules/<int(max=9999999):number>/bring-back")
def bring_back(number: int) -> ResponseReturnValue:
    try:
        store().rule_book.bring_back(_of(number).id)
    except Refused as refused:
        return _kept_page(refused), 422
    return redirect(url_for("house_rules.kept", player=_players()), 303)


# --- of a game ----------------------------------------------------------------------------------------


@area.get("/games/<key>/rules")
def look(key: str) -> ResponseReturnValue:
    """The house rules of a game; with options in the address, what would change with them."""
    stored = store().load(key)
    if not request.args:
        return _page(stored, stored.game.ruleset)
    try:
        return _proposed(stored, request.args)
    except Refused as refused:
        return _page(stored, readable_rules(request.args, stored.game.ruleset), refused), 422


def _proposed(stored: StoredGame, form: Form) -> str:
    """The page with what these options would change. Raises Refused as `_wish` and `grant`."""
    after = grant(stored.story, _wish(form, stored), now()).game
    return _page(stored, after.ruleset, proposal=Proposal(after, changes(stored.game, after)))


def _wish(form: Form, then: StoredGame) -> HouseRules:
    """The options that a form asks for. Raises Refused as `read_rules`."""
    ruleset = read_rules(form, then.game.ruleset)
    same = ruleset == then.game.ruleset
    return HouseRules(ruleset.chosen, then.rules_name if same else called(ruleset, store().rule_book.kept))


@area.post("/games/<key>/rules")
def correct(key: str) -> ResponseReturnValue:
    """Other house rules for the whole game, as far as its turns allow them."""
    form = request.form
    try:
        store().append(key, read_seen(form), lambda then: _wish(form, then))
    except Refused as refused:
        stored = store().load(key)
        return _page(stored, readable_rules(form, stored.game.ruleset), refused), 422
    except Stale as stale:
        return _page(stale.stored, readable_rules(form, stale.stored.game.ruleset), Refused("stale")), 409
    return redirect(url_for("pad.game", key=key), 303)


def _page(
    stored: StoredGame,
    shown: RuleSet,
    refused: Refused | None = None,
    proposal: Proposal | None = None,
) -> str:
    return render_template(
        "pages/rules.html",
        stored=stored,
        game=stored.game,
        rows=option_rows(words(), shown),
        refused=refused,
        proposal=proposal,
        named=called(shown, store().rule_book.kept),
        form=request.values,
    )
