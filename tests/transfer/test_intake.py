"""Games on their way in: known again, refused whole, added all or none."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import Record, read_record, write_record
from scorepad.rules import Place, Refused
from scorepad.stats import every_key
from scorepad.store import Store
from scorepad.transfer import Intake, check
from tests.helpers import REDO, UNDO, boxes, finish, play, rows, solo
from tests.strategies import quick
from tests.transfer.told import (
    Told,
    bundled,
    everything,
    record,
    refusal,
    sent,
    take_in,
    throw_away,
    tied_game,
)

# --- what comes in ------------------------------------------------------------------------------------


def test_a_finished_game_without_a_finish_ended_when_it_started(store: Store) -> None:
    take_in(store, tied_game() | {"started_at": "2024-05-01T10:00:00Z", "finished_at": None})
    assert rows(store, "SELECT started_at, finished_at FROM games") == [("2024-05-01T10:00:00Z",) * 2]
    assert rows(store, "SELECT DISTINCT finished_at FROM results") == [("2024-05-01T10:00:00Z",)]


def test_a_game_without_times_is_one_of_today(store: Store) -> None:
    today = time.strftime("%Y-%m-%d", time.gmtime())
    take_in(store, tied_game())
    [(started_at, finished_at)] = rows(store, "SELECT started_at, finished_at FROM games")
    assert str(started_at) >= today
    assert started_at == finished_at


def test_an_unfinished_game_has_no_finish_whatever_its_record_says(store: Store) -> None:
    take_in(store, record(finished_at="2026-11-29T19:00:00Z"))
    assert rows(store, "SELECT finished_at FROM games") == [(None,)]
    assert rows(store, "SELECT * FROM results") == []


def test_a_game_that_came_in_is_played_on(store: Store) -> None:
    take_in(store, record())
    key = every_key(store)[0]
    stored = play(store, key, ("ones", "11234"))
    assert boxes(stored.game, 2) == {"ones": 2}
    stored = store.append(key, stored.seen, UNDO)
    stored = store.append(key, stored.seen, UNDO)
    assert stored.game.entries == ()
    finish(store, key)
    assert list(check(store)) == []


def test_people_are_known_by_their_folded_names(store: Store) -> None:
    play(store, store.create("yahtzee", ["ANA", "Åke"]), ("ones", "11234"))
    intake = Intake(store)
    games = [record(players=["Ana", "A\u030ake"]), record(players=["Ben", "ana"], turns=[])]
    intake.read(sent(bundled(*games, record(players=["BEN"], turns=[]))))
    assert (intake.names, intake.new_names(9), intake.new_names(0)) == (1, ("Ben",), ())
    assert intake.save() == 3
    assert rows(store, "SELECT name FROM players ORDER BY id") == [("ANA",), ("Åke",), ("Ben",)]


def test_times_of_any_zone_are_kept_in_utc(store: Store) -> None:
    take_in(store, record(started_at="2026-11-29T20:05:00+02:00"))
    assert rows(store, "SELECT started_at FROM games") == [("2026-11-29T18:05:00Z",)]
    assert take_in(store, record()) == (0, 1)


@pytest.mark.parametrize("changes", [{}, {"id": "x"}, {"started_at": None}, {"started_at": None, "id": "x"}])
def test_importing_twice_adds_nothing(store: Store, changes: Told) -> None:
    games = bundled(record(**changes), tied_game())
    assert take_in(store, games) == (2, 0)
    before = everything(store)
    assert take_in(store, games) == (0, 2)
    assert everything(store) == before


def test_the_same_game_twice_in_one_bundle_comes_in_once(store: Store) -> None:
    named = record(id="x")
    assert take_in(store, bundled(named, named, record(turns=[]), record(turns=[]))) == (2, 2)


def test_names_in_other_letters_and_another_note_make_no_other_game(store: Store) -> None:
    assert take_in(store, record()) == (1, 0)
    turns = [{"player": "ANA", "dice": "44421", "box": "fours"}]
    assert take_in(store, record(players=["ANA", "ben"], turns=turns, note="Again")) == (0, 1)


def test_a_record_without_its_id_is_known_by_what_it_says(store: Store) -> None:
    stored = solo(store)
    without = write_record(stored.record)
    del without["id"]
    assert take_in(store, bundled(without, without)) == (0, 2)
    assert take_in(store, without | {"started_at": "2020-01-01T00:00:00Z"}) == (1, 0)


def test_two_games_that_say_the_same_under_other_ids_are_two(store: Store) -> None:
    assert take_in(store, bundled(record(id="x"), record(id="y"))) == (2, 0)


def test_a_game_that_had_hints_comes_in_marked_and_goes_out_so(store: Store) -> None:
    assert take_in(store, record(hints=True)) == (1, 0)
    stored = store.load(*every_key(store))
    assert (stored.hints, stored.hinted) == (True, True)
    assert write_record(stored.record)["hints"] is True
    assert boxes(finish(store, stored.key).game)
    assert rows(store, "SELECT DISTINCT hinted FROM results") == [(1,)]
    assert list(check(store)) == []


def test_a_finished_game_that_had_hints_comes_in_marked(store: Store) -> None:
    stored = solo(store)
    take_in(store, write_record(stored.record) | {"id": "another", "hints": True})
    assert rows(store, "SELECT hinted FROM results ORDER BY game") == [(0,), (1,)]
    assert list(check(store)) == []


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("named", [{}, {"id": "x"}])
def test_hints_make_no_other_game_and_what_is_here_keeps_its_mark(
    store: Store, named: Told, first: bool
) -> None:
    assert take_in(store, record(hints=first, **named)) == (1, 0)
    assert take_in(store, record(hints=not first, **named)) == (0, 1)
    assert store.load(*every_key(store)).hinted is first


@pytest.mark.parametrize(
    "changes",
    [
        {"turns": []},
        {"turns": [{"dice": "12444", "box": "ones"}]},
        {"players": ["Ana", "Cleo"]},
        {"ruleset": "yacht"},
        {"started_at": "2026-11-29T18:05:01Z"},
    ],
)
def test_the_same_id_with_other_content_is_refused(store: Store, changes: Told) -> None:
    take_in(store, record(id="x"))
    refused = refusal(store, record(**{"id": "x"} | changes))
    players = ", ".join(changes.get("players", ["Ana", "Ben"]))
    assert (refused.reason, refused.facts, refused.places) == ("other_content", {"players": players}, ())
    refused = refusal(store, bundled(record(turns=[]), record(**{"id": "x"} | changes)))
    assert (refused.reason, refused.places) == ("other_content", (Place("game", 2),))


def test_one_id_for_two_games_of_a_bundle_is_refused(store: Store) -> None:
    refused = refusal(store, bundled(record(id="x"), record(id="x", turns=[])))
    assert (refused.reason, refused.place) == ("other_content", Place("game", 2))


def test_a_game_played_on_since_is_refused_as_another_content(store: Store) -> None:
    take_in(store, record())
    play(store, every_key(store)[0], ("ones", "11234"))
    assert refusal(store, record()).reason == "other_content"


def test_what_was_thrown_away_here_is_known_and_counted(store: Store) -> None:
    take_in(store, record())
    throw_away(store, every_key(store)[0])
    intake = Intake(store)
    intake.read(sent(record()))
    assert (intake.new, intake.known, intake.thrown_away) == (0, 1, 1)


def test_a_game_that_came_in_between_is_passed_over(store: Store) -> None:
    one, two = Intake(store), Intake(store)
    one.read(sent(bundled(record(), record(turns=[]))))
    two.read(sent(record()))
    assert two.save() == 1
    assert one.save() == 1
    assert len(every_key(store)) == 2


# --- refused whole ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent.parent / "cases").glob("*.json")), ids=lambda p: p.stem
)
def test_a_bundle_with_a_case_that_breaks_a_rule_names_game_and_turn(long_lived: Store, path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    if "refused_at" in case:
        refused = refusal(long_lived, bundled(record(turns=[]), record(), case["record"]))
        game, inner = refused.places
        assert (game, str(inner)) == (Place("game", 3), case["refused_at"])


BAD_DATA: list[tuple[object, str]] = [
    ([], "no_record"),
    ("x", "no_record"),
    (7, "no_record"),
    (None, "no_record"),
    ({}, "no_record"),
    ([record()], "no_record"),
    (record(version=2), "other_version"),
    (bundled(version=2), "other_version"),
    (bundled(version="1"), "key_type"),
    (bundled(version=True), "key_type"),
    ({"format": "scorepad-bundle", "games": []}, "key_missing"),
    ({"format": "scorepad-bundle", "version": 1}, "key_missing"),
    (bundled(colour="red"), "unknown_key"),
    (bundled(score_cards=[]), "unknown_key"),
    (bundled(games={}), "key_type"),
    (bundled(games=None), "key_type"),
    (bundled(bundled()), "is_bundle"),
    (bundled(7), "no_record"),
    (record(colour="red"), "unknown_key"),
    (record(started_at="0001-01-01T00:00:00Z"), "far_time"),
    (record(finished_at="9999-12-31T23:59:59Z"), "far_time"),
    (record(started_at="soon"), "bad_time"),
    (record(note="\x00"), "unprintable"),
    (record(note="x" * 2001), "text_long"),
    (record(id="\ud800"), "unprintable"),
    (record(players=["\u200b"]), "name_blank"),
    (record(turns=[{"points": 2**70, "box": "fours"}]), "impossible_points"),
]


@pytest.mark.parametrize(("data", "reason"), BAD_DATA)
def test_what_breaks_the_format_is_refused_with_nothing_added(
    long_lived: Store, data: object, reason: str
) -> None:
    assert refusal(long_lived, data).reason == reason
    if isinstance(data, dict) and data.get("format") == "scorepad-game":
        refused = refusal(long_lived, bundled(record(players=["Zoe"], turns=[]), data))
        assert (refused.reason, refused.places[0]) == (reason, Place("game", 2))


BAD_BYTES = [
    (b"", "not_json"),
    (b"\xff\xfe", "not_json"),
    (b"\x00" * 40, "not_json"),
    (b"PK\x03\x04" + bytes(range(256)), "not_json"),
    (sent(bundled(record())).read()[:-9], "not_json"),
    (sent(bundled(record())).read() + b"x", "not_json"),
    (b'{"format": NaN}', "not_json"),
    (b'{"version": ' + b"9" * 5000 + b"}", "not_json"),
    (b"[" * 100_000, "too_deep"),
    (b'{"games": ' * 100_000, "too_deep"),
    (b'{"a": 1, "a": 2}', "key_twice"),
]


@pytest.mark.parametrize(("raw", "reason"), BAD_BYTES, ids=lambda raw: str(raw[:12]))
def test_bytes_that_are_no_record_are_refused(long_lived: Store, raw: bytes, reason: str) -> None:
    assert refusal(long_lived, raw).reason == reason


def with_points(points: int) -> Told:
    """A Free for All game of two whose one card adds that many points."""
    added = {"player": "Ana", "name": "Many", "add": points}
    return record(ruleset="free_for_all", score_cards=[added])


@pytest.mark.parametrize("points", [10**12 + 1, 2**63, 2**70, 10**400])
def test_numbers_that_do_not_fit_are_refused(long_lived: Store, points: int) -> None:
    assert refusal(long_lived, with_points(points)).reason == "card_many_points"
    card = {"kind": "reduce_opponent", "player": "Ben", "points": points}
    turns = [{"dice": "12444", "box": "fours", "action_card": card}]
    assert refusal(long_lived, record(ruleset="free_for_all", turns=turns)).reason == "card_many_points"


def test_many_cards_of_the_largest_number_fit_together_and_are_played_on_to_the_end(store: Store) -> None:
    game = with_points(10**12)
    take_in(store, game | {"score_cards": game["score_cards"] * 1000})
    assert finish(store, every_key(store)[0]).game.sheet(1).total > 10**15
    assert list(check(store)) == []


def test_a_failure_in_the_middle_leaves_nothing(store: Store) -> None:
    solo(store)
    before = everything(store)

    def broken() -> Iterator[Record]:
        yield read_record(record())
        raise OSError("the power went")

    with pytest.raises(OSError, match="the power went"):
        store.add_games(broken())
    assert everything(store) == before


@quick(60)
@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists, max_leaves=6) | st.binary())
def test_whatever_is_sent_it_is_taken_or_refused(long_lived: Store, data: object) -> None:
    with pytest.raises(Refused):
        Intake(long_lived).read(sent(data if isinstance(data, bytes) else bundled(data)))


def test_a_finish_that_was_told_is_that_of_the_last_entry_until_it_is_played_anew(store: Store) -> None:
    take_in(
        store, tied_game() | {"started_at": "2024-05-01T10:00:00Z", "finished_at": "2024-05-01T11:00:00Z"}
    )
    stored = store.load(every_key(store)[0])
    assert stored.finished_at == "2024-05-01T11:00:00Z"
    while stored.finished_at:
        stored = store.append(stored.key, stored.seen, UNDO)
    stored = store.append(stored.key, stored.seen, REDO)
    assert stored.finished_at == "2024-05-01T11:00:00Z"
    assert list(check(store)) == []


def test_a_record_beside_a_game_that_cannot_be_read_is_known_by_its_id(store: Store) -> None:
    take_in(store, record(id="x"))
    store.db.conn.execute("UPDATE events SET dice = '99999'")
    store.forget()
    assert take_in(store, record(id="x")) == (0, 1)
    assert take_in(store, record()) == (1, 0)
