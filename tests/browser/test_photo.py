"""Dice from a photo, by touch: the camera key, the photo with its marks, what is put right, a saved turn."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, expect

from scorepad.photo import Reading, Unreadable
from scorepad.photo import read as read_photo
from tests.browser.phone import Faults, Phone
from tests.browser.test_axe import AXE, RUN
from tests.drawn_dice import photo, seen
from tests.helpers import turn
from tests.photo.drawn import photo as drawn
from tests.photo.drawn import values_of

Phones = Callable[..., Phone]
Shows = Callable[[str], None]
VIEW = "dialog.photo"
FILE = FilePayload(name="dice.jpg", mimeType="image/jpeg", buffer=photo((5, 5, 3, 6, 2)))
NAMES = ("Väinö", "Aino")


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch) -> Shows:
    """Has the next photo show those dice."""
    return lambda text: monkeypatch.setattr("scorepad.web.darkroom.read", lambda _data, _dice: seen(text))


def told(phone: Phone) -> Phone:
    """A phone that was told before how to hold it."""
    phone.context.add_cookies([{"name": "photo", "value": "told", "url": phone.house.url}])
    return phone


def take(phone: Phone, key: str = ".camera", file: FilePayload = FILE) -> None:
    """Takes that photo with the camera that the key opens."""
    with phone.page.expect_file_chooser() as opened:
        phone.press(key)
    opened.value.set_files(file)


def found(phone: Phone) -> None:
    expect(phone.at('#photo[data-state="found"]')).to_have_count(1)


def die(number: int) -> str:
    return f'{VIEW} [data-die="{number - 1}"]'


def test_a_photo_is_three_taps_from_a_saved_turn(phone: Phone) -> None:
    data, made = drawn(11)
    assert values_of(made) == "15332"
    key = phone.house.game("yahtzee", NAMES)
    told(phone).open_pad(key)
    take(phone, file=FilePayload(name="dice.jpg", mimeType="image/jpeg", buffer=data))
    found(phone)
    expect(phone.at(".told")).to_have_text("five sure")
    phone.press("[data-these]")
    expect(phone.at(VIEW)).to_be_hidden()
    assert phone.dice == "15332"
    assert phone.offers["threes"] == (6, 0)
    assert phone.house.load(key).seen == 0
    phone.fill("threes")
    assert phone.mover == 2
    assert phone.house.load(key).game.sheet(1).total == 6


def test_what_is_in_doubt_is_asked_put_right_and_else_left_open(phone: Phone, shows: Shows) -> None:
    shows("5 5 3 6?4 2")
    key = phone.house.game("yahtzee", NAMES)
    told(phone).open_pad(key).key(1)
    take(phone)
    found(phone)
    marks = phone.at(f"{VIEW} [data-mark]")
    assert [mark.get_attribute("aria-label") for mark in marks.all()] == [
        *("Die 1: 5", "Die 2: 5", "Die 3: 3", "Die 4, in doubt: 6 or 4", "Die 5: 2")
    ]
    expect(phone.at(f"{VIEW} canvas")).to_be_visible()
    expect(phone.at(".told")).to_have_text("four sure, one in doubt")
    expect(phone.at(f"{VIEW} > [role=status]")).to_have_text("four sure, one in doubt")
    expect(phone.at(".bubble p:visible")).to_have_text("Die 4: a 6, or a 4? Tap to change.")

    phone.press("[data-these]")
    assert phone.dice == "553.2"
    expect(phone.at('#tray [data-slot="4"]')).to_have_class("die empty next doubt")
    phone.key(4)
    expect(phone.at("#tray .doubt")).to_have_count(0)
    assert phone.offers["chance"] == (19, 0)

    take(phone)
    found(phone)
    phone.press(f'{VIEW} [data-mark="3"]')
    expect(phone.at(".bubble .key:visible")).to_have_count(6)
    phone.press('[data-becomes="4"]')
    expect(phone.at(die(4))).to_have_accessible_name("Die 4: 4")
    expect(phone.at(".told")).to_have_text("five sure")
    phone.press(die(1))
    phone.press('[data-becomes="6"]')
    phone.press("[data-these]")
    assert phone.offers["chance"] == (20, 0)


def test_one_too_many_is_left_out_by_a_tap(phone: Phone, shows: Shows) -> None:
    shows("1 2 3 4 5 6")
    told(phone).open_pad(phone.house.game("yahtzee", NAMES))
    take(phone)
    found(phone)
    expect(phone.at(".told")).to_have_text("I found 6 dice, 1 too many.")
    expect(phone.at("[data-these]")).to_be_disabled()
    phone.press(f'{VIEW} [data-mark="0"]')
    expect(phone.at(die(1))).to_have_accessible_name("Die 1: left out")
    expect(phone.at(".told")).to_have_text("five sure")
    phone.press(die(1))
    expect(phone.at("[data-these]")).to_be_disabled()
    phone.press(die(2))
    phone.press("[data-these]")
    assert phone.dice == "13456"


def test_too_few_are_completed_there_or_in_the_tray(phone: Phone, shows: Shows) -> None:
    shows("4 4 4")
    told(phone).open_pad(phone.house.game("yahtzee", NAMES))
    take(phone)
    found(phone)
    expect(phone.at(".told")).to_have_text("I found 3 dice. Closer, from above.")
    phone.press(die(4))
    phone.press('[data-becomes="4"]')
    phone.press("[data-these]")
    assert phone.dice == "4444."
    phone.key(4)
    assert phone.offers["yahtzee"] == (50, 0)


def test_the_first_photo_comes_after_a_word_on_how_to_hold_the_phone(phone: Phone, shows: Shows) -> None:
    shows("5 5 3 6 2")
    key = phone.house.game("yahtzee", NAMES)
    phone.open_pad(key).key(2)
    phone.press(".camera")
    expect(phone.at(".how-to")).to_contain_text("Hold the phone straight above the dice")
    phone.press("text=Type the dice")
    expect(phone.at(VIEW)).to_be_hidden()
    assert phone.dice == "2...."
    take(phone)
    found(phone)
    phone.press(f"{VIEW} [data-leave]")
    assert phone.dice == "2...."


def test_a_photo_that_cannot_be_read_or_sent_costs_no_typed_die(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, shows: Shows
) -> None:
    def refuse(_data: bytes, _dice: int) -> Reading:
        raise Unreadable("photo_heic")

    monkeypatch.setattr("scorepad.web.darkroom.read", refuse)
    phone.rough = True
    told(phone).open_pad(phone.house.game("yahtzee", NAMES)).key(3)
    take(phone, file=FilePayload(name="a.heic", mimeType="image/heic", buffer=b"not for this browser"))
    expect(phone.at(f"{VIEW} .complaint")).to_contain_text("The pad can’t read HEIC photos")
    shows("")
    take(phone, "[data-again]")
    expect(phone.at(".told")).to_have_text("I found no dice. Closer, from above.")
    shows("6?4 2?3")
    take(phone, "[data-again]")
    found(phone)
    phone.press("[data-these]")
    assert phone.dice == "3...."
    phone.page.route("**/photo", lambda route: route.abort())
    take(phone)
    expect(phone.at("#banner")).to_contain_text("What you type stays here")
    expect(phone.at(VIEW)).to_be_hidden()
    assert phone.dice == "3...."


def test_dice_read_for_a_turn_that_another_phone_saves_meanwhile_are_asked_about(
    phone: Phone, shows: Shows
) -> None:
    shows("5 5 3 6 2")
    key = phone.house.game("yahtzee", NAMES)
    told(phone).open_pad(key)
    take(phone)
    found(phone)
    phone.house.store.append(key, 0, turn("chance"))
    expect(phone.at("#pad")).to_have_attribute("data-mover", "2")
    phone.press("[data-these]")
    expect(phone.at(".over")).to_contain_text("Use these dice for Aino?")
    phone.press("[data-use]")
    assert phone.offers["fives"] == (10, 0)


def test_the_keyboard_reaches_all_of_it(phones: Phones, shows: Shows) -> None:
    shows("5 5 3 6?4 2")
    phone = told(phones((1024, 768), has_touch=False, is_mobile=False))
    phone.open_pad(phone.house.game("yahtzee", NAMES))
    take(phone)
    found(phone)
    expect(phone.at("[data-these]")).to_be_focused()
    phone.at(die(4)).focus()
    phone.page.keyboard.press("4")
    expect(phone.at(die(4))).to_have_accessible_name("Die 4: 4")
    assert phone.dice == "....."
    phone.page.keyboard.press("Escape")
    expect(phone.at(VIEW)).to_be_hidden()
    assert phone.dice == "....."


def test_the_photo_is_sent_small(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []

    def read(data: bytes, dice: int) -> Reading:
        sent.append(data)
        return read_photo(data, dice)

    monkeypatch.setattr("scorepad.web.darkroom.read", read)
    told(phone).open_pad(phone.house.game("yahtzee", NAMES))
    large = photo((1, 2, 3, 4, 5), (4000, 3000))
    take(phone, file=FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=large))
    expect(phone.at('#photo:is([data-state="found"], [data-state="none"])')).to_have_count(1)
    assert Image.open(io.BytesIO(sent[0])).size == (1280, 960)
    assert len(sent[0]) < len(large) / 4


@pytest.mark.parametrize("size", [(390, 664), (360, 640), (320, 568), (664, 390), (1024, 768)])
@pytest.mark.parametrize("ruleset", ["yahtzee", "maxi_yatzy"])
def test_all_of_it_is_in_sight(phones: Phones, shows: Shows, size: tuple[int, int], ruleset: str) -> None:
    phone, faults = told(phones(size)), Faults()
    key = phone.house.game(ruleset, ("Maximilian", "Aino"))
    for language in ("en", "de", "fa", "fi"):
        for text in ("", "larger"):
            cookies = {"language": language, "size": text}
            phone.context.add_cookies(
                [{"name": name, "value": value, "url": phone.house.url} for name, value in cookies.items()]
            )
            phone.open_pad(key)
            for dice in ("5 5 3 6?4 2 1", "1 2 3 4 5 6 6 6"):
                shows(dice)
                take(phone)
                found(phone)
                faults.add(
                    f"{language} {text} {dice}", [*phone.see("cut", VIEW), *phone.see("unpressable", VIEW)]
                )
                phone.press(f"{VIEW} [data-leave]")
    faults.report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_over_the_pad_and_on_the_page(phones: Phones, shows: Shows, scheme: str) -> None:
    phone = told(phones(color_scheme=scheme, bypass_csp=True))
    phone.rough = True
    shows("5 5 3 6?4 2")
    key = phone.house.game("yahtzee", NAMES)
    phone.open_pad(key)
    take(phone)
    found(phone)
    phone.page.evaluate(AXE)
    assert phone.page.evaluate(RUN) == []
    phone.press(die(4))
    assert phone.page.evaluate(RUN) == []
    phone.open(f"/games/{key}/photo")
    phone.page.evaluate(AXE)
    assert phone.page.evaluate(RUN) == []


def test_without_scripting_it_is_two_pages(phones: Phones, shows: Shows) -> None:
    shows("5 5 3 6?4 2")
    phone = phones(java_script_enabled=False)
    phone.open_pad(phone.house.game("yahtzee", NAMES))
    phone.press(".camera")
    phone.at("#file").set_input_files(FILE)
    phone.press("text=Read the dice")
    expect(phone.at("[role=status]")).to_contain_text("four sure, one in doubt")
    phone.at("select").nth(3).select_option("6")
    phone.press("text=Use these dice")
    expect(phone.at('[data-box="fives"]')).to_have_attribute("data-points", "10")


def test_a_pad_asks_for_what_reads_photos_only_once_it_is_wanted(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.open_pad(phone.house.game("yahtzee", NAMES))
    phone.page.wait_for_timeout(300)
    assert [address for address in asked if "photo" in address] == []
    phone.press(".camera")
    expect(phone.at(".how-to")).to_be_visible()
    assert len([address for address in asked if "photo" in address]) == 3
