"""The figures of players as `stats` tells them: what JSON has, averages to two decimals."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from scorepad.rules import fold_name
from scorepad.stats.figures import Figures, Meeting, Spread, average_of, figures
from scorepad.store import Store

DECIMALS = 2


def told(store: Store, player: int | None = None, ruleset: str | None = None) -> Iterator[dict[str, object]]:
    """What each player did by each rule set and its options, by name; of that player or rule set alone where
    one is given.
    """
    rows = store.db.execute(
        "SELECT players.id, players.name, ruleset, options FROM tallies JOIN players"
        " ON players.id = tallies.player WHERE players.id = coalesce(?, players.id)"
        " AND ruleset = coalesce(?, ruleset) ORDER BY players.folded, ruleset, options",
        (player, ruleset),
    )
    for one, name, played, options in rows.fetchall():
        found = figures(store, one, played, options)
        if found:
            rules = {"ruleset": played, "options": json.loads(options or "{}")}
            yield {"player": name, **rules, **_told(found)}


def _told(found: Figures) -> dict[str, object]:
    return {
        "games": found.games,
        "wins": found.wins,
        "shared": found.shared,
        "average": round(found.average, DECIMALS),
        "median": round(found.median, DECIMALS),
        "best": found.best,
        "worst": found.worst,
        "bonus_share": round(found.bonuses / found.games, DECIMALS),
        "five_alike": found.alike,
        "extras": found.extras,
        "run": found.run,
        "longest_run": found.longest_run,
        "boxes": _boxes(found.cells),
        "against": {
            meeting.name: _against(meeting)
            for meeting in sorted(found.meetings, key=lambda meeting: fold_name(meeting.name))
        },
    }


def _boxes(cells: Mapping[str, Spread]) -> dict[str, float]:
    """Box → its average in all columns."""
    boxes: dict[str, Counter[int]] = defaultdict(Counter)
    for cell, spread in cells.items():
        boxes[cell.partition(":")[0]].update(spread)
    return {box: round(average_of(spread), DECIMALS) for box, spread in boxes.items()}


def _against(meeting: Meeting) -> dict[str, int]:
    return {"games": meeting.games, "wins": meeting.wins, "draws": meeting.draws}
