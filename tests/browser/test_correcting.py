"""A turn put right by the same taps as it was typed, and a later one together with it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import boxes

Phones = Callable[..., Phone]
JOKER = (("fours", "44412"), ("yahtzee", "22222"), ("large_straight", "44444"))


def begun(house: House) -> str:
    key = house.game("yahtzee", ["Ana"])
    for box, dice in JOKER:
        house.take(key, box, dice)
    return key


def focused(phone: Phone) -> str:
    return str(phone.page.evaluate("document.activeElement.tagName"))


def test_a_turn_is_put_right_by_taps_together_with_one_that_then_does_not_fit(
    phones: Phones, house: House
) -> None:
    key = begun(house)
    phone = phones()
    phone.rough = True  # what does not fit is answered by 422
    phone.open(f"/games/{key}/turns/1")
    pages: list[str] = []
    phone.page.on("load", lambda page: pages.append(page.url))
    assert phone.at("#correct [data-box]").count() == 13
    assert phone.overflow == 0

    phone.press('[data-slot="2"]')
    expect(phone.at("#correct")).to_have_attribute("data-state", "typing")
    expect(phone.at("#correct [data-box]:visible")).to_have_count(0)
    phone.key(4)
    expect(phone.at('[data-box="fours"]')).to_have_attribute("data-points", "16")
    expect(phone.at(".changes li").first).to_have_text("Fours of turn 1, Ana: 12 → 16")

    phone.press('[data-box="chance"]')
    expect(phone.at(".conflict")).to_contain_text("Round 3, Ana: Large straight 40 +100")
    expect(phone.at(".conflict")).to_contain_text("Joker: Fours is open and must be used.")
    expect(phone.at('[data-box="chance"]')).to_be_focused()
    phone.press(".ways-out button")
    expect(phone.at(".changes li")).to_have_count(3)
    assert focused(phone) != "BODY"
    assert pages == []
    phone.page.reload()
    expect(phone.at(".changes li")).to_have_count(3)
    phone.press(".changes .primary")
    phone.page.wait_for_url("**/sheet")
    assert boxes(house.load(key).game) == {"chance": 17, "yahtzee": 50, "fours": 20}
    assert house.events(key) == ["turn", "turn", "turn", "fixes"]
    phone.open_pad(key)
    phone.undo()
    assert boxes(house.load(key).game) == {"fours": 12, "yahtzee": 50, "large_straight": 40}


def test_dice_are_put_right_by_keyboard_and_outlive_a_lost_line(phones: Phones, house: House) -> None:
    key = begun(house)
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    phone.rough = True
    phone.open(f"/games/{key}/turns/1")
    phone.page.keyboard.press("Backspace")
    phone.page.keyboard.press("Backspace")
    phone.page.keyboard.press("2")
    phone.context.set_offline(True)
    phone.page.keyboard.press("6")
    expect(phone.at("[data-away]")).to_be_visible()
    assert focused(phone) == "BUTTON"
    phone.context.set_offline(False)
    phone.page.keyboard.press("Backspace")
    phone.at("body").dispatch_event("keydown", {"key": "۶", "bubbles": True})
    expect(phone.at(".changes li").first).to_have_text("Fours of turn 1, Ana: 12 → 4")
    expect(phone.at("[data-away]")).to_be_hidden()
    assert focused(phone) == "BUTTON"
