"""An evening: its games, who won how many, whose it was, its best, and how a series stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorepad import stats
from scorepad.rules import Leave, ThrowAway
from scorepad.stats import DECIDES, HAS, LEADS, Evening, EveningGame, Part, Series
from scorepad.store import Store
from tests.helpers import finish, rows, wish
from tests.stats.moments import sheet

Totals = Mapping[str, int]


def game(number: int, totals: Totals, ruleset: str = "yatzy", left: tuple[str, ...] = ()) -> EveningGame:
    """A game whose winners are those with the most points."""
    best = max(total for name, total in totals.items() if name not in left)
    winners = [name for name, total in totals.items() if total == best and name not in left]
    next_best = max((total for name, total in totals.items() if name not in (*winners, *left)), default=best)

    def part(name: str, total: int) -> Part:
        won = name in winners and len(totals) > 1
        rank = 1 + sum(other > total for other in totals.values())
        margin = best - next_best or None if won and len(winners) == 1 else None
        return Part(
            ord(name[0]), name, total, rank, name not in left, won, won and len(winners) > 1, margin, 0, 0
        )

    parts = sorted((part(name, total) for name, total in totals.items()), key=lambda one: one.rank)
    return EveningGame(number, f"key{number}", ruleset, "", "", f"2026-11-29T{17 + number}:00:00Z", (*parts,))


def evening(*games: Totals | tuple[Totals, str]) -> Evening:
    told = [one if isinstance(one, tuple) else (one, "yatzy") for one in games]
    return Evening(tuple(game(number, *one) for number, one in enumerate(told)))


# --- from the file --------------------------------------------------------------------------------


def evening_on(store: Store, key: str) -> Evening:
    found = stats.evening_of(store, key)
    assert found is not None
    return found


def keys(store: Store) -> list[str]:
    return [str(key) for (key,) in rows(store, "SELECT key FROM games ORDER BY finished_at, id")]


def test_an_evening_has_its_games_in_the_order_of_their_finish_and_no_others(store: Store) -> None:
    hours = ("2026-11-29T19", "2026-11-29T17", "2026-11-29T18", "2026-11-28T19", "2026-11-30T19")
    store.add_games(sheet(f"{hour}:00:00Z", {"Ana": 20, "Ben": 21}) for hour in hours)
    before, *own, after = keys(store)
    for key in own:
        assert [one.key for one in evening_on(store, key).games] == own
    assert [one.key for one in evening_on(store, before).games] == [before]
    assert [one.key for one in evening_on(store, after).games] == [after]


def test_an_evening_tells_what_the_results_say(store: Store) -> None:
    store.add_games([sheet("2026-11-29T17:00:00Z", {"Ana": 20, "Ben": 25}, ruleset="yahtzee")])
    (key,) = keys(store)
    (told,) = evening_on(store, key).games
    assert told.rules == ("yahtzee", "")
    assert [(part.name, part.total, part.rank, part.won, part.margin) for part in told.parts] == [
        ("Ben", 25, 1, True, 5),
        ("Ana", 20, 2, False, None),
    ]


def test_games_in_the_bin_or_not_finished_have_no_evening(store: Store) -> None:
    running = store.create("yacht", ["Ana"])
    done = finish(store, store.create("yacht", ["Ana"]))
    store.append(done.key, done.seen, wish(ThrowAway()))
    assert [stats.evening_of(store, key) for key in (running, done.key, "nothing")] == [None] * 3


def test_a_name_that_was_merged_is_told_as_the_person_that_stands(store: Store) -> None:
    store.add_games([sheet("2026-11-29T17:00:00Z", {"Ana": 20}), sheet("2026-11-29T18:00:00Z", {"Anna": 21})])
    ids = dict(rows(store, "SELECT name, id FROM players"))
    store.merge(ids["Anna"], ids["Ana"])  # type: ignore[arg-type]
    (standing,) = evening_on(store, keys(store)[0]).standings
    assert (standing.name, standing.points) == ("Ana", {("yacht", ""): 41})


def test_thousands_of_games_at_one_moment_are_cut_off(store: Store) -> None:
    store.add_games(sheet("2026-11-29T17:00:00Z", {"Ana": 20}) for _ in range(stats.MOST_GAMES + 5))
    found = evening_on(store, keys(store)[-1])
    assert (len(found.games), found.more) == (stats.MOST_GAMES, True)


def test_the_evenings_of_a_list_are_those_of_its_games(store: Store) -> None:
    store.add_games(sheet(f"2026-11-{day}:00:00Z", {"Ana": 20}) for day in ("28T17", "28T18", "29T17"))
    ids = [int(str(one)) for (one,) in rows(store, "SELECT id FROM games ORDER BY finished_at")]
    found = stats.evenings_of(store, ids)
    assert [len(found[one].games) for one in ids] == [2, 2, 1]
    assert found[ids[0]] is found[ids[1]]
    assert stats.evenings_of(store, []) == {}


def test_an_evening_is_found_by_indexes(store: Store) -> None:
    plans = [
        str(plan[3])
        for query in (stats.evenings._FROM, stats.evenings._PARTS.format(marks="?"))
        for plan in rows(store, f"EXPLAIN QUERY PLAN {query}", *(["", 1] if "LIMIT" in query else [1]))
    ]
    assert "SEARCH games USING INDEX games_by_finish (finished_at>?)" in plans
    assert not [plan for plan in plans if plan.startswith("SCAN")]


# --- who won, and by what -------------------------------------------------------------------------


def standings(told: Evening) -> dict[str, tuple[int, list[int]]]:
    return {one.name: (one.wins, list(one.points.values())) for one in told.standings}


def test_wins_come_first_then_points() -> None:
    told = evening({"Ana": 20, "Ben": 30}, {"Ana": 31, "Ben": 30}, {"Cleo": 40, "Ben": 12})
    assert standings(told) == {"Ben": (1, [72]), "Ana": (1, [51]), "Cleo": (1, [40])}
    assert told.winner
    assert (told.winner.name, [one.name for one in told.ahead]) == ("Ben", ["Ben", "Ana", "Cleo"])


def test_points_are_added_within_one_sheet_alone() -> None:
    told = evening({"Ana": 20, "Ben": 300}, ({"Ana": 31, "Ben": 30}, "yacht"), {"Ana": 5, "Ben": 5})
    assert standings(told) == {"Ana": (2, [25, 31]), "Ben": (2, [305, 30])}
    assert (told.winner, told.most_points) == (None, ())


def test_a_shared_win_is_a_win_for_each() -> None:
    told = evening({"Ana": 20, "Ben": 20}, {"Ana": 20, "Ben": 19})
    assert standings(told) == {"Ana": (2, [40]), "Ben": (1, [39])}


def test_who_left_early_and_who_plays_alone_win_nothing() -> None:
    left = Evening((game(0, {"Ana": 50, "Ben": 20, "Cleo": 10}, left=("Ana",)), game(1, {"Ana": 60})))
    assert standings(left) == {"Ben": (1, [20]), "Ana": (0, [60]), "Cleo": (0, [10])}
    assert left.in_company == 1


def test_a_player_who_left_is_told_by_the_file_as_one_who_has_no_part(store: Store) -> None:
    key = store.create("yacht", ["Ana", "Ben", "Cleo"])
    store.append(key, 0, wish(Leave(2)))
    done = finish(store, key)
    told = evening_on(store, done.key)
    assert [one.name for one in told.standings] == ["Ana", "Cleo"]
    assert len(told.games[0].company) == 3


# --- what is remembered ---------------------------------------------------------------------------


def remembered(told: Evening) -> list[tuple[str, int, str, int]]:
    return [(one.kind, one.figure, one.name, one.number) for one in stats.highlights_of(told)]


def test_the_best_sheet_and_the_closest_finish_are_told_of_two_games_or_more() -> None:
    told = evening({"Ana": 20, "Ben": 30}, {"Ana": 31, "Ben": 28}, {"Ana": 31, "Ben": 12})
    assert remembered(told) == [(stats.BEST.id, 31, "Ana", 2), (stats.CLOSEST.id, 3, "Ana", 2)]
    assert remembered(evening({"Ana": 20, "Ben": 30})) == []


def test_the_closest_finish_names_all_who_came_next_and_a_shared_win_is_closer() -> None:
    told = evening({"Ana": 20, "Ben": 30}, {"Ana": 31, "Ben": 29, "Cleo": 29})
    closest = stats.highlights_of(told)[-1]
    assert (closest.others, closest.totals) == (("Ben", "Cleo"), (31, 29))
    told = evening({"Ana": 20, "Ben": 30}, {"Ana": 31, "Ben": 31, "Cleo": 30})
    closest = stats.highlights_of(told)[-1]
    assert (closest.figure, closest.name, closest.others) == (0, "Ana", ("Ben",))


def test_the_best_sheet_is_told_of_each_sheet_that_came_twice() -> None:
    told = evening({"Ana": 20}, ({"Ana": 90}, "yacht"), ({"Ben": 80}, "yacht"), ({"Ben": 99}, "yahtzee"))
    assert remembered(told) == [(stats.BEST.id, 90, "Ana", 2)]


def test_the_biggest_comeback_is_told() -> None:
    first = game(0, {"Ana": 30, "Ben": 28})
    behind, lost = replace(first.parts[0], behind=40, round=9), first.parts[1]
    told = Evening((first, replace(first, key="b", parts=(behind, lost))))
    (comeback,) = [one for one in stats.highlights_of(told) if one.kind == stats.COMEBACK.id]
    assert (comeback.figure, comeback.name, comeback.number, comeback.round) == (40, "Ana", 2, 9)


# --- best of --------------------------------------------------------------------------------------


def won_by(*winners: str, people: str = "AB") -> list[Series | None]:
    """How the series stood after each game; who won it, several where it was shared."""
    told = evening(*({name: 20 + (name in won) for name in people} for won in winners))
    return [stats.series_after(told, one.key) for one in told.games]


def state(series: Series | None) -> tuple[str, int, list[int]] | None:
    return series and (series.state, series.best_of, [wins for _, wins in series.scores])


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ("AB", (DECIDES, 3, [1, 1])),
        ("AA", (HAS, 3, [2, 0])),
        ("ABB", (HAS, 3, [2, 1])),
        ("ABBA", (DECIDES, 5, [2, 2])),
        ("AAB", (LEADS, 5, [2, 1])),
        ("AAA", (HAS, 5, [3, 0])),
        ("ABBB", (HAS, 5, [3, 1])),
        ("ABABB", (HAS, 5, [3, 2])),
        ("ABBBA", (LEADS, 7, [3, 2])),
        ("ABBBAA", (DECIDES, 7, [3, 3])),
    ],
)
def test_a_series_of_two_goes_to_two_wins_then_to_one_more(
    winners: str, expected: tuple[str, int, list[int]]
) -> None:
    assert state(won_by(*winners)[-1]) == expected


def test_a_series_begins_with_the_second_game() -> None:
    assert won_by("A")[0] is None
    assert won_by("A", "B", people="A") == [None, None]


def test_a_shared_win_brings_both_on_and_decides_nothing() -> None:
    assert [state(one) for one in won_by("AB", "AB", "A")] == [
        None,
        (DECIDES, 5, [2, 2]),
        (HAS, 5, [3, 2]),
    ]


def test_more_than_two_play_to_the_same_numbers() -> None:
    told = won_by(*"ABCCAC", people="ABC")
    assert [one and (one.state, one.goal, one.ahead) for one in told[1:]] == [
        (LEADS, 2, ("A", "B")),
        (DECIDES, 2, ("A", "B", "C")),
        (HAS, 2, ("C",)),
        (LEADS, 3, ("A", "C")),
        (HAS, 3, ("C",)),
    ]


def test_only_games_of_exactly_these_people_are_of_a_series() -> None:
    told = evening({"Ana": 20, "Ben": 30}, {"Ana": 9, "Ben": 8, "Cleo": 7}, ({"Ben": 4, "Ana": 3}, "yacht"))
    (series,) = stats.series_of(told)
    assert (series.games, series.scores) == (2, (("Ben", 2), ("Ana", 0)))
    assert stats.series_after(told, "key1") is None
    assert stats.series_after(told, "nothing") is None


def test_games_that_everybody_left_have_nothing_to_remember_them_for(store: Store) -> None:
    for _ in range(2):
        key = store.create("yatzy", ["Ana", "Ben"])
        for seen, seat in enumerate((1, 2)):
            store.append(key, seen, wish(Leave(seat)))
    left = evening_on(store, key)
    assert (stats.highlights_of(left), left.standings, left.winner, left.most_points) == ([], (), None, ())


def test_a_game_of_teams_has_its_wins_in_the_evening_and_no_part_in_series_and_moments() -> None:
    def in_teams(number: int, totals: Totals) -> EveningGame:
        told = game(number, totals)
        return replace(told, parts=tuple(replace(part, team=1) for part in told.parts))

    alone = [game(number, {"Ana": 200, "Ben": 190}) for number in (0, 1)]
    third = in_teams(2, {"Ana": 300, "Ben": 100})
    told = Evening((*alone, third))
    assert [(one.name, one.wins) for one in told.standings] == [("Ana", 3), ("Ben", 0)]
    assert stats.series_of(told) == stats.series_of(Evening((*alone,)))
    assert stats.series_after(told, third.key) is None
    assert stats.highlights_of(told) == stats.highlights_of(Evening((*alone,)))
