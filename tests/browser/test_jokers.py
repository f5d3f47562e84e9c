"""Jokers: what is offered, what is closed and why, and the +100, dice first and box first."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.helpers import boxes
from tests.strategies import BOXES

OTHERS = tuple(box for box in BOXES["yahtzee"] if box not in ("yahtzee", "sixes"))


@pytest.fixture
def key(phone: Phone) -> str:
    """A game of two in which Ana, to move, has her Yahtzee."""
    made = phone.house.game()
    phone.house.take(made, "yahtzee", "11111")
    phone.house.take(made, "chance", "12345")
    phone.open_pad(made)
    return made


def test_a_joker_offers_its_own_upper_box_alone_and_says_why(phone: Phone, key: str) -> None:
    phone.type("66666")
    assert phone.offers == {"sixes": (30, 100)}
    assert phone.at("td.closed").count() == len(OTHERS)
    expect(phone.at('[data-box="sixes"]')).to_have_attribute("aria-label", "Sixes, 30 +100 points")
    expect(phone.at(".why")).to_be_visible()
    expect(phone.at(".why")).to_contain_text("Sixes")
    expect(phone.at(".why")).to_contain_text("100")
    assert phone.unseen == []
    assert phone.cut == []
    phone.fill("sixes")
    game = phone.house.load(key).game
    assert (boxes(game)["sixes"], game.sheet(1).extras, game.sheet(1).total) == (30, 1, 180)
    expect(phone.at("td sup").first).to_have_text("+100")


@pytest.mark.usefixtures("key")
def test_closed_boxes_are_hatched_until_a_die_is_taken_back(phone: Phone) -> None:
    phone.type("66666")
    closed = phone.at("td.closed").first
    hatched = "cell => getComputedStyle(cell).backgroundImage"
    assert "gradient" in closed.evaluate(hatched)
    phone.press('[data-slot="5"]')
    phone.expect_state("typing")
    expect(phone.at("td.closed")).to_have_count(0)
    expect(phone.at(".why")).to_be_hidden()
    phone.key(5)
    phone.expect_state("offered")
    assert sorted(phone.offers) == sorted((*OTHERS, "sixes"))


@pytest.mark.usefixtures("key")
def test_a_joker_whose_upper_box_is_filled_pays_in_the_lower_boxes(phone: Phone) -> None:
    phone.turn("66666", "sixes")
    phone.turn("12345", "large_straight")
    phone.type("66666")
    assert phone.offers == {
        "three_of_a_kind": (30, 100),
        "four_of_a_kind": (30, 100),
        "full_house": (25, 100),
        "small_straight": (30, 100),
        "large_straight": (40, 100),
        "chance": (30, 100),
    }
    assert phone.cut == []


def test_after_a_zeroed_yahtzee_a_joker_brings_no_bonus(phone: Phone) -> None:
    key = phone.house.game()
    phone.house.take(key, "yahtzee", "12345")
    phone.house.take(key, "chance", "12345")
    phone.open_pad(key)
    phone.type("66666")
    assert phone.offers == {"sixes": (30, 0)}
    expect(phone.at(".why")).not_to_contain_text("100")


def test_box_first_shows_what_five_alike_would_bring(phone: Phone, key: str) -> None:
    phone.choose("sixes")
    plain = phone.at(".grid [data-points]:not([data-extra])")
    assert [int(button.get_attribute("data-points") or "") for button in plain.all()] == [0, 6, 12, 18, 24]
    bonus = phone.at(".grid [data-extra]")
    expect(bonus).to_have_count(1)
    expect(bonus).to_have_attribute("data-points", "30")
    expect(bonus).to_contain_text("+100")
    expect(bonus).to_have_attribute("aria-label", "Sixes, 30 +100 points")
    phone.give(30, extra=100)
    sheet = phone.house.load(key).game.sheet(1)
    assert (sheet.column(1).boxes["sixes"], sheet.extras) == (30, 1)


def test_box_first_in_a_lower_box_shows_points_without_and_with_the_bonus(phone: Phone, key: str) -> None:
    for box, face in zip(("ones", "twos", "threes", "fours", "fives", "sixes"), range(1, 7), strict=True):
        phone.house.take(key, box, "12346" if face != 5 else "12345")
        phone.house.take(key, box, "12346" if face != 5 else "12345")
    phone.open_pad(key)
    phone.choose("full_house")
    offered = [
        (button.get_attribute("data-points"), button.get_attribute("data-extra"))
        for button in phone.at(".grid [data-points]").all()
    ]
    assert offered == [("0", None), ("25", None), ("25", "100")]
    phone.press("[data-close]")
    phone.expect_state("typing")
    phone.choose("chance")
    assert phone.at(".grid [data-extra]").count() == 6
    phone.give(20, extra=100)
    assert phone.house.load(key).game.sheet(1).extras == 1


def test_the_points_of_a_box_can_be_left_for_dice_or_for_another_box(phone: Phone, key: str) -> None:
    phone.choose("sixes")
    phone.press(".instead")
    phone.expect_state("typing")
    phone.choose("fours")
    phone.choose("fives")
    expect(phone.at("td.chosen")).to_have_count(1)
    phone.page.keyboard.press("Escape")
    phone.expect_state("typing")
    phone.turn("44421", "fours")
    assert boxes(phone.house.load(key).game)["fours"] == 12


@pytest.mark.usefixtures("key")
def test_once_a_die_is_typed_an_open_box_is_not_chosen(phone: Phone) -> None:
    phone.key(4)
    phone.press('[data-open="fours"]')
    phone.expect_state("typing")
    assert phone.dice == "4...."
    phone.press(".backspace")
    phone.choose("fours")
