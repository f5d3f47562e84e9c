"""Teams in pages: chosen at the start, changed at the table, shown on the pad, at the end and in lists."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import Manner, TurnClock
from scorepad.store import StoredGame
from tests.helpers import (
    Element,
    Page,
    Reader,
    finish,
    finish_by_forms,
    key_of,
    new_game,
    play,
    post_turn,
    store_of,
    wish,
)

FOUR = ["Ana", "Ben", "Cleo", "Dov"]
PAIRS = ["1", "2", "1", "2"]


def team_game(client: FlaskClient, ruleset: str = "yacht", teams: list[str] = PAIRS) -> str:
    """Starts a game of four in these teams; returns its address."""
    form = {"ruleset": ruleset, "player": FOUR, "team": teams, "starter": "first"}
    answer = client.post("/games", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def stored(app: Flask, address: str) -> StoredGame:
    return store_of(app).load(key_of(address))


def together(app: Flask, address: str) -> list[set[str]]:
    game = stored(app, address).game
    return [{game.player(seat) for seat in team} for team in game.teams]


def chosen(page: Element) -> list[str]:
    """The number that each choice of a team shows, empty for none."""
    return [
        next((option["value"] for option in choice.all("option") if "selected" in option), "")
        for choice in page.all("select", "name", "team")
        if choice["id"] != "late-team"
    ]


def change(client: FlaskClient, address: str, *teams: str, seen: int = 0) -> Page:
    answer = client.post(f"{address}/teams", data={"seen": seen, "team": list(teams)}, follow_redirects=True)
    return Page(answer.text)


# --- choosing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "told"),
    [
        (PAIRS, [{"Ana", "Cleo"}, {"Ben", "Dov"}]),
        (["2", "1", "2", "1"], [{"Ben", "Dov"}, {"Ana", "Cleo"}]),
        (["", "3", "3"], [{"Ben", "Cleo"}, {"Ana"}, {"Dov"}]),
        (["1", "2", "3", "4"], []),
        (["1"], []),
        ([], []),
        ([*PAIRS, "3", "nobody's"], [{"Ana", "Cleo"}, {"Ben", "Dov"}]),
    ],
)
def test_who_has_the_same_number_plays_together_and_who_has_none_alone(
    app: Flask, client: FlaskClient, teams: list[str], told: list[set[str]]
) -> None:
    assert together(app, team_game(client, teams=teams)) == told


def test_whoever_starts_stays_with_the_own_team(app: Flask, client: FlaskClient) -> None:
    form = {"ruleset": "yacht", "player": FOUR, "team": PAIRS, "starter": "3"}
    address = client.post("/games", data=form).headers["Location"]
    assert stored(app, address).game.players == ("Cleo", "Dov", "Ana", "Ben")
    assert together(app, address) == [{"Ana", "Cleo"}, {"Ben", "Dov"}]


@pytest.mark.parametrize("nonsense", ["0", "-1", "1.5", "x", "9999", "¹", "1" * 5000])
def test_a_team_that_is_none_is_refused_and_nothing_begins(
    app: Flask, client: FlaskClient, nonsense: str
) -> None:
    form = {"ruleset": "yacht", "player": FOUR, "team": [nonsense]}
    answer = client.post("/games", data=form)
    assert (answer.status_code, Page(answer.text).alerts) == (422, ["Choose a team from the list."])
    assert store_of(app).db.execute("SELECT count(*) FROM games").fetchone() == (0,)
    address = team_game(client)
    assert client.post(f"{address}/teams", data={"seen": 0, "team": [nonsense]}).status_code == 422
    late = {"seen": 0, "name": "Eva", "team": nonsense}
    assert client.post(f"{address}/join", data=late).status_code == 422
    assert stored(app, address).seen == 0


def test_the_form_keeps_the_teams_while_its_players_change(client: FlaskClient) -> None:
    query = {"ruleset": "yacht", "player": FOUR, "team": PAIRS, "up": "3"}
    page = Page(client.get("/games/new", query_string=query).text)
    assert chosen(page) == ["1", "1", "2", "2"]
    page = Page(client.get("/games/new", query_string={**query, "up": "", "drop": "1", "add": "Eva"}).text)
    assert chosen(page) == ["2", "1", "2", ""]
    assert "open" in page.one("details", "class", "paper own-teams")


def test_two_have_nobody_to_choose_from(client: FlaskClient) -> None:
    page = Page(client.get("/games/new", query_string={"player": FOUR[:2]}).text)
    assert chosen(page) == []
    assert "open" not in page.one("details", "class", "paper own-teams")


def test_those_of_last_time_bring_their_teams_along(client: FlaskClient) -> None:
    team_game(client)
    page = Page(client.get("/games/new", query_string={"same": "1"}).text)
    assert chosen(page) == PAIRS


def test_a_rematch_keeps_the_teams(app: Flask, client: FlaskClient) -> None:
    address = team_game(client)
    finish_by_forms(client, address)
    again = client.post(f"{address}/rematch").headers["Location"]
    assert together(app, again) == [{"Ana", "Cleo"}, {"Ben", "Dov"}]


# --- at the table ----------------------------------------------------------------------------------------


def test_teams_are_changed_at_any_time_and_taken_back(app: Flask, client: FlaskClient) -> None:
    address = new_game(client, "yacht", FOUR)
    assert chosen(Page(client.get(f"{address}/table").text)) == [""] * 4
    assert chosen(change(client, address, *PAIRS)) == PAIRS
    change(client, address, "1", "1", "2", "2", seen=1)
    assert together(app, address) == [{"Ana", "Ben"}, {"Cleo", "Dov"}]
    change(client, address, seen=2)
    assert together(app, address) == []


def test_two_phones_that_change_the_teams_don_t_undo_one_another(app: Flask, client: FlaskClient) -> None:
    address = new_game(client, "yacht", FOUR)
    change(client, address, *PAIRS)
    other = {"seen": 0, "team": ["1", "1", "2", "2"]}
    assert client.post(f"{address}/teams", data=other).status_code == 409
    assert client.post(f"{address}/teams", data={"seen": 0, "team": PAIRS}).status_code == 303
    assert stored(app, address).seen == 1
    assert together(app, address) == [{"Ana", "Cleo"}, {"Ben", "Dov"}]


def test_other_teams_make_nothing_else_too_late(app: Flask, client: FlaskClient) -> None:
    address = new_game(client, "yacht", FOUR)
    change(client, address, *PAIRS)
    store_of(app).append(key_of(address), 0, wish(TurnClock(60)))
    answer = client.post(f"{address}/turns", data={"seen": 0, "dice": "44421", "box": "fours"})
    assert answer.status_code == 303
    part = client.get(f"{address}/pad?seen=0", headers={"HX-Request": "true"})
    assert len(Page(part.text).all("i", "class", "team")) == 4


def test_who_changed_seats_is_still_with_the_own_team(app: Flask, client: FlaskClient) -> None:
    address = team_game(client)
    client.post(f"{address}/order", data={"seen": 0, "player": 2})
    page = Page(client.get(f"{address}/table").text)
    assert chosen(page) == ["2", "1", "1", "2"]
    change(client, address, "1", "1", "2", "2", seen=1)
    assert together(app, address) == [{"Ana", "Ben"}, {"Cleo", "Dov"}]


@pytest.mark.parametrize(("team", "with_whom"), [("2", {"Ben", "Dov", "Eva"}), ("", {"Eva"})])
def test_who_comes_late_comes_to_a_team_or_plays_alone(
    app: Flask, client: FlaskClient, team: str, with_whom: set[str]
) -> None:
    address = team_game(client)
    late = Page(client.get(f"{address}/table").text).one("select", "id", "late-team")
    assert [option.text for option in late.all("option")] == ["alone", "Ana & Cleo", "Ben & Dov"]
    client.post(f"{address}/join", data={"seen": 0, "name": "Eva", "team": team})
    assert with_whom in together(app, address)
    client.post(f"{address}/undo", data={"seen": 1})
    assert change(client, address, "1", "1", "2", "2", seen=2).alerts == []
    assert {"Ana", "Ben"} in together(app, address)


# --- what is shown ---------------------------------------------------------------------------------------


def test_the_sheet_tells_each_player_s_team_and_what_it_has(client: FlaskClient) -> None:
    address = team_game(client)
    for seen, (dice, box) in enumerate((("44421", "fours"), ("66661", "sixes"), ("12346", "chance"))):
        assert post_turn(client, address, seen, dice, box).status_code == 303
    for path in ("", "/sheet", "/pad"):
        row = Page(client.get(address + path).text).one("tr", "class", "teams")
        assert [cell.text for cell in row.all("td")] == ["1 28", "2 24", "1 28", "2 24"]
    assert "/static/teams" in client.get(address).text
    assert "/static/teams" not in client.get(new_game(client, "yacht", FOUR)).text


def test_the_end_tells_which_team_won_and_nobody_is_asked_to_roll(app: Flask, client: FlaskClient) -> None:
    address = team_game(client, "free_for_all")
    finish_by_forms(client, address)
    assert stored(app, address).game.to_roll
    page = Page(client.get(address).text)
    assert page.one("h2", "class", "headline").text == "Ana & Cleo and Ben & Dov share the win"
    assert page.with_class("roll-off") == []
    assert [line.text for line in page.with_class("of-teams")[0].all("li")] == [
        f"1 {names} shared {2 * stored(app, address).game.sheet(1).total}"
        for names in ("Ana & Cleo", "Ben & Dov")
    ]


def test_the_winners_are_told_with_their_margin(app: Flask, client: FlaskClient) -> None:
    address = team_game(client)
    client.post(f"{address}/turns", data={"seen": 0, "dice": "66666", "box": "yacht"})
    finish_by_forms(client, address)
    game = stored(app, address).game
    one, other = (sum(game.sheet(seat).total for seat in team) for team in game.teams)
    for path in (address, f"/watch/{stored(app, address).watch_key}"):
        page = Page(client.get(path).text)
        assert page.one("h2", "class", "headline").text == f"Ana and Cleo win by {one - other}"
        winners = [found for found in page.with_class("winner") if found.tag == "li"]
        assert [winner.all("span", "class", "who")[0].text for winner in winners] == ["Ana & Cleo"]
    lines = Page(client.get("/games").text)
    assert f"Ana & Cleo {one}, Ben & Dov {other}" in lines.one("span", "class", "line").text
    assert "in teams" in lines.text


def test_the_board_tells_the_teams_and_which_of_them_leads(app: Flask, client: FlaskClient) -> None:
    address = team_game(client)
    client.post(f"{address}/turns", data={"seen": 0, "dice": "66666", "box": "yacht"})
    page = Page(client.get(f"/watch/{stored(app, address).watch_key}").text)
    assert page.one("p", "class", "lead").text == "Ana & Cleo lead Ben & Dov by 50"
    assert [line.text for line in page.with_class("of-teams")[0].all("li")] == [
        "1Ana & Cleo50",
        "2Ben & Dov0",
    ]


def test_hidden_totals_hide_those_of_teams(client: FlaskClient) -> None:
    form = {"ruleset": "yacht", "player": FOUR, "team": PAIRS, "starter": "first", "suspense": "1"}
    address = client.post("/games", data=form).headers["Location"]
    client.post(f"{address}/turns", data={"seen": 0, "dice": "66666", "box": "yacht"})
    row = Page(client.get(address).text).one("tr", "class", "teams")
    assert [cell.text for cell in row.all("td")] == ["1", "2", "1", "2"]


def test_records_and_players_have_a_place_for_teams(client: FlaskClient) -> None:
    address = team_game(client)
    client.post(f"{address}/turns", data={"seen": 0, "dice": "66666", "box": "yacht"})
    finish_by_forms(client, address)
    best = Page(client.get("/records").text).with_class("of-best-teams")[0]
    assert [line.all("span", "class", "who")[0].text for line in best.all("li")] == [
        "Ana & Cleo",
        "Ben & Dov",
    ]
    page = Page(client.get("/players/1").text)
    assert "In teams: 1 game, 1 win." in page.text
    assert "has not finished a game yet" not in page.text


def test_a_win_of_a_team_is_one_of_each_in_its_evening(client: FlaskClient) -> None:
    reader = Reader(client)
    for box in ("yacht", "chance"):
        address = team_game(client)
        client.post(f"{address}/turns", data={"seen": 0, "dice": "66666", "box": box})
        finish_by_forms(client, address)
    page = reader.open(f"{address}/evening")
    assert "A win of a team is a win of each of its players." in page.text
    assert "With the same people" not in page.text
    assert "2 wins each with Cleo." in page.text


def test_the_ring_is_round_the_total_of_the_winning_team(app: Flask, client: FlaskClient) -> None:
    key = store_of(app).create("yacht", FOUR, manner=Manner(((1, 2), (3, 4))))
    play(store_of(app), key, ("chance", "66665"), ("chance", "66665"))
    game = finish(store_of(app), key)
    total = str(sum(game.game.sheet(seat).total for seat in (1, 2)))
    for address in (f"/games/{key}", f"/games/{key}/sheet", f"/watch/{game.watch_key}"):
        assert [ring.text for ring in Page(client.get(address).text).with_class("ringed")] == [total], address


def test_past_sheets_are_filtered_by_teams(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    keys = [store.create("yacht", FOUR, manner=Manner(teams)) for teams in (((1, 2), (3, 4)), ())]
    for key in keys:
        finish(store, key)

    def listed(query: str) -> list[str]:
        links = {link["href"] for link in Page(client.get(f"/games?{query}").text).all("a")}
        return [key for key in keys if f"/games/{key}/sheet" in links]

    assert listed("") == keys
    assert listed("teams=teams") == keys[:1]
    assert listed("teams=single") == keys[1:]
    assert "games of teams" in Page(client.get("/games?teams=teams").text).with_class("chip")[0].text
    assert client.get("/games?teams=x").status_code == 422
