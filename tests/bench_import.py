"""A long import, by the page and by the command: what it holds, and how long others wait meanwhile.

`python -m tests.bench_import [MB]`: a bundle as large as the page takes, while turns are saved at a table.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count, cycle
from pathlib import Path
from urllib.parse import urlencode

from scorepad.record import BUNDLE, write_record
from scorepad.web.intake import LARGEST_IMPORT
from tests.bench import FORCED, FORM, NAMES, Row, started, table
from tests.made_up import games

DIFFERENT = 1500
"""How many games are made; the others are the same under other ids."""
BETWEEN = (0.02, 0.1)
"""Seconds between one turn and the next."""
ALONE = 300
"""How many turns are saved before the import, to tell what is the machine's."""
BOXES = [box for box in FORCED for _ in NAMES]
HEAD = b'--x\r\nContent-Disposition: form-data; name="file"; filename="games.json"\r\n\r\n'
SURE = b'\r\n--x\r\nContent-Disposition: form-data; name="confirm"\r\n\r\n1\r\n--x--\r\n'
COMMAND = (
    "import resource, subprocess, sys;"
    "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)
"""Runs a command and prints the most that it held, in kB."""


def write_bundle(file: Path, size: int) -> int:
    """Writes a bundle of almost that many bytes; returns how many games it has."""
    made = cycle([write_record(one) for one in games(DIFFERENT)])
    with file.open("w") as out:
        out.write(f'{{"format": "{BUNDLE}", "version": 1, "games": [\n')
        for number in count(1):
            out.write(json.dumps(next(made) | {"id": f"{number:032x}"}))
            if out.tell() > size - (1 << 16):
                out.write("\n]}\n")
                return number
            out.write(",\n")
    raise AssertionError


def held(process: int, what: str) -> float:
    """What a process holds now (VmRSS) or held at most (VmHWM), in MB."""
    found = re.search(rf"{what}:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


class Table:
    """A table at which turn after turn is saved."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port)
        self._path, self._seen = "", len(BOXES)
        self.waits: list[float] = []

    def turn(self) -> None:
        if self._seen == len(BOXES):
            form = [("ruleset", "forced_yatzy"), ("starter", "first"), *(("player", name) for name in NAMES)]
            self._path, self._seen = self._post("/games", urlencode(form), 303), 0
        start = time.perf_counter()
        turn = {"seen": self._seen, "dice": "13345", "box": BOXES[self._seen]}
        self._post(f"{self._path}/turns", urlencode(turn), 200)
        self.waits.append(time.perf_counter() - start)
        self._seen += 1

    def save_turns(self, further: Callable[[], bool]) -> None:
        """Saves turns, a little apart, and remembers these waits alone."""
        self.waits.clear()
        while further():
            self.turn()
            time.sleep(random.uniform(*BETWEEN))

    @property
    def told(self) -> str:
        longest, late, usual = (self.quantile(share) for share in (1, 0.99, 0.5))
        return f"{longest:.0f} ms (p99 {late:.0f} ms, median {usual:.0f} ms)"

    def _post(self, path: str, form: str, status: int) -> str:
        self._line.request("POST", path, form, FORM)
        answer = self._line.getresponse()
        answer.read()
        if answer.status != status:
            raise SystemExit(f"{path}: {answer.status}")
        return answer.headers.get("Location", "")

    def quantile(self, share: float) -> float:
        return 1000 * sorted(self.waits)[round(share * (len(self.waits) - 1))]


def bring_in(port: int, file: Path) -> None:
    """Sends the file to the page, and looks at its bar until it is through."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as line:

        def ask(method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
            line.request(method, path, body, {"Content-Type": "multipart/form-data; boundary=x"})
            answer = line.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Location", "")

        status, address = ask("POST", "/import", HEAD + file.read_bytes() + SURE)
        while status in (200, 303) and address.startswith("/import"):
            time.sleep(0.5)
            status, there = ask("GET", address)
            address = there if status == 303 else address
        if (status, address) != (303, "/games"):
            raise SystemExit(f"the import ended with {status} at {address}")


def by_the_page(folder: Path, file: Path) -> tuple[float, list[Row]]:
    """Seconds, and what is held and waited for at a pad where turns are saved all the time."""
    with started(folder / "page.db") as (port, process):
        at_table = Table(port)
        at_table.save_turns(lambda: len(at_table.waits) < ALONE)
        alone = at_table.told
        rest, start = held(process, "VmRSS"), time.perf_counter()
        importing = threading.Thread(target=bring_in, args=(port, file))
        importing.start()
        at_table.save_turns(importing.is_alive)
        took = time.perf_counter() - start
        return took, [
            ("held above rest: the pad", f"{held(process, 'VmHWM') - rest:.0f} MB", "150 MB"),
            (f"longest wait of {ALONE} turns before", alone, ""),
            (f"longest wait of {len(at_table.waits)} turns meanwhile", at_table.told, "250 ms"),
        ]


def by_the_command(folder: Path, file: Path) -> Row:
    """What the command holds above one that imports a single game."""
    few = folder / "few.json"
    write_bundle(few, 0)
    most = []
    for name in (few, file):
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, sys.executable, "app.py", "import", str(name)],
            env=os.environ | {"SCOREPAD_DB": str(folder / f"{name.stem}.db")},
            capture_output=True,
            check=True,
        )
        most.append(int(done.stdout) / 1024)
    return "held above rest: the command", f"{most[1] - most[0]:.0f} MB", "150 MB"


def main() -> None:
    size = int(sys.argv[1]) << 20 if len(sys.argv) > 1 else LARGEST_IMPORT - (1 << 10)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "many.json"
        number = write_bundle(file, size)
        took, rows = by_the_page(folder, file)
        rows.append(by_the_command(folder, file))
    print(f"{number:,} games, {size >> 20} MB, imported in {took:.0f} s while a table plays on\n")
    print(table(rows))


if __name__ == "__main__":
    main()
