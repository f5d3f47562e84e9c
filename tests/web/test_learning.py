"""The coach learns a sheet when somebody asks for that, and tells how far it is, scripting or not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.learning import Learning
from scorepad.rules import RuleSet, with_options
from tests.helpers import Page, finish, store_of

HTMX = {"HX-Request": "true"}


def quick(bonus: int) -> RuleSet:
    """A sheet without a table that is learned in a moment; no other test has asked for it."""
    return with_options("forced_yatzy", {"bonus": [bonus, 65]})


def game_of(app: Flask, ruleset: RuleSet, *, finished: bool = False) -> str:
    """The address of the coach's page of a game on that sheet."""
    key = store_of(app).create(ruleset, ("Ana", "Ben"))
    if finished:
        finish(store_of(app), key)
    return f"/games/{key}/coach"


def learning(app: Flask) -> Learning:
    found: Learning = app.extensions["scorepad.learning"]
    return found


def page(client: FlaskClient, address: str) -> Page:
    answer = client.get(address)
    assert answer.status_code == 200
    return Page(answer.text)


def ask(client: FlaskClient, address: str) -> str:
    """Presses the button; returns where that leads."""
    (form,) = (one for one in page(client, address).all("form") if one["action"].endswith("/coach/learning"))
    answer = client.post(form["action"])
    assert answer.status_code == 303
    return answer.headers["Location"]


def folder(app: Flask) -> Path:
    return store_of(app).path.parent / "coach"


def test_looking_never_begins_it(client: FlaskClient, app: Flask) -> None:
    address = game_of(app, quick(801), finished=True)
    for look in (address, f"{address}/learning"):
        assert "has not learned this sheet yet" in page(client, look).text
    client.get(f"{address}/learning", headers=HTMX)
    assert not folder(app).exists()


def test_the_button_leads_to_a_page_that_tells_of_it_and_then_to_the_review(
    client: FlaskClient, app: Flask
) -> None:
    address = game_of(app, quick(802), finished=True)
    told = ask(client, address)
    learning(app).wait(quick(802))
    assert "The coach knows this sheet" in page(client, told).text
    assert "not learned" not in page(client, address).text
    assert list(folder(app).glob("*.xz"))


def test_while_it_learns_the_page_has_a_bar_and_looks_again(client: FlaskClient, app: Flask) -> None:
    address = game_of(app, with_options("kniffel", {}), finished=True)
    told = ask(client, address)
    for look in (told, address):
        shown = page(client, look)
        assert 0 <= int(shown.one("progress")["value"]) <= 100
        (part,) = shown.all(attribute="hx-get")
        assert part["hx-trigger"] == "every 2s"
        assert shown.all("a", "href", told)
    again = client.get(part["hx-get"], headers=HTMX)
    assert again.status_code == 200
    assert Page(again.text).all("progress")
    assert "<html" not in again.text


def test_a_second_press_changes_nothing(client: FlaskClient, app: Flask) -> None:
    address = game_of(app, with_options("kniffel", {"bonus": [36, 63]}))
    assert client.post(f"{address}/learning").status_code == 303
    assert client.post(f"{address}/learning").status_code == 303
    assert page(client, address).all("progress")


def test_once_it_is_over_the_page_is_loaded_anew(client: FlaskClient, app: Flask) -> None:
    address = game_of(app, quick(803))
    client.post(f"{address}/learning")
    learning(app).wait(quick(803))
    answer = client.get(f"{address}/learning", headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (200, "true")


def test_what_went_wrong_is_told_with_a_button_to_try_again(client: FlaskClient, app: Flask) -> None:
    folder(app).write_text("in the way")
    address = game_of(app, quick(804), finished=True)
    told = ask(client, address)
    learning(app).wait(quick(804))
    for look in (told, address):
        shown = page(client, look)
        assert "can’t be kept in" in shown.text
        assert "Try again" in shown.text
    folder(app).unlink()
    ask(client, told)
    learning(app).wait(quick(804))
    assert "The coach knows this sheet" in page(client, told).text


def test_a_sheet_that_can_not_be_learned_has_no_button(client: FlaskClient, app: Flask) -> None:
    address = game_of(app, with_options("generala", {}))
    shown = page(client, address)
    assert "can’t judge this sheet" in shown.text
    assert not [form for form in shown.all("form") if "learning" in form["action"]]
    answer = client.post(f"{address}/learning")
    assert answer.status_code == 422
    assert "can’t judge this sheet" in answer.text


def test_without_numpy_it_says_what_to_install(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    address = game_of(app, quick(805))
    assert "pip install -r requirements-coach.txt" in page(client, address).text
    assert client.post(f"{address}/learning").status_code == 422


def test_a_game_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert client.get("/games/none/coach/learning").status_code == 404
    assert client.post("/games/none/coach/learning").status_code == 404
