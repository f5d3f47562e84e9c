"""Commands and migrations killed in the midst of their work: nothing is halved, and another try ends well."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.server import ROOT, Server, command, environment, unsound

OLD = ROOT / "tests" / "databases" / "first-version.db"
EXPORTED = OLD.with_suffix(".json")


@dataclass
class Moments:
    tried: int = 0
    in_time: int = 0
    absent: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.tried} kills of migrations, restores, imports and backups,"
            f" {self.in_time} before their end; no games at their place, but kept beside it: {self.absent};"
            f" wrong: {len(self.faults)}"
        )


def moments(folder: Path, each: int, seed: str) -> Moments:
    """Each of them killed so many times."""
    done, chance = Moments(), random.Random(seed)
    for number in range(each):
        for work in (_migration, _restore, _import, _backup):
            inner = folder / f"{work.__name__}-{number}"
            inner.mkdir()
            done.tried += 1
            done.faults += [f"{work.__name__}: {fault}" for fault in work(done, inner, chance) if fault]
            shutil.rmtree(inner)
    return done


def _killed(done: Moments, database: Path, chance: random.Random, *words: object) -> None:
    """Starts that command and kills it soon after it first changed something beside the database."""
    before, until = _listed(database.parent), time.monotonic() + 20
    process = subprocess.Popen(
        [sys.executable, "app.py", *map(str, words)],
        cwd=ROOT,
        env=environment(database),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and _listed(database.parent) == before and time.monotonic() < until:
        time.sleep(0.0005)
    time.sleep(chance.choice((0.0, 0.002, 0.01, 0.05)) * chance.random())
    done.in_time += process.poll() is None
    process.kill()
    process.wait()


def _listed(folder: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for file in folder.iterdir():
        try:
            found[file.name] = file.stat().st_size
        except OSError:  # gone since
            found[file.name] = -1
    return found


def _games(database: Path) -> list[str]:
    """The identities of the games that are there."""
    out = database.with_name("out.json")
    out.unlink(missing_ok=True)
    done = command(database, "export", out)
    if done.returncode:
        return [done.stderr]
    return sorted(record["id"] for record in json.loads(out.read_text(encoding="utf-8"))["games"])


def _wrong(database: Path) -> str:
    checked = command(database, "check")
    return unsound(database) or (checked.stdout + checked.stderr if checked.returncode else "")


def _migration(done: Moments, folder: Path, chance: random.Random) -> Iterator[str]:
    database = folder / "scorepad.db"
    shutil.copyfile(OLD, database)
    _killed(done, database, chance, "serve", "--host", "127.0.0.1", "--port", "0")
    yield unsound(database)
    server = Server(database)
    server.start()
    server.end()
    yield _wrong(database)
    out = folder / "out.json"
    command(database, "export", out)
    if json.loads(out.read_bytes()) != json.loads(EXPORTED.read_bytes()):
        yield "its games are not what they were"


def _bundle_for(database: Path, games: int) -> Path:
    """The first so many games of the old file, as a bundle beside that database."""
    bundle = database.with_name(f"{database.stem}.json")
    told = json.loads(EXPORTED.read_bytes())
    bundle.write_text(json.dumps({**told, "games": told["games"][:games]}))
    return bundle


def _restore(done: Moments, folder: Path, chance: random.Random) -> Iterator[str]:
    database, other, copy = (folder / name for name in ("scorepad.db", "other.db", "copy.db"))
    for file, games in ((database, 3), (other, 5)):
        command(file, "import", _bundle_for(file, games))
    mine, theirs = _games(database), _games(other)
    command(other, "backup", copy)
    _killed(done, database, chance, "restore", copy)
    if database.exists():
        yield "" if _games(database) in (mine, theirs) else "neither the old games nor the new ones"
    else:
        done.absent += 1
        kept = folder.glob("scorepad.db.before-restore-*")
        yield "" if any(_count(file) == 3 for file in list(kept)) else "the games are gone"
    again = command(database, "restore", copy)
    yield again.stderr
    yield _wrong(database)
    yield "" if _games(database) == theirs else "the copy is not in place after another try"


def _count(file: Path) -> int:
    try:
        with closing(sqlite3.connect(file)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
            return int(count)
    except sqlite3.Error:
        return -1


def _import(done: Moments, folder: Path, chance: random.Random) -> Iterator[str]:
    database = folder / "scorepad.db"
    command(database, "import", _bundle_for(database, 2))
    before = _games(database)
    _killed(done, database, chance, "import", EXPORTED)
    whole = sorted(record["id"] for record in json.loads(EXPORTED.read_bytes())["games"])
    there = set(_games(database))  # the first ones may have come in whole
    yield "" if set(before) <= there <= set(whole) else "games were lost, or are none of the file's"
    command(database, "import", EXPORTED)
    yield _wrong(database)
    yield "" if _games(database) == whole else "not all games are there once after another try"


def _backup(done: Moments, folder: Path, chance: random.Random) -> Iterator[str]:
    database, copy = folder / "scorepad.db", folder / "copy.db"
    command(database, "import", EXPORTED)
    before = _games(database)
    _killed(done, database, chance, "backup", copy)
    yield unsound(copy) if copy.exists() else ""
    copy.unlink(missing_ok=True)
    yield command(database, "backup", copy).stderr
    yield "" if _games(copy) == before else "the copy has other games"
