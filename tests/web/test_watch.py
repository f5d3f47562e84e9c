"""The board: what it shows, and that its key opens nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.helpers import (
    Page,
    finish_by_forms,
    key_of,
    make_app,
    new_game,
    play_by_forms,
    store_of,
)


@pytest.fixture
def address(client: FlaskClient) -> str:
    return new_game(client)


def watch_key(app: Flask, address: str) -> str:
    return store_of(app).load(key_of(address)).watch_key


@pytest.fixture
def watch(app: Flask, address: str) -> str:
    """The address of the board."""
    return f"/watch/{watch_key(app, address)}"


def lines(page: Page) -> list[tuple[str, str, str]]:
    """(rank, name, total) of each line."""
    return [
        tuple(li.with_class(part)[0].text for part in ("rank", "who", "sum"))  # type: ignore[misc]
        for li in page.one("section", "id", "board").all("li")
    ]


def test_the_board_shows_who_has_what_whose_turn_it_is_and_what_was_last(
    client: FlaskClient, address: str, watch: str
) -> None:
    page = Page(client.get(watch).text)
    assert lines(page) == [("1", "Ana", "0"), ("1", "Ben", "0")]
    assert page.with_class("last")[0].text == "Ana’s turn"
    play_by_forms(client, address, ("fours", "44421"))
    page = Page(client.get(watch).text)
    assert lines(page) == [("1", "Ana", "12"), ("2", "Ben", "0")]
    assert page.with_class("last")[0].text == "Ana: Fours 12"
    assert [li.all("bdi")[0].text for li in page.with_class("mover")] == ["Ben"]
    root = page.one("section", "id", "board")
    assert (root["data-seen"], root["data-mover"], root["data-url"]) == ("1", "2", f"{watch}/board")


def test_the_board_of_a_finished_game_says_so(client: FlaskClient, address: str, watch: str) -> None:
    finish_by_forms(client, address)
    page = Page(client.get(watch).text)
    assert "finished" in page.one("header").text
    assert page.one("section", "id", "board")["data-mover"] == ""
    assert page.with_class("mover") == []


def test_the_board_follows_undo_corrections_and_names(client: FlaskClient, address: str, watch: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    client.post(f"{address}/turns/1", data={"seen": "1", "dice": "44441", "box": "fours"})
    assert lines(Page(client.get(watch).text))[0] == ("1", "Ana", "16")
    client.post(f"{address}/rename", data={"seen": "2", "player": "1", "name": "Anna"})
    assert lines(Page(client.get(watch).text))[0] == ("1", "Anna", "16")
    client.post(f"{address}/undo", data={"seen": "3"})
    assert lines(Page(client.get(watch).text))[0] == ("1", "Anna", "12")


def test_who_has_seen_the_last_event_gets_an_empty_answer(
    client: FlaskClient, address: str, watch: str
) -> None:
    assert client.get(f"{watch}/board?seen=0").status_code == 204
    play_by_forms(client, address, ("fours", "44421"))
    for query in ("?seen=0", "?seen=99", "?seen=" + "9" * 40, ""):
        answer = client.get(f"{watch}/board{query}")
        assert answer.status_code == 200
        assert Page(answer.text).one("section")["data-seen"] == "1"
    assert client.get(f"{watch}/board?seen=1").status_code == 204


@pytest.mark.parametrize("seen", ["", "x", "-1", "1.0"])
def test_a_board_asked_for_nonsense_is_refused(client: FlaskClient, watch: str, seen: str) -> None:
    answer = client.get(f"{watch}/board", query_string={"seen": seen})
    assert answer.status_code == 422
    assert "load it again" in answer.text


def test_the_board_gives_no_key_away(app: Flask, client: FlaskClient, address: str, watch: str) -> None:
    for finish in (False, True):
        if finish:
            finish_by_forms(client, address)
        else:
            play_by_forms(client, address, ("fours", "44421"))
        stored = store_of(app).load(key_of(address))
        for path in (watch, f"{watch}/board"):
            answer = client.get(path)
            said = answer.text + str(answer.headers)
            assert stored.key not in said
            assert stored.uid not in said
            assert "/games/" not in said
            assert Page(answer.text).all("form") == Page(answer.text).all("a") == []


def test_the_key_to_watch_opens_no_other_page(
    app: Flask, client: FlaskClient, address: str, watch: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    as_game = f"/games/{watch_key(app, address)}"
    for path in ("", "/pad", "/sheet", "/table", "/invite", "/turns/1", "/record.json"):
        assert client.get(as_game + path).status_code == 404, path
    for path in ("sheet", "turns/1", "record.json", "invite"):
        assert client.get(f"{watch}/{path}").status_code == 404


def test_the_key_to_watch_writes_nothing(app: Flask, client: FlaskClient, address: str, watch: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    before = store_of(app).load(key_of(address))
    form = {"seen": "1", "dice": "12346", "box": "chance", "player": "1", "name": "Zoe", "date": "2026-11-29"}
    actions = (
        "turns",
        "turns/1",
        "undo",
        "redo",
        "skip",
        "leave",
        "join",
        "rename",
        "order",
        "edit",
        "throw-away",
        "fetch-back",
        "rematch",
    )
    for action in actions:
        answer = client.post(f"/games/{watch_key(app, address)}/{action}", data=form)
        assert answer.status_code == 404, action
        assert client.post(f"{watch}/{action}", data=form).status_code == 404, action
    for path in (watch, f"{watch}/board"):
        assert client.post(path, data=form).status_code == 405
    store_of(app).forget()
    assert store_of(app).load(key_of(address)) == before


def test_the_key_of_the_game_is_none_to_watch(client: FlaskClient, address: str) -> None:
    assert client.get(f"/watch/{key_of(address)}").status_code == 404
    assert client.get("/watch/nothing").status_code == client.get("/watch/nothing/board").status_code == 404


def test_behind_a_pin_the_board_opens_and_nothing_else_does(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db", PIN="2580")
    store = store_of(app)
    try:
        stored = store.load(store.create("yahtzee", ["Ana"]))
        client = app.test_client()
        for path in (f"/watch/{stored.watch_key}", f"/watch/{stored.watch_key}/board"):
            assert client.get(path).status_code == 200
        assert client.get(f"/games/{stored.key}").status_code == 303
        assert client.post(f"/games/{stored.key}/skip", data={"seen": "0"}).status_code == 401
    finally:
        store.close()


def test_without_scripting_the_board_loads_itself_again(client: FlaskClient, watch: str) -> None:
    refresh = Page(client.get(watch).text).one("meta", "http-equiv", "refresh")
    assert refresh.above("noscript") is not None
    assert refresh["content"] == "5"
