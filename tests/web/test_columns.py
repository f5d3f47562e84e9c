"""A sheet with several columns for each player: tabs, what a column counts, what a reader hears, paper."""

from __future__ import annotations

import csv
import io

import pytest
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, Cell
from tests.helpers import Page, Reader, fields_of, key_of, new_game, store_of, turn

PLAYERS = ("Nora", "Felix", "Ada")
SHEET = "triple_yahtzee"


@pytest.fixture
def address(client: FlaskClient) -> str:
    """Nora and Felix have had a turn each in the second column; Ada is to move."""
    address = new_game(client, SHEET, PLAYERS)
    take(client, address, ("fours", "44421", 2), ("sixes", "66612", 2))
    return address


@pytest.fixture
def alone(client: FlaskClient) -> str:
    """All three boxes of five alike hold points, and Fours is filled in two columns."""
    address = new_game(client, SHEET, ("Nora",))
    alike = [("yahtzee", "11111", column) for column in (1, 2, 3)]
    take(client, address, *alike, ("fours", "44421", 1), ("fours", "44421", 2))
    return address


def take(client: FlaskClient, address: str, *turns: tuple[str, str, int]) -> None:
    store, key = store_of(client.application), key_of(address)
    for box, dice, column in turns:
        store.append(key, store.load(key).seen, turn(box, dice, column))


def tabs(page: Page) -> list[tuple[str, str, bool]]:
    """Name and total of each tab, and whether its columns are in sight."""
    found = page.one("div", "id", "tabs").all("button")
    return [
        (tab.all("bdi")[0].text, tab.with_class("sum")[0].text, tab["aria-pressed"] == "true")
        for tab in found
    ]


def counts(page: Page, row: int = 0) -> list[str]:
    """What each column counts, by the page's row of it."""
    return [" ".join(cell.text.split()) for cell in page.with_class("by-column")[row].all("td")]


# --- the pad ------------------------------------------------------------------------------------------


def test_tabs_have_everybody_s_total_in_seat_order_and_the_mover_s_columns_are_in_sight(
    client: FlaskClient, address: str
) -> None:
    page = Page(client.get(address).text)
    assert tabs(page) == [("Nora", "24", False), ("Felix", "36", False), ("Ada", "0", True)]
    assert page.all("", "data-seat", "3")[0].classes >= {"name", "mover"}
    assert "looking" not in page.one("section", "id", "pad").classes
    assert [head.text for head in page.with_class("column")] == ["×1", "×2", "×3"] * 3


def test_a_tab_shows_another_player_s_columns_and_keeps_the_dice(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    page = reader.open(f"{address}?dice=44421")
    page = reader.press(page.one("div", "id", "tabs").all("button")[1])
    assert [shown for *_, shown in tabs(page)] == [False, True, False]
    assert "looking" in page.one("section", "id", "pad").classes
    row = page.one("tr", "id", "row-sixes").all("td")
    assert [place for place, cell in enumerate(row) if "shown" in cell.classes] == [3, 4, 5]
    assert row[4].text == "18"
    assert fields_of(page, page.one("form", "id", "turn-1"))["dice"] == ["44421"]
    page = reader.press(page.one("div", "id", "tabs").all("button")[2])
    assert [shown for *_, shown in tabs(page)] == [False, False, True]
    assert page.with_class("shown") == []


@pytest.mark.parametrize("seat", ["3", "4", "0", "x", "", "9" * 5000, "２"])
def test_nobody_else_is_looked_at(client: FlaskClient, address: str, seat: str) -> None:
    answer = client.get(address, query_string={"show": seat})
    assert answer.status_code == 200
    assert [shown for *_, shown in tabs(Page(answer.text))] == [False, False, True]


def test_where_each_player_has_one_column_there_are_no_tabs(client: FlaskClient) -> None:
    page = Page(client.get(f"{new_game(client, 'yahtzee', PLAYERS)}?show=2").text)
    assert page.all("", "id", "tabs") == []
    assert page.with_class("shown") == page.with_class("looking") == []


def test_a_button_says_which_column_it_is_in(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"{address}?dice=44421").text)
    row = page.one("tr", "id", "row-fours")
    said = [button["aria-label"] for button in row.all("button")]
    assert said == [f"Fours, column {column}, 12 points" for column in (1, 2, 3)]
    page = Page(client.get(address).text)
    said = [button["aria-label"] for button in page.one("tr", "id", "row-fours").all("button")]
    assert said == [f"Fours, column {column}: enter points" for column in (1, 2, 3)]


def test_every_open_cell_of_all_columns_is_offered_at_once(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"{address}?dice=44421").text)
    offered = {Cell(b["data-box"], int(b["data-column"])) for b in page.all("button", "data-box")}
    assert offered == {*RULESETS[SHEET].cells}


def test_points_without_dice_are_written_in_the_column_that_was_tapped(
    client: FlaskClient, address: str
) -> None:
    reader = Reader(client)
    page = reader.open(address)
    reader.press(next(b for b in page.all("button", "data-open", "fours") if b["data-column"] == "3"))
    assert "Fours, column 3, 8 points" in {b["aria-label"] for b in reader.page.all("button", "data-points")}
    reader.press(reader.page.one("button", "data-points", "8"))
    game = store_of(client.application).load(key_of(address)).game
    assert (game.sheet(3).filled, game.sheet(3).total) == ({Cell("fours", 3): 8}, 24)


# --- five alike again -----------------------------------------------------------------------------------


def test_its_number_in_whichever_column_comes_first_and_the_rest_is_closed(
    client: FlaskClient, alone: str
) -> None:
    page = Page(client.get(f"{alone}?dice=44444").text)
    assert [(b["data-box"], b["data-column"]) for b in page.all("button", "data-box")] == [("fours", "3")]
    closed = page.with_class("closed")
    assert len(closed) == RULESETS[SHEET].rounds - 6
    assert "Fours" in page.one("div", "id", "hints").with_class("why")[0].text


def test_what_they_earn_hangs_where_they_were_written_and_counts_in_that_column(
    client: FlaskClient, alone: str
) -> None:
    take(client, alone, ("fours", "44444", 3), ("chance", "44444", 1))
    page = Page(client.get(alone).text)
    assert [cell.text for cell in page.one("tr", "id", "row-yahtzee").all("td")] == ["50+100", "50", "50+300"]
    assert counts(page) == ["82 × 1 +100 182", "62 × 2 124", "70 × 3 +300 510"]
    assert [total for _, total, _ in tabs(page)] == [str(182 + 124 + 510)]
    table = client.get(f"{alone}/sheet.csv").text.lstrip("\ufeff")
    rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(table))}
    assert rows["Extra Yahtzee"] == ["100", "0", "300"]
    assert rows["Column total"] == ["182", "124", "510"]
    assert rows["Total"] == ["816", "", ""]


def test_a_turn_s_answer_has_tabs_and_what_the_columns_count(client: FlaskClient, address: str) -> None:
    form = {"seen": 2, "dice": "44421", "box": "fours", "column": "3"}
    answer = client.post(f"{address}/turns", data=form, headers={"HX-Request": "true"})
    assert 'id="pad" data-changes' in answer.text
    page = Page(answer.text)
    assert tabs(page) == [("Nora", "24", True), ("Felix", "36", False), ("Ada", "36", False)]
    assert counts(page)[-3:] == ["0 × 1 0", "0 × 2 0", "12 × 3 36"]
    assert [row["id"] for row in page.all("tr", "id")] == ["row-fours", "row-sixes", "sums"]
    assert "Ada: Fours, column 3: 12." in page.one("p", "id", "news").text


# --- other pages ----------------------------------------------------------------------------------------


def test_a_turn_is_told_with_its_column_apart_from_its_points(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"{address}/turns/1").text)
    assert page.all("h2")[0].text == "Fours, column 2: 12"
    assert "Felix: Sixes, column 2: 18" in [" ".join(b.text.split()) for b in page.all("button")]
    watched = store_of(client.application).db.conn.execute("SELECT watch_key FROM games").fetchone()[0]
    assert "Felix: Sixes, column 2: 18" in " ".join(Page(client.get(f"/watch/{watched}").text).text.split())


def test_a_blank_sheet_has_the_columns_of_each_player_and_one_place_for_a_total(client: FlaskClient) -> None:
    page = Page(client.get(f"/print?ruleset={SHEET}&players=2").text)
    article = page.with_class("printed")[0]
    assert article.classes == {"printed", "wide-page", "several", "each-3"}
    assert [cell.text for cell in article.with_class("column")] == ["×1", "×2", "×3"] * 2
    lines = {line.all("th")[0].text: len(line.all("td")) for line in article.all("tr")}
    assert (lines["Ones"], lines["Counts"], lines["Total"], lines["Date"]) == (6, 6, 2, 2)


def paper(**fields: str) -> dict[str, str]:
    """A paper sheet of one player: zeros, but for five alike and the least of Chance in all three columns."""
    points = {"yahtzee": "50", "chance": "5"}
    boxes = {f"{cell}_0": points.get(cell.box, "0") for cell in RULESETS[SHEET].cells}
    return boxes | {"ruleset": SHEET, "date": "2025-12-24", "player": "Nora"} | fields


def test_on_paper_five_alike_again_are_counted_in_their_column(client: FlaskClient) -> None:
    page = Page(client.get(f"/paper?ruleset={SHEET}").text)
    assert [cell.text for cell in page.with_class("column")][:3] == ["×1", "×2", "×3"]
    form = paper(**{"chance:3_0": "20", "extras:3_0": "1", "extras:2_0": "1"})
    assert client.post("/paper", data=form).status_code == 303
    total = 50 * 6 + 5 + 2 * 5 + 3 * 20 + 300 + 200
    assert f"Nora {total}" in Page(client.get("/games").text).text


def test_on_paper_a_count_that_does_not_fit_its_column_is_told_there(client: FlaskClient) -> None:
    form = paper(**{"extras:2_0": "13"})
    answer = client.post("/paper", data=form)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.alerts == ["Nora: 13 such bonuses don’t fit these boxes."]
    assert [field["name"] for field in page.all("input", "aria-invalid")] == ["extras:2_0"]
