"""Players at a server that is killed again and again; at the end all is there, once, as it was answered."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from scorepad.record import read_record, score
from tests.soak.book import Book, differs
from tests.soak.player import Player
from tests.soak.sender import Tally
from tests.soak.server import PATIENCE, Server, ask, command, unsound

PLAYERS = 5
MOST_ANSWERS = 20
"""How many entries are answered between two kills, at most."""


@dataclass
class Killed:
    """What came of so many rounds."""

    rounds: int = 0
    under_way: int = 0
    tally: Tally = field(default_factory=Tally)
    games: int = 0

    @property
    def faults(self) -> list[str]:
        return self.tally.faults

    def __str__(self) -> str:
        told = self.tally
        return (
            f"{self.rounds} kills ({self.under_way} while something was under way),"
            f" {self.games} games, {told.answered} answered entries ({told.turns} turns),"
            f" {told.refused} refused, {told.resent} sent again of which {told.saved_unanswered} were saved"
            f" before the kill, {told.tried_again} told to try again;"
            f" lost: {len(told.lost)}, doubled: {len(told.doubled)}, otherwise wrong: {len(told.wrong)}"
        )


def killed(folder: Path, rounds: int, seed: str) -> Killed:
    """Plays through so many kills; `faults` tells what is not as it should be."""
    server, chance = Server(folder / "scorepad.db"), random.Random(seed)
    server.start()
    players = [Player(number, server, seed) for number in range(1, PLAYERS + 1)]
    for player in players:
        player.start()
    done = Killed()
    for _ in range(rounds):
        _wait(players, chance.randint(0, MOST_ANSWERS))
        time.sleep(chance.uniform(0, 0.03))
        before = sum(player.tally.resent for player in players)
        server.end()
        if found := unsound(server.database):
            done.tally.wrong.append(f"after a kill: {found}")
        server.start()
        done.rounds += 1
        time.sleep(0.05)
        done.under_way += sum(player.tally.resent for player in players) > before
    for player in players:
        player.stopping.set()
        player.join(60)
    _gather(done, players)
    _look(done, server, [book for player in players for book in (*player.books, *player.over)])
    return done


def _wait(players: list[Player], more: int) -> None:
    """Until so many more entries are answered: however slow the machine is, games go on between two kills."""
    wanted, until = _answered(players) + more, time.monotonic() + PATIENCE
    while _answered(players) < wanted and time.monotonic() < until:
        time.sleep(0.005)


def _answered(players: list[Player]) -> int:
    return sum(player.tally.answered for player in players)


def _gather(done: Killed, players: list[Player]) -> None:
    for player in players:
        for name, value in vars(player.tally).items():
            setattr(done.tally, name, getattr(done.tally, name) + value)


def _look(done: Killed, server: Server, books: list[Book]) -> None:
    """The file once all have stopped, by the pad's own check and by the books."""
    done.games = len(books)
    wrong = done.tally.wrong
    checked = command(server.database, "check")
    if checked.returncode or checked.stderr:
        wrong.append(f"check: {checked.stdout}{checked.stderr}")
    with closing(server.connection()) as connection:
        wrong += [_scored(book, connection) for book in books if not book.thrown]
    if server.end(signal.SIGTERM):
        wrong.append("the server did not stop cleanly")
    if "Traceback" in server.complaints:
        wrong.append(server.complaints)
    with closing(sqlite3.connect(server.database)) as file:
        _look_into(done.tally, file, books)
    wrong[:] = filter(None, wrong)


def _scored(book: Book, connection: HTTPConnection) -> str:
    """Where totals and ranks that the pad tells of a game are not those of its book."""
    answer = ask(connection, "GET", f"/games/{book.key}/record.json")
    if answer.code != 200:
        return f"{book.key} ({book.ruleset}) answers {answer.code}"
    players = score(read_record(json.loads(answer.body)).game)["players"]
    assert isinstance(players, list)
    totals = [player["total"] for player in players]
    ranks = [player["rank"] for player in players]
    fair = book.ruleset == "free_for_all" or ranks == list(book.pad.ranks.values())
    if fair and totals == list(book.totals().values()):
        return ""
    return f"{book.key} ({book.ruleset}): {totals} {ranks}, not {book.totals()} {book.pad.ranks}"


def _look_into(tally: Tally, file: sqlite3.Connection, books: list[Book]) -> None:
    file.row_factory = sqlite3.Row
    games = {row["key"]: row["id"] for row in file.execute("SELECT key, id FROM games")}
    if strange := games.keys() ^ {book.key for book in books}:
        tally.doubled.append(f"games that nobody began, or that are gone: {strange}")
    for book in books:
        game = games.get(book.key)
        found = file.execute("SELECT * FROM events WHERE game = ? ORDER BY number", (game,))
        rows = [dict(row) for row in found]
        if fault := differs(book, rows):
            tally.lost.append(fault)
        if len(rows) > book.seen:
            tally.doubled.append(f"{book.key} has {len(rows)} events, not {book.seen}")
        kept = file.execute("SELECT seat, total FROM results WHERE game = ?", (game,))
        results = {row["seat"]: row["total"] for row in kept}
        if results and results != book.totals():
            tally.wrong.append(f"results of {book.key}: {results}, not {book.totals()}")
