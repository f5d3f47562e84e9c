"""Taking games in and out: records and bundles, tables for a spreadsheet, and the check of what is kept."""

from scorepad.transfer.arrival import Arrival, Arrivals, Busy
from scorepad.transfer.audit import check, rebuild, sums_differ
from scorepad.transfer.bundle import bundle, encoded, every_game
from scorepad.transfer.cells import COMMA, SEMICOLON, csv_text
from scorepad.transfer.intake import Intake
from scorepad.transfer.tables import (
    GAME_COLUMNS,
    SHEET_ROWS,
    TURN_COLUMNS,
    games_table,
    sheet_table,
    turns_table,
)
from scorepad.transfer.track import Row, Track

__all__ = [
    "COMMA",
    "GAME_COLUMNS",
    "SEMICOLON",
    "SHEET_ROWS",
    "TURN_COLUMNS",
    "Arrival",
    "Arrivals",
    "Busy",
    "Intake",
    "Row",
    "Track",
    "bundle",
    "check",
    "csv_text",
    "encoded",
    "every_game",
    "games_table",
    "rebuild",
    "sheet_table",
    "sums_differ",
    "turns_table",
]
