"""By keyboard alone: wherever the page changes, the focus is where a person looks for it, and never lost."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from scorepad.rules import Fix, Turn, dice_from_digits
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import wish

Phones = Callable[..., Phone]

# What has the focus once the page has come to rest: its hook, or what it is.
FOCUS = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  const { tagName, dataset, className } = document.activeElement;
  const hook = ["face", "slot", "box", "open", "points", "undo", "redo"].find((name) => name in dataset);
  done(hook ? `${hook} ${dataset[hook]}`.trim() : tagName === "BUTTON" ? className : tagName);
}, 100)))"""


def focus(phone: Phone) -> str:
    return str(phone.page.evaluate(FOCUS))


def keys(phone: Phone, *pressed: str) -> str:
    """Presses these keys one after another; what has the focus then."""
    for key in pressed:
        phone.page.keyboard.press(key)
    return focus(phone)


def on(phone: Phone, selector: str, key: str = "Enter") -> str:
    phone.at(selector).first.focus()
    return keys(phone, key)


def test_after_every_change_the_focus_is_where_a_person_looks_for_it(phones: Phones, house: House) -> None:
    key = house.game("yahtzee", ["Ana", "Ben"])
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    phone.open_pad(key)
    assert on(phone, '[data-face="4"]', "Space") == "face 4"
    assert keys(phone, "Space", "Space", "2") == "face 4"
    assert keys(phone, "1").startswith("box ")

    assert on(phone, '[data-box="fours"]') == "face 1"
    phone.expect_seen(1)
    assert focus(phone) == "face 1"

    house.take(key, "chance", "66543")
    phone.expect_seen(2)
    assert focus(phone) == "face 1"

    on(phone, ".bar [data-undo]")
    phone.expect_seen(3)
    phone.expect_state("offered")
    assert focus(phone) == "undo"
    keys(phone, "Enter")
    phone.expect_seen(4)
    assert focus(phone) == "redo"
    keys(phone, "Enter")
    phone.expect_seen(5)
    assert focus(phone) in ("redo", "undo")

    phone.open_pad(key)
    phone.page.keyboard.press("Backspace")
    for _ in range(5):
        phone.page.keyboard.press("Backspace")
    on(phone, '[data-open="chance"]')
    phone.expect_state("points")
    assert focus(phone).startswith("points ")
    assert keys(phone, "Escape") == "open chance"
    on(phone, '[data-open="chance"]')
    phone.expect_state("points")
    assert on(phone, '.grid [data-points="20"]') == "face 1"
    phone.expect_seen(6)
    assert focus(phone) == "face 1"

    keys(phone, "4", "4", "4", "2", "1")
    phone.expect_state("offered")
    assert on(phone, '[data-slot="3"]') == "face 1"
    assert on(phone, '[data-face="6"]').startswith("box ")
    assert on(phone, ".backspace") == "backspace"

    assert on(phone, ".menu summary") == "SUMMARY"
    phone.page.keyboard.press("Tab")
    assert keys(phone, "Escape") == "SUMMARY"
    expect(phone.at(".menu nav")).to_be_hidden()
    phone.press(".menu summary")
    phone.press("#row-ones .label")
    expect(phone.at(".menu nav")).to_be_hidden()


def test_a_whole_pad_that_comes_anew_leaves_the_focus_where_it_was(phones: Phones, house: House) -> None:
    key = house.game("yahtzee", ["Ana", "Ben"])
    for box, dice in (("ones", "11123"), ("chance", "66543")):
        house.take(key, box, dice)
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    phone.open_pad(key)
    phone.at('[data-face="3"]').focus()
    house.store.append(key, 2, wish(Fix(1, Turn(1, "ones", dice_from_digits("11112", 5)))))
    expect(phone.at("#sheet s")).to_have_text("3")
    assert focus(phone) == "face 3"
    house.advance(key, 24)
    phone.page.wait_for_selector(".headline")
    assert focus(phone) not in ("BODY", "HTML")
