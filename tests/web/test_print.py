"""Sheets for the printer, played and blank."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, RollOff, RuleSet
from tests.helpers import Page, finish, play, store_of, wish

PLAYERS = ("Ana", "Ben", "Cleo", "Dani", "Eeva", "Finn")


def test_chosen_sheets_come_each_in_an_article_in_the_order_asked(client: FlaskClient) -> None:
    store = store_of(client.application)
    keys = [
        finish(store, store.create(ruleset, PLAYERS[:2], note=f"note of {ruleset}")).key
        for ruleset in ("yacht", "yatzy")
    ]
    page = Page(client.get("/print", query_string={"game": keys}).text)
    articles = page.all("article")
    assert [article.all("h2")[0].text.split(" ", 1)[0] for article in articles] == ["Yacht", "Yatzy"]
    assert [article.all("p")[0].text for article in articles] == ["note of yacht", "note of yatzy"]
    for article, key in zip(articles, keys, strict=True):
        sheet = store.load(key).game.sheet(1)
        sums = [element.text for element in article.all("tfoot")[0].with_class("sum")]
        assert sums == [str(sheet.total)] * 2
    assert page.all("select") == []


def test_a_printed_sheet_has_no_dice_and_nothing_to_open(client: FlaskClient) -> None:
    store = store_of(client.application)
    done = finish(store, store.create("yahtzee", PLAYERS[:2])).key
    playing = play(store, store.create("yahtzee", PLAYERS[:2]), ("fours", "44421")).key
    for key in (done, playing):
        (article,) = Page(client.get(f"/print?game={key}").text).all("article")
        assert article.with_class("roll") == []
        assert "12346" not in article.text
        assert article.all("a") == []
        assert article.all("button") == []


@pytest.mark.parametrize("players", [1, 4, 5, 6])
def test_a_sheet_of_five_players_or_more_lies_across(client: FlaskClient, players: int) -> None:
    key = store_of(client.application).create("yatzy", PLAYERS[:players])
    (article,) = Page(client.get(f"/print?game={key}").text).all("article")
    assert ("wide-page" in article.classes) == (players > 4)
    blank = Page(client.get(f"/print?players={players}").text).one("article")
    assert ("wide-page" in blank.classes) == (players > 4)


@pytest.mark.parametrize(
    ("ruleset", "players", "on_each"),
    [
        ("yatzy", 8, (8,)),
        ("yatzy", 9, (4, 5)),
        ("yatzy", 12, (6, 6)),
        ("yatzy", 20, (6, 7, 7)),
        ("triple_yahtzee", 4, (4,)),
        ("triple_yahtzee", 6, (3, 3)),
    ],
)
def test_many_players_share_out_on_pages_that_all_tell_whose_game_it_is(
    client: FlaskClient, ruleset: str, players: int, on_each: tuple[int, ...]
) -> None:
    store = store_of(client.application)
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    key = finish(store, store.create(ruleset, names, note="by the lake")).key
    sheet = store.load(key).game.sheet(1)
    articles = Page(client.get(f"/print?game={key}").text).all("article")
    heads = [article.all("thead")[0].all("bdi") for article in articles]
    assert tuple(len(article.with_class("who")) for article in articles) == on_each
    assert [name.text for head in heads for name in head if name.text.startswith("Player")] == names
    for number, article in enumerate(articles, 1):
        title = article.all("h2")[0].text
        assert f"{players} players" in title
        assert (f"page {number} of {len(on_each)}" in title) == (len(on_each) > 1)
        assert "wide-page" in article.classes
        assert ("by the lake" in article.text) == (number == 1)
        columns = on_each[number - 1] * len(sheet.ruleset.columns)
        rows = article.all("tbody")[0].all("tr")
        assert {len(row.all("td")) for row in rows} == {columns}
        assert [line.text for line in article.all("tfoot")[0].with_class("sum")] == [
            str(sheet.total)
        ] * on_each[number - 1]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
@pytest.mark.parametrize("players", [1, 7])
def test_a_blank_block_has_the_boxes_and_the_columns_that_were_asked(
    client: FlaskClient, rules: RuleSet, players: int
) -> None:
    page = Page(client.get(f"/print?ruleset={rules.id}&players={players}").text)
    table = page.one("article").all("table")[0]
    lines, each = table.all("tr"), len(rules.columns)
    assert {len(line.all("td")) for line in lines} == {players, players * each}
    assert {cell.text for cell in table.all("tbody")[0].all("td")} == {""}
    rows = [line for line in table.all("tbody")[0].all("tr") if "sums" not in line.classes]
    assert len(rows) == len(rules.boxes)
    sums = [line.all("th")[0].text for line in table.with_class("sums")]
    told = [text for text in sums if text.startswith("Bonus")]
    bonus = rules.bonus
    assert told == ([f"Bonus{bonus.points} at {bonus.at}"] if bonus.points else [])
    extra = [text for text in sums if text.startswith(("Extra ", "Further "))]
    assert [text.endswith(f"+{rules.again.extra}") for text in extra] == [True] * bool(rules.again.extra)
    assert ("Score cards" in sums) == (rules.cards is not None)
    assert page.one("input", "name", "players")["value"] == str(players)


@pytest.mark.parametrize(
    ("asked", "columns"), [("", 4), ("0", 1), ("11", 10), ("99", 10), ("x", 4), ("-1", 4), ("9" * 40, 4)]
)
def test_columns_stay_within_one_and_ten(client: FlaskClient, asked: str, columns: int) -> None:
    page = Page(client.get("/print", query_string={"players": asked}).text)
    assert len(page.one("article").all("tfoot")[0].all("td")) == columns


def test_an_unknown_game_or_rule_set_is_told(client: FlaskClient) -> None:
    key = store_of(client.application).create("yatzy", ["Ana"])
    for query in ("game=nothing", f"game={key}&game=nothing", "game="):
        assert client.get(f"/print?{query}").status_code == 404
    answer = client.get("/print?ruleset=poker")
    assert answer.status_code == 422
    assert "There is no rule set “poker”." in Page(answer.text).text


def test_ticked_sheets_of_the_list_are_printed(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = finish(store, store.create("yacht", ["Ana"])).key
    page = Page(client.get("/games").text)
    (tick,) = page.all("input", "type", "checkbox")
    assert (tick["name"], tick["value"]) == ("game", key)
    form = tick.above("form")
    assert form is not None
    assert form["action"] == "/print"


def test_the_dice_of_a_roll_off_are_printed(client: FlaskClient) -> None:
    store = store_of(client.application)
    done = finish(store, store.create("free_for_all", PLAYERS[:3]))
    store.append(done.key, done.seen, wish(RollOff(((1, 6), (2, 6), (3, 2)))))
    store.append(done.key, done.seen + 1, wish(RollOff(((1, 1), (2, 4)))))
    (article,) = Page(client.get(f"/print?game={done.key}").text).all("article")
    rolled = [
        [cell.text for cell in line.all("td")] for line in article.all("tr") if "rolled" in line.classes
    ]
    assert rolled == [["6", "6", "2"], ["1", "4", ""]]


def test_a_sheet_that_cannot_be_read_is_told_beside_those_that_are_printed(client: FlaskClient) -> None:
    store = store_of(client.application)
    done, broken = (finish(store, store.create("yacht", ["Ana"])) for _ in range(2))
    store.db.conn.execute("UPDATE events SET box = 'sevens' WHERE game = ?", (broken.id,))
    store.forget()
    answer = client.get(f"/print?game={done.key}&game={broken.key}")
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.all("a", "href", f"/games/{broken.key}/events.json")
    assert len(page.all("article")) == 1
