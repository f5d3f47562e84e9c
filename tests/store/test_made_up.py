"""The made-up sheet in the store: played, corrected, finished, loaded again, and gone with its rule set."""

from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.rules import Cell, Fix, Refused, RuleSet, Turn, dice_from_digits
from scorepad.stats import finished, own_record
from scorepad.store import Store, StoredGame, Unreadable
from tests.helpers import REDO, UNDO, finish, rows, turn, wish
from tests.made_up import played
from tests.made_up_sheet import registered
from tests.strategies import BOXES


def play_whole(store: Store, ruleset: RuleSet, seed: int, *names: str) -> StoredGame:
    """A whole game by chance."""
    stored = store.load(store.create(ruleset.id, names))
    for entry in played(ruleset, list(names), random.Random(seed)).entries:
        stored = store.append(stored.key, stored.seen, wish(entry))
    return stored


def test_a_turn_keeps_its_column_and_its_first_roll(store: Store, made_up: RuleSet) -> None:
    key = store.create("made_up", ["Ana"])
    store.append(key, 0, turn("ones", "112345", 2))
    dice = dice_from_digits("444441", 6)
    stored = store.append(key, 1, wish(Turn(1, "five_of_a_kind", dice, first_roll=True)))
    store.forget()
    assert store.load(key) == stored
    assert stored.game.sheet(1).filled == {Cell("ones", 2): 2, Cell("five_of_a_kind"): 25}
    assert rows(store, "SELECT box, more FROM events") == [
        ("ones", '{"column":2}'),
        ("five_of_a_kind", '{"first_roll":true}'),
    ]
    assert stored.game.ruleset is made_up


def test_the_same_box_in_another_column_is_no_resend(store: Store, made_up: RuleSet) -> None:
    key = store.create(made_up.id, ["Ana"])
    first = store.append(key, 0, turn("ones", "112345"))
    assert store.append(key, 0, turn("ones", "543211")) == first
    assert store.append(key, 1, turn("ones", "112345", 2)).seen == 2


def test_a_whole_game_is_kept_and_its_results_go_by_cell(tmp_path: Path, made_up: RuleSet) -> None:
    path = tmp_path / "scorepad.db"
    with closing(Store(path)) as store:
        done = play_whole(store, made_up, 3, "Ana", "Ben")
    with closing(Store(path)) as store:
        assert store.load(done.key) == done
        assert [line.key for line in finished(store, 9)] == [done.key]
        for seat in (1, 2):
            [(total, upper, bonus, extras, boxes)] = rows(
                store, "SELECT total, upper, bonus, extras, boxes FROM results WHERE seat = ?", seat
            )
            sheet = done.game.sheet(seat)
            assert (total, upper, bonus, extras) == (
                sheet.total,
                sheet.upper,
                sheet.upper_bonus,
                sheet.extras,
            )
            assert json.loads(str(boxes)) == {str(cell): points for cell, points in sheet.filled.items()}
            assert len(json.loads(str(boxes))) == 26


def test_a_finished_game_is_corrected_undone_and_redone(store: Store, made_up: RuleSet) -> None:
    done = play_whole(store, made_up, 5, "Ana", "Ben")
    last = done.events[-1]
    assert isinstance(last.what, Turn)
    better = Turn(2, last.what.box, points=0, column=last.what.column)
    if last.what.box == "chance":
        better = Turn(2, "chance", points=36, column=last.what.column)
    fixed = store.append(done.key, done.seen, wish(Fix(last.number, better)))
    assert fixed.game.sheet(2).total != done.game.sheet(2).total
    assert rows(store, "SELECT total FROM results WHERE seat = 2") == [(fixed.game.sheet(2).total,)]
    back = store.append(done.key, fixed.seen, UNDO)
    assert back.game == done.game
    assert store.append(done.key, back.seen, REDO).game == fixed.game


def test_the_own_record_is_that_of_the_sheet(store: Store, made_up: RuleSet) -> None:
    first = play_whole(store, made_up, 1, "Ana")
    finish(store, store.create("yatzy", ["Ana"]), "66666")
    running = store.load(store.create(made_up.id, ["Ana"]))
    assert own_record(store, running, 1) == first.game.sheet(1).total


def test_without_its_rule_set_a_game_cannot_be_read_and_others_can(store: Store) -> None:
    with registered() as ruleset:
        done = play_whole(store, ruleset, 2, "Ana")
        other = store.create("yatzy", ["Ana"])
    store.forget()
    with pytest.raises(Unreadable):
        store.load(done.key)
    with pytest.raises(Refused, match="unknown_ruleset"):
        store.create("made_up", ["Ana"])
    assert store.append(other, 0, turn(BOXES["yatzy"][0])).seen == 1
    with registered():
        assert store.load(done.key) == done
