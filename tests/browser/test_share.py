"""The result shared by touch: the phone draws the picture itself, and no request leaves the house."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Download, expect

from tests.browser.chromium import FLAGS, find
from tests.browser.house import House
from tests.browser.phone import Phone

Phones = Callable[..., Phone]
LAN = "192.168.77.7"
PAPER = {"light": (0xFC, 0xF8, 0xEE), "dark": (0x23, 0x1D, 0x17)}
SAVE = "[data-save]"


def pressed(phone: Phone, key: str) -> Download:
    with phone.page.expect_download() as saving:
        phone.press(key)
    return saving.value


def check(download: Download, theme: str, folder: Path) -> None:
    """Whether it is a picture of that theme, with ink on its paper."""
    assert download.suggested_filename.startswith("scorepad-yatzy-")
    file = folder / download.suggested_filename
    download.save_as(file)
    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1080))
        drawn = picture.convert("RGB")
    assert drawn.getpixel((60, 70)) == PAPER[theme]
    assert len(drawn.crop((90, 130, 990, 270)).getcolors(1 << 20) or ()) > 20


def test_on_plain_http_the_picture_is_drawn_and_the_text_copied(
    browser: Browser, house: House, tmp_path: Path
) -> None:
    rules = f"--host-resolver-rules=MAP {LAN} 127.0.0.1"
    lan = browser.browser_type.launch(executable_path=find(), args=[*FLAGS, rules])
    near = SimpleNamespace(url=f"http://{LAN}:{house.port}", load=house.load)
    phone = Phone(lan, near, color_scheme="light", accept_downloads=True)  # type: ignore[arg-type]
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    key = house.finished("yatzy", ("Ella", "Väinö", "مینا"))

    phone.open_pad(key)
    assert not phone.page.evaluate("isSecureContext")
    check(pressed(phone, "[data-share]"), "light", tmp_path)
    assert phone.path == f"/games/{key}"
    phone.press("[data-copy]")
    expect(phone.at("#called")).to_have_text("Copied.")

    phone.open(f"/games/{key}/share")
    expect(phone.at("[data-share]")).to_be_hidden()
    check(pressed(phone, SAVE), "light", tmp_path)
    phone.press(phone.at(".themes a").last)
    check(pressed(phone, SAVE), "dark", tmp_path)
    phone.press("button[data-copy]")
    expect(phone.at("#called")).to_have_text("Copied.")
    phone.at("#text").evaluate("place => { place.readOnly = false; place.value = ''; place.focus(); }")
    phone.page.keyboard.press("Control+V")
    expect(phone.at("#text")).to_have_value(phone.at("button[data-copy]").get_attribute("data-copy") or "")
    assert {urlsplit(address).hostname for address in asked if not address.startswith("blob:")} == {LAN}
    phone.close()
    lan.close()


def test_a_pad_that_ends_while_it_is_open_shares_at_once(
    phones: Phones, house: House, tmp_path: Path
) -> None:
    key = house.game("yatzy", ("Ella",), 14)
    phone = phones(color_scheme="dark", accept_downloads=True)
    phone.open_pad(key)
    box = house.load(key).game.mover_sheet.open_cells[0].box
    phone.turn("12346", box)
    phone.at("[data-share]").wait_for()
    phone.page.wait_for_load_state("networkidle")
    phone.page.evaluate("navigator.canShare = () => false")
    check(pressed(phone, "[data-share]"), "dark", tmp_path)
    phone.page.evaluate(
        "navigator.canShare = () => true; window.sent = new Promise((done) => {"
        " navigator.share = async ({ files: [{ type, size }] }) => done([type, size > 10000]); }); null"
    )
    phone.press("[data-share]")
    assert phone.page.evaluate("window.sent") == ["image/png", True]


def test_no_part_of_the_page_is_wider_than_a_small_phone(phones: Phones, house: House) -> None:
    key = house.finished("yatzy", ("Ella", "Väinö"))
    for language in ("en", "fa"):
        phone = phones((320, 568))
        phone.context.add_cookies([{"name": "language", "value": language, "url": house.url}])
        phone.open(f"/games/{key}/share")
        assert phone.overflow == 0
