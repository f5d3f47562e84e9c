"""How a game stands, said by a key without leaving the pad, for those who can’t see the sheet."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone


def test_a_key_says_how_it_stands_and_leaves_the_dice_as_they_were(phones: Callable[..., Phone]) -> None:
    phone = phones((1024, 768))
    key = phone.house.game("yahtzee", ("Ella", "Väinö"), 3)
    phone.open_pad(key)
    for pressed in "44r":
        phone.page.keyboard.press(pressed)
    said = phone.at("#said")
    expect(said).to_contain_text("Väinö’s turn, round 2 of 13; still open:")
    expect(said).to_contain_text(re.compile(r"^(Ella|Väinö) (leads|and)|It stands"))
    expect(phone.at("#pad")).to_have_attribute("data-dice", "44")


def test_the_menu_leads_to_the_page_and_back_in_persian(phones: Callable[..., Phone]) -> None:
    phone = phones(locale="fa-IR")
    key = phone.house.game("yatzy", ("مینا", "آرش"), 3)
    phone.open_pad(key)
    phone.press("details.menu summary")
    phone.press("[data-aloud]")
    expect(phone.at("#aloud p")).to_have_count(2)
    expect(phone.at("#aloud")).to_contain_text("نوبت آرش است، دور ۲ از ۱۵")
    phone.press(".bar .icon-button")
    expect(phone.at("#pad")).to_be_visible()
