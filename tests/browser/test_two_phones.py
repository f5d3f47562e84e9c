"""Several phones on one game: turns arrive by themselves, typed dice are not lost nor taken for another’s."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.strategies import legal

Phones = Callable[..., Phone]


@pytest.fixture
def key(phone: Phone) -> str:
    made = phone.house.game()
    phone.open_pad(made)
    return made


def test_a_turn_of_one_phone_shows_on_the_other_by_itself(phone: Phone, phones: Phones, key: str) -> None:
    other = phones()
    other.open_pad(key)
    phone.turn("44421", "fours")
    other.expect_seen(1)
    assert other.mover == 2
    expect(other.at("#said")).to_have_text("Ana: Fours 12. Ben’s turn")
    other.turn("66666", "yahtzee")
    phone.expect_seen(2)
    assert phone.mover == 1
    phone.expect_saved(key, "turn", "turn")


def test_typed_dice_stay_while_the_pad_looks_for_other_phones(phone: Phone, key: str) -> None:
    phone.key(4)
    phone.key(6)
    with phone.page.expect_response("**/pad?seen=*"):
        pass
    with phone.page.expect_response("**/pad?seen=*"):
        pass
    assert phone.dice == "46..."
    phone.page.keyboard.type("111")
    phone.expect_state("offered")
    with phone.page.expect_response("**/pad?seen=*"):
        pass
    assert phone.dice == "46111"
    assert phone.offers == legal("yahtzee", {}, [4, 6, 1, 1, 1])
    phone.expect_saved(key)


def test_typed_dice_stay_where_the_same_player_is_still_to_move(phone: Phone, key: str) -> None:
    for face in "444":
        phone.key(face)
    phone.house.take(key, "chance", "12345")
    phone.house.take(key, "chance", "12345")
    phone.expect_seen(2)
    assert phone.dice == "444.."
    phone.expect_state("typing")
    phone.key(2)
    phone.key(1)
    phone.expect_state("offered")
    assert phone.offers == legal("yahtzee", {"chance": 15}, [4, 4, 4, 2, 1])


@pytest.fixture
def kept(phone: Phone, key: str) -> str:
    """Dice were typed for Ana, then another phone saved her turn."""
    phone.type("44421")
    phone.house.take(key, "chance", "66543")
    phone.expect_state("kept")
    return key


def test_dice_typed_for_another_turn_are_kept_offer_nothing_and_are_asked_about(
    phone: Phone, kept: str
) -> None:
    assert (phone.dice, phone.mover, phone.offers) == ("44421", 2, {})
    expect(phone.at("[data-use]")).to_be_visible()
    expect(phone.at("[data-clear]")).to_be_visible()
    expect(phone.at(".keys")).to_be_hidden()
    assert phone.cut == []
    assert phone.unseen == []
    phone.expect_saved(kept, "turn")


def test_dice_typed_for_another_turn_are_used_for_the_next_player(phone: Phone, kept: str) -> None:
    expect(phone.at("[data-use]")).to_contain_text("Ben")
    phone.press("[data-use]")
    phone.expect_state("offered")
    assert phone.offers == legal("yahtzee", {}, [4, 4, 4, 2, 1])
    phone.fill("fours")
    assert phone.house.load(kept).game.sheet(2).filled == {"fours": 12}


@pytest.mark.usefixtures("kept")
def test_dice_typed_for_another_turn_are_cleared(phone: Phone) -> None:
    phone.press("[data-clear]")
    phone.expect_state("typing")
    assert phone.dice == "....."
    phone.turn("66666", "sixes")


def test_both_phones_save_the_same_turn_and_it_counts_once(phone: Phone, phones: Phones, key: str) -> None:
    other = phones()
    other.rough = phone.rough = True
    other.open_pad(key)
    for one in (phone, other):
        one.page.route("**/pad?seen=*", lambda route: route.fulfill(status=204))  # neither has looked yet
        one.type("44421")
    phone.fill("fours")
    other.fill("fours")
    phone.expect_saved(key, "turn")
    assert other.mover == 2


def test_an_undo_of_one_phone_brings_the_other_back_from_the_result(phone: Phone, phones: Phones) -> None:
    key = phone.house.finished("yacht", ["Ana"])
    phone.open_pad(key)
    expect(phone.at(".headline")).to_be_visible()
    other = phones()
    other.open_pad(key)
    other.press(".bar [data-undo]")
    other.expect_seen(13)
    phone.expect_seen(13)
    expect(phone.at(".keys")).to_be_visible()
