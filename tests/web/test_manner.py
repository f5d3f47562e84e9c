"""How a table plays: hidden totals and a turn clock, from the start or switched by any phone."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from scorepad.rules import FetchBack, Hints, Suspense, ThrowAway, TurnClock
from scorepad.store import StoredGame
from tests.helpers import Page, finish, key_of, new_game, play, store_of, wish

PART = {"HX-Request": "true"}
TURNS = (("threes", "33366"), ("fours", "44455"), ("sixes", "66655"), ("fives", "55544"), ("chance", "66553"))
"""Three by Ana (9, 18, 25: the sums 27 and 52), two by Ben (12, 15: the sum 27)."""
SUMS = {"27", "52", "36"}
"""The sums, and what Ana lacks for the bonus: 63 - 27."""


@pytest.fixture
def key(client: FlaskClient) -> str:
    """A game of Yahtzee whose totals are unlike all else on its pages."""
    store = store_of(client.application)
    key = store.create("yahtzee", ["Ana", "Ben"])
    play(store, key, *TURNS)
    return key


def stored(client: FlaskClient, key: str) -> StoredGame:
    return store_of(client.application).load(key)


def hide(client: FlaskClient, key: str, *, on: bool = True) -> None:
    store = store_of(client.application)
    store.append(key, store.load(key).seen, wish(Suspense(on)))


def told(html: str) -> set[str]:
    """The sums that a page tells, in its text or its attributes; addresses and forms are no telling."""
    html = re.sub(r"<(?:link|script|svg|use|path|rect)[^>]*>", "", html)
    html = re.sub(
        r'(?:href|src|action|d|viewBox|datetime|data-rolls|data-shown|data-url|value)="[^"]*"', "", html
    )
    return set(re.findall(r"(?<![\d.:-])\d+(?![\d.:-])", html)) & SUMS


def pages(client: FlaskClient, key: str) -> dict[str, str]:
    """All pages that show something of a game that is being played."""
    game = stored(client, key)
    turns = len(game.game.entries)
    addresses = [
        "/",
        "/games/under-way",
        f"/games/{key}",
        f"/games/{key}?dice=12345",
        f"/games/{key}/pad",
        f"/games/{key}/sheet",
        f"/games/{key}/sheet?turn={turns}",
        f"/games/{key}/turns/1",
        f"/games/{key}/table",
        f"/games/{key}/hints",
        f"/games/{key}/manner",
        f"/games/{key}/aloud",
        f"/games/{key}/coach",
        f"/games/{key}/photo",
        f"/games/{key}/invite",
        "/games",
        "/players",
        "/players/1",
        "/records",
        f"/watch/{game.watch_key}",
        f"/watch/{game.watch_key}/board",
        f"/print?game={key}",
    ]
    found = {}
    for address in addresses:
        answer = client.get(address, headers=PART if address.endswith(("/pad", "/board")) else {})
        assert answer.status_code == 200, address
        found[address] = answer.text
    return found


def test_no_page_tells_a_sum_while_totals_are_hidden_and_all_do_again(client: FlaskClient, key: str) -> None:
    open_ = {address: told(html) for address, html in pages(client, key).items()}
    assert open_[f"/games/{key}"] >= {"27", "52"}
    hide(client, key)
    assert {address: found for address, html in pages(client, key).items() if (found := told(html))} == {}
    hide(client, key, on=False)
    again = {address: told(html) for address, html in pages(client, key).items()}
    del again[f"/games/{key}/manner"], open_[f"/games/{key}/manner"]
    assert again == open_


def test_what_changed_by_a_turn_tells_no_sum_either(client: FlaskClient, key: str) -> None:
    hide(client, key)
    game = stored(client, key)
    answer = client.get(f"/games/{key}/pad?seen={game.seen - 1}", headers=PART)
    assert told(answer.text) == set()
    form = {"seen": game.seen, "dice": "66644", "box": "sixes"}
    answer = client.post(f"/games/{key}/turns", data=form, headers=PART)
    assert answer.status_code == 200
    assert told(answer.text) == set()
    assert "18" in answer.text


def test_hints_rest_meanwhile(client: FlaskClient, key: str) -> None:
    store = store_of(client.application)
    store.append(key, store.load(key).seen, wish(Hints(on=True)))
    hide(client, key)
    page = Page(client.get(f"/games/{key}?dice=12345").text)
    assert page.with_class("expected") == []
    assert "Hints rest while totals are hidden." in page.text


def test_a_correction_tells_no_total_meanwhile(client: FlaskClient, key: str) -> None:
    def proposal() -> str:
        form = {"dice": "33336", "box": "threes"}
        (part,) = Page(client.get(f"/games/{key}/turns/1", query_string=form).text).with_class("changes")
        return part.text

    assert "total 52" in proposal()
    hide(client, key)
    assert "52" not in proposal()


def test_the_bin_tells_none_either(client: FlaskClient, key: str) -> None:
    hide(client, key)
    store = store_of(client.application)
    store.append(key, store.load(key).seen, wish(ThrowAway()))
    assert told(client.get("/bin").text) == set()
    stored_ = store.load_any(key)
    store.append(key, stored_.seen, wish(FetchBack()))


def test_the_end_tells_all_and_so_does_each_turn_from_then_on(client: FlaskClient, key: str) -> None:
    hide(client, key)
    done = finish(store_of(client.application), key)
    assert not done.suspense
    total = str(done.game.sheet(1).total)
    assert total in client.get(f"/games/{key}").text
    assert total in client.get(f"/watch/{done.watch_key}").text
    assert told(client.get(f"/games/{key}/sheet?turn=5").text) >= {"52"}


# --- the switches -------------------------------------------------------------------------------------


def test_any_phone_hides_totals_and_shows_them_again(client: FlaskClient, key: str) -> None:
    seen = stored(client, key).seen
    page = Page(client.get(f"/games/{key}/manner").text)
    assert "Hide totals until the end" in page.text
    answer = client.post(f"/games/{key}/suspense", data={"seen": seen, "on": "1"})
    assert (answer.status_code, answer.location) == (303, f"/games/{key}")
    assert stored(client, key).suspense
    # A resend is answered as the first time; somebody who did not see it is told.
    assert client.post(f"/games/{key}/suspense", data={"seen": seen, "on": "1"}).status_code == 303
    assert client.post(f"/games/{key}/suspense", data={"seen": seen, "on": "0"}).status_code == 409
    assert client.post(f"/games/{key}/suspense", data={"seen": seen + 1, "on": "1"}).status_code == 422
    assert client.post(f"/games/{key}/suspense", data={"seen": seen + 1, "on": "0"}).status_code == 303
    assert not stored(client, key).suspense


def test_other_phones_and_the_board_learn_it_with_their_next_look(client: FlaskClient, key: str) -> None:
    game = stored(client, key)
    hide(client, key)
    pad = client.get(f"/games/{key}/pad?seen={game.seen}", headers=PART)
    board = client.get(f"/watch/{game.watch_key}/board?seen={game.seen}", headers=PART)
    for answer in (pad, board):
        assert answer.status_code == 200
        assert told(answer.text) == set()
    assert "data-changes" not in pad.text


@pytest.mark.parametrize(
    ("text", "status"), [("45", 303), ("0", 422), ("", 422), ("x", 422), ("3601", 422), ("²", 422)]
)
def test_a_clock_is_set_by_any_phone_or_refused(
    client: FlaskClient, key: str, text: str, status: int
) -> None:
    answer = client.post(f"/games/{key}/clock", data={"seen": stored(client, key).seen, "clock": text})
    assert answer.status_code == status
    assert stored(client, key).clock == (45 if status == 303 else 0)


def test_a_pad_with_a_clock_says_how_long_the_turn_has_lasted_and_one_without_says_nothing(
    client: FlaskClient, key: str
) -> None:
    assert Page(client.get(f"/games/{key}").text).with_class("clock") == []
    store = store_of(client.application)
    store.append(key, store.load(key).seen, wish(TurnClock(90)))
    page = Page(client.get(f"/games/{key}").text)
    root = page.one("section", "id", "pad")
    assert root["data-clock"] == "90"
    assert 0 <= int(root["data-gone"]) < 60
    assert "/clock" in root["data-scripts"]
    assert page.with_class("clock")[0].text.replace("\xa0", " ") == "1 min 30 sec a turn"
    finish(store, key)
    assert Page(client.get(f"/games/{key}").text).with_class("clock") == []


# --- from the start -----------------------------------------------------------------------------------


def test_a_new_game_begins_as_its_form_says(client: FlaskClient) -> None:
    form = {"ruleset": "yatzy", "player": ["Ana", "Ben"], "suspense": "1", "clock": "60"}
    answer = client.post("/games", data=form)
    game = stored(client, key_of(answer.location))
    assert (game.suspense, game.clock) == (True, 60)
    plain = stored(client, key_of(new_game(client)))
    assert (plain.suspense, plain.clock) == (False, 0)


def test_the_form_keeps_what_was_chosen_and_refuses_a_clock_that_is_none(client: FlaskClient) -> None:
    page = Page(client.get("/games/new?suspense=1&clock=60&player=Ana&add=Ben").text)
    checked = [one["value"] for one in page.all("input", "name", "clock") if "checked" in one.attributes]
    assert checked == ["60"]
    assert "checked" in page.one("input", "name", "suspense").attributes
    assert client.get("/games/new?clock=x").status_code == 200
    answer = client.post("/games", data={"ruleset": "yatzy", "player": "Ana", "clock": "99999"})
    assert answer.status_code == 422
    assert "a turn clock counts from 0 to 3600 seconds" in Page(answer.text).text.replace(",", "").lower()
