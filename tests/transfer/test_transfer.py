"""Games in and out: round trips, importing twice, refusals that leave nothing behind, tables, the check."""

from __future__ import annotations

import csv
import io
import json
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.cards import ActionCard, ScoreCard
from scorepad.rules.dice import ALL_ROLLS
from scorepad.rules.events import Wish
from scorepad.rules.game import TURN, Entry, Game, Table, roll_off, with_card
from scorepad.rules.record import Record, read_record, score, write_record
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.rulesets import RULESETS
from scorepad.rules.sheet import targets
from scorepad.stats import every_key
from scorepad.store import NoSuchGame, Store
from scorepad.transfer import (
    GAME_COLUMNS,
    SHEET_ROWS,
    TURN_COLUMNS,
    Intake,
    bundle,
    check,
    encoded,
    every_game,
    games_table,
    rebuild,
    sheet_table,
    turns_table,
)
from tests.helpers import UNDO, finish, play, rows, solo
from tests.strategies import Story, nonsense, quick, stories, told

CASES = {
    path.stem: case["record"]
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    if "expect" in (case := json.loads(path.read_text(encoding="utf-8")))
}
TABLES = ("games", "players", "seats", "events", "results")
IDS = {column: column for column in (*GAME_COLUMNS, *TURN_COLUMNS, *SHEET_ROWS)}
numbers = count(1)

Told = dict[str, Any]


def record(**changes: Any) -> Told:
    """A small record in good order but for these keys."""
    turns = [{"player": "Ana", "dice": "12444", "box": "fours"}]
    good = {"format": "scorepad-game", "version": 1, "ruleset": "yahtzee", "players": ["Ana", "Ben"]}
    return good | {"started_at": "2026-11-29T18:05:00Z", "turns": turns} | changes


def bundled(*games: object, **changes: object) -> Told:
    return {"format": "scorepad-bundle", "version": 1, "games": list(games)} | changes


def sent(data: object) -> bytes:
    return json.dumps(data).encode()


def take_in(store: Store, data: object) -> tuple[int, int]:
    """Imports that; how many games were added, and how many were there."""
    intake = Intake(store)
    intake.read(sent(data))
    return intake.save(), intake.known


def refusal(store: Store, data: object) -> Refused:
    """Why that is refused; nothing may be left of it."""
    before = everything(store)
    with pytest.raises(Refused) as caught:
        Intake(store).read(data if isinstance(data, bytes) else sent(data))
    assert everything(store) == before
    return caught.value


def everything(store: Store) -> list[object]:
    return [rows(store, f"SELECT * FROM {table}") for table in TABLES]


def exported(store: Store) -> Told:
    found: Told = json.loads(b"".join(encoded(bundle(every_game(store)))))
    return found


def loaded(store: Store, uid: str) -> Told:
    """The record of the game of that uid, as the store gives it out."""
    [(key,)] = rows(store, "SELECT key FROM games WHERE uid = ?", uid)
    return write_record(store.load(str(key)).record)


@pytest.fixture(scope="module")
def long_lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One store for all examples of a property; each brings uids of its own."""
    store = Store(tmp_path_factory.mktemp("transfer") / "scorepad.db")
    yield store
    store.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """A second, empty store."""
    store = Store(tmp_path / "other" / "scorepad.db")
    yield store
    store.close()


# --- games made here --------------------------------------------------------------------------------


def card_game(seed: int, whole: bool = True) -> Game:
    """A legal Free for All game with cards of all kinds; a tie at its end is rolled off."""
    chance = random.Random(seed)
    players = ["Ana", "Ben", "Cleo", "Dov"][: chance.randint(2, 4)]
    table = Table(RULESETS["free_for_all"], players)
    while table.mover and (whole or len(table.entries) < 9):
        table.add(_card_turn(table, table.mover, chance))
    game = table.game()
    for _ in range(chance.randint(0, 4)):
        game = with_card(game, _score_card(game, chance))
    while game.to_roll:
        game = roll_off(game, tuple((seat, chance.randint(1, 6)) for seat in game.to_roll))
    return game


def _card_turn(table: Table, seat: int, chance: random.Random) -> Entry:
    dice = chance.choice(ALL_ROLLS)
    target = chance.choice(targets(table.sheets[seat - 1], dice))
    new = dice.faces[0]
    cards = [
        ActionCard("change_die", old=new % 6 + 1, new=new),
        ActionCard("extra_roll"),
        ActionCard("reduce_opponent", seat=seat % len(table.players) + 1, points=chance.randint(1, 30)),
        ActionCard("other", name="Swap the sheets"),
    ]
    card = chance.choice(cards) if table.sheets[seat - 1].played < 3 and chance.random() < 0.3 else None
    return Entry(TURN, seat, target.box, dice=dice, card=card, claim=target.claim)


def _score_card(game: Game, chance: random.Random) -> ScoreCard:
    seat = chance.choice(game.seats)
    if chance.random() < 0.5:
        return ScoreCard(seat, "Lucky", add=chance.randint(1, 50))
    return ScoreCard(seat, "", box=chance.choice(game.ruleset.boxes).id, by=chance.choice((2, 3)))


def tied_game() -> Told:
    return json.loads(json.dumps(CASES["roll-off-two-rounds"]))


# --- round trips --------------------------------------------------------------------------------------


@quick(60)
@given(stories())
def test_a_game_of_any_rule_set_comes_in_and_goes_out_the_same(long_lived: Store, story: Story) -> None:
    uid = f"story {next(numbers)}"
    players = tuple(story.came)
    told_by = Record(story.game, uid, "2026-11-29T18:05:00Z", None, "At the\nsea")
    before = write_record(told_by)
    assert before["players"] == list(players)
    assert take_in(long_lived, before) == (1, 0)
    after = loaded(long_lived, uid)
    finished = story.game.finished
    assert after == before | {"finished_at": "2026-11-29T18:05:00Z" if finished else None}
    assert take_in(long_lived, bundled(before, after)) == (0, 2)


@quick(40)
@given(st.integers(0, 10**6), st.booleans())
def test_a_game_with_cards_and_roll_offs_comes_in_and_goes_out_the_same(
    long_lived: Store, seed: int, whole: bool
) -> None:
    uid, game = f"cards {next(numbers)}", card_game(seed, whole)
    before = write_record(Record(game, uid, "2026-11-29T18:05:00Z", "2026-11-29T19:00:00Z"))
    assert take_in(long_lived, before) == (1, 0)
    assert loaded(long_lived, uid) == before | {"finished_at": before["finished_at"] if whole else None}
    assert score(read_record(before).game) == score(read_record(loaded(long_lived, uid)).game)
    assert take_in(long_lived, before) == (0, 1)


@pytest.mark.parametrize("name", CASES)
def test_a_shared_case_comes_in_and_goes_out_the_same(long_lived: Store, name: str) -> None:
    uid = f"case {next(numbers)}"
    assert take_in(long_lived, CASES[name] | {"id": uid}) == (1, 0)
    wanted = write_record(read_record(CASES[name]))
    after = loaded(long_lived, uid)
    assert all(after[key] == wanted[key] for key in ("ruleset", "players", "turns"))
    assert after.get("score_cards") == wanted.get("score_cards")
    assert after.get("roll_offs") == wanted.get("roll_offs")


@quick(20)
@given(st.data())
def test_a_game_told_by_detours_goes_out_as_what_stands(long_lived: Store, data: st.DataObject) -> None:
    story = data.draw(stories(marks=False, paper=False))
    events = data.draw(told(story))
    key = long_lived.create(story.ruleset, list(story.players))
    for event in events:
        wish = Wish(event.kind, event.entry, event.of if event.kind == "fix" else None)
        with suppress(Refused):
            long_lived.append(key, long_lived.load(key).seen, wish)
    before = write_record(long_lived.load(key).record)
    assert take_in(long_lived, before) == (0, 1)
    uid = f"detour {next(numbers)}"
    assert take_in(long_lived, before | {"id": uid}) == (1, 0)
    assert loaded(long_lived, uid) == before | {"id": uid}


def test_everything_goes_out_and_comes_into_another_pad(store: Store, other: Store) -> None:
    solo(store)
    play(store, store.create("yatzy", ["Åke", "مینا"], note="=1+1"), ("ones", "11234"))
    take_in(store, bundled(*CASES.values()))
    gone = store.create("yacht", ["Gone"])
    store.throw_away(gone)
    out = exported(store)
    assert len(out["games"]) == len(CASES) + 2
    assert take_in(other, out) == (len(CASES) + 2, 0)
    assert exported(other) == out
    assert list(check(other)) == []


def test_an_empty_pad_goes_out_as_an_empty_bundle(store: Store) -> None:
    assert exported(store) == bundled()
    assert take_in(store, exported(store)) == (0, 0)


def test_a_bundle_is_written_a_piece_a_game(store: Store) -> None:
    for _ in range(3):
        solo(store)
    assert len(list(bundle(every_game(store)))) == 4


def test_a_game_thrown_away_during_an_export_is_left_out(store: Store) -> None:
    keys = [store.create("yacht", [name]) for name in ("Ana", "Ben")]
    games = every_game(store)
    assert next(games).key == keys[0]
    store.throw_away(keys[1])
    assert list(games) == []


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
    assert stored.game.sheet(2).filled == {"ones": 2}
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
    assert intake.new_names == ("Ben",)
    assert intake.save() == 3
    assert rows(store, "SELECT name FROM players ORDER BY id") == [("ANA",), ("Åke",), ("Ben",)]


def test_times_of_any_zone_are_kept_in_utc(store: Store) -> None:
    take_in(store, record(started_at="2026-11-29T20:05:00+02:00"))
    assert rows(store, "SELECT started_at FROM games") == [("2026-11-29T18:05:00Z",)]
    assert take_in(store, record()) == (0, 1)


def test_many_games_come_in_quickly(store: Store) -> None:
    games = [write_record(Record(card_game(seed), f"{seed}")) for seed in range(120)]
    begun = time.process_time()
    assert take_in(store, bundled(*games)) == (120, 0)
    assert 120 / (time.process_time() - begun) > 150, "a slow machine makes five hundred, and more"


# --- twice --------------------------------------------------------------------------------------------


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
    store.throw_away(every_key(store)[0])
    intake = Intake(store)
    intake.read(sent(record()))
    assert (intake.new, intake.known, intake.thrown_away) == ((), 1, 1)


def test_a_game_that_came_in_between_is_passed_over(store: Store) -> None:
    one, two = Intake(store), Intake(store)
    one.read(sent(bundled(record(), record(turns=[]))))
    two.read(sent(record()))
    assert two.save() == 1
    assert one.save() == 1
    assert len(every_key(store)) == 2


# --- refused whole ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent / "cases").glob("*.json")), ids=lambda p: p.stem
)
def test_a_bundle_with_a_case_that_breaks_a_rule_names_game_and_turn(long_lived: Store, path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    if "refused_at" in case:
        refused = refusal(long_lived, bundled(record(turns=[]), record(), case["record"]))
        game, inner = refused.places
        assert (game, f"{inner.kind} {inner.number}") == (Place("game", 3), case["refused_at"])


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
    (sent(bundled(record()))[:-9], "not_json"),
    (sent(bundled(record())) + b"x", "not_json"),
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


@pytest.mark.parametrize("points", [2**63, 2**70, 10**400])
def test_numbers_that_do_not_fit_are_refused(long_lived: Store, points: int) -> None:
    assert refusal(long_lived, with_points(points)).reason == "number_big"
    card = {"kind": "reduce_opponent", "player": "Ben", "points": points}
    turns = [{"dice": "12444", "box": "fours", "action_card": card}]
    assert refusal(long_lived, record(ruleset="free_for_all", turns=turns)).reason == "number_big"


def test_several_numbers_that_do_not_fit_together_are_refused(long_lived: Store) -> None:
    game = with_points(2**62)
    assert refusal(long_lived, game | {"score_cards": game["score_cards"] * 2}).reason == "number_big"


def test_the_largest_number_that_fits_is_played_on_to_the_end(store: Store) -> None:
    take_in(store, with_points(2**63 - 1 - 2**32))
    assert finish(store, every_key(store)[0]).game.sheet(1).total > 2**62
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
    raw = data if isinstance(data, bytes) else sent(bundled(data))
    with pytest.raises(Refused):
        Intake(long_lived).read(raw)


# --- tables -------------------------------------------------------------------------------------------


def table(pieces: Iterable[str]) -> list[list[str]]:
    """A table as a spreadsheet reads it: the mark, then lines that end as CSV has them."""
    raw = b"".join(encoded(pieces))
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw.endswith(b"\r\n")
    return list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def cells(lines: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    head, *rest = lines
    assert all(len(line) == len(head) for line in rest)
    return [dict(zip(head, line, strict=True)) for line in rest]


def test_the_table_of_games_has_a_line_for_each_player(store: Store) -> None:
    stored = finish(store, store.create("yacht", ["Ana", "Åke"], note='At "home", again\nand again'))
    play(store, store.create("yatzy", ["مینا"]), ("ones", "11234"))
    first, second, third = cells(table(games_table(every_game(store), IDS)))
    assert (first["player"], second["player"], third["player"]) == ("Ana", "Åke", "مینا")
    assert first["note"] == 'At "home", again\nand again'
    assert (first["total"], first["rank"]) == (str(stored.game.sheet(1).total), "1")
    assert first["id"] == second["id"] == stored.uid
    assert (third["total"], third["rank"], third["finished_at"]) == ("2", "", "")


def test_the_table_of_turns_has_a_line_for_each_entry(other: Store) -> None:
    take_in(other, bundled(CASES["skip-leave-join"], CASES["free-for-all-cards"], CASES["paper-turns"]))
    lines = cells(table(turns_table(every_game(other), IDS)))
    games = [stored.game for stored in every_game(other)]
    assert len(lines) == sum(len(game.entries) for game in games)
    assert {line["kind"] for line in lines} == {"turn", "skip", "leave", "join"}
    assert {line["action_card"] for line in lines} == {"", "change_die 2 6", "reduce_opponent 10 Ana"}
    paid = [target for game in games for target in game.scored]
    assert [line["points"] for line in lines] == [str(target.points) if target else "" for target in paid]
    assert "" in {line["dice"] for line in lines if line["kind"] == "turn"}


def test_the_table_of_a_sheet_adds_up() -> None:
    game = card_game(4)
    labels = IDS | {box.id: box.id for box in game.ruleset.boxes}
    lines = {line[0]: line[1:] for line in table(sheet_table(game, labels))}
    assert lines["box"] == list(game.players)
    for seat in game.seats:
        column = {name: int(line[seat - 1]) for name, line in lines.items() if name != "box"}
        parts = [box.id for box in game.ruleset.boxes]
        parts += ["upper_bonus", "extra_points", "score_cards", "penalties"]
        assert column["total"] == sum(column[part] for part in parts) == game.sheet(seat).total
        assert column["rank"] == game.ranks[seat]
    assert any(line.startswith("-") for line in lines["penalties"])


def test_an_open_box_is_empty_and_a_zero_is_a_zero() -> None:
    game = read_record(
        record(turns=[{"dice": "12444", "box": "ones"}, {"dice": "11111", "box": "sixes"}])
    ).game
    labels = IDS | {box.id: box.id for box in game.ruleset.boxes}
    lines = {line[0]: line[1:] for line in table(sheet_table(game, labels))}
    assert (lines["ones"], lines["sixes"]) == (["1", ""], ["", "0"])
    assert "rank" not in lines


FORMULAS = ["=1+1", "+1", "-x", "@SUM(A1)", "=cmd|' /C calc'!A0", "－1", "＝1", "＋1", "＠x", "-1+1"]


@pytest.mark.parametrize("name", FORMULAS)
def test_no_cell_is_taken_for_a_formula(store: Store, name: str) -> None:
    store.create("yahtzee", [name, "x"], note=f"{name}\t")
    line, _ = cells(table(games_table(every_game(store), IDS)))
    assert (line["player"], line["note"]) == (f"'{name}", f"'{name}\t")


@pytest.mark.parametrize("note", ["\t=1", "\r=1", "\n=1"])
def test_a_note_that_begins_with_a_blank_sign_is_no_formula_either(store: Store, note: str) -> None:
    store.create("yahtzee", ["Ana"], note=note)
    [line] = cells(table(games_table(every_game(store), IDS)))
    assert line["note"] == f"'{note}"


@pytest.mark.parametrize("name", ["-5", "-12.5", "a=1", "5-2", "'x", "۵"])
def test_plain_texts_and_negative_numbers_stay_as_they_are(store: Store, name: str) -> None:
    store.create("yahtzee", [name])
    [line] = cells(table(games_table(every_game(store), IDS)))
    assert line["player"] == name


# --- check --------------------------------------------------------------------------------------------


def faults(store: Store) -> list[tuple[str, int]]:
    store.forget()
    return [(fault.reason, fault.places[0].number) for fault in check(store)]


TAMPERED = [
    "UPDATE results SET total = total + 1 WHERE seat = 1",
    "UPDATE results SET rank = 2",
    "UPDATE results SET boxes = '{}'",
    "UPDATE results SET finished_at = '2020-01-01T00:00:00Z'",
    "DELETE FROM results",
    "UPDATE games SET finished_at = NULL WHERE finished_at IS NOT NULL",
]


@pytest.mark.parametrize("sql", TAMPERED)
def test_check_finds_a_tampered_result_and_a_rebuild_mends_it(store: Store, sql: str) -> None:
    store.create("yacht", ["Cleo"])
    stored = finish(store, store.create("yacht", ["Ana", "Ben"]))
    truth = everything(store)
    assert faults(store) == []
    store.db.conn.execute(sql)
    assert faults(store) == [("results_differ", 2)]
    rebuild(store)
    assert faults(store) == []
    if stored.finished_at == stored.events[-1].at:
        assert everything(store) == truth


def test_check_finds_results_of_a_game_that_is_not_finished(store: Store) -> None:
    stored = solo(store)
    store.db.conn.execute("DELETE FROM events WHERE number = ?", (stored.seen,))
    assert faults(store) == [("results_differ", 1)]
    rebuild(store)
    assert faults(store) == []
    assert rows(store, "SELECT * FROM results") == []


UNREADABLE = [
    ("UPDATE events SET dice = '99999'", "dice_face"),
    ("UPDATE events SET box = 'sevens' WHERE number = 1", "unknown_box"),
    ("UPDATE events SET more = '{' WHERE number = 1", "unreadable_game"),
    ("UPDATE events SET more = '7' WHERE number = 1", "unreadable_game"),
    ("UPDATE games SET ruleset = 'chess'", "unknown_ruleset"),
    ("UPDATE events SET seat = 7 WHERE number = 1", "unknown_player"),
]


@pytest.mark.parametrize(("sql", "reason"), UNREADABLE)
def test_check_names_a_game_that_cannot_be_read_and_a_rebuild_leaves_it(
    store: Store, sql: str, reason: str
) -> None:
    solo(store)
    store.db.conn.execute(sql)
    [(found, number)] = faults(store)
    assert (found, number) == (reason, 1)
    [fault] = check(store)
    assert fault.places[0].said[1:] == ("Ana",)
    before = everything(store)
    rebuild(store)
    assert everything(store) == before


def test_check_counts_rows_without_a_game(store: Store) -> None:
    solo(store)
    store.db.conn.execute("PRAGMA foreign_keys = OFF")
    store.db.conn.execute("INSERT INTO seats VALUES (99, 1, 1)")
    [fault] = check(store)
    assert (fault.reason, fault.facts) == ("loose_rows", {"count": 1})


def test_check_looks_at_games_that_were_thrown_away_too(store: Store) -> None:
    stored = solo(store)
    store.throw_away(stored.key)
    store.db.conn.execute("UPDATE results SET total = 0")
    assert faults(store) == [("results_differ", 1)]
    rebuild(store)
    assert faults(store) == []
    with pytest.raises(NoSuchGame):
        store.load(stored.key)


@quick(40)
@given(nonsense)
def test_check_withstands_any_events(long_lived: Store, events: list[Any]) -> None:
    key = long_lived.create("yahtzee", ["Ana", "Ben"])
    game = long_lived.load(key).id
    with closing(long_lived.db.conn.cursor()) as cursor:
        for number, event in enumerate(events, 1):
            seat = event.entry.seat if event.entry else None
            box = event.entry.box if event.entry else None
            values = (game, number, event.kind, seat, box, event.of)
            cursor.execute(
                "INSERT INTO events (game, number, kind, seat, box, of, at) VALUES (?, ?, ?, ?, ?, ?, '')",
                values,
            )
    long_lived.forget()
    list(check(long_lived))
    long_lived.db.conn.execute("DELETE FROM events WHERE game = ?", (game,))
    long_lived.forget()
