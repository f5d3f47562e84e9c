"""The board: what it shows, and that its key opens nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RULESETS
from tests.helpers import (
    Page,
    finish,
    finish_by_forms,
    key_of,
    make_app,
    new_game,
    play_by_forms,
    store_of,
)


@pytest.fixture
def address(client: FlaskClient) -> str:
    return new_game(client)


def watch_key(app: Flask, address: str) -> str:
    return store_of(app).load(key_of(address)).watch_key


@pytest.fixture
def watch(app: Flask, address: str) -> str:
    """The address of the board."""
    return f"/watch/{watch_key(app, address)}"


def lines(page: Page) -> list[tuple[str, str, str]]:
    """(rank, name, total) of each line."""
    return [
        tuple(li.with_class(part)[0].text for part in ("rank", "who", "sum"))  # type: ignore[misc]
        for li in totals(page).all("li")
    ]


def totals(page: Page) -> Page:
    """The list of all totals."""
    return page.one("section", "id", "board").with_class("totals")[0]


def just_written(page: Page) -> list[str]:
    """The last entry, and those before it."""
    return [" ".join(line.text.split()) for line in (*page.with_class("newest"), *page.with_class("line"))]


def test_the_board_shows_who_has_what_whose_turn_it_is_and_what_was_last(
    client: FlaskClient, address: str, watch: str
) -> None:
    page = Page(client.get(watch).text)
    assert lines(page) == [("1", "Ana", "0"), ("1", "Ben", "0")]
    assert page.with_class("last")[0].text == "Ana’s turn"
    play_by_forms(client, address, ("fours", "44421"))
    page = Page(client.get(watch).text)
    assert lines(page) == [("1", "Ana", "12"), ("2", "Ben", "0")]
    assert page.with_class("last")[0].text == "Ana: Fours 12"
    assert [li.all("bdi")[0].text for li in totals(page).with_class("mover")] == ["Ben"]
    assert page.with_class("turn")[0].all("bdi")[0].text == "Ben"
    root = page.one("section", "id", "board")
    assert (root["data-seen"], root["data-mover"], root["data-url"]) == ("1", "2", f"{watch}/board")


def test_the_board_of_a_finished_game_says_so(client: FlaskClient, address: str, watch: str) -> None:
    play_by_forms(client, address, ("yahtzee", "66666"))
    finish_by_forms(client, address)
    page = Page(client.get(watch).text)
    assert "finished" in page.one("header").text
    assert page.one("section", "id", "board")["data-mover"] == ""
    assert page.with_class("mover") == page.with_class("turn") == []
    winner, loser = lines(page)
    assert (winner[:2], loser[:2]) == (("1", "Ana"), ("2", "Ben"))
    margin = int(winner[2]) - int(loser[2])
    assert page.with_class("headline")[0].text == f"{winner[1]} wins by {margin}"


def test_the_board_follows_undo_corrections_and_names(client: FlaskClient, address: str, watch: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    client.post(f"{address}/turns/1", data={"seen": "1", "dice": "44441", "box": "fours"})
    assert lines(Page(client.get(watch).text))[0] == ("1", "Ana", "16")
    client.post(f"{address}/rename", data={"seen": "2", "player": "1", "name": "Anna"})
    assert lines(Page(client.get(watch).text))[0] == ("1", "Anna", "16")
    client.post(f"{address}/undo", data={"seen": "3"})
    assert lines(Page(client.get(watch).text))[0] == ("1", "Anna", "12")


def test_who_has_seen_the_last_event_gets_an_empty_answer(
    client: FlaskClient, address: str, watch: str
) -> None:
    assert client.get(f"{watch}/board?seen=0").status_code == 204
    play_by_forms(client, address, ("fours", "44421"))
    for query in ("?seen=0", "?seen=99", "?seen=" + "9" * 40, ""):
        answer = client.get(f"{watch}/board{query}")
        assert answer.status_code == 200
        assert Page(answer.text).one("section")["data-seen"] == "1"
    assert client.get(f"{watch}/board?seen=1").status_code == 204


@pytest.mark.parametrize("seen", ["", "x", "-1", "1.0"])
def test_a_board_asked_for_nonsense_is_refused(client: FlaskClient, watch: str, seen: str) -> None:
    answer = client.get(f"{watch}/board", query_string={"seen": seen})
    assert answer.status_code == 422
    assert "load it again" in answer.text


def test_the_board_gives_no_key_away(app: Flask, client: FlaskClient, address: str, watch: str) -> None:
    for over in (False, True):
        if over:
            finish_by_forms(client, address)
        else:
            play_by_forms(client, address, ("fours", "44421"))
        stored = store_of(app).load(key_of(address))
        for path in (watch, f"{watch}/board"):
            answer = client.get(path)
            said = answer.text + str(answer.headers)
            assert stored.key not in said
            assert stored.uid not in said
            assert "/games/" not in said
            assert Page(answer.text).all("form") == Page(answer.text).all("a") == []


def test_the_key_to_watch_opens_no_other_page(
    app: Flask, client: FlaskClient, address: str, watch: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    as_game = f"/games/{watch_key(app, address)}"
    for path in ("", "/pad", "/sheet", "/table", "/invite", "/turns/1", "/record.json"):
        assert client.get(as_game + path).status_code == 404, path
    for path in ("sheet", "turns/1", "record.json", "invite"):
        assert client.get(f"{watch}/{path}").status_code == 404


def test_the_key_to_watch_writes_nothing(app: Flask, client: FlaskClient, address: str, watch: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    before = store_of(app).load(key_of(address))
    form = {"seen": "1", "dice": "12346", "box": "chance", "player": "1", "name": "Zoe", "date": "2026-11-29"}
    actions = (
        "turns",
        "turns/1",
        "undo",
        "redo",
        "skip",
        "leave",
        "join",
        "rename",
        "order",
        "edit",
        "throw-away",
        "fetch-back",
        "rematch",
    )
    for action in actions:
        answer = client.post(f"/games/{watch_key(app, address)}/{action}", data=form)
        assert answer.status_code == 404, action
        assert client.post(f"{watch}/{action}", data=form).status_code == 404, action
    for path in (watch, f"{watch}/board"):
        assert client.post(path, data=form).status_code == 405
    store_of(app).forget()
    assert store_of(app).load(key_of(address)) == before


def test_the_key_of_the_game_is_none_to_watch(client: FlaskClient, address: str) -> None:
    assert client.get(f"/watch/{key_of(address)}").status_code == 404
    assert client.get("/watch/nothing").status_code == client.get("/watch/nothing/board").status_code == 404


def test_behind_a_pin_the_board_opens_and_nothing_else_does(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db", PIN="2580")
    store = store_of(app)
    try:
        stored = store.load(store.create("yahtzee", ["Ana"]))
        client = app.test_client()
        for path in (f"/watch/{stored.watch_key}", f"/watch/{stored.watch_key}/board"):
            assert client.get(path).status_code == 200
        assert client.get(f"/games/{stored.key}").status_code == 303
        assert client.post(f"/games/{stored.key}/skip", data={"seen": "0"}).status_code == 401
    finally:
        store.close()


def test_without_scripting_the_board_loads_itself_again(client: FlaskClient, watch: str) -> None:
    refresh = Page(client.get(watch).text).one("meta", "http-equiv", "refresh")
    assert refresh.above("noscript") is not None
    assert refresh["content"] == "5"


# --- the sheet, and what was just written -------------------------------------------------------------


def test_the_board_shows_the_sheet_without_anything_to_press(
    client: FlaskClient, address: str, watch: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"), ("full_house", "22333"))
    page = Page(client.get(watch).text)
    assert page.one("tr", "id", "row-fours").all("td")[0].text == "12"
    assert page.one("tr", "id", "row-full_house").all("td")[1].text == "25"
    assert page.all("button") == page.all("input") == []


def test_the_last_six_entries_are_told_the_last_one_with_its_dice(
    client: FlaskClient, address: str, watch: str
) -> None:
    turns = [
        ("fours", "44421"), ("ones", "11123"), ("twos", "22213"), ("fives", "55512"),
        ("sixes", "66612"), ("chance", "12346"), ("full_house", "22233"),
    ]  # fmt: skip
    play_by_forms(client, address, *turns)
    page = Page(client.get(watch).text)
    assert just_written(page) == [
        "Ana Full house 25",
        "Ben Chance 16",
        "Ana Sixes 18",
        "Ben Fives 15",
        "Ana Twos 6",
        "Ben Ones 3",
    ]
    dice = page.with_class("newest")[0].all("use")
    assert [use["href"].rpartition("#")[2] for use in dice] == ["p2", "p2", "p2", "p3", "p3"]


def test_who_leads_is_told_and_by_how_much(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee", ["Ana", "Ben", "Cleo"])
    watched = f"/watch/{watch_key(client.application, address)}"

    def lead() -> str:
        return Page(client.get(watched).text).with_class("lead")[0].text

    assert lead() == ""
    play_by_forms(client, address, ("fours", "44421"))
    assert lead() == "Ana leads Ben and Cleo by 12"
    play_by_forms(client, address, ("fours", "44421"))
    assert lead() == "Ana and Ben are tied"
    play_by_forms(client, address, ("chance", "66666"))
    assert lead() == "Cleo leads Ana and Ben by 18"
    client.post(f"{address}/leave", data={"seen": "3", "player": "3"})
    assert lead() == "Ana and Ben are tied"


def test_one_who_plays_alone_leads_nobody(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee", ["Ana"])
    play_by_forms(client, address, ("fours", "44421"))
    watched = f"/watch/{watch_key(client.application, address)}"
    assert Page(client.get(watched).text).with_class("lead")[0].text == ""
    finish_by_forms(client, address)
    assert "a first record" in Page(client.get(watched).text).with_class("headline")[0].text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sheet_has_its_board_from_the_first_turn_to_the_result(
    app: Flask, client: FlaskClient, ruleset: str
) -> None:
    address = new_game(client, ruleset, ["Ana", "Ben"])
    watched = f"/watch/{watch_key(app, address)}"
    columns = len(RULESETS[ruleset].columns)
    assert len(Page(client.get(watched).text).one("tr", "id", "row-ones").all("td")) == 2 * columns
    finish(store_of(app), key_of(address), "1" * RULESETS[ruleset].dice)
    assert Page(client.get(watched).text).with_class("headline")


# --- the rematch --------------------------------------------------------------------------------------


def test_the_board_goes_on_to_the_rematch_and_its_rematch(
    app: Flask, client: FlaskClient, address: str, watch: str
) -> None:
    finish_by_forms(client, address)
    seen, shown = store_of(app).load(key_of(address)).seen, stamp_on(client, watch, "board")
    asked = f"{watch}/board?seen={seen}&shown={shown}"
    assert client.get(asked).status_code == 204
    again = client.post(f"{address}/rematch").headers["Location"]
    now = f"/watch/{watch_key(app, again)}"
    for place in (asked, f"{watch}/board"):
        board = Page(client.get(place).text).one("section", "id", "board")
        assert (board["data-url"], board["data-seen"], board["data-mover"]) == (f"{now}/board", "0", "1")
    assert client.get(watch).headers["Location"] == now
    assert key_of(again) not in client.get(asked).text
    finish_by_forms(client, again)
    third = client.post(f"{again}/rematch").headers["Location"]
    assert client.get(watch).headers["Location"] == f"/watch/{watch_key(app, third)}"
    assert client.get(now).headers["Location"] == f"/watch/{watch_key(app, third)}"


def test_the_board_stays_where_no_rematch_is_played(
    app: Flask, client: FlaskClient, address: str, watch: str
) -> None:
    finish_by_forms(client, address)
    again = client.post(f"{address}/rematch").headers["Location"]
    client.post(f"{again}/throw-away", data={"seen": "0"})
    assert client.get(watch).status_code == 200
    other = client.post(f"{address}/rematch").headers["Location"]
    assert client.get(watch).headers["Location"] == f"/watch/{watch_key(app, other)}"
    seen = store_of(app).load(key_of(address)).seen
    client.post(f"{address}/undo", data={"seen": str(seen)})
    assert client.get(watch).status_code == 200, "the game goes on, and so does its board"


# --- the last entry ---------------------------------------------------------------------------------

EVENING: list[tuple[str, dict[str, str], str]] = [
    ("skip", {}, "Ben was skipped"),
    ("edit", {"date": "2026-11-29", "note": "by the lake"}, "Ben was skipped"),
    ("rename", {"player": "2", "name": "Benno"}, "Benno was skipped"),
    ("undo", {}, "Ana: Fours 12"),
    ("rename", {"player": "1", "name": "Anna"}, "Anna: Fours 12"),
    ("join", {"name": "Dov"}, "Dov joined"),
    ("undo", {}, "Anna: Fours 12"),
    ("redo", {}, "Dov joined"),
]


def last_on(client: FlaskClient, address: str, watch: str) -> tuple[str, str]:
    """What the board and the pad name as the last entry."""
    board = Page(client.get(watch).text).with_class("last")[0].text
    news = Page(client.get(f"{address}/pad").text).one("p", "data-news").text
    return board, news


def test_the_last_entry_that_stands_is_named_on_the_board_and_the_pad(
    client: FlaskClient, address: str, watch: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    for seen, (action, form, last) in enumerate(EVENING, 1):
        answer = client.post(f"{address}/{action}", data={"seen": str(seen), **form})
        assert answer.status_code == 303, (action, Page(answer.text).alerts)
        board, news = last_on(client, address, watch)
        assert board == last, action
        assert news.startswith(f"{last}. "), action


def test_once_all_is_undone_the_board_and_the_pad_name_who_is_to_move(
    client: FlaskClient, address: str, watch: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    client.post(f"{address}/leave", data={"seen": "1", "player": "2"})
    assert last_on(client, address, watch)[0] == "Ben left"
    for seen in ("2", "3"):
        client.post(f"{address}/undo", data={"seen": seen})
    assert last_on(client, address, watch) == ("Ana’s turn", "Ana’s turn")


# --- names --------------------------------------------------------------------------------------------


def test_a_new_name_is_seen_by_the_phones_of_other_games(
    app: Flask, client: FlaskClient, address: str
) -> None:
    other = new_game(client, "yacht", ["Cleo", "Ana"])
    watched = f"/watch/{watch_key(app, other)}"
    for place, root, name in ((f"{other}/pad", "pad", "Anna"), (f"{watched}/board", "board", "Bea")):
        shown = stamp_on(client, place, root)
        asked = f"{place}?seen=0&shown={shown}"
        assert client.get(asked).status_code == 204
        seen = str(Page(client.get(address).text).seen)
        client.post(f"{address}/rename", data={"seen": seen, "player": "1", "name": name})
        answer = client.get(asked)
        assert answer.status_code == 200
        assert name in answer.text
        assert stamp_on(client, place, root) != shown
        assert client.get(f"{place}?seen=0&shown={stamp_on(client, place, root)}").status_code == 204
        assert client.get(f"{place}?seen=0").status_code == 204


def stamp_on(client: FlaskClient, place: str, root: str) -> str:
    """What the pad or the board there shows beside its events, as a stamp."""
    return Page(client.get(place).text).one("section", "id", root)["data-shown"]


# --- roll-offs, and games that can't be read --------------------------------------------------------------


def test_the_board_shows_the_dice_of_a_roll_off(app: Flask, client: FlaskClient) -> None:
    address = new_game(client, "free_for_all", ["Ana", "Ben", "Cleo"])
    finish(store_of(app), key_of(address))
    for seen, rolls in ((39, {"die_1": "6", "die_2": "6", "die_3": "2"}), (40, {"die_1": "1", "die_2": "4"})):
        assert client.post(f"{address}/roll-offs", data={"seen": str(seen), **rolls}).status_code == 303
    board = Page(client.get(f"/watch/{watch_key(app, address)}").text)
    assert [
        (line.with_class("rank")[0].text, line.with_class("rolled")[0].text)
        for line in totals(board).all("li")
    ] == [
        ("1", "6 4"),
        ("2", "6 1"),
        ("3", "2"),
    ]


def test_a_game_that_cannot_be_read_gives_its_key_away_to_no_one_who_watches(
    app: Flask, client: FlaskClient, address: str, watch: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    store_of(app).db.conn.execute("UPDATE events SET box = 'sevens'")
    store_of(app).forget()
    assert f"{address}/events.json" in client.get(address).text
    for path in (watch, f"{watch}/board"):
        answer = client.get(path)
        assert answer.status_code == 422
        assert Page(answer.text).one("h2").text == "This game can’t be read."
        assert key_of(address) not in answer.text
