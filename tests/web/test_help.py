"""Help: every rule set told in full and truly, the roll checker, and the way back to the pad."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, RuleSet, Sheet, Turn, dice_from_digits, replay, roll_off, targets
from scorepad.web.help.checker import roll_pays
from scorepad.web.help.differences import DIFFERENCES
from scorepad.web.help.examples import EXAMPLES
from scorepad.web.help.pages import SHARED_RANKS
from scorepad.web.words import BOXES as NAMES
from tests.helpers import Element, Page, Reader, figure, key_of, make_app, new_game, store_of
from tests.strategies import EVERY_ROLL, worth, written

ALL = tuple(RULESETS)
KEY = "abcdefgh_-12345678"
BONUS, BAD_TURN, ZERO, STRAIGHT = (
    "upper bonus of",
    "good places for a bad turn",
    "Sometimes a zero",
    "Four in",
)
TRUE_TIPS = {
    "yahtzee": {BONUS, BAD_TURN, ZERO, STRAIGHT},
    "free_for_all": {BONUS, BAD_TURN, ZERO, STRAIGHT},
    "yacht": {BAD_TURN, ZERO, STRAIGHT},
    "yatzy": {BONUS, BAD_TURN, ZERO},
    "forced_yatzy": {BONUS},
}


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    return Reader(client)


def told_by_hand(ruleset: str, box: str, dice: str) -> int:
    """The points by the second telling of the rules (tests.strategies)."""
    like = "yahtzee" if ruleset == "free_for_all" else ruleset
    return worth(like, box, [int(sign) for sign in dice])


def examples(page: Page) -> dict[str, list[tuple[str, int]]]:
    """Box → its examples: the dice that are drawn, and the points beside them."""
    return {
        entry["data-help"]: [
            (one.with_class("roll-of")[0]["aria-label"].replace(" ", ""), figure(one.all("b")[0]))
            for one in entry.with_class("example")
        ]
        for entry in page.all("li", "data-help")
    }


def part(page: Page, place: str) -> str:
    return page.one("section", "id", place).text


def table(page: Page) -> dict[str, list[str]]:
    """Box → what its line of the checker says, a word a rule set."""
    return {line["data-line"]: [cell.text for cell in line.all("td")] for line in page.all("tr", "data-line")}


def on_the_table(page: Page, box: str) -> dict[str, str]:
    return dict(zip(ALL, table(page)[box], strict=True))


def levels(page: Page) -> list[int]:
    return [int(element.tag[1]) for element in page.all() if element.tag in ("h1", "h2", "h3", "h4", "h5")]


def arrow(page: Page) -> Element:
    return page.one("header", "class", "bar").all("a")[0]


# --- the pages ------------------------------------------------------------------------------------


def test_the_first_page_leads_to_every_game_and_tells_the_story(reader: Reader) -> None:
    page = reader.open("/help")
    for ruleset in ALL:
        assert page.all("a", "href", f"/help/{ruleset}")
    for told in ("6 years", "30 minutes", "Yacht is the older game", "Canadian couple", "E. S. Lowe", "1956"):
        assert told in page.text


@pytest.mark.parametrize("ruleset", ALL)
def test_every_rule_set_tells_every_box_in_order(reader: Reader, ruleset: str) -> None:
    page = reader.open(f"/help/{ruleset}")
    assert reader.status == 200
    entries = page.all("li", "data-help")
    assert [entry["data-help"] for entry in entries] == [box.id for box in RULESETS[ruleset].boxes]
    for entry in entries:
        assert entry.all("h3")[0].text == NAMES[entry["data-help"]]
        if "pays" in {name for inside in entry.all() for name in inside.classes}:
            assert entry.with_class("pays")[0].text
            assert entry.with_class("needs")[0].text


@pytest.mark.parametrize("ruleset", ALL)
def test_every_example_pays_what_the_rules_say(reader: Reader, ruleset: str) -> None:
    for box, shown in examples(reader.open(f"/help/{ruleset}")).items():
        assert shown
        assert shown[0][1] > 0
        for dice, points in shown:
            assert points == told_by_hand(ruleset, box, dice), (box, dice)


@pytest.mark.parametrize("ruleset", ALL)
def test_dice_that_do_not_count_are_faint_and_those_that_do_make_the_points(
    reader: Reader, ruleset: str
) -> None:
    page = reader.open(f"/help/{ruleset}")
    for entry in page.all("li", "data-help"):
        box = RULESETS[ruleset].box(entry["data-help"])
        for example in entry.with_class("example"):
            dice = example.with_class("die")
            faces = example.with_class("roll-of")[0]["aria-label"].split()
            assert [use["href"][-1] for use in example.all("use")] == faces
            counting = sum(int(f) for f, die in zip(faces, dice, strict=True) if "idle" not in die.classes)
            points = figure(example.all("b")[0])
            if points and box.fixed is None:
                assert counting == points
            elif not points:
                assert example.with_class("idle") == []


@pytest.mark.parametrize(
    ("ruleset", "box", "dice"),
    [
        ("yahtzee", "full_house", "44444"),
        ("yacht", "full_house", "44444"),
        ("yatzy", "full_house", "44444"),
        ("yatzy", "small_straight", "23456"),
        ("yatzy", "large_straight", "12345"),
        ("yatzy", "two_pairs", "14444"),
        ("forced_yatzy", "two_pairs", "14444"),
        ("yahtzee", "sixes", "44421"),
    ],
)
def test_what_surprises_is_shown_with_its_zero(reader: Reader, ruleset: str, box: str, dice: str) -> None:
    assert (dice, 0) in examples(reader.open(f"/help/{ruleset}"))[box]


def test_every_box_has_examples_of_five_dice() -> None:
    assert set(EXAMPLES) == {box.id for ruleset in RULESETS.values() for box in ruleset.boxes} == set(NAMES)
    for texts in EXAMPLES.values():
        for text in texts:
            assert len(text.replace("[", "").replace("]", "")) == 5


@pytest.mark.parametrize("ruleset", ALL)
def test_each_tip_is_given_only_where_it_is_true(reader: Reader, ruleset: str) -> None:
    said = part(reader.open(f"/help/{ruleset}"), "advice")
    assert {tip for tip in (BONUS, BAD_TURN, ZERO, STRAIGHT) if tip in said} == TRUE_TIPS[ruleset]
    assert ("nothing more to choose than the dice" in said) == (ruleset == "forced_yatzy")


def test_tips_name_this_game_s_bonus_and_box(reader: Reader) -> None:
    assert "upper bonus of 50" in part(reader.open("/help/yatzy"), "advice")
    assert "upper bonus of 35" in part(reader.open("/help/free_for_all"), "advice")
    assert "such as Yacht or Ones" in part(reader.open("/help/yacht"), "advice")


@pytest.mark.parametrize("ruleset", ALL)
def test_what_belongs_to_one_game_is_told_there_alone(reader: Reader, ruleset: str) -> None:
    page = reader.open(f"/help/{ruleset}")
    assert bool(page.all("section", "id", "joker")) == (ruleset == "yahtzee")
    assert bool(page.all("section", "id", "cards")) == (ruleset == "free_for_all")
    assert ("top to bottom" in part(page, "minute")) == (ruleset == "forced_yatzy")
    assert ("your own record" in part(page, "end")) == (ruleset != "free_for_all")
    assert ("1, 2, 2, 4" in part(page, "end")) == (ruleset != "free_for_all")
    bonus = RULESETS[ruleset].bonus.points
    assert f"Bonus {bonus} for an upper section of 63" in part(page, "boxes") or not bonus


def test_the_joker_is_told_in_three_steps_with_the_examples_of_the_rules(reader: Reader) -> None:
    page = reader.open("/help/yahtzee")
    told = part(page, "joker")
    assert len(page.one("section", "id", "joker").all("ol")[0].all("li")) == 3
    assert "Only Sixes will do: 30, and 100 extra" in told
    assert "In Large straight it pays 40, without a bonus" in told
    assert "went into Fives (25), the second into Yahtzee (50)" in told
    assert "brings 100. No bonus is paid backwards" in told
    assert "1575" in told


def test_free_for_all_tells_its_cards_claims_and_roll_off(reader: Reader) -> None:
    page = reader.open("/help/free_for_all")
    told = part(page, "cards")
    for words in ("30–40 action cards", "10–15 score cards", "face down", "starts with 3", "Change a die"):
        assert words in told
    for words in ("makes 50 into 100", "claim 100 extra", "Another boxed game has this name"):
        assert words in told
    assert "After 6, 3 and 3 the ranks are 1, 2 and 2" in part(page, "end")


def test_the_roll_off_of_the_example_ends_as_it_is_told() -> None:
    ruleset, names = RULESETS["free_for_all"], ("Ana", "Ben", "Cleo")
    dice = dice_from_digits("12346", 5)
    turns = [Turn(seat, box.id, dice) for box in ruleset.boxes for seat in (1, 2, 3)]
    game = roll_off(replay(ruleset, names, turns), ((1, 6), (2, 3), (3, 3)))
    assert [game.ranks[seat] for seat in game.seats] == [1, 2, 2]


def test_the_ranks_of_the_example_are_those_of_two_who_are_level() -> None:
    ruleset, names, rolls = (
        RULESETS["yahtzee"],
        ("Ana", "Ben", "Cleo", "Dan"),
        ("66665", "11234", "11234", "11112"),
    )
    turns = [Turn(seat, "chance", dice_from_digits(roll, 5)) for seat, roll in enumerate(rolls, 1)]
    game = replay(ruleset, names, turns)
    assert tuple(game.ranks[seat] for seat in game.seats) == SHARED_RANKS


def test_persian_ranks_have_persian_commas(reader: Reader) -> None:
    reader.client.set_cookie("language", "fa")
    assert "۱، ۲، ۲، ۴" in part(reader.open("/help/yahtzee"), "end")


@pytest.mark.parametrize("ruleset", ALL)
def test_a_difference_that_compares_a_roll_is_one(reader: Reader, ruleset: str) -> None:
    said = part(reader.open(f"/help/{ruleset}"), "sisters")
    assert len(DIFFERENCES[ruleset]) >= 3
    for told in [difference.compared for difference in DIFFERENCES[ruleset]]:
        if told:
            here = told_by_hand(ruleset, told.box, told.dice)
            there = told_by_hand(told.other, told.box, told.dice)
            assert here != there
            dice = " ".join(sorted(told.dice))
            assert f"{dice} in {NAMES[told.box]} is {here}, in" in said
            assert f"{RULESETS[told.other].id.capitalize()} {there}." in said


@pytest.mark.parametrize("path", ["/help", *(f"/help/{ruleset}" for ruleset in ALL)])
@pytest.mark.parametrize("query", ["", "?dice=23453", "?dice=999"])
def test_headings_never_jump_a_level(client: FlaskClient, path: str, query: str) -> None:
    page = Page(client.get(path + query).text)
    found = levels(page)
    assert found[0] == 1
    assert found.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(found))
    ids = page.hooks("id")
    assert len(ids) == len(set(ids))
    places = {link["href"][1:] for link in page.all("a") if link["href"].startswith("#")}
    assert places <= set(ids)


@pytest.mark.parametrize("name", ["nothing", "Yahtzee", "yahtzee/", "../games", "yahtzee%00", "ones"])
def test_an_unknown_rule_set_is_a_404(client: FlaskClient, name: str) -> None:
    assert client.get(f"/help/{name}").status_code == 404


# --- the roll checker -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/help", "/help/yatzy"])
def test_a_row_with_a_pair_is_a_small_straight_in_yahtzee_and_nothing_in_yatzy(
    reader: Reader, path: str
) -> None:
    paid = on_the_table(reader.open(f"{path}?dice=23453"), "small_straight")
    assert paid == {"yahtzee": "30", "yatzy": "0", "forced_yatzy": "0", "yacht": "30", "free_for_all": "30"}


def test_four_alike_and_five_alike_pay_as_each_game_says(reader: Reader) -> None:
    page = reader.open("/help?dice=44444")
    none, lacks = "0", "–no such box"
    assert table(page)["full_house"] == [none] * 5
    assert on_the_table(page, "one_pair") == {
        "yahtzee": lacks, "yatzy": "8", "forced_yatzy": "8", "yacht": lacks, "free_for_all": lacks,
    }  # fmt: skip
    assert on_the_table(page, "three_of_a_kind") == {
        "yahtzee": "20", "yatzy": "12", "forced_yatzy": "12", "yacht": lacks, "free_for_all": "20",
    }  # fmt: skip
    assert on_the_table(page, "yahtzee")["free_for_all"] == "50"
    assert on_the_table(page, "yacht") == dict.fromkeys(ALL, lacks) | {"yacht": "50"}
    assert table(page)["chance"] == ["20"] * 5


def test_the_checker_says_what_an_empty_sheet_offers(reader: Reader) -> None:
    for roll in random.Random(5).sample(EVERY_ROLL, 40):
        dice = dice_from_digits(written(roll), 5)
        shown = table(reader.open(f"/help?dice={dice}"))
        for place, (ruleset_id, ruleset) in enumerate(RULESETS.items()):
            paid = {box: int(said[place]) for box, said in shown.items() if said[place].isdigit()}
            offered = {target.box: target.points for target in targets(Sheet(ruleset, {}), dice)}
            assert offered.items() <= paid.items()
            assert paid == {box.id: told_by_hand(ruleset_id, box.id, str(dice)) for box in ruleset.boxes}


def test_in_forced_yatzy_a_box_pays_when_its_turn_has_come() -> None:
    forced, yatzy = RULESETS["forced_yatzy"], RULESETS["yatzy"]
    dice = dice_from_digits("66666", 5)
    for box in forced.boxes:
        assert roll_pays(forced, box, dice) == roll_pays(yatzy, yatzy.box(box.id), dice)


@pytest.mark.parametrize("path", ["/help", "/help/yacht"])
def test_dice_are_tapped_in_and_out_with_scripting_off(reader: Reader, path: str) -> None:
    reader.open(f"{path}?back={KEY}&held=44")
    reader.tap_dice("2345")
    assert table(reader.page) == {}
    reader.tap_dice("3")
    assert on_the_table(reader.page, "small_straight")["yahtzee"] == "30"
    reader.press_hook("data-slot", "1")
    assert table(reader.page) == {}
    reader.tap_dice("6")
    assert on_the_table(reader.page, "small_straight")["yahtzee"] == "30"
    assert on_the_table(reader.page, "sixes")["yahtzee"] == "6"
    reader.follow("Another roll")
    assert table(reader.page) == {}
    assert reader.address.partition("#")[0] == f"{path}?back={KEY}&held=44"
    assert arrow(reader.page)["href"] == f"/games/{KEY}?use=1&dice=44"


def test_dice_are_typed_in_any_digits(reader: Reader) -> None:
    reader.open("/help")
    page = reader.press_text("Check", dice="۲ ۳ ۴ ۵ ۳")
    assert table(page)["chance"] == ["17"] * 5


@pytest.mark.parametrize("path", ["/help", "/help/free_for_all"])
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("777", "“7” is no die: use 1 to 6."),
        ("444", "A roll is 5 dice here, not 3."),
        ("123456", "A roll is 5 dice here, not 6."),
        ("abc", "“a” is no die: use 1 to 6."),
    ],
)
def test_bad_dice_are_told_and_kept(reader: Reader, path: str, typed: str, said: str) -> None:
    page = reader.open(f"{path}?dice={typed}")
    assert reader.status == 422
    assert page.alerts == [said]
    assert page.one("input", "id", "typed")["value"] == typed
    assert table(page) == {}


def test_typed_text_can_not_break_out_of_the_page(client: FlaskClient) -> None:
    answer = client.get("/help", query_string={"dice": '"><script>', "back": '"><script>', "held": "<b>"})
    assert answer.status_code == 422
    assert "<script>" not in answer.text


# --- the way there and back -----------------------------------------------------------------------


def test_the_menu_leads_to_the_help_and_back_with_the_typed_dice(reader: Reader) -> None:
    address = new_game(reader.client, "yatzy")
    reader.open(address)
    reader.tap_dice("444")
    reader.follow("Help")
    assert reader.address == f"/help/yatzy?back={key_of(address)}&held=444&for=1-0"
    reader.follow("Back to the game")
    assert reader.page.typed == "444"
    reader.tap_dice("21")
    assert reader.page.offers["fours"] == 12


def test_a_whole_roll_comes_back_with_its_offers(reader: Reader) -> None:
    address = new_game(reader.client)
    reader.open(f"{address}?dice=44421")
    reader.follow("Help")
    reader.follow("All help")
    reader.follow("Back to the game")
    assert reader.page.offers["fours"] == 12


def test_a_finished_game_leads_to_the_help_too(reader: Reader) -> None:
    address = new_game(reader.client, "yacht", ["Ana"])
    (link,) = [link for link in reader.open(address).all("a") if link.text == "Help"]
    assert link["href"] == f"/help/yacht?back={key_of(address)}"


def test_every_page_of_the_help_keeps_the_way_back(reader: Reader) -> None:
    page = reader.open(f"/help/yahtzee?back={KEY}&held=12")
    onward = [link["href"] for link in page.all("a") if link["href"].startswith("/help")]
    assert onward
    for address in onward:
        assert arrow(reader.open(address))["href"] == f"/games/{KEY}?use=1&dice=12"


@pytest.mark.parametrize("key", ["", "short", "x" * 41, "../../etc", "//evil.com", "abc def", "abcdef\n"])
def test_a_key_that_is_none_leads_nowhere(client: FlaskClient, key: str) -> None:
    page = Page(client.get("/help/yatzy", query_string={"back": key, "held": "444"}).text)
    assert arrow(page)["href"] == "/help"
    page = Page(client.get("/help", query_string={"back": key}).text)
    assert arrow(page)["href"] == "/"


@pytest.mark.parametrize(
    ("held", "query"), [("۴۴", "?use=1&dice=44"), ("9", ""), ("1234561", "?use=1&dice=1234561")]
)
def test_dice_that_are_held_are_read_as_dice(client: FlaskClient, held: str, query: str) -> None:
    page = Page(client.get("/help", query_string={"back": KEY, "held": held}).text)
    assert arrow(page)["href"] == f"/games/{KEY}{query}"


def test_of_dice_that_are_held_the_pad_takes_as_many_as_its_sheet_has(
    reader: Reader, made_up: RuleSet
) -> None:
    for ruleset, typed in (("yatzy", "12345"), (made_up.id, "123456")):
        key = key_of(new_game(reader.client, ruleset))
        reader.open(f"/help/{ruleset}?back={key}&held=1234561")
        page = reader.follow("Back to the game")
        assert page.one("input", "id", "type")["value"] == typed


def test_the_form_of_a_new_game_asks_and_gets_its_players_back(reader: Reader) -> None:
    reader.open("/games/new?player=Ana&player=Åke %26 Co")
    for ruleset in RULESETS:
        assert [a for a in reader.page.all("a") if a["href"].startswith(f"/help/{ruleset}?")]
    reader.follow("Help: Forced Yatzy")
    assert reader.page.all("h1")[0].text == "Forced Yatzy"
    reader.tap_dice("4")
    reader.follow("New game")
    assert [field["value"] for field in reader.page.all("input", "name", "player")] == ["Ana", "Åke & Co"]


def test_home_leads_to_the_help_and_back(reader: Reader) -> None:
    reader.open("/")
    reader.follow("Help")
    assert reader.address == "/help"
    reader.follow("Home")
    assert reader.address == "/"


def test_the_help_is_open_to_who_has_no_pin(tmp_path: Path) -> None:
    app = make_app(tmp_path / "locked.db", PIN="4711")
    try:
        for path in ("/help", *(f"/help/{ruleset}?dice=44421" for ruleset in ALL)):
            assert app.test_client().get(path).status_code == 200
    finally:
        store_of(app).close()
