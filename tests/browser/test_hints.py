"""Hints by touch: figures beside the points, what to keep, and a pad that goes on as ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorepad.rules import Hints
from tests.browser.house import CROWD, House
from tests.browser.phone import Faults, Phone
from tests.helpers import wish

Phones = Callable[..., Phone]
KEEP = "#coach b"


def ask(house: House, key: str, *, on: bool = True) -> str:
    """Somebody at the table asks for hints, or no longer."""
    house.store.append(key, house.load(key).seen, wish(Hints(on)))
    return key


def test_hints_come_and_go_with_the_dice_the_turn_and_the_switch(phone: Phone) -> None:
    key = phone.house.game()
    phone.open_pad(key).type("44421")
    expect(phone.at("#coach")).to_have_count(0)
    assert phone.page.evaluate("[...document.scripts].filter(({ src }) => src.includes('hints')).length") == 0
    ask(phone.house, key)
    expect(phone.at("td .expected")).to_have_count(13)
    expect(phone.at(KEEP)).to_have_text("Best: Fours 249.4")
    expect(phone.at(".expected.best")).to_have_attribute("id", "expected-fours")
    fours = phone.at('[data-box="fours"]')
    expect(fours).to_have_accessible_description("expected final total 249.4")
    phone.press('#coach [value="2"]')
    expect(phone.at(KEEP)).to_have_text("Keep 4 4 4: 261.5")
    expect(phone.at("#coach p > span")).to_have_text("or 1 4 4 4: 257.9 (−3.6)")
    phone.press('[data-slot="5"]')
    expect(phone.at("td .expected")).to_have_count(0)
    phone.key(4)
    expect(phone.at(KEEP)).to_have_text("Best: Fours 261.0")
    phone.fill("fours")
    phone.type("11111")
    expect(phone.at("td .expected")).to_have_count(13)
    assert phone.offers.keys() == {found.removeprefix("expected-") for found in ids(phone)}
    ask(phone.house, key, on=False)
    expect(phone.at("#coach")).to_have_count(0)
    expect(phone.at("td .expected")).to_have_count(0)


def ids(phone: Phone) -> list[str]:
    found: list[str] = phone.at("td .expected").evaluate_all("found => found.map(({ id }) => id)")
    return found


def test_a_line_that_is_lost_costs_hints_alone(phone: Phone) -> None:
    key = ask(phone.house, phone.house.game())
    phone.rough = True
    phone.page.route("**/hints?*", lambda route: route.abort())
    phone.open_pad(key).turn("44421", "fours")
    expect(phone.at("td .expected")).to_have_count(0)
    assert phone.mover == 2


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [(390, 664), (320, 568), (664, 390), (390, 844)])
def test_no_figure_of_the_coach_is_cut(phones: Phones, players: int, size: tuple[int, int]) -> None:
    phone, faults = phones(size), Faults()
    key = ask(phone.house, phone.house.game("yahtzee", CROWD[:players], players))
    for language in ("en", "de", "fa", "fi"):
        phone.context.add_cookies([{"name": "language", "value": language, "url": phone.house.url}])
        phone.open_pad(key, "?dice=44421").expect_state("offered")
        for left in ("0", "1"):
            phone.press(f'#coach [value="{left}"]')
            expect(phone.at(f'#coach [value="{left}"]')).to_have_attribute("aria-pressed", "true")
            faults.add(f"{language} {left}", [*phone.cut, *phone.unseen])
    faults.report()


OVER = """() => {
    const box = (one) => one.getBoundingClientRect(), back = box(document.querySelector(".backspace"));
    const under = [...document.querySelectorAll(".slots .die:not(.backspace), #coach p, #coach button")]
        .map(box).filter((it) => it.left < back.right && back.left < it.right
            && it.top < back.bottom && back.top < it.bottom);
    const out = [...document.querySelectorAll("td .expected")].filter((figure) => {
        const own = box(figure), cell = box(figure.closest("button"));
        return own.left < cell.left || own.right > cell.right;
    });
    return [under.length, out.length];
}"""


@pytest.mark.parametrize("players", [2, 6])
def test_on_a_tablet_words_and_figures_have_their_place(phones: Phones, players: int) -> None:
    phone = phones((1024, 768))
    key = ask(phone.house, phone.house.game("yahtzee", CROWD[:players]))
    phone.open_pad(key).type("44421")
    phone.press('#coach [value="2"]')
    expect(phone.at(KEEP)).to_have_text("Keep 4 4 4: 261.5")
    assert phone.page.evaluate(OVER) == [0, 0]
