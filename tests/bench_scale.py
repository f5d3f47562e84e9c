"""Lists and saving at 100,000 finished games against 1,000: `python -m tests.bench_scale [GAMES]`."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from scorepad import create_app
from scorepad.stats import BY_TOTAL, Filter, finished
from scorepad.store import Store
from tests.bench import NAMES, Client, play, served, table, timed
from tests.made_up import PEOPLE, games

FEW, MANY = 1_000, 100_000
PAGE = 20
ROUNDS = 15
PLAYERS = 4
FIGURES = {
    "a player who sat in a fifth of the games": "/players/1",
    "all players": "/players",
    "records": "/records?rules=yatzy",
    "an evening": "/games/{key}/evening",
}
"""What is asked about people and records, which may take longer than a list."""


def fill(store: Store, count: int) -> float:
    """Adds that many games; returns how many a second."""
    made, took = 0, 0.0
    source = games(count, PLAYERS)
    while batch := list(islice(source, 1000)):
        start = time.perf_counter()
        store.add_games(batch)
        took += time.perf_counter() - start
        made += len(batch)
    return made / took


def pages(store: Store) -> dict[str, str]:
    """What is asked for: the addresses of home, lists and a filtered list."""
    deep = min(1000, store_count(store) // PAGE - 1) * PAGE
    line = cursor_at(store, deep)
    return {
        "home": "/",
        "past sheets, first page": "/games",
        "past sheets, thousandth page (or the last)": f"/games?after={line}",
        "filtered by player and rules": f"/games?player={PEOPLE[3].replace(' ', '+')}&ruleset=yatzy",
        "filtered by a word in the note": "/games?note=train",
        "sorted by winning total": "/games?sort=total",
    } | {what: address.format(key=key_at(store, deep)) for what, address in FIGURES.items()}


def store_count(store: Store) -> int:
    return int(store.db.conn.execute("SELECT count(*) FROM games").fetchone()[0])


def cursor_at(store: Store, place: int) -> str:
    row = store.db.conn.execute(
        "SELECT finished_at, id FROM games ORDER BY finished_at DESC, id DESC LIMIT 1 OFFSET ?", (place,)
    ).fetchone()
    return f"{row[0]}_{row[1]}"


def key_at(store: Store, place: int) -> str:
    row = store.db.conn.execute(
        "SELECT key FROM games ORDER BY finished_at DESC, id DESC LIMIT 1 OFFSET ?", (place,)
    ).fetchone()
    return str(row[0])


def limit_of(what: str) -> str:
    """What a page may take at most."""
    return "150 ms" if what in FIGURES else "1.5× or 50 ms"


def measure(folder: Path, count: int) -> tuple[dict[str, float], dict[str, float]]:
    """Milliseconds of each page and of a saved turn; games a second and bytes a game-player."""
    app = create_app({"DATABASE": folder / f"{count}.db"})
    store: Store = app.extensions["scorepad.store"]
    rate = fill(store, count)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = store.path.stat().st_size / count / PLAYERS
    took = {}
    with served(app) as port:
        client = Client(port)
        for name, address in pages(store).items():
            times = [timed(lambda a=address: client.ask("GET", a), 200) for _ in range(ROUNDS)]
            took[name] = 1000 * statistics.median(times)
        took["a saved turn"] = 1000 * statistics.median(turns(store, client))
    assert finished(store, 1, None, Filter(sort=BY_TOTAL))
    store.close()
    return took, {"rate": rate, "size": size}


def turns(store: Store, client: Client) -> list[float]:
    times = []
    for seed in range(40):
        key = store.create("yatzy", NAMES)
        play(store, key, 30, seed)
        turn = {"seen": 30, "dice": "12345", "box": store.load(key).game.mover_sheet.open_cells[0].box}
        times.append(timed(lambda k=key, t=turn: client.ask("POST", f"/games/{k}/turns", t), 200))
    return times


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    with tempfile.TemporaryDirectory() as name:
        few, _ = measure(Path(name), FEW)
        much, once = measure(Path(name), many)
    rows = [
        (what, f"{few[what]:.1f} → {much[what]:.1f} ms ({much[what] / few[what]:.1f}×)", limit_of(what))
        for what in few
    ]
    rows.append(("imported", f"{once['rate']:.0f} games a second", "at least 500"))
    rows.append(("the file, a finished game-player", f"{once['size'] / 1000:.2f} kB", "1.5 kB"))
    print(f"{FEW:,} → {many:,} games\n")
    print(table(rows))


if __name__ == "__main__":
    main()
