"""Cells of a table as CSV: whatever they say, no spreadsheet takes them for formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

Value = str | int | None

COMMA, SEMICOLON = ",", ";"
"""What stands between cells: spreadsheets of languages that write 1,5 want the semicolon."""

_BLANK = r"(?:[^\S\t\r\n]|[\"\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069])*"
"""What a spreadsheet may take away from the beginning of a cell: blanks, quotes, signs that show nothing."""
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?")
_FORMULA = re.compile(rf"((?:\A|[,;\t\r\n]){_BLANK})([=+\-@＝＋－＠])")
"""Where a cell begins like a formula, and where one would in a program that splits this cell at another sign:
who opens a table of commas by semicolons, or the other way round, gets other cells.
"""


def csv_text(rows: Iterable[Sequence[Value]], separator: str, *, first: bool = False) -> str:
    """These rows as one piece; the first one of a table begins with the mark that spreadsheets look for."""
    text = io.StringIO("\ufeff" if first else "", newline="")
    text.seek(0, io.SEEK_END)
    csv.writer(text, delimiter=separator).writerows(map(_harmless, rows))
    return text.getvalue()


def _harmless(row: Sequence[Value]) -> Iterator[Value]:
    """The cells with an apostrophe before each sign that would begin a formula.

    Negative numbers stay, but for the first one: split otherwise, the cell goes on with the next ones.
    """
    for place, cell in enumerate(row):
        number = not isinstance(cell, str) or (place > 0 and _NUMBER.fullmatch(cell))
        yield cell if number else _guarded(str(cell))


def _guarded(text: str) -> str:
    guarded = _FORMULA.sub(r"\1'\2", text)
    # What begins with one of these is taken for a formula by some, whatever follows.
    return f"'{guarded}" if text.startswith(("\t", "\r", "\n")) else guarded
