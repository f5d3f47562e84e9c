"""Records: each against a plain recomputation of the games, whatever became of them since."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from scorepad.record import Record
from scorepad.rules import RULESETS, FetchBack, Leave, ThrowAway, Turn, comeback, options_text, replay
from scorepad.stats import (
    ALIKE,
    RUN,
    all_records,
    best_sheets,
    busiest_evening,
    news_of,
    rules_played,
    span,
    standings,
    tops,
)
from scorepad.store import Store, StoredGame
from tests.helpers import UNDO, finish, solo, turn, wish
from tests.made_up import games, played
from tests.stats.moments import end

NAMES = ("Ana", "Ben", "Cleo", "Dov")


@dataclass(frozen=True)
class Sheet:
    """What somebody has on a finished sheet, told by the game alone."""

    game: int
    finished_at: str
    name: str
    total: int
    upper: int
    bonus: int
    alike: int
    won: bool
    company: bool
    margin: int | None
    behind: int


def sheets_of(stored: StoredGame) -> Iterator[Sheet]:
    game = stored.game
    staying = [seat for seat in game.seats if not game.sheet(seat).left]
    firsts = [seat for seat in staying if game.ranks[seat] == 1] if len(game.seats) > 1 else []
    for seat in staying:
        sheet = game.sheet(seat)
        others = [game.sheet(other).total for other in staying if other != seat]
        alone = firsts == [seat] and bool(others) and not game.won
        yield Sheet(
            stored.id,
            stored.finished_at or "",
            game.player(seat),
            sheet.total,
            sheet.upper,
            sheet.upper_bonus,
            sheet.alike + sheet.extras,
            seat in firsts,
            len(game.seats) > 1,
            (sheet.total - max(others) or None) if alone else None,
            comeback(game, seat)[0] if alone else 0,
        )


def every_sheet(store: Store, ruleset: str, options: str) -> list[Sheet]:
    """All sheets by these rules that count, in the order of their finish."""
    keys = [key for (key,) in store.db.execute("SELECT key FROM games WHERE deleted_at IS NULL")]
    those = [stored for stored in map(store.load, keys) if stored.game.finished]
    by = [s for s in those if (s.game.ruleset.id, options_text(s.game.ruleset)) == (ruleset, options)]
    found = (sheet for stored in by for sheet in sheets_of(stored))
    return sorted(found, key=lambda sheet: (sheet.finished_at, sheet.game))


def longest_run(sheets: list[Sheet]) -> int:
    runs = dict.fromkeys((sheet.name for sheet in sheets), 0)
    longest = 0
    for sheet in sheets:
        if sheet.company:
            runs[sheet.name] = runs[sheet.name] + 1 if sheet.won else 0
            longest = max(longest, runs[sheet.name])
    return longest


def recomputed(sheets: list[Sheet]) -> dict[str, int]:
    """Kind of record → its value, as far as there is one."""
    margins = [sheet.margin for sheet in sheets if sheet.margin is not None]
    values = {
        "comeback": max((sheet.behind for sheet in sheets), default=0),
        "largest": max(margins, default=0),
        "closest": min(margins, default=0),
        "loss": max((s.total for s in sheets if s.company and not s.won), default=0),
        "alike": max((s.alike for s in sheets if s.alike > 1), default=0),
        "run": longest_run(sheets) if longest_run(sheets) > 1 else 0,
        "upper": max((s.upper for s in sheets if s.bonus), default=0),
    }
    return {kind: value for kind, value in values.items() if value}


def check(store: Store) -> None:
    """Compares all that the page of records tells with the games."""
    for ruleset, options, _name in rules_played(store):
        sheets = every_sheet(store, ruleset, options)
        found = all_records(store, ruleset, options)
        assert {record.kind: record.value for record in found} == recomputed(sheets), ruleset
        best = sorted(sheets, key=lambda sheet: (-sheet.total, sheet.finished_at, sheet.game))[:5]
        told = best_sheets(store, ruleset, options, 5)
        assert [(feat.holder.name, feat.value) for feat in told] == [(s.name, s.total) for s in best]
        assert span(store, ruleset, options).games == len({sheet.game for sheet in sheets})
        check_players(store, ruleset, options, sheets)
        check_boxes(store, ruleset, options)


def check_players(store: Store, ruleset: str, options: str, sheets: list[Sheet]) -> None:
    for player in standings(store, ruleset, options, 99):
        own = [sheet for sheet in sheets if sheet.name == player.holder.name]
        facts = len(own), sum(s.won for s in own), sum(s.total for s in own), max(s.total for s in own)
        assert (player.sheets, player.wins, player.total, player.best) == facts


def check_boxes(store: Store, ruleset: str, options: str) -> None:
    rules = RULESETS[ruleset]
    for top in tops(store, ruleset, options, [box.id for box in rules.boxes]):
        had: dict[str, int] = {}
        for (key,) in store.db.execute(
            "SELECT key FROM games WHERE ruleset = ? AND options = ? AND finished_at IS NOT NULL"
            " AND deleted_at IS NULL",
            (ruleset, options),
        ).fetchall():
            game = store.load(key).game
            for seat in (seat for seat in game.seats if not game.sheet(seat).left):
                points = [p for cell, p in game.sheet(seat).filled.items() if cell.box == top.box]
                had[game.player(seat)] = max([had.get(game.player(seat), 0), *points])
        assert top.points == max(had.values())
        assert len(top.holders) + top.more == sum(points == top.points for points in had.values())


def shuffled(store: Store, count: int, ruleset: str, seed: int) -> list[str]:
    """Games of four by one sheet, finished in another order than they came; their keys."""
    chance = random.Random(seed)
    first = datetime.fromisoformat("2026-03-01T18:00:00+00:00")
    records = []
    for number in range(count):
        names = chance.sample(NAMES, chance.randint(1, 4))
        at = f"{first + timedelta(minutes=chance.randint(0, 30) * 200):%Y-%m-%dT%H:%M:%SZ}"
        records.append(
            Record(played(RULESETS[ruleset], names, chance), f"{seed:08x}{number:024x}", at, at, "")
        )
    store.add_games(records)
    return [key for (key,) in store.db.execute("SELECT key FROM games ORDER BY id")]


@pytest.mark.parametrize("ruleset", ["yahtzee", "triple_yahtzee", "generala", "yatzy"])
def test_every_record_is_what_the_games_say(store: Store, ruleset: str) -> None:
    shuffled(store, 40, ruleset, 1)
    check(store)


def test_records_of_all_sheets_stand_beside_each_other(store: Store) -> None:
    store.add_games(games(60, 3))
    check(store)
    assert len(rules_played(store)) > 5


def test_what_is_taken_back_thrown_away_or_fetched_back_moves_the_records(store: Store) -> None:
    keys = shuffled(store, 12, "yahtzee", 2)
    best = best_sheets(store, "yahtzee", "", 1)[0]
    away = store.load(best.key)
    store.append(best.key, away.seen, wish(ThrowAway()))
    check(store)
    assert best_sheets(store, "yahtzee", "", 1)[0].key != best.key
    away = store.load_any(best.key)
    store.append(best.key, away.seen, wish(FetchBack()))
    assert best_sheets(store, "yahtzee", "", 1)[0] == best
    for key in keys[:4]:
        store.append(key, store.load(key).seen, UNDO)
        check(store)
    for key in keys[:4]:
        finish(store, key, "66666")
        check(store)


def test_who_left_has_no_part_in_the_records(store: Store) -> None:
    key = store.create("yacht", ["Ana", "Ben"])
    for box in ("yacht", "sixes"):
        store.append(key, store.load(key).seen, turn(box, "66666"))
        store.append(key, store.load(key).seen, turn("ones" if box == "yacht" else "twos", "11222"))
    store.append(key, store.load(key).seen, wish(Leave(1)))
    done = finish(store, key, "11122")
    assert [feat.holder.name for feat in best_sheets(store, "yacht", "", 9)] == ["Ben"]
    assert done.game.finished
    check(store)


def test_level_sheets_share_a_rank_and_leave_a_gap(store: Store) -> None:
    for name, dice in (("Ana", "66666"), ("Ben", "55555"), ("Cleo", "55555"), ("Dov", "11111")):
        solo(store, name, "yacht", dice)
    assert [feat.rank for feat in best_sheets(store, "yacht", "", 9)] == [1, 2, 2, 4]


def test_all_who_share_a_record_are_told_or_counted(store: Store) -> None:
    rules = RULESETS["yahtzee"]

    def twice(name: str, at: str) -> Record:
        turns = [Turn(1, "yahtzee", points=50), Turn(1, "chance", points=30, extra=True)]
        rest = [Turn(1, box.id, points=0) for box in rules.boxes if box.id not in ("yahtzee", "chance")]
        return Record(replay(rules, [name], [*turns, *rest]), None, at, at, "")

    store.add_games(twice(f"P{day}", f"2026-03-{day:02}T18:00:00Z") for day in range(1, 7))
    (record,) = all_records(store, "yahtzee", "", [ALIKE])
    assert (record.value, record.more) == (2, 3)
    assert [feat.holder.name for feat in record.feats] == ["P1", "P2", "P3"]
    store.append(record.feats[0].key, store.load(record.feats[0].key).seen, wish(ThrowAway()))
    store.append(record.feats[1].key, store.load(record.feats[1].key).seen, wish(ThrowAway()))
    (record,) = all_records(store, "yahtzee", "", [ALIKE])
    assert [feat.holder.name for feat in record.feats] == ["P3", "P4", "P5", "P6"]
    assert record.more == 0


def test_the_busiest_evening_is_the_one_with_most_games(store: Store) -> None:
    done = [solo(store) for _ in range(5)]
    for hour, stored in enumerate(done):
        end(store, stored.key, hour)
    assert busiest_evening(store, "yacht", "") is not None
    assert busiest_evening(store, "yatzy", "") is None
    found = busiest_evening(store, "yacht", "")
    assert found
    assert found.games == 5


def test_games_alone_have_no_losers_and_no_runs(store: Store) -> None:
    for _ in range(3):
        solo(store)
    assert all_records(store, "yacht", "") == []


# --- what fell with a game --------------------------------------------------------------------------


def dated(store: Store, *games: tuple[str, dict[str, int]], ruleset: str = "yatzy") -> list[StoredGame]:
    """Games with these points in Chance and nothing else, finished at these moments."""
    rules = RULESETS[ruleset]

    def record(at: str, points: dict[str, int]) -> Record:
        turns = [
            Turn(seat, box.id, points=value if box.id == "chance" else 0)
            for box in rules.boxes
            for seat, value in enumerate(points.values(), 1)
        ]
        return Record(replay(rules, list(points), turns), None, at, at, "")

    store.add_games(record(at, points) for at, points in games)
    return [store.load(key) for (key,) in store.db.execute("SELECT key FROM games ORDER BY id").fetchall()]


def day(month: int, number: int) -> str:
    return f"2026-{month:02}-{number:02}T18:00:00Z"


def test_the_first_games_are_no_news(store: Store) -> None:
    done = dated(store, *((day(1, number), {"Ana": 10 + number, "Ben": 9}) for number in range(1, 8)))
    told = [news_of(store, stored) for stored in done]
    assert told[:5] == [None] * 5
    assert told[5]
    assert told[5].ever
    assert told[6]
    assert told[6].ever


def test_the_best_for_long_names_the_last_who_had_as_much(store: Store) -> None:
    few = ((day(6, number), {"Ana": 9, "Ben": 8}) for number in range(1, 7))
    done = dated(
        store, (day(3, 1), {"Väinö": 30}), (day(3, 2), {"Cleo": 28}), *few, (day(7, 1), {"Ella": 29})
    )
    news = news_of(store, done[-1])
    assert news
    assert not news.ever
    assert news.since
    assert (news.since.holder.name, news.since.total, news.since.finished_at) == ("Väinö", 30, day(3, 1))


def test_as_good_as_the_best_is_not_the_best(store: Store) -> None:
    few = ((day(6, number), {"Ana": 9, "Ben": 8}) for number in range(1, 7))
    done = dated(store, (day(3, 1), {"Väinö": 29}), *few, (day(7, 8), {"Ella": 29}))
    news = news_of(store, done[-1])
    assert news
    assert not news.ever
    assert news.since
    assert news.since.holder.name == "Väinö"


def test_the_best_since_the_other_day_is_no_news(store: Store) -> None:
    few = [(day(6, number), {"Ana": 9, "Ben": 8}) for number in range(1, 7)]
    late = dated(store, (day(3, 1), {"Väinö": 30}), *few[:2], (day(6, 9), {"Ella": 29}))
    news = news_of(store, late[-1])
    assert news is None  # three games before it
    soon = dated(store, *few, (day(6, 8), {"Väinö": 30}), (day(6, 20), {"Ella": 29}))
    news = news_of(store, soon[-1])
    assert news
    assert not news.ever
    assert news.since is None


def test_an_old_game_tells_what_was_true_then(store: Store) -> None:
    few = ((day(1, number), {"Ana": 9, "Ben": 8}) for number in range(1, 7))
    done = dated(store, *few, (day(2, 1), {"Ella": 20, "Ben": 19}), (day(3, 1), {"Väinö": 30, "Ben": 7}))
    news = news_of(store, done[6])
    assert news
    assert news.ever
    assert [fell.kind for fell in news.fell] == ["loss"]


def test_at_most_two_other_records_are_told_the_most_telling_first(store: Store) -> None:
    few = ((day(1, number), {"Ana": 9, "Ben": 7}) for number in range(1, 7))
    done = dated(store, *few, (day(2, 1), {"Ana": 30, "Ben": 10}))
    news = news_of(store, done[-1])
    assert news
    assert [(fell.kind, fell.name, fell.value) for fell in news.fell] == [
        ("run", "Ana", 7),
        ("loss", "Ben", 10),
    ]


def test_news_far_from_the_first_game_are_those_of_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = shuffled(store, 60, "yahtzee", 3)
    all_of_them = [news_of(store, store.load(key)) for key in keys]
    monkeypatch.setattr("scorepad.stats.news.NEAR", 9)
    near = importlib.import_module("scorepad.stats.news")
    monkeypatch.setattr(near, "_NEAR", near._NEAR.replace("LIMIT 1000", "LIMIT 9"))
    assert [news_of(store, store.load(key)) for key in keys] == all_of_them
    assert any(news and news.fell for news in all_of_them)


def test_the_news_are_what_the_games_before_say(store: Store) -> None:
    keys, sheets = shuffled(store, 50, "yahtzee", 4), every_sheet(store, "yahtzee", "")
    for key in keys:
        stored = store.load(key)
        before = [
            sheet for sheet in sheets if (sheet.finished_at, sheet.game) < (stored.finished_at, stored.id)
        ]
        own, news = list(sheets_of(stored)), news_of(store, stored)
        if len({sheet.game for sheet in before}) < 5:
            assert news is None
            continue
        assert news
        assert news.ever == (max(s.total for s in own) > max(s.total for s in before))
        then, now = recomputed(before), recomputed(own)
        for fell in news.fell:
            assert fell.kind == RUN.id or now[fell.kind] == fell.value
            better = (
                fell.value < then[fell.kind]
                if fell.kind == "closest"
                else fell.value > then.get(fell.kind, 0)
            )
            assert better
