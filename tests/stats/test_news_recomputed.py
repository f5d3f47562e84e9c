"""What a finished game was the best at, against what the records of all games alone come to."""

from __future__ import annotations

import pytest

from scorepad.stats import news_of
from scorepad.store import Store
from tests.helpers import rows
from tests.oracle.best import victory
from tests.oracle.figures import Scored, Sheet, in_time, rules_of, runs_of, sheets_of
from tests.stats.life import Life
from tests.stats.recomputed import behind, scored

FIRST = 5
WORTH = {"comeback": 20, "run": 3, "alike": 2, "loss": 1, "largest": 1, "closest": 1}
"""What is told besides the total, the most telling first, and the least that is worth it."""


class Past:
    """The finished games in time, and what each has of a kind."""

    def __init__(self, games: list[Scored]) -> None:
        self.games = in_time(games)
        self.sheets = sheets_of(games)

    def of(self, place: int) -> list[Sheet]:
        return [sheet for sheet in self.sheets if sheet.place == place]

    def before(self, place: int) -> list[int]:
        """The games before that one by the same rules."""
        rules = rules_of(self.games[place][0])
        return [earlier for earlier in range(place) if rules_of(self.games[earlier][0]) == rules]

    def counted(self, place: int) -> list[Sheet]:
        """Those that may be records."""
        return [sheet for sheet in self.of(place) if not sheet.hinted]

    def value(self, kind: str, place: int) -> int | None:
        record, score = self.games[place]
        if record.get("hints"):
            return None
        if kind == "comeback":
            return behind(record)[0] or None
        if kind in ("largest", "closest"):
            return victory(score)
        if kind == "loss":
            lost = [sheet.total for sheet in self.of(place) if sheet.company > 1 and not sheet.won]
            return max(lost, default=None)
        told = self._run if kind == "run" else lambda sheet: sheet.alike + sheet.extras
        most = max(map(told, self.of(place)), default=0)
        return most if most > 1 else None

    def _run(self, sheet: Sheet) -> int:
        own = [one for one in self.sheets if (one.name, one.rules) == (sheet.name, sheet.rules)]
        return runs_of([one for one in own if one.place <= sheet.place])[-1] if sheet.company > 1 else 0

    def fell(self, place: int) -> list[tuple[str, int]]:
        """The records that fell with that game."""
        found = []
        for kind, least in WORTH.items():
            value = self.value(kind, place)
            earlier = [self.value(kind, other) for other in self.before(place)]
            told = [other for other in earlier if other is not None]
            if value is not None and value >= least and _beats(kind, value, told):
                found.append((kind, value))
        return found[:2]


def _beats(kind: str, value: int, others: list[int]) -> bool:
    return all(value < other if kind == "closest" else value > other for other in others)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_records_that_fell_are_those_that_no_earlier_game_had(store: Store, seed: int) -> None:
    life = Life(store, seed)
    for step in [life.arrive] * 15 + [life.step] * 40:
        step()
    past = Past(scored(store))
    for place, (record, _) in enumerate(past.games):
        [(key,)] = rows(store, "SELECT key FROM games WHERE uid = ?", record["id"])
        news, own = news_of(store, store.load(str(key))), past.counted(place)
        before = past.before(place)
        assert (news is None) == (not own or len(before) < FIRST)
        if news is not None:
            best = max(sheet.total for sheet in own)
            earlier = [sheet.total for other in before for sheet in past.counted(other)]
            assert news.ever == all(total < best for total in earlier)
            assert [(fell.kind, fell.value) for fell in news.fell] == past.fell(place)
