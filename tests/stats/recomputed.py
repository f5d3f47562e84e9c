"""All figures of a store against what its records alone come to (tests/oracle)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from scorepad.record import read_record, score, write_record
from scorepad.rules import ruleset_of
from scorepad.stats import (
    all_records,
    best_sheets,
    busiest_evening,
    evening_of,
    every_key,
    rules_of,
    table_averages,
    told,
    tops,
)
from scorepad.stats.figures import figures
from scorepad.store import Store
from scorepad.transfer import check
from tests.helpers import rows
from tests.oracle.best import comeback, records, victory
from tests.oracle.figures import (
    Scored,
    Told,
    box_averages,
    differences,
    evenings,
    histograms,
    sheets_of,
    stats,
)


def scored(store: Store) -> list[Scored]:
    """The records that `export` gives, in the order in which their games came, each with its score."""
    there = set(every_key(store))
    keys = [str(key) for (key,) in rows(store, "SELECT key FROM games ORDER BY id") if key in there]
    texts = [json.dumps(write_record(store.load(key).record)) for key in keys]
    return [(json.loads(text), json.loads(_scored(text))) for text in texts]


@lru_cache(maxsize=4096)
def _scored(text: str) -> str:
    return json.dumps(score(read_record(json.loads(text)).game))


def scorer(record: Told) -> Told:
    """What `score` says of a record."""
    found: Told = json.loads(_scored(json.dumps(record)))
    return found


def assert_right(store: Store) -> None:
    """Nothing is kept otherwise than the games tell it, and every figure is what the records come to."""
    assert [(fault.reason, fault.places) for fault in check(store)] == []
    games = scored(store)
    assert list(told(store)) == stats(games)
    assert_table(store, games)
    assert_beside(store, games)
    assert_evenings(store, games)
    assert_records(store, games)
    won = {record["id"]: (victory(said), *behind(record)) for record, said in games if said["finished"]}
    assert victories_of(store) == {uid: found for uid, found in won.items() if found != (None, 0, 0)}


def assert_records(store: Store, games: list[Scored]) -> None:
    """What stands best by each rules."""
    for (ruleset, options), best in records(games, behind).items():
        rules = store, ruleset, options
        found = {record.kind: record.value for record in all_records(*rules)}
        busiest = busiest_evening(*rules)
        assert [feat.total for feat in best_sheets(*rules, most=len(best["totals"]))] == best["totals"]
        assert found == {
            kind: best[kind]
            for kind, least in LEAST.items()
            if best[kind] is not None and best[kind] >= least
        }
        assert (busiest.games if busiest else 1) == best["evening"]
        boxes = [box.id for box in ruleset_of(ruleset).boxes]
        assert {top.box: top.points for top in tops(*rules, boxes)} == best["boxes"]


LEAST = {"comeback": 1, "closest": 1, "largest": 1, "loss": -999, "upper": 1, "alike": 2, "run": 2}
"""The least that is a record at all."""


def assert_evenings(store: Store, games: list[Scored]) -> None:
    """Which games belong together, and what everybody came to in them."""
    sheets, place = sheets_of(games), 0
    found = evenings(games)
    assert evenings_of(store) == [[record["id"] for record in evening] for evening in found]
    for evening in found:
        own = [sheet for sheet in sheets if place <= sheet.place < place + len(evening)]
        place += len(evening)
        [(key,)] = rows(store, "SELECT key FROM games WHERE uid = ?", evening[-1]["id"])
        kept = evening_of(store, str(key))
        assert kept is not None
        assert {(one.name, one.wins, sum(one.points.values())) for one in kept.standings} == {
            (name, sum(s.won for s in own if s.name == name), sum(s.total for s in own if s.name == name))
            for name in {sheet.name for sheet in own}
        }


def assert_table(store: Store, games: list[Scored]) -> None:
    """What all who play by some rules write on average."""
    sheets = sheets_of(games)
    for ruleset, options in {sheet.rules for sheet in sheets}:
        ours = table_averages(store, ruleset, options)
        own = [sheet for sheet in sheets if sheet.rules == (ruleset, options)]
        assert ours.pop("") == sum(sheet.total for sheet in own) / len(own)
        if ruleset != "triple_yahtzee":  # its columns are averaged apart
            assert {box: round(average, 2) for box, average in ours.items()} == box_averages(own)


def assert_beside(store: Store, games: list[Scored]) -> None:
    """How often each total was reached, and by how much others were beaten."""
    ids: dict[str, Any] = {str(name): one for one, name in rows(store, "SELECT id, name FROM players")}
    totals = histograms(games)
    beaten = differences(games)
    for (name, (ruleset, options)), histogram in totals.items():
        found = figures(store, ids[name], ruleset, options)
        assert found is not None
        assert found.totals == histogram
        differing = {(name, (ruleset, options), one.name): one.difference for one in found.meetings}
        assert differing == {
            key: value for key, value in beaten.items() if key[:2] == (name, (ruleset, options))
        }
    played = {(name, (one.ruleset, one.options)) for name in ids for one in rules_of(store, ids[name])}
    assert played == set(totals)


def evenings_of(store: Store) -> list[list[object]]:
    """The games of each evening by their identity, in the order of time."""
    found: dict[object, list[object]] = {}
    for uid, evening in rows(
        store, "SELECT uid, evening FROM games WHERE evening IS NOT NULL ORDER BY finished_at, id"
    ):
        found.setdefault(evening, []).append(uid)
    return list(found.values())


def victories_of(store: Store) -> dict[object, tuple[object, ...]]:
    """What is kept of each victory: margin, how far behind the winner had been, after which round."""
    found = rows(
        store,
        "SELECT uid, margin, behind, round FROM results JOIN games ON games.id = game"
        " WHERE margin IS NOT NULL OR behind > 0",
    )
    return {uid: tuple(rest) for uid, *rest in found}


def behind(record: Told) -> tuple[int, int]:
    """How far behind the winner of that record had been."""
    return _comeback(json.dumps(record))


@lru_cache(maxsize=4096)
def _comeback(text: str) -> tuple[int, int]:
    record = json.loads(text)
    return comeback(record, scorer(record), scorer)
