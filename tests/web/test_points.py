"""A box tapped before any die: what it may bring, saved without the dice."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.helpers import Page, Reader, key_of, new_game, play_by_forms, store_of
from tests.strategies import BOXES, EVERY_ROLL, RULESET_IDS, worth

FILL = "12346"


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    """A reader at a game of two in which Ana's Yahtzee holds 50 and her Sixes are filled; she is to move."""
    opened = Reader(client)
    address = new_game(client)
    play_by_forms(client, address, ("yahtzee", "66666"), ("chance", FILL), ("sixes", "66661"), ("ones", FILL))
    opened.open(address)
    return opened


def plain(page: Page) -> list[int]:
    """The points that are offered without a bonus."""
    return [int(b["value"]) for b in page.all("button", "name", "points") if "data-extra" not in b]


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_open_boxes_of_the_player_to_move_may_be_tapped_first(client: FlaskClient, ruleset: str) -> None:
    address = new_game(client, ruleset)
    wanted = list(BOXES[ruleset])[: 1 if ruleset == "forced_yatzy" else None]
    assert Page(client.get(address).text).hooks("data-open") == wanted
    play_by_forms(client, address, ("ones", FILL), ("ones", FILL))
    wanted = list(BOXES[ruleset])[1 : 2 if ruleset == "forced_yatzy" else None]
    assert Page(client.get(address).text).hooks("data-open") == wanted


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_a_tapped_box_offers_exactly_what_rolls_can_bring(client: FlaskClient, ruleset: str) -> None:
    address = new_game(client, ruleset)
    for box in Page(client.get(address).text).hooks("data-open"):
        page = Page(client.get(address, query_string={"box": box}).text)
        assert plain(page) == sorted({worth(ruleset, box, roll) for roll in EVERY_ROLL})
        assert page.hooks("data-extra") == []


def test_a_tapped_box_is_saved_with_two_taps(reader: Reader) -> None:
    reader.press_hook("data-open", "full_house")
    assert plain(reader.page) == [0, 25]
    page = reader.press_hook("data-points", "25")
    assert (reader.status, page.seen, page.mover) == (200, 5, 2)
    assert page.cell("Full house").with_class("figure")[0].text == "25"


def test_a_zero_is_saved_so_too(reader: Reader) -> None:
    reader.press_hook("data-open", "fours")
    page = reader.press_hook("data-points", "0")
    assert "zero" in page.cell("Fours").classes


def test_an_extra_yahtzee_is_entered_with_its_bonus(reader: Reader) -> None:
    reader.press_hook("data-open", "large_straight")
    (button,) = reader.page.all("button", "data-extra")
    assert (button["value"], button["data-extra"]) == ("40", "100")
    page = reader.press(button)
    assert page.cell("Yahtzee").text == "50+100"
    record = reader.client.get(f"{reader.address}/record.json").get_json()
    assert record["turns"][-1] == {
        "player": "Ana",
        "points": 40,
        "box": "large_straight",
        "extra_yahtzee": True,
    }


def test_everything_that_is_offered_can_be_saved(reader: Reader) -> None:
    address, sent = reader.address, 0
    for box in reader.page.hooks("data-open"):
        buttons = reader.open(f"{address}?box={box}").all("button", "name", "points")
        for number in range(len(buttons)):
            button = reader.open(f"{address}?box={box}").all("button", "name", "points")[number]
            seen = reader.page.seen
            page = reader.press(button)
            assert (reader.status, page.seen, page.mover) == (200, seen + 1, 2)
            sheet = store_of(reader.client.application).load(key_of(address)).game.sheet(1)
            assert sheet.column(1).boxes[box] == int(button["value"])
            assert sheet.extras == int("data-extra" in button)
            reader.press_hook("data-undo")
            sent += 1
    assert sent > 60


def test_changing_ones_mind_leads_back_to_the_dice(reader: Reader) -> None:
    address = reader.address
    reader.press_hook("data-open", "chance")
    assert "6" in reader.page.hooks("data-points")
    page = reader.follow("Close")
    assert (page.hooks("data-points"), page.hooks("data-face")) == ([], list("123456"))
    reader.open(f"{address}?box=chance")
    page = reader.follow("Enter dice instead")
    assert (page.hooks("data-points"), page.hooks("data-face")) == ([], list("123456"))
    assert reader.page.seen == 4


@pytest.mark.parametrize("box", ["sixes", "yahtzee", "yatzy", "<b>", "x" * 5000, "\0"])
def test_a_box_that_is_not_open_is_refused(reader: Reader, box: str) -> None:
    for path in (reader.address, f"{reader.address}/pad"):
        answer = reader.client.get(path, query_string={"box": box})
        assert answer.status_code == 422
        assert len(Page(answer.text).alerts) == 1
        assert Page(answer.text).all("button", "name", "points") == []


@pytest.mark.parametrize("extra", ["", "1"])
@pytest.mark.parametrize(
    ("points", "box"), [("26", "full_house"), ("50", "fours"), ("7", "chance"), ("3", "large_straight")]
)
def test_points_that_cannot_be_are_refused(reader: Reader, points: str, box: str, extra: str) -> None:
    form = {"seen": "4", "points": points, "box": box, "extra_yahtzee": extra}
    if (points, extra) == ("7", ""):  # five dice can sum to seven, but five alike cannot
        form["points"] = "4"
    answer = reader.client.post(f"{reader.address}/turns", data=form)
    assert answer.status_code == 422
    assert Page(answer.text).seen == 4


@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht", "yatzy"])
def test_a_bonus_is_no_business_of_a_sheet_without_fifty(client: FlaskClient, ruleset: str) -> None:
    address = new_game(client, ruleset)
    form = {"seen": "0", "points": "30", "box": "sixes", "extra_yahtzee": "1"}
    assert client.post(f"{address}/turns", data=form).status_code == 422
    assert Page(client.get(address).text).seen == 0
