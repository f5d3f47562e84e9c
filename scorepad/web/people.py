"""People: who is there, what they are called, which two names are one person, who is archived, forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.rules import Refused
from scorepad.stats import Someone
from scorepad.store import MOST_COPIES
from scorepad.web.forms import read_page
from scorepad.web.here import store
from scorepad.web.told import tell, told

area = Blueprint("people", __name__, url_prefix="/players")

PAGE = 50
MOST_NAMES = 500
_NEWS = frozenset(("merged", "parted", "renamed", "erased"))
_ONE = "/<int(max=9999999):player>"


@area.get("")
def everyone() -> ResponseReturnValue:
    """All people, who played last first, a page at a time; on the first one those who are archived, too.

    Raises Refused `bad_page`.
    """
    page = read_page(request.args)
    found = stats.everyone(store(), PAGE + 1, (page - 1) * PAGE)
    return render_template(
        "pages/people.html",
        people=found[:PAGE],
        archived=stats.everyone(store(), MOST_NAMES, archived=True) if page == 1 else [],
        page=page,
        more=len(found) > PAGE,
        holds_traces=store().holds_traces,
        news=_news(),
    )


def _news() -> dict[str, Someone]:
    """What was done by the form before this page, and to whom."""
    done = {what: who for what, who in told().items() if what in _NEWS and isinstance(who, int)}
    found = {what: stats.someone(store(), who) for what, who in done.items()}
    return {what: person for what, person in found.items() if person}


def _person(player: int) -> Someone:
    """The person of that id; who looks for a name that was merged is led to the one who stands for it, and is
    told so.
    """
    found = stats.someone(store(), player) or abort(404)
    if found.stands:
        tell(merged=player)
        abort(redirect(url_for("people.edit", player=found.stands), 303))
    return found


# --- one person ---------------------------------------------------------------------------------------


@area.get(f"{_ONE}/edit")
def edit(player: int) -> ResponseReturnValue:
    """What can be changed about a person."""
    return _page(_person(player))


def _page(person: Someone, refused: Refused | None = None) -> str:
    """The person's page; where a name is another one's, the two may be one person: that one is chosen."""
    other = refused and stats.called(store(), str(refused.facts.get("player", "")))
    return render_template(
        "pages/person.html",
        person=person,
        other_names=stats.other_names(store(), person.id),
        others=stats.others(store(), person.id, MOST_NAMES),
        into=other and other.id,
        news=_news(),
        refused=refused,
        form=request.form,
    )


def _change(player: int, change: Callable[[], None], **news: int) -> ResponseReturnValue:
    """Does it and shows the person's page, which tells it; or says why not, with what was typed."""
    person = _person(player)
    try:
        change()
    except Refused as refused:
        return _page(person, refused), 422
    tell(**news)
    return redirect(url_for("people.edit", player=player), 303)


@area.post(f"{_ONE}/rename")
def rename(player: int) -> ResponseReturnValue:
    """Another name, in all sheets."""
    return _change(player, lambda: store().rename(player, request.form.get("name", "")), renamed=player)


@area.post(f"{_ONE}/archive")
def archive(player: int) -> ResponseReturnValue:
    """Offers that person no longer; with `away=0` once more."""
    away = request.form.get("away") != "0"
    return _change(player, lambda: store().archive(player, away))


# --- two names of one person --------------------------------------------------------------------------


@area.get(f"{_ONE}/merge")
def ask_merge(player: int) -> ResponseReturnValue:
    """What merging that person into another one would do, before it is done."""
    person = _person(player)
    into = _other(person, request.args.get("into", ""))
    if into is None:
        return _page(person, Refused("merged_with_itself")), 422
    try:
        store().check_merge(player, into.id)
    except Refused as refused:
        return _merge_page(person, into, refused), 422
    return _merge_page(person, into)


def _merge_page(person: Someone, into: Someone, refused: Refused | None = None) -> str:
    return render_template(
        "pages/merge.html",
        person=person,
        into=into,
        sheets=stats.count_sheets(store(), person.id),
        common=stats.first_common(store(), person.id, into.id) if refused else None,
        refused=refused,
    )


def _other(person: Someone, text: str) -> Someone | None:
    """The other one whose id a form tells, or who stands for it; None where it tells nobody else's."""
    found = stats.someone(store(), int(text)) if re.fullmatch("[0-9]{1,7}", text) else None
    other = stats.someone(store(), found.stands) if found and found.stands else found
    return None if other and other.id == person.id else other


@area.post(f"{_ONE}/merge")
def merge(player: int) -> ResponseReturnValue:
    """From now on the other person stands for that name, too."""
    person = _person(player)
    into = _other(person, request.form.get("into", ""))
    if into is None:
        return _page(person, Refused("merged_with_itself")), 422
    try:
        store().merge(player, into.id)
    except Refused as refused:
        return _merge_page(person, into, refused), 422
    tell(merged=player)
    return redirect(url_for("people.edit", player=into.id), 303)


@area.post(f"{_ONE}/part")
def part(player: int) -> ResponseReturnValue:
    """That name is a person of its own again; done already where somebody taps twice."""
    found = stats.someone(store(), player) or abort(404)
    if found.stands:
        with suppress(Refused):  # by another tap, just now
            store().part(player)
        tell(parted=player)
    return redirect(url_for("people.edit", player=found.stands or player), 303)


# --- forgetting ---------------------------------------------------------------------------------------


@area.get(f"{_ONE}/erase")
def ask_erase(player: int) -> ResponseReturnValue:
    """What goes with a name, and what keeps it; with `sure`, the last question."""
    return _erase_page(_person(player), sure="sure" in request.args)


def _erase_page(person: Someone, *, sure: bool, refused: Refused | None = None) -> str:
    return render_template(
        "pages/erase.html",
        person=person,
        sure=sure,
        other_names=stats.other_names(store(), person.id),
        copies=MOST_COPIES,
        folder=store().backups.folder.name,
        refused=refused,
    )


@area.post(f"{_ONE}/erase")
def erase(player: int) -> ResponseReturnValue:
    """Forgets the names that the last question told, no other."""
    _person(player)
    try:
        store().erase(player, request.form.getlist("name"))
    except Refused as refused:
        return _erase_page(_person(player), sure=False, refused=refused), 409
    tell(erased=player)
    return redirect(url_for("people.everyone"), 303)
