"""A table on disk: the points still to come from every state of a sheet, how far they spread, and how games
of perfect play end.

The file: one line (`scorepad-coach`, the format, the rule set's fingerprint), then an xz stream of the values
(float32), the deviations (16 bits, in parts of a point) and the quantiles of the final totals (16 bits), the
bytes of each sorted by weight: all lowest first.
"""

from __future__ import annotations

import lzma
import sys
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock

from scorepad.coach.states import State, States, can_advise, states_of
from scorepad.rules import RuleSet, Sheet

SHIPPED = Path(__file__).parent / "tables"
"""The tables that travel with the program."""

PARTS = 64
"""A deviation is kept in so many parts of a point."""

QUANTILES = 99
"""So many final totals part the simulated games into parts of one size."""

_FORMAT = "scorepad-coach 2"
_TIGHTLY = 2 | lzma.PRESET_EXTREME
"""As small as the highest preset makes it, with a fifth of the memory: what repeats is near."""


class TableUnreadable(Exception):
    """The file is no table of that rule set: broken, cut short, or another's. Its text is the file's name."""


@dataclass(frozen=True, eq=False)
class Table:
    """Perfect play of a sheet that `can_advise`: for every state, by its number (`States.number`)."""

    ruleset: RuleSet
    values: array[float]
    """The points still to be expected."""
    spreads: array[int]
    """Their standard deviation, in PARTS of a point."""
    finals: array[int]
    """The QUANTILES of the final totals of simulated games (`simulate`), rising."""

    @cached_property
    def states(self) -> States:
        """The states that it is numbered by."""
        return states_of(self.ruleset)

    @property
    def start(self) -> float:
        """The final total to be expected of an empty sheet."""
        return self.to_come(self.states.start)

    @cached_property
    def luck(self) -> tuple[float, ...]:
        """The same quantiles against what is to be expected of an empty sheet: who plays perfectly owes all
        of the difference to the dice.
        """
        return tuple(total - self.start for total in self.finals)

    def to_come(self, state: State) -> float:
        """The points still to be expected in that state: boxes, extra and upper bonus."""
        return self.values[self.states.number(state)]

    def deviation(self, state: State) -> float:
        """The standard deviation of the points still to come in that state."""
        return self.spreads[self.states.number(state)] / PARTS

    def expected(self, sheet: Sheet) -> float:
        """The final total to be expected of that sheet: what is written, and what comes under perfect play.

        Who went home gets nothing more.
        """
        return sheet.total + (0 if sheet.left else self.to_come(self.states.of(sheet)))

    def spread(self, sheet: Sheet) -> float:
        """The standard deviation of that final total, in points."""
        return 0 if sheet.left else self.deviation(self.states.of(sheet))


def luckier_than(table: Table, luck: float) -> float:
    """The share of simulated games, from 0 to 1, whose dice brought less luck than so many points.

    Those within half a point of it count half.
    """
    below, upto = bisect_left(table.luck, luck - 0.5), bisect_right(table.luck, luck + 0.5)
    return (below + upto) / 2 / QUANTILES


def folder_beside(database: Path) -> Path:
    """Where tables are kept that were solved here: beside that database."""
    return database.parent / "coach"


def file_name(ruleset: RuleSet) -> str:
    """What the file of its table is called."""
    return f"{ruleset.fingerprint}.xz"


def _head(ruleset: RuleSet) -> bytes:
    return f"{_FORMAT} {ruleset.fingerprint}\n".encode()


# --- files --------------------------------------------------------------------------------------------------


def write_table(table: Table, path: Path) -> None:
    """Writes it beside that path first, so that none is ever half there. Raises OSError."""
    told = _sorted(table.values) + _sorted(table.spreads) + _sorted(table.finals)
    packed = lzma.compress(told, preset=_TIGHTLY)
    aside = path.with_name(f"{path.name}.new")
    aside.write_bytes(_head(table.ruleset) + packed)
    aside.replace(path)


def read_table(ruleset: RuleSet, path: Path) -> Table:
    """The table in that file. Raises OSError, or TableUnreadable where it is not that of this rule set."""
    raw = path.read_bytes()
    head = _head(ruleset)
    if not raw.startswith(head):
        raise TableUnreadable(path.name)
    try:
        told = lzma.decompress(raw[len(head) :], format=lzma.FORMAT_XZ)
    except (lzma.LZMAError, EOFError):
        raise TableUnreadable(path.name) from None
    count = states_of(ruleset).count
    values: array[float] = array("f")
    spreads: array[int] = array("H")
    finals: array[int] = array("H")
    parts = ((values, count), (spreads, count), (finals, QUANTILES))
    if len(told) != sum(numbers.itemsize * length for numbers, length in parts):
        raise TableUnreadable(path.name)
    for numbers, length in parts:
        _joined(numbers, told[: numbers.itemsize * length])
        told = told[numbers.itemsize * length :]
    return Table(ruleset, values, spreads, finals)


def _sorted(numbers: array[float] | array[int]) -> bytes:
    """Their bytes, all lowest first."""
    raw, size = _lowest_first(numbers).tobytes(), numbers.itemsize
    return b"".join(raw[weight::size] for weight in range(size))


def _joined(numbers: array[float] | array[int], told: bytes) -> None:
    """Fills that empty array from what `_sorted` made."""
    size = numbers.itemsize
    raw, count = bytearray(len(told)), len(told) // size
    for weight in range(size):
        raw[weight::size] = told[weight * count : (weight + 1) * count]
    numbers.frombytes(raw)
    if sys.byteorder == "big":
        numbers.byteswap()


def _lowest_first(numbers: array[float] | array[int]) -> array[float] | array[int]:
    if sys.byteorder == "little":
        return numbers
    turned = numbers[:]
    turned.byteswap()
    return turned


# --- asking -------------------------------------------------------------------------------------------------

KEPT = 4
"""How many tables are held in memory, up to 9 MB each."""

_READ: dict[str, Table] = {}
"""Fingerprint → its table; what was asked for last stands last."""
_READING = Lock()


def table_of(ruleset: RuleSet, where: Path | None = None) -> Table | None:
    """The table of that rule set: one that travels with the program, or one in the folder `where`.

    None where there is none yet, or none that can be read. It is read at its first use and kept for a while.
    """
    if not can_advise(ruleset):
        return None
    with _READING:
        found = _READ.pop(ruleset.fingerprint, None) or _read(ruleset, where)
        if found:
            _READ[ruleset.fingerprint] = found
        while len(_READ) > KEPT:
            del _READ[next(iter(_READ))]
    return found


def _read(ruleset: RuleSet, where: Path | None) -> Table | None:
    folders = (SHIPPED,) if where is None else (SHIPPED, where)
    return next(filter(None, (_in(folder, ruleset) for folder in folders)), None)


def _in(folder: Path, ruleset: RuleSet) -> Table | None:
    try:
        return read_table(ruleset, folder / file_name(ruleset))
    except (OSError, TableUnreadable):
        return None
