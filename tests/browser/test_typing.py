"""Typing dice and saving a turn: slots, undo, double taps, what is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone
from tests.helpers import boxes
from tests.strategies import legal

Phones = Callable[..., Phone]


def press_at_once(phone: Phone, selector: str, times: int) -> None:
    """Clicks several times before the page can do anything else."""
    phone.page.evaluate(
        "([selector, times]) => { const key = document.querySelector(selector);"
        " for (let click = 0; click < times; click += 1) key.click(); }",
        [selector, times],
    )


# --- slots ----------------------------------------------------------------------------------------


def test_keys_fill_the_slots_in_order_and_the_fifth_die_brings_the_offers(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    for face, shown in zip("4614", ("4....", "46...", "461..", "4614."), strict=True):
        phone.key(face)
        assert phone.dice == shown
        assert phone.offers == {}
    phone.key(2)
    phone.expect_state("offered")
    assert phone.offers == legal("yahtzee", {}, [4, 6, 1, 4, 2])
    expect(phone.at(".keys")).to_be_hidden()
    expect(phone.at(".hint")).to_be_visible()


def test_a_tapped_die_reopens_its_slot_and_the_next_key_fills_it(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    phone.type("44421")
    phone.press('[data-slot="2"]')
    phone.expect_state("typing")
    assert phone.dice == "4.421"
    assert phone.offers == {}
    expect(phone.at(".keys")).to_be_visible()
    phone.key(6)
    phone.expect_state("offered")
    assert phone.dice == "46421"
    assert phone.offers == legal("yahtzee", {}, [4, 6, 4, 2, 1])
    phone.fill("fours")
    assert boxes(phone.house.load(phone.path.rpartition("/")[2]).game) == {"fours": 8}


def test_several_slots_reopened_are_filled_from_the_first(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    phone.type("12345")
    phone.press('[data-slot="4"]')
    phone.press('[data-slot="1"]')
    assert phone.dice == ".23.5"
    phone.key(6)
    assert phone.dice == "623.5"
    phone.key(6)
    phone.expect_state("offered")
    assert phone.dice == "62365"
    assert phone.offers == legal("yahtzee", {}, [6, 2, 3, 6, 5])


def test_backspace_takes_the_last_die_and_rests_when_there_is_none(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    expect(phone.at(".backspace")).to_be_disabled()
    phone.key(3)
    phone.key(5)
    phone.press(".backspace")
    assert phone.dice == "3...."
    phone.press(".backspace")
    assert phone.dice == "....."
    expect(phone.at(".backspace")).to_be_disabled()


def test_a_sixth_die_is_not_taken(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    phone.type("12345")
    phone.page.keyboard.press("6")
    assert phone.dice == "12345"


def test_as_many_dice_are_typed_as_the_page_has_slots(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    phone.page.evaluate(
        """() => { const last = [...document.querySelectorAll("[data-slot]")].at(-1);
        const sixth = last.cloneNode(true); sixth.dataset.slot = "6"; last.after(sixth); }"""
    )
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    for face in "44421":
        phone.key(face)
    assert phone.dice == "44421."
    phone.expect_state("typing")
    with phone.page.expect_request("**/pad?for=1-0*dice=444216*"):
        phone.key(6)
    assert len([url for url in asked if "seen=" not in url]) == 1


def test_persian_and_arabic_digits_are_typed_like_others(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    for digit in "۱٢3":
        phone.at("body").dispatch_event("keydown", {"key": digit, "bubbles": True})
    assert phone.dice == "123.."


# --- undo -----------------------------------------------------------------------------------------


def test_undo_stands_where_backspace_was_until_the_first_die(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.type("44421")
    place = phone.rect(".backspace")
    phone.fill("fours")
    expect(phone.at(".slots .undo")).to_be_visible()
    assert phone.rect(".slots .undo") == pytest.approx(place, abs=1)
    expect(phone.at(".backspace")).to_be_hidden()
    phone.key(1)
    expect(phone.at(".slots .undo")).to_be_hidden()
    assert phone.rect(".backspace") == pytest.approx(place, abs=1)
    phone.press(".backspace")
    expect(phone.at(".slots .undo")).to_be_hidden()
    expect(phone.at(".bar [data-undo]")).to_be_visible()


def test_undo_in_the_tray_takes_the_turn_back(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.turn("44421", "fours")
    assert phone.mover == 2
    phone.press(".slots .undo")
    phone.expect_seen(2)
    assert phone.mover == 1
    expect(phone.at(".slots .undo")).to_be_hidden()
    expect(phone.at("[data-undo]:visible")).to_have_count(0)
    phone.expect_state("offered")
    assert (phone.dice, phone.offers["fours"]) == ("12444", (12, 0))
    phone.fill("chance")
    assert boxes(phone.house.load(key).game, 1) == {"chance": 15}


def test_dice_typed_before_an_undo_are_gone_after_it(phone: Phone) -> None:
    key = phone.house.game()
    phone.house.take(key, "fours", "44421")
    phone.open_pad(key)
    phone.key(5)
    phone.undo()
    phone.expect_state("offered")
    assert phone.dice == "12444"
    phone.fill("fours")
    assert (phone.mover, phone.dice) == (2, ".....")


# --- double taps ----------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [2, 3])
def test_several_clicks_on_an_offered_box_at_once_save_one_turn(phone: Phone, times: int) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.type("44421")
    press_at_once(phone, '[data-box="fours"]', times)
    phone.expect_seen(1)
    phone.expect_saved(key, "turn")
    assert phone.mover == 2


def test_clicks_on_two_offered_boxes_at_once_save_one_turn(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.type("44421")
    phone.page.evaluate(
        "() => [...document.querySelectorAll('[data-box=fours], [data-box=chance]')]"
        ".forEach(box => box.click())"
    )
    phone.expect_seen(1)
    phone.expect_saved(key, "turn")
    assert boxes(phone.house.load(key).game, 1) == {"fours": 12}


def test_a_second_tap_while_the_first_is_on_its_way_is_dropped(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.type("44421")
    held: list[Route] = []
    phone.page.route("**/turns", lambda route: held.append(route))
    phone.press('[data-box="fours"]')
    expect(phone.at("[data-box]")).to_have_count(0)
    press_at_once(phone, '[data-open="chance"]', 2)
    assert len(held) == 1
    held[0].continue_()
    phone.expect_seen(1)
    phone.expect_saved(key, "turn")


@pytest.mark.parametrize("button", [".slots .undo", ".bar [data-undo]"])
def test_two_clicks_on_undo_at_once_take_back_one_turn(phone: Phone, button: str) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.turn("44421", "fours")
    phone.turn("44421", "chance")
    press_at_once(phone, button, 2)
    phone.expect_seen(3)
    phone.expect_saved(key, "turn", "turn", "undo")
    assert phone.mover == 2


def test_two_clicks_on_points_at_once_save_one_turn(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    phone.choose("chance")
    press_at_once(phone, '.grid [data-points="20"]', 2)
    phone.expect_seen(1)
    phone.expect_saved(key, "turn")


def test_two_taps_on_an_open_box_open_its_points_once(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key)
    press_at_once(phone, '[data-open="chance"]', 2)
    phone.expect_state("points")
    phone.give(20)
    phone.expect_saved(key, "turn")


def test_two_clicks_on_start_make_one_game(phone: Phone) -> None:
    before = len(_keys(phone))
    phone.open("/games/new?player=Ana&player=Ben&ruleset=yacht")
    press_at_once(phone, ".actions .primary", 2)
    expect(phone.pad).to_have_attribute("data-seen", "0")
    assert len(_keys(phone)) == before + 1


def _keys(phone: Phone) -> list[str]:
    return [key for (key,) in phone.house.store.db.conn.execute("SELECT key FROM games")]


# --- what is said ---------------------------------------------------------------------------------


def test_a_saved_turn_is_told_with_the_next_player(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    phone.turn("44421", "fours")
    said = phone.at("#said")
    expect(said).to_have_text("Ana: Fours 12. Ben’s turn")
    expect(said).to_have_attribute("role", "status")
    phone.turn("66666", "yahtzee")
    expect(said).to_have_text("Ben: Yahtzee 50. Ana’s turn")
    phone.undo()
    expect(said).to_have_text("Ana: Fours 12. Ben’s turn")


def test_the_last_turn_is_told_with_the_end_of_the_game(phone: Phone) -> None:
    key = phone.house.game("yacht", ["Ana"], turns=11)
    box = phone.house.load(key).game.mover_sheet.open_cells[0].box
    phone.open_pad(key)
    phone.turn("12346", box)
    expect(phone.at("#said")).to_contain_text("The game is finished.")


def test_keys_slots_and_offers_are_named(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    assert [key.get_attribute("aria-label") for key in phone.at("[data-face]").all()] == [
        f"add a {face}" for face in range(1, 7)
    ]
    phone.key(4)
    expect(phone.at('[data-slot="1"]')).to_have_attribute("aria-label", "die 1: 4, remove")
    expect(phone.at('[data-slot="2"]')).to_have_attribute("aria-label", "die 2: empty")
    for face in "4421":
        phone.key(face)
    phone.expect_state("offered")
    expect(phone.at('[data-box="fours"]')).to_have_attribute("aria-label", "Fours, 12 points")
    expect(phone.at('[data-box="ones"]')).to_have_attribute("aria-label", "Ones, 1 point")
    expect(phone.at(".bar [data-undo]")).to_have_count(0)


def test_a_reopened_slot_stays_open_while_the_pad_looks_for_news(phone: Phone) -> None:
    phone.open_pad(phone.house.game())
    phone.type("44421")
    phone.press('[data-slot="3"]')
    with phone.page.expect_response(lambda answer: "seen=" in answer.url and answer.status == 204):
        pass
    phone.page.wait_for_timeout(100)
    phone.key(6)
    phone.expect_state("offered")
    expect(phone.pad).to_have_attribute("data-dice", "44621")
