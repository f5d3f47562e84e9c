"""One game as its player keeps it: what was answered, told by the oracle, without the code under test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.oracle import House, Pad, box_of, column_of, legal, wins

Row = Mapping[str, object]
"""An event as the pad keeps it, as far as it is known beforehand."""

OWN_BONUS_ALONE = House("yahtzee", (("joker", "none"), ("extra", 0)))
"""What Free for All pays while nobody claims a bonus."""


@dataclass(frozen=True)
class Entry:
    """A line of the game; `number` is that of the event that made it."""

    number: int
    kind: str
    seat: int
    cell: str = ""
    dice: str = ""
    first_roll: bool = False


@dataclass(frozen=True)
class State:
    """What stands: entries, and the points of score cards by seat."""

    entries: tuple[Entry, ...] = ()
    cards: tuple[tuple[int, int], ...] = ()


def house_of(ruleset: str) -> House:
    return OWN_BONUS_ALONE if ruleset == "free_for_all" else House(ruleset)


class Illegal(Exception):
    """The rules don't allow it."""


class Book:
    """`rows` are the events that were answered, in order; `people` sit there, by seat."""

    def __init__(self, key: str, ruleset: str, people: list[int]) -> None:
        self.key, self.ruleset, self.people = key, ruleset, people
        self.house = house_of(ruleset)
        self.began = len(people)
        self.rows: list[Row] = []
        self.state = State()
        self.done: list[State] = []
        self.undone: list[State] = []
        self.thrown = False

    @property
    def seen(self) -> int:
        return len(self.rows)

    @property
    def pad(self) -> Pad:
        return self._told(self.state.entries)

    def _told(self, entries: tuple[Entry, ...]) -> Pad:
        """The table after these entries. Raises Illegal."""
        late = frozenset(range(self.began + 1, len(self.people) + 1))
        pad = Pad(self.house, len(self.people), late)
        for entry in entries:
            if entry.kind == "join":
                pad.waiting.discard(entry.seat)
            elif entry.kind == "leave":
                pad.left.add(entry.seat)
            elif pad.mover != entry.seat:
                raise Illegal
            elif entry.kind == "skip":
                pad.last = entry.seat
            else:
                self._fill(pad, entry)
        return pad

    def _fill(self, pad: Pad, entry: Entry) -> None:
        brought = legal(self.house, pad.filled[entry.seat - 1], [*map(int, entry.dice)], entry.first_roll)
        if entry.cell not in brought:
            raise Illegal
        points, extra = brought[entry.cell]
        pad.fill(
            entry.seat, entry.cell, points, extra, wins(self.house, entry.cell, points, entry.first_roll)
        )

    def totals(self) -> dict[int, int]:
        """By seat, score cards with them."""
        pad, cards = self.pad, self.state.cards
        return {
            seat: pad.total(seat) + sum(add for other, add in cards if other == seat) for seat in pad.seats
        }

    # --- what comes next, once it is answered -----------------------------------------------------------

    def row(self, kind: str, **told: object) -> None:
        """An event that changes nothing that is tallied."""
        self.rows.append({"kind": kind, **told})

    def entry(self, kind: str, seat: int, cell: str = "", dice: str = "", first_roll: bool = False) -> None:
        entry = Entry(self.seen + 1, kind, seat, cell, dice, first_roll)
        told = {"dice": dice, "box": box_of(cell), "column": column_of(cell)} if cell else {}
        self.row(kind, seat=seat, **told)
        self._stands(replace(self.state, entries=(*self.state.entries, entry)))

    def fixed(self, place: int, dice: str) -> tuple[Entry, ...]:
        """The entries with other dice at that place, from 1. Raises Illegal."""
        entries = list(self.state.entries)
        if sorted(entries[place - 1].dice) == sorted(dice):
            raise Illegal
        entries[place - 1] = replace(entries[place - 1], dice=dice)
        self._told(tuple(entries))
        return tuple(entries)

    def fix(self, place: int, dice: str) -> None:
        entries = self.fixed(place, dice)
        self.row("fix", of=entries[place - 1].number, dice=dice)
        self._stands(replace(self.state, entries=entries))

    def card(self, seat: int, add: int) -> None:
        self.row("card", seat=seat, points=add)
        self._stands(replace(self.state, cards=(*self.state.cards, (seat, add))))

    def _stands(self, state: State) -> None:
        self.done.append(self.state)
        self.undone.clear()
        self.state = state

    def undo(self) -> None:
        self.row("undo")
        self.undone.append(self.state)
        self.state = self.done.pop()

    def redo(self) -> None:
        self.row("redo")
        self.done.append(self.state)
        self.state = self.undone.pop()


def differs(book: Book, rows: list[dict[str, object]]) -> str:
    """What the pad keeps otherwise than it was answered; nothing where all is as it should be."""
    for number, (told, kept) in enumerate(zip(book.rows, rows, strict=False), 1):
        if kept["number"] != number:
            return f"event {number} of {book.key} is {kept['number']}"
        for name, value in told.items():
            if _plain(name, kept) != (sorted(str(value)) if name == "dice" else value):
                return f"event {number} of {book.key}: {name} is {kept}, not {told}"
    return "" if len(rows) >= len(book.rows) else f"{book.key} has {len(rows)} events, not {len(book.rows)}"


def _plain(name: str, kept: Mapping[str, object]) -> object:
    more = json.loads(str(kept["more"] or "{}"))
    if name == "dice":
        return sorted(str(kept["dice"] or ""))
    if name == "column":
        return more.get("column", 1)
    return more.get(name) if name in more else kept.get(name)
