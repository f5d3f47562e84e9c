"""The screen stays on while a game is played: by a clip over plain http, by a wake lock elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.helpers import turn


def plays(phone: Phone) -> bool:
    """Whether the clip goes on, within some seconds."""
    at = "document.querySelector('#clip:not([hidden])')?.currentTime ?? 0"
    end, first = time.monotonic() + 8, phone.page.evaluate(at)
    while time.monotonic() < end and phone.page.evaluate(at) <= first:
        phone.page.wait_for_timeout(100)
    return bool(phone.page.evaluate(at) > first)


def test_over_plain_http_a_clip_plays_from_a_tap_until_the_end_of_the_game(lan_phone: Phone) -> None:
    house = lan_phone.house
    key = house.game("yacht", ("Ana",), 11)
    fresh = house.game()
    lan_phone.open_pad(fresh)
    lan_phone.press("#awake [data-keep]")
    expect(lan_phone.at("#awake")).to_be_hidden()
    assert plays(lan_phone)
    # Another page of that phone knows, and begins with the first tap.
    lan_phone.open_pad(key)
    expect(lan_phone.at("#awake")).to_be_hidden()
    lan_phone.key(4)
    assert plays(lan_phone)
    stored = house.load(key)
    house.store.append(key, stored.seen, turn(stored.game.mover_sheet.open_cells[0].box))
    expect(lan_phone.at("#pad.result")).to_be_visible(timeout=10_000)
    expect(lan_phone.at("#clip")).to_have_count(0)


def test_a_phone_that_does_not_want_it_plays_nothing(lan_phone: Phone) -> None:
    lan_phone.open_pad(lan_phone.house.game())
    lan_phone.press("#awake button:not([data-keep])")
    lan_phone.turn("44421", "fours")
    expect(lan_phone.at("#clip")).to_have_count(0)
    expect(lan_phone.at('script[src*="awake"]')).to_have_count(0)


def test_where_there_is_a_wake_lock_it_is_held_while_the_game_lasts(phones: Callable[..., Phone]) -> None:
    phone = phones()
    key = phone.house.game("yacht", ("Ana",), 11)
    phone.page.add_init_script(
        "const ask = WakeLock.prototype.request; window.locks = []; window.asked = 0;"
        "WakeLock.prototype.request = async function (kind) {"
        " asked += 1; const lock = await ask.call(this, kind); locks.push(lock); return lock; };"
    )
    phone.open_pad(key)
    expect(phone.at("#awake")).to_be_hidden()
    stored = phone.house.load(key)
    phone.house.store.append(key, stored.seen, turn(stored.game.mover_sheet.open_cells[0].box))
    expect(phone.at("#pad.result")).to_be_visible(timeout=10_000)
    assert phone.page.evaluate("asked") == 1
    assert phone.page.evaluate("locks.every((lock) => lock.released)")
    expect(phone.at("#clip")).to_have_count(0)
