"""The page of an evening, and what the list of past sheets and the result say of it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad import stats
from scorepad.record import Record
from scorepad.rules import Leave, ThrowAway
from tests.helpers import (
    Page,
    Reader,
    finish,
    finish_by_forms,
    new_game,
    rows,
    store_of,
    wish,
)
from tests.stats.moments import sheet

Totals = Mapping[str, int]
FIVE: tuple[Totals, ...] = (
    {"Väinö": 19, "Ella": 6, "Aino": 18},
    {"Väinö": 15, "Ella": 14, "Aino": 28, "Onni": 16},
    {"Ella": 25, "Väinö": 20, "Aino": 24, "Onni": 10},
    {"Väinö": 25, "Ella": 20, "Aino": 21, "Onni": 17},
    {"Väinö": 20, "Ella": 29, "Aino": 25, "Onni": 16},
)


def at(number: int, hour: int = 16) -> str:
    return f"2026-11-29T{hour + number // 2:02}:{number % 2 * 30:02}:00Z"


def played(client: FlaskClient, *games: Totals | tuple[Totals, str], hour: int = 16) -> list[str]:
    """Brings an evening of these games, half an hour each, in Helsinki; their addresses."""
    client.set_cookie("zone", "Europe/Helsinki")
    told = [one if isinstance(one, tuple) else (one, "yacht") for one in games]
    records = [sheet(at(number, hour), one, ruleset=rules) for number, (one, rules) in enumerate(told)]
    return brought(client.application, records)


def brought(app: Flask, records: list[Record]) -> list[str]:
    store_of(app).add_games(records)
    newest = rows(store_of(app), "SELECT key FROM games ORDER BY id DESC LIMIT ?", len(records))
    return [f"/games/{key}" for (key,) in reversed(newest)]


def evening(client: FlaskClient, address: str) -> Page:
    answer = client.get(f"{address}/evening")
    assert answer.status_code == 200
    return Page(answer.text)


def said(page: Page) -> tuple[str, str]:
    """The headline, and what stands below it."""
    told = page.with_class("told")
    return page.with_class("headline")[0].text, told[0].text if told else ""


def table(page: Page) -> list[list[str]]:
    """Row by row what the table says."""
    return [[cell.text for cell in row.all("th") + row.all("td")] for row in page.one("table").all("tr")]


def heads(page: Page) -> list[str]:
    return [head.text for head in page.one("thead").all("th")]


# --- the page -----------------------------------------------------------------------------------------


def test_the_evening_is_told_as_on_paper(client: FlaskClient) -> None:
    *_, last = played(client, *FIVE)
    page = evening(client, last)
    assert page.one("h1").text == "Sunday evening"
    assert page.one("header").all("time")[0].text == "Nov 29, 2026"
    assert said(page) == ("Väinö’s evening, on points", "2 wins each with Ella. Most points: Aino.")
    assert table(page) == [
        ["Game", "1", "2", "3", "4", "5", "Wins", "Points"],
        ["Väinö", "19, won", "15", "20", "25, won", "20", "2", "99"],
        ["Ella", "6", "14", "25, won", "20", "29, won", "2", "94"],
        ["Aino", "18", "28, won", "24", "21", "25", "1", "116"],
        ["Onni", "–", "16", "10", "17", "16", "0", "59"],
        ["won by", "1", "12", "1", "4", "4", "", ""],
    ]
    assert len(page.with_class("ringed")) == 5
    strokes = [row.with_class("tally")[0].all("path") for row in page.one("tbody").all("tr")]
    assert [[path["d"].count("M") for path in row] for row in strokes] == [[2], [2], [1], []]


def test_games_lead_to_their_sheets_and_one_more_game_is_the_rematch_of_the_last(
    client: FlaskClient,
) -> None:
    addresses = played(client, *FIVE)
    reader = Reader(client)
    page = reader.open(f"{addresses[2]}/evening")
    assert [link["href"] for link in page.one("thead").all("a")] == [f"{one}/sheet" for one in addresses]
    (again,) = [button for button in page.all("button") if button.text == "One more game"]
    reader.press(again)
    assert reader.status == 200
    assert reader.address == client.post(f"{addresses[4]}/rematch").headers["Location"]


def remembered(page: Page) -> list[str]:
    return [line.text for part in page.with_class("remembered") for line in part.all("li")]


def test_what_will_be_remembered_is_told(client: FlaskClient) -> None:
    page = evening(client, played(client, *FIVE)[0])
    assert remembered(page) == [
        "Ella is the first to 2 wins 4 games of Ella, Aino, Väinö and Onni",
        "29 Ella wrote the best sheet game 5",
        "1 point between Väinö and Aino 19 to 18, game 1",
    ]


def test_a_record_that_fell_is_told_beside_what_is_remembered(client: FlaskClient) -> None:
    before = [sheet(f"2026-0{month}-01T17:00:00Z", {"Ana": 8, "Ben": 7}) for month in range(1, 9)]
    brought(client.application, before)
    page = evening(client, played(client, *FIVE)[0])
    assert remembered(page)[1] == "29 Ella wrote the best sheet game 5 · Best Yacht ever"


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([{"Ana": 20, "Ben": 10}], ("Ana’s evening", "")),
        ([{"Ana": 20, "Ben": 20}], ("Ana and Ben are level", "")),
        ([{"Ana": 20, "Ben": 10}] * 3, ("Ana’s evening", "3 of 3 games won.")),
        (
            [{"Ana": 20, "Ben": 10}, {"Ana": 20, "Ben": 10}, {"Ana": 5, "Ben": 30}],
            ("Ana’s evening", "2 of 3 games won. Most points: Ben."),
        ),
        (
            [{"Ana": 20, "Ben": 10}, {"Ana": 10, "Ben": 20}],
            ("Ana and Ben are level", "1 win each."),
        ),
        (
            [{"Ana": 20, "Ben": 10, "Cleo": 5}, {"Ana": 10, "Ben": 20, "Cleo": 5}],
            ("Ana and Ben are level", "1 win each."),
        ),
        (
            [{"Ana": 20, "Ben": 10}, ({"Ana": 10, "Ben": 30}, "yatzy")],
            ("Ana and Ben are level", "1 win each."),
        ),
        ([{"Ana": 20}], ("Ana alone", "")),
        ([{"Ana": 20}, {"Ana": 25}], ("Ana alone", "")),
        ([{"Ana": 20}, {"Ben": 25}], ("Everybody played alone", "")),
        ([{"Ana": 20}, {"Ben": 25, "Ana": 20}], ("Ben’s evening", "1 of 1 game won. Most points: Ana.")),
    ],
    ids=str,
)
def test_the_headline_is_true(client: FlaskClient, games: list[Totals], expected: tuple[str, str]) -> None:
    assert said(evening(client, played(client, *games)[-1])) == expected


def test_who_left_early_has_no_part_and_a_game_that_all_left_has_no_winner(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yacht", ["Ana", "Ben"])
    store.append(key, 0, wish(Leave(1)))
    store.append(key, 1, wish(Leave(2)))
    assert store.load(key).game.finished
    assert evening(client, f"/games/{key}").one("table").all("tbody")[0].all("tr") == []
    key = store.create("yacht", ["Ana", "Ben", "Cleo"])
    store.append(key, 0, wish(Leave(1)))
    page = evening(client, f"/games/{finish(store, key).key}")
    assert [row[0] for row in table(page)] == ["Game", "Ben", "Cleo", "won by"]


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "Ben"]])
def test_of_a_game_that_all_left_it_is_said_that_nobody_stayed(client: FlaskClient, names: list[str]) -> None:
    store = store_of(client.application)
    key = store.create("yacht", names)
    for seat, _ in enumerate(names):
        store.append(key, seat, wish(Leave(seat + 1)))
    assert said(evening(client, f"/games/{key}")) == ("Nobody stayed to the end", "")


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("finished_at", ["0001-01-01T00:30:00Z", "9999-12-31T23:30:00Z"])
def test_the_first_and_the_last_days_there_are_have_their_evenings(
    client: FlaskClient, finished_at: str, language: str
) -> None:
    client.set_cookie("language", language)
    client.set_cookie("zone", "UTC")
    (address,) = brought(client.application, [sheet(finished_at, {"Ana": 20, "Ben": 25})])
    assert len(table(evening(client, address))) == 4


def test_with_several_sheets_points_come_by_sheet(client: FlaskClient) -> None:
    page = evening(client, played(client, *FIVE[:2], (FIVE[3], "yatzy"))[0])
    assert heads(page) == ["Game", "1 Yacht", "2 Yacht", "3 Yatzy", "Wins", "Points Yacht", "Points Yatzy"]
    assert table(page)[1][-3:] == ["2", "34", "25"]
    assert "29" not in remembered(page)
    assert "28 Aino wrote the best sheet game 2, Yacht" in remembered(page)


def test_games_alone_have_no_ring_and_no_row_of_margins(client: FlaskClient) -> None:
    page = evening(client, played(client, {"Ana": 20}, {"Ana": 25})[0])
    assert page.with_class("ringed") == []
    assert table(page) == [["Game", "1", "2", "Points"], ["Ana", "20", "25", "45"]]


def test_only_so_many_games_of_one_moment_are_shown_and_that_is_said(client: FlaskClient) -> None:
    many = [sheet("2026-11-29T17:00:00Z", {"Ana": 20, "Ben": 21}) for _ in range(stats.MOST_GAMES + 1)]
    *_, last = brought(client.application, many)
    client.set_cookie("zone", "Europe/Helsinki")
    page = evening(client, last)
    assert len(page.one("thead").all("a")) == stats.MOST_GAMES
    told = ("Sunday evening, more than 60 games", "Only the first 60 games are shown.")
    assert (said(page), remembered(page)) == (told, [])
    line = Page(client.get("/games").text).with_class("evening-line")[0]
    assert line.text.endswith("more than 60 games")


# --- when it was --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moments", "zone", "expected"),
    [
        (("2026-11-29T18:00:00Z",), "UTC", ("Sunday evening", "Nov 29, 2026")),
        (("2026-11-29T09:00:00Z",), "UTC", ("Sunday morning", "Nov 29, 2026")),
        (("2026-11-29T12:00:00Z",), "UTC", ("Sunday afternoon", "Nov 29, 2026")),
        (("2026-11-29T18:00:00Z",), "Asia/Tehran", ("Sunday evening", "Nov 29, 2026")),
        (("2026-11-29T18:00:00Z",), "Asia/Tokyo", ("Sunday night", "Nov 29, 2026")),
        (("2026-11-29T18:00:00Z",), "America/New_York", ("Sunday afternoon", "Nov 29, 2026")),
        # what ends after midnight is of the evening before
        (("2026-11-30T00:30:00Z",), "UTC", ("Sunday night", "Nov 29, 2026")),
        (
            ("2026-11-29T22:00:00Z", "2026-11-29T22:30:00Z", "2026-11-30T00:30:00Z"),
            "UTC",
            ("Sunday evening", "Nov 29, 2026"),
        ),
        (("2026-11-29T22:00:00Z", "2026-11-29T23:30:00Z"), "UTC", ("Sunday night", "Nov 29, 2026")),
    ],
    ids=str,
)
def test_it_is_called_by_the_viewer_s_day_and_hour(
    client: FlaskClient, moments: tuple[str, ...], zone: str, expected: tuple[str, str]
) -> None:
    *_, last = brought(client.application, [sheet(moment, {"Ana": 20, "Ben": 10}) for moment in moments])
    client.set_cookie("zone", zone)
    page = evening(client, last)
    assert (page.one("h1").text, page.one("header").all("time")[0].text) == expected
    part = expected[0].split()[1]
    assert said(page)[0] == f"Ana’s {part}"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ("Sonntagabend", "Der Abend gehört Väinö, nach Punkten")),
        ("es", ("Domingo por la tarde-noche", "La velada es de Väinö, por puntos")),
        ("fa", ("یکشنبه شب", "برندهٔ شب با امتیاز: Väinö")),
        ("fi", ("Sunnuntaina illalla", "Illan voitti pisteillä Väinö")),
        ("fr", ("Dimanche soir", "La soirée est à Väinö, aux points")),
        ("sv", ("Söndag kväll", "Väinö vann kvällen på poäng")),
    ],
)
def test_it_is_called_so_in_every_language(
    client: FlaskClient, language: str, expected: tuple[str, str]
) -> None:
    *_, last = played(client, *FIVE)
    client.set_cookie("language", language)
    page = evening(client, last)
    assert (page.one("h1").text, said(page)[0]) == expected


@pytest.mark.parametrize("moment", ["soon", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-29"])
def test_a_moment_that_is_none_leaves_the_page_whole(client: FlaskClient, moment: str) -> None:
    first, last = played(client, *FIVE[:2])
    store = store_of(client.application)
    store.db.conn.execute("UPDATE games SET finished_at = ?, evening = ?", (moment, moment))
    for address in (first, last):
        assert len(table(evening(client, address))) > 1
    assert client.get("/games").status_code == 200


# --- what has none ------------------------------------------------------------------------------------


def test_a_game_that_goes_on_or_lies_in_the_bin_leads_to_its_pad(client: FlaskClient) -> None:
    address = new_game(client)
    assert client.get(f"{address}/evening").headers["Location"] == address
    (done,) = played(client, {"Ana": 20})
    store, key = store_of(client.application), done.rpartition("/")[2]
    store.append(key, store.load(key).seen, wish(ThrowAway()))
    assert client.get(f"{done}/evening").headers["Location"] == done
    assert Reader(client).open("/games/nothing/evening")
    assert client.get("/games/nothing").status_code == 404


# --- with the same people -----------------------------------------------------------------------------

A, B = {"Ella": 20, "Väinö": 10}, {"Väinö": 20, "Ella": 10}


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((A, B), "1 to 1: the next one decides the best of 3"),
        ((A, A), "Ella has the best of 3, 2 to 0"),
        ((A, B, A), "Ella has the best of 3, 2 to 1"),
        ((A, A, B), "Ella leads 2 to 1"),
        ((A, B, A, B), "2 to 2: the next one decides the best of 5"),
        (({**A, "Aino": 5}, {**B, "Aino": 5}), "Ella and Väinö lead with 1 win each"),
        (({**A, "Aino": 5}, {**A, "Aino": 5}), "Ella is the first to 2 wins"),
        (({**A, "Aino": 5}, {**B, "Aino": 5}, {**A, "Aino": 30}), "1 win each: the next one decides"),
        (({**A, "Aino": 5}, {**A, "Aino": 5}, {**B, "Aino": 5}), "Ella leads with 2 wins"),
    ],
    ids=str,
)
def test_how_the_series_stands_is_told_on_the_page_and_at_the_result(
    client: FlaskClient, games: tuple[Totals, ...], expected: str
) -> None:
    *_, last = played(client, *games)
    assert remembered(evening(client, last))[0].startswith(expected)
    (line,) = Page(client.get(last).text).with_class("of-evening")
    assert line.text == f"Sunday evening, {len(games)} games {expected}"
    assert line["href"] == f"{last}/evening"


def test_the_result_of_a_game_tells_the_series_as_it_stood_then(client: FlaskClient) -> None:
    first, second, _ = played(client, A, B, A)
    lines = [Page(client.get(one).text).with_class("of-evening")[0].text for one in (first, second)]
    assert lines == [
        "Sunday evening, 3 games",
        "Sunday evening, 3 games 1 to 1: the next one decides the best of 3",
    ]


def test_the_only_game_of_an_evening_says_nothing_of_it(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    finish_by_forms(client, address)
    assert Page(client.get(address).text).with_class("of-evening") == []
    assert Page(client.get("/games").text).with_class("evening-line") == []
    assert "Sunday" not in Page(client.get(f"{address}/sheet").text).text


# --- in the list --------------------------------------------------------------------------------------


def listed(page: Page) -> list[str]:
    """The lines of a list: those of evenings by their words, games by a dot."""
    lines = [line for part in page.with_class("lines") for line in part.all("li")]
    return [line.text if "evening-line" in line.classes else "." for line in lines]


def test_a_line_above_the_games_of_an_evening_tells_of_all_of_them(client: FlaskClient) -> None:
    played(client, {"Ana": 10, "Ben": 5}, hour=2)
    played(client, *FIVE)
    page = Page(client.get("/games").text)
    assert listed(page) == ["Sunday evening, 5 games Väinö 2, Ella 2, Aino 1", *".....", "."]
    assert [line.classes for line in page.all("li") if "together" in line.classes] == [{"together"}] * 5
    (line,) = page.with_class("evening-line")
    assert evening(client, line.all("a")[0]["href"].removesuffix("/evening"))


def test_an_evening_that_is_cut_by_a_page_or_a_filter_is_told_whole(client: FlaskClient) -> None:
    played(client, *FIVE)
    brought(client.application, [sheet(f"2026-12-{day:02}T18:00:00Z", {"Ana": 10}) for day in range(1, 19)])
    reader = Reader(client)
    told = "Sunday evening, 5 games Väinö 2, Ella 2, Aino 1"
    assert listed(reader.open("/games")) == [*["."] * 18, told, *".."]
    assert listed(reader.follow("More")) == [told, *"..."]
    assert listed(reader.open("/games?player=Onni")) == [told, *"...."]


def test_by_their_totals_games_are_not_told_by_evenings(client: FlaskClient) -> None:
    played(client, *FIVE)
    assert listed(Page(client.get("/games?sort=total").text)) == ["."] * 5


def links(page: Page) -> dict[str, str]:
    (row,) = page.with_class("links-row")
    return {link.text: link["href"] for link in row.all("a")}


def test_past_sheets_and_finished_ones_lead_to_players_records_and_the_evening(client: FlaskClient) -> None:
    figures = {"Players": "/players", "Records": "/records"}
    first, _ = played(client, *FIVE[:2])
    assert figures.items() <= links(Page(client.get("/games").text)).items()
    told = {"Sunday evening, 2 games": f"{first}/evening", **figures}
    assert links(Page(client.get(f"{first}/sheet").text)) == told
    (alone,) = played(client, {"Ana": 20}, hour=2)
    assert links(Page(client.get(f"{alone}/sheet").text)) == figures
    assert Page(client.get(f"{new_game(client)}/sheet").text).with_class("links-row") == []


def test_names_lead_to_the_players(client: FlaskClient) -> None:
    (address,) = played(client, {"Ana": 20, "Ben": 25})
    names = evening(client, address).one("tbody").all("a")
    ids = dict(rows(store_of(client.application), "SELECT name, id FROM players"))
    assert [link["href"] for link in names] == [f"/players/{ids[name]}" for name in ("Ben", "Ana")]
