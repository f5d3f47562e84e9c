"""Whole games by nothing but what the pages offer, checked against a book kept by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.record import read_record, score
from tests.helpers import (
    Page,
    Reader,
    Watched,
    finish_by_forms,
    key_of,
    make_app,
    play_by_forms,
    ranks_on,
    rows,
    store_of,
    together,
)
from tests.strategies import RULESET_IDS


def start(reader: Reader, ruleset: str, *players: str) -> None:
    """Starts a game by the form, name after name, the first seat first."""
    reader.open("/")
    reader.follow("New game")
    for name in players:
        reader.press_text("Add", add=name, ruleset=ruleset, starter="first")
    reader.press_text(f"Start with {len(players)} player{'s' if len(players) > 1 else ''}")
    assert reader.status == 200
    assert reader.page.seen == 0


def seated(page: Page) -> list[str]:
    """The names over the columns."""
    return [head.all("bdi")[0].text for head in page.one("thead").with_class("name")]


@pytest.mark.parametrize("ruleset", RULESET_IDS)
@pytest.mark.parametrize("players", [("Ana",), ("Ana", "Ben", "Cleo")], ids=["alone", "three"])
def test_a_game_is_played_from_the_first_page_to_the_result(
    client: FlaskClient, ruleset: str, players: tuple[str, ...]
) -> None:
    reader = Reader(client)
    start(reader, ruleset, *players)
    game = Watched(reader, ruleset, players, seed=len(players))
    game.play()

    page = reader.page
    assert page.mover is None
    assert page.seen == game.turns
    shown = ranks_on(page)
    assert {name: total for name, (_, total) in shown.items()} == game.totals
    assert {name: rank for name, (rank, _) in shown.items()} == game.ranks
    assert [rank for rank, _ in shown.values()] == sorted(rank for rank, _ in shown.values())

    record = client.get(f"/games/{key_of(reader.address)}/record.json")
    told = score(read_record(json.loads(record.data)).game)
    assert told["finished"] is True
    assert {p["name"]: p["total"] for p in told["players"]} == game.totals  # type: ignore[attr-defined]
    boxes = [p["boxes"] for p in told["players"]]  # type: ignore[attr-defined]
    assert boxes == game.book.filled

    old = reader.address
    reader.press_text("Rematch")
    assert reader.address != old
    assert seated(reader.page) == [*players[1:], players[0]]
    assert (reader.page.seen, reader.page.mover) == (0, 1)
    assert store_of(client.application).load(key_of(reader.address)).game.ruleset.id == ruleset


def test_a_game_goes_on_after_a_restart_in_its_middle(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    first = make_app(path)
    reader = Reader(first.test_client())
    start(reader, "yahtzee", "Ana", "Ben")
    game = Watched(reader, "yahtzee", ("Ana", "Ben"), seed=7)
    game.play(11)
    before = reader.page.html
    store_of(first).close()

    second = make_app(path)
    try:
        reader.client = second.test_client()
        assert reader.open(reader.address).html == before
        game.play()
        assert {name: total for name, (_, total) in ranks_on(reader.page).items()} == game.totals
    finally:
        store_of(second).close()


def test_a_page_opened_before_a_restart_still_saves_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    first = make_app(path)
    reader = Reader(first.test_client())
    start(reader, "yahtzee", "Ana", "Ben")
    reader.tap_dice("44421")
    store_of(first).close()

    second = make_app(path)
    try:
        reader.client = second.test_client()
        page = reader.press_hook("data-box", "fours")
        assert (reader.status, page.seen, page.mover) == (200, 1, 2)
    finally:
        store_of(second).close()


def test_a_game_with_detours_ends_as_one_without(app: Flask) -> None:
    reader = Reader(app.test_client())
    start(reader, "yacht", "Ana", "Ben")
    game = Watched(reader, "yacht", ("Ana", "Ben"), seed=3)
    while game.book.mover is not None:
        reader.type_dice("11111")
        if len(reader.page.offers) % 2:
            reader.press_hook("data-box")
            reader.press_hook("data-undo")
        game.take_turn()
    reader.press_hook("data-undo")
    assert reader.page.mover == 2
    assert len(reader.type_dice("12346").offers) == 1
    reader.press_hook("data-box")
    assert reader.page.mover is None
    assert ranks_on(reader.page)["Ana"][1] == game.totals["Ana"]


def test_the_last_zero_ends_the_game(client: FlaskClient) -> None:
    reader = Reader(client)
    start(reader, "forced_yatzy", "Ana")
    for _ in range(14):
        reader.type_dice("12346")
        reader.press_hook("data-box")
        assert reader.page.mover == 1
    assert reader.type_dice("12346").offers == {"yatzy": 0}
    page = reader.press_hook("data-box", "yatzy")
    assert page.mover is None
    assert "finished" in page.text
    assert page.hooks("data-box") == []
    # Upper 16, no pair of any kind, neither straight, chance 16.
    assert ranks_on(page) == {"Ana": (1, 32)}


def test_two_phones_see_one_game(app: Flask) -> None:
    one, other = Reader(app.test_client()), Reader(app.test_client())
    start(one, "yahtzee", "Ana", "Ben")
    other.open(one.address)
    one.tap_dice("44421")
    one.press_hook("data-box", "fours")
    assert other.client.get(f"{one.address}/pad?seen=0").status_code == 200
    assert other.open(one.address).mover == 2
    other.tap_dice("66666")
    other.press_hook("data-box", "yahtzee")
    assert one.open(one.address).mover == 1
    assert one.page.cell("Yahtzee", 2).text == "50"


def test_two_phones_that_press_rematch_at_once_have_one_game(app: Flask) -> None:
    reader = Reader(app.test_client())
    start(reader, "yacht", "Ana", "Ben")
    finish_by_forms(reader.client, reader.address)
    over = reader.address

    def press() -> str:
        return str(app.test_client().post(form["action"]).location)

    (form,) = [form for form in Page(reader.client.get(over).text).all("form") if "Rematch" in form.text]
    [again] = set(together(*[press] * 4))
    assert again != over
    play_by_forms(reader.client, again, ("ones", "11123"))
    assert press() == again
    # Whoever comes to the result meanwhile is led to it.
    joins = [link["href"] for link in Page(reader.client.get(over).text).all("a") if link.text == "Join in"]
    assert joins == [again]
    assert len(rows(store_of(app), "SELECT 1 FROM games")) == 2
