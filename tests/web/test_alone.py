"""Alone: the own best total to beat, and how far along it after each turn."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from scorepad.record import Record
from scorepad.rules import RULESETS, ThrowAway, Turn, replay
from tests.helpers import Page, finish, key_of, new_game, play_by_forms, post_turn, solo, store_of, wish

PART = {"HX-Request": "true"}


def pace(html: str) -> str:
    """What stands above the labels of the boxes."""
    return Page(html).one("span", "id", "pace").text


def begun(client: FlaskClient, ruleset: str = "yacht", name: str = "Ana") -> str:
    return new_game(client, ruleset, [name])


def test_without_an_own_best_there_is_nothing_to_beat(app: Flask, client: FlaskClient) -> None:
    solo(store_of(app), "Ben")
    solo(store_of(app), "Ana", "yatzy")
    assert pace(client.get(begun(client)).text) == "Total so far"


def test_the_own_best_is_there_to_beat_from_the_start(app: Flask, client: FlaskClient) -> None:
    best = solo(store_of(app), dice="66666")
    solo(store_of(app), dice="11123")
    total = best.game.sheet(1).total
    assert pace(client.get(begun(client)).text) == f"to beat: {total}"


def test_each_turn_tells_how_far_ahead_or_behind_one_is(app: Flask, client: FlaskClient) -> None:
    solo(store_of(app), dice="12346")  # Ones 1, Twos 2, Threes 3, …
    address = begun(client)
    play_by_forms(client, address, ("ones", "11123"))
    assert pace(client.get(address).text) == "2 ahead of your best"
    play_by_forms(client, address, ("twos", "11133"))
    assert pace(client.get(address).text) == "level with your best"
    play_by_forms(client, address, ("threes", "11122"))
    assert pace(client.get(address).text) == "3 behind your best"


def test_the_answer_to_a_turn_to_undo_and_to_a_poll_bring_it_along(app: Flask, client: FlaskClient) -> None:
    solo(store_of(app), dice="12346")
    address = begun(client)
    shown = Page(client.get(address).text).one("section", "id", "pad")["data-shown"]
    turn = {"seen": "0", "dice": "11123", "box": "ones"}
    answer = client.post(f"{address}/turns", data=turn, headers=PART)
    assert "data-changes" in answer.text
    assert pace(answer.text) == "2 ahead of your best"
    polled = client.get(f"{address}/pad?seen=0&shown={shown}", headers=PART)
    assert "data-changes" in polled.text
    assert pace(polled.text) == "2 ahead of your best"
    undone = client.post(f"{address}/undo", data={"seen": "1"}, headers=PART)
    assert "data-changes" in undone.text
    assert pace(undone.text).startswith("to beat: ")


def test_a_game_with_others_counts_at_the_own_seat(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    done = finish(store, store.create("yacht", ["Ben", "Ana"]))
    address = begun(client)
    assert pace(client.get(address).text) == f"to beat: {done.game.sheet(2).total}"
    assert post_turn(client, address, 0, "11111", "ones").status_code == 303
    assert pace(client.get(address).text) == "4 ahead of your best"


def test_of_a_sheet_copied_from_paper_nobody_knows_the_order(app: Flask, client: FlaskClient) -> None:
    turns = [Turn(1, box.id, points=0) for box in RULESETS["yacht"].boxes if box.id != "chance"]
    game = replay(RULESETS["yacht"], ["Ana"], [*turns, Turn(1, "chance", points=25)])
    store_of(app).add_games([Record(game, None, "2026-03-01T18:00:00Z", "2026-03-01T18:00:00Z", "")])
    address = begun(client)
    play_by_forms(client, address, ("ones", "11123"))
    assert pace(client.get(address).text) == "to beat: 25"


def test_what_goes_to_the_bin_is_not_to_be_beaten_any_more(app: Flask, client: FlaskClient) -> None:
    best, other = solo(store_of(app), dice="66666"), solo(store_of(app), dice="12346")
    address = begun(client)
    assert pace(client.get(address).text) == f"to beat: {best.game.sheet(1).total}"
    store_of(app).append(best.key, best.seen, wish(ThrowAway()))
    assert pace(client.get(address).text) == f"to beat: {other.game.sheet(1).total}"


def test_with_others_at_the_table_there_is_no_own_best(app: Flask, client: FlaskClient) -> None:
    solo(store_of(app))
    page = Page(client.get(new_game(client, "yacht", ["Ana", "Ben"])).text)
    assert page.all("span", "id", "pace") == []
    assert "to beat" not in page.text


def test_the_sheet_of_a_running_game_tells_of_no_pace(app: Flask, client: FlaskClient) -> None:
    solo(store_of(app))
    page = Page(client.get(f"/games/{key_of(begun(client))}/sheet").text)
    assert "to beat" not in page.text
