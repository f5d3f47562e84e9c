"""Copying a sheet that was kept on paper: every number checked, sums computed, differences pointed out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.record import Record
from scorepad.rules import (
    MOST_SEATS,
    Game,
    Refused,
    RuleSet,
    check_note,
    check_seats,
    clean_names,
    replay,
    written,
)
from scorepad.stats import check_names, known_players
from scorepad.store import KeptRules
from scorepad.transfer import Intake
from scorepad.web.forms import Form, read_chosen, read_names, read_whole
from scorepad.web.here import store
from scorepad.web.paper_turns import NAME, TOTAL, Wrong, entries_of, extra_cells
from scorepad.web.words import read_day, words

area = Blueprint("paper", __name__, url_prefix="/paper")

MOST_KNOWN = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """A player's total as the paper has it, and as the boxes give it."""

    column: int
    paper: int
    computed: int


@area.get("")
def blank() -> ResponseReturnValue:
    """The empty form; players, rules and date stay from the sheet before."""
    return _page(request.args)


@area.post("")
def copy() -> ResponseReturnValue:
    """Saves the sheet, or shows what can't be; a difference of the totals asks first."""
    form = request.form
    try:
        ruleset, rules_name = read_chosen(form, store().rule_book.kept)
        columns = [index for index, name in enumerate(read_names(form)) if name]
        names = clean_names([form.getlist("player")[index] for index in columns])
        check_names(store(), names)
        check_note(form.get("note", ""))
        check_seats(ruleset, names)
        at = written(read_day(form.get("date", "")).replace(hour=12))
    except Refused as refused:
        return _page(form, refused=refused), 422
    entries, wrong = entries_of(ruleset, columns, form)
    totals = {column: _total(column, form, wrong) for column in columns}
    wrong += _nameless(ruleset, columns, form)
    if wrong:
        return _page(form, wrong=wrong), 422
    try:
        game = replay(ruleset, names, entries)
    except Refused as refused:  # boxes that are filled in an order, and the last of them not at the end
        return _page(form, refused=refused), 422
    differences = _differences(game, columns, totals)
    if differences and form.get("sure") != "1":
        return _page(form, differences=differences), 422
    with closing(Intake(store())) as intake:
        intake.add(Record(game, None, at, at, form.get("note", "").strip(), rules_name))
    if intake.thrown_away:
        return redirect(url_for("bin.page"), 303)
    return redirect(
        url_for("paper.blank", ruleset=form["ruleset"], date=form["date"], saved="1", player=names), 303
    )


def _total(column: int, form: Form, wrong: list[Wrong]) -> int | None:
    """The paper's own total, None where it is not typed."""
    text = form.get(f"total_{column}", "").strip()
    try:
        return read_whole(text, "bad_points") if text else None
    except Refused as refused:
        wrong.append(Wrong(column, TOTAL, refused))
        return None


def _nameless(ruleset: RuleSet, columns: Sequence[int], form: Form) -> list[Wrong]:
    """Columns with numbers and no name: they would be lost."""
    return [
        Wrong(column, NAME, Refused("name_blank"))
        for column in range(len(form.getlist("player")))
        if column not in columns and any(form.get(f"{cell}_{column}", "").strip() for cell in ruleset.cells)
    ]


def _differences(game: Game, columns: Sequence[int], totals: dict[int, int | None]) -> list[Difference]:
    """Where the paper's own totals, as far as they are typed, are not what the boxes give."""
    found = []
    for seat, column in enumerate(columns, 1):
        paper, computed = totals[column], game.sheet(seat).total
        if paper is not None and paper != computed:
            found.append(Difference(column, paper, computed))
    return found


def _blamed(refused: Refused, form: Form) -> list[str]:
    """The field that a refusal of the whole sheet is about; none where it is about more than one."""
    if refused.reason == "bad_date":
        return ["date"]
    if refused.facts.get("field") == "note":
        return ["note"]
    names = form.getlist("player")
    for column in range(min(len(names), MOST_SEATS)):
        try:
            clean_names([name for name in names[: column + 1] if name])
        except Refused:
            return [f"{NAME}_{column}"]
    return []


def _rules(form: Form, kept: Sequence[KeptRules]) -> RuleSet:
    """The rules of the form; the first sheet where it names none."""
    try:
        return read_chosen(form, kept)[0]
    except Refused:
        return next(iter(words().rulesets().values()))


def _page(
    form: Form,
    refused: Refused | None = None,
    wrong: Sequence[Wrong] = (),
    differences: Sequence[Difference] = (),
) -> str:
    kept = store().rule_book.kept
    ruleset = _rules(form, kept)
    names = form.getlist("player")[:MOST_SEATS]
    faults = _blamed(refused, form) if refused else [fault.field for fault in wrong]
    least = 4 if ruleset.most_players is None else min(4, ruleset.most_players)
    names += [""] * (least - len(names) if len(names) < least else 1 if all(names) else 0)
    del names[MOST_SEATS:]
    return render_template(
        "pages/paper.html",
        ruleset=ruleset,
        extras=extra_cells(ruleset),
        rulesets=words().rulesets(),
        kept=kept,
        names=names,
        known=known_players(store(), MOST_KNOWN),
        form=form,
        refused=refused,
        wrong=wrong,
        faults=faults,
        first=next(iter([*faults, *(f"{TOTAL}_{one.column}" for one in differences)]), ""),
        differences=differences,
        bonuses={ruleset.bonus.points * column.factor for column in ruleset.columns},
    )
