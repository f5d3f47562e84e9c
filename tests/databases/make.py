"""`python -m tests.databases.make COMMIT NAME`: a file as that commit leaves it, and what it tells of games.

Its own server is played with over plain HTTP, so that nothing in the file is by the code of today.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.soak.book import Book
from tests.soak.player import TABLE, Player
from tests.soak.server import ROOT, Server, ask

STEPS = 420
"""How much is done at its tables; the file stays below 200 kB."""
FIRST_SHEETS = ("yahtzee", "yacht", "yatzy", "forced_yatzy", "free_for_all")
RULES = (
    ("yahtzee", {"joker": "free", "extra": "50"}),
    ("kniffel", {"further": "plain"}),
    ("generala", {"served": "false"}),
    ("yatzy", {"four_two_pairs": "true"}),
)


@contextmanager
def _tree(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", root, commit], cwd=ROOT, check=True)
        try:
            yield root
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", root], cwd=ROOT, check=True)


def _post(connection: HTTPConnection, path: str, **fields: object) -> str:
    answer = ask(connection, "POST", path, urlencode(fields, doseq=True))
    assert answer.code == 303, (path, fields, answer.code, answer.text)
    return answer.headers["Location"]


def _by_house_rules(connection: HTTPConnection) -> Iterator[str]:
    """Games by house rules, one of which are kept under a name, and one that gets them later."""
    for sheet, options in RULES:
        fields = {f"{sheet}.{name}": value for name, value in options.items()}
        yield _post(connection, "/games", ruleset=sheet, player=["Ana", "Ben"], starter="first", **fields)
    rules = {"yahtzee.joker": "none", "yahtzee.name": "Cottage rules", "keep": "yahtzee"}
    _post(connection, "/house-rules", **rules)
    key = _post(connection, "/games", ruleset="house-1", player="Cleo", starter="first")
    yield key
    _post(connection, f"{key}/turns", seen=0, dice="11111", box="yahtzee")
    _post(connection, f"{key}/rules", seen=1, joker="free")


class Visitor(Player):
    """Plays at any version: asks the page what was entered last, as a phone does."""

    def post(self, book: Book, path: str, **fields: object) -> int:
        page = self.send("GET", f"/games/{book.key}").text
        seen = re.search(r'data-seen="(\d+)"', page)
        return super().post(book, path, **({"seen": seen[1]} if seen else {}) | fields)


def _play(server: Server, sheets: tuple[str, ...], with_rules: bool) -> list[str]:
    """Plays there; returns the keys of the games that are not in the bin."""
    player = Visitor(1, server, "a database")
    for sheet in sheets * 2:
        player.begin(sheet)
        for _ in range(STEPS // len(sheets)):
            player.step()
    player.hang_up()
    print(*player.tally.faults, sep="\n", file=sys.stderr)
    keys = [book.key for book in (*player.over, *player.books) if not book.thrown]
    if with_rules:
        with closing(server.connection()) as connection:
            keys += [address.rpartition("/")[2] for address in _by_house_rules(connection)]
    return keys


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.databases.make", description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("name")
    told = parser.parse_args()
    with _tree(told.commit) as root, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "scorepad.db", root)
        server.start()
        later, with_rules = (
            (root / "scorepad" / room).exists() for room in ("rules/options.py", "web/house_rules.py")
        )
        keys = _play(server, TABLE if later else FIRST_SHEETS, with_rules)
        with closing(server.connection()) as connection:
            games = [json.loads(ask(connection, "GET", f"/games/{key}/record.json").body) for key in keys]
        server.end(15)
        with closing(sqlite3.connect(server.database)) as file:
            file.execute("VACUUM")
        target = Path(__file__).with_name(f"{told.name}.db")
        shutil.copyfile(server.database, target)
        target.with_suffix(".json").write_text(json.dumps(games, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(games)} games, {target.stat().st_size >> 10} kB")


if __name__ == "__main__":
    main()
