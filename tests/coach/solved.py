"""What the tests of the coach share: the tables that travel with it, and a sheet with some boxes open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorepad.coach import Table, table_of
from scorepad.coach.make import solve
from scorepad.rules import Cell, RuleSet, Sheet, with_options

SHIPPED = ("yahtzee", "yacht", "yatzy", "forced_yatzy")
IN_ORDER = ("yacht", "yams")
"""Sheets that have few states, and so are solved in a moment, under this house rule."""


def shipped(name: str) -> Table:
    """The table of that sheet that travels with the program."""
    table = table_of(with_options(name, {}))
    assert table
    return table


@cache
def solved(ruleset: RuleSet) -> Table:
    """The table made here and now, once for all tests."""
    return solve(ruleset)


def sheet_of(ruleset: RuleSet, filled: Mapping[str, int]) -> Sheet:
    """A sheet with these boxes filled."""
    return Sheet(ruleset, {Cell(box): points for box, points in filled.items()})
