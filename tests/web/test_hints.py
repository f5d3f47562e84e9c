"""Hints on the pad: what the coach says to the dice, only where the players asked for it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorepad.coach import advise_boxes, advise_keeps, table_of
from scorepad.rules import RULESETS, Hints, Sheet, dice_from_digits
from scorepad.stats import nearest
from tests.helpers import Page, Reader, finish, key_of, new_game, play, store_of, wish

PART = {"HX-Request": "true"}
DICE = dice_from_digits("44421", 5)


def ask(client: FlaskClient, address: str, *, on: bool = True) -> str:
    """Asks for hints in that game, or no longer."""
    store, key = store_of(client.application), key_of(address)
    store.append(key, store.load(key).seen, wish(Hints(on)))
    return address


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A game of Yahtzee of two who asked for hints."""
    return ask(client, new_game(client, "yahtzee"))


def expected(page: Page) -> dict[str, str]:
    """Box → the small figure beside its points."""
    small = page.with_class("expected")
    return {one["id"].removeprefix("expected-"): one.all("span", "aria-hidden")[0].text for one in small}


def said(page: Page) -> list[str]:
    """What is best, and what comes next."""
    (line,) = page.one("div", "id", "coach").all("p")
    return [part.text for part in (*line.all("b"), *line.all("span"))]


def test_every_offered_box_and_no_other_tells_the_total_to_be_expected(
    client: FlaskClient, address: str
) -> None:
    page = Page(client.get(f"{address}?dice=44421").text)
    assert all(one.above("button") for one in page.with_class("expected"))
    table = table_of(RULESETS["yahtzee"])
    assert table
    advice = advise_boxes(table, Sheet(RULESETS["yahtzee"], {}), DICE)
    assert expected(page) == {one.target.box: str(nearest(one.value)) for one in advice}
    assert expected(page).keys() == page.offers.keys()
    assert [one["id"] for one in page.with_class("best")] == [f"expected-{advice[0].target.box}"]
    assert page.all("button", "data-box", "fours")[0]["aria-describedby"] == "expected-fours"


def test_a_joker_that_must_go_to_one_box_is_offered_nowhere_else(client: FlaskClient, address: str) -> None:
    key = key_of(address)
    play(store_of(client.application), key, ("yahtzee", "44444"), ("chance", "12346"))
    page = Page(client.get(f"{address}?dice=44444").text)
    assert expected(page).keys() == page.offers.keys() == {"fours"}
    assert len(said(page)) == 1


@pytest.mark.parametrize("left", [1, 2])
def test_with_rolls_left_it_says_what_to_keep_and_the_runner_up(
    client: FlaskClient, address: str, left: int
) -> None:
    page = Page(client.get(f"{address}?dice=44421&left={left}").text)
    table = table_of(RULESETS["yahtzee"])
    assert table
    first, second, *_ = advise_keeps(table, Sheet(RULESETS["yahtzee"], {}), DICE, left)
    assert (first.keep, second.keep) == ((4, 4, 4), (1, 4, 4, 4))
    less = round(second.value, 1) - round(first.value, 1)
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in said(page)] == [
        f"Keep 4 4 4: {first.value:.1f}",
        f"or 1 4 4 4: {second.value:.1f} (−{-less:.1f})",
    ]
    assert [key["value"] for key in page.all("button", "aria-pressed", "true")] == [str(left)]


def test_the_rolls_left_are_tapped_with_scripting_off(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(address)
    assert said(reader.tap_dice("44421"))[0].startswith("Best: Fours")
    assert said(reader.press(reader.page.all("button", "name", "left")[1]))[0].startswith("Keep")
    assert reader.page.typed == "44421"


def test_a_phone_that_offered_by_itself_asks_for_the_coach_alone(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"{address}/hints?dice=44421&left=0", headers=PART).text)
    whole = Page(client.get(f"{address}?dice=44421").text)
    assert [one["data-expects"] for one in page.all("template")] == list(expected(page))
    assert expected(page) == expected(whole)
    assert said(page) == said(whole)
    assert not page.all("section")


def test_without_scripting_its_address_leads_to_the_pad(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}/hints?dice=44421&left=1&_external=1")
    assert answer.status_code == 302
    assert answer.location == f"{address}?dice=44421&left=1"


def test_a_game_without_hints_shows_and_loads_nothing_of_them(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee")
    text = client.get(f"{address}?dice=44421&left=1").text
    assert "coach" not in text
    assert "expected" not in text
    assert client.get(f"{address}/hints?dice=44421", headers=PART).status_code == 204


def test_no_hints_are_left_once_they_are_off_or_the_game_is_over(client: FlaskClient, address: str) -> None:
    ask(client, address, on=False)
    assert "coach" not in client.get(f"{address}?dice=44421").text


def test_another_phone_draws_the_whole_pad_once_hints_are_on(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee")
    ask(client, address)
    shown = Page(client.get(address).text).one("section", "id", "pad")["data-shown"]
    text = client.get(f"{address}/pad?seen=0&shown={shown}", headers=PART).text
    assert "data-changes" not in text
    assert Page(text).one("section", "id", "pad")["data-scripts"].endswith(".js")


@pytest.mark.parametrize("ruleset", ["triple_yahtzee", "generala", "maxi_yatzy", "free_for_all", "kniffel"])
def test_where_the_coach_does_not_know_the_sheet_it_says_so(client: FlaskClient, ruleset: str) -> None:
    address = ask(client, new_game(client, ruleset))
    page = Page(client.get(f"{address}?dice={'1' * RULESETS[ruleset].dice}").text)
    assert said(page) == []
    why = "has not learned this sheet yet" if ruleset == "kniffel" else "can’t judge this sheet"
    assert page.one("div", "id", "coach").text.startswith(f"The coach {why}.")
    assert expected(page) == {}


@pytest.mark.parametrize(
    "query", ["left=3", "left=-1", "left=x", "left=" + "9" * 5000, "dice=4442", "dice=x"]
)
def test_what_the_address_says_wrong_breaks_nothing(client: FlaskClient, address: str, query: str) -> None:
    for there in (f"{address}?dice=44421&{query}", f"{address}/hints?{query}", f"{address}/pad?{query}"):
        assert client.get(there, headers=PART).status_code in (200, 422)


def test_dice_of_a_turn_that_is_over_get_no_hints(client: FlaskClient, address: str) -> None:
    play(store_of(client.application), key_of(address), ("fours", "44421"))
    page = Page(client.get(f"{address}/hints?dice=44421&for=1-0&left=1", headers=PART).text)
    assert not page.all("template")
    assert not page.all("p")


# --- the switch ---------------------------------------------------------------------------------------


def test_hints_are_switched_on_and_off_from_the_menu(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee")
    reader = Reader(client)
    reader.open(address)
    assert "marked" in reader.follow("Hints").text
    reader.press_text("Switch hints on")
    stored = store_of(client.application).load(key_of(address))
    assert (stored.hints, stored.hinted) == (True, True)
    assert reader.page.with_class("hints-on")
    reader.follow("Hints")
    reader.press_text("Switch hints off")
    stored = store_of(client.application).load(key_of(address))
    assert (stored.hints, stored.hinted) == (False, True)
    assert not reader.page.with_class("hints-on")


def test_a_switch_that_is_sent_twice_counts_once_and_one_that_comes_late_is_told(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee")
    sent = [client.post(f"{address}/hints", data={"seen": 0, "on": 1}) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [303, 303]
    assert store_of(client.application).load(key_of(address)).seen == 1
    assert client.post(f"{address}/hints", data={"seen": 0, "on": 0}).status_code == 409
    assert client.post(f"{address}/hints", data={"seen": 1, "on": 1}).status_code == 422


@pytest.mark.parametrize(
    "data", [{}, {"on": 1}, {"seen": "x", "on": 1}, {"seen": 2**70, "on": 1}, {"seen": 0}]
)
def test_a_form_that_says_nothing_good_changes_nothing(client: FlaskClient, data: dict[str, object]) -> None:
    address = new_game(client, "yahtzee")
    assert client.post(f"{address}/hints", data=data).status_code in (400, 409, 422)
    assert not store_of(client.application).load(key_of(address)).hinted


@pytest.mark.parametrize("ruleset", ["triple_yahtzee", "generala", "maxi_yatzy", "free_for_all"])
def test_a_sheet_that_the_coach_can_not_know_has_no_switch(client: FlaskClient, ruleset: str) -> None:
    address = new_game(client, ruleset)
    assert "not for this sheet" in Page(client.get(address).text).text
    assert "on" not in [field.get("name") for field in Page(client.get(f"{address}/hints").text).all("input")]
    answer = client.post(f"{address}/hints", data={"seen": 0, "on": 1})
    assert answer.status_code == 422
    assert "five dice" in answer.text


def test_a_game_with_hints_is_marked_wherever_it_is_shown(client: FlaskClient) -> None:
    address = ask(client, new_game(client, "yacht", ["Ana"]))
    finish(store_of(client.application), key_of(address))
    for there, mark in (
        (address, "With hints: this game counts for no record."),
        (f"{address}/sheet", "With hints: this game counts for no record."),
        ("/games", "with hints"),
        (f"/print?game={key_of(address)}", "with hints"),
    ):
        assert mark in Page(client.get(there).text).text, there
    assert "record" not in Page(client.get(address).text).with_class("headline")[0].text
    assert client.post(f"{address}/hints", data={"seen": 1, "on": 0}).status_code in (409, 422)
