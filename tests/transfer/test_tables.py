"""Games as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorepad.record import read_record
from scorepad.store import Store
from scorepad.transfer import (
    COMMA,
    SEMICOLON,
    csv_text,
    encoded,
    every_game,
    games_table,
    sheet_table,
    turns_table,
)
from tests.helpers import finish, play, solo
from tests.strategies import quick
from tests.transfer.told import CASES, IDS, bundled, card_game, record, take_in


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
    assert line["note"] == f"'{note[0]}'=1"


@pytest.mark.parametrize("name", ["-5", "-12.5", "a=1", "5-2", "'x", "۵"])
def test_plain_texts_and_negative_numbers_stay_as_they_are(store: Store, name: str) -> None:
    store.create("yahtzee", [name])
    [line] = cells(table(games_table(every_game(store), IDS)))
    assert line["player"] == name


SEPARATORS = (",", ";", "\t")
pieces = st.sampled_from(
    (*"=+-@＝＋－＠,;\t\r\n\"' \u00a0\u200b\ufeff0123.ax", "=1+1", "-5", "-1.5", "\r\n", '""', "-1+1")
)
texts = st.lists(pieces, max_size=12).map("".join)


def as_split(text: str) -> Iterator[str]:
    """The cells that any program may find: by any separator, quotes known or not."""
    for separator in SEPARATORS:
        for skipping in (False, True):
            found = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=skipping)
            yield from (cell for line in found for cell in line)
    yield from (cell for line in re.split("[\r\n]", text) for cell in re.split("[,;\t]", line))


def is_formula(cell: str) -> bool:
    bare = cell.strip(' \t\r\n"\u00a0\u200b\ufeff')
    return bare.startswith(tuple("=+-@＝＋－＠")) and not re.fullmatch(r"-[0-9]+(\.[0-9]+)?", bare)


@pytest.mark.parametrize("separator", [COMMA, SEMICOLON])
@given(rows=st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=3))
@example(rows=[["a;=1+1", "b,=2", 'c\t"=3', "d\n=4", "e\r\n @5", "-1;+2", "x,－1"]])
@quick(400)
def test_no_cell_is_a_formula_however_the_table_is_split(separator: str, rows: list[list[str]]) -> None:
    text = csv_text(rows, separator, first=True)
    assert [cell for cell in as_split(text.removeprefix("\ufeff")) if is_formula(cell)] == []
    kept = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator))
    assert [[cell.replace("'", "") for cell in line] for line in kept] == [
        [cell.replace("'", "") for cell in line] for line in rows
    ]


def test_a_long_row_of_separators_takes_no_time() -> None:
    begun = time.process_time()
    for sign in ("\n", ";", " ", ",  ", '"'):
        csv_text([[sign * 200_000]], COMMA)
    assert time.process_time() - begun < 1


def test_a_game_that_cannot_be_read_is_passed_over_by_the_tables(store: Store) -> None:
    spoiled = solo(store)
    solo(store, "Ben")
    store.db.conn.execute("UPDATE events SET dice = '99999' WHERE game = ?", (spoiled.id,))
    store.forget()
    assert {line["player"] for line in cells(table(games_table(every_game(store), IDS)))} == {"Ben"}
    assert {line["player"] for line in cells(table(turns_table(every_game(store), IDS)))} == {"Ben"}
