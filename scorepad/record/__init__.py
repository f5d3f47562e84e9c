"""The game record: read, written, and reported on (RECORD.md)."""

from scorepad.record.keys import BUNDLE, FORMAT, VERSION, Record, load_json
from scorepad.record.read import read_record
from scorepad.record.report import options, score
from scorepad.record.stream import LARGEST_GAME, Games
from scorepad.record.write import write_record

__all__ = [
    "BUNDLE",
    "FORMAT",
    "LARGEST_GAME",
    "VERSION",
    "Games",
    "Record",
    "load_json",
    "options",
    "read_record",
    "score",
    "write_record",
]
