"""A table on disk: written, read, and refused where it is not whole or another's."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorepad.coach import Table, TableUnreadable, file_name, read_table, table_of, write_table
from scorepad.rules import RULESETS, RuleSet, Sheet, with_options
from tests.coach.solved import shipped, solved

FORCED = RULESETS["forced_yatzy"]
OTHER = with_options("yacht", {"in_order": True, "bonus": [7, 40]})
"""A sheet that no table travels for; none is ever found for it in these tests."""


def put(table: Table, ruleset: RuleSet, folder: Path) -> Path:
    """That table in the folder, as the file of a rule set."""
    path = folder / file_name(ruleset)
    write_table(table, path)
    return path


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = solved(OTHER)
    again = read_table(OTHER, put(table, OTHER, tmp_path))
    assert (again.values, again.spreads, again.finals) == (table.values, table.spreads, table.finals)


def test_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = put(solved(OTHER), OTHER, tmp_path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw[:0],
        lambda raw: raw[:20],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:-1],
        lambda raw: raw[: raw.index(b"\n") + 1],
        lambda raw: raw[:200] + bytes([raw[200] ^ 255]) + raw[201:],
        lambda raw: b"scorepad-coach 3" + raw[16:],
        lambda raw: raw[: raw.index(b"\n") + 1] + b"not xz at all",
    ],
    ids=["empty", "in the head", "half", "short", "head alone", "one byte", "later format", "no xz"],
)
def test_a_spoilt_table_is_refused_and_is_as_none(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = put(solved(OTHER), OTHER, tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(TableUnreadable, match=path.name):
        read_table(OTHER, path)
    assert table_of(OTHER, tmp_path) is None


def test_another_sheets_table_is_refused(tmp_path: Path) -> None:
    path = put(shipped("forced_yatzy"), OTHER, tmp_path)
    with pytest.raises(TableUnreadable):
        read_table(OTHER, path)


def test_another_sheets_numbers_under_the_right_name_are_refused(tmp_path: Path) -> None:
    path = put(solved(OTHER), OTHER, tmp_path)
    head, _, _ = path.read_bytes().partition(b"\n")
    forced = tmp_path / "forced"
    write_table(shipped("forced_yatzy"), forced)
    path.write_bytes(head + b"\n" + forced.read_bytes().partition(b"\n")[2])
    with pytest.raises(TableUnreadable):
        read_table(OTHER, path)


def test_a_table_is_found_in_the_folder_once_it_is_there(tmp_path: Path) -> None:
    ruleset = with_options("yacht", {"in_order": True, "bonus": [9, 40]})
    assert table_of(ruleset, tmp_path) is None
    shutil.copy(put(solved(ruleset), ruleset, tmp_path), tmp_path / "copy")
    found = table_of(ruleset, tmp_path)
    assert found
    assert found is table_of(ruleset, tmp_path)


def test_a_sheet_that_is_not_advised_has_no_table(tmp_path: Path) -> None:
    assert table_of(RULESETS["generala"], tmp_path) is None


def test_who_went_home_gets_nothing_more() -> None:
    table, gone = shipped("forced_yatzy"), Sheet(FORCED, {}, left=True)
    assert (table.expected(gone), table.spread(gone)) == (0, 0)
