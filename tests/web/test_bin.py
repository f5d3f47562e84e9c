"""The bin: games are restored from it, or deleted for good in two steps. Nothing leaves it by itself."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.store import Store
from tests.helpers import Page, Reader, key_of, new_game, play_by_forms, rows, store_of


@pytest.fixture
def store(app: Flask) -> Store:
    return store_of(app)


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    return Reader(client)


def binned(client: FlaskClient, *players: str) -> str:
    """The key of a game in the bin."""
    address = new_game(client, "yatzy", players)
    play_by_forms(client, address, ("ones", "11123"))
    assert client.post(f"{address}/throw-away", data={"seen": "1"}).status_code == 303
    return key_of(address)


def count(store: Store, table: str) -> object:
    return rows(store, f"SELECT count(*) FROM {table}")[0][0]


def test_a_game_is_deleted_for_good_after_a_second_step(
    client: FlaskClient, store: Store, reader: Reader
) -> None:
    key, other = binned(client, "Ana", "Ben"), binned(client, "Cleo")
    reader.open("/thrown-away")
    link = next(a for a in reader.page.all("a") if a["href"].endswith(f"game={key}"))
    assert link.text == "Delete"
    page = reader.open(link["href"])
    assert "Ana 3, Ben 0" in page.one("main").text
    assert "1 game will be gone for good" in page.text
    assert count(store, "games") == 2
    page = reader.press_text("Delete for good")
    assert reader.address == "/thrown-away"
    assert "1 game deleted." in page.text
    assert "Ana" not in page.one("main").text
    assert "Cleo 3" in page.one("main").text
    assert rows(store, "SELECT key FROM games") == [(other,)]
    assert client.get(f"/games/{key}").status_code == 404
    assert "deleted" not in reader.open("/thrown-away").text


def test_the_bin_is_emptied_after_a_step_that_says_how_many_games_go(
    client: FlaskClient, store: Store, reader: Reader
) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        binned(client, name)
    kept = new_game(client)
    reader.open("/thrown-away")
    page = reader.follow("Empty the bin")
    assert "3 games will be gone for good" in page.text
    assert count(store, "games") == 4
    page = reader.press_text("Delete for good")
    assert "3 games deleted." in page.text
    assert "The bin is empty" in page.text
    assert "Empty the bin" not in page.text
    assert rows(store, "SELECT key FROM games") == [(key_of(kept),)]


def test_only_what_was_told_of_is_deleted(client: FlaskClient, store: Store, reader: Reader) -> None:
    restored, gone = binned(client, "Ana"), binned(client, "Ben")
    reader.open("/thrown-away/delete")
    assert client.post(f"/games/{restored}/fetch-back", data={"seen": "2"}).status_code == 303
    late = binned(client, "Cleo")
    assert "1 game deleted." in reader.press_text("Delete for good").text
    assert {key for (key,) in rows(store, "SELECT key FROM games")} == {restored, late}
    assert client.post("/thrown-away/delete", data={"game": gone}).status_code == 303


def test_the_second_step_can_be_left_again(client: FlaskClient, store: Store, reader: Reader) -> None:
    binned(client, "Ana")
    reader.open("/thrown-away/delete")
    reader.follow("Cancel")
    assert (reader.address, count(store, "games")) == ("/thrown-away", 1)


@pytest.mark.parametrize("query", ["", "?game=nothing", "?game="])
def test_where_nothing_is_to_be_deleted_the_bin_is_shown(client: FlaskClient, query: str) -> None:
    assert "The bin is empty." in client.get(f"/thrown-away/delete{query}").text


def test_a_form_that_names_nothing_deletes_nothing(client: FlaskClient, store: Store) -> None:
    binned(client, "Ana")
    game = key_of(new_game(client))
    for data in ({}, {"game": ["", "nothing", game]}):
        assert client.post("/thrown-away/delete", data=data).status_code == 303
    assert count(store, "games") == 2
    assert "0 games deleted." not in client.get("/thrown-away").text


def test_a_game_in_the_bin_that_cannot_be_read_is_deleted_too(client: FlaskClient, store: Store) -> None:
    key = binned(client, "Ana")
    store.db.execute("UPDATE events SET more = '{' WHERE kind = 'turn'")
    store.forget()
    page = Page(client.get("/thrown-away/delete").text)
    assert page.one("input", "name", "game")["value"] == key
    assert client.post("/thrown-away/delete", data={"game": key}).status_code == 303
    assert count(store, "games") == 0


def test_a_game_may_come_back_by_its_record(client: FlaskClient, store: Store) -> None:
    address = new_game(client, "yatzy", ["Ana", "Ben"])
    play_by_forms(client, address, ("ones", "11123"))
    record = client.get(f"{address}/record.json").data
    client.post(f"{address}/throw-away", data={"seen": "1"})
    client.post("/thrown-away/delete", data={"game": key_of(address)})
    assert client.post("/import", data={"text": record.decode()}).status_code == 303
    assert count(store, "games") == 1
