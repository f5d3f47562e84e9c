"""Sheets that the coach has to learn first: how far that is, and the button with which it begins."""

from __future__ import annotations

from flask import Blueprint, Flask, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.coach import Table, folder_beside
from scorepad.learning import Learning, Unlearned
from scorepad.rules import Refused, RuleSet
from scorepad.web.here import store, wants_part
from scorepad.web.words import words

area = Blueprint("learning", __name__)


def install(app: Flask) -> None:
    """What is learned lies beside the games."""
    games = app.extensions["scorepad.store"]
    app.extensions["scorepad.learning"] = Learning(folder_beside(games.path), games.before_close)


def _learning() -> Learning:
    found: Learning = current_app.extensions["scorepad.learning"]
    return found


def table_or_state(ruleset: RuleSet) -> Table | Unlearned:
    """The table of that rule set, or why there is none, as parts/coach/learning.html tells it. Nothing begins
    by asking.
    """
    return _learning().table_or_state(ruleset)


def table_for(ruleset: RuleSet) -> Table | None:
    """The table of that rule set, where there is one: all that a pad asks for, which is drawn often."""
    return _learning().table(ruleset)


@area.get("/games/<key>/coach/learning")
def page(key: str) -> ResponseReturnValue:
    """Whether the coach knows the sheet of this game, and how far it is; for htmx that part alone, until it
    is over.
    """
    stored = store().load(key)
    state = table_or_state(stored.game.ruleset)
    if not wants_part():
        return render_template("pages/learning.html", stored=stored, state=_told(state))
    if isinstance(state, Unlearned) and state.is_under_way:
        return render_template("parts/coach/learning.html", stored=stored, state=state)
    return "", 200, {"HX-Refresh": "true"}


@area.post("/games/<key>/coach/learning")
def begin(key: str) -> ResponseReturnValue:
    """Begins to learn the sheet of this game; a second time that changes nothing."""
    stored = store().load(key)
    try:
        _learning().begin(stored.game.ruleset)
    except Refused as refused:
        state = _told(table_or_state(stored.game.ruleset))
        page = render_template(
            "pages/learning.html", stored=stored, state=state, complaint=words().refusal(refused)
        )
        return page, 422
    return redirect(url_for("learning.page", key=key), 303)


def _told(state: Table | Unlearned) -> Unlearned | None:
    """What there is to tell: nothing where the sheet is known."""
    return None if isinstance(state, Table) else state
