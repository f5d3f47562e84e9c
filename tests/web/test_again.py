"""The same table again: one tap on Home or on the result, and who starts is as it was chosen last."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorepad.rules import LOSER, NEXT_SEAT, RANDOM, WINNER, Manner
from tests.helpers import Page, finish, play, store_of


def last_game(client: FlaskClient, ruleset: str = "yacht", *names: str) -> str:
    """The key of a finished game, which the second player won."""
    store = store_of(client.application)
    key = store.create(ruleset, names or ("Ana", "Ben", "Cleo"))
    play(store, key, ("chance", "11123"), ("chance", "66665"), ("chance", "11122"))
    finish(store, key)
    return key


def again(client: FlaskClient) -> Page | None:
    """The form on Home, None where there is none."""
    page = Page(client.get("/").text)
    return page if page.with_class("again") else None


def players(client: FlaskClient, address: str) -> list[str]:
    return list(store_of(client.application).load(address.rpartition("/")[2]).game.players)


def test_home_begins_the_last_table_s_next_game_with_one_tap(client: FlaskClient) -> None:
    assert again(client) is None
    key = last_game(client)
    page = again(client)
    assert page is not None
    (form,) = page.with_class("again")
    assert "Same again" in form.text
    assert "Ana, Ben and Cleo" in form.text
    assert form["action"] == f"/games/{key}/rematch"
    answer = client.post(form["action"])
    assert answer.status_code == 303
    assert players(client, answer.location) == ["Ben", "Cleo", "Ana"]
    assert again(client) is None  # that game is to be continued
    assert client.post(form["action"]).location == answer.location


@pytest.mark.parametrize(
    ("way", "order"),
    [(NEXT_SEAT, ["Ben", "Cleo", "Ana"]), (LOSER, ["Cleo", "Ana", "Ben"]), (WINNER, ["Ben", "Cleo", "Ana"])],
)
def test_who_starts_is_chosen_and_remembered(client: FlaskClient, way: str, order: list[str]) -> None:
    key = last_game(client)
    answer = client.post(f"/games/{key}/rematch", data={"starter": way})
    assert players(client, answer.location) == order
    finish(store_of(client.application), answer.location.rpartition("/")[2])
    page = again(client)
    assert page is not None
    (checked,) = [one for one in page.all("input", "name", "starter") if "checked" in one.attributes]
    assert checked["value"] == way


def test_chance_takes_somebody_of_the_table(client: FlaskClient) -> None:
    key = last_game(client)
    answer = client.post(f"/games/{key}/rematch", data={"starter": RANDOM})
    assert sorted(players(client, answer.location)) == ["Ana", "Ben", "Cleo"]


def test_a_starter_that_is_none_is_refused_and_a_cookie_of_nonsense_is_the_usual(client: FlaskClient) -> None:
    key = last_game(client)
    assert client.post(f"/games/{key}/rematch", data={"starter": "oldest"}).status_code == 422
    client.set_cookie("starter", "oldest")
    answer = client.post(f"/games/{key}/rematch")
    assert players(client, answer.location) == ["Ben", "Cleo", "Ana"]


def test_one_who_plays_alone_has_nobody_to_choose(client: FlaskClient) -> None:
    store = store_of(client.application)
    finish(store, store.create("yacht", ["Ana"]))
    page = again(client)
    assert page is not None
    assert page.all("input", "name", "starter") == []


def test_the_next_game_is_played_as_the_last_one_was(client: FlaskClient) -> None:
    store = store_of(client.application)
    manner = Manner(((1, 2), (3,)), suspense=True, clock=30)
    key = store.create("yacht", ["Ana", "Ben", "Cleo"], manner=manner)
    finish(store, key)
    stored = store.load(store.rematch(key))
    assert stored.game.players == ("Ben", "Cleo", "Ana")
    assert {tuple(map(stored.game.player, team)) for team in stored.game.teams} == {("Ana", "Ben"), ("Cleo",)}
    assert (stored.suspense, stored.clock) == (True, 30)
