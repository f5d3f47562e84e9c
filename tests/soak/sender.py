"""One who sends to a server that is killed: what had no answer is sent again, and looked at in the books."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from urllib.parse import urlencode

from tests.soak.book import Book, differs
from tests.soak.server import Answer, Server, ask


@dataclass
class Tally:
    """What came of it."""

    answered: int = 0
    turns: int = 0
    refused: int = 0
    resent: int = 0
    saved_unanswered: int = 0
    tried_again: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.wrong]


class Sender(Thread):
    """`books` are those of games under way."""

    def __init__(self, name: str, server: Server) -> None:
        super().__init__(name=name, daemon=True)
        self.server = server
        self.books: list[Book] = []
        self.tally = Tally()
        self._connection: http.client.HTTPConnection | None = None
        self._waits: Book | None = None

    def hang_up(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def send(self, method: str, path: str, fields: dict[str, object] | None = None) -> Answer:
        """The answer, however often the server is killed meanwhile; what had none is sent again as it was."""
        body = urlencode(fields or {}, doseq=True) if method == "POST" else None
        while True:
            self.server.running.wait()
            try:
                answer = self._once(method, path, body)
            except (OSError, http.client.HTTPException):
                self._lost(method)
                continue
            if answer.code != 503:
                return answer
            self.tally.tried_again += 1
            time.sleep(0.05)

    def _once(self, method: str, path: str, body: str | None) -> Answer:
        self._connection = self._connection or self.server.connection()
        return ask(self._connection, method, path, body)

    def _lost(self, method: str) -> None:
        self.hang_up()
        if self.server.running.is_set():
            time.sleep(0.01)  # the killing is not told yet
            return
        self.server.running.wait()
        if method == "POST":
            self.tally.resent += 1
            waits, self._waits = self._waits, None
            self._compare(waits)
            self._waits = waits

    def _compare(self, waits: Book | None) -> None:
        """All books with what is there after a kill; one entry of `waits` may be there before its answer."""
        for book in self.books:
            rows = self._rows(book)
            if rows is None:
                return  # killed again
            self._judge(book, rows)
            more = len(rows) - book.seen
            self.tally.saved_unanswered += more == 1 and book is waits
            if more > (book is waits):
                self.tally.doubled.append(f"{book.key} has {more} events too many")

    def _rows(self, book: Book) -> list[dict[str, object]] | None:
        with suppress(OSError, http.client.HTTPException):
            answer = self._once("GET", f"/games/{book.key}/events.json", None)
            if answer.code == 200:
                rows: list[dict[str, object]] = json.loads(answer.body)
                return rows
            self.tally.lost.append(f"{book.key} answers {answer.code}")
        self.hang_up()
        return None

    def _judge(self, book: Book, rows: list[dict[str, object]]) -> None:
        if fault := differs(book, rows):
            self.tally.lost.append(fault)

    def post(self, book: Book, path: str, **fields: object) -> int:
        """What a POST to that game is answered with."""
        self._waits = book
        answer = self.send("POST", f"/games/{book.key}/{path}", {"seen": book.seen, **fields})
        self._waits = None
        self.tally.answered += answer.code == 303
        self.tally.refused += answer.code in (409, 422)
        return answer.code

    def expect(self, code: int, wanted: int, what: str) -> bool:
        if code != wanted:
            self.tally.wrong.append(f"{what} was answered by {code}, not {wanted}")
        return code == wanted
