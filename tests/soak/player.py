"""One who plays: several games over plain HTTP, each answer in a book."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event

from tests.oracle import SHEETS, box_of, column_of, dice_of, legal
from tests.soak.book import Book, Illegal
from tests.soak.sender import Sender
from tests.soak.server import Server

TABLE = (*SHEETS, "free_for_all")
PEOPLE = 4
GAMES = 3
"""How many games one plays at once."""


class Player(Sender):
    """`people` are those whom this one's games know, by their names now."""

    def __init__(self, number: int, server: Server, seed: str) -> None:
        super().__init__(f"player {number}", server)
        self.number = number
        self.chance = random.Random(f"{seed}-{number}")
        self.people = [f"P{number} {person}" for person in range(PEOPLE)]
        self.names = 0
        self.over: list[Book] = []
        self.stopping = Event()

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self.step()
        except Exception as error:  # whatever it is: a thread must not end unheard
            self.tally.wrong.append(f"{self.name}: {error!r}")
            raise
        finally:
            self.hang_up()

    # --- playing ----------------------------------------------------------------------------------------

    def step(self) -> None:
        if len(self.books) < GAMES:
            self.begin(self.chance.choice(TABLE))
            return
        book = self.chance.choice(self.books)
        if book.thrown:
            self._fetch_back(book)
        elif book.pad.mover is None:
            self._end(book)
        else:
            self._choose()(book)

    def _choose(self) -> Callable[[Book], None]:
        doings = {
            self._turn: 60, self._twice: 4, self._undo: 5, self._redo: 4, self._fix: 6, self._illegal: 3,
            self._late: 3, self._note: 3, self._rename: 2, self._skip: 3, self._join: 1, self._leave: 1,
            self._throw_away: 2, self._card: 3,
        }  # fmt: skip
        return self.chance.choices(list(doings), list(doings.values()))[0]

    def begin(self, sheet: str) -> None:
        sitting = self.chance.sample(range(PEOPLE), self.chance.randint(2, PEOPLE))
        fields: dict[str, object] = {
            "ruleset": sheet,
            "player": [self.people[person] for person in sitting],
            "starter": "first",
            "uid": f"{self.chance.getrandbits(128):032x}",
        }
        answer = self.send("POST", "/games", fields)
        if self.expect(answer.code, 303, f"a new game of {sheet}"):
            self.books.append(Book(answer.headers["Location"].rpartition("/")[2], sheet, sitting))

    def _end(self, book: Book) -> None:
        """A game that is over makes room for another; sometimes its last entry is looked at once more."""
        if book.done and self.chance.random() < 0.3 and book.state.entries[-1].kind == "turn":
            self._undo(book)
            return
        self.books.remove(book)
        self.over.append(book)

    def _roll(self, book: Book) -> str:
        count = dice_of(book.house.sheet)
        alike = self.chance.random() < 0.15
        return (
            self.chance.choice("123456") * count if alike else "".join(self.chance.choices("123456", k=count))
        )

    def _written(self, book: Book, cell: str, dice: str, first_roll: bool) -> dict[str, object]:
        """The fields of that turn."""
        column = {"column": column_of(cell)} if book.ruleset == "triple_yahtzee" else {}
        return {"dice": dice, "box": box_of(cell), **column, **({"first_roll": "1"} if first_roll else {})}

    def _turn(self, book: Book) -> None:
        seat, dice = book.pad.mover or 0, self._roll(book)
        first_roll = book.ruleset == "generala" and self.chance.random() < 0.2
        brings = legal(book.house, book.pad.filled[seat - 1], [*map(int, dice)], first_roll)
        cell = self.chance.choice(list(brings))
        if self.expect(
            self.post(book, "turns", **self._written(book, cell, dice, first_roll)), 303, f"{cell} {dice}"
        ):
            book.entry("turn", seat, cell, dice, first_roll)
            self.tally.turns += 1

    def _twice(self, book: Book) -> None:
        """The last turn once more, as a second tap sends it: nothing is added."""
        last = book.state.entries[-1] if book.state.entries else None
        if last and last.kind == "turn" and last.number == book.seen:
            fields = self._written(book, last.cell, last.dice, last.first_roll)
            self.expect(self.post(book, "turns", **fields | {"seen": book.seen - 1}), 303, "the same again")

    def _late(self, book: Book) -> None:
        """Another turn by one who has not seen the last one: told, and nothing is added."""
        last = book.state.entries[-1] if book.state.entries else None
        if last and last.kind == "turn" and last.number == book.seen:
            dice = "1" if last.dice[0] != "1" else "2"
            fields = self._written(book, last.cell, dice * len(last.dice), False) | {"seen": book.seen - 1}
            self.expect(self.post(book, "turns", **fields), 409, "a late turn")

    def _illegal(self, book: Book) -> None:
        filled = list(book.pad.filled[(book.pad.mover or 0) - 1])
        if filled:
            fields = self._written(book, self.chance.choice(filled), self._roll(book), False)
            self.expect(self.post(book, "turns", **fields), 422, "a box that is filled")

    def _undo(self, book: Book) -> None:
        came = book.state.entries and book.state.entries[-1].kind == "join"
        if book.done and not came and self.expect(self.post(book, "undo"), 303, "undo"):
            book.undo()
            if self.chance.random() < 0.3:
                self._redo(book)

    def _redo(self, book: Book) -> None:
        if book.undone and self.expect(self.post(book, "redo"), 303, "redo"):
            book.redo()

    def _fix(self, book: Book) -> None:
        places = [place for place, one in enumerate(book.state.entries, 1) if one.kind == "turn"]
        if not places:
            return
        place, dice = self.chance.choice(places), self._roll(book)
        try:
            book.fixed(place, dice)
        except Illegal:
            self.expect(self.post(book, f"turns/{place}", dice=dice), 422, "a correction against the rules")
            return
        if self.expect(self.post(book, f"turns/{place}", dice=dice), 303, f"correction of {place} to {dice}"):
            book.fix(place, dice)

    def _card(self, book: Book) -> None:
        if book.ruleset == "free_for_all":
            seat, add = self.chance.choice(book.pad.seats), self.chance.randint(1, 50)
            player = self.people[book.people[seat - 1]]
            if self.expect(self.post(book, "score-cards", player=player, add=add), 303, "a score card"):
                book.card(seat, add)

    # --- at the table -----------------------------------------------------------------------------------

    def _new_name(self) -> str:
        self.names += 1
        return f"P{self.number} new {self.names}"

    def _note(self, book: Book) -> None:
        note, today = self._new_name(), datetime.now(UTC).date().isoformat()
        if self.expect(self.post(book, "edit", note=note, date=today), 303, "a note"):
            book.row("edit", note=note)

    def _rename(self, book: Book) -> None:
        seat, name = self.chance.choice(book.pad.seats), self._new_name()
        if self.expect(self.post(book, "rename", player=seat, name=name), 303, "a name"):
            book.row("rename", name=name)
            self.people[book.people[seat - 1]] = name

    def _skip(self, book: Book) -> None:
        seat = book.pad.mover or 0
        if self.expect(self.post(book, "skip"), 303, "a skip"):
            book.entry("skip", seat)

    def _join(self, book: Book) -> None:
        if len(book.people) == book.began and book.ruleset != "free_for_all":
            name = self._new_name()
            if self.expect(self.post(book, "join", name=name), 303, "one who comes late"):
                self.people.append(name)
                book.people.append(len(self.people) - 1)
                book.entry("join", len(book.people))

    def _leave(self, book: Book) -> None:
        there = [seat for seat in book.pad.seats if seat not in book.pad.left]
        if len(there) > 2:
            seat = self.chance.choice(there)
            if self.expect(self.post(book, "leave", player=seat), 303, "one who leaves"):
                book.entry("leave", seat)

    def _throw_away(self, book: Book) -> None:
        if self.expect(self.post(book, "throw-away"), 303, "to the bin"):
            book.row("throw_away")
            book.thrown = True

    def _fetch_back(self, book: Book) -> None:
        if self.expect(self.post(book, "fetch-back"), 303, "from the bin"):
            book.row("fetch_back")
            book.thrown = False
