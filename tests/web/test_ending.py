"""How a finished game is told: by how much, which turn decided it, and that its rematch has begun."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import Leave
from scorepad.store import StoredGame
from tests.helpers import Element, Page, finish, key_of, new_game, play, store_of, turn, wish

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = tuple(
    (box, "12346")
    for box in (
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "chance",
    )
)
RESTS = ("46", "46", "46", "61", "61", "12")
"""What lies beside three of each."""


def begin(client: FlaskClient, *players: str, ruleset: str = "yahtzee") -> str:
    return new_game(client, ruleset, players)


def with_yahtzee(app: Flask, client: FlaskClient) -> str:
    """Two play alike, but for Ben's Yahtzee in the third round."""
    address = begin(client, "Ana", "Ben")
    first = ("chance", "12346"), ("chance", "12346"), ("ones", "11456"), ("ones", "11456")
    play(store_of(app), key_of(address), *first, ("twos", "22456"), ("yahtzee", "66666"))
    finish(store_of(app), key_of(address))
    return address


def page_of(client: FlaskClient, address: str, language: str = "en") -> Page:
    client.set_cookie("language", language)
    return Page(client.get(address).text)


def board_of(app: Flask, client: FlaskClient, address: str) -> Page:
    return Page(client.get(f"/watch/{store_of(app).load(key_of(address)).watch_key}").text)


def deciding(page: Page) -> Element:
    (found,) = page.with_class("deciding")
    return found


# --- the turn that decided it -------------------------------------------------------------------------


def test_the_turn_with_the_largest_rise_decided_it(app: Flask, client: FlaskClient) -> None:
    address = with_yahtzee(app, client)
    for page in (page_of(client, address), board_of(app, client, address)):
        told = deciding(page)
        assert told.all("h3")[0].text == "Round 3 decided it"
        assert (
            told.with_class("thrown")[0]["aria-label"]
            == "6\N{NO-BREAK SPACE}6\N{NO-BREAK SPACE}6\N{NO-BREAK SPACE}6\N{NO-BREAK SPACE}6"
        )
        assert told.with_class("decisive")[0].text == "Ben wrote 50 in Yahtzee."
        before, after = (int(share.text.rstrip("%")) for share in told.with_class("swing")[0].all("b"))
        assert before + 15 < after <= 100
        ends = [float(dot["cx"].rstrip("%")) for dot in told.all("circle")]
        assert [round(end) for end in ends] == [before, after]


def test_the_chart_marks_that_round(app: Flask, client: FlaskClient) -> None:
    chart = page_of(client, with_yahtzee(app, client)).with_class("chart")[0]
    (name,) = chart.all("text", "class", "decided")
    assert name.text == "round 3"
    (mark,) = chart.all("path", "class", "decided")
    third = next(line["points"] for line in chart.all("polyline")).split()[2]
    assert mark["d"].startswith(f"M{third.partition(',')[0]} ")


def test_a_turn_of_another_may_have_decided_it(app: Flask, client: FlaskClient) -> None:
    """Ben rolls less at the end; nothing that Ana does brings her as much."""
    address = begin(client, "Ana", "Ben")
    store, key = store_of(app), key_of(address)
    stored = store.load(key)
    while not stored.game.finished:
        cell = stored.game.mover_sheet.open_cells[0]
        last = cell.box in ("large_straight", "yahtzee", "chance")
        dice = "11234" if stored.game.mover == 2 and last else "23456" if cell.box == "chance" else "12346"
        stored = store.append(key, stored.seen, turn(cell.box, dice))
    told = deciding(page_of(client, address))
    assert told.with_class("decisive")[0].text == "Ben wrote 11 in Chance."
    assert told.with_class("swing")[0].text.startswith("chance of Ana")


def test_the_upper_bonus_that_came_with_it_is_told(app: Flask, client: FlaskClient) -> None:
    address = begin(client, "Ana", "Ben")
    upper = [(box, f"{face * 3}{rest}") for face, box, rest in zip("123456", UPPER, RESTS, strict=True)]
    ana = [("yahtzee", "12346"), *LOWER, *upper]
    better = {"full_house": "22333", "four_of_a_kind": "66661"}
    lower = [(box, better.get(box, dice)) for box, dice in LOWER]
    ben = [("sixes", "12345"), ana[0], *lower, *upper[1:5], ("ones", "11456")]
    play(store_of(app), key_of(address), *(one for pair in zip(ana, ben, strict=True) for one in pair))
    for language, said in (
        ("en", "Ana wrote 18 in Sixes, and the upper bonus of 35 came with it."),
        ("sv", "Ana skrev 18 på Sexor, och den övre bonusen på 35 kom med."),
    ):
        told = deciding(page_of(client, address, language))
        assert told.with_class("decisive")[0].text == said


def test_a_box_that_was_struck_may_have_decided_it(app: Flask, client: FlaskClient) -> None:
    address = begin(client, "Ana", "Ben")
    fields = [(box, "12346") for box in UPPER], [(box, "12346") for box in UPPER[:5]]
    ana, ben = [("yahtzee", "66666"), *LOWER, *fields[0]], [("yahtzee", "66666"), *LOWER, *fields[1]]
    ben.append(("sixes", "12345"))
    play(store_of(app), key_of(address), *(one for pair in zip(ana, ben, strict=True) for one in pair))
    assert deciding(page_of(client, address)).with_class("decisive")[0].text == "Ben struck Sixes."


def test_further_points_for_five_alike_are_told(app: Flask, client: FlaskClient) -> None:
    address = begin(client, "Ana", "Ben")
    store, key = store_of(app), key_of(address)
    play(store, key, ("yahtzee", "66666"), ("yahtzee", "66666"), ("sixes", "66666"), ("sixes", "11245"))
    finish(store, key)
    said = deciding(page_of(client, address)).with_class("decisive")[0].text
    assert said == "Ana wrote 30 in Sixes, with 100 on top."


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("yahtzee", ("Ana",)), ("yahtzee", ("Ana", "Ben")), ("free_for_all", ("Ana", "Ben"))],
)
def test_alone_with_a_shared_win_or_without_the_coach_no_turn_decided_it(
    app: Flask, client: FlaskClient, ruleset: str, players: tuple[str, ...]
) -> None:
    address = begin(client, *players, ruleset=ruleset)
    finish(store_of(app), key_of(address))
    page = page_of(client, address)
    assert page.with_class("headline")
    assert page.with_class("deciding") == page.with_class("decided") == []
    assert board_of(app, client, address).with_class("deciding") == []


def test_a_game_that_nobody_stayed_in_was_decided_by_no_turn(app: Flask, client: FlaskClient) -> None:
    address = begin(client, "Ana", "Ben")
    store, key = store_of(app), key_of(address)
    stored = play(store, key, ("chance", "66665"), ("chance", "12346"))
    for seat in (1, 2):
        stored = store.append(key, stored.seen, wish(Leave(seat)))
    page = page_of(client, address)
    assert page.with_class("headline")[0].text == "Nobody stayed to the end"
    assert page.with_class("deciding") == page.with_class("ringed") == []


# --- the ranks ----------------------------------------------------------------------------------------


def test_the_winners_total_is_ringed_and_the_others_are_behind(app: Flask, client: FlaskClient) -> None:
    address = with_yahtzee(app, client)
    first, second = page_of(client, address).with_class("ranks")[0].all("li")
    ben, ana = (int(line.with_class("sum")[0].text) for line in (first, second))
    assert len(first.with_class("ringed")) == 1
    assert second.with_class("ringed") == []
    assert "behind" not in first.text
    assert f"{ben - ana} behind" in second.text
    assert f"Ben wins by {ben - ana}" == page_of(client, address).with_class("headline")[0].text
    board = board_of(app, client, address)
    assert [ring.text for ring in board.with_class("ringed")] == [str(ben)]


def test_who_shares_the_win_is_ringed_too(app: Flask, client: FlaskClient) -> None:
    address = begin(client, "Ana", "Ben")
    finish(store_of(app), key_of(address))
    page = page_of(client, address)
    assert len(page.with_class("ringed")) == 2
    assert "behind" not in page.with_class("ranks")[0].text


def test_a_served_win_leaves_nobody_behind(app: Flask, client: FlaskClient) -> None:
    address = begin(client, "Ana", "Ben", ruleset="generala")
    client.post(f"{address}/turns", data={"seen": "0", "dice": "66661", "box": "poker"})
    seen = str(store_of(app).load(key_of(address)).seen)
    form = {"seen": seen, "dice": "55555", "box": "generala", "first_roll": "1"}
    assert client.post(f"{address}/turns", data=form).status_code == 303
    page = page_of(client, address)
    assert page.with_class("headline")[0].text.startswith("Ben wins at once")
    assert "behind" not in page.with_class("ranks")[0].text


# --- on to the rematch --------------------------------------------------------------------------------


def asked(stored: StoredGame, page: Page) -> str:
    """What a phone that shows that page asks for again and again."""
    shown = page.one("section", "id", "pad")["data-shown"]
    return f"/games/{stored.key}/pad?seen={stored.seen}&shown={shown}"


def test_a_phone_that_shows_the_result_learns_of_the_rematch_at_its_next_look(
    app: Flask, client: FlaskClient
) -> None:
    address = with_yahtzee(app, client)
    stored = store_of(app).load(key_of(address))
    look = asked(stored, page_of(client, address))
    assert client.get(look).status_code == 204
    again = client.post(f"{address}/rematch").headers["Location"]
    answer = client.get(look)
    assert answer.status_code == 200
    page = Page(answer.text)
    (begun,) = page.with_class("begun")
    assert begun.text == "The rematch has begun Join in"
    assert begun.all("a")[0]["href"] == again
    assert page.with_class("headline"), "the result stays"
    assert page.all("form", "action", f"{address}/rematch") == []
    assert client.get(asked(stored, page)).status_code == 204


def test_a_rematch_that_was_thrown_away_or_is_over_is_told_no_more(app: Flask, client: FlaskClient) -> None:
    address = with_yahtzee(app, client)
    again = client.post(f"{address}/rematch").headers["Location"]
    assert page_of(client, address).with_class("begun")
    client.post(f"{again}/throw-away", data={"seen": "0"})
    assert page_of(client, address).with_class("begun") == []
    other = client.post(f"{address}/rematch").headers["Location"]
    finish(store_of(app), key_of(other))
    page = page_of(client, address)
    assert page.with_class("begun") == []
    assert page.all("form", "action", f"{address}/rematch")
    third = client.post(f"{other}/rematch").headers["Location"]
    assert page_of(client, address).with_class("begun")[0].all("a")[0]["href"] == third


def test_a_rematch_that_cannot_be_read_leaves_the_result_whole(app: Flask, client: FlaskClient) -> None:
    address = with_yahtzee(app, client)
    again = client.post(f"{address}/rematch").headers["Location"]
    play(store_of(app), key_of(again), ("fours", "44421"))
    rematch = store_of(app).load(key_of(again)).id
    store_of(app).db.conn.execute("UPDATE events SET box = 'sevens' WHERE game = ?", (rematch,))
    store_of(app).forget()
    page = page_of(client, address)
    assert page.with_class("headline")
    assert page.with_class("begun") == []
