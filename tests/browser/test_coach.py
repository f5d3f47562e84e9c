"""The coach's page on every screen: from the result by a tap, its sum and pictures whole."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from scorepad.rules import with_options
from tests.browser.phone import MAIN, Faults, Phone
from tests.browser.test_player import SIZES, WORDS

Phones = Callable[..., Phone]

CUT = """() => [...document.querySelectorAll(".sum-line, .accuracy, .when, .turning, .chips .chip")]
    .filter((part) => part.scrollWidth > part.clientWidth).map((part) => `${part.textContent} is cut`)"""
NAMES = ("Anna-Kaisa", "Grandpa", "Maximilian", "Li", "Zoe", "Ben")


def test_a_family_looks_back_on_its_game(phones: Phones) -> None:
    phone = phones(MAIN)
    key = phone.house.finished("yahtzee", NAMES[:2])
    phone.open_pad(key)
    phone.at(f'a[href$="/games/{key}/coach"]').tap()
    expect(phone.at("h1")).to_have_text("Coach")
    expect(phone.at(".sum-line b")).to_have_count(4)
    expect(phone.at(".field polyline")).to_be_visible()
    expect(phone.at(".chart polyline")).to_have_count(2)
    expect(phone.at(".moments li").first).to_be_visible()
    other = phone.at(".chips .chip:not([aria-current])")
    total = other.locator("b").inner_text()
    other.tap()
    expect(phone.at(".comes-to b")).to_have_text(total)
    phone.at(".turns-table summary").tap()
    expect(phone.at(".turns-table tbody tr")).to_have_count(13)
    phone.at('a[aria-label="Back to the game"]').tap()
    expect(phone.at(".standing")).to_be_visible()


def test_its_sums_and_pictures_are_whole_on_every_screen(phones: Phones) -> None:
    phone = phones(MAIN)
    games = [phone.house.finished(rules, NAMES[:count]) for rules, count in (("yahtzee", 2), ("yatzy", 6))]
    faults = Faults()
    for language, size in (("en", "normal"), ("fa", "larger"), ("de", "larger")):
        cookies = (("language", language), ("size", size))
        phone.context.add_cookies([{"name": n, "value": v, "url": phone.house.url} for n, v in cookies])
        for key in games:
            phone.open(f"/games/{key}/coach?player=2")
            for screen in (*SIZES, (664, 390)):
                phone.resize(screen)
                found = [*phone.page.evaluate(WORDS), *phone.page.evaluate(CUT)]
                faults.add(f"{key} {language} {size} at {screen}", found)
                assert phone.overflow <= 0
    faults.report()


def test_a_sheet_that_is_not_known_yet_is_learned_while_somebody_looks(phones: Phones) -> None:
    phone = phones(MAIN)
    rules = with_options("yacht", {"bonus": [35, 63]})
    key = phone.house.store.create(rules, NAMES[:2])
    phone.open(f"/games/{key}/coach")
    phone.at("button:text('Let the coach learn this sheet')").tap()
    expect(phone.at("progress")).to_be_visible()
    expect(phone.at("h2")).to_have_text("The coach is learning this sheet")
    assert phone.overflow <= 0
    expect(phone.at(".message")).to_contain_text("The coach knows this sheet", timeout=240_000)
