"""What one request may weigh: a game takes what a table holds, a form what a page has."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.record import Record, write_record
from scorepad.rules import MOST_SEATS, Refused, clean_names, new_game, ruleset_of, with_options
from scorepad.store import MOST_KEPT
from tests.helpers import Page, key_of, rows, store_of
from tests.helpers import new_game as start

MANY = [f"Player {number}" for number in range(1, 40_001)]
TABLE = MANY[:MOST_SEATS]
TOO_MANY = "The pad seats at most 200 players."
DAY = {"date": "2026-11-29"}


def games(app: Flask) -> int:
    return len(rows(store_of(app), "SELECT id FROM games")) + len(
        rows(store_of(app), "SELECT id FROM players")
    )


@pytest.mark.parametrize(
    "names", [MANY[: MOST_SEATS + 1], MANY, [""] * 40_000], ids=["201", "40000", "blank"]
)
@pytest.mark.parametrize("path", ["/games", "/paper", "/house-rules"])
def test_more_players_than_the_pad_seats_are_refused_by_a_sentence(
    app: Flask, client: FlaskClient, path: str, names: list[str]
) -> None:
    form = {"ruleset": "yatzy", "player": names, "keep": "yatzy", **DAY}
    answer = client.post(path, data=form)
    assert answer.status_code == 422
    assert TOO_MANY in Page(answer.text).alerts or path == "/house-rules"
    assert len(Page(answer.text).all("input", "name", "player")) <= MOST_SEATS
    assert games(app) == 0


def test_two_hundred_sit_down_and_one_more_is_told_so_with_the_name_kept(client: FlaskClient) -> None:
    answer = client.get("/games/new", query_string={"player": TABLE, "add": "Zoe", "ruleset": "yatzy"})
    page = Page(answer.text)
    assert len(page.all("input", "name", "player")) in (MOST_SEATS, MOST_SEATS + 1)
    answer = client.post("/games", data={"ruleset": "yatzy", "player": TABLE, "add": "Zoe"})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.alerts == [TOO_MANY]
    assert page.one("input", "name", "add")["value"] == "Zoe"
    assert len(page.all("input", "name", "player")) == MOST_SEATS
    assert client.post("/games", data={"ruleset": "yatzy", "player": TABLE}).status_code == 303


def test_a_late_player_finds_no_seat_at_a_full_table(app: Flask, client: FlaskClient) -> None:
    game = start(client, "yatzy", TABLE)
    assert Page(client.get(f"{game}/table").text).all("input", "id", "late") == []
    answer = client.post(f"{game}/join", data={"seen": "0", "name": "Zoe"})
    assert (answer.status_code, Page(answer.text).alerts) == (422, [TOO_MANY])
    assert rows(store_of(app), "SELECT id FROM players WHERE name = 'Zoe'") == []


def test_who_comes_and_is_undone_does_not_fill_a_table_without_end(app: Flask, client: FlaskClient) -> None:
    game = start(client, "yatzy", TABLE[:-1])
    store = store_of(app)
    store.join(key_of(game), 0, "Zoe")
    assert client.post(f"{game}/undo", data={"seen": "1"}).status_code == 303
    with pytest.raises(Refused, match="too_many_seats"):
        store.join(key_of(game), 2, "Yves")
    assert store.join(key_of(game), 2, "Zoe").game.player(MOST_SEATS) == "Zoe"


def test_a_game_of_more_that_is_there_already_has_no_rematch(app: Flask, client: FlaskClient) -> None:
    game, store = start(client, "yatzy", TABLE), store_of(app)
    store.db.conn.execute("INSERT INTO players (name, folded) VALUES ('Zoe', 'zoe')")
    store.db.conn.execute("INSERT INTO seats SELECT 1, 201, max(id) FROM players")
    assert client.get(game).status_code == 200
    answer = client.post(f"{game}/rematch")
    assert (answer.status_code, TOO_MANY in Page(answer.text).text) == (422, True)


def test_a_record_of_more_is_scored_but_not_taken_in(client: FlaskClient) -> None:
    game = new_game(ruleset_of("yatzy"), clean_names(MANY[: MOST_SEATS + 1]))
    text = json.dumps(write_record(Record(game)))
    answer = client.post("/import", data={"text": text})
    assert answer.status_code == 422
    assert TOO_MANY in Page(answer.text).text


def test_a_game_of_two_hundred_leaves_home_light(client: FlaskClient) -> None:
    game = start(client, "yatzy", TABLE)
    for seen in range(20):
        turn = {"seen": str(seen), "dice": "44421", "box": "fours"}
        assert client.post(f"{game}/turns", data=turn).status_code == 303
    answer = client.get("/")
    assert len(answer.data) < 12_000
    [playing] = Page(answer.text).with_class("playing")
    assert "200 players" in playing.text
    names = [line.all("bdi")[0].text for line in playing.all("li")]
    assert names == TABLE[14:26]
    assert [line.all("bdi")[0].text for line in playing.with_class("mover")] == [TABLE[20]]


def test_a_paper_sheet_of_two_hundred_keeps_what_is_typed(client: FlaskClient) -> None:
    form = {"ruleset": "yatzy", "player": [*TABLE[:-1], ""], **DAY, "ones_198": "3"}
    page = Page(client.post("/paper", data=form).text)
    names = [field["value"] for field in page.all("input", "name", "player")]
    assert names == [*TABLE[:-1], ""]
    assert page.one("input", "name", "ones_198")["value"] == "3"
    full = Page(client.post("/paper", data=form | {"player": TABLE}).text)
    assert len(full.all("input", "name", "player")) == MOST_SEATS


@pytest.mark.parametrize("path", ["/games", "/games/new", "/help", "/", "/paper"])
def test_a_form_of_more_fields_than_any_page_has_is_refused_unread(client: FlaskClient, path: str) -> None:
    body = "a=&" * 300_000
    answer = client.post(path, data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "more fields than any page" in Page(answer.text).text
    assert client.get(f"{path}?{body[:200_000]}").status_code == 413


def test_a_sheet_ticked_many_times_is_printed_once(client: FlaskClient) -> None:
    game = start(client, "yatzy", ["Ana"])
    page = Page(client.get("/print", query_string={"game": [key_of(game)] * 60}).text)
    assert len(page.all("article")) == 1


def test_a_household_keeps_so_many_house_rules_and_no_more(app: Flask, client: FlaskClient) -> None:
    def keep(number: int) -> int:
        form = {"keep": "yahtzee", "yahtzee.joker": "free", "yahtzee.name": f"Rules {number}"}
        return client.post("/house-rules", data={"ruleset": "yahtzee", **form}).status_code

    assert {keep(number) for number in range(MOST_KEPT)} == {303}
    assert (keep(MOST_KEPT), keep(0)) == (422, 303)
    first, *_ = store_of(app).rule_book.kept
    assert client.post(f"/house-rules/{first.id}/delete").status_code == 200
    assert keep(MOST_KEPT) == 303
    answer = client.post(f"/house-rules/{first.id}/bring-back")
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["At most 60 house rules can be kept: delete some first."]


def test_house_rules_that_were_deleted_are_not_kept_without_end(app: Flask) -> None:
    book, ruleset = store_of(app).rule_book, with_options("yahtzee", {"joker": "free"})
    for number in range(MOST_KEPT + 5):
        book.drop(book.keep(f"Rules {number}", ruleset))
    last = rows(store_of(app), "SELECT name FROM house_rules")
    assert len(last) == MOST_KEPT + 1
    assert book.of(MOST_KEPT + 5) is not None


def test_languages_without_end_are_not_read(client: FlaskClient) -> None:
    wishes = ",".join(f"a{number:x}" for number in range(30_000))
    assert Page(client.get("/", headers={"Accept-Language": f"fi,{wishes}"}).text).one("html")["lang"] == "fi"
