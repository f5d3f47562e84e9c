"""A game whose events no version wrote is set aside, its entries can be saved; all others stay."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, ThrowAway
from scorepad.store import Store, StoredGame
from tests.helpers import (
    Page,
    everything,
    finish,
    key_of,
    keys_on,
    new_game,
    play,
    ranks_on,
    rows,
    solo,
    store_of,
    wish,
)

Columns = dict[str, object]
EDIT: Columns = {"kind": "edit", "seat": None, "box": None, "dice": None}
SPOILT: dict[str, Columns] = {
    "a kind of event that is none": {"kind": "dance"},
    "a box that is none": {"box": "sevens"},
    "a seat that is none": {"seat": 9},
    "dice that are none": {"dice": "777"},
    "more that is no JSON": {"more": "{"},
    "more that is no object": {"more": "[1]"},
    "more than there is": {"more": '{"colour":1}'},
    "more that is too deep": {"more": "[" * 100_000},
    "a rule set that is none": {"ruleset": "chess"},
    "a date that is left out": EDIT | {"more": '{"note":""}'},
    "a date that is none": EDIT | {"more": '{"note":"","started_at":"soon"}'},
    "a note that is none": EDIT | {"more": '{"note":7,"started_at":"2026-11-29T18:05:00Z"}'},
    "a moment that is none": {"at": "soon"},
}
"""What no version writes into a game's first event, or into its row."""


def spoil(store: Store, stored: StoredGame, columns: Columns) -> str:
    """Writes that into the file; returns the game's address."""
    told = ", ".join(f"{column} = ?" for column in columns)
    where = (
        "games SET {} WHERE id = ?" if "ruleset" in columns else "events SET {} WHERE game = ? AND number = 1"
    )
    store.db.conn.execute(f"UPDATE {where.format(told)}", (*columns.values(), stored.id))
    store.forget()
    return f"/games/{stored.key}"


@pytest.mark.parametrize("columns", SPOILT.values(), ids=SPOILT)
def test_a_game_that_cannot_be_read_takes_nothing_else_down(
    app: Flask, client: FlaskClient, columns: Columns
) -> None:
    store = store_of(app)
    sound, playing = solo(store), play(store, store.create("yahtzee", ["Ana"]), ("fours", "44421"))
    gone = solo(store)
    store.append(gone.key, gone.seen, wish(ThrowAway()))
    broken = [
        spoil(store, game, columns)
        for game in (solo(store), play(store, store.create("yacht", ["Ana", "Ben"]), ("fours", "44421")))
    ]
    thrown = solo(store)
    store.append(thrown.key, thrown.seen, wish(ThrowAway()))
    thrown_away = spoil(store, thrown, columns)
    for path in ("/games/new", "/games/new?player=Ana", "/paper", "/export", "/import", "/print", "/help"):
        assert client.get(path).status_code == 200, path
    home = Page(client.get("/").text)
    assert home.all("a", "href", f"/games/{playing.key}")
    assert home.all("a", "href", f"{broken[1]}/events.json")
    for query in ("", "?sort=total", "?player=Ana", "?note=x", "?ruleset=yacht"):
        answer = client.get(f"/games{query}")
        assert answer.status_code == 200
        if query != "?note=x":
            assert sound.key in keys_on(Page(answer.text))
    away = Page(client.get("/thrown-away").text)
    assert away.all("form", "action", f"/games/{gone.key}/fetch-back")
    assert away.all("a", "href", f"{thrown_away}/events.json")
    kept = [game["id"] for game in client.get("/export/bundle.json").get_json()["games"]]
    assert kept == [sound.uid, playing.uid]
    for table in ("games", "turns"):
        lines = client.get(f"/export/{table}.csv").text.splitlines()[1:]
        assert {line.split(",")[0] for line in lines} == set(kept)
    assert len(Page(client.get(f"/print?game={sound.key}&game={playing.key}").text).all("article")) == 2
    assert ranks_on(Page(client.get(f"/games/{sound.key}").text)) == {"Ana": (1, 62)}
    assert client.get("/export/scorepad.db").status_code == 200
    for address in (*broken, thrown_away):
        events = client.get(f"{address}/events.json").get_json()
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))


@pytest.mark.parametrize("moment", ["soon", ""])
def test_a_moment_that_is_none_takes_no_list_down(app: Flask, client: FlaskClient, moment: str) -> None:
    store = store_of(app)
    sound, odd, playing = solo(store), solo(store), store.create("yahtzee", ["Ana"])
    store.db.conn.execute("UPDATE games SET finished_at = ? WHERE id = ?", (moment, odd.id))
    store.db.conn.execute(
        "UPDATE games SET started_at = ?, first_start = ? WHERE key = ?", (moment, moment, playing)
    )
    store.forget()
    for path in ("/", "/games", "/games?sort=total", "/export"):
        assert client.get(path).status_code == 200, path
    assert Page(client.get("/").text).all("a", "href", f"/games/{playing}/events.json")
    assert sorted(keys_on(Page(client.get("/games").text))) == sorted((sound.key, odd.key))


READ_OF_A_GAME = (
    "",
    "/pad",
    "/pad?seen=0",
    "/sheet",
    "/sheet.csv",
    "/record.json",
    "/table",
    "/invite",
    "/turns/1",
)
SENT_TO_A_GAME = (
    "turns",
    "undo",
    "skip",
    "edit",
    "rename",
    "throw-away",
    "fetch-back",
    "rematch",
    "score-cards",
)


def test_each_page_of_a_game_that_cannot_be_read_leads_to_its_entries(
    app: Flask, client: FlaskClient
) -> None:
    store = store_of(app)
    address = spoil(store, solo(store), SPOILT["a box that is none"])
    before = everything(app)
    answers = [client.get(f"{address}{rest}") for rest in READ_OF_A_GAME]
    answers.append(client.get(f"/print?game={key_of(address)}"))
    form = {"seen": "0", "dice": "44421", "box": "fours", "date": "2026-11-29", "player": "1", "name": "Bea"}
    answers += [client.post(f"{address}/{rest}", data=form) for rest in SENT_TO_A_GAME]
    for answer in answers:
        assert answer.status_code == 422
        page = Page(answer.text)
        assert page.one("h2").text == "This game can’t be read."
        assert page.all("a", "href", f"{address}/events.json")
    assert everything(app) == before


def test_whoever_plays_in_a_game_that_cannot_be_read_plays_on_and_is_renamed(
    app: Flask, client: FlaskClient
) -> None:
    store = store_of(app)
    spoil(store, solo(store), SPOILT["a box that is none"])
    address = new_game(client, players=["Ana", "Ben"])
    form = {"seen": "0", "player": "1", "name": "Anna"}
    assert client.post(f"{address}/rename", data=form).status_code == 303
    finish(store, key_of(address))
    assert [line.text for line in Page(client.get("/games").text).with_class("line")] == [
        "Anna 62, Ben 62",
        "Anna 62",
    ]


def test_the_rule_set_of_a_game_that_cannot_be_read_is_not_proposed(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    spoil(store, solo(store), SPOILT["a rule set that is none"])
    chosen = [
        choice
        for choice in Page(client.get("/games/new").text).all("input", "name", "ruleset")
        if "checked" in choice
    ]
    assert [choice["value"] for choice in chosen] == [next(iter(RULESETS))]


def test_a_game_that_cannot_be_read_is_not_added_a_second_time(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    stored = solo(store)
    record = client.get(f"/games/{stored.key}/record.json").data
    spoil(store, stored, SPOILT["a box that is none"])
    assert "Nothing new" in Page(client.post("/import", data={"text": record}).text).text
    assert len(rows(store, "SELECT * FROM games")) == 1
