"""The games of a file, read one at a time: as strict as `load_json`, however long the file is (RECORD.md)."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from itertools import count
from typing import BinaryIO

from scorepad.record.keys import no_number, unique
from scorepad.record.read import GAME_KEYS, is_bundle
from scorepad.rules import Place, Refused

LARGEST_GAME = 1 << 20
"""The longest text of one game, in signs: a full pad on the longest sheet has half of it. Read, it takes a
hundred times as many bytes at worst."""
_PIECE = 1 << 16
_CUT = 16
"""Longer than what a cut can part: a number's end, `-Infinity`, the two escapes of one sign."""
_WHITE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(object_pairs_hook=unique, parse_constant=no_number)


class Games:
    """The games of a bundle, or the one of a record, as often as they are asked for, each still to be read by
    `read_record`.

    The file's frame is checked first, from its beginning to its end.
    """

    def __init__(self, source: BinaryIO) -> None:
        """Raises Refused as `load_json` and `is_bundle`, or `game_long` (most)."""
        self._source = source
        window = _Window(source)
        try:
            self._count, frame = _counted(_games(window))
        except Refused:
            window.drain()
            raise
        self.bundled = is_bundle(frame)
        self._alone = None if self.bundled else frame

    def __len__(self) -> int:
        return self._count if self.bundled else 1

    def __iter__(self) -> Iterator[object]:
        if self.bundled:
            yield from _games(_Window(self._source))
        else:
            yield self._alone


def _counted(games: Generator[object, None, object]) -> tuple[int, object]:
    """How many games there are, and what stands around them."""
    for number in count():
        try:
            next(games)
        except StopIteration as end:
            return number, end.value
    raise AssertionError


def _games(window: _Window) -> Generator[object, None, object]:
    """The elements of `games`; returns all else of the document, with none there."""
    if window.next() != "{":
        with _no_record_where_long():
            frame, _ = window.value(LARGEST_GAME)
    else:
        pairs = yield from _pairs(window)
        frame = unique(pairs)
    if window.next():
        raise Refused("not_json")
    return frame


@contextmanager
def _no_record_where_long() -> Iterator[None]:
    """What is too long for a game, and can be none's, is no record."""
    try:
        yield
    except Refused as refused:
        raise Refused("no_record") if refused.reason == "game_long" else refused from None


def _pairs(window: _Window) -> Generator[object, None, list[tuple[str, object]]]:
    pairs: list[tuple[str, object]] = []
    room = LARGEST_GAME
    window.take("{")
    if window.next() == "}":
        window.take("}")
        return pairs
    while True:
        with _no_record_where_long():
            key, length = window.key(room)
        value, more = yield from _value(window, key, room - length)
        pairs.append((key, value))
        room -= length + more
        if window.take(",}") == "}":
            return pairs


def _value(window: _Window, key: str, room: int) -> Generator[object, None, tuple[object, int]]:
    """The elements of `games`; returns what stands at any other key, and its length."""
    if key == "games" and window.next() == "[":
        yield from _elements(window)
        return [], 0
    with nullcontext() if key in GAME_KEYS else _no_record_where_long():
        return window.value(room)


def _elements(window: _Window) -> Iterator[object]:
    window.take("[")
    if window.next() == "]":
        window.take("]")
        return
    for number in count(1):
        try:
            game, _ = window.value(LARGEST_GAME)
        except Refused as refused:
            raise refused.at(Place("game", number)) if refused.reason == "game_long" else refused from None
        yield game
        if window.take(",]") == "]":
            return


class _Window:
    """A file's text, of which no more is held than what is being read."""

    def __init__(self, source: BinaryIO) -> None:
        source.seek(0)
        self._source = source
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._ended = False

    def next(self) -> str:
        """The next sign that is no white space, still to be taken; empty at the end."""
        while True:
            found = _WHITE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text) or self._ended:
                return self._text[self._at : self._at + 1]
            self._read_on()

    def take(self, signs: str) -> str:
        """Takes the next sign. Raises Refused `not_json` where it is none of these."""
        sign = self.next()
        if not sign or sign not in signs:
            raise Refused("not_json")
        self._at += 1
        return sign

    def key(self, room: int) -> tuple[str, int]:
        """A key and its colon, with the key's length."""
        if self.next() != '"':
            raise Refused("not_json")
        key, length = self.value(room)
        self.take(":")
        return str(key), length

    def value(self, room: int) -> tuple[object, int]:
        """The next value and its length. Raises Refused as `load_json`, or `game_long` (most) over `room`."""
        self.next()
        while True:
            value, end = self._decoded()
            if end and (self._ended or end + _CUT <= len(self._text)):
                break
            if self._ended:
                raise Refused("not_json")
            if len(self._text) - self._at > room + _CUT:
                break
            self._read_on()
        length = end - self._at
        if not end or length > room:
            raise Refused("game_long", most=LARGEST_GAME >> 20)
        self._at = end
        return value, length

    def _decoded(self) -> tuple[object, int]:
        """The value that begins here and where it ends, 0 where it may go on beyond this text."""
        try:
            return _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            if error.msg.startswith("Unterminated string") or error.pos > len(self._text) - _CUT:
                return None, 0
            raise Refused("not_json") from None
        except RecursionError:
            raise Refused("too_deep") from None
        except Refused:
            raise
        except ValueError:  # a number of thousands of figures
            raise Refused("not_json") from None

    def drain(self) -> None:
        """Reads to the end: what is no text at all is told before all else. Raises Refused `not_json`."""
        while not self._ended:
            self._at = len(self._text)
            self._read_on()

    def _read_on(self) -> None:
        """As much again as is held already: a long value is not tried too often."""
        raw = self._source.read(max(_PIECE, len(self._text) - self._at))
        self._ended = not raw
        try:
            self._text = self._text[self._at :] + self._decoder.decode(raw, final=self._ended)
        except UnicodeDecodeError:
            self._ended = True
            raise Refused("not_json") from None
        self._at = 0
