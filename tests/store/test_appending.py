"""The one way in which a game changes: turns, undo, resends, what came too late."""

from __future__ import annotations

import json
import sqlite3

import pytest

from scorepad.rules import RULESETS, Edit, FetchBack, Gain, Refused, Rename, ScoreCard, ThrowAway, Turn
from scorepad.store import NoSuchGame, Stale, Store, StoredGame, Unreadable, Wish
from tests.helpers import REDO, UNDO, boxes, finish, play, rows, turn, wish


@pytest.fixture
def key(store: Store) -> str:
    """A game of two."""
    return store.create("yahtzee", ["Ana", "Ben"])


def events(store: Store) -> list[tuple[object, ...]]:
    return rows(store, "SELECT number, kind, seat, dice, box, of FROM events ORDER BY game, number")


def test_a_turn_is_the_next_event_and_passes_the_dice_on(store: Store, key: str) -> None:
    stored = store.append(key, 0, turn("fours", "44421"))
    assert stored.seen == 1
    assert stored.game.mover == 2
    assert boxes(stored.game) == {"fours": 12}
    assert events(store) == [(1, "turn", 1, "12444", "fours", None)]
    assert store.load(key) == stored


def test_an_undo_is_an_event_too_and_the_number_never_goes_back(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    stored = store.append(key, 1, UNDO)
    assert stored.seen == 2
    assert stored.game.mover == 1
    assert stored.game.entries == ()
    assert events(store)[1] == (2, "undo", None, None, None, 1)
    assert store.load(key) == stored


def test_undo_after_undo_takes_back_one_turn_after_another(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"), ("chance", "12346"), ("ones", "11234"))
    for seen in (3, 4):
        store.append(key, seen, UNDO)
    stored = store.load(key)
    assert boxes(stored.game) == {"fours": 12}
    assert stored.game.mover == 2


def test_there_is_nothing_to_undo_in_a_new_game(store: Store, key: str) -> None:
    with pytest.raises(Refused, match="nothing_to_undo"):
        store.append(key, 0, UNDO)
    assert events(store) == []


def test_the_same_turn_sent_again_is_saved_once_whatever_the_order_of_its_dice(
    store: Store, key: str
) -> None:
    first = store.append(key, 0, turn("fours", "44421"))
    again = store.append(key, 0, turn("fours", "12444"))
    assert again == first
    assert len(events(store)) == 1


def test_a_turn_sent_again_after_the_next_one_is_still_known(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"), ("chance", "12346"))
    assert store.append(key, 0, turn("fours", "42414")).seen == 2
    assert len(events(store)) == 2


def test_an_undo_sent_again_takes_back_one_turn(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"), ("chance", "12346"))
    store.append(key, 2, UNDO)
    assert store.append(key, 2, UNDO).seen == 3
    assert len(store.load(key).game.entries) == 1


@pytest.mark.parametrize(
    "late", [turn("fours", "44422"), turn("ones", "44421"), UNDO], ids=["dice", "box", "undo"]
)
def test_another_wish_by_someone_who_has_not_seen_the_last_event_is_stale(
    store: Store, key: str, late: Wish
) -> None:
    play(store, key, ("chance", "12346"), ("fours", "44421"))
    with pytest.raises(Stale) as caught:
        store.append(key, 1, late)
    assert caught.value.stored == store.load(key)
    assert len(events(store)) == 2


@pytest.mark.parametrize("late", [UNDO, REDO], ids=["undo", "redo"])
def test_who_saw_nothing_to_take_or_bring_back_comes_too_late_like_any_other(
    store: Store, key: str, late: Wish
) -> None:
    play(store, key, ("fours", "44421"))
    with pytest.raises(Stale):
        store.append(key, 0, late)
    assert len(events(store)) == 1


@pytest.mark.parametrize("seen", [-1, 2, 7, 2**63 - 1, 2**70, -(2**70)])
def test_a_number_that_was_never_shown_is_stale(store: Store, key: str, seen: int) -> None:
    play(store, key, ("fours", "44421"))
    with pytest.raises(Stale):
        store.append(key, seen, turn("chance"))
    assert len(events(store)) == 1


def test_a_resend_of_a_turn_that_was_taken_back_saves_nothing(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    store.append(key, 1, UNDO)
    assert store.append(key, 0, turn("fours", "44421")).game.entries == ()
    assert len(events(store)) == 2


@pytest.mark.parametrize("wished", [turn("chance"), UNDO], ids=["turn", "undo"])
def test_an_unknown_game_takes_nothing(store: Store, key: str, wished: Wish) -> None:
    with pytest.raises(NoSuchGame):
        store.append(key + "x", 0, wished)
    assert events(store) == []


@pytest.mark.parametrize(("box", "reason"), [("fours", "box_filled"), ("yacht", "unknown_box")])
def test_a_turn_against_the_rules_changes_nothing(store: Store, key: str, box: str, reason: str) -> None:
    before = play(store, key, ("fours", "44421"), ("chance", "12346"))
    with pytest.raises(Refused, match=reason):
        store.append(key, 2, turn(box))
    assert store.load(key) == before


def test_the_store_works_on_after_a_refusal(store: Store, key: str) -> None:
    with pytest.raises(Refused):
        store.append(key, 0, turn("yacht"))
    with pytest.raises(Stale):
        store.append(key, 9, turn("chance"))
    assert store.append(key, 0, turn("chance")).seen == 1


# --- what is passed over ----------------------------------------------------------------------------


def renamed(name: str, seat: int = 1) -> Wish:
    return lambda then: Rename(then.player_ids[seat - 1], name)


STARTED = "2026-11-29T18:05:00Z"
BESIDE: dict[str, list[Wish]] = {
    "a note": [wish(Edit("by the lake", STARTED))],
    "a name": [renamed("Anna")],
    "thrown away and fetched back": [wish(ThrowAway()), wish(FetchBack())],
}


def happen(store: Store, key: str, wishes: list[Wish]) -> StoredGame:
    for wished in wishes:
        store.append(key, store.load_any(key).seen, wished)
    return store.load(key)


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("late", [turn("chance"), UNDO], ids=["turn", "undo"])
def test_what_happened_beside_the_game_makes_no_turn_late(
    store: Store, key: str, late: Wish, beside: list[Wish]
) -> None:
    play(store, key, ("fours", "44421"))
    meanwhile = happen(store, key, beside)
    saved = store.append(key, 1, late)
    assert saved.seen == meanwhile.seen + 1
    assert len(saved.game.entries) == (2 if late is not UNDO else 0)
    assert store.append(key, 1, late) == saved


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
def test_a_resend_is_known_over_what_happened_beside_the_game(
    store: Store, key: str, beside: list[Wish]
) -> None:
    happen(store, key, beside)
    saved = store.append(key, 0, turn("fours", "44421"))
    last = happen(store, key, [wish(Edit("again", STARTED))])
    assert store.append(key, 0, turn("fours", "12444")) == last
    with pytest.raises(Stale):
        store.append(key, 0, turn("fours", "44422"))
    assert store.load(key).game == saved.game


def test_a_turn_makes_no_note_and_no_name_late(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    store.append(key, 0, wish(Edit("by the lake", STARTED)))
    store.append(key, 0, renamed("Anna"))
    stored = store.append(key, 0, renamed("Bert", 2))
    assert (stored.note, stored.game.players, stored.seen) == ("by the lake", ("Anna", "Bert"), 4)


def test_two_notes_or_two_names_of_one_player_do_meet(store: Store, key: str) -> None:
    store.append(key, 0, wish(Edit("by the lake", STARTED)))
    store.append(key, 0, renamed("Anna"))
    for late in (wish(Edit("in the attic", STARTED)), renamed("Annika")):
        with pytest.raises(Stale):
            store.append(key, 0, late)
    assert store.append(key, 0, wish(Edit("by the lake", STARTED))).seen == 2


def test_a_score_card_makes_no_turn_late_and_a_turn_no_card(store: Store) -> None:
    key = store.create("free_for_all", ["Ana", "Ben"])
    store.append(key, 0, wish(Gain(ScoreCard(1, add=5))))
    store.append(key, 0, turn("chance"))
    stored = store.append(key, 0, turn("chance"))
    assert (stored.seen, stored.game.sheet(1).total) == (2, 21)
    stored = store.append(key, 1, wish(Gain(ScoreCard(2, add=7))))
    assert [stored.game.sheet(seat).total for seat in (1, 2)] == [21, 7]
    with pytest.raises(Stale):
        store.append(key, 0, wish(Gain(ScoreCard(2, add=7))))


def test_who_was_meant_is_read_from_the_game_as_it_was_seen(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    asked: list[int | None] = []

    def ask(then: StoredGame) -> Turn:
        asked.append(then.game.mover)
        return Turn(1, "fours", points=12)

    for seen in (0, 1):
        with pytest.raises((Stale, Refused)):
            store.append(key, seen, ask)
    assert asked == [1, 2]


def test_the_last_two_undos_of_two_phones_are_one(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"), ("chance", "12346"))
    store.append(key, 2, UNDO)
    store.append(key, 2, wish(Edit("by the lake", STARTED)))
    assert store.append(key, 2, UNDO).seen == 4
    assert store.append(key, 3, REDO).seen == 5
    assert len(store.load(key).game.entries) == 2


# --- what is no name of somebody here -----------------------------------------------------------------


def test_only_who_plays_here_is_renamed_here(store: Store, key: str) -> None:
    other = store.load(store.create("yahtzee", ["Cleo"])).player_ids[0]
    for player in (other, 0, 99, -1):
        with pytest.raises(Refused, match="unknown_player"):
            store.append(key, 0, wish(Rename(player, "Zoe")))
    assert store.load(key).seen == 0
    assert rows(store, "SELECT name FROM players ORDER BY id") == [("Ana",), ("Ben",), ("Cleo",)]


# --- what stays in memory ----------------------------------------------------------------------------


def test_what_memory_keeps_is_what_the_file_says(store: Store) -> None:
    keys = [store.create("yahtzee", ["Ana", "Ben"]) for _ in range(40)]  # more than are kept
    for box in ("fours", "chance"):
        for key in keys:
            play(store, key, (box, "44421"), (box, "12346"))
    for key in keys[::3]:
        store.append(key, 4, UNDO)
    kept = {key: store.load(key) for key in keys}
    store.forget()
    assert {key: store.load(key) for key in keys} == kept


def test_a_refused_or_late_turn_leaves_nothing_in_memory(store: Store, key: str) -> None:
    play(store, key, ("fours", "44421"))
    with pytest.raises(Refused):
        store.append(key, 1, turn("yacht"))
    with pytest.raises(Stale):
        store.append(key, 0, turn("chance"))
    kept = store.load(key)
    store.forget()
    assert store.load(key) == kept


def test_a_turn_that_the_file_does_not_take_is_not_kept_in_memory_either(store: Store, key: str) -> None:
    before = play(store, key, ("fours", "44421"))
    store.db.conn.execute(
        "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    with pytest.raises(sqlite3.IntegrityError):
        store.append(key, 1, turn("chance"))
    assert store.load(key) == before
    store.db.conn.execute("DROP TRIGGER full")
    assert store.append(key, 1, turn("chance")).seen == 2


# --- the end of a game ----------------------------------------------------------------------------


def results(store: Store) -> list[tuple[object, ...]]:
    return rows(
        store,
        "SELECT seat, ruleset, finished_at, total, rank, upper, bonus, extras FROM results ORDER BY seat",
    )


def test_results_are_written_with_the_last_turn_and_not_before(store: Store) -> None:
    key = store.create("yacht", ["Ana", "Ben"])
    every = [box.id for box in RULESETS["yacht"].boxes]
    turns = [(box, dice) for box in every for dice in ("66666", "12346")]
    almost = play(store, key, *turns[:-1])
    assert almost.finished_at is None
    assert results(store) == []
    done = play(store, key, turns[-1])
    assert done.game.finished
    # Ana: 30 upper, four of a kind 30, no full house, no straights, yacht 50, chance 30; Ben: 16, 30, 16.
    assert results(store) == [
        (1, "yacht", done.finished_at, 140, 1, 30, 0, 0),
        (2, "yacht", done.finished_at, 62, 2, 16, 0, 0),
    ]
    assert rows(store, "SELECT finished_at FROM games") == [(done.finished_at,)]
    ((boxes_as_text,),) = rows(store, "SELECT boxes FROM results WHERE seat = 2")
    assert json.loads(str(boxes_as_text)) == boxes(done.game, 2)


def test_results_keep_bonus_and_extra_yahtzees(store: Store) -> None:
    key = store.create("yahtzee", ["Ana"])
    play(store, key, ("yahtzee", "66666"), ("sixes", "66666"), ("fives", "55555"), ("fours", "44441"))
    done = finish(store, key)
    ((_, _, _, total, rank, upper, bonus, extras),) = results(store)
    assert (rank, bonus, extras) == (1, 35, 2)
    assert (total, upper) == (done.game.sheet(1).total, done.game.sheet(1).upper)


def test_equal_totals_share_a_rank_in_the_results(store: Store) -> None:
    finish(store, store.create("yacht", ["Ana", "Ben", "Cleo"]))
    assert [row[4] for row in results(store)] == [1, 1, 1]


def test_undo_reopens_a_finished_game_and_takes_its_results_away(store: Store) -> None:
    done = finish(store, store.create("yacht", ["Ana"]))
    reopened = store.append(done.key, done.seen, UNDO)
    assert reopened.finished_at is None
    assert reopened.game.mover == 1
    assert results(store) == []
    assert rows(store, "SELECT finished_at FROM games") == [(None,)]
    again = finish(store, done.key, "66666")
    assert [row[3] for row in results(store)] == [again.game.sheet(1).total]
    assert store.load(done.key).finished_at == again.finished_at


def test_a_finished_game_takes_no_more_turns(store: Store) -> None:
    done = finish(store, store.create("yacht", ["Ana"]))
    with pytest.raises(Refused, match="game_finished"):
        store.append(done.key, done.seen, turn("chance"))
    assert store.load(done.key) == done


def test_games_do_not_disturb_each_other(store: Store) -> None:
    one, other = store.create("yahtzee", ["Ana", "Ben"]), store.create("yahtzee", ["Ana", "Ben"])
    play(store, one, ("fours", "44421"))
    play(store, other, ("chance", "12346"), ("ones", "11234"))
    assert store.load(one).seen == 1
    assert store.load(other).seen == 2
    store.append(one, 1, UNDO)
    assert len(store.load(other).game.entries) == 2


def test_undo_and_redo_give_the_old_finish_back(store: Store) -> None:
    done = finish(store, store.create("yacht", ["Ana"]))
    store.db.conn.execute("UPDATE events SET at = '2096-11-29T19:00:00Z'")
    store.forget()
    store.append(done.key, done.seen, UNDO)
    again = store.append(done.key, done.seen + 1, REDO)
    assert again.finished_at == "2096-11-29T19:00:00Z"
    assert rows(store, "SELECT finished_at FROM games") == [("2096-11-29T19:00:00Z",)]
    assert rows(store, "SELECT finished_at FROM results") == [("2096-11-29T19:00:00Z",)]


# --- a game that can't be read ------------------------------------------------------------------------

SPOILED = [
    "UPDATE events SET dice = '99999'",
    "UPDATE events SET dice = '1234'",
    "UPDATE events SET box = 'sevens'",
    "UPDATE events SET seat = 7",
    "UPDATE events SET seat = NULL",
    "UPDATE events SET kind = 'dance'",
    "UPDATE events SET more = '{'",
    "UPDATE events SET more = '7'",
    "UPDATE events SET more = 'null'",
    """UPDATE events SET more = '{"colour": 1}'""",
    """UPDATE events SET more = '{"card": 7}'""",
    """UPDATE events SET kind = 'order', seat = NULL, box = NULL, dice = NULL, more = '{"order": 3}'""",
    """UPDATE events SET kind = 'roll_off', seat = NULL, more = '{"rolls": [1]}'""",
    "UPDATE games SET ruleset = 'chess'",
]


@pytest.mark.parametrize("sql", SPOILED)
def test_a_game_whose_events_no_version_wrote_is_unreadable_and_others_are_not(
    store: Store, key: str, sql: str
) -> None:
    play(store, key, ("fours", "44421"))
    store.db.conn.execute(sql)
    store.forget()
    other = store.create("yahtzee", ["Ana", "Ben"])
    for use in (store.load, store.load_any, lambda key: store.append(key, 1, turn("chance"))):
        with pytest.raises(Unreadable) as caught:
            use(key)
        assert (caught.value.key, caught.value.reason) == (key, "unreadable_game")
    assert play(store, other, ("fours", "44421")).seen == 1
    [row] = store.raw_events(key)
    assert row["number"] == 1


def test_raw_events_of_no_game_are_none(store: Store) -> None:
    with pytest.raises(NoSuchGame):
        store.raw_events("nothing")
