"""House rules on the pages: chosen for a new game, kept under a name, told, corrected in a game."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, options_of, with_options
from scorepad.stats import finished
from tests.helpers import Page, Reader, key_of, new_game, play, solo, store_of

FREE = {"ruleset": "yahtzee", "yahtzee.joker": "free"}


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    opened = Reader(client)
    opened.open("/games/new")
    return opened


def chosen(page: Page, field: str) -> str:
    return next(button["value"] for button in page.all("input", "name", field) if "checked" in button)


def test_every_sheet_shows_the_options_that_it_has_with_its_own_first(reader: Reader) -> None:
    for ruleset in RULESETS.values():
        for option in options_of(ruleset):
            if option.values:
                field = f"{ruleset.id}.{option.id}"
                assert len(reader.page.all("input", "name", field)) == len(option.values)
                assert "checked" in reader.page.all("input", "name", field)[0]


@pytest.mark.parametrize("fields", [FREE, {"ruleset": "yahtzee", "joker": "free"}])
def test_a_game_begins_with_the_chosen_options(
    app: Flask, client: FlaskClient, fields: dict[str, str]
) -> None:
    answer = client.post("/games", data={**fields, "player": ["Ana"], "kniffel.further": "plain"})
    stored = store_of(app).load(key_of(answer.location))
    assert stored.game.ruleset == with_options("yahtzee", {"joker": "free"})


def test_a_bonus_is_typed_in_any_digits(app: Flask, client: FlaskClient) -> None:
    fields = {"ruleset": "yatzy", "yatzy.bonus_points": "۱۰۰", "yatzy.bonus_at": "75", "player": ["Ana"]}
    answer = client.post("/games", data=fields)
    bonus = store_of(app).load(key_of(answer.location)).game.ruleset.bonus
    assert (bonus.points, bonus.at) == (100, 75)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"yahtzee.bonus_points": "1000", "yahtzee.bonus_at": "63"}, "A bonus is 0 to 999 points"),
        ({"yahtzee.bonus_points": "", "yahtzee.bonus_at": "63"}, "A bonus is 0 to 999 points"),
        ({"yahtzee.bonus_points": "35", "yahtzee.bonus_at": "0"}, "A bonus is 0 to 999 points"),
        ({"yahtzee.joker": "wild"}, "The option “joker” has no such value."),
        ({"further": "plain"}, "Yahtzee has no option “further”."),
        ({"ruleset": "house-77"}, "There is no rule set “house-77”."),
    ],
)
def test_options_that_can_t_be_are_told_and_the_form_is_kept(
    reader: Reader, fields: dict[str, str], sentence: str
) -> None:
    answer = reader.client.post("/games", data={"ruleset": "yahtzee", "player": ["Ana"], **fields})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert sentence in page.alerts[0]
    assert [field["value"] for field in page.all("input", "name", "player")] == ["Ana"]


def test_rules_kept_under_a_name_are_offered_and_played(app: Flask, reader: Reader) -> None:
    form = {
        **FREE,
        "keep": "yahtzee",
        "yahtzee.name": "Cottage rules",
        "player": ["Ana"],
        "note": "by the lake",
    }
    answer = reader.client.post("/house-rules", data=form)
    page = reader.open(answer.location)
    kept = chosen(page, "ruleset")
    assert "Cottage rules" in page.text
    assert page.one("input", "id", "note")["value"] == "by the lake"
    started = reader.client.post("/games", data={"ruleset": kept, "player": ["Ana"]})
    stored = store_of(app).load(key_of(started.location))
    assert (stored.game.ruleset, stored.rules_name) == (
        with_options("yahtzee", {"joker": "free"}),
        "Cottage rules",
    )
    assert chosen(reader.open("/games/new"), "ruleset") == kept


def test_a_name_that_can_t_be_is_told_on_the_form(reader: Reader) -> None:
    answer = reader.client.post("/house-rules", data={**FREE, "keep": "yahtzee", "yahtzee.name": " "})
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["A name needs at least one letter."]
    assert chosen(Page(answer.text), "yahtzee.joker") == "free"


def test_kept_rules_are_renamed_deleted_and_brought_back(app: Flask, reader: Reader) -> None:
    reader.client.post("/house-rules", data={**FREE, "keep": "yahtzee", "yahtzee.name": "Ours"})
    reader.open("/house-rules")
    page = reader.press_text("Rename", name="Theirs")
    assert "Theirs" in page.text
    page = reader.press_text("Delete")
    assert "Theirs is deleted." in page.text
    assert store_of(app).rule_book.kept == ()
    reader.press_text("Undo")
    assert [one.name for one in store_of(app).rule_book.kept] == ["Theirs"]


def test_a_second_tap_on_delete_leaves_the_way_back(app: Flask, client: FlaskClient) -> None:
    number = store_of(app).rule_book.keep("Ours", with_options("yahtzee", {"joker": "free"}))
    for _tap in range(2):
        page = Page(client.post(f"/house-rules/{number}/delete").text)
        assert "Ours is deleted." in page.text
    client.post(f"/house-rules/{number}/bring-back")
    assert [one.name for one in store_of(app).rule_book.kept] == ["Ours"]


def test_options_left_out_of_a_correction_stay_as_the_game_has_them(app: Flask, client: FlaskClient) -> None:
    key = store_of(app).create(with_options("yahtzee", {"joker": "free", "extra": 50}), ["Ana"])
    client.post(f"/games/{key}/rules", data={"seen": "0", "full_house": "sum"})
    ours = with_options("yahtzee", {"joker": "free", "extra": 50, "full_house": "sum"})
    assert store_of(app).load(key).game.ruleset == ours


def test_what_differs_is_told_on_the_pad_the_sheet_the_print_and_the_result(
    app: Flask, client: FlaskClient
) -> None:
    store = store_of(app)
    key = store.create(with_options("yahtzee", {"joker": "free"}), ["Ana"], rules_name="Cottage rules")
    told = "Five alike again: any open box"
    for address in (f"/games/{key}", f"/games/{key}/sheet", f"/print?game={key}", f"/games/{key}/rules"):
        assert told in Page(client.get(address).text).text
    assert "Cottage rules" in Page(client.get("/").text).text


def test_other_rules_show_their_consequences_then_count(app: Flask, reader: Reader) -> None:
    key = key_of(new_game(reader.client))
    play(store_of(app), key, ("full_house", "33366"), ("chance", "12346"))
    page = reader.open(f"/games/{key}/rules?full_house=sum")
    assert "Full house of turn 1, Ana: 25 → 21" in page.text
    assert "Full house: 25 → Sum" in page.text
    assert store_of(app).load(key).game.sheet(1).total == 25
    reader.press_text("Save the correction")
    stored = store_of(app).load(key)
    assert stored.game.sheet(1).total == 21
    assert stored.game.ruleset == with_options("yahtzee", {"full_house": "sum"})


def test_rules_that_a_turn_breaks_are_refused_by_its_number(app: Flask, client: FlaskClient) -> None:
    key = key_of(new_game(client, "yacht", ["Ana"]))
    play(store_of(app), key, ("fours", "44421"))
    for answer in (
        client.get(f"/games/{key}/rules?in_order=true"),
        client.post(f"/games/{key}/rules", data={"in_order": "true", "seen": "1"}),
    ):
        assert answer.status_code == 422
        assert Page(answer.text).alerts == ["Boxes go from top to bottom: Ones is next."]
        assert "Go to turn 1" in Page(answer.text).text
    assert store_of(app).load(key).seen == 1


def test_a_phone_that_did_not_see_the_last_turn_is_told_first(app: Flask, client: FlaskClient) -> None:
    key = key_of(new_game(client))
    play(store_of(app), key, ("fours", "44421"))
    answer = client.post(f"/games/{key}/rules", data={"joker": "free", "seen": "0"})
    assert answer.status_code == 409
    assert store_of(app).load(key).game.ruleset == RULESETS["yahtzee"]


def test_past_sheets_are_filtered_by_the_rules_they_were_played_by(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    for ruleset in ("yahtzee", with_options("yahtzee", {"joker": "free"})):
        solo(store, ruleset=ruleset)
    for rules, count in (
        ("yahtzee", 1),
        ('yahtzee {"joker":"free"}', 1),
        ('yahtzee {"joker":"none"}', 0),
        ("", 2),
    ):
        page = Page(client.get("/games", query_string={"ruleset": rules}).text)
        assert (f"{count} finished game" in page.text) == bool(count)
    for bad in ("yahtzee {", "yahtzee [1]", "yahtzee null", 'yahtzee {"joker":1}', "x {}"):
        assert client.get("/games", query_string={"ruleset": bad}).status_code == 422


def test_a_sheet_by_house_rules_is_printed_blank_and_copied_from_paper(
    app: Flask, client: FlaskClient
) -> None:
    store = store_of(app)
    ruleset = with_options("yams", {"full_house": "sum"})
    rules = f"house-{store.rule_book.keep('Ours', ruleset)}"
    assert "A full house pays the sum of its dice." in Page(client.get(f"/print?ruleset={rules}").text).text
    page = Page(client.get(f"/paper?ruleset={rules}").text)
    assert page.one("select", "name", "ruleset").all("option")[0].text == "Ours"
    points = {"full_house": "21", "chance": "5"}
    boxes = {f"{box.id}_0": points.get(box.id, "0") for box in ruleset.boxes}
    form = {"ruleset": rules, "player": ["Ana"], "date": "2026-01-05", **boxes}
    assert client.post("/paper", data=form).status_code == 303
    (line,) = finished(store, 5)
    assert (line.options, line.rules_name, line.best) == ('{"full_house":"sum"}', "Ours", 26)


def test_what_was_chosen_stays_when_one_of_them_is_refused(client: FlaskClient) -> None:
    form = {
        "ruleset": "yahtzee",
        "yahtzee.joker": "free",
        "yahtzee.bonus_points": "1000",
        "yahtzee.bonus_at": "63",
    }
    page = Page(client.post("/games", data=form).text)
    assert chosen(page, "yahtzee.joker") == "free"
    assert page.one("input", "name", "yahtzee.bonus_points")["value"] == "1000"
    opened = [details for details in page.with_class("own-rules") if "open" in details]
    assert len(opened) == 1


def test_reset_brings_back_the_sheet_s_own_rules(client: FlaskClient) -> None:
    query = "ruleset=yahtzee&yahtzee.joker=free&yahtzee.bonus_points=50&yahtzee.bonus_at=70&reset=yahtzee"
    page = Page(client.get(f"/games/new?{query}").text)
    assert chosen(page, "yahtzee.joker") == "forced"
    assert page.one("input", "name", "yahtzee.bonus_points")["value"] == "35"


@pytest.mark.parametrize("number", ["7", "99999999999999999999"])
def test_rules_that_are_not_kept_are_not_found(client: FlaskClient, number: str) -> None:
    assert client.post(f"/house-rules/{number}", data={"name": "Ours"}).status_code == 404


def test_no_bonus_is_the_same_whatever_its_sum(app: Flask, client: FlaskClient) -> None:
    fields = {"ruleset": "yacht", "bonus_points": "0", "bonus_at": "50", "player": ["Ana"]}
    answer = client.post("/games", data=fields)
    assert store_of(app).load(key_of(answer.location)).game.ruleset == RULESETS["yacht"]


def test_kept_rules_are_varied_for_a_new_game_without_losing_its_players(app: Flask, reader: Reader) -> None:
    ruleset = with_options("yahtzee", {"joker": "free", "bonus": [50, 70]})
    store_of(app).rule_book.keep("Ours", ruleset)
    reader.open("/house-rules?player=Ana&player=Ben")
    page = reader.follow("Change them for a new game")
    assert chosen(page, "yahtzee.joker") == "free"
    assert page.one("input", "name", "yahtzee.bonus_at")["value"] == "70"
    assert [field["value"] for field in page.all("input", "name", "player")] == ["Ana", "Ben"]


def test_rules_without_a_name_are_told_apart_in_the_filter(app: Flask, client: FlaskClient) -> None:
    for joker in ("free", "none"):
        solo(store_of(app), ruleset=with_options("yahtzee", {"joker": joker}))
    labels = [
        option.text for option in Page(client.get("/games").text).one("select", "id", "ruleset").all("option")
    ]
    assert {"Yahtzee: Joker: Free", "Yahtzee: Joker: None"} <= set(labels)
