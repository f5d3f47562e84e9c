"""Teams in the file: they outlive it, late players come to one, and a rematch begins with them."""

from __future__ import annotations

import pytest

from scorepad.rules import Manner, Refused, Regroup, Teams
from scorepad.stats import last_teams
from scorepad.store import Store, StoredGame
from tests.helpers import REDO, UNDO, finish, wish

FOUR = ("Ana", "Ben", "Cleo", "Dov")
PAIRS: Teams = ((1, 3), (2, 4))
OTHERS: Teams = ((1, 2), (3, 4))


def of_four(store: Store) -> str:
    return store.create("yacht", FOUR, manner=Manner(PAIRS))


def anew(store: Store, key: str) -> StoredGame:
    """The game as the file tells it."""
    store.forget()
    return store.load(key)


def test_teams_are_those_of_the_beginning_until_others_are_told(store: Store) -> None:
    key = of_four(store)
    assert anew(store, key).game.teams == PAIRS
    store.append(key, 0, wish(Regroup(OTHERS)))
    assert anew(store, key).game.teams == OTHERS
    assert anew(store, key).at(0).game.teams == PAIRS


@pytest.mark.parametrize(
    ("team", "teams"), [(2, ((1, 3), (2, 4, 5))), (0, (*PAIRS, (5,))), (9, (*PAIRS, (5,)))]
)
def test_who_comes_late_comes_to_a_team_once(store: Store, team: int, teams: Teams) -> None:
    key = of_four(store)
    for _ in range(2):
        store.join(key, 0, "Eva", team)
    assert anew(store, key).seen == 1
    assert anew(store, key).game.teams == teams
    assert store.append(key, 1, UNDO).game.seats == (1, 2, 3, 4)
    store.append(key, 2, REDO)
    assert anew(store, key).game.teams == teams


def test_teams_without_everybody_are_refused_and_nothing_changes(store: Store) -> None:
    key = of_four(store)
    with pytest.raises(Refused) as refused:
        store.append(key, 0, wish(Regroup(((1, 2),))))
    assert refused.value.reason == "in_no_team"
    assert anew(store, key).seen == 0


def test_a_rematch_begins_with_the_teams_as_they_were_last(store: Store) -> None:
    key = of_four(store)
    store.append(key, 0, wish(Regroup(OTHERS)))
    finish(store, key)
    again = anew(store, store.rematch(key)).game
    pairs = {frozenset(map(again.player, team)) for team in again.teams}
    assert pairs == {frozenset(FOUR[:2]), frozenset(FOUR[2:])}


def test_the_newest_game_tells_who_was_in_which_team(store: Store) -> None:
    assert last_teams(store) == {}
    of_four(store)
    assert last_teams(store) == {"Ana": 1, "Cleo": 1, "Ben": 2, "Dov": 2}
    store.create("yacht", FOUR)
    assert last_teams(store) == {}
