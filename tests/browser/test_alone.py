"""Alone: what there is to beat, and how far along, is told on every screen and with every turn."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import MAIN, Faults, Phone
from tests.browser.test_layout import FONTS

SIZES = ((320, 568), (360, 640), MAIN, (664, 390), (1024, 768))


def test_the_way_to_the_own_best_is_told_turn_by_turn(phones: Callable[..., Phone]) -> None:
    phone = phones(bypass_csp=True)
    best = phone.house.load(phone.house.finished("yatzy", ["Xaver"])).game
    phone.open_pad(phone.house.game("yatzy", ["Xaver"]))
    pace = phone.at("#pace")
    expect(pace).to_have_text(f"to beat: {best.sheet(1).total}")
    phone.turn("11112", "yatzy")
    expect(pace).to_have_text(f"{best.scored[0].points} behind your best")  # type: ignore[union-attr]
    phone.undo()
    expect(pace).to_have_text(f"to beat: {best.sheet(1).total}")
    phone.fill("ones")
    faults, path = Faults(), phone.path
    for language, size in (("en", "normal"), ("fi", "larger"), ("fa", "larger")):
        cookies = {"language": language, "size": size}
        phone.context.add_cookies(
            [{"name": name, "value": value, "url": phone.house.url} for name, value in cookies.items()]
        )
        for screen in SIZES:
            phone.resize(screen)
            phone.open(path)
            faults.add(f"{language} {size} {screen}", phone.cut)
            if language == "en":
                phone.page.add_style_tag(content=FONTS["wide font"])
                faults.add(f"{screen} in a wide font", phone.cut)
    faults.report()
