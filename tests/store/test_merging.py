"""Two names of one person: what stands where after they are merged, and after they are parted again."""

from __future__ import annotations

import pytest

from scorepad.rules import Refused, Rename, clean_name
from scorepad.stats import Filter, finished, known_players, last_players, other_names, playing_names
from scorepad.store import Stale, Store
from scorepad.transfer import check
from tests.helpers import UNDO, finish, rows, solo, turn, wish
from tests.transfer.told import bundled, record, refusal, take_in


def person(store: Store, name: str) -> int:
    """The id of the row of that name."""
    [(found,)] = rows(store, "SELECT id FROM players WHERE name = ?", name)
    assert isinstance(found, int)
    return found


def merge(store: Store, name: str, into: str) -> None:
    store.merge(person(store, name), person(store, into))


def reason(caught: pytest.ExceptionInfo[Refused]) -> tuple[str, dict[str, str | int]]:
    return caught.value.reason, dict(caught.value.facts)


# --- who stands ------------------------------------------------------------------------------------


def test_sheets_tell_who_stands_and_after_parting_who_sat_there(store: Store) -> None:
    done, running = solo(store, "Bob"), store.create("yacht", ["Ana", "Bob"])
    solo(store, "Robert")
    for key in (done.key, running):
        store.load(key)
    merge(store, "Bob", "Robert")
    assert store.load(done.key).game.players == ("Robert",)
    assert store.load(running).game.players == ("Ana", "Robert")
    assert store.watched(store.load(running).watch_key).game.players == ("Ana", "Robert")
    assert playing_names(store, 9) == ["Robert"]
    store.part(person(store, "Bob"))
    assert store.load(done.key).game.players == ("Bob",)
    assert store.load(running).game.players == ("Ana", "Bob")
    assert playing_names(store, 9) == ["Bob", "Robert"]
    assert list(check(store)) == []


def test_names_merged_one_after_another_stand_for_the_last_and_are_parted_one_by_one(store: Store) -> None:
    keys = [solo(store, name).key for name in ("Bobby", "Bob", "Robert")]
    merge(store, "Bobby", "Bob")
    merge(store, "Bob", "Robert")
    assert {store.load(key).game.players for key in keys} == {("Robert",)}
    told = other_names(store, person(store, "Robert"))
    assert [(other.name, other.via) for other in told] == [("Bob", None), ("Bobby", "Bob")]
    store.part(person(store, "Bob"))
    assert [store.load(key).game.players for key in keys] == [("Bob",), ("Bob",), ("Robert",)]
    store.part(person(store, "Bobby"))
    assert [store.load(key).game.players for key in keys] == [("Bobby",), ("Bob",), ("Robert",)]
    assert list(check(store)) == []


def test_a_filter_goes_by_whom_the_name_stands_for(store: Store) -> None:
    for name in ("Bob", "Robert", "Ana"):
        solo(store, name)
    merge(store, "Bob", "Robert")
    for name in ("Bob", "bob", "Robert"):
        assert len(finished(store, 9, wanted=Filter(player=name))) == 2
    assert [name for line in finished(store, 9) for name, _, _ in line.scores] == ["Ana", "Robert", "Robert"]


def test_those_who_are_offered_are_those_who_stand(store: Store) -> None:
    for name in ("Robert", "Ana", "Bob"):
        solo(store, name)
    store.create("yacht", ["Ana", "Bob"])
    merge(store, "Bob", "Robert")
    assert last_players(store) == ["Ana", "Robert"]
    assert known_players(store, 9) == ["Robert", "Ana"] or known_players(store, 9) == ["Ana", "Robert"]
    store.create("yacht", ["Bob"])
    assert known_players(store, 9)[0] == "Robert"
    store.archive(person(store, "Robert"))
    assert (last_players(store), known_players(store, 9)) == ([], ["Ana"])
    store.archive(person(store, "Robert"), away=False)
    assert last_players(store) == ["Robert"]


# --- what is refused -------------------------------------------------------------------------------


def test_who_sat_in_one_game_is_two_people_also_by_their_other_names(store: Store) -> None:
    both = solo(store, "Robert")
    solo(store, "Bob")
    store.create("yacht", ["Ana", "Robert"])
    key = store.create("yacht", ["Ana", "Bob"])
    merge(store, "Bob", "Robert")
    with pytest.raises(Refused) as caught:
        merge(store, "Ana", "Robert")
    told = {"player": "Ana", "other": "Robert", "count": 2}
    assert reason(caught) == ("both_in_one_game", told | {"day": store.load(key).started_at})
    with pytest.raises(Refused, match="merged_with_itself"):
        store.merge(person(store, "Ana"), person(store, "Ana"))
    with pytest.raises(Refused, match="unknown_player"):
        store.merge(person(store, "Bob"), person(store, "Ana"))
    with pytest.raises(Refused, match="not_merged"):
        store.part(person(store, "Ana"))
    assert store.load(both.key).game.players == ("Robert",)


def test_two_names_of_one_person_sit_in_no_game_together(store: Store) -> None:
    solo(store, "Robert")
    solo(store, "Bob")
    merge(store, "Bob", "Robert")
    before = rows(store, "SELECT * FROM players")
    with pytest.raises(Refused) as caught:
        store.create("yahtzee", ["Robert", "Zoe", "Bob"])
    assert reason(caught) == ("one_person", {"player": "Robert", "other": "Bob"})
    key = store.create("yahtzee", ["Ana", "Robert"])
    with pytest.raises(Refused) as caught:
        store.join(key, 0, "Bob")
    assert reason(caught) == ("one_person", {"player": "Robert", "other": "Bob"})
    with pytest.raises(Refused, match="name_twice_as"):
        store.join(key, 0, "ROBERT")
    assert [name for _, name, *_ in rows(store, "SELECT * FROM players")][: len(before)] == ["Robert", "Bob"]


def test_a_name_that_was_merged_is_no_new_name_for_anybody(store: Store) -> None:
    for name in ("Robert", "Bob", "Ana"):
        solo(store, name)
    merge(store, "Bob", "Robert")
    with pytest.raises(Refused) as caught:
        store.rename(person(store, "Robert"), "bob")
    assert reason(caught) == ("name_merged", {"player": "Bob"})
    with pytest.raises(Refused) as caught:
        store.rename(person(store, "Ana"), "bob")
    assert reason(caught) == ("name_known", {"player": "Bob"})


def test_an_import_that_seats_one_person_twice_is_refused_with_its_place(store: Store) -> None:
    solo(store, "Robert")
    solo(store, "Bob")
    merge(store, "Bob", "Robert")
    turns = [{"player": "bob", "dice": "12444", "box": "fours"}]
    wrong = record(players=["bob", "Robert"], turns=turns)
    refused = refusal(store, bundled(record(), wrong))
    facts = {"player": "bob", "other": "Robert"}
    assert (refused.reason, refused.facts, str(refused.places[0])) == ("one_person", facts, "game 2")
    assert refusal(store, wrong).reason == "one_person"


@pytest.mark.parametrize("uid", [{"id": "x"}, {}])
def test_a_game_is_known_again_by_either_name(store: Store, uid: dict[str, str]) -> None:
    games = [
        record(players=[name, "Ana"], turns=[{"player": name, "dice": "12444", "box": "fours"}], **uid)
        for name in ("Bob", "Robert")
    ]
    take_in(store, games[0])
    store.create("yacht", ["Robert"])
    merge(store, "Bob", "Robert")
    assert [take_in(store, game) for game in games] == [(0, 1), (0, 1)]


# --- coming late -----------------------------------------------------------------------------------


def test_a_late_player_who_was_merged_finds_the_old_seat(store: Store) -> None:
    key = store.create("yahtzee", ["Ana", "Ben"])
    store.create("yahtzee", ["Robert"])
    stored = store.join(key, 0, "Bob")
    stored = store.append(key, stored.seen, UNDO)
    merge(store, "Bob", "Robert")
    stored = store.join(key, stored.seen, "Robert")
    assert (stored.game.players, len(stored.game.seats)) == (("Ana", "Ben", "Robert"), 3)
    assert store.append(key, stored.seen, turn("ones")).game.players[2] == "Robert"


def test_a_join_sent_again_is_known_whatever_the_player_is_called_by_now(store: Store) -> None:
    key = store.create("yahtzee", ["Ana", "Ben"])
    store.create("yahtzee", ["Robert"])
    joined = store.join(key, 0, "Bob")
    store.rename(person(store, "Bob"), "Bobby")
    assert store.join(key, 0, "bob").seen == joined.seen
    merge(store, "Bobby", "Robert")
    again = store.join(key, 0, "Bob")
    assert (again.seen, again.game.players) == (joined.seen, ("Ana", "Ben", "Robert"))
    with pytest.raises(Stale):
        store.join(key, 0, "Eva")


def test_a_rename_at_the_table_reaches_who_stands(store: Store) -> None:
    key = store.create("yahtzee", ["Ana", "Bob"])
    solo(store, "Robert")
    merge(store, "Bob", "Robert")
    stored = store.append(key, 0, wish(Rename(store.load(key).player_ids[1], clean_name("Bert"))))
    assert stored.game.players == ("Ana", "Bert")
    store.part(person(store, "Bob"))
    assert store.load(key).game.players == ("Ana", "Bob")
    finish(store, key)
    assert list(check(store)) == []
