"""Home, past sheets, the full sheet, the record."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from scorepad.record import load_json, read_record
from scorepad.rules import LONGEST_NOTE
from tests.helpers import (
    Page,
    Reader,
    finish,
    finish_by_forms,
    key_of,
    keys_on,
    new_game,
    play_by_forms,
    store_of,
)


def test_an_empty_home_invites_to_a_game(client: FlaskClient) -> None:
    reader = Reader(client)
    page = reader.open("/")
    assert page.with_class("playing") == []
    assert "Finished games are kept here" in page.text
    assert reader.follow("New game").one("form", "action", "/games")


def test_home_shows_a_game_being_played_with_its_standing(client: FlaskClient) -> None:
    address = new_game(client)
    play_by_forms(client, address, ("fours", "44421"))
    (card,) = Page(client.get("/").text).with_class("playing")
    assert card["href"] == address
    assert "round 1 of 13" in card.text
    lines = [(line.all("bdi")[0].text, line.with_class("sum")[0].text) for line in card.all("li")]
    assert lines == [("Ana", "12"), ("Ben", "0")]
    (mover,) = card.with_class("mover")
    assert mover.text.startswith("Ben")


def going(page: Page) -> list[str]:
    """The games to go on with, by their addresses, as they are listed."""
    lists = [part for name in ("playing", "lines") for part in page.with_class(name)]
    links = [link for part in lists for link in ([part] if part.tag == "a" else part.all("a"))]
    return [link["href"] for link in links if "/sheet" not in link["href"]]


def test_home_shows_three_games_under_way_with_their_days_and_leads_to_all(client: FlaskClient) -> None:
    client.set_cookie("zone", "UTC")
    addresses = [new_game(client, "yacht", ["Ana", name]) for name in ("Ben", "Cleo", "Dov")]
    page = Page(client.get("/").text)
    assert going(page) == addresses[::-1]
    addresses += [new_game(client, "yacht", ["Ana", name]) for name in "abcdefghijklmnopqrstu"]
    reader = Reader(client)
    page = reader.open("/")
    assert going(page) == [*addresses[:-4:-1], "/games/under-way"]
    assert len(page.all("time")) == 3
    page = reader.follow("All 24 under way")
    assert "24 games under way" in page.text
    found = going(page)
    page = reader.follow("More")
    assert found + going(page) == addresses[::-1]
    assert "More" not in [link.text for link in page.all("a")]
    assert going(reader.follow("Back to the first page")) == found


@pytest.mark.parametrize("page", ["0", "-1", "x", "", "1.5", "9" * 30])
def test_a_page_of_games_under_way_that_is_none_is_told(client: FlaskClient, page: str) -> None:
    answer = client.get("/games/under-way", query_string={"page": page})
    assert answer.status_code == 422
    assert "There is no such page" in answer.text
    assert "No game is under way" in client.get("/games/under-way?page=99").text


@pytest.mark.parametrize("path", ["/", "/games/under-way", "/games", "/games?sort=total&player=Ana"])
def test_a_game_is_moved_to_the_bin_from_its_row_and_brought_back(client: FlaskClient, path: str) -> None:
    address = new_game(client, "yacht", ["Ana"])
    play_by_forms(client, address, ("fours", "44421"))
    if path.startswith("/games") and "under-way" not in path:
        finish_by_forms(client, address)
    reader = Reader(client)
    before = reader.open(path)
    assert address in before.html
    (menu,) = before.with_class("menu")
    assert menu.all("summary")[0]["aria-label"].endswith("Ana")
    page = reader.press_text("Move to bin")
    assert reader.address == path
    assert "In the bin: Yacht with Ana." in page.one("", "role", "status").text
    assert page.with_class("menu") == []
    page = reader.press_text("Undo")
    assert (reader.address, reader.status) == (path, 200)
    assert len(page.with_class("menu")) == 1
    assert reader.open(path).all("", "role", "status") == []


def test_the_last_sheets_have_their_year_where_it_is_not_this_one(client: FlaskClient) -> None:
    store = store_of(client.application)
    game = finish(store, store.create("yacht", ["Ana"]))
    assert Page(client.get("/").text).with_class("year") == []
    store.db.conn.execute("UPDATE games SET finished_at = '2019-06-01T12:00:00Z' WHERE id = ?", (game.id,))
    assert [year.text for year in Page(client.get("/").text).with_class("year")] == ["2019"]
    client.set_cookie("language", "fa")
    assert [year.text for year in Page(client.get("/").text).with_class("year")] == ["۱۳۹۸"]


def test_what_went_to_the_bin_is_told_once(client: FlaskClient) -> None:
    new_game(client, "yacht", ["Ana"])
    reader = Reader(client)
    reader.open("/")
    reader.press_text("Move to bin")
    assert reader.open("/").all("", "role", "status") == []
    assert "Ana 0" in reader.open("/thrown-away").text


def test_home_shows_the_code_of_the_address_that_another_phone_opens(client: FlaskClient) -> None:
    page = Page(client.get("/", headers={"Host": "192.168.1.50:5000"}).text)
    (join,) = page.with_class("join")
    assert [link["href"] for link in join.all("a")] == ["http://192.168.1.50:5000/"]
    assert len(join.with_class("qr")) == 1


def test_home_shows_the_last_three_sheets_and_how_many_there_are(client: FlaskClient) -> None:
    addresses = [new_game(client, "yacht", ["Ana"]) for _ in range(5)]
    for address in addresses:
        finish_by_forms(client, address)
    page = Page(client.get("/").text)
    assert "All 5" in page.text
    links = [link["href"] for line in page.with_class("lines") for link in line.all("a")]
    assert links == [f"{address}/sheet" for address in addresses[:1:-1]]
    assert page.with_class("playing") == []


def test_past_sheets_go_from_page_to_page_without_a_gap(client: FlaskClient) -> None:
    store = store_of(client.application)
    keys = [finish(store, store.create("yacht", ["Ana"])).key for _ in range(45)]
    reader = Reader(client)
    page = reader.open("/games")
    assert "45 finished games" in page.text
    found = []
    for _ in range(3):
        found += [f"/games/{key}/sheet" for key in keys_on(page)]
        older = [link for link in page.all("a") if link.text == "More"]
        if older:
            page = reader.open(older[0]["href"])
    assert found == [f"/games/{key}/sheet" for key in reversed(keys)]
    assert older == []
    assert reader.follow("Back to the first page").html == reader.open("/games").html


def test_exactly_one_page_of_past_sheets_has_no_older_one(client: FlaskClient) -> None:
    store = store_of(client.application)
    for _ in range(20):
        finish(store, store.create("yacht", ["Ana"]))
    page = Page(client.get("/games").text)
    assert len(keys_on(page)) == 20
    assert "Older" not in page.text


def test_without_a_finished_game_the_past_is_empty(client: FlaskClient) -> None:
    new_game(client)
    assert "No game is finished yet." in Page(client.get("/games").text).text
    assert "nothing older" in Page(client.get("/games?after=2000-01-01T00:00:00Z_1").text).text


def test_the_full_sheet_shows_the_dice_of_every_turn(client: FlaskClient) -> None:
    address = new_game(client, "yatzy")
    play_by_forms(client, address, ("fours", "44421"), ("chance", "12346"))
    page = Page(client.get(f"{address}/sheet").text)
    assert [roll.text for roll in page.with_class("roll")] == ["12444", "12346"]
    assert page.cell("Fours").with_class("figure")[0].text == "12"
    assert page.hooks("data-box") == []
    reader = Reader(client)
    reader.open(f"{address}/sheet")
    assert reader.follow("Back to the game").seen == 2


def test_a_finished_sheet_has_the_ranks(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    play_by_forms(client, address, ("chance", "66666"))
    finish_by_forms(client, address)
    page = Page(client.get(f"{address}/sheet").text)
    lines = page.with_class("ranks")[0].all("li")
    assert [line.all("bdi")[0].text for line in lines] == ["Ana", "Ben"]


def test_the_record_says_what_stands_and_can_be_read_again(client: FlaskClient) -> None:
    address = new_game(client)
    play_by_forms(client, address, ("fours", "44421"), ("chance", "12346"))
    client.post(f"{address}/undo", data={"seen": "2"})
    answer = client.get(f"{address}/record.json")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="scorepad-yahtzee-20')
    record = json.loads(answer.data)
    assert (record["format"], record["version"], record["ruleset"]) == ("scorepad-game", 1, "yahtzee")
    assert record["turns"] == [{"player": "Ana", "dice": "12444", "box": "fours"}]
    assert record["finished_at"] is None
    assert read_record(record).game == store_of(client.application).load(key_of(address)).game


def test_a_record_never_gives_a_key_away(client: FlaskClient) -> None:
    address = new_game(client)
    text = client.get(f"{address}/record.json").text
    assert key_of(address) not in text
    (row,) = store_of(client.application).db.conn.execute("SELECT watch_key, uid FROM games").fetchall()
    assert row[0] not in text
    assert json.loads(text)["id"] == row[1]
    assert client.get(f"/games/{row[1]}").status_code == 404


@pytest.mark.parametrize(
    "note",
    ["", "at the cabin", "two\r\nlines", "a\0b", "\x07", "\ud800", "%ED%A0%80", "x" * LONGEST_NOTE],
    ids=repr,
)
def test_whatever_the_form_takes_as_a_note_makes_a_record_that_can_be_read(
    client: FlaskClient, note: str
) -> None:
    form = {"ruleset": "yahtzee", "player": "Ana", "note": note.encode("utf-8", "surrogatepass")}
    answer = client.post("/games", data=form)
    if answer.status_code == 303:
        record = client.get(answer.headers["Location"] + "/record.json").data
        read_record(load_json(record))
    else:
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize("zone", ["", "Europe/Helsinki", "Asia/Tehran", "Europe", "../x", "é", "LOCAL"])
def test_dates_are_shown_in_the_viewers_zone_whatever_the_cookie_says(client: FlaskClient, zone: str) -> None:
    address = new_game(client, "yacht", ["Ana"])
    finish_by_forms(client, address)
    store = store_of(client.application)
    store.db.conn.execute("UPDATE games SET first_start = '2026-06-30T22:30:00Z'")
    store.db.conn.execute("UPDATE events SET at = '2026-06-30T22:30:00Z'")
    store.rebuild([key_of(address)])
    client.set_cookie("zone", zone)
    for path in ("/", "/games", f"{address}/sheet"):
        answer = client.get(path)
        assert answer.status_code == 200
        if "/" in zone and "." not in zone:
            page = Page(answer.text)
            assert "Jul 1, 2026" in page.text or [day.text for day in page.with_class("day")] == ["1Jul"]
