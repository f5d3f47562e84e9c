"""Options of a new game by touch: chosen under their sheet, kept under a name, played, corrected."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorepad.rules import with_options
from tests.browser.phone import Faults, Phone
from tests.browser.test_axe import violations

Phones = Callable[..., Phone]

FREE_SUM = with_options("yahtzee", {"joker": "free", "full_house": "sum"})


def choose(phone: Phone, field: str) -> None:
    """Taps the word that stands for that radio button."""
    phone.press(f'label[for="{field}"]')
    expect(phone.at(f'[id="{field}"]')).to_be_checked()


def test_options_are_chosen_kept_played_and_corrected(phones: Phones) -> None:
    phone = phones()
    phone.open("/games/new?player=Ana&player=Ben&starter=first")
    phone.press(".others > summary")
    choose(phone, "rule-kniffel")
    choose(phone, "rule-yahtzee")
    options = phone.at(".own-rules:visible")
    expect(options).to_have_count(1)
    phone.press(options.locator("summary"))
    expect(options.get_by_text("the lower ones pay in full")).to_be_hidden()
    choose(phone, "yahtzee.joker-free")
    expect(options.get_by_text("the lower ones pay in full")).to_be_visible()
    choose(phone, "yahtzee.full_house-sum")
    phone.at('[name="yahtzee.name"]').fill("Cottage rules")
    phone.press(options.get_by_role("button", name="Save"))
    expect(phone.at('[name="ruleset"]:checked')).to_have_value("house-1")
    phone.press(phone.at(".actions .primary"))
    phone.page.wait_for_url(re.compile("/games/[^?/]+$"))
    key = phone.page.url.rpartition("/")[2]
    stored = phone.house.load(key)
    assert (stored.game.ruleset, stored.rules_name) == (FREE_SUM, "Cottage rules")
    phone.type("33366")
    expect(phone.at('[data-box="full_house"]')).to_have_attribute("data-points", "21")
    phone.fill("full_house")
    phone.open(f"/games/{key}/rules")
    choose(phone, "full_house-fixed")
    phone.press(phone.page.get_by_role("button", name="See what changes"))
    expect(phone.page.get_by_text("total 21 → 25 (+4)")).to_be_visible()
    phone.press(phone.page.get_by_role("button", name="Save the correction"))
    phone.page.wait_for_url(f"**/games/{key}")
    assert phone.house.load(key).game.sheet(1).total == 25
    phone.type("44466")
    expect(phone.at('[data-box="full_house"]')).to_have_attribute("data-points", "25")


@pytest.mark.parametrize("size", [(390, 664), (320, 568), (664, 390)], ids=["390", "320", "664"])
def test_the_options_of_every_sheet_fit_every_phone_and_speak_to_a_reader(
    phones: Phones, size: tuple[int, int]
) -> None:
    faults, phone = Faults(), phones(size)
    phone.open("/games/new?player=Ana")
    phone.press(".others > summary")
    for sheet in phone.at('[name="ruleset"]').evaluate_all("all => all.map(one => one.value)"):
        choose(phone, f"rule-{sheet}")
        for summary in phone.at(".own-rules:visible > summary").all():
            phone.press(summary)
        wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        faults.add(f"{sheet} {size}", ["wider than the screen"] if wide > 0 else [])
    faults.add(f"{size}", violations(phone))
    faults.report()
