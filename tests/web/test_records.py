"""The page of records, and the few of them that home tells."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.record import Record
from scorepad.rules import RULESETS, Leave, RuleSet, Turn, replay, with_options
from scorepad.store import now
from tests.helpers import Element, Page, Reader, store_of


def sheet(at: str, totals: dict[str, int], rules: RuleSet | str = "yatzy", name: str = "") -> Record:
    """A finished game in which each player has zeros but for these points in Chance."""
    rules = RULESETS[rules] if isinstance(rules, str) else rules
    turns = [
        Turn(seat, box.id, points=points if box.id == "chance" else 0)
        for box in rules.boxes
        for seat, points in enumerate(totals.values(), 1)
    ]
    return Record(replay(rules, list(totals), turns), None, at, at, "", name)


def add(app: Flask, *records: Record) -> None:
    store_of(app).add_games(records)


def told(page: Page) -> dict[str, str]:
    """What each tile is called → what it says."""
    tiles = page.with_class("tiles")
    return {
        tile.all("dt")[0].text: " ".join(dd.text for dd in tile.all("dd")) for tile in tiles[0].all("div")
    }


def rows(table: Element) -> list[list[str]]:
    return [[cell.text for cell in row.children if isinstance(cell, Element)] for row in table.all("tr")]


FEW = tuple(
    sheet(f"2025-03-0{day}T18:00:00Z", totals)
    for day, totals in (
        (1, {"Ella": 20, "Väinö": 12}),
        (2, {"Väinö": 25, "Ella": 20}),
        (3, {"Väinö": 25, "Aino": 24}),
        (4, {"Väinö": 10, "Ella": 8, "Aino": 9}),
    )
)


def test_without_a_game_the_page_says_so_and_leads_to_a_new_one(client: FlaskClient) -> None:
    page = Page(client.get("/records").text)
    assert "No game is finished yet. Records come with the first one." in page.text
    assert [link for link in page.all("a") if link["href"] == "/games/new"]
    assert not page.with_class("best")


def test_the_best_sheets_have_ranks_with_gaps_days_and_lead_to_the_sheets(
    app: Flask, client: FlaskClient
) -> None:
    add(app, *FEW)
    page = Page(client.get("/records").text)
    lines = page.with_class("best")[0].all("li")
    assert [line.text for line in lines] == [
        "1 Väinö Mar 2, 2025 25",
        "1 Väinö Mar 3, 2025 25",
        "3 Aino Mar 3, 2025 24",
        "4 Ella Mar 1, 2025 20",
        "4 Ella Mar 2, 2025 20",
    ]
    person, there = lines[2].all("a")
    assert "Aino" in Page(client.get(there["href"]).text).text
    ids = dict(store_of(app).db.execute("SELECT name, id FROM players").fetchall())
    assert person["href"] == f"/players/{ids['Aino']}"
    assert "4 games, 2025" in page.with_class("best")[0].text


def test_a_sheet_of_today_stands_out(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW, sheet(now(), {"Ella": 22, "Väinö": 7}))
    (today,) = Page(client.get("/records").text).with_class("today")
    assert today.text == "4 Ella today 22"


def test_each_record_tells_how_much_who_and_when(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW)
    assert told(Page(client.get("/records").text)) == {
        "Largest win": "8 Ella 20 to 12, Mar 1, 2025",
        "Closest finish": "1 Väinö 25 to 24, Mar 3, 2025",
        "Highest losing total": "24 Aino Mar 3, 2025",
        "Wins in a row": "3 Väinö until Mar 4, 2025",
    }


def test_of_a_record_that_several_have_all_are_named(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW, sheet("2025-03-09T18:00:00Z", {"Ella": 24, "Väinö": 25}))
    found = told(Page(client.get("/records").text))
    assert found["Highest losing total"] == "24 Aino and Ella Mar 3, 2025, Mar 9, 2025"


def test_games_of_one_evening_are_counted(app: Flask, client: FlaskClient) -> None:
    add(app, *(sheet(f"2025-03-01T1{hour}:00:00Z", {"Ella": 20, "Aino": 9}) for hour in range(4)))
    page = Page(client.get("/records").text)
    assert told(page)["Games in an evening"] == "4 Mar 1, 2025"
    there = page.with_class("tiles")[0].all("a")[-1]["href"]
    assert there.endswith("/evening")
    assert client.get(there).status_code == 200


def test_boxes_tell_the_most_that_anybody_has_in_them(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW)
    table = Page(client.get("/records").text).with_class("boxes")[0]
    lines = {row[0]: row[1:] for row in rows(table)}
    assert lines["Chance"] == ["25", "Väinö"]
    assert lines["Sixes"] == ["0", ""]
    assert "S. straight" not in lines


def test_players_stand_by_their_wins(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW)
    table = Page(client.get("/records").text).with_class("standings")[0]
    assert rows(table)[1:] == [
        ["Väinö", "4", "3", "18", "25"],
        ["Ella", "3", "1", "16", "20"],
        ["Aino", "2", "0", "17", "24"],
    ]


def test_one_game_tells_of_its_sheets_and_of_what_is_to_come(app: Flask, client: FlaskClient) -> None:
    add(app, FEW[0])
    page = Page(client.get("/records").text)
    assert len(page.with_class("best")[0].all("li")) == 2
    assert "A few more games" in page.text
    assert not page.with_class("tiles")
    assert not page.with_class("boxes")


# --- by which rules ---------------------------------------------------------------------------------


HOUSE = with_options("yahtzee", {"joker": "free"})


def chips(page: Page) -> list[str]:
    return [chip.text for chip in page.with_class("chip")]


def test_the_rules_of_the_newest_game_come_first_and_others_are_a_tap_away(
    app: Flask, client: FlaskClient
) -> None:
    add(
        app,
        sheet("2025-03-01T18:00:00Z", {"Ella": 20, "Ben": 7}, HOUSE, "Cottage rules"),
        sheet("2025-04-01T18:00:00Z", {"Ella": 21, "Ben": 7}),
        sheet("2025-02-01T18:00:00Z", {"Ella": 22, "Ben": 7}, "yahtzee"),
    )
    reader = Reader(client)
    page = reader.open("/records")
    assert chips(page) == ["Yatzy", "Cottage rules", "Yahtzee"]
    assert [chip.text for chip in page.all("a", "aria-current", "page")] == ["Yatzy"]
    page = reader.follow("Cottage rules")
    assert chips(page) == ["Cottage rules", "Yatzy", "Yahtzee"]
    assert page.with_class("best")[0].all("li")[0].text == "1 Ella Mar 1, 2025 20"
    page = reader.follow("Yahtzee")
    assert page.with_class("best")[0].all("li")[0].text == "1 Ella Feb 1, 2025 22"


@pytest.mark.parametrize("rules", ["chess", 'yahtzee {"joker":"odd"}', "yahtzee {", "yahtzee []", "\x00"])
def test_rules_that_there_are_not_are_told(app: Flask, client: FlaskClient, rules: str) -> None:
    add(app, FEW[0])
    answer = client.get("/records", query_string={"rules": rules})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert len(page.alerts) == 1
    assert chips(page) == ["Yatzy"]


def test_rules_that_nobody_played_by_say_so(app: Flask, client: FlaskClient) -> None:
    add(app, FEW[0])
    page = Page(client.get("/records?rules=generala").text)
    assert "No game by these rules is finished yet." in page.text
    assert chips(page) == ["Yatzy"]


@pytest.mark.parametrize("language", ["de", "es", "fa", "fi", "fr", "sv"])
def test_records_are_told_in_every_language(app: Flask, client: FlaskClient, language: str) -> None:
    add(app, *FEW, sheet("2025-03-09T18:00:00Z", {"Ella": 24, "Väinö": 25}))
    client.set_cookie("language", language)
    page = Page(client.get("/records").text)
    assert "Records" not in page.text or language == "fr"
    figures = {"fa": "۲۵"}.get(language, "25")
    assert figures in page.with_class("best")[0].text


# --- at home ----------------------------------------------------------------------------------------


def home(client: FlaskClient) -> list[str]:
    found: Iterable[Element] = Page(client.get("/").text).with_class("trio")
    return [tile.text for block in found for tile in block.all("li")]


def test_home_has_no_records_before_the_first_game(client: FlaskClient) -> None:
    assert home(client) == []


def test_home_tells_three_records_of_the_rules_played_last(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW, sheet("2024-01-01T18:00:00Z", {"Ben": 30}, "yahtzee"))
    assert home(client) == ["25 Best sheet Väinö", "8 Largest win Ella", "3 Wins in a row Väinö"]
    reader = Reader(client)
    reader.open("/")
    assert reader.follow("Records").all("h1")[0].text == "Records"


def test_home_tells_how_often_all_dice_were_alike_in_one_game(app: Flask, client: FlaskClient) -> None:
    rules = RULESETS["yahtzee"]
    first = [Turn(1, "yahtzee", points=50), Turn(1, "chance", points=30, extra=True)]
    rest = [Turn(1, box.id, points=0) for box in rules.boxes if box.id not in ("yahtzee", "chance")]
    add(
        app,
        Record(replay(rules, ["Li"], [*first, *rest]), None, "2025-03-01T18:00:00Z", "2025-03-01T18:00:00Z"),
    )
    assert home(client) == ["180 Best sheet Li", "2 Yahtzees in one game Li"]


def test_of_games_that_all_left_there_is_no_record(app: Flask, client: FlaskClient) -> None:
    day = "2026-06-08T18:00:00Z"
    gone = Record(replay(RULESETS["yatzy"], ["Ana"], [Leave(1)]), None, day, day, "", "")
    add(app, gone)
    page = Page(client.get("/records").text)
    assert [said.text for said in page.with_class("centre")] == ["Nobody stayed to the end"]
    assert not page.with_class("best")
    assert not page.all("table")


@pytest.mark.parametrize("spoilt", ["ruleset = 'chess'", "options = '{'", "finished_at = 'once'"])
def test_what_a_spoilt_file_says_of_rules_and_days_leaves_the_page_whole(
    app: Flask, client: FlaskClient, spoilt: str
) -> None:
    add(app, *FEW)
    for table in ("games", "results"):
        store_of(app).db.execute(f"UPDATE {table} SET {spoilt}")
    assert client.get("/records").status_code == 200
