"""What a finished game broke is told at its end, and past sheets are marked."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.record import Record
from scorepad.rules import RULESETS, Leave, Turn, replay
from tests.helpers import Page, store_of
from tests.web.test_records import add, sheet

FEW = tuple(sheet(f"2026-06-0{day}T18:00:00Z", {"Ana": 9, "Ben": 8}) for day in range(1, 7))


def result(app: Flask, client: FlaskClient) -> Page:
    """The result of the game that was finished last."""
    last = "SELECT key FROM games ORDER BY finished_at DESC, id DESC LIMIT 1"
    (key,) = store_of(app).db.execute(last).fetchone()
    return Page(client.get(f"/games/{key}").text)


def news(app: Flask, client: FlaskClient, language: str = "en") -> list[str]:
    """What it tells of records."""
    client.set_cookie("language", language)
    return [line.text for block in result(app, client).with_class("news") for line in block.all("li")]


def left(at: str, names: list[str], points: int, leavers: tuple[int, ...]) -> Record:
    """A game in which some had that many points in Chance, all others zeros, before they went home."""
    rules = RULESETS["yatzy"]
    first = [Turn(seat, "chance", points=points) for seat, _ in enumerate(names, 1)]
    gone = [Leave(seat) for seat in leavers]
    stay = [seat for seat, _ in enumerate(names, 1) if seat not in leavers]
    rest = [Turn(seat, box.id, points=0) for box in rules.boxes if box.id != "chance" for seat in stay]
    return Record(replay(rules, names, [*first, *gone, *rest]), None, at, at, "", "")


def test_the_first_games_break_no_records(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW[:4], sheet("2026-06-05T18:00:00Z", {"Ella": 30, "Ben": 7}))
    assert news(app, client) == []


def test_the_best_ever_is_told(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW, sheet("2026-06-08T18:00:00Z", {"Ella": 30, "Ben": 7}))
    assert news(app, client) == ["Best Yatzy ever", "Largest win: Ella, by 23"]


def test_the_best_since_a_month_names_who_had_more(app: Flask, client: FlaskClient) -> None:
    add(
        app,
        sheet("2026-03-01T18:00:00Z", {"Väinö": 30, "Ben": 7}),
        *FEW,
        sheet("2026-06-08T18:00:00Z", {"Ella": 29, "Väinö": 28}),
    )
    assert news(app, client)[0] == "Best Yatzy since March Väinö 30"


def test_of_another_year_the_year_is_told(app: Flask, client: FlaskClient) -> None:
    add(
        app,
        sheet("2025-06-01T18:00:00Z", {"Väinö": 30, "Ben": 7}),
        *FEW,
        sheet("2026-06-08T18:00:00Z", {"Ella": 29, "Väinö": 28}),
    )
    assert news(app, client)[0] == "Best Yatzy since June 2025 Väinö 30"
    assert news(app, client, "fi")[0] == "Paras Yatzy sitten kesäkuun 2025 Väinö 30"
    assert news(app, client, "fa")[0].startswith("بهترین یاتزی اسکاندیناوی از خرداد ۱۴۰۴")


def test_a_day_without_an_hour_in_a_spoilt_file_leaves_the_result_whole(
    app: Flask, client: FlaskClient
) -> None:
    add(app, sheet("2026-01-01T18:00:00Z", {"Ana": 30}), *FEW, sheet("2026-06-08T18:00:00Z", {"Ben": 20}))
    store_of(app).db.execute("UPDATE results SET finished_at = '2026-01-01' WHERE total = 30")
    store_of(app).db.execute(
        "UPDATE games SET finished_at = '2026-01-01' WHERE finished_at LIKE '2026-01-01%'"
    )
    assert result(app, client).with_class("headline")[0].text == "20 points: a new record!"


def test_a_usual_game_breaks_nothing(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW, sheet("2026-06-08T18:00:00Z", {"Ben": 9, "Ana": 8}))
    assert news(app, client) == []
    assert not result(app, client).with_class("news")


def test_where_all_left_nobody_wins(app: Flask, client: FlaskClient) -> None:
    add(app, left("2026-06-08T18:00:00Z", ["Ana", "Ben"], 17, (1, 2)))
    page = result(app, client)
    assert page.with_class("headline")[0].text == "Nobody stayed to the end"
    assert not page.with_class("winner")


@pytest.mark.parametrize("page", ["/games/{key}/sheet", "/watch/{watch_key}"])
def test_nor_does_anybody_on_the_sheet_and_the_board(app: Flask, client: FlaskClient, page: str) -> None:
    for leavers in ((1, 2), (2,)):
        add(app, left("2026-06-08T18:00:00Z", ["Ana", "Ben"], 17, leavers))
    keys = store_of(app).db.execute("SELECT key, watch_key FROM games ORDER BY id").fetchall()
    everybody, one = (
        Page(client.get(page.format(key=key, watch_key=watch_key)).text) for key, watch_key in keys
    )
    assert (len(everybody.with_class("winner")), len(one.with_class("winner"))) == (0, 1)


@pytest.mark.parametrize("page", ["/", "/games"])
def test_nor_in_a_list_where_nobody_is_in_bold_or_shares_a_win(
    app: Flask, client: FlaskClient, page: str
) -> None:
    add(app, left("2026-06-08T18:00:00Z", ["Ana", "Ben"], 17, (1, 2)))
    (line,) = Page(client.get(page).text).with_class("scores")
    assert "shared win" not in line.text
    assert line.all("b") == []


def test_who_left_alone_has_no_first_record(app: Flask, client: FlaskClient) -> None:
    add(app, left("2026-06-08T18:00:00Z", ["Ana"], 17, (1,)))
    assert result(app, client).with_class("headline")[0].text == "Nobody stayed to the end"


def test_who_left_early_has_no_personal_record(app: Flask, client: FlaskClient) -> None:
    add(app, sheet("2026-06-01T18:00:00Z", {"Ana": 9, "Ben": 8}))
    add(app, left("2026-06-08T18:00:00Z", ["Ana", "Ben"], 17, (2,)))
    badges = [line.text for line in result(app, client).with_class("ranks")[0].all("li")]
    assert ["Personal record" in badge for badge in badges] == [True, False]


def test_who_plays_alone_hears_of_it_too(app: Flask, client: FlaskClient) -> None:
    add(app, *FEW, sheet("2026-06-08T18:00:00Z", {"Ella": 30}))
    assert news(app, client) == ["Best Yatzy ever"]


def test_past_sheets_tell_of_personal_records_and_shared_wins(app: Flask, client: FlaskClient) -> None:
    add(
        app,
        sheet("2026-06-01T18:00:00Z", {"Ana": 9, "Ben": 8}),
        sheet("2026-06-02T18:00:00Z", {"Ana": 10, "Ben": 8}),
        sheet("2026-06-03T18:00:00Z", {"Ana": 10, "Ben": 10}),
        sheet("2026-06-04T18:00:00Z", {"Ana": 10, "Ben": 8}),
    )
    lines = [line.all("small")[-1].text for line in Page(client.get("/games").text).with_class("scores")]
    assert lines == [
        "Yatzy, 2 players",
        "Yatzy, 2 players, personal record, shared win",
        "Yatzy, 2 players, personal record",
        "Yatzy, 2 players",
    ]
