"""How many tables one pad serves: `python -m tests.bench_tables`.

At a table sit three phones, each on a kept connection, that ask every two seconds whether anything was
written; a turn is saved every twenty seconds. A pad serves as many tables as it can save turns for in time
while every phone is answered.
"""

from __future__ import annotations

import asyncio
import gzip
import math
import os
import random
import re
import resource
import tempfile
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from scorepad.record import Record
from scorepad.rules import Turn, dice_from_digits, new_game, ruleset_of
from scorepad.store import Store
from tests.bench import FORCED, NAMES, started, table

PHONES = 3
POLL_EVERY, TURN_EVERY = 2.0, 20.0
IN_TIME = 0.25
"""Seconds within which 99 of 100 turns are to be saved."""
FEWEST, MOST = 25, 640
WARM, SECONDS, PATIENCE = 2.0, 12.0, 3.0
BISECTIONS = 3
PLAYED = 45
"""Turns that stand in each game at the start, half of them."""
DICE = "13345"

# As a phone's browser sends them.
HEAD = (
    "{} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36\r\n"
    "Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nAccept-Language: en-GB,en;q=0.9\r\nHX-Request: true\r\n"
    "Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: {}\r\n\r\n{}"
)
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)")
SEEN, SHOWN = re.compile(rb'data-seen="(\d+)"'), re.compile(rb'data-shown="(\w+)"')


class Phone:
    """A phone at a table: one connection, kept as long as the pad keeps it, and what is on its screen."""

    def __init__(self, port: int, key: str) -> None:
        self.seen, self.shown = 0, ""
        self.busy = asyncio.Lock()
        self._port, self._path = port, f"/games/{key}"
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def look(self) -> None:
        """Shows the pad as it is."""
        await self._ask(f"GET {self._path}/pad")

    async def poll(self) -> None:
        """Asks whether anything was written."""
        await self._ask(f"GET {self._path}/pad?seen={self.seen}&shown={self.shown}")

    async def turn(self) -> None:
        """Saves a turn in the box that is next."""
        form = {"seen": self.seen, "dice": DICE, "box": FORCED[self.seen // len(NAMES)]}
        await self._ask(f"POST {self._path}/turns", urlencode(form))

    def leave(self) -> None:
        if self._line:
            self._line[1].close()
            self._line = None

    async def _ask(self, what: str, form: str = "") -> None:
        """One request at a time; what comes back is on the screen then."""
        async with self.busy:
            reader, writer = self._line = self._line or await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(HEAD.format(what, len(form), form).encode())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""
            if b"\r\nconnection: close" in head:
                self.leave()
        if b" 200 " in head[:13]:
            self._show(gzip.decompress(body))
        elif b" 204 " not in head[:13]:
            raise RuntimeError(f"{what} {form}: {head.decode()}")

    def _show(self, page: bytes) -> None:
        seen, shown = SEEN.search(page), SHOWN.search(page)
        if not seen or not shown:
            raise RuntimeError(f"{self._path}: this is no pad")
        self.seen, self.shown = int(seen[1]), shown[1].decode()


@dataclass
class Step:
    """What so many tables saw: the seconds of each saved turn, how many polls were answered, and to whom."""

    tables: int
    turns: list[float] = field(default_factory=list)
    polls: int = 0
    since: float = 0.0
    busy: float = 0.0
    """The share of one processor that the pad took."""
    served: set[Phone] = field(default_factory=set)

    async def polling(self, phone: Phone, offset: float) -> None:
        """Polls of one phone; one that is due while another is on its way is left out."""
        await asyncio.sleep(offset)
        due = time.perf_counter()
        while True:
            if not phone.busy.locked():
                await phone.poll()
                self.served.add(phone)
                self.polls += time.perf_counter() >= self.since
            due += POLL_EVERY
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def saving(self, phone: Phone, offset: float) -> None:
        """One turn; one that is not answered in the end took as long as it was waited for."""
        await asyncio.sleep(offset)
        start = time.perf_counter()
        try:
            await phone.turn()
        finally:
            self.turns.append(time.perf_counter() - start)

    def quantile(self, share: float) -> float:
        return sorted(self.turns)[math.ceil(share * len(self.turns)) - 1]

    @property
    def left_out(self) -> int:
        """How many phones were never answered: the pad has no connection left for them."""
        return PHONES * self.tables - len(self.served)

    @property
    def in_time(self) -> bool:
        return self.quantile(0.99) < IN_TIME and not self.left_out

    @property
    def row(self) -> tuple[str, str, str]:
        times = f"{1000 * self.quantile(0.5):.0f} / {1000 * self.quantile(0.99):.0f} ms"
        polls = f"{self.polls / SECONDS:.0f} ({100 * self.busy:.0f}%)"
        return str(self.tables), times, polls + f", {self.left_out} phones left out" * bool(self.left_out)


def processor_time(process: int) -> float:
    """Seconds of a processor that the process has taken."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def load(port: int, process: int, keys: list[str]) -> Step:
    """Plays at those tables for a while."""
    chance = random.Random(len(keys))
    step = Step(len(keys))
    tables = [[Phone(port, key) for _ in range(PHONES)] for key in keys]
    await asyncio.gather(*(phones[0].look() for phones in tables))
    step.since = time.perf_counter() + WARM
    polls: list[Coroutine[None, None, None]] = []
    turns: list[Coroutine[None, None, None]] = []
    for first, *others in tables:
        for phone in others:
            phone.seen, phone.shown = first.seen, first.shown
        polls += [step.polling(phone, chance.uniform(0, POLL_EVERY)) for phone in (first, *others)]
        if (moment := chance.uniform(0, TURN_EVERY)) < SECONDS:
            turns.append(step.saving(first, WARM + moment))
    start, taken = time.perf_counter(), processor_time(process)
    await for_a_while(polls, turns)
    step.busy = (processor_time(process) - taken) / (time.perf_counter() - start)
    for phones in tables:
        for phone in phones:
            phone.leave()
    return step


async def for_a_while(
    polls: list[Coroutine[None, None, None]], turns: list[Coroutine[None, None, None]]
) -> None:
    """Does all that for the time of a step, then waits a little for turns on their way. Raises as they do."""
    polling, saving = ([asyncio.create_task(one) for one in some] for some in (polls, turns))
    await asyncio.sleep(WARM + SECONDS)
    await asyncio.wait(saving, timeout=PATIENCE)
    for task in polling + saving:
        task.cancel()
    for task in polling + saving:
        with suppress(asyncio.CancelledError):
            await task


def half_played(database: Path, count: int) -> list[str]:
    """Fills a file with that many games of six, each in its middle; returns their keys."""
    game = new_game(ruleset_of("forced_yatzy"), NAMES)
    for number in range(PLAYED):
        game = game.after(
            Turn(game.mover or 0, FORCED[number // len(NAMES)], dice_from_digits(DICE, game.ruleset.dice))
        )
    store = Store(database)
    try:
        store.add_games(Record(game, f"{number:032x}") for number in range(count))
        return [key for (key,) in store.db.conn.execute("SELECT key FROM games ORDER BY id")]
    finally:
        store.close()


def ramp(port: int, process: int, keys: list[str]) -> tuple[list[Step], int]:
    """Doubles the tables until turns wait too long, then halves the way between; the most in time."""
    steps: list[Step] = []

    def bear(tables: int) -> bool:
        steps.append(asyncio.run(load(port, process, keys[:tables])))
        return steps[-1].in_time

    few, many = 0, FEWEST
    while bear(many) and many < len(keys):
        few, many = many, 2 * many
    for _ in range(BISECTIONS):
        middle = (few + many) // 2
        few, many = (middle, many) if bear(middle) else (few, middle)
    return steps, few


def main() -> None:
    most_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "tables.db"
        keys = half_played(database, MOST)
        with started(database) as (port, process):
            steps, most = ramp(port, process, keys)
    head = ("tables", "saved turn, p50 / p99", "polls a second (of one processor)")
    print(table([step.row for step in sorted(steps, key=lambda step: step.tables)], head))
    print(f"\n{most} tables are served with p99 of a saved turn under {1000 * IN_TIME:.0f} ms.")


if __name__ == "__main__":
    main()
