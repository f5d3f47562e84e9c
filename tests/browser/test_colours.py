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
    kept = ("--if-", "--to-", "--from-", "--serif", "--sans")
    names = [name for name in phone.page.evaluate(_TOKENS) if not name.startswith(kept)]
    assert len(names) > 20
    assert [name for name in names if not phone.page.evaluate(_IS_COLOUR, name)] == []


@pytest.mark.parametrize(("theme", "scheme"), [*product(("auto", "dark"), TABLE)])
def test_paper_is_light_in_the_dark(phones: Phones, theme: str, scheme: str) -> None:
    phone = opened(phones, theme, scheme)
    phone.page.emulate_media(media="print", color_scheme=scheme)
    assert colours(phone) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
