"""The page of a player on every screen: figures and pictures are whole, in larger text, too."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import MAIN, Faults, Phone

Phones = Callable[..., Phone]

SIZES = ((320, 568), (360, 640), MAIN, (1024, 768))

WORDS = """() => [...document.querySelectorAll(".picture > svg")].flatMap((svg) => {
    const paper = svg.closest(".paper").getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.getBoundingClientRect().width);
    const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
    const out = boxes.filter(([, box]) => box.left < paper.left || box.right > paper.right)
        .map(([word]) => `${word} is off the paper`);
    const on = boxes.flatMap(([one, a], place) => boxes.slice(place + 1).filter(([, b]) =>
        a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)
        .map(([other]) => `${one} lies on ${other}`));
    return [...out, ...on];
})"""
SPILT = """() => [...document.querySelectorAll(".ledger, .tiles > div")]
    .filter((part) => part.scrollWidth > part.clientWidth).map((part) => `${part.textContent} is cut`)"""


def test_the_figures_and_pictures_of_a_player_are_whole(phones: Phones) -> None:
    phone = phones(MAIN)
    paths = [
        phone.house.played(("Anna-Kaisa", "Grandpa", "Maximilian"), count, ruleset) + f"?rules={ruleset}"
        for ruleset, count in (("yahtzee", 24), ("triple_yahtzee", 6))
    ]
    faults = Faults()
    for language, size in (("en", "normal"), ("fa", "larger"), ("fr", "larger")):
        phone.context.add_cookies(
            [
                {"name": n, "value": v, "url": phone.house.url}
                for n, v in (("language", language), ("size", size))
            ]
        )
        for path in paths:
            phone.open(path)
            for screen in SIZES:
                phone.resize(screen)
                found = [*phone.page.evaluate(WORDS), *phone.page.evaluate(SPILT)]
                faults.add(f"{path} {language} {size} at {screen}", found)
                assert phone.overflow <= 0
    expect(phone.at(".boxes .everybody").nth(1)).to_be_visible()
    expect(phone.at(".rules [aria-current]")).to_be_in_viewport()
    faults.report()
