"""A turn of the past looked at and put right, and redo, by the forms and links that pages have."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.rules import DOWN, RULESETS, Column, Skip
from scorepad.store import StoredGame
from tests.helpers import (
    Page,
    Reader,
    boxes,
    finish_by_forms,
    key_of,
    new_game,
    play_by_forms,
    post_turn,
    store_of,
    wish,
)
from tests.made_up_sheet import registered

JOKER = (("sixes", "66612"), ("yahtzee", "66666"), ("large_straight", "66666"))
"""A Yahtzee, and later an extra one as a Joker."""
CLOSED_JOKER = (("fours", "44412"), ("yahtzee", "22222"), ("large_straight", "44444"))


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A Yahtzee game of two, a turn each."""
    made = new_game(client)
    play_by_forms(client, made, ("fours", "44421"), ("chance", "12346"))
    return made


@pytest.fixture
def alone(client: FlaskClient) -> str:
    """A Yahtzee game of one."""
    return new_game(client, players=["Ana"])


def stored_at(client: FlaskClient, address: str) -> StoredGame:
    store = store_of(client.application)
    store.forget()
    return store.load_any(key_of(address))


def look(client: FlaskClient, address: str, turn: object, **query: str) -> TestResponse:
    return client.get(f"{address}/turns/{turn}", query_string=query)


def correct(client: FlaskClient, address: str, turn: object, seen: object, **form: str) -> TestResponse:
    return client.post(f"{address}/turns/{turn}", data={"seen": str(seen), **form})


def pressed(page: Page) -> list[str]:
    """The box that the roll is in."""
    return [box["data-box"] for box in page.all("button", "aria-pressed", "true") if "data-box" in box]


def told_changes(page: Page) -> list[str]:
    """The lines that say what a correction would change."""
    return [line.text for section in page.with_class("changes") for line in section.all("li")]


# --- redo -------------------------------------------------------------------------------------------


def test_redo_is_offered_after_an_undo_and_brings_the_turn_back(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    assert reader.open(address).hooks("data-redo") == []
    reader.press_hook("data-undo")
    assert reader.page.hooks("data-redo") == [""]
    assert reader.page.mover == 2
    page = reader.press_hook("data-redo")
    assert (page.seen, page.mover, page.hooks("data-redo")) == (4, 1, [])
    assert stored_at(client, address).game.sheet(2).column(1).boxes == {"chance": 16}


def test_redo_goes_as_deep_as_undo_went(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(address)
    while reader.page.hooks("data-undo"):
        reader.press_hook("data-undo")
    assert stored_at(client, address).game.entries == ()
    while reader.page.hooks("data-redo"):
        reader.press_hook("data-redo")
    assert len(stored_at(client, address).game.entries) == 2
    assert reader.page.seen == 6


def test_a_new_turn_ends_redo(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(address)
    reader.press_hook("data-undo")
    play_by_forms(client, address, ("ones", "11123"))
    assert reader.open(address).hooks("data-redo") == []
    answer = client.post(f"{address}/redo", data={"seen": "4"})
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["There is nothing to redo."]
    assert stored_at(client, address).seen == 4


@pytest.mark.parametrize("seen", ["", "x", "-1", "2", "99", "9" * 30])
def test_a_redo_that_has_not_seen_the_last_entry_changes_nothing(
    client: FlaskClient, address: str, seen: str
) -> None:
    client.post(f"{address}/undo", data={"seen": "2"})
    before = stored_at(client, address)
    answer = client.post(f"{address}/redo", data={"seen": seen})
    assert answer.status_code in (409, 422)
    assert Page(answer.text).alerts
    assert stored_at(client, address) == before


def test_a_redo_sent_again_counts_once(client: FlaskClient, address: str) -> None:
    client.post(f"{address}/undo", data={"seen": "2"})
    for _ in range(2):
        assert client.post(f"{address}/redo", data={"seen": "3"}).status_code == 303
    assert stored_at(client, address).seen == 4


def test_a_finished_game_is_undone_and_redone(client: FlaskClient, alone: str) -> None:
    finish_by_forms(client, alone)
    reader = Reader(client)
    reader.open(alone)
    page = reader.press_hook("data-undo")
    assert page.mover == 1
    page = reader.press_hook("data-redo")
    assert page.mover is None
    assert stored_at(client, alone).finished_at


# --- looking ----------------------------------------------------------------------------------------


def test_every_filled_cell_of_the_full_sheet_leads_to_its_turn(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    page = reader.open(f"{address}/sheet")
    links = [link["href"] for link in page.one("table", "id", "sheet").all("a")]
    assert sorted(links) == [f"{address}/turns/1", f"{address}/turns/2"]
    page = reader.open(links[0])
    assert page.all("h2")[0].text == "Fours 12"
    assert page.one("input", "id", "dice")["value"] == "12444"
    assert "Ana" in page.one("header").text
    assert pressed(page) == ["fours"]


def test_a_turn_offers_the_boxes_that_were_open_then_with_what_its_roll_pays(
    client: FlaskClient, alone: str
) -> None:
    play_by_forms(client, alone, ("ones", "11123"), ("fours", "44421"), ("chance", "12346"))
    page = Page(look(client, alone, 2).text)
    assert len(page.hooks("data-box")) == 12
    assert "ones" not in page.hooks("data-box")
    assert (page.offers["fours"], page.offers["chance"], page.offers["fives"]) == (12, 15, 0)
    assert [cell.text for cell in page.with_class("held")] == ["15turn 3: 16"]
    label = page.one("button", "data-box", "chance")["aria-label"]
    assert label == "Chance, 15 points (turn 3: 16)"


def test_a_die_is_put_right_by_its_slot_and_a_key(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    page = reader.press_text("die 1: 1, remove")
    assert (reader.status, page.hooks("data-box"), page.alerts) == (200, [], [])
    assert page.one("section", "id", "correct")["data-state"] == "typing"
    page = reader.press_hook("data-face", "4")
    assert page.offers["fours"] == 16
    assert told_changes(page)[0] == "Fours of turn 1, Ana: 12 → 16"
    reader.press_text("Save the correction")
    assert stored_at(client, address).game.sheet(1).total == 16


def test_the_same_die_typed_again_is_no_mistake(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    reader.press_text("die 1: 1, remove")
    page = reader.press_hook("data-face", "1")
    assert (reader.status, page.alerts, told_changes(page)) == (200, [], [])
    assert pressed(page) == ["fours"]


def test_a_tapped_box_is_the_correction_and_its_dice_can_still_change(
    client: FlaskClient, address: str
) -> None:
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    page = reader.press_hook("data-box", "chance")
    assert (pressed(page), told_changes(page)[0]) == (["chance"], "Fours of turn 1, Ana: 12 → Chance 15")
    reader.press_text("die 1: 1, remove")
    page = reader.press_hook("data-face", "6")
    assert told_changes(page)[0] == "Fours of turn 1, Ana: 12 → Chance 20"
    assert pressed(page) == ["chance"]


def test_a_turn_is_corrected_to_points_without_dice_as_a_box_is_tapped_first(
    client: FlaskClient, address: str
) -> None:
    reader = Reader(client)
    page = reader.open(f"{address}/turns/1")
    for _ in range(5):
        page = reader.press(next(die for die in page.all("button", "data-slot") if "disabled" not in die))
    page = reader.press_hook("data-open", "fives")
    assert [key["value"] for key in page.all("button", "name", "points")] == [
        "0",
        "5",
        "10",
        "15",
        "20",
        "25",
    ]
    page = reader.press_hook("data-points", "15")
    assert told_changes(page)[0] == "Fours of turn 1, Ana: 12 → Fives 15"
    reader.press_text("Save the correction")
    assert boxes(stored_at(client, address).game) == {"fives": 15}


def test_a_correction_is_shown_before_it_is_saved(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    before = stored_at(client, address)
    page = reader.press_text("See what changes", dice="44441")
    assert reader.status == 200
    assert told_changes(page) == ["Fours of turn 1, Ana: 12 → 16", "Ana: total 12 → 16 (+4)"]
    assert stored_at(client, address) == before
    page = reader.press_text("Save the correction")
    assert reader.address == f"{address}/sheet"
    assert stored_at(client, address).game.sheet(1).column(1).boxes == {"fours": 16}
    assert page.cell("Fours").all("s")[0].text == "12"


def test_a_proposal_is_a_page_that_can_be_opened_again_and_again(client: FlaskClient, address: str) -> None:
    before = stored_at(client, address)
    for _ in range(3):
        answer = look(client, address, 1, dice="66661", box="sixes")
        assert answer.status_code == 200
        assert told_changes(Page(answer.text)) == [
            "Fours of turn 1, Ana: 12 → Sixes 24",
            "Ana: total 12 → 24 (+12)",
        ]
    assert stored_at(client, address) == before


def test_a_turn_tells_how_it_came_to_be_what_it_is(client: FlaskClient, address: str) -> None:
    correct(client, address, 1, 2, dice="44441", box="fours")
    correct(client, address, 1, 3, **{"with": "2"})
    page = Page(look(client, address, 1).text)
    said = [line.all("span")[0].text for line in page.with_class("story")[0].all("li")]
    assert said == ["entered: Fours, 12444", "corrected: Fours, 14444", "swapped: Chance, 12346"]


def test_a_turn_without_dice_is_corrected_by_its_points(client: FlaskClient, alone: str) -> None:
    client.post(f"{alone}/turns", data={"seen": "0", "points": "12", "box": "fours"})
    reader = Reader(client)
    page = reader.open(f"{alone}/turns/1")
    assert page.one("input", "id", "points")["value"] == "12"
    page = reader.press_text("See what changes", points="0")
    assert told_changes(page)[0] == "Fours of turn 1, Ana: 12 → 0"
    page = reader.press_text("Save the correction")
    assert page.cell("Fours").all("s")[0].text == "12"
    assert stored_at(client, alone).game.sheet(1).column(1).boxes == {"fours": 0}


def test_the_bonus_of_a_turn_without_dice_can_be_ticked(client: FlaskClient, alone: str) -> None:
    play_by_forms(client, alone, ("yahtzee", "66666"))
    client.post(f"{alone}/turns", data={"seen": "1", "points": "30", "box": "sixes"})
    reader = Reader(client)
    page = reader.open(f"{alone}/turns/2")
    page = reader.press(page.one("button", "data-extra"))
    assert told_changes(page) == ["Sixes of turn 2, Ana: 30 → 30 +100", "Ana: total 80 → 180 (+100)"]
    reader.press_text("Save the correction")
    assert stored_at(client, alone).game.sheet(1).extras == 1


# --- every case -------------------------------------------------------------------------------------


def test_a_yahtzee_made_a_zero_shows_the_bonus_go_and_the_joker_stay(client: FlaskClient, alone: str) -> None:
    play_by_forms(client, alone, *JOKER)
    reader = Reader(client)
    reader.open(f"{alone}/turns/2")
    page = reader.press_text("See what changes", dice="66661", box="yahtzee")
    assert told_changes(page) == [
        "Yahtzee of turn 2, Ana: 50 → 0",
        "Large straight of turn 3, Ana: 40 +100 → 40",
        "Ana: total 208 → 58 (\N{MINUS SIGN}150)",
    ]
    page = reader.press_text("Save the correction")
    assert (page.cell("Yahtzee").all("s")[0].text, page.cell("Large straight").all("s")) == ("50", [])
    assert stored_at(client, alone).game.sheet(1).total == 58


def test_a_refused_correction_names_the_turn_that_forbids_it(client: FlaskClient, alone: str) -> None:
    play_by_forms(client, alone, *CLOSED_JOKER)
    before = stored_at(client, alone)
    reader = Reader(client)
    reader.open(f"{alone}/turns/1")
    page = reader.press_text("See what changes", dice="44412", box="threes")
    assert reader.status == 422
    assert page.alerts == ["Joker: Fours is open and must be used."]
    assert told_changes(page) == []
    assert page.one("input", "id", "dice")["value"] == "44412"
    page = reader.follow("Go to turn 3")
    assert page.all("h2")[0].text == "Large straight 40 +100"
    answer = correct(client, alone, 1, 3, dice="44412", box="threes")
    assert answer.status_code == 422
    assert f"{alone}/turns/3" in answer.text
    assert stored_at(client, alone) == before


def test_a_yahtzee_moved_to_twos_shows_that_the_joker_pays_nothing(client: FlaskClient, alone: str) -> None:
    play_by_forms(client, alone, *CLOSED_JOKER)
    reader = Reader(client)
    reader.open(f"{alone}/turns/2")
    page = reader.press_text("See what changes", box="twos")
    assert told_changes(page)[:2] == [
        "Yahtzee of turn 2, Ana: 50 → Twos 10",
        "Large straight of turn 3, Ana: 40 +100 → 0",
    ]
    reader.press_text("Save the correction")
    assert stored_at(client, alone).game.sheet(1).column(1).boxes == {
        "fours": 12,
        "twos": 10,
        "large_straight": 0,
    }


def test_turns_written_into_each_others_columns_are_exchanged(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    page = reader.press_text("Ben: Chance 16")
    assert told_changes(page)[:2] == [
        "Fours of turn 1, Ana: 12 → Chance 16",
        "Chance of turn 2, Ben: 16 → Fours 12",
    ]
    assert stored_at(client, address).seen == 2
    page = reader.press_text("Save the correction")
    game = stored_at(client, address).game
    assert (game.sheet(1).column(1).boxes, game.sheet(2).column(1).boxes) == ({"chance": 16}, {"fours": 12})
    assert game.mover == 1
    assert page.cell("Chance", 1).all("s")[0].text == "12"
    assert page.cell("Fours", 2).all("s")[0].text == "16"


def test_one_point_less_shows_that_the_bonus_goes(client: FlaskClient, alone: str) -> None:
    upper = ("ones", "twos", "threes", "fours", "fives", "sixes")
    rolls = ("11123", "22213", "33312", "44412", "55512", "66612")
    play_by_forms(client, alone, *zip(upper, rolls, strict=True))
    reader = Reader(client)
    reader.open(f"{alone}/turns/1")
    page = reader.press_text("See what changes", dice="11234")
    assert told_changes(page) == [
        "Ones of turn 1, Ana: 3 → 2",
        "Ana: upper bonus 35 → 0",
        "Ana: total 98 → 62 (\N{MINUS SIGN}36)",
    ]
    reader.press_text("Save the correction")
    assert stored_at(client, alone).game.sheet(1).total == 62


def test_the_last_turn_of_a_finished_game_is_corrected_and_its_lists_follow(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    finish_by_forms(client, address)
    seen, finished_at = stored_at(client, address).seen, stored_at(client, address).finished_at
    reader = Reader(client)
    reader.open(f"{address}/turns/{seen}")
    reader.press_text("See what changes", dice="66665")
    page = reader.press_text("Save the correction")
    assert stored_at(client, address).finished_at == finished_at
    assert [line.all("bdi")[0].text for line in page.with_class("ranks")[0].all("li")] == ["Ben", "Ana"]
    line = reader.open("/games").with_class("scores")[0]
    assert line.all("b")[0].text.startswith("Ben ")


def test_a_correction_is_undone_from_the_pad(client: FlaskClient, address: str) -> None:
    correct(client, address, 1, 2, dice="44441", box="fours")
    reader = Reader(client)
    page = reader.open(address)
    assert page.cell("Fours").all("s")[0].text == "12"
    assert "corrected" in page.cell("Fours").classes
    page = reader.press_hook("data-undo")
    assert (page.cell("Fours").text, page.cell("Fours").all("s")) == ("12", [])
    page = reader.press_hook("data-redo")
    assert page.cell("Fours").all("s")[0].text == "12"


def test_a_corrected_zero_is_struck_too(client: FlaskClient, alone: str) -> None:
    play_by_forms(client, alone, ("ones", "66666"))
    correct(client, alone, 1, 1, dice="66661", box="ones")
    assert Page(client.get(alone).text).cell("Ones").all("s")[0].text == "0"


def test_the_record_of_a_corrected_game_tells_what_stands(client: FlaskClient, address: str) -> None:
    correct(client, address, 1, 2, dice="66661", box="sixes")
    correct(client, address, 1, 3, **{"with": "2"})
    client.post(f"{address}/skip", data={"seen": "4"})
    client.post(f"{address}/undo", data={"seen": "5"})
    record = client.get(f"{address}/record.json").get_json()
    assert record["turns"] == [
        {"player": "Ana", "dice": "12346", "box": "chance"},
        {"player": "Ben", "dice": "16666", "box": "sixes"},
    ]


def test_the_spreadsheet_of_a_corrected_game_tells_what_stands(client: FlaskClient, address: str) -> None:
    correct(client, address, 1, 2, dice="66661", box="sixes")
    answer = client.get(f"{address}/sheet.csv")
    assert answer.status_code == 200
    lines = {line.split(",")[0].strip("\ufeff"): line.split(",")[1:] for line in answer.text.splitlines()}
    assert (lines["Fours"][0], lines["Sixes"][0], lines["Chance"][1]) == ("", "24", "16")


def test_a_pad_with_a_correction_still_opens_after_somebody_came_late(
    client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    correct(client, address, 1, 3, dice="44441", box="fours")
    assert client.post(f"{address}/join", data={"seen": "4", "name": "Cleo"}).status_code == 303
    for page in ("", "/pad?dice=12345", "/sheet", "/turns/1", "/table"):
        assert client.get(address + page).status_code == 200, page


# --- a later turn that has no room any more -----------------------------------------------------------


def test_a_later_turn_without_room_is_named_and_both_are_put_right_at_once(
    client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, *(("yahtzee", "22222"), ("ones", "11123"), ("large_straight", "44444")))
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    page = reader.press_hook("data-box", "chance")
    assert reader.status == 422
    panel = page.with_class("conflict")[0]
    assert panel.all("h2")[0].text == "Turn 5 does not fit any more"
    assert panel.all("b")[0].text == "Round 3, Ana: Large straight 40 +100"
    assert page.alerts == ["Joker: Fours is open and must be used."]
    assert panel.all("a")[0]["href"] == f"{address}/turns/5"
    assert [way.text for way in panel.all("button")] == ["Fours 20 +100"]
    before = stored_at(client, address)
    page = reader.press(panel.all("button")[0])
    assert (reader.status, stored_at(client, address)) == (200, before)
    assert told_changes(page) == [
        "Fours of turn 1, Ana: 12 → Chance 15",
        "Large straight of turn 5, Ana: 40 +100 → Fours 20 +100",
        "Ana: total 202 → 185 (\N{MINUS SIGN}17)",
    ]
    reader.press_text("Save the correction")
    after = stored_at(client, address)
    assert (after.seen, boxes(after.game)) == (6, {"chance": 15, "yahtzee": 50, "fours": 20})
    said = [one.text for one in Page(look(client, address, 5).text).with_class("story")[0].all("span")]
    assert said == ["entered: Large straight, 44444", "corrected: Fours, 44444"]
    reader.open(address)
    reader.press_hook("data-undo")
    assert boxes(stored_at(client, address).game) == {"fours": 12, "yahtzee": 50, "large_straight": 40}


def test_two_turns_in_each_other_s_boxes_are_put_right_at_once(client: FlaskClient, alone: str) -> None:
    play_by_forms(client, alone, ("fours", "55521"), ("fives", "44421"))
    reader = Reader(client)
    reader.open(f"{alone}/turns/1")
    page = reader.press_hook("data-box", "fives")
    assert page.alerts == ["Fives is filled already."]
    ways = page.with_class("conflict")[0].all("button")
    reader.press(next(way for way in ways if way.text == "Fours 12"))
    reader.press_text("Save the correction")
    assert boxes(stored_at(client, alone).game) == {"fives": 15, "fours": 12}


def test_where_the_new_place_is_a_later_turn_s_own_that_one_is_asked_about_next(
    client: FlaskClient, alone: str
) -> None:
    play_by_forms(client, alone, ("fours", "55521"), ("fives", "66621"), ("sixes", "44421"))
    reader = Reader(client)
    reader.open(f"{alone}/turns/1")
    page = reader.press_hook("data-box", "fives")
    ways = page.with_class("conflict")[0].all("button")
    page = reader.press(next(way for way in ways if way.text == "Sixes 18 turn 3: 0"))
    assert page.with_class("conflict")[0].all("h2")[0].text == "Turn 3 does not fit any more"
    ways = page.with_class("conflict")[0].all("button")
    reader.press(next(way for way in ways if way.text == "Fours 12"))
    reader.press_text("Save the correction")
    stored = stored_at(client, alone)
    assert (stored.seen, boxes(stored.game)) == (4, {"fives": 15, "sixes": 18, "fours": 12})


def test_both_corrections_sent_again_count_once_and_late_ones_are_stale(
    client: FlaskClient, alone: str
) -> None:
    play_by_forms(client, alone, *CLOSED_JOKER)
    form = {"box": "chance", "also": "3-fours-1"}
    for _ in range(2):
        assert correct(client, alone, 1, 3, **form).status_code == 303
    after = stored_at(client, alone)
    assert (after.seen, boxes(after.game)) == (4, {"chance": 15, "yahtzee": 50, "fours": 20})
    assert correct(client, alone, 1, 3, **form | {"box": "ones"}).status_code == 409
    client.post(f"{alone}/undo", data={"seen": "4"})
    client.post(f"{alone}/undo", data={"seen": "5"})
    assert correct(client, alone, 1, 3, **form).status_code == 409
    assert correct(client, alone, 1, 6, **form).status_code == 404


@pytest.mark.parametrize(
    "also",
    ["", "3", "3-fours", "3-sevens-1", "3-fours-9", "x-fours-1", "3-fours-1-claim", "1-fours-1", "9" * 40],
)
def test_what_else_is_to_be_corrected_may_be_nonsense(client: FlaskClient, alone: str, also: str) -> None:
    play_by_forms(client, alone, *CLOSED_JOKER)
    before = stored_at(client, alone)
    form = {"box": "chance", "also": also}
    for answer in (look(client, alone, 1, **form), correct(client, alone, 1, 3, **form)):
        assert answer.status_code in (404, 422)
    assert stored_at(client, alone) == before


def test_in_forced_yatzy_the_box_of_a_turn_is_given(client: FlaskClient) -> None:
    address = new_game(client, "forced_yatzy", ["Ana"])
    play_by_forms(client, address, ("ones", "11234"), ("twos", "22345"))
    page = Page(look(client, address, 2).text)
    assert page.hooks("data-box") == ["twos"]
    answer = look(client, address, 1, box="twos")
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["Boxes go from top to bottom: Ones is next."]


def test_in_columns_that_go_down_a_turn_moved_aside_takes_the_next_one_along(client: FlaskClient) -> None:
    down = (Column(order=DOWN), Column(order=DOWN, factor=2))
    with registered(replace(RULESETS["forced_yatzy"], id="two_down", columns=down)):
        address = new_game(client, "two_down", ["Ana"])
        for seen, (box, dice) in enumerate((("ones", "11234"), ("twos", "22345"))):
            form = {"seen": str(seen), "dice": dice, "box": box, "column": "1"}
            assert client.post(f"{address}/turns", data=form).status_code == 303
        reader = Reader(client)
        page = reader.open(f"{address}/turns/1")
        page = reader.press(page.all("button", "data-column", "2")[0])
        assert page.alerts == ["Boxes go from top to bottom: Ones is next."]
        ways = page.with_class("conflict")[0].all("button")
        assert [way.text for way in ways] == ["Ones, column 1: 0", "Twos, column 2: 4"]
        reader.press(ways[0])
        reader.press_text("Save the correction")
        columns = stored_at(client, address).game.sheet(1).columns
        assert [dict(column.boxes) for column in columns] == [{"ones": 0}, {"ones": 2}]


# --- resent, stale, nonsense ------------------------------------------------------------------------


def test_a_correction_sent_again_counts_once(client: FlaskClient, address: str) -> None:
    for form in ({"dice": "44441", "box": "fours"}, {"with": "2"}):
        seen = stored_at(client, address).seen
        for _ in range(2):
            assert correct(client, address, 1, seen, **form).status_code == 303
        assert stored_at(client, address).seen == seen + 1


def test_a_stale_correction_is_told_and_shows_the_turn_as_it_is_now(
    client: FlaskClient, address: str
) -> None:
    correct(client, address, 1, 2, dice="44444", box="fours")
    before = stored_at(client, address)
    answer = correct(client, address, 1, 2, dice="44441", box="fours")
    assert answer.status_code == 409
    page = Page(answer.text)
    assert page.alerts == ["Someone else saved first: look at the sheet, then enter again."]
    assert page.all("h2")[0].text == "Fours 20"
    assert stored_at(client, address) == before


def test_a_correction_of_a_turn_that_was_undone_meanwhile_is_stale(client: FlaskClient, address: str) -> None:
    client.post(f"{address}/undo", data={"seen": "2"})
    before = stored_at(client, address)
    answer = correct(client, address, 2, 2, dice="66666", box="chance")
    assert stored_at(client, address) == before
    assert answer.status_code == 409


def test_an_exchange_of_turns_that_were_undone_meanwhile_is_stale(client: FlaskClient, address: str) -> None:
    for seen in ("2", "3"):
        client.post(f"{address}/undo", data={"seen": seen})
    before = stored_at(client, address)
    for seen in (2, 3):
        answer = correct(client, address, 1, seen, **{"with": "2"})
        assert answer.status_code == (409 if seen == 2 else 404), seen
        assert stored_at(client, address) == before
    page = Page(correct(client, address, 1, 2, **{"with": "2"}).text)
    assert page.alerts == ["Someone else saved first: look at the sheet, then enter again."]
    assert (page.seen, page.mover) == (4, 1)


def test_an_exchange_sent_again_after_two_undos_tells_that_its_turns_are_gone_and_stays_undone(
    client: FlaskClient, address: str
) -> None:
    assert correct(client, address, 1, 2, **{"with": "2"}).status_code == 303
    for seen in ("3", "4"):
        assert client.post(f"{address}/undo", data={"seen": seen}).status_code == 303
    before = stored_at(client, address)
    again = correct(client, address, 1, 2, **{"with": "2"})
    assert again.status_code == 409
    assert stored_at(client, address) == before
    assert len(before.game.entries) == 1
    late = correct(client, address, 1, 3, **{"with": "2"})
    assert late.status_code == 409
    assert stored_at(client, address) == before


def test_a_correction_by_who_has_not_seen_a_new_name_is_saved(client: FlaskClient, address: str) -> None:
    client.post(f"{address}/rename", data={"seen": "2", "player": "1", "name": "Anna"})
    assert correct(client, address, 1, 2, dice="44441", box="fours").status_code == 303
    stored = stored_at(client, address)
    assert (stored.seen, stored.game.player(1), stored.game.sheet(1).total) == (4, "Anna", 16)


@pytest.mark.parametrize("turn", ["0", "3", "999", "9" * 30, "-1", "x", "1.5", "%00"])
def test_a_turn_that_is_not_there_is_not_found(client: FlaskClient, address: str, turn: str) -> None:
    before = stored_at(client, address)
    assert look(client, address, turn).status_code == 404
    assert look(client, address, turn, dice="12345").status_code == 404
    answer = correct(client, address, turn, 2, dice="44441", box="fours")
    assert answer.status_code == 404
    assert "The address is wrong" in answer.text
    assert stored_at(client, address) == before


def test_a_skip_is_no_turn_that_could_be_corrected(client: FlaskClient, address: str) -> None:
    store_of(client.application).append(key_of(address), 2, wish(Skip(1)))
    before = stored_at(client, address)
    assert look(client, address, 3).status_code == 404
    assert correct(client, address, 3, 3, dice="44441", box="ones").status_code == 404
    assert look(client, address, 2, **{"with": "3"}).status_code == 404
    assert correct(client, address, 2, 3, **{"with": "3"}).status_code == 404
    page = Page(look(client, address, 2).text)
    assert [button["value"] for button in page.all("button", "name", "with")] == ["1"]
    assert stored_at(client, address) == before


NONSENSE = [
    {"dice": "444211", "box": "fours"},
    {"dice": "4442", "box": "fours"},
    {"dice": "44427", "box": "fours"},
    {"dice": "hello", "box": "fours"},
    {"dice": "44421", "box": "sevens"},
    {"dice": "44421", "box": "x" * 3000},
    {"box": "one_pair"},
    {"box": "fours"},
    {"dice": "44421", "points": "12"},
    {"points": "13", "box": "fours"},
    {"points": "-1", "box": "fours"},
    {"points": "9" * 40, "box": "fours"},
    {"with": "1"},
    {"with": ""},
    {"with": "x"},
    {"with": "3"},
    {"with": "0"},
    {"with": "9" * 40},
]


@pytest.mark.parametrize("form", NONSENSE, ids=str)
def test_a_correction_that_says_nothing_sensible_changes_nothing(
    client: FlaskClient, address: str, form: dict[str, str]
) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    before = stored_at(client, address)
    for answer in (look(client, address, 1, **form), correct(client, address, 1, 3, **form)):
        assert answer.status_code in (404, 422)
        page = Page(answer.text)
        said = " ".join(page.alerts) or page.one("section").text
        assert re.search(r"[a-z]{3}.*\.", said)
    assert stored_at(client, address) == before


@pytest.mark.parametrize("seen", [None, "", "x", "-1", "0", "1", "3", "9" * 30, "²"])
def test_a_correction_that_has_not_seen_the_last_entry_changes_nothing(
    client: FlaskClient, address: str, seen: str | None
) -> None:
    before = stored_at(client, address)
    form = {"dice": "44441", "box": "fours"} | ({} if seen is None else {"seen": seen})
    answer = client.post(f"{address}/turns/1", data=form)
    assert 400 <= answer.status_code < 500
    assert Page(answer.text).one("main").text
    assert stored_at(client, address) == before


def test_a_game_that_is_not_there_has_no_turns(client: FlaskClient) -> None:
    assert client.get("/games/nothing/turns/1").status_code == 404
    assert correct(client, "/games/nothing", 1, 0, box="ones").status_code == 404
    assert client.post("/games/nothing/redo", data={"seen": "0"}).status_code == 404


# --- dice typed for a turn that is over -------------------------------------------------------------


def test_a_stale_turn_keeps_its_dice_and_asks(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    answer = post_turn(client, address, 2, "66661", "sixes")
    assert answer.status_code == 409
    page = Page(answer.text)
    assert page.one("", "data-state")["data-state"] == "kept"
    assert (page.typed, page.offers) == ("66661", {})
    assert page.one("button", "data-use").text == "Use for Ben"
    assert page.one("a", "data-clear")["href"] == address
    assert page.alerts == ["Someone else saved first: look at the sheet, then enter again."]
    assert stored_at(client, address).seen == 3


def test_kept_dice_are_used_for_the_new_player_without_scripting(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    reader = Reader(client)
    reader._read(post_turn(client, address, 2, "66661", "sixes"), f"{address}/turns")
    page = reader.press_text("Use for Ben")
    assert reader.address.startswith(f"{address}?")
    assert "use=1" in reader.address
    assert (page.one("", "data-state")["data-state"], page.typed, page.mover) == ("offered", "66661", 2)
    reader.press_hook("data-box", "sixes")
    assert stored_at(client, address).game.sheet(2).column(1).boxes == {"chance": 16, "sixes": 24}


def test_kept_dice_are_cleared_without_scripting(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    reader = Reader(client)
    reader._read(post_turn(client, address, 2, "66661", "sixes"), f"{address}/turns")
    page = reader.follow("Clear")
    assert (page.one("", "data-state")["data-state"], page.typed) == ("typing", "")
    assert stored_at(client, address).seen == 3


def test_a_stale_turn_of_a_game_finished_meanwhile_shows_the_result(client: FlaskClient, alone: str) -> None:
    finish_by_forms(client, alone)
    answer = post_turn(client, alone, 12, "66661", "chance")
    assert answer.status_code == 409
    assert Page(answer.text).one("section", "id", "pad")["data-state"] == ""


def test_the_part_of_a_stale_turn_keeps_the_dice_as_well(app: Flask, address: str) -> None:
    client = app.test_client()
    play_by_forms(client, address, ("ones", "11123"))
    form = {"seen": "2", "dice": "66661", "box": "sixes"}
    answer = client.post(f"{address}/turns", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    root = Page(answer.text).one("section", "id", "pad")
    assert (root["data-state"], root["data-dice"], root["data-seen"]) == ("kept", "66661", "3")


@pytest.mark.parametrize("use", ["444", "", "7", "4442111"])
def test_dice_to_be_used_may_be_any_that_were_typed(client: FlaskClient, address: str, use: str) -> None:
    answer = client.get(address, query_string={"dice": use, "use": "1"})
    assert answer.status_code in (200, 422)
    assert stored_at(client, address).seen == 2


def test_other_dice_that_bring_the_same_are_told_so_and_strike_nothing_out(
    client: FlaskClient, address: str
) -> None:
    assert "The points stay as they are." in look(client, address, 1, dice="44422").text
    assert correct(client, address, 1, stored_at(client, address).seen, dice="44422").status_code == 303
    sheet = Page(client.get(f"{address}/sheet").text)
    assert "22444" in sheet.html
    assert sheet.all("s") == []
