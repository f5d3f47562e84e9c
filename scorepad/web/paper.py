"""Copying a sheet that was kept on paper: every number checked, sums computed, differences pointed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.record import Record
from scorepad.rules import (
    DOWN,
    RULESETS,
    Cell,
    Game,
    Refused,
    RuleSet,
    Turn,
    check_note,
    check_players,
    clean_names,
    replay,
    ruleset_of,
    written,
)
from scorepad.stats import known_players
from scorepad.transfer import Intake
from scorepad.web.forms import Form, read_whole
from scorepad.web.here import store
from scorepad.web.words import read_day

area = Blueprint("paper", __name__, url_prefix="/paper")

MOST_COLUMNS = 60
MOST_KNOWN = 100

EXTRAS = "extras"
"""The row of a paper sheet that counts bonuses of all dice alike again."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A field of the paper that can't be, and why: in the column of a player, from 0; `cell` is None for a
    name or a total.
    """

    column: int
    cell: Cell | None
    refused: Refused


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
        ruleset = ruleset_of(form.get("ruleset", ""))
        names = clean_names([name for name in form.getlist("player") if name])
        check_note(form.get("note", ""))
        check_players(ruleset, names)
        at = written(read_day(form.get("date", "")).replace(hour=12))
        columns = [index for index, name in enumerate(form.getlist("player")) if name]
    except Refused as refused:
        return _page(form, refused=refused), 422
    entries, wrong = _entries(ruleset, columns, form)
    totals = {column: _total(column, form, wrong) for column in columns}
    wrong += _nameless(ruleset, columns, form)
    if wrong:
        return _page(form, wrong=wrong), 422
    game = replay(ruleset, names, entries)
    differences = _differences(game, columns, totals)
    if differences and form.get("sure") != "1":
        return _page(form, differences=differences), 422
    intake = Intake(store())
    intake.take(Record(game, None, at, at, form.get("note", "").strip()))
    intake.save()
    if intake.thrown_away:
        return redirect(url_for("past.thrown_away"), 303)
    return redirect(
        url_for("paper.blank", ruleset=ruleset.id, date=form["date"], saved="1", player=names), 303
    )


def _entries(ruleset: RuleSet, columns: Sequence[int], form: Form) -> tuple[list[Turn], list[Wrong]]:
    """The game that the paper tells, turn by turn in the order of the boxes; or what can't be."""
    wrong: list[Wrong] = []
    sheets = []
    for seat, column in enumerate(columns, 1):
        points = {cell: _points(ruleset, column, cell, form, wrong) for cell in ruleset.cells}
        sheets.append(_turns(ruleset, seat, column, points, form, wrong) if not wrong else [])
    if wrong:
        return [], wrong
    return [entry for turn in zip(*sheets, strict=True) for entry in turn], []


def _points(ruleset: RuleSet, column: int, cell: Cell, form: Form, wrong: list[Wrong]) -> int:
    """The points written in a cell; what can't be is noted as wrong."""
    box, count = ruleset.box(cell.box), ruleset.dice
    try:
        points = read_whole(form.get(f"{cell}_{column}", ""), "paper_empty")
        if points not in box.possible(count) | ruleset.again.paid(box, count):
            raise Refused("impossible_points", box=cell.box, points=points)
        return points
    except Refused as refused:
        wrong.append(Wrong(column, cell, refused))
        return 0


def _turns(
    ruleset: RuleSet, seat: int, column: int, points: dict[Cell, int], form: Form, wrong: list[Wrong]
) -> list[Turn]:
    """A player's turns: all dice alike first where bonuses for more of them need it, then from top to bottom.

    Which cell such a roll went to is not on the paper: the first ones that it can bring, those with points
    before an upper box with a zero.
    """
    order = list(ruleset.cells)
    if ruleset.again.marked:
        order.sort(key=lambda cell: not _goes_first(ruleset, cell))
    chosen: set[Cell] = set()
    for row in extra_cells(ruleset):
        count, able = _extras(column, row, form, wrong), _able(ruleset, order, points, row.column)
        if count > len(able):
            wrong.append(Wrong(column, row, Refused("paper_extras", count=count)))
        chosen |= set(able[:count])
    return [
        Turn(seat, cell.box, points=points[cell], extra=cell in chosen, column=cell.column) for cell in order
    ]


def extra_cells(ruleset: RuleSet) -> tuple[Cell, ...]:
    """The places on paper where such bonuses are counted, one a column; none where they can't be told."""
    columns = ruleset.column_numbers if ruleset.again.marked else ()
    return tuple(Cell(EXTRAS, number) for number in columns)


def _able(ruleset: RuleSet, order: Sequence[Cell], points: dict[Cell, int], column: int) -> list[Cell]:
    """The cells of that column where such a bonus can have been written, the likely ones first."""
    alike = [place for place, cell in enumerate(order) if cell.box == ruleset.all_alike.id]
    if not all(points[order[place]] for place in alike):
        return []
    later = (cell for cell in order[alike[-1] + 1 :] if cell.column == column)
    return sorted((c for c in later if points[c] in _paid(ruleset, c)), key=lambda cell: not points[cell])


def _goes_first(ruleset: RuleSet, cell: Cell) -> bool:
    """Whether all dice alike can have come first there: not where the boxes come in their order."""
    return cell.box == ruleset.all_alike.id and ruleset.column(cell.column).order != DOWN


def _paid(ruleset: RuleSet, cell: Cell) -> frozenset[int]:
    return ruleset.again.paid(ruleset.box(cell.box), ruleset.dice)


def _extras(column: int, row: Cell, form: Form, wrong: list[Wrong]) -> int:
    text = form.get(f"{row}_{column}", "").strip()
    try:
        return read_whole(text, "bad_points") if text else 0
    except Refused as refused:
        wrong.append(Wrong(column, row, refused))
        return 0


def _total(column: int, form: Form, wrong: list[Wrong]) -> int | None:
    """The paper's own total, None where it is not typed."""
    text = form.get(f"total_{column}", "").strip()
    try:
        return read_whole(text, "bad_points") if text else None
    except Refused as refused:
        wrong.append(Wrong(column, None, refused))
        return None


def _nameless(ruleset: RuleSet, columns: Sequence[int], form: Form) -> list[Wrong]:
    """Columns with numbers and no name: they would be lost."""
    return [
        Wrong(column, None, Refused("name_blank"))
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


def _page(
    form: Form,
    refused: Refused | None = None,
    wrong: Sequence[Wrong] = (),
    differences: Sequence[Difference] = (),
) -> str:
    ruleset = RULESETS.get(form.get("ruleset", ""), next(iter(RULESETS.values())))
    names = form.getlist("player")[:MOST_COLUMNS]
    least = 4 if ruleset.most_players is None else min(4, ruleset.most_players)
    names += [""] * (least - len(names) if len(names) < least else 1 if all(names) else 0)
    return render_template(
        "pages/paper.html",
        ruleset=ruleset,
        extras=extra_cells(ruleset),
        rulesets=RULESETS,
        names=names,
        known=known_players(store(), MOST_KNOWN),
        form=form,
        refused=refused,
        wrong=wrong,
        faults={(fault.column, fault.cell) for fault in wrong},
        differences=differences,
    )
