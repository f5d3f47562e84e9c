"""Answers that are no pad, or none at all: the banner comes, the pad and the typed dice stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone


def fails(route: Route) -> None:
    route.fulfill(status=500, content_type="text/html", body="<h1>Internal Server Error</h1>")


def gateway(route: Route) -> None:
    route.fulfill(status=502, content_type="text/html", body='<section id="pad">Bad Gateway</section>')


def other_page(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel’s network</h1>")


def lost(route: Route) -> None:
    route.abort("connectionfailed")


ANSWERS = pytest.mark.parametrize("answer", [fails, gateway, other_page, lost])
Answer = Callable[[Route], None]


@pytest.fixture
def key(phone: Phone) -> str:
    made = phone.house.game()
    phone.rough = True
    phone.open_pad(made)
    return made


@ANSWERS
def test_a_turn_that_is_not_saved_raises_the_banner_keeps_the_dice_and_is_sent_again_by_itself(
    phone: Phone, key: str, answer: Answer
) -> None:
    phone.type("44421")
    expect(phone.at("#banner")).to_be_hidden()
    phone.page.route("**/turns", answer)
    phone.press('[data-box="fours"]')
    expect(phone.at("#banner")).to_be_visible()
    assert (phone.seen, phone.mover, phone.dice) == (0, 2, ".....")
    expect(phone.at("td.unsaved")).to_have_text("12")
    expect(phone.pad).to_have_attribute("data-unsaved", "")
    phone.page.unroute("**/turns")
    phone.expect_seen(1)
    expect(phone.at("#banner")).to_be_hidden()
    expect(phone.at("td.unsaved")).to_have_count(0)
    phone.expect_saved(key, "turn")


@ANSWERS
def test_offers_that_must_be_asked_for_and_do_not_come_are_asked_for_again(
    phone: Phone, key: str, answer: Answer
) -> None:
    phone.page.route("**/rolls/**", lambda route: route.abort())
    phone.page.route("**/pad?*", answer)
    phone.open_pad(key)
    for face in "44421":
        phone.key(face)
    expect(phone.at("#banner")).to_be_visible()
    assert (phone.dice, phone.mover) == ("44421", 1)
    phone.page.unroute("**/pad?*")
    phone.expect_state("offered")
    expect(phone.at("#banner")).to_be_hidden()
    phone.fill("fours")
    phone.expect_saved(key, "turn")


@ANSWERS
def test_an_undo_that_is_not_saved_raises_the_banner_and_keeps_the_sheet(
    phone: Phone, key: str, answer: Answer
) -> None:
    phone.turn("44421", "fours")
    phone.page.route("**/undo", answer)
    phone.press(".slots .undo")
    expect(phone.at("#banner")).to_be_visible()
    assert (phone.seen, phone.mover) == (1, 2)
    phone.page.unroute("**/undo")
    phone.expect_seen(2)
    expect(phone.at("#banner")).to_be_hidden()
    phone.expect_saved(key, "turn", "undo")


def test_a_turn_after_the_other_phone_s_is_refused_and_the_dice_are_kept(phone: Phone, key: str) -> None:
    phone.page.route("**/pad?seen=*", lambda route: route.fulfill(status=204))  # it has not looked yet
    phone.type("44421")
    phone.house.take(key, "chance", "66543")
    phone.press('[data-box="fours"]')
    expect(phone.at('#pad [role="alert"]')).to_be_visible()
    phone.expect_seen(1)
    assert (phone.mover, phone.dice) == (2, "44421")
    expect(phone.at("#banner")).to_be_hidden()
    phone.expect_saved(key, "turn")


def test_a_roll_that_can_t_be_read_is_told_on_the_pad(phone: Phone, key: str) -> None:
    phone.open_pad(key, "?dice=7777")
    expect(phone.at('#pad [role="alert"]')).to_be_visible()
    phone.turn("44421", "fours")
    expect(phone.at('#pad [role="alert"]')).to_have_count(0)
