"""A new game in the store: seats, names found again, double taps, keys."""

from __future__ import annotations

import pytest

from scorepad.rules import Refused, ThrowAway
from scorepad.store import NoSuchGame, Store
from tests.helpers import UNDO, finish, play, rows, solo, turn, wish

UID = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    ("starter", "seated"),
    [(1, ("Ana", "Ben", "Cleo")), (2, ("Ben", "Cleo", "Ana")), (3, ("Cleo", "Ana", "Ben"))],
)
def test_the_starter_sits_first_and_the_others_follow_in_their_order(
    store: Store, starter: int, seated: tuple[str, ...]
) -> None:
    stored = store.load(store.create("yahtzee", ["Ana", "Ben", "Cleo"], starter))
    assert stored.game.players == seated
    assert stored.game.mover == 1


@pytest.mark.parametrize("starter", [-1, 0, 3, 99])
def test_a_starter_who_does_not_play_is_refused(store: Store, starter: int) -> None:
    with pytest.raises(Refused, match="bad_starter"):
        store.create("yahtzee", ["Ana", "Ben"], starter)
    assert rows(store, "SELECT * FROM games") == []


def test_a_new_game_is_empty_and_keeps_what_was_said_of_it(store: Store) -> None:
    stored = store.load(store.create("yatzy", ["Ana"], note="at the cabin"))
    assert stored.game.ruleset.id == "yatzy"
    assert stored.note == "at the cabin"
    assert stored.seen == 0
    assert stored.finished_at is None
    assert not stored.game.finished


@pytest.mark.parametrize("again", ["Ana", "ANA", "  ana ", "\u200bana"])
def test_a_person_is_found_again_by_the_folded_name(store: Store, again: str) -> None:
    first = store.load(store.create("yahtzee", ["Ana"]))
    second = store.load(store.create("yahtzee", [again]))
    assert second.player_ids == first.player_ids
    assert second.game.players == ("Ana",)
    assert rows(store, "SELECT name FROM players") == [("Ana",)]


def test_names_that_differ_only_in_how_their_signs_are_composed_are_one_person(store: Store) -> None:
    composed, decomposed = "Åke", "A\u030ake"
    first = store.load(store.create("yahtzee", [composed]))
    assert store.load(store.create("yahtzee", [decomposed])).player_ids == first.player_ids


def test_two_people_are_two(store: Store) -> None:
    stored = store.load(store.create("yahtzee", ["Ana", "Anna"]))
    assert len(set(stored.player_ids)) == 2


@pytest.mark.parametrize(
    ("ruleset", "names", "reason"),
    [
        ("yahtzee", [], "no_players"),
        ("yahtzee", ["Ana", "ana"], "name_twice_as"),
        ("yahtzee", ["   "], "name_blank"),
        ("yahtzee", list("ABCDEFG"), "too_many_players"),
        ("chess", ["Ana"], "unknown_ruleset"),
    ],
)
def test_what_makes_no_game_is_refused_and_leaves_nothing(
    store: Store, ruleset: str, names: list[str], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        store.create(ruleset, names)
    assert rows(store, "SELECT * FROM games") == []
    assert rows(store, "SELECT * FROM players") == []


def test_a_note_that_is_too_long_is_refused(store: Store) -> None:
    with pytest.raises(Refused, match="text_long"):
        store.create("yahtzee", ["Ana"], note="x" * 2001)
    assert rows(store, "SELECT * FROM games") == []


def test_an_identity_sent_twice_before_any_entry_is_one_game(store: Store) -> None:
    first = store.create("yahtzee", ["Ana", "Ben"], 1, uid=UID)
    assert store.create("yahtzee", ["Ana", "Ben"], 2, uid=UID) == first
    assert store.load(first).game.players == ("Ana", "Ben")
    assert rows(store, "SELECT count(*) FROM games") == [(1,)]
    assert store.load(first).uid == UID


def test_an_identity_sent_again_after_an_entry_is_another_game(store: Store) -> None:
    first = store.create("yahtzee", ["Ana"], uid=UID)
    play(store, first, ("chance", "12346"))
    second = store.create("yahtzee", ["Ana"], uid=UID)
    assert second != first
    assert store.load(second).seen == 0
    assert store.load(first).seen == 1
    assert store.load(second).uid != UID


@pytest.mark.parametrize(
    ("ruleset", "names"), [("yatzy", ["Ana", "Ben"]), ("yahtzee", ["Ana"]), ("yahtzee", ["Ana", "Cleo"])]
)
def test_an_identity_sent_with_another_form_is_another_game(
    store: Store, ruleset: str, names: list[str]
) -> None:
    first = store.create("yahtzee", ["Ana", "Ben"], uid=UID)
    assert store.create(ruleset, names, uid=UID) != first
    assert rows(store, "SELECT count(*) FROM games") == [(2,)]


def test_two_games_without_an_identity_are_two(store: Store) -> None:
    assert store.create("yahtzee", ["Ana"]) != store.create("yahtzee", ["Ana"])


def test_keys_are_long_distinct_and_say_nothing_of_each_other(store: Store) -> None:
    for _ in range(20):
        store.create("yahtzee", ["Ana"])
    found = rows(store, "SELECT key, watch_key, uid FROM games")
    everything = [str(text) for row in found for text in row]
    assert len(set(everything)) == 60
    assert all(len(text) >= 16 for text in everything)
    # A table of random signs has no column that hardly ever changes.
    for column in zip(*found, strict=True):
        for place in zip(*map(str, column), strict=True):
            assert len(set(place)) > 3


def test_neither_the_watching_key_nor_the_identity_nor_the_number_opens_a_game(store: Store) -> None:
    key = store.create("yahtzee", ["Ana"])
    ((watch_key, uid, number),) = rows(store, "SELECT watch_key, uid, id FROM games")
    for other in (watch_key, uid, number, "", key.swapcase(), key + "\0", key[:-1]):
        with pytest.raises(NoSuchGame):
            store.load(str(other))


def test_a_game_thrown_away_opens_no_more(store: Store) -> None:
    key = finish(store, store.create("yacht", ["Ana"])).key
    store.append(key, 12, wish(ThrowAway()))
    store.forget()
    with pytest.raises(NoSuchGame):
        store.load(key)
    with pytest.raises(NoSuchGame):
        store.append(key, 13, UNDO)


@pytest.mark.parametrize("note", ["a\0b", "\ud800"])
def test_a_note_that_cannot_be_shown_is_refused(store: Store, note: str) -> None:
    with pytest.raises(Refused, match="unprintable"):
        store.create("yahtzee", ["Ana"], note=note)
    assert rows(store, "SELECT * FROM games") == []


# --- again ------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_the_next_seat_starts(store: Store) -> None:
    first = finish(store, store.create("yacht", ["Ana", "Ben", "Cleo"], note="by the lake"))
    again = store.load(store.rematch(first.key))
    assert again.game.players == ("Ben", "Cleo", "Ana")
    assert (again.game.ruleset.id, again.note, again.seen) == ("yacht", "", 0)
    assert set(again.player_ids) == set(first.player_ids)


def test_a_rematch_is_one_game_whoever_asks_for_it(store: Store) -> None:
    first = finish(store, store.create("yacht", ["Ana", "Ben"]))
    again = store.rematch(first.key)
    assert store.rematch(first.key) == again
    play(store, again, ("chance", "12346"))
    assert store.rematch(first.key) == again
    assert store.rematch(again) not in (first.key, again)


def test_a_rematch_after_one_was_thrown_away_is_a_new_game(store: Store) -> None:
    first = finish(store, store.create("yacht", ["Ana", "Ben"]))
    gone = store.rematch(first.key)
    store.append(gone, 0, wish(ThrowAway()))
    again = store.rematch(first.key)
    assert again != gone
    assert store.load(again).game.players == ("Ben", "Ana")
    with pytest.raises(NoSuchGame):
        store.rematch(gone)


def test_a_finished_game_is_followed_to_the_last_of_its_rematches(store: Store) -> None:
    first = solo(store)
    assert store.followed(first) == first
    gone = store.rematch(first.key)
    assert store.followed(first).key == gone
    store.append(gone, 0, wish(ThrowAway()))
    assert store.followed(first) == first
    again = finish(store, store.rematch(first.key))
    assert store.followed(first) == again
    third = store.rematch(again.key)
    assert store.followed(first).key == store.followed(again).key == third
    store.append(third, 0, turn("chance"))
    assert store.followed(first).seen == 1


def test_a_game_that_goes_on_is_followed_to_no_rematch(store: Store) -> None:
    first = solo(store)
    store.rematch(first.key)
    undone = store.append(first.key, first.seen, UNDO)
    assert store.followed(undone) == undone
