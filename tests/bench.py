"""How fast the pad is, as ratios to a bare Flask route in the same run: `python -m tests.bench`."""

from __future__ import annotations

import gzip
import http.client
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from flask import Flask
from playwright.sync_api import Page, sync_playwright

from scorepad import create_app
from scorepad.rules import Turn, all_rolls, targets
from scorepad.serving.server import Service
from scorepad.store import Store
from tests.browser.chromium import FLAGS, find
from tests.helpers import wish

ROUNDS = 300
NAMES = ("Aino", "Ville", "Grandpa", "Maximilian", "Li", "Anna-Kaisa")
SHEETS = {"yatzy": 84, "maxi_yatzy": 114, "triple_yahtzee": 228}
"""Rule set → how many turns of six are played when a turn is measured: near the end of the game."""
HEADERS = {"HX-Request": "true", "Accept-Encoding": "gzip"}
FORM = HEADERS | {"Content-Type": "application/x-www-form-urlencoded"}


def play(store: Store, key: str, turns: int, seed: int) -> int:
    """Plays that many turns by chance; returns the number of the last event."""
    chance = random.Random(seed)
    stored = store.load(key)
    while stored.seen < turns and stored.game.mover:
        roll = chance.choice(all_rolls(stored.game.ruleset.dice))
        best = max(targets(stored.game.mover_sheet, roll), key=lambda target: target.points + target.extra)
        turn = Turn(stored.game.mover, best.box, roll, column=best.column)
        stored = store.append(key, stored.seen, wish(turn))
    return stored.seen


@contextmanager
def served(app: Flask) -> Iterator[int]:
    """The app behind the same waitress as in earnest; yields its port."""
    service = Service(app, "127.0.0.1", 0)
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    try:
        yield service.heard[0][1]
    finally:
        service.stop()
        thread.join(2)


class Client:
    """One kept connection, as a browser has it."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, method: str, path: str, form: dict[str, object] | None = None) -> tuple[int, bytes]:
        body = urlencode(form) if form is not None else None
        self.connection.request(method, path, body, FORM if form is not None else HEADERS)
        answer = self.connection.getresponse()
        return answer.status, answer.read()


def timed(ask: Callable[[], tuple[int, bytes]], status: int) -> float:
    start = time.perf_counter()
    got, _ = ask()
    took = time.perf_counter() - start
    if got != status:
        raise SystemExit(f"expected {status}, got {got}")
    return took


def ratios(store: Store, client: Client, bare: Client, ruleset: str) -> dict[str, tuple[float, float]]:
    """What each request costs in bare routes, and in milliseconds: medians, measured in turn."""
    keys, seen = [store.create(ruleset, NAMES) for _ in range(ROUNDS)], SHEETS[ruleset]
    for seed, key in enumerate(keys):
        play(store, key, seen, seed)
    took: dict[str, list[float]] = {"bare": [], "saved turn": [], "preview": [], "unchanged poll": []}
    for key in keys:
        turn = {"seen": seen} | turn_of(store, key)
        dice = turn["dice"]
        asks = {
            "bare": (lambda: bare.ask("GET", "/"), 200),
            "preview": (lambda k=key, d=dice: client.ask("GET", f"/games/{k}/pad?dice={d}"), 200),
            "unchanged poll": (lambda k=key: client.ask("GET", f"/games/{k}/pad?seen={seen}"), 204),
            "saved turn": (lambda k=key, t=turn: client.ask("POST", f"/games/{k}/turns", t), 200),
        }
        for name, (ask, status) in asks.items():
            took[name].append(timed(ask, status))
    medians = {name: statistics.median(times) for name, times in took.items()}
    return {name: (median / medians["bare"], median * 1000) for name, median in medians.items()}


def turn_of(store: Store, key: str) -> dict[str, object]:
    """A turn that fills the first open cell of the player to move."""
    game = store.load(key).game
    cell = game.mover_sheet.open_cells[0]
    return {"dice": "123456"[: game.ruleset.dice], "box": cell.box, "column": cell.column}


def answer_size(store: Store, client: Client, ruleset: str) -> float:
    """A turn's answer, in kB as it travels."""
    key = store.create(ruleset, NAMES)
    seen = play(store, key, SHEETS[ruleset], 1)
    _, answer = client.ask("POST", f"/games/{key}/turns", {"seen": seen} | turn_of(store, key))
    gzip.decompress(answer)
    return len(answer) / 1000


def packed(address: str) -> int:
    """The bytes of that address's body as they travel."""
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
        return len(answer.read())


def in_browser(port: int, store: Store, ruleset: str) -> dict[str, float]:
    """First load, and the two waits of a turn on a slow phone (4× CPU throttle, 20 ms latency)."""
    key = store.create(ruleset, NAMES)
    play(store, key, SHEETS[ruleset] - 24, 2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        context = browser.new_context(
            viewport={"width": 390, "height": 664}, device_scale_factor=2, has_touch=True, is_mobile=True
        )
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        loaded: list[float] = []
        paths: list[str] = []
        devtools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
        devtools.on("Network.responseReceived", lambda event: paths.append(event["response"]["url"]))
        devtools.send("Network.enable")
        page.goto(f"http://127.0.0.1:{port}/games/{key}", wait_until="networkidle")
        first = {
            "requests": float(len(loaded)),
            "first load": sum(map(packed, paths)) / 1000,
            "with headers": sum(loaded) / 1000,
        }
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        devtools.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 20, "downloadThroughput": -1, "uploadThroughput": -1},
        )
        waits = [one_turn(page, paths) for _ in range(20)]
        browser.close()
    offers, tray, ink, word = map(statistics.median, zip(*waits, strict=True))
    return first | {"offers": offers, "tray": tray, "ink": ink - word, "word": word}


# Times from the tap to the frame that shows each thing in turn, measured in the page.
_WATCH = """([press, ...wanted]) => new Promise((resolve) => {
  const start = performance.now(), times = [];
  const look = () => {
    if (!document.querySelector(wanted[times.length])) return requestAnimationFrame(look);
    return requestAnimationFrame(() => setTimeout(() => {
      times.push(performance.now() - start);
      times.length < wanted.length ? look() : resolve(times);
    }));
  };
  document.querySelector(press).click();
  look();
})"""
# A fetch that swaps one word: no answer of a server can be shown sooner.
_WORD = """(address) => new Promise((resolve) => {
  const start = performance.now();
  fetch(address).then((answer) => answer.text()).then((word) => {
    document.querySelector("#round").textContent = word.slice(0, 9);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  });
})"""


def one_turn(page: Page, asked: list[str]) -> tuple[float, float, float, float]:
    """Milliseconds from the last die to the offers; from a box to the next player's empty tray, and to
    full ink; and what a word takes from the same server.
    """
    page.wait_for_timeout(60)
    *faces, last = "123456"[: page.locator("[data-slot]").count()]
    for face in faces:
        page.locator(f'[data-face="{face}"]').click()
    before = len(asked)
    offers = page.evaluate(_WATCH, [f'[data-face="{last}"]', "#pad[data-state=offered]"])[0]
    if any("seen=" not in address for address in asked[before:]):
        raise SystemExit(f"offers were asked for: {asked[before:]}")
    seen = page.locator("#pad").get_attribute("data-seen")
    shown = ["[data-box]", "#pad[data-state=typing][data-dice='']", f'#pad:not([data-seen="{seen}"])']
    tray, ink = page.evaluate(_WATCH, shown)
    word = page.evaluate(_WORD, "/healthz")
    return float(offers), float(tray), float(ink), float(word)


@contextmanager
def started(database: Path) -> Iterator[tuple[int, int]]:
    """`python app.py` on that file, in its own process, from its first answer on: its port, its process."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port)],
        env={"SCOREPAD_DB": str(database), "PATH": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,  # waitress says how many requests wait, again and again
    )
    try:
        while True:
            try:
                Client(port).ask("GET", "/")
                break
            except OSError:
                time.sleep(0.005)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def start_and_memory(folder: Path) -> dict[str, float]:
    """Seconds from the start of the process to its first answer; resident MB after 1,000 turns."""
    start = time.perf_counter()
    with started(folder / "memory.db") as (port, process):
        ready = time.perf_counter() - start
        thousand_turns(Client(port))
        status = Path(f"/proc/{process}/status")
        resident = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return {"start": ready, "memory": int(resident.split()[1]) / 1024}


def thousand_turns(client: Client) -> None:
    turns = 0
    while turns < 1000:
        client.connection.request(
            "POST",
            "/games",
            urlencode([("ruleset", "forced_yatzy"), *(("player", name) for name in NAMES)]),
            FORM,
        )
        answer = client.connection.getresponse()
        answer.read()
        path = answer.headers["Location"]
        boxes = [box for box in FORCED for _ in NAMES]
        for seen, box in enumerate(boxes):
            status, _ = client.ask("POST", f"{path}/turns", {"seen": seen, "dice": "13345", "box": box})
            if status != 200:
                raise SystemExit(f"turn {seen}: {status}")
            turns += 1


FORCED = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
    "yatzy",
]


Row = tuple[str, str, str]
LIMITS = ("what", "measured", "at most")


def table(rows: list[Row], head: Row = LIMITS) -> str:
    lines = [head, ("---", "---", "---"), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def turn_rows(
    ruleset: str,
    costs: dict[str, dict[str, tuple[float, float]]],
    sizes: dict[str, float],
    phones: dict[str, dict[str, float]],
) -> list[Row]:
    """What a turn of that sheet costs; the bounds are those of Yatzy for all."""
    cost, seen = costs[ruleset], phones[ruleset]
    limits = {"saved turn": "5.5×", "preview": "4×", "unchanged poll": "1.3×"}
    rows = [
        (f"{what} ({cost[what][1]:.2f} ms)", f"{cost[what][0]:.1f}×", most) for what, most in limits.items()
    ]
    word, headers = f"{seen['word']:.0f} ms", f"{seen['with headers']:.1f} kB"
    rows += [
        ("a turn’s answer, gzip", f"{sizes[ruleset]:.1f} kB", "3 kB"),
        (f"first load, all files, gzip ({headers} with headers)", f"{seen['first load']:.1f} kB", "30 kB"),
        ("requests of the first load", f"{seen['requests']:.0f}", "7"),
        ("slow phone: last die to offered boxes, nothing asked", f"{seen['offers']:.0f} ms", "40 ms"),
        ("slow phone: box to the next player’s tray", f"{seen['tray']:.0f} ms", "40 ms"),
        (f"slow phone: box to full ink, above a fetch of a word ({word})", f"{seen['ink']:.0f} ms", "40 ms"),
    ]
    return [(f"{ruleset}: {what}", measured, most) for what, measured, most in rows]


def main() -> None:
    bare = Flask("bare")
    body = "x" * 5000
    bare.add_url_rule("/", view_func=lambda: body)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app({"DATABASE": folder / "bench.db"})
        store: Store = app.extensions["scorepad.store"]
        with served(app) as port, served(bare) as bare_port:
            costs = {ruleset: ratios(store, Client(port), Client(bare_port), ruleset) for ruleset in SHEETS}
            sizes = {ruleset: answer_size(store, Client(port), ruleset) for ruleset in SHEETS}
            phones = {ruleset: in_browser(port, store, ruleset) for ruleset in SHEETS}
        store.close()
        once = start_and_memory(folder)
    rows = [row for ruleset in SHEETS for row in turn_rows(ruleset, costs, sizes, phones)]
    rows += [
        ("start to first answer", f"{once['start']:.2f} s", "0.6 s"),
        ("resident memory after 1,000 turns", f"{once['memory']:.0f} MB", "60 MB"),
    ]
    print(table(rows))


if __name__ == "__main__":
    main()
