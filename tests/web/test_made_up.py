"""A sheet of six dice and two columns goes through all pages: no page knows what a sheet is."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorepad.record import read_record, score, write_record
from scorepad.rules import Cell, RuleSet, Turn, all_rolls, targets
from scorepad.store import StoredGame
from scorepad.web.words import LANGUAGES
from tests.helpers import Element, Page, Reader, key_of, make_app, store_of, wish
from tests.made_up_sheet import MADE_UP, registered

PLAYERS = ["Ana", "Ben"]


@pytest.fixture(autouse=True)
def made_up() -> Iterator[RuleSet]:
    with registered() as ruleset:
        yield ruleset


def new_game(client: FlaskClient) -> str:
    answer = client.post("/games", data={"ruleset": "made_up", "player": PLAYERS})
    assert answer.status_code == 303
    return answer.headers["Location"]


def game_at(client: FlaskClient, address: str) -> StoredGame:
    return store_of(client.application).load(key_of(address))


def offered(page: Page) -> dict[Cell, Element]:
    """The offered cells of the player to move, each with its button."""
    buttons = page.all("button", "data-box")
    return {Cell(button["data-box"], int(button["data-column"])): button for button in buttons}


def take_turn(reader: Reader, chance: random.Random, address: str) -> None:
    """One turn by what the page offers, which must be what the rules say."""
    game = game_at(reader.client, address).game
    dice = (
        chance.choice(all_rolls(6))
        if chance.random() < 0.7
        else chance.choice([roll for roll in all_rolls(6) if roll.alike])
    )
    page = reader.tap_dice(str(dice))
    allowed = {target.cell: target for target in targets(game.mover_sheet, dice)}
    buttons = offered(page)
    assert {cell: int(button["data-points"]) for cell, button in buttons.items()} == {
        cell: target.points for cell, target in allowed.items()
    }
    cell = chance.choice(list(buttons))
    reader.press(buttons[cell])
    assert reader.status == 200
    after = game_at(reader.client, address).game
    assert after.sheet(game.mover or 0).filled[cell] == allowed[cell].points


def played(client: FlaskClient, turns: int | None = None) -> str:
    """The address of a game, played to its end or for so many turns."""
    address = new_game(client)
    reader, chance, number = Reader(client), random.Random(7), 0
    reader.open(address)
    while game_at(client, address).game.mover is not None and number != turns:
        take_turn(reader, chance, address)
        number += 1
    return address


def stored(client: FlaskClient) -> str:
    """The address of a game that was played to its end in the store."""
    address, chance = new_game(client), random.Random(7)
    store, key = store_of(client.application), key_of(address)
    while (then := store.load(key)).game.mover is not None:
        dice = chance.choice(all_rolls(6))
        target = chance.choice(targets(then.game.mover_sheet, dice))
        store.append(key, then.seen, wish(Turn(then.game.mover, target.box, dice, column=target.column)))
    return address


def test_it_is_played_to_its_end_by_the_buttons_that_the_page_has(client: FlaskClient) -> None:
    address = played(client)
    game = game_at(client, address).game
    assert game.finished
    assert len(game.entries) == 2 * game.ruleset.rounds
    page = Reader(client).open(address)
    totals = [line.with_class("sum")[0].text for line in page.with_class("ranks")[0].all("li")]
    assert sorted(map(int, totals)) == sorted(sheet.total for sheet in game.sheets)


def test_a_box_is_tapped_first_in_its_column(client: FlaskClient) -> None:
    address = new_game(client)
    reader = Reader(client)
    page = reader.open(address)
    opened = [Cell(b["data-open"], int(b["data-column"])) for b in page.all("button", "data-open")]
    assert sorted(opened) == sorted(game_at(client, address).game.mover_sheet.open_cells)
    reader.press(next(b for b in page.all("button", "data-open") if b["data-column"] == "2"))
    reader.press(next(b for b in reader.page.all("button", "data-points") if b["data-points"] == "3"))
    assert game_at(client, address).game.sheet(1).filled == {Cell("ones", 2): 3}


def test_a_turn_without_its_column_or_with_five_dice_is_refused(client: FlaskClient) -> None:
    address = new_game(client)
    for fields, said in (
        ({"dice": "111222", "box": "villa"}, "column"),
        ({"dice": "111222", "box": "villa", "column": "3"}, "column"),
        ({"dice": "11122", "box": "villa", "column": "1"}, "6 dice"),
        ({"dice": "1112222", "box": "villa", "column": "1"}, "6 dice"),
        ({"dice": "111222", "box": "villa", "column": "2"}, "Ones is next"),
    ):
        answer = client.post(f"{address}/turns", data={"seen": 0, **fields})
        assert answer.status_code == 422
        assert any(said in alert for alert in Page(answer.text).alerts), fields
    assert game_at(client, address).seen == 0


def test_a_first_roll_pays_more_where_the_box_says_so(client: FlaskClient) -> None:
    address = new_game(client)
    roll = {"seen": 0, "dice": "555551", "box": "five_of_a_kind", "column": "1", "first_roll": "1"}
    assert client.post(f"{address}/turns", data=roll).status_code == 303
    assert game_at(client, address).game.sheet(1).filled == {Cell("five_of_a_kind"): 30}
    answer = client.post("/games", data={"ruleset": "yatzy", "player": PLAYERS}).headers["Location"]
    refused = client.post(f"{answer}/turns", data=roll | {"dice": "55555", "box": "fives", "column": ""})
    assert refused.status_code == 422


def test_it_is_corrected_into_another_column(client: FlaskClient) -> None:
    address = played(client, turns=3)
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    before = game_at(client, address).game.entries[0]
    free = next(c for c in game_at(client, address).game.sheet(1).open_cells if c.column == 2)
    reader.press_text("See what changes", dice="666666", box=free.box, column="2")
    assert reader.status == 200
    reader.press_text("Save the correction")
    after = game_at(client, address).game
    assert after.entries[0] != before
    assert after.sheet(1).filled[Cell(free.box, 2)] == (6 if free.box == "sixes" else 0) * 6
    assert len(after.entries) == 3


def test_every_page_of_it_can_be_looked_at(client: FlaskClient) -> None:
    address = stored(client)
    key = key_of(address)
    for page in (
        address,
        f"{address}/sheet",
        f"{address}/sheet?turn=5",
        f"{address}/turns/2",
        f"{address}/table",
        f"{address}/invite",
        f"/print?game={key}",
        "/print?ruleset=made_up&players=3",
        "/paper?ruleset=made_up",
        "/help/made_up",
        "/help/made_up?dice=666666",
        "/games/new",
        "/games",
        "/",
    ):
        answer = client.get(page)
        assert answer.status_code == 200, page
        Page(answer.text)


def test_the_printed_sheet_has_both_columns_and_their_sums(client: FlaskClient) -> None:
    address = stored(client)
    game = game_at(client, address).game
    page = Page(client.get(f"/print?game={key_of(address)}").text)
    table = page.one("table", "id", "sheet")
    for row, box in zip(table.all("tbody")[0].all("tr"), game.ruleset.upper, strict=False):
        cells = [cell.text for cell in row.all("td")]
        columns = [(seat, number) for seat in (1, 2) for number in (1, 2)]
        assert cells == [str(game.sheet(seat).filled[Cell(box.id, number)]) for seat, number in columns]
    sums = next(row for row in table.all("tr") if "by-column" in row.classes)
    assert [cell.with_class("counts")[0].text for cell in sums.all("td")] == [
        str(game.sheet(seat).column(number).counts) for seat in (1, 2) for number in (1, 2)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nobody_has_said_what_it_is_nothing_is_said(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    page = Page(client.get("/games/new").text)
    choice = page.one("label", "for", page.one("input", "value", "made_up")["id"])
    assert [small.text for small in choice.all("small")] == [""]


def test_a_printed_sheet_is_as_wide_as_its_columns(client: FlaskClient) -> None:
    for players, classes in (
        (["Ana", "Ben"], {"players-4"}),
        (["Ana", "Ben", "Cleo"], {"players-6", "wide-page"}),
    ):
        form = {"ruleset": "made_up", "player": players}
        address = client.post("/games", data=form).headers["Location"]
        article = Page(client.get(f"/print?game={key_of(address)}").text).one("article")
        assert article.classes == {"printed", "several", "each-2", *classes}


def test_its_table_for_a_spreadsheet_has_a_column_for_each_of_them(client: FlaskClient) -> None:
    address = stored(client)
    game = game_at(client, address).game
    rows = list(csv.reader(io.StringIO(client.get(f"{address}/sheet.csv").text.lstrip("\ufeff"))))
    assert rows[0][1:] == ["Ana 1", "Ana 2", "Ben 1", "Ben 2"]
    totals = next(row for row in rows if row[0] == "Total")
    assert totals[1:] == [str(game.sheet(1).total), "", str(game.sheet(2).total), ""]


def test_it_travels_to_another_pad(client: FlaskClient, tmp_path: Path) -> None:
    address = stored(client)
    bundle = client.get("/export/bundle.json").data
    other = make_app(tmp_path / "other.db")
    try:
        there = other.test_client()
        answer = there.post("/import", data={"text": bundle.decode(), "confirm": "1"})
        assert answer.status_code == 303
        again = there.get("/export/bundle.json").data
        assert json.loads(again) == json.loads(bundle)
        record = read_record(json.loads(bundle)["games"][0])
        assert score(record.game) == score(game_at(client, address).game)
        assert write_record(record)["turns"] == json.loads(bundle)["games"][0]["turns"]
    finally:
        store_of(other).close()


def test_a_paper_sheet_of_it_is_copied(client: FlaskClient) -> None:
    fields = {f"{cell}_{place}": "0" for cell in MADE_UP.cells for place in (0, 1)}
    fields |= {f"chance{column}_{place}": "20" for column in ("", ":2") for place in (0, 1)}
    fields |= {"villa:2_0": "27", "ruleset": "made_up", "date": "2026-11-01"}
    answer = client.post("/paper", data={**fields, "player": PLAYERS})
    assert answer.status_code == 303
    page = Page(client.get("/games").text)
    assert f"Ana {2 * 27 + 20 + 2 * 20}" in page.text
    assert f"Ben {20 + 2 * 20}" in page.text


def test_a_bonus_that_no_house_rule_tells_of_is_offered_without_a_word_of_it(client: FlaskClient) -> None:
    address = key_of(client.post("/games", data={"ruleset": "made_up", "player": "Ana"}).headers["Location"])
    store, held = store_of(client.application), {"six_of_a_kind": 100, "chance": 6}
    second = [Cell(box.id, 2) for box in MADE_UP.boxes]
    for box, column in (*second, Cell("six_of_a_kind"), *(Cell(box.id) for box in MADE_UP.upper)):
        turn = Turn(1, box, points=held.get(box, 0), column=column)
        store.append(address, store.load(address).seen, wish(turn))
    answer = client.get(f"/games/{address}?dice=666666")
    assert answer.status_code == 200
    assert {int(button["data-earns"]) for button in Page(answer.text).all("button", "data-box")} == {50}
