"""The made-up sheet out and in again, in the tables, and in the check."""

from __future__ import annotations

import csv
import io
import random
from typing import Any

import pytest

from scorepad.record import Record, write_record
from scorepad.rules import RuleSet, Turn
from scorepad.store import Store
from scorepad.transfer import check, encoded, every_game, sheet_table, turns_table
from tests.made_up import played
from tests.transfer.told import IDS, Told, bundled, exported, take_in


@pytest.fixture
def told(made_up: RuleSet) -> Told:
    """A whole game of two as a record."""
    game = played(made_up, ["Ana", "Ben"], random.Random(11))
    return write_record(Record(game, "x", "2026-11-29T18:05:00Z", "2026-11-29T19:00:00Z"))


def lines(pieces: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(b"".join(encoded(pieces)).decode("utf-8-sig"), newline="")))


def test_a_game_comes_in_and_goes_out_the_same(store: Store, other: Store, told: Told) -> None:
    assert take_in(store, told) == (1, 0)
    assert exported(store) == bundled(told)
    assert take_in(other, exported(store)) == (1, 0)
    assert take_in(other, told) == (0, 1)
    assert exported(other) == exported(store)
    assert list(check(store)) == list(check(other)) == []


def test_a_game_is_known_by_the_columns_of_its_turns(store: Store, told: Told) -> None:
    del told["id"]
    ones = {"player": "Ana", "dice": "112345", "box": "ones"}
    for column in (1, 2):
        game = told | {"turns": [ones | {"column": column}]}
        assert take_in(store, game) == (1, 0)
        assert take_in(store, game) == (0, 1)


def test_the_table_of_turns_names_the_cell(store: Store, told: Told) -> None:
    take_in(store, told)
    [stored] = every_game(store)
    head, *rest = lines(turns_table([stored], IDS))
    cells = [line[head.index("box")] for line in rest]
    assert cells == [str(entry.cell) for entry in stored.game.entries if isinstance(entry, Turn)]
    assert "ones:2" in cells


def test_the_table_of_the_sheet_has_a_column_for_each_column(store: Store, told: Told) -> None:
    take_in(store, told)
    [stored] = every_game(store)
    game = stored.game
    labels = IDS | {box.id: box.id for box in game.ruleset.boxes} | {"column_total": "column total"}
    found = {line[0]: line[1:] for line in lines(sheet_table(game, labels))}
    assert found["box"] == ["Ana 1", "Ana 2", "Ben 1", "Ben 2"]
    assert {len(line) for line in found.values()} == {4}
    for place, (seat, number) in enumerate(((1, 1), (1, 2), (2, 1), (2, 2))):
        sums = game.sheet(seat).column(number)
        assert [found[box.id][place] for box in game.ruleset.boxes] == [
            str(sums.boxes[box.id]) for box in game.ruleset.boxes
        ]
        assert found["column total"][place] == str(sums.counts)
        assert found["extra_points"][place] == str(sums.extra)
    assert found["total"] == [str(game.sheet(1).total), "", str(game.sheet(2).total), ""]
