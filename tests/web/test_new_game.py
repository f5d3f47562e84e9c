"""The form of a new game, by its own buttons."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RULESETS
from tests.helpers import Page, Reader, key_of, new_game, rows, store_of
from tests.strategies import RULESET_IDS


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    """A reader with the empty form before them."""
    opened = Reader(client)
    opened.open("/games/new")
    return opened


def players(page: Page) -> list[str]:
    return [field["value"] for field in page.all("input", "name", "player")]


def chosen(page: Page, field: str) -> str:
    """The value of the radio button that is on."""
    return next(button["value"] for button in page.all("input", "name", field) if "checked" in button)


def test_the_form_offers_every_rule_set_and_no_player(reader: Reader) -> None:
    assert [box["value"] for box in reader.page.all("input", "name", "ruleset")] == list(RULESETS)
    assert players(reader.page) == []
    assert chosen(reader.page, "starter") == "random"


def test_names_are_added_moved_and_taken_out(reader: Reader) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        reader.press_text("Add", add=name)
    assert players(reader.page) == ["Ana", "Ben", "Cleo"]
    reader.press_text("Cleo: move up one seat")
    assert players(reader.page) == ["Ana", "Cleo", "Ben"]
    reader.press_text("Ana: remove")
    assert players(reader.page) == ["Cleo", "Ben"]


def test_the_first_player_cannot_move_up(reader: Reader) -> None:
    reader.press_text("Add", add="Ana")
    assert reader.page.all("button", "name", "up") == []


def test_a_name_goes_one_seat_later_and_the_last_one_no_further(reader: Reader) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        reader.press_text("Add", add=name)
    reader.press_text("Ana: move down one seat")
    assert players(reader.page) == ["Ben", "Ana", "Cleo"]
    assert [button["value"] for button in reader.page.all("button", "name", "down")] == ["1", "2"]


@pytest.mark.parametrize(
    ("change", "starter"),
    [
        ("up=3", "2"),
        ("down=1", "3"),
        ("down=3", "4"),
        ("drop=1", "2"),
        ("drop=3", "random"),
        ("add=Eve", "3"),
    ],
)
def test_who_was_chosen_to_start_does_so_from_any_seat(
    client: FlaskClient, change: str, starter: str
) -> None:
    four = "player=Ana&player=Ben&player=Cleo&player=Dov"
    page = Page(client.get(f"/games/new?ruleset=yahtzee&{four}&starter=3&{change}").text)
    assert chosen(page, "starter") == starter


def test_those_of_last_time_sit_down_by_one_tap(reader: Reader) -> None:
    assert reader.page.all("button", "name", "same") == []
    new_game(reader.client, "yatzy", ["Ana", "Ben"])
    reader.open("/games/new")
    page = reader.press_text("As last time: Ana and Ben")
    assert players(page) == ["Ana", "Ben"]
    assert page.all("button", "name", "same") == []


def test_one_who_played_alone_needs_no_other_button_than_the_own_name(reader: Reader) -> None:
    new_game(reader.client, "yatzy", ["Ana"])
    assert reader.open("/games/new").all("button", "name", "same") == []


def test_the_likely_rules_stand_before_the_players_and_all_others_are_folded_away(reader: Reader) -> None:
    new_game(reader.client, "generala", ["Ana", "Ben"])
    page = reader.open("/games/new")
    (fold,) = page.with_class("others")
    assert "open" not in fold
    folded = [box["value"] for box in fold.all("input", "name", "ruleset")]
    assert folded == [ruleset for ruleset in RULESETS if ruleset != "generala"]
    assert page.all("input", "name", "ruleset")[0]["value"] == "generala"
    assert "open" in Page(reader.client.get("/games/new?ruleset=poker").text).with_class("others")[0]


def test_what_was_chosen_stays_while_names_are_added(reader: Reader) -> None:
    reader.press_text("Add", add="Ana", ruleset="yatzy", starter="first", note="cabin")
    page = reader.press_text("Add", add="Ben")
    assert (chosen(page, "ruleset"), chosen(page, "starter")) == ("yatzy", "first")
    assert page.one("input", "id", "note")["value"] == "cabin"
    page = reader.press_text("Add", add="Cleo", starter="2")
    assert chosen(page, "starter") == "2"


def test_the_form_is_one_game_however_often_it_is_sent(reader: Reader) -> None:
    page = reader.press_text("Add", add="Ana")
    uid = page.one("input", "name", "uid")["value"]
    assert reader.press_text("Add", add="Ben").one("input", "name", "uid")["value"] == uid
    form = {"ruleset": "yahtzee", "player": ["Ana", "Ben"], "uid": uid}
    answers = [reader.client.post("/games", data=form) for _ in range(3)]
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_two_forms_are_two_games(reader: Reader) -> None:
    uids = {reader.open("/games/new").one("input", "name", "uid")["value"] for _ in range(5)}
    assert len(uids) == 5


def test_those_met_before_are_offered_unless_they_play_already(reader: Reader) -> None:
    new_game(reader.client, "yatzy", ["Ana", "Ben"])
    page = reader.open("/games/new")
    assert sorted(chip["value"] for chip in page.all("button", "name", "known")) == ["Ana", "Ben"]
    assert chosen(page, "ruleset") == "yatzy"
    page = reader.press(page.one("button", "value", "Ben"))
    assert players(page) == ["Ben"]
    assert [chip["value"] for chip in page.all("button", "name", "known")] == ["Ana"]


def test_a_name_typed_but_not_added_plays_too(reader: Reader) -> None:
    reader.press_text("Add", add="Ana", ruleset="yatzy", starter="first")
    reader.press_text("Start with 1 player", add="Ben")
    game = store_of(reader.client.application).load(key_of(reader.address)).game
    assert (game.ruleset.id, game.players) == ("yatzy", ("Ana", "Ben"))


@pytest.mark.parametrize(("starter", "seated"), [("first", "Ana"), ("1", "Ana"), ("2", "Ben"), ("3", "Cleo")])
def test_the_named_starter_starts(client: FlaskClient, starter: str, seated: str) -> None:
    address = new_game(client, players=["Ana", "Ben", "Cleo"], starter=starter)
    assert store_of(client.application).load(key_of(address)).game.player(1) == seated


def starters(client: FlaskClient, **fields: str) -> set[str]:
    loads = store_of(client.application).load
    addresses = [new_game(client, players=["Ana", "Ben", "Cleo"], **fields) for _ in range(60)]
    return {loads(key_of(address)).game.player(1) for address in addresses}


@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht"])
def test_the_starter_is_drawn_where_nobody_is_named(client: FlaskClient, ruleset: str) -> None:
    assert starters(client, ruleset=ruleset, starter="random") == {"Ana", "Ben", "Cleo"}
    assert starters(client, ruleset=ruleset, starter="") == {"Ana", "Ben", "Cleo"}


def test_the_first_seat_starts_in_yatzy_where_nobody_is_named(client: FlaskClient) -> None:
    assert starters(client, ruleset="yatzy", starter="") == {"Ana"}


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_every_rule_set_is_played_alone_too(client: FlaskClient, ruleset: str) -> None:
    address = new_game(client, ruleset, ["Ana"], starter="random")
    assert Page(client.get(address).text).mover == 1


@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht"])
def test_six_may_play_and_seven_may_not(client: FlaskClient, ruleset: str) -> None:
    names = ["Ana", "Ben", "Cleo", "Dov", "Eeva", "Fay"]
    new_game(client, ruleset, names)
    answer = client.post("/games", data={"ruleset": ruleset, "player": [*names, "Gil"]})
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["This game is for at most 6 players."]
    assert players(Page(answer.text)) == [*names, "Gil"]


def test_a_refused_form_keeps_all_that_was_entered(client: FlaskClient) -> None:
    form = {"ruleset": "yatzy", "player": ["Ana"], "add": "ana", "starter": "first", "note": "cabin"}
    answer = client.post("/games", data=form)
    page = Page(answer.text)
    assert answer.status_code == 422
    assert len(page.alerts) == 1
    assert players(page) == ["Ana"]
    assert page.one("input", "id", "add")["value"] == "ana"
    assert (chosen(page, "ruleset"), chosen(page, "starter")) == ("yatzy", "first")
    assert page.one("input", "id", "note")["value"] == "cabin"


@pytest.mark.parametrize(
    "query", ["up=1", "up=0", "up=9", "up=x", "up=" + "9" * 5000, "down=2", "down=0", "drop=3", "drop=-1"]
)
def test_buttons_that_name_no_seat_change_nothing(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/games/new?player=Ana&player=Ben&{query}")
    assert answer.status_code == 200
    assert players(Page(answer.text)) == ["Ana", "Ben"]


def test_a_note_is_kept_with_the_game(client: FlaskClient) -> None:
    address = new_game(client, note="at the cabin")
    assert "at the cabin" in Page(client.get(f"{address}/sheet").text).text
    assert client.get(f"{address}/record.json").get_json()["note"] == "at the cabin"


def test_a_rematch_tapped_twice_is_one_game(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana", "Ben"])
    uid = "0123456789abcdef" * 2
    answers = [client.post(f"{address}/rematch", data={"uid": uid}) for _ in range(2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert rows(store_of(client.application), "SELECT count(*) FROM games") == [(2,)]


def test_the_rematch_is_one_game_for_every_phone_and_has_a_rematch_of_its_own(app: Flask) -> None:
    address = new_game(app.test_client(), "yacht", ["Ana", "Ben"])
    again, by_another = (app.test_client().post(f"{address}/rematch").headers["Location"] for _ in range(2))
    assert again == by_another != address
    once_more = app.test_client().post(f"{again}/rematch").headers["Location"]
    assert once_more not in (address, again)
    loads = store_of(app).load
    seated = [loads(key_of(one)).game.players for one in (address, again, once_more)]
    assert seated == [("Ana", "Ben"), ("Ben", "Ana"), ("Ana", "Ben")]


def test_the_rematch_of_a_game_whose_rematch_was_thrown_away_is_another_one(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana", "Ben"])
    first = client.post(f"{address}/rematch").headers["Location"]
    assert client.post(f"{first}/throw-away", data={"seen": "0"}).status_code == 303
    second = client.post(f"{address}/rematch").headers["Location"]
    assert second != first
    assert Page(client.get(second).text).mover == 1
