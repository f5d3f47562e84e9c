"""Paper in a real browser: typing a sheet by keyboard, and what comes out of the printer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import CROWD
from tests.browser.phone import Phone

Phones = Callable[..., Phone]

A4 = (596, 843)


@pytest.fixture
def desk(phones: Phones) -> Phone:
    """A computer with a keyboard."""
    return phones((1024, 768), has_touch=False, is_mobile=False)


def focused(phone: Phone) -> str:
    """The name of the field that the next key goes to."""
    return phone.page.evaluate("document.activeElement.name ?? ''")


def walked(phone: Phone, *keys: str) -> list[str]:
    """The fields that these keys lead to, one after another."""
    found = []
    for key in keys:
        phone.page.keyboard.press(key)
        found.append(focused(phone))
    return found


def test_ten_numbers_are_typed_with_enter_between_them(desk: Phone) -> None:
    desk.open("/paper?ruleset=yacht&player=Ana&player=Ben&date=2025-12-24")
    assert focused(desk) == "ones_0"
    numbers = ["3", "6", "9", "12", "15", "18", "0", "19", "30", "40"]
    for number in numbers:
        desk.page.keyboard.type(number)
        desk.page.keyboard.press("Enter")
    assert focused(desk) == "yacht_0"
    typed = desk.at("[data-cells] tbody tr td:nth-child(2) input").evaluate_all(
        "all => all.map(i => i.value)"
    )
    assert typed[:10] == numbers
    assert set(typed[10:]) == {""}
    assert desk.path == "/paper"


def test_where_a_player_has_several_columns_enter_goes_down_each_of_them(desk: Phone) -> None:
    desk.open("/paper?ruleset=triple_yahtzee&player=Ana&player=Ben")
    desk.at('[name="chance_0"]').focus()
    assert walked(desk, "Enter", "Enter") == ["extras_0", "ones:2_0"]
    desk.at('[name="extras:3_0"]').focus()
    assert walked(desk, "Enter", "Enter") == ["total_0", "ones_1"]
    assert walked(desk, "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown") == [
        "ones:3_0",
        "ones:2_0",
        "player",
        "ones_0",
    ]


def test_enter_goes_down_and_on_to_the_next_column_and_arrows_move(desk: Phone) -> None:
    desk.open("/paper?ruleset=yacht&player=Ana&player=Ben")
    desk.at('[name="chance_0"]').focus()
    assert walked(desk, "Enter", "Enter", "ArrowLeft", "ArrowUp", "ArrowUp") == [
        "total_0",
        "ones_1",
        "ones_0",
        "player",
        "player",
    ]
    desk.at('[name="fours_0"]').focus()
    assert walked(desk, "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft") == [
        "fives_0",
        "fives_1",
        "fours_1",
        "fours_0",
        "fours_0",
    ]
    desk.page.context.add_cookies([{"name": "language", "value": "fa", "url": desk.house.url}])
    desk.page.reload()
    desk.at('[name="fours_0"]').focus()
    assert walked(desk, "ArrowLeft", "ArrowRight") == ["fours_1", "fours_0"]


def test_a_wrong_number_is_told_and_mended_by_keyboard_and_the_sheet_saved(desk: Phone) -> None:
    desk.rough = True  # a 422
    desk.open("/paper?ruleset=yacht&player=Ana&date=2025-12-24")
    for number in ("3", "6", "9", "13", "15", "18", "0", "19", "30", "40", "50", "22"):
        desk.page.keyboard.type(number)
        desk.page.keyboard.press("Enter")
    desk.page.get_by_role("button", name="Save the sheet").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("No roll pays 13 in Fours.")
    desk.at('[aria-invalid="true"]').fill("12")
    desk.page.keyboard.press("Control+Enter")
    desk.page.get_by_role("button", name="Save the sheet").click()
    expect(desk.page.get_by_role("status")).to_be_visible()
    assert focused(desk) == "ones_0"


def test_on_a_phone_many_columns_scroll_beside_their_labels_and_names_are_whole(phones: Phones) -> None:
    phone = phones((320, 568))
    phone.rough = True  # a 422
    names = "".join(f"&player={name}" for name in ("Aino", "Bartholomew of Hohenlohe", *CROWD[2:9]))
    phone.open(f"/paper?ruleset=yatzy&date=2025-12-24{names}")
    assert phone.overflow <= 0
    whole = phone.at(".whole-name").nth(1)
    expect(whole).to_have_text("Bartholomew of Hohenlohe")
    assert whole.evaluate("name => name.scrollWidth <= name.clientWidth && name.clientHeight > 30")
    label = phone.rect("tbody tr:first-child .label")
    for field in ("fours_8", "fours_4", "fours_0"):
        phone.at(f'[name="{field}"]').focus()
        cell = phone.rect(f'[name="{field}"]')
        assert label["x"] + label["width"] - 1 <= cell["x"] <= 320 - cell["width"] + 1
    assert phone.rect("tbody tr:first-child .label") == label
    for column in range(9):
        for field in phone.at(f'tbody input[name$="_{column}"]').all():
            field.evaluate("field => { field.value = 0; }")
    phone.at('[name="chance_6"]').evaluate("field => { field.value = 31; }")
    phone.press(phone.page.get_by_role("button", name="Save the sheet"))
    expect(phone.page.get_by_role("alert")).to_be_visible()
    expect(phone.at('[name="ones_0"]')).to_have_value("0")
    wrong = phone.at('[aria-invalid="true"]').first
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport(ratio=1)


# --- the printer --------------------------------------------------------------------------------------


def printed(phone: Phone, path: str) -> list[tuple[int, int]]:
    """The width and height of each page that the printer gives, in points."""
    phone.open(path)
    pdf = phone.page.pdf(format="A4", prefer_css_page_size=True)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    assert len(boxes) == pages
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_a_sheet_of_four_is_one_page_and_a_stack_of_two_is_two(desk: Phone) -> None:
    keys = [desk.house.finished(ruleset, CROWD[:4]) for ruleset in ("yahtzee", "yatzy")]
    for key in keys:
        assert printed(desk, f"/print?game={key}") == [A4]
    assert printed(desk, f"/print?game={keys[0]}&game={keys[1]}") == [A4, A4]


def test_what_is_for_the_screen_alone_is_not_printed(desk: Phone) -> None:
    desk.open("/print?ruleset=yatzy")
    expect(desk.at("footer")).to_be_visible()
    desk.page.emulate_media(media="print")
    for part in ("header", "form.screen", "footer"):
        expect(desk.at(part)).to_be_hidden(timeout=500)
    expect(desk.at("article")).to_be_visible()


def test_five_players_and_more_lie_across(desk: Phone) -> None:
    five, six = (desk.house.finished(ruleset, CROWD[:n]) for ruleset, n in (("yahtzee", 5), ("yatzy", 6)))
    across = A4[::-1]
    assert printed(desk, f"/print?game={five}") == [across]
    assert printed(desk, f"/print?game={six}") == [across]
    four = desk.house.finished("yacht", CROWD[:4])
    assert printed(desk, f"/print?game={four}&game={five}") == [A4, across]


@pytest.mark.parametrize(
    ("query", "size"), [("ruleset=yatzy", A4), ("ruleset=free_for_all&players=10", A4[::-1])]
)
def test_a_blank_block_is_one_page(desk: Phone, query: str, size: tuple[int, int]) -> None:
    assert printed(desk, f"/print?{query}") == [size]
