"""Light and dark: what the reader chose, else what the phone says; paper is always light."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tests.browser.phone import Phone

Phones = Callable[..., Phone]

TABLE = {"light": "rgb(230, 218, 195)", "dark": "rgb(21, 17, 13)"}
PRINT = {"light": "rgb(67, 56, 42)", "dark": "rgb(221, 208, 186)"}
_TOKENS = """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.selectorText === ":root").flatMap((rule) => [...rule.style])
    .filter((name) => name.startsWith("--"))"""
_IS_COLOUR = """name =>
    CSS.supports("color", getComputedStyle(document.documentElement).getPropertyValue(name))"""


def colours(phone: Phone) -> tuple[str, str]:
    """The colour of the table and of the print on it."""
    found = phone.page.evaluate(
        "() => { const body = getComputedStyle(document.body); return [body.backgroundColor, body.color]; }"
    )
    return found[0], found[1]


def opened(phones: Phones, theme: str, scheme: str) -> Phone:
    phone = phones(color_scheme=scheme)
    phone.context.add_cookies([{"name": "theme", "value": theme, "url": phone.house.url}])
    return phone.open()


@pytest.mark.parametrize(("theme", "scheme"), [*product(("auto", "light", "dark"), TABLE)])
def test_the_page_is_as_light_as_its_reader_likes(phones: Phones, theme: str, scheme: str) -> None:
    shown = scheme if theme == "auto" else theme
    assert colours(opened(phones, theme, scheme)) == (TABLE[shown], PRINT[shown])


@pytest.mark.parametrize("scheme", TABLE)
def test_each_colour_is_one_colour(phones: Phones, scheme: str) -> None:
    phone = opened(phones, "auto", scheme)
    kept = ("--if-", "--to-", "--from-", "--serif", "--sans", "--big")
    names = [name for name in phone.page.evaluate(_TOKENS) if not name.startswith(kept)]
    assert len(names) > 20
    assert [name for name in names if not phone.page.evaluate(_IS_COLOUR, name)] == []


@pytest.mark.parametrize(("theme", "scheme"), [*product(("auto", "dark"), TABLE)])
def test_paper_is_light_in_the_dark(phones: Phones, theme: str, scheme: str) -> None:
    phone = opened(phones, theme, scheme)
    phone.page.emulate_media(media="print", color_scheme=scheme)
    assert colours(phone) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")


def test_in_the_system_s_colours_what_is_chosen_and_who_moves_can_be_told(phones: Phones) -> None:
    phone = phones(forced_colors="active")
    paint = "part => getComputedStyle(part).backgroundColor"
    phone.open("/games/new?ruleset=yacht")
    marks = [mark.evaluate(paint) for mark in phone.at(".rule .mark").all()]
    assert sorted(map(marks.count, {*marks})) == [1, len(marks) - 1]
    ticks = "mark => getComputedStyle(mark).color"
    assert len({mark.evaluate(ticks) for mark in phone.at(".rule .mark").all()}) == 2
    starts = [start.evaluate(paint) for start in phone.at(".starter .segments span").all()]
    assert sorted(map(starts.count, {*starts})) == [1, len(starts) - 1]
    key = phone.house.game("yatzy", ["Ana", "Ben", "Cleo", "Dani", "Eeva"])
    phone.open_pad(key)
    names = [name.evaluate(paint) for name in phone.at("th.name").all()]
    assert [names.index(name) for name in names] == [0, 1, 1, 1, 1]
    phone.open(f"/games/{key}/invite")
    assert phone.at(".qr").first.evaluate(paint) == "rgb(255, 255, 255)"


def test_a_code_stays_dark_on_white_where_the_browser_darkens_a_light_page(phones: Phones) -> None:
    phone = opened(phones, "light", "dark")
    session = phone.context.new_cdp_session(phone.page)
    session.send("Emulation.setAutoDarkModeOverride", {"enabled": True})
    phone.open(f"/games/{phone.house.game()}/invite")
    assert phone.at(".qr").first.evaluate("code => getComputedStyle(code).colorScheme") == "light only"


def test_a_tap_shines_in_the_pad_s_own_colour(phone: Phone) -> None:
    phone.open()
    shine, shade = phone.page.evaluate(
        """() => { const style = getComputedStyle(document.body), probe = document.createElement("i");
        probe.style.color = "var(--shade)"; document.body.append(probe);
        return [style.webkitTapHighlightColor, getComputedStyle(probe).color]; }"""
    )
    assert shine == shade
