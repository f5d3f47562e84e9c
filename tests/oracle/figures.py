"""What players did, told a second time from the records of their games and what `score` says of each.

In the plainest way, with lists and loops: nothing here asks what is kept beside the games. Those who left
count in nothing, those who played alone in all but wins, runs and games against others (RECORD.md).
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import mean, median
from typing import Any

Told = dict[str, Any]
Scored = tuple[Told, Told]
"""A record, and what `score` says of it."""
Rules = tuple[str, str]
"""A rule set, and the text of its options: empty for none."""

_ALIKE = {
    "free_for_all": ["yahtzee"],
    "triple_yahtzee": ["yahtzee"],
    "forced_yatzy": ["yatzy"],
    "generala": ["generala", "double_generala"],
}
"""The boxes of all dice alike, where they are not called as the sheet is."""


@dataclass(frozen=True)
class Sheet:
    """A sheet of somebody who stayed; `place` is that of the game in time, `cells` are (box, points)."""

    place: int
    name: str
    rules: Rules
    total: int
    rank: int
    company: int
    won: bool
    shared: bool
    upper: int
    bonus: bool
    alike: int
    extras: int
    cells: list[tuple[str, int]]
    hinted: bool


def folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def rules_of(record: Told) -> Rules:
    options = record.get("options", {})
    return record["ruleset"], json.dumps(options, separators=(",", ":")) if options else ""


def in_time(games: Sequence[Scored]) -> list[Scored]:
    """The finished ones in the order of their finish; those of one moment as they came."""
    finished = [(record, score) for record, score in games if score["finished"]]
    return sorted(finished, key=lambda game: game[0]["finished_at"])


def sheets_of(games: Sequence[Scored]) -> list[Sheet]:
    """All sheets that count, in the order of time."""
    return [
        _sheet(place, record, score, player)
        for place, (record, score) in enumerate(in_time(games))
        for player in score["players"]
        if not player.get("left")
    ]


def _sheet(place: int, record: Told, score: Told, player: Told) -> Sheet:
    columns = player.get("columns") or [player]
    cells = [cell for column in columns for cell in column["boxes"].items()]
    alike = _ALIKE.get(record["ruleset"], [record["ruleset"]])
    first = [other for other in score["players"] if other["rank"] == 1 and not other.get("left")]
    won = player["rank"] == 1 and len(score["players"]) > 1
    return Sheet(
        place=place,
        name=player["name"],
        rules=rules_of(record),
        total=player["total"],
        rank=player["rank"],
        company=len(score["players"]),
        won=won,
        shared=won and len(first) > 1,
        upper=player["upper"],
        bonus=player["upper_bonus"] > 0,
        alike=len([box for box, points in cells if box in alike and points > 0]),
        extras=player["extra_yahtzees"],
        cells=cells,
        hinted=record.get("hints", False),
    )


# --- what `stats` prints ------------------------------------------------------------------------------


def stats(games: Sequence[Scored]) -> list[Told]:
    """What everybody did by each rule set and its options."""
    sheets = sheets_of(games)
    players = {(sheet.name, sheet.rules) for sheet in sheets}
    ordered = sorted(players, key=lambda player: (folded(player[0]), player[1]))
    return [_stats_of(name, rules, sheets) for name, rules in ordered]


def _stats_of(name: str, rules: Rules, sheets: list[Sheet]) -> Told:
    own = [sheet for sheet in sheets if (sheet.name, sheet.rules) == (name, rules)]
    totals = [sheet.total for sheet in own]
    runs = runs_of(own)
    return {
        "player": name,
        "ruleset": rules[0],
        "options": json.loads(rules[1] or "{}"),
        "games": len(own),
        "wins": len([sheet for sheet in own if sheet.won]),
        "shared": len([sheet for sheet in own if sheet.shared]),
        "average": round(mean(totals), 2),
        "median": round(median(totals), 2),
        "best": max((sheet.total for sheet in own if not sheet.hinted), default=None),
        "worst": min(totals),
        "bonus_share": round(len([sheet for sheet in own if sheet.bonus]) / len(own), 2),
        "five_alike": sum(sheet.alike for sheet in own),
        "extras": sum(sheet.extras for sheet in own),
        "run": runs[-1],
        "longest_run": max(runs),
        "boxes": box_averages(own),
        "against": _against(own, sheets),
    }


def runs_of(own: list[Sheet]) -> list[int]:
    """How long the winning run was before the first game with others, and after each of them."""
    runs = [0]
    for sheet in own:
        if sheet.company > 1:
            runs.append(runs[-1] + 1 if sheet.won else 0)
    return runs


def box_averages(sheets: list[Sheet]) -> dict[str, float]:
    """Box → its average over all cells that hold something."""
    written: dict[str, list[int]] = {}
    for sheet in sheets:
        for box, points in sheet.cells:
            written.setdefault(box, []).append(points)
    return {box: round(mean(points), 2) for box, points in written.items()}


def _against(own: list[Sheet], sheets: list[Sheet]) -> dict[str, Told]:
    pairs = [
        (mine, other)
        for mine in own
        for other in sheets
        if other.place == mine.place and other.name != mine.name
    ]
    names = sorted({other.name for _, other in pairs}, key=folded)
    return {name: _meetings([(mine, other) for mine, other in pairs if other.name == name]) for name in names}


def _meetings(pairs: list[tuple[Sheet, Sheet]]) -> Told:
    return {
        "games": len(pairs),
        "wins": len([1 for mine, other in pairs if mine.rank < other.rank]),
        "draws": len([1 for mine, other in pairs if mine.rank == other.rank]),
    }


# --- beside that ----------------------------------------------------------------------------------------


def differences(games: Sequence[Scored]) -> dict[tuple[str, Rules, str], int]:
    """(player, rules, other) → how many points more the one had than the other, all games together."""
    found: dict[tuple[str, Rules, str], int] = {}
    sheets = sheets_of(games)
    for one in sheets:
        for two in sheets:
            if one.place == two.place and one.name != two.name:
                key = one.name, one.rules, two.name
                found[key] = found.get(key, 0) + one.total - two.total
    return found


def histograms(games: Sequence[Scored]) -> dict[tuple[str, Rules], dict[int, int]]:
    """(player, rules) → total → how often it was reached."""
    sheets = sheets_of(games)
    players = {(sheet.name, sheet.rules) for sheet in sheets}
    return {
        player: dict(Counter(sheet.total for sheet in sheets if (sheet.name, sheet.rules) == player))
        for player in players
    }


def table_averages(games: Sequence[Scored]) -> dict[Rules, dict[str, float]]:
    """Rules → box → the average of all who play by them."""
    sheets = sheets_of(games)
    every = {sheet.rules for sheet in sheets}
    return {rules: box_averages([sheet for sheet in sheets if sheet.rules == rules]) for rules in every}


def evenings(games: Sequence[Scored]) -> list[list[Told]]:
    """The records of each evening: six hours without a finish part two of them."""
    found: list[list[Told]] = []
    last: datetime | None = None
    for record, _ in in_time(games):
        finish = datetime.fromisoformat(record["finished_at"])
        if last is None or finish - last >= timedelta(hours=6):
            found.append([])
        found[-1].append(record)
        last = finish
    return found
