"""The result to share: a picture that any XML reader takes, and a line of text; no key in either."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import Leave, Manner, RollOff
from scorepad.store import Store
from tests.helpers import Page, finish, new_game, store_of, turn, wish

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def store(app: Flask) -> Store:
    return store_of(app)


def finished(store: Store, players: Sequence[str], ruleset: str = "yatzy") -> str:
    key = store.create(ruleset, list(players))
    finish(store, key)
    return key


def drawn(client: FlaskClient, key: str, query: str = "") -> ElementTree.Element:
    answer = client.get(f"/games/{key}/share.svg{query}")
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert key not in answer.text
    return ElementTree.fromstring(answer.text)


def said(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def text_of(client: FlaskClient, key: str) -> str:
    return Page(client.get(f"/games/{key}/share").text).one("textarea").text


def test_the_picture_tells_sheet_winner_ranks_and_totals(client: FlaskClient, store: Store) -> None:
    key = finished(store, ("Aino", "Ben"))
    picture = drawn(client, key)
    assert (picture.get("width"), picture.get("height")) == ("1080", "1080")
    total = str(store.load(key).game.sheet(1).total)
    words = said(picture)
    assert words[0] == "Yatzy"
    assert "Aino and Ben share the win" in words
    assert words.count(total) == 2
    assert words[-1] == "Scorepad, for real dice"


def test_it_asks_for_nothing_else_and_has_no_style_of_its_own(client: FlaskClient, store: Store) -> None:
    picture = drawn(client, finished(store, ("Aino", "Ben")))
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {"svg", "rect", "g", "path", "text", "tspan", "circle"}
    assert not [name for element in picture.iter() for name in element.attrib if "href" in name]


def test_light_and_dark_differ_by_their_colours_alone(client: FlaskClient, store: Store) -> None:
    key = finished(store, ("Aino", "Ben"))
    light, dark = (drawn(client, key, f"?theme={theme}") for theme in ("light", "dark"))
    assert said(light) == said(dark)
    backs = [picture.find(f"{SVG}rect") for picture in (light, dark)]
    assert [back.get("fill") for back in backs if back is not None] == ["#e6dac3", "#15110d"]
    client.set_cookie("theme", "dark")
    assert ElementTree.tostring(drawn(client, key)) == ElementTree.tostring(dark)
    assert client.get(f"/games/{key}/share.svg?theme=pink").status_code == 422
    assert client.get(f"/games/{key}/share?theme=pink").status_code == 422


@pytest.mark.parametrize(
    "players",
    [
        ("Aino",),
        tuple(f"P{number}" for number in range(10)),
        ("<b>&\"'</b>", "]]><script>", "a\u200db"),
        ("W" * 40, "ـ" * 40, "👨‍👩‍👧‍👦" * 5),
        ("مینا", "Ben", "דן"),
    ],
    ids=["alone", "ten", "markup", "long", "rtl"],
)
@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_name_is_drawn_and_told(
    client: FlaskClient, store: Store, players: Sequence[str], language: str
) -> None:
    client.set_cookie("language", language)
    key = finished(store, players)
    words = said(drawn(client, key))
    for name in players:
        assert any(word and (name.startswith(word.rstrip("…")) or word.startswith(name)) for word in words), (
            name
        )
        assert name in text_of(client, key)


def test_of_many_players_the_first_ones_are_drawn_and_the_others_counted(
    client: FlaskClient, store: Store
) -> None:
    key = finished(store, [f"P{number}" for number in range(1, 31)])
    words = said(drawn(client, key))
    assert [word for word in words if re.fullmatch("P[0-9]+", word)] == [f"P{n}" for n in range(1, 10)]
    assert "and 21 others" in words
    assert "P30" in text_of(client, key)


def test_the_text_goes_by_rank_in_the_reader_s_language(client: FlaskClient, store: Store) -> None:
    key = store.create("yatzy", ["Ben", "مینا"])
    stored = store.append(key, 0, turn("ones", "23456"))
    finish(store, key, "11111")
    stored = store.load(key)
    first, second = (stored.game.sheet(seat).total for seat in (2, 1))
    assert re.fullmatch(
        f"Yatzy, [A-Z][a-z]+ [0-9]+: \u2068مینا\u2069 {first}, Ben {second}", text_of(client, key)
    )
    client.set_cookie("language", "fa")
    told = text_of(client, key)
    assert "\u2068Ben\u2069" in told
    assert "\u2068مینا" not in told
    assert not re.search("[0-9]", told)


def test_who_left_is_told(client: FlaskClient, store: Store) -> None:
    key = store.create("yatzy", ["Aino", "Ben"])
    store.append(key, 0, wish(Leave(2)))
    finish(store, key)
    words = said(drawn(client, key))
    assert "Aino wins" in words
    assert "Benleft early" in words
    assert text_of(client, key).endswith("Ben 0 (left early)")


def test_a_roll_off_and_three_columns(client: FlaskClient, store: Store) -> None:
    key = finished(store, ("Aino", "Ben"), "free_for_all")
    stored = store.load(key)
    assert "Aino and Ben are tied" in said(drawn(client, key))
    store.append(key, stored.seen, wish(RollOff(((1, 2), (2, 5)))))
    assert "Ben wins the roll-off" in said(drawn(client, key))
    triple = finished(store, ("Aino", "Ben"), "triple_yahtzee")
    assert "Triple Yahtzee" in said(drawn(client, triple))


def test_teams_are_rows_with_their_totals(client: FlaskClient, store: Store) -> None:
    key = store.create("yatzy", ["Ana", "Ben", "Cleo", "Dov"], manner=Manner(teams=((1, 3), (2, 4))))
    store.append(key, 0, turn("ones", "23456"))
    finish(store, key, "11111")
    game = store.load(key).game
    total = game.sheet(2).total + game.sheet(4).total
    words = said(drawn(client, key))
    assert "Ben & Dov" in words
    assert str(total) in words
    assert f"Ben & Dov {total}, Ana & Cleo" in text_of(client, key)


def test_a_game_that_goes_on_has_nothing_to_share(client: FlaskClient) -> None:
    address = new_game(client)
    assert client.get(f"{address}/share").headers["Location"] == address
    assert client.get(f"{address}/share.svg").status_code == 404
    assert client.get("/games/nothing/share").status_code == 404
    assert "data-copy" not in client.get(f"{address}/sheet").text


def test_result_and_full_sheet_lead_to_it(client: FlaskClient, store: Store) -> None:
    key = finished(store, ("Aino", "Ben"))
    for path in ("", "/sheet"):
        page = Page(client.get(f"/games/{key}{path}").text)
        assert page.one("a", "data-share")["href"] == f"/games/{key}/share"
        assert page.one("a", "data-copy")["data-copy"] == text_of(client, key)


def test_without_scripting_the_picture_is_a_link(client: FlaskClient, store: Store) -> None:
    key = finished(store, ("Aino", "Ben"))
    page = Page(client.get(f"/games/{key}/share?theme=dark").text)
    link = page.one("a", "download")
    assert link["href"] == page.one("img")["src"] == f"/games/{key}/share.svg?theme=dark"
    assert client.get(link["href"]).status_code == 200
    assert not page.one("button", "data-copy").shown
