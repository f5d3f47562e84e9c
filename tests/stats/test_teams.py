"""Games of teams: apart from all that single players did, with figures of their own."""

from __future__ import annotations

import pytest

from scorepad.rules import Leave, Manner, Teams
from scorepad.stats import (
    BY_TOTAL,
    EVERYTHING,
    SINGLE,
    TEAMS,
    Filter,
    all_records,
    best_sheets,
    best_teams,
    count,
    evening_of,
    everyone,
    figures,
    finished,
    in_teams,
    news_of,
    own_record,
    told,
)
from scorepad.store import Store, StoredGame, kept_results
from scorepad.transfer import check
from tests.helpers import finish, turn, wish

FOUR = ("Ana", "Ben", "Cleo", "Dov")
PAIRS: Teams = ((1, 3), (2, 4))
HIGH, LOW = "66666", "12346"


def played(store: Store, dice: dict[str, str], teams: Teams = PAIRS, *names: str) -> StoredGame:
    """A finished game of Yacht; each rolls the same again and again."""
    key = store.create("yacht", names or FOUR, manner=Manner(teams))
    stored = store.load(key)
    while not stored.game.finished:
        game = stored.game
        cell = game.mover_sheet.open_cells[0]
        roll = dice.get(game.player(game.mover or 0), LOW)
        stored = store.append(key, stored.seen, turn(cell.box, roll, cell.column))
    return stored


def test_a_result_knows_its_team_and_a_win_is_that_of_the_team(store: Store) -> None:
    stored = played(store, {"Ana": HIGH})
    rows = kept_results(store.db.conn, stored.id)
    total = sum(stored.game.sheet(seat).total for seat in (1, 3))
    assert [(row.team, row.team_rank, row.won, row.shared) for row in rows] == [
        (1, 1, True, False),
        (2, 2, False, False),
        (1, 1, True, False),
        (2, 2, False, False),
    ]
    assert rows[0].team_total == rows[2].team_total == total
    assert {(row.margin, row.behind, row.round) for row in rows} == {(None, 0, 0)}
    assert list(check(store)) == []


@pytest.mark.parametrize(
    ("teams", "won"), [(PAIRS, [(True, True)] * 4), (((1, 2, 3, 4),), [(False, False)] * 4), ((), None)]
)
def test_level_teams_share_a_win_and_one_team_has_nobody_to_beat(
    store: Store, teams: Teams, won: list[tuple[bool, bool]] | None
) -> None:
    rows = kept_results(store.db.conn, played(store, {}, teams).id)
    assert [(row.won, row.shared) for row in rows] == (won or [(True, True)] * 4)
    assert [bool(row.team) for row in rows] == [bool(teams)] * 4


def test_nothing_that_single_players_did_knows_of_a_game_of_teams(store: Store) -> None:
    for _ in range(6):
        played(store, {"Ben": "55555"}, ())
    before = [*told(store)], best_sheets(store, "yacht", "", 9), all_records(store, "yacht", "")
    stored = played(store, {"Ana": HIGH, "Ben": HIGH, "Cleo": HIGH})
    assert ([*told(store)], best_sheets(store, "yacht", "", 9), all_records(store, "yacht", "")) == before
    assert news_of(store, stored) is None
    assert own_record(store, stored, 1) == max(f.total for f in before[1] if f.holder.name == "Ana")
    ana = stored.player_ids[0]
    found = figures(store, ana, "yacht", "")
    assert found is not None
    assert found.games == 6
    assert list(check(store)) == []


def test_the_best_teams_by_some_rules(store: Store) -> None:
    first = played(store, {"Ana": HIGH})
    played(store, {"Ben": "55555"}, ((1, 2), (3, 4)))
    best = best_teams(store, "yacht", "", 3)
    assert [(one.rank, one.names) for one in best][:2] == [(1, ("Ana", "Cleo")), (2, ("Ana", "Ben"))]
    assert best[0].key == first.key
    assert best_teams(store, "yatzy", "", 3) == []


def test_what_somebody_did_in_teams(store: Store) -> None:
    stored = played(store, {"Ana": HIGH})
    played(store, {"Ben": HIGH})
    ana, ben, *_ = stored.player_ids
    assert [(one.games, one.wins) for one in (in_teams(store, ana), in_teams(store, ben))] == [(2, 1)] * 2
    assert {(one.name, one.games) for one in everyone(store, 9)} == {(name, 0) for name in FOUR}


def test_a_list_tells_the_teams_and_an_evening_counts_their_wins(store: Store) -> None:
    stored = played(store, {"Ana": HIGH})
    (line,) = finished(store, 9, wanted=EVERYTHING)
    assert [(names, rank) for names, _, rank in line.teams] == [(("Ana", "Cleo"), 1), (("Ben", "Dov"), 2)]
    assert not line.record
    evening = evening_of(store, stored.key)
    assert evening is not None
    assert {one.name: one.wins for one in evening.standings} == {"Ana": 1, "Ben": 0, "Cleo": 1, "Dov": 0}
    finish(store, store.create("yacht", FOUR))
    assert finished(store, 1)[0].teams == ()


def test_a_team_that_somebody_left_is_among_no_best_ones(store: Store) -> None:
    key = store.create("yacht", FOUR, manner=Manner(PAIRS))
    store.append(key, 0, wish(Leave(1)))
    finish(store, key)
    assert [one.names for one in best_teams(store, "yacht", "", 9)] == [("Ben", "Dov")]
    assert list(check(store)) == []


def test_games_of_teams_are_listed_apart_and_not_among_the_highest_totals(store: Store) -> None:
    of_teams, alone = played(store, {"Ana": HIGH}).key, played(store, {}, ()).key

    def listed(wanted: Filter) -> list[str]:
        found = [line.key for line in finished(store, 9, wanted=wanted)]
        assert count(store, wanted) == len(found)
        return found

    assert listed(Filter()) == [alone, of_teams]
    assert listed(Filter(company=TEAMS)) == listed(Filter(company=TEAMS, sort=BY_TOTAL)) == [of_teams]
    assert listed(Filter(company=SINGLE)) == listed(Filter(sort=BY_TOTAL)) == [alone]
    assert listed(Filter(player="Ana", sort=BY_TOTAL)) == [alone]
