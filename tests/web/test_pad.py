"""The pad: typing dice, what is offered, how a cell looks, undo, the part alone."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.helpers import (
    Element,
    Page,
    Reader,
    finish_by_forms,
    key_of,
    new_game,
    play_by_forms,
    post_turn,
    ranks_on,
    store_of,
)
from tests.strategies import BOXES, RULESET_IDS, legal

FILL = "12346"


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A Yahtzee game of two."""
    return new_game(client)


def show(client: FlaskClient, address: str, dice: str) -> Page:
    answer = client.get(address, query_string={"dice": dice})
    assert answer.status_code == 200
    return Page(answer.text)


# --- a new game -----------------------------------------------------------------------------------


def test_a_new_pad_has_six_keys_no_offers_and_nothing_to_undo(client: FlaskClient, address: str) -> None:
    page = Page(client.get(address).text)
    assert (page.seen, page.mover) == (0, 1)
    assert page.hooks("data-face") == list("123456")
    assert page.offers == {}
    assert page.hooks("data-undo") == []
    assert page.alerts == []


def test_the_root_of_the_pad_carries_what_was_seen_and_whose_turn_it_is(
    client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    root = Page(client.get(address).text).one("section", "id", "pad")
    assert (root["data-seen"], root["data-mover"]) == ("1", "2")


# --- typing ---------------------------------------------------------------------------------------


def test_dice_are_tapped_in_one_by_one_and_the_fifth_brings_the_boxes(
    client: FlaskClient, address: str
) -> None:
    reader = Reader(client)
    reader.open(address)
    for count, face in enumerate("4442", 1):
        page = reader.press_hook("data-face", face)
        assert page.typed == "4442"[:count]
        assert page.offers == {}
    page = reader.press_hook("data-face", "1")
    assert page.typed == "44421"
    assert list(page.offers) == list(BOXES["yahtzee"])
    assert page.seen == 0


def test_a_die_is_tapped_out_again(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(address)
    reader.tap_dice("12345")
    assert reader.press_text("die 2: 2, remove").typed == "1345"
    assert reader.press_text("remove the last die").typed == "134"
    assert reader.tap_dice("66").typed == "13466"


@pytest.mark.parametrize(
    ("query", "typed"),
    [
        ("dice=444&die=2", "4442"),
        ("dice=444&die=9", "444"),
        ("dice=444&die=", "444"),
        ("dice=44421&die=6", "44421"),
        ("dice=444211&die=6", "44421"),
        ("die=3", "3"),
        ("dice=12345&drop=1", "2345"),
        ("dice=12345&drop=5", "1234"),
        ("dice=123&drop=5", "123"),
        ("dice=123&drop=0", "123"),
        ("dice=123&drop=x", "123"),
        ("dice=&drop=1", ""),
        ("dice=", ""),
    ],
)
def test_a_roll_in_the_making_is_taken_as_far_as_it_goes(
    client: FlaskClient, address: str, query: str, typed: str
) -> None:
    answer = client.get(f"{address}?{query}")
    assert answer.status_code == 200
    assert Page(answer.text).typed == typed


@pytest.mark.parametrize(
    "text",
    [
        "44421",
        "4 4 4 2 1",
        " 4,4,4,2,1 ",
        "4, 4, 4, 2, 1",
        "4-4-4-2-1",
        "۴۴۴۲۱",
        "۴، ۴، ۴، ۲، ۱",
        "٤٤٤٢١",
        "\uff14\uff14\uff14\uff12\uff11",
        "\u200f۴۴۴۲۱\u200e",
    ],
)
def test_typed_text_is_read_whatever_the_keyboard_sends(client: FlaskClient, address: str, text: str) -> None:
    reader = Reader(client)
    reader.open(address)
    page = reader.type_dice(text)
    assert reader.status == 200
    assert page.typed == "44421"
    assert page.offers["fours"] == 12
    assert reader.press_hook("data-box", "fours").cell("Fours").text == "12"


def test_a_turn_may_be_sent_in_any_digits(client: FlaskClient, address: str) -> None:
    assert post_turn(client, address, 0, "۴ ۴ ۴ ۲ ۱", "fours").status_code == 303
    assert Page(client.get(address).text).cell("Fours").text == "12"


@pytest.mark.parametrize("text", ["444", "444211", "4442x", "4442²", "0", "7"])
def test_a_roll_that_is_none_is_told_and_its_text_stays_in_the_field(
    client: FlaskClient, address: str, text: str
) -> None:
    answer = client.get(address, query_string={"dice": text})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert len(page.alerts) == 1
    assert page.one("input", "id", "type")["value"] == text
    assert page.offers == {}


# --- what is offered ------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESET_IDS)
@pytest.mark.parametrize("dice", ["44421", "12345", "23456", "33555", "66666", "13455"])
def test_every_legal_box_is_offered_with_its_points(client: FlaskClient, ruleset: str, dice: str) -> None:
    address = new_game(client, ruleset)
    first = "forced_yatzy" in ruleset
    play_by_forms(client, address, ("ones" if first else "chance", FILL), ("ones" if first else "twos", FILL))
    filled = {"ones": 1} if first else {"chance": 16}
    allowed = legal(ruleset, filled, [int(face) for face in dice])
    page = show(client, address, dice)
    assert page.offers == {box: points for box, (points, _) in allowed.items()}
    assert [button["value"] for button in page.all("button", "data-box")] == list(allowed)


def offered(page: Page, box: str) -> Element:
    return page.one("button", "data-box", box)


def test_a_joker_offers_only_its_upper_box_with_the_bonus_and_says_why(
    client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, ("yahtzee", "66666"), ("chance", FILL))
    page = show(client, address, "66666")
    assert page.offers == {"sixes": 30}
    assert offered(page, "sixes").text == "30 +100"
    assert "+100" in offered(page, "sixes")["aria-label"]
    assert "Joker: Sixes is open and must be used." in page.text
    closed = [cell for cell in page.all("td") if "closed" in cell.classes]
    assert len(closed) == 11
    assert {cell.text for cell in closed} == {"closed"}


def test_a_joker_whose_upper_box_is_filled_offers_the_lower_boxes_in_full(
    client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, ("yahtzee", "66666"), ("chance", FILL), ("sixes", "66666"), ("ones", FILL))
    page = show(client, address, "66666")
    assert page.offers == {
        "three_of_a_kind": 30,
        "four_of_a_kind": 30,
        "full_house": 25,
        "small_straight": 30,
        "large_straight": 40,
        "chance": 30,
    }
    assert {button.text.split()[-1] for button in page.all("button", "data-box")} == {"+100"}
    assert "Joker: a box of the lower section is open and must be used." in page.text


def test_a_joker_after_a_zero_in_yahtzee_brings_no_bonus(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("yahtzee", FILL), ("chance", FILL), ("fours", "44421"), ("ones", FILL))
    page = show(client, address, "44444")
    assert page.offers["large_straight"] == 40
    assert offered(page, "large_straight").text == "40"


def test_a_saved_joker_is_shown_with_what_it_brought(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("yahtzee", "66666"), ("chance", FILL), ("sixes", "66666"), ("ones", FILL))
    page = Page(client.get(address).text)
    assert page.cell("Yahtzee").text == "50+100"
    assert page.cell("Sixes").text == "30"
    assert [int(head.with_class("sum")[0].text) for head in page.all("th") if "name" in head.classes] == [
        180,
        17,
    ]


def test_forced_yatzy_offers_one_box_and_says_which_is_next(client: FlaskClient) -> None:
    address = new_game(client, "forced_yatzy")
    page = show(client, address, "66666")
    assert page.offers == {"ones": 0}
    assert "Boxes go from top to bottom: Ones is next." in page.text


def test_offers_stand_in_the_column_of_the_player_to_move_alone(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("chance", FILL))
    page = show(client, address, "44421")
    for line in page.one("tbody").all("tr"):
        if line.all("span", "class", "long") and line.all("button"):
            cells = line.all("td")
            assert cells[0].all("button") == []
            assert len(cells[1].all("button")) == 1
            assert "mover" in cells[1].classes


def test_only_looking_changes_nothing(client: FlaskClient, address: str) -> None:
    before = store_of(client.application).load(key_of(address))
    show(client, address, "44421")
    client.get(f"{address}/pad?dice=44421&box=fours&seen=0")
    assert store_of(client.application).load(key_of(address)) == before


# --- how a cell looks -----------------------------------------------------------------------------


def look(cell: Element) -> tuple[frozenset[str], str]:
    """What tells a cell from another at a glance, its place apart."""
    return frozenset(cell.classes - {"mover", "fresh"}), cell.text


def test_an_empty_box_and_a_zero_never_look_alike(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("yahtzee", FILL), ("chance", FILL))
    for page in (Page(client.get(address).text), Page(client.get(f"{address}/sheet").text)):
        zero = page.cell("Yahtzee")
        assert "zero" in zero.classes
        assert [figure.text for figure in zero.with_class("dash")] == ["0"]
        for empty in (page.cell("Ones"), page.cell("Yahtzee", 2)):
            assert empty.text == ""
            assert not empty.classes & {"zero", "filled", "offer-zero"}
            assert empty.with_class("dash") == empty.with_class("figure") == []


def test_an_offered_zero_is_a_button_and_a_saved_zero_is_none(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("yahtzee", FILL), ("chance", FILL))
    page = show(client, address, "12346")
    saved, on_offer, paying = page.cell("Yahtzee"), page.cell("Full house"), page.cell("Ones")
    assert saved.all("button") == []
    assert on_offer.all("button")[0]["data-points"] == "0"
    assert len({look(saved), look(on_offer), look(paying)}) == 3


def test_the_turn_saved_last_is_marked(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("fours", "44421"), ("chance", FILL))
    page = Page(client.get(address).text)
    fresh = [cell for cell in page.all("td") if "fresh" in cell.classes]
    assert fresh == [page.cell("Chance", 2)]
    assert "Ben: Chance 16" in page.text


def test_the_upper_section_says_what_the_bonus_still_needs(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("sixes", "66661"), ("chance", FILL))
    page = Page(client.get(address).text)
    assert "needs 39 more" in page.text
    assert "needs 63 more" in page.text


def test_yacht_speaks_of_no_bonus(client: FlaskClient) -> None:
    page = Page(client.get(new_game(client, "yacht")).text)
    assert "onus" not in page.text
    assert "needs" not in page.text


# --- saving, undo ---------------------------------------------------------------------------------


def test_a_saved_turn_leads_back_to_the_pad(client: FlaskClient, address: str) -> None:
    answer = post_turn(client, address, 0, "44421", "fours")
    assert (answer.status_code, answer.headers["Location"]) == (303, address)


def test_a_turn_sent_twice_is_saved_once(client: FlaskClient, address: str) -> None:
    for dice in ("44421", "12444"):
        assert post_turn(client, address, 0, dice, "fours").status_code == 303
    assert Page(client.get(address).text).seen == 1


def test_undo_takes_back_the_last_turn(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    reader = Reader(client)
    reader.open(address)
    page = reader.press_hook("data-undo")
    assert (page.seen, page.mover) == (2, 1)
    assert set(page.cell("Fours").classes) == {"offer", "mover"}


def test_undo_gives_the_dice_back_with_their_offers(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    reader = Reader(client)
    reader.open(address)
    page = reader.press_hook("data-undo")
    assert (page.typed, page.offers["chance"]) == ("12444", 15)
    page = reader.press_hook("data-box", "chance")
    assert (page.seen, page.mover, page.cell("Chance").text) == (3, 2, "15")


def test_undo_reopens_a_finished_game(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana"])
    finish_by_forms(client, address)
    reader = Reader(client)
    assert reader.open(address).mover is None
    assert reader.press_hook("data-undo").mover == 1


def test_a_turn_that_comes_too_late_shows_what_was_saved_and_keeps_the_dice(
    client: FlaskClient, address: str
) -> None:
    reader = Reader(client)
    reader.open(address)
    reader.type_dice("66666")
    play_by_forms(client, address, ("fours", "44421"))
    page = reader.press_hook("data-box", "sixes")
    assert reader.status == 409
    assert page.alerts == ["Someone else saved first: look at the sheet, then enter again."]
    assert (page.seen, page.mover, page.typed) == (1, 2, "66666")
    assert page.cell("Fours").text == "12"
    assert page.offers == {}  # they were typed for Ana, and Ben is to move
    page = reader.press_hook("data-use")
    assert (page.typed, page.offers["sixes"]) == ("66666", 30)
    assert reader.press_hook("data-box", "sixes").seen == 2


def test_points_without_dice_can_be_saved(client: FlaskClient, address: str) -> None:
    fields = {"points": "۲۵", "box": "full_house", "seen": "0"}
    assert client.post(f"{address}/turns", data=fields).status_code == 303
    assert Page(client.get(address).text).cell("Full house").text == "25"


# --- the part alone -------------------------------------------------------------------------------


def test_the_part_is_the_pad_and_nothing_around_it(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"{address}/pad").text)
    roots = [child for child in page.children if isinstance(child, Element)]
    assert [(root.tag, root["id"]) for root in roots] == [("section", "pad")]


def test_whoever_has_seen_all_gets_no_page(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    answer = client.get(f"{address}/pad?seen=1")
    assert (answer.status_code, answer.data) == (204, b"")


@pytest.mark.parametrize("seen", ["0", "2", str(2**70), "9" * 5000])
def test_whoever_has_not_seen_all_gets_the_pad(client: FlaskClient, address: str, seen: str) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    answer = client.get(f"{address}/pad?seen={seen}")
    assert answer.status_code == 200
    assert Page(answer.text).seen == 1


def test_with_dice_the_part_always_comes(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}/pad?seen=0&dice=44421")
    assert answer.status_code == 200
    assert Page(answer.text).offers["fours"] == 12


def test_htmx_gets_the_part_in_answer_to_a_turn(client: FlaskClient, address: str) -> None:
    asked = {"HX-Request": "true"}
    fields = {"seen": "0", "dice": "44421", "box": "fours"}
    saved = client.post(f"{address}/turns", data=fields, headers=asked)
    stale = client.post(f"{address}/turns", data=fields | {"box": "ones"}, headers=asked)
    refused = client.post(f"{address}/turns", data=fields | {"seen": "1", "box": "x"}, headers=asked)
    assert [answer.status_code for answer in (saved, stale, refused)] == [200, 409, 422]
    for answer in (saved, stale, refused):
        assert Page(answer.text).seen == 1
        assert "<html" not in answer.text


# --- many players, one player ---------------------------------------------------------------------


def test_forty_play_yatzy(client: FlaskClient) -> None:
    names = [f"Player {number}" for number in range(1, 41)]
    address = new_game(client, "yatzy", names)
    page = show(client, address, "66666")
    assert [head.all("bdi")[0].text for head in page.one("thead").with_class("name")] == names
    assert {len(line.all("td")) for line in page.one("table").all("tr") if line.all("td")} == {40}
    assert len(page.offers) == 15
    assert post_turn(client, address, 0, "66666", "yatzy").status_code == 303
    page = Page(client.get(address).text)
    assert (page.seen, page.mover, page.cell("Yatzy").text) == (1, 2, "50")
    play_by_forms(client, address, *[("chance", FILL)] * 40)
    page = Page(client.get(address).text)
    assert (page.seen, page.mover) == (41, 2)
    assert Page(client.get(f"{address}/sheet").text).cell("Chance", 40).text.startswith("16")


def play_alone(client: FlaskClient, dice: str, name: str = "Ana") -> Page:
    address = new_game(client, "yacht", [name])
    finish_by_forms(client, address, dice)
    return Page(client.get(address).text)


def headline(page: Page) -> str:
    return page.with_class("headline")[0].text


def test_alone_one_plays_against_the_own_record(client: FlaskClient) -> None:
    page = play_alone(client, "12346")
    assert headline(page) == "62 points: a first record"
    page = play_alone(client, "66666")
    assert headline(page) == "140 points: a new record!"
    assert "Previous best: 62" in page.text
    page = play_alone(client, "66666")
    assert headline(page) == "140 points"
    assert "Previous best: 140" in page.text
    assert headline(play_alone(client, "11123")) == "16 points"
    assert headline(play_alone(client, "11123", "Ben")) == "16 points: a first record"


def test_a_record_broken_later_does_not_change_the_older_result(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana"])
    finish_by_forms(client, address, "12346")
    play_alone(client, "66666")
    assert headline(Page(client.get(address).text)) == "62 points: a first record"


def test_the_result_names_the_winner_and_the_distance(client: FlaskClient) -> None:
    address = new_game(client, "yacht")
    play_by_forms(client, address, ("chance", "66666"))
    finish_by_forms(client, address, "12346")
    page = Page(client.get(address).text)
    assert headline(page) == "Ana wins by 14"
    assert ranks_on(page) == {"Ana": (1, 76), "Ben": (2, 62)}


def test_a_shared_win_is_called_so(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana", "Ben", "Cleo"])
    finish_by_forms(client, address, "12346")
    page = Page(client.get(address).text)
    assert headline(page) == "Ana, Ben and Cleo share the win"
    assert {rank for rank, _ in ranks_on(page).values()} == {1}
    assert page.text.count("shared") == 3


def test_the_rank_after_a_shared_one_leaves_a_gap(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana", "Ben", "Cleo", "Dov"])
    play_by_forms(client, address, *[("chance", dice) for dice in ("11111", FILL, "66666", FILL)])
    finish_by_forms(client, address)
    ranks = {name: rank for name, (rank, _) in ranks_on(Page(client.get(address).text)).items()}
    assert ranks == {"Cleo": 1, "Ben": 2, "Dov": 2, "Ana": 4}
