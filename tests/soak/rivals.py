"""Several phones that send the same turn at the same moment: one is saved, all others are told."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode

from tests.oracle import BOXES
from tests.soak.server import Server, ask

SHEET, PLAYERS = "yatzy", 10
PHONES = 8


@dataclass
class Rivalry:
    turns: int = 0
    sent: int = 0
    busy: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.turns} turns sent by {PHONES} phones at once ({self.sent} requests, {self.busy} told to"
            " try again): one saved each"
        )


def rivals(folder: Path, turns: int, seed: str) -> Rivalry:
    """So many turns of one game, at most 150."""
    server, done, chance = Server(folder / "rivals.db"), Rivalry(), random.Random(seed)
    server.start()
    with closing(server.connection()) as connection, ThreadPoolExecutor(PHONES) as phones:
        fields = {
            "ruleset": SHEET,
            "player": [f"P{seat}" for seat in range(1, PLAYERS + 1)],
            "starter": "first",
        }
        address = ask(connection, "POST", "/games", urlencode(fields, doseq=True)).headers["Location"]
        lines, together = [server.connection() for _ in range(PHONES)], Barrier(PHONES)

        def send(phone: int, seen: int, dice: str) -> int:
            box = BOXES[SHEET][seen // PLAYERS]
            together.wait(30)
            return _sent(lines[phone], address, {"seen": str(seen), "dice": dice, "box": box})

        for seen in range(turns):
            rolls = chance.sample([f"{roll:05d}" for roll in _ROLLS], PHONES)
            codes = list(phones.map(send, range(PHONES), [seen] * PHONES, rolls))
            _judge(done, codes, _last(connection, address), rolls, seen)
        for line in lines:
            line.close()
    server.end()
    return done


_ROLLS = [int(f"{a}{b}{c}{d}{e}") for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)
          for d in range(c, 7) for e in range(d, 7)]  # fmt: skip


def _sent(line: HTTPConnection, address: str, fields: dict[str, str]) -> int:
    return ask(line, "POST", f"{address}/turns", urlencode(fields)).code


def _last(connection: HTTPConnection, address: str) -> dict[str, object]:
    rows: list[dict[str, object]] = json.loads(ask(connection, "GET", f"{address}/events.json").body)
    return rows[-1]


def _judge(done: Rivalry, codes: list[int], last: dict[str, object], rolls: list[str], seen: int) -> None:
    done.turns += 1
    done.sent += len(codes)
    done.busy += codes.count(503)
    if codes.count(303) != 1 or not set(codes) <= {303, 409, 503}:
        done.faults.append(f"turn {seen + 1} was answered {codes}")
    elif (last["number"], last["dice"]) != (seen + 1, rolls[codes.index(303)]):
        done.faults.append(f"turn {seen + 1} is {last}, not {rolls[codes.index(303)]}")
