"""Past sheets: filters, order, pages; and a finished sheet looked at turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import with_options
from scorepad.store import Store
from tests.helpers import Page, Reader, finish, keys_on, make_app, new_game, play_by_forms, ranks_on, store_of
from tests.stats.moments import sheet

SHEETS = (
    sheet("2026-01-31T21:30:00Z", {"Ana": 30, "Ben": 12}, "at the cottage"),
    sheet("2026-01-31T22:30:00Z", {"Ana": 20, "Ben": 25}, "100 % luck", "yatzy"),
    sheet("2026-02-10T12:00:00Z", {"Cleo": 18, "Ben": 18}, "ÄITI voitti"),
    sheet("2026-02-28T12:00:00Z", {"Ana": 9}, "", "forced_yatzy"),
    sheet("2026-03-29T00:30:00Z", {"Mika": 22, "Ana": 21}, "Christmas cottage"),
)
"""From the oldest to the newest; tests name them by their place."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A pad with SHEETS, only looked at."""
    app = make_app(tmp_path_factory.mktemp("past") / "scorepad.db")
    store_of(app).add_games(SHEETS)
    yield app
    store_of(app).close()


def looked(app: Flask, zone: str = "UTC") -> FlaskClient:
    """A reader in that zone."""
    client = app.test_client()
    client.set_cookie("zone", zone)
    return client


def places(app: Flask, page: Page) -> list[int]:
    """The sheets of a list, by their place in SHEETS."""
    rows = store_of(app).db.conn.execute("SELECT key, id FROM games").fetchall()
    ids = {key: number - 1 for key, number in rows}
    return [ids[key] for key in keys_on(page)]


# --- filters ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [4, 3, 2, 1, 0]),
        ({"ruleset": "yatzy"}, [1]),
        ({"ruleset": "yahtzee"}, []),
        ({"player": "Ana"}, [4, 3, 1, 0]),
        ({"player": " ana "}, [4, 3, 1, 0]),
        ({"player": "Nobody"}, []),
        ({"from": "2026-02-10"}, [4, 3, 2]),
        ({"to": "2026-02-10"}, [2, 1, 0]),
        ({"from": "2026-02-10", "to": "2026-02-10"}, [2]),
        ({"note": "cottage"}, [4, 0]),
        ({"note": " COTTAGE "}, [4, 0]),
        ({"note": "100 %"}, [1]),
        ({"note": "%"}, [1]),
        ({"note": "_"}, []),
        ({"player": "Ana", "note": "cottage", "from": "2026-02-01"}, [4]),
        ({"sort": "total"}, [0, 1, 4, 2, 3]),
        ({"sort": "total", "player": "Ben"}, [0, 1, 2]),
    ],
    ids=str,
)
def test_a_filter_lets_through_what_it_says(shelf: Flask, query: dict[str, str], expected: list[int]) -> None:
    page = Page(looked(shelf).get("/games", query_string=query).text)
    assert places(shelf, page) == expected
    said = f"{len(expected)} finished game" if expected else "No sheet matches"
    assert said in page.text
    for name, value in query.items():
        if name in ("ruleset", "sort"):
            chosen = page.one("select", "name", name).all("option", "selected")
            assert [option["value"] for option in chosen] == [value]
        elif name != "player":
            assert page.one("input", "name", name)["value"] == value


def chips(page: Page) -> list[str]:
    """The parts of the filter that can be taken away one by one."""
    return [chip.text for row in page.with_class("chips") for chip in row.all("a")]


def test_enter_prints_and_throws_nothing_away(shelf: Flask) -> None:
    page = Page(looked(shelf).get("/games").text)
    printing = next(form for form in page.all("form") if form["action"] == "/print")
    assert "formaction" not in printing.all("button")[0]


def test_each_part_of_a_filter_is_a_chip_that_takes_it_away(shelf: Flask) -> None:
    reader = Reader(looked(shelf))
    reader.open("/games?ruleset=yacht&player=Ana&from=2026-01-01&to=2026-12-31&note=cottage&sort=total&x=y")
    said = ["Yacht", "Ana", "from Jan 1, 2026", "to Dec 31, 2026", "“cottage”", "highest total first"]
    assert chips(reader.page) == said
    assert "open" not in reader.page.one("details", "class", "paper filter")
    for number, label in enumerate(said, 1):
        page = reader.follow(f"{label}: remove")
        assert reader.status == 200
        assert chips(page) == said[number:]
    assert reader.address == "/games"


def test_house_rules_are_a_chip_by_their_name(client: FlaskClient) -> None:
    ours = with_options("yahtzee", {"joker": "free"})
    store = store_of(client.application)
    finish(store, store.create(ours, ["Ana"], rules_name="Cottage"))
    page = Reader(client).open('/games?ruleset=yahtzee {"joker":"free"}')
    assert chips(page) == ["Yahtzee · Cottage"]
    page = Reader(client).open('/games?ruleset=yahtzee {"joker":"none"}')
    assert chips(page)[0].startswith("Yahtzee")


@pytest.mark.parametrize("name", ["endpoint", "key", "_anchor", "_external", "_scheme", "_method"])
def test_what_is_no_part_of_a_filter_is_passed_over(full_shelf: Flask, name: str) -> None:
    answer = looked(full_shelf).get("/games", query_string={name: "x", "note": "odd"})
    assert answer.status_code == 200
    assert chips(Page(answer.text)) == ["“odd”"]


def test_where_months_are_not_told_the_day_has_its_year(shelf: Flask) -> None:
    page = Page(looked(shelf).get("/games?sort=total").text)
    assert [day.text for day in page.with_class("day")][:2] == ["31Jan2026", "31Jan2026"]
    assert Page(looked(shelf).get("/games").text).with_class("year") == []
    persian = looked(shelf)
    persian.set_cookie("language", "fa")
    days = Page(persian.get("/games?sort=total").text).with_class("day")
    assert days[0].text == "۱۱بهمن۱۴۰۴"


@pytest.mark.parametrize("typed", ["äiti", "Äiti", "ÄITI"])
def test_words_in_the_note_are_found_in_small_and_capital_letters(shelf: Flask, typed: str) -> None:
    page = Page(looked(shelf).get("/games", query_string={"note": typed}).text)
    assert places(shelf, page) == [2]


def test_a_chosen_player_stays_chosen(shelf: Flask) -> None:
    page = Page(looked(shelf).get("/games?player=Cleo").text)
    names = page.one("select", "name", "player").all("option")
    assert [option.text for option in names] == ["all", "Ana", "Ben", "Cleo", "Mika"]
    assert [option.text for option in names if "selected" in option] == ["Cleo"]


@pytest.mark.parametrize(
    ("zone", "query", "expected"),
    [
        ("UTC", {"to": "2026-01-31"}, [1, 0]),
        ("Europe/Helsinki", {"to": "2026-01-31"}, [0]),
        ("Europe/Helsinki", {"from": "2026-02-01", "to": "2026-02-01"}, [1]),
        ("Asia/Tehran", {"from": "2026-02-01", "to": "2026-02-01"}, [1, 0]),
        ("America/New_York", {"from": "2026-03-28", "to": "2026-03-28"}, [4]),
        # the day on which the clocks go forward
        ("Europe/Helsinki", {"from": "2026-03-29", "to": "2026-03-29"}, [4]),
    ],
)
def test_days_are_those_of_the_viewer(
    shelf: Flask, zone: str, query: dict[str, str], expected: list[int]
) -> None:
    page = Page(looked(shelf, zone).get("/games", query_string=query).text)
    assert places(shelf, page) == expected


def test_sheets_stand_under_their_months_in_the_viewer_s_zone(shelf: Flask) -> None:
    page = Page(looked(shelf, "Europe/Helsinki").get("/games").text)
    assert [month.text for month in page.with_class("month")] == [
        "March 2026",
        "February 2026",
        "January 2026",
    ]
    assert [len(lines.with_class("day")) for lines in page.with_class("lines")] == [1, 3, 1]
    by_total = Page(looked(shelf).get("/games?sort=total").text)
    assert by_total.with_class("month") == []


def test_persian_sheets_stand_under_the_months_of_their_own_calendar(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db")
    days = ("2026-03-20", "2026-11-14", "2026-11-21", "2026-11-22")
    store_of(app).add_games([sheet(f"{day}T12:00:00Z", {"Ana": 5}) for day in days])
    client = looked(app)
    client.set_cookie("language", "fa")
    page = Page(client.get("/games").text)
    assert [month.text for month in page.with_class("month")] == ["آذر ۱۴۰۵", "آبان ۱۴۰۵", "اسفند ۱۴۰۴"]
    days_of_months = [[day.text for day in lines.with_class("day")] for lines in page.with_class("lines")]
    assert days_of_months == [["۱آذر"], ["۳۰آبان", "۲۳آبان"], ["۲۹اسفند"]]
    assert "۱ آذر ۱۴۰۵" in client.get(f"/games/{keys_on(page)[0]}/sheet").text


def test_a_day_that_is_none_leaves_the_others_their_calendar(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db")
    store_of(app).add_games([sheet(f"2027-03-{day}T12:00:00Z", {"Ana": 5}) for day in (20, 21)])
    store_of(app).db.conn.execute("UPDATE games SET finished_at = 'soon' WHERE id = 1")
    client = looked(app)
    client.set_cookie("language", "fa")
    days = Page(client.get("/games").text).with_class("day")
    assert [day.text for day in days] == ["", "۱فروردین"]


def test_everybody_s_total_is_told_and_the_winners_stand_out(shelf: Flask) -> None:
    lines = Page(looked(shelf).get("/games").text).with_class("line")
    assert [line.text for line in lines][:3] == ["Mika 22, Ana 21", "Ana 9", "Cleo 18, Ben 18"]
    assert [[bold.text for bold in line.all("b")] for line in lines][:3] == [
        ["Mika 22"],
        ["Ana 9"],
        ["Cleo 18", "Ben 18"],
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("from=2026-02-30&note=cottage", "A date is a day of the calendar"),
        ("to=yesterday", "A date is a day of the calendar"),
        ("from=0001-01-01", "A date is a day of the calendar"),
        ("to=9999-12-31", "A date is a day of the calendar"),
        ("from=2026-03-02&to=2026-03-01", "The first day is after the last"),
        ("ruleset=poker&note=x", "There is no rule set “poker”"),
        ("sort=luck", "There is no such page"),
        ("note=a%00b", "The note has a character that can’t be shown"),
        ("after=1", "There is no such page"),
        ("after=", "There is no such page"),
        ("after=2026-02-10T12:00:00Z_1&sort=total", "There is no such page"),
        ("after=30_1", "There is no such page"),
        ("after=2026-02-10T12:00:00Z_" + "9" * 30, "There is no such page"),
    ],
)
def test_what_can_t_be_asked_is_told_in_a_sentence_and_the_form_is_kept(
    shelf: Flask, query: str, said: str
) -> None:
    answer = looked(shelf).get(f"/games?{query}")
    page = Page(answer.text)
    assert answer.status_code == 422
    (sentence,) = page.alerts
    assert sentence.startswith(said)
    assert sentence.endswith(".")
    assert "open" in page.one("details")
    fields = dict(part.split("=", 1) for part in query.split("&"))
    for name in ("from", "to", "note"):
        if name in fields and "%" not in fields[name]:
            assert page.one("input", "name", name)["value"] == fields[name]


# --- pages --------------------------------------------------------------------------------------------


def walk(client: FlaskClient, **query: str) -> list[list[str]]:
    """The keys of every page, from the first by its links to the last."""
    reader = Reader(client)
    reader.open(f"/games?{urlencode(query)}")
    pages = [keys_on(reader.page)]
    while [link for link in reader.page.all("a") if link.text == "More"]:
        reader.follow("More")
        assert len(pages) < 10
        pages.append(keys_on(reader.page))
    return pages


def order(store: Store, by: str, keep: str = "1") -> list[str]:
    """The keys as they should come, asked of the file without the code under test."""
    best = "(SELECT max(total) FROM results WHERE game = games.id)"
    column = best if by == "total" else "finished_at"
    rows = store.db.conn.execute(f"SELECT key FROM games WHERE {keep} ORDER BY {column} DESC, id DESC")
    return [key for (key,) in rows]


@pytest.fixture(scope="module")
def full_shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """45 sheets; totals and moments often equal, every third with shared winners."""
    app = make_app(tmp_path_factory.mktemp("full") / "scorepad.db")

    def totals(number: int) -> dict[str, int]:
        best = 20 + number % 4
        return {"Ana": best, "Ben": best if number % 3 == 0 else 7}

    store_of(app).add_games(
        sheet(f"2026-02-{1 + number % 5:02}T12:00:00Z", totals(number), "odd" if number % 2 else "")
        for number in range(45)
    )
    yield app
    store_of(app).close()


@pytest.mark.parametrize("by", ["date", "total"])
def test_pages_follow_each_other_without_gap_or_repeat(full_shelf: Flask, by: str) -> None:
    pages = walk(looked(full_shelf), sort=by)
    assert [len(page) for page in pages] == [20, 20, 5]
    assert list(chain.from_iterable(pages)) == order(store_of(full_shelf), by)


@pytest.mark.parametrize("by", ["date", "total"])
def test_a_filter_goes_along_from_page_to_page(full_shelf: Flask, by: str) -> None:
    pages = walk(looked(full_shelf), sort=by, note="odd", player="Ben")
    assert [len(page) for page in pages] == [20, 2]
    assert list(chain.from_iterable(pages)) == order(store_of(full_shelf), by, "note = 'odd'")


def test_a_sheet_finished_while_pages_are_turned_moves_no_other(client: FlaskClient) -> None:
    store = store_of(client.application)
    store.add_games(sheet(f"2026-02-{day:02}T12:00:00Z", {"Ana": 20}) for day in range(1, 26))
    reader = Reader(client)
    first = keys_on(reader.open("/games"))
    store.add_games([sheet("2026-03-01T12:00:00Z", {"Ana": 30})])
    assert first + keys_on(reader.follow("More")) == order(store, "date")[1:]


# --- turn by turn -------------------------------------------------------------------------------------

TURNS: Sequence[tuple[str, str, int]] = (("Ana", "fours", 12), ("Ben", "yacht", 50), ("Ana", "chance", 16))


def test_the_sheet_is_told_as_it_stood_after_each_turn(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    play_by_forms(client, address, ("fours", "44421"), ("yacht", "66666"), ("chance", "12346"))
    reader = Reader(client)
    reader.open(f"{address}/sheet?turn=1")
    totals = {"Ana": 0, "Ben": 0}
    for number, (name, box, points) in enumerate(TURNS, 1):
        totals[name] += points
        page = reader.page
        said = page.with_class("steps")[0].text
        assert f"After turn {number} of 3" in said
        assert f"{name}: " in said
        assert said.endswith(str(points))
        best = max(totals.values())
        assert ranks_on(page) == {who: (1 if sum_ == best else 2, sum_) for who, sum_ in totals.items()}
        column = 1 if name == "Ana" else 2
        title = box.capitalize()
        assert page.cell(title, column).with_class("figure")[0].text == str(points)
        (fresh,) = page.with_class("fresh")
        assert fresh is page.cell(title, column)
        assert len(page.with_class("roll")) == number
        reader.follow("Next turn")
    assert reader.address == f"{address}/sheet"
    assert "Next turn" not in [link.get("aria-label") for link in reader.page.all("a")]
    assert "After turn 3 of 3" in reader.follow("Previous turn").text
    first = reader.open(f"{address}/sheet?turn=1")
    assert "Previous turn" not in [link.get("aria-label") for link in first.all("a")]


@pytest.mark.parametrize("turn", ["0", "4", "-1", "", "x", "1.0", "9" * 30, "۱"])
def test_a_turn_that_never_was_is_not_found(client: FlaskClient, turn: str) -> None:
    address = new_game(client, "yacht")
    play_by_forms(client, address, ("fours", "44421"), ("yacht", "66666"), ("chance", "12346"))
    answer = client.get(f"{address}/sheet", query_string={"turn": turn})
    assert answer.status_code == 404
    assert "Nothing here" in Page(answer.text).text


def test_a_game_without_a_turn_has_no_turn_by_turn(client: FlaskClient) -> None:
    page = Page(client.get(f"{new_game(client)}/sheet").text)
    assert page.with_class("steps") == []


def test_a_player_passed_over_is_a_step_too(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    play_by_forms(client, address, ("fours", "44421"))
    client.post(f"{address}/skip", data={"seen": "1"})
    page = Page(client.get(f"{address}/sheet?turn=2").text)
    assert "Ben was skipped" in page.with_class("steps")[0].text


def test_the_chart_has_a_table_with_each_player_s_total_after_each_round(shelf: Flask) -> None:
    client = looked(shelf)
    *_, key = keys_on(Page(client.get("/games?ruleset=yacht").text))
    figure = Page(client.get(f"/games/{key}/sheet").text).one("figure")
    assert len(figure.all("svg", "aria-hidden", "true")) == 1
    heads, *lines = figure.all("tr")
    assert [head.text for head in heads.all("th")] == ["Player", *map(str, range(1, 13))]
    told = {line.all("th")[0].text: [cell.text for cell in line.all("td")] for line in lines}
    assert told == {"Ana": ["0"] * 11 + ["30"], "Ben": ["0"] * 11 + ["12"]}


def test_the_levels_of_a_chart_are_round_figures(client: FlaskClient) -> None:
    store = store_of(client.application)
    done = finish(store, store.create("triple_yahtzee", ["Ana"]), "66666")
    levels = Page(client.get(f"/games/{done.key}/sheet").text).with_class("figure-y")
    assert len(levels) > 3
    assert {int(level.text) % 500 for level in levels} == {0}


def test_only_a_finished_sheet_has_a_chart(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    play_by_forms(client, address, ("fours", "44421"), ("yacht", "66666"), ("chance", "12346"))
    assert Page(client.get(f"{address}/sheet").text).all("figure") == []
