"""Hidden totals and the turn clock by touch: what one phone switches, all of them show."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from scorepad.rules import TurnClock
from tests.browser.phone import Phone
from tests.helpers import play, wish

Phones = Callable[..., Phone]
SUMS = "#pad .sum, #sums, #foot .all, #pad [data-total]"


def test_one_phone_hides_totals_and_the_others_tell_none_until_it_shows_them_again(phones: Phones) -> None:
    one, other = phones(), phones()
    key = one.house.game("yahtzee", ("Ana", "Ben"))
    play(one.house.store, key, ("threes", "33366"), ("fours", "44455"))
    other.open_pad(key)
    expect(other.at("#sums")).to_be_visible()
    one.open(f"/games/{key}/manner").press('button[name="on"]')
    expect(one.at("#head .label")).to_have_text("Totals are hidden")
    expect(other.at("#head .label")).to_have_text("Totals are hidden")
    expect(other.at(SUMS)).to_have_count(0)
    # What the phone draws by itself, before the pad has answered, tells no more.
    other.turn("66655", "sixes")
    expect(other.at("#row-sixes .filled")).to_have_text("18")
    expect(other.at(SUMS)).to_have_count(0)
    assert other.cut == []
    one.open(f"/games/{key}/manner").press('button[name="on"]')
    expect(other.at("#sums")).to_be_visible()
    expect(other.at('#head [data-seat="1"] .sum')).to_have_text("27")


def test_the_clock_comes_with_its_switch_fills_up_and_begins_anew_with_each_turn(phone: Phone) -> None:
    store, key = phone.house.store, phone.house.game("yahtzee", ("Ana", "Ben"))
    phone.open_pad(key)
    expect(phone.at("#clock")).to_have_count(0)
    assert phone.page.evaluate("[...document.scripts].filter(({ src }) => src.includes('clock')).length") == 0
    store.append(key, phone.house.load(key).seen, wish(TurnClock(3)))
    expect(phone.at("#clock.full")).to_have_count(1, timeout=10_000)
    phone.turn("44421", "fours")
    expect(phone.at("#clock")).to_have_count(1)
    expect(phone.at("#clock.full")).to_have_count(0)
    expect(phone.at("#clock.full")).to_have_count(1, timeout=10_000)
    assert phone.mover == 2
