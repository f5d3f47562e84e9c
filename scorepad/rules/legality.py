"""THE answer on what a roll may fill.

Everything that asks whether an entry is legal (preview, buttons, saving, correcting, importing) asks
`judge` or `judge_points`, or a list made from them.
"""

from __future__ import annotations

from contextlib import suppress

from scorepad.rules.cell import Cell, Target
from scorepad.rules.dice import Dice, all_rolls
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import DOWN, Box
from scorepad.rules.sheet import Sheet


def _open_box(sheet: Sheet, cell: Cell) -> Box:
    box = sheet.ruleset.box(cell.box)
    order = sheet.ruleset.column(cell.column).order
    if cell in sheet.filled:
        raise Refused("box_filled", box=cell.box)
    if order == DOWN and (must := sheet.next_in(cell.column)) and cell != must:
        raise Refused("out_of_order", box=cell.box, must=must.box)
    return box


def judge(sheet: Sheet, dice: Dice, cell: Cell, claim: bool = False, first_roll: bool = False) -> Target:
    """What filling that cell with that roll brings, or with a claim: the bonus, and a zero.

    Raises Refused `unknown_box`, `unknown_column` (column, most), `box_filled`, `out_of_order` (box, must),
    `joker_upper` (box, must), `joker_lower` (box), `no_claim` or `no_first_roll`.
    """
    box = _open_box(sheet, cell)
    again = sheet.ruleset.again
    if first_roll and not sheet.ruleset.first_roll:
        raise Refused("no_first_roll")
    if claim:
        if not again.may_claim(sheet, dice):
            raise Refused("no_claim")
        return Target(cell.box, 0, again.earned(sheet, cell), claim=True, column=cell.column)
    points = box.score(dice, first_roll) if sheet.pays(box, cell.column) else 0
    wins = box.won_by(points, first_roll)
    if dice.alike and not wins:
        return again.place(sheet, dice, cell, points)
    return Target(cell.box, points, column=cell.column, wins=wins)


def judge_points(
    sheet: Sheet, cell: Cell, points: int, extra: bool = False, first_roll: bool = False
) -> Target:
    """What filling that cell with points alone brings: a turn whose dice nobody wrote down (RECORD.md).

    Raises as `judge`, and Refused `impossible_points` (box, points) or `no_extra` (box, points).
    """
    box = _open_box(sheet, cell)
    rules = sheet.ruleset
    if first_roll and not rules.first_roll:
        raise Refused("no_first_roll")
    if not extra:
        possible = box.possible(rules.dice, first_roll) if sheet.pays(box, cell.column) else {0}
        if points not in possible | rules.again.unmarked(box, rules.dice):
            raise Refused("impossible_points", box=cell.box, points=points)
        wins = box.won_by(points, first_roll)
        return Target(cell.box, points, column=cell.column, wins=wins)
    earned = rules.again.earned(sheet, cell)
    if not earned or points not in rules.again.paid(box, rules.dice):
        raise Refused("no_extra", box=cell.box, points=points)
    return Target(cell.box, points, earned, column=cell.column)


def answers(sheet: Sheet, dice: Dice, first_roll: bool = False) -> dict[Cell, Target | Refused]:
    """For every empty cell, in the order of the sheet: the target it is, or why it is closed to this roll."""
    found: dict[Cell, Target | Refused] = {}
    for cell in sheet.ruleset.cells:
        if cell not in sheet.filled:
            try:
                found[cell] = judge(sheet, dice, cell, first_roll=first_roll)
            except Refused as refused:
                found[cell] = refused
    return found


def closed_to_all(sheet: Sheet) -> dict[Cell, Refused]:
    """The empty cells that no roll may fill now, in the order of the sheet, and why."""
    found: dict[Cell, Refused] = {}
    for cell in sheet.ruleset.cells:
        if cell not in sheet.filled and not sheet.may_fill(cell):
            try:
                _open_box(sheet, cell)
            except Refused as refused:
                found[cell] = refused
    return found


def claims(sheet: Sheet, dice: Dice) -> tuple[Target, ...]:
    """For each open cell, the claim that gives it a zero; none where nothing may be claimed."""
    if not sheet.ruleset.again.may_claim(sheet, dice):
        return ()
    return tuple(judge(sheet, dice, cell, claim=True) for cell in sheet.open_cells)


def targets(sheet: Sheet, dice: Dice, first_roll: bool = False) -> tuple[Target, ...]:
    """Every legal target of that roll, in the order of the sheet; a cell's claim after its points.

    Raises Refused `no_first_roll`.
    """
    if first_roll and not sheet.ruleset.first_roll:
        raise Refused("no_first_roll")
    plain = [found for found in answers(sheet, dice, first_roll).values() if isinstance(found, Target)]
    claimed = {target.cell: target for target in claims(sheet, dice)}
    return tuple(
        target for found in plain for target in (found, claimed.get(found.cell)) if target is not None
    )


def point_targets(sheet: Sheet, cell: Cell, first_roll: bool = False) -> tuple[Target, ...]:
    """Everything that some roll may bring in that cell now: plain points rising, then those with a bonus.

    Raises Refused `unknown_box`, `unknown_column`, `box_filled` or `out_of_order` (box, must).
    """
    _open_box(sheet, cell)
    found = set()
    for dice in all_rolls(sheet.ruleset.dice):
        with suppress(Refused):
            found.add(judge(sheet, dice, cell, first_roll=first_roll))
    return tuple(sorted(found, key=lambda target: (target.extra, target.points)))
