"""From home to a game and back: the pages around the pad, by touch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.conftest import PIN
from tests.browser.house import House
from tests.browser.phone import Phone

Phones = Callable[..., Phone]


def button(phone: Phone, name: str) -> None:
    phone.press(phone.page.get_by_role("button", name=name, exact=True).last)


def link(phone: Phone, name: str) -> None:
    phone.press(phone.page.get_by_role("link", name=name, exact=True))


def test_a_game_is_started_from_home_by_taps(phones: Phones, new_house: House) -> None:
    phone = phones(at=new_house)
    phone.open()
    expect(phone.at(".playing")).to_have_count(0)
    link(phone, "New game")
    phone.press(".others > summary")
    phone.press(phone.page.get_by_text("Forced Yatzy", exact=True))
    for name in ("Ana", "Ben", "Cleo"):
        phone.at("#add").fill(name)
        button(phone, "Add")
        expect(phone.at(".seats bdi").last).to_have_text(name)
    button(phone, "Cleo: move up one seat")
    button(phone, "Ana: remove")
    expect(phone.at(".seats li")).to_have_count(2)
    phone.press(phone.at(".segments").get_by_text("First seat"))
    button(phone, "Start with 2 players")
    expect(phone.pad).to_have_attribute("data-mover", "1")
    assert phone.at("th.name bdi").all_inner_texts() == ["Cleo", "Ben"]
    expect(phone.at(".bar h1")).to_have_text("Forced Yatzy")


def test_enter_in_the_name_field_adds_the_name(phones: Phones) -> None:
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    phone.open("/games/new?ruleset=yacht")
    phone.at("#add").fill("Ana")
    phone.page.keyboard.press("Enter")
    expect(phone.at(".seats bdi")).to_have_text(["Ana"])


def test_names_met_before_are_added_by_a_tap(phone: Phone) -> None:
    phone.house.game("yatzy", ["Mirja", "Otso"])
    phone.open("/games/new?ruleset=yatzy")
    phone.press(phone.at(".chip").filter(has_text="Mirja"))
    expect(phone.at(".seats bdi")).to_have_text(["Mirja"])
    expect(phone.at(".chip").filter(has_text="Mirja")).to_have_count(0)


def test_home_leads_back_to_the_game_that_was_played_last(phone: Phone) -> None:
    key = phone.house.game("yatzy", ["Ana", "Ben"], turns=3)
    phone.open()
    phone.press(phone.at(".playing .primary"))
    expect(phone.pad).to_have_attribute("data-seen", "3")
    assert phone.path == f"/games/{key}"


def test_the_menu_leads_to_the_sheet_and_home(phone: Phone) -> None:
    key = phone.house.game("yatzy", ["Ana", "Ben"], turns=3)
    phone.open_pad(key)
    expect(phone.at(".menu nav")).to_be_hidden()
    phone.press(".menu summary")
    link(phone, "Full sheet")
    expect(phone.at("#sheet.review")).to_be_visible()
    phone.press(phone.page.get_by_label("Back to the game"))
    expect(phone.pad).to_have_attribute("data-seen", "3")
    phone.press(".menu summary")
    link(phone, "Home")
    expect(phone.at(".playing")).to_be_visible()


def test_a_finished_game_shows_its_result_and_undo_reopens_it(phone: Phone) -> None:
    key = phone.house.game("yacht", ["Ana", "Ben"], turns=23)
    last = phone.house.load(key).game.mover_sheet.open_cells[0].box
    phone.open_pad(key)
    phone.turn("12346", last)
    expect(phone.at(".headline")).to_be_visible()
    expect(phone.at(".chart svg")).to_be_visible()
    expect(phone.at("#pad .primary")).to_be_focused()
    assert phone.overflow <= 0
    phone.press(".bar [data-undo]")
    phone.expect_seen(25)
    assert (phone.mover, phone.dice) == (2, "12346")
    phone.fill(last)
    expect(phone.at(".headline")).to_be_visible()


def test_a_rematch_is_one_tap_and_the_next_seat_starts(phone: Phone) -> None:
    phone.open_pad(phone.house.finished("yacht", ["Ana", "Ben", "Cleo"]))
    button(phone, "Rematch")
    expect(phone.pad).to_have_attribute("data-seen", "0")
    assert phone.at("th.name bdi").all_inner_texts() == ["Ben", "Cleo", "Ana"]


def test_a_game_goes_to_the_bin_by_the_menu_of_its_row_and_comes_back(phone: Phone) -> None:
    address = f"/games/{phone.house.game('yacht', ['Ana', 'Ben'], turns=3)}"
    phone.open()
    card, menu = phone.at(f'.playing[href="{address}"]'), phone.at(".card .menu")
    expect(card).to_be_visible()
    phone.press(menu.locator("summary"))
    phone.press("h1")
    expect(menu.locator("button")).to_be_hidden()
    phone.press(menu.locator("summary"))
    phone.page.keyboard.press("Escape")
    expect(menu.locator("button")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    phone.press(menu.locator("summary"))
    button(phone, "Move to bin")
    expect(phone.at(".saved")).to_contain_text("Ana and Ben")
    expect(card).to_have_count(0)
    button(phone, "Undo")
    expect(card).to_be_visible()


def test_past_sheets_lead_from_home_to_a_sheet_with_its_dice(phone: Phone) -> None:
    phone.house.finished("yatzy", ["Ana", "Ben"])
    phone.open()
    phone.press(phone.at('.heading a[href="/games"]'))
    expect(phone.at("h1")).to_have_text("Past sheets")
    phone.press(phone.at(".lines a:has(.day)").first)
    expect(phone.at("#sheet.review")).to_be_visible()
    assert phone.at(".roll").count() == 30


def test_the_pin_opens_the_page_that_was_asked_for(phones: Phones, locked_house: House) -> None:
    phone = phones(at=locked_house)
    phone.rough = True  # a wrong PIN is a 422
    phone.open("/games/new?player=Ana")
    phone.at("#pin").fill("1111")
    button(phone, "Open")
    expect(phone.page.get_by_role("alert")).to_be_visible()
    phone.at("#pin").fill(PIN)
    button(phone, "Open")
    expect(phone.at(".seats bdi")).to_have_text(["Ana"])


def test_an_address_that_is_none_says_so_and_leads_home(phone: Phone) -> None:
    phone.rough = True
    phone.open("/games/nothing")
    expect(phone.at("h2")).to_have_text("Nothing here")
    link(phone, "Home")
    expect(phone.page).to_have_url(phone.house.url + "/")


def test_the_viewer_s_zone_is_kept_in_a_cookie(phones: Phones) -> None:
    phone = phones(timezone_id="Asia/Tehran")
    phone.open_pad(phone.house.game())
    cookies = {cookie["name"]: cookie["value"] for cookie in phone.context.cookies()}
    assert cookies["zone"] == "Asia/Tehran"


def test_a_phone_that_never_saw_a_pad_sees_its_own_days(phones: Phones) -> None:
    phone = phones(timezone_id="Pacific/Kiritimati")
    key = phone.house.finished("yacht", ["Ana"])
    moment = "UPDATE games SET finished_at = '2026-06-30T12:30:00Z' WHERE key = ?"
    phone.house.store.db.conn.execute(moment, (key,))
    phone.open("/games?to=2026-07-02&from=2026-06-29")
    expect(phone.at(f'a[href="/games/{key}/sheet"] time.day')).to_have_text("1Jul")
    expect(phone.at("h2.month")).to_have_text("July 2026")
    phone.page.evaluate("window.stayed = true")
    phone.page.wait_for_timeout(200)
    assert phone.page.evaluate("window.stayed")


def test_the_viewer_s_zone_is_told_to_the_pad_alone_where_it_lives_under_a_path(phones: Phones) -> None:
    phone = phones()
    phone.page.add_init_script(
        """document.addEventListener("readystatechange", () => {
            document.documentElement.dataset.root = "/games/";
        });"""
    )
    phone.open_pad(phone.house.game())
    (zone,) = [cookie for cookie in phone.context.cookies(phone.page.url) if cookie["name"] == "zone"]
    assert zone["path"] == "/games/"
    assert "zone" not in {cookie["name"] for cookie in phone.context.cookies(phone.house.url)}


def test_a_result_is_not_seen_before_its_style_is_there(phone: Phone) -> None:
    held: list[Route] = []
    phone.page.route("**/result.*.css", lambda route: held.append(route))
    key = phone.house.game("yatzy", ["Ana"], 14)
    last = phone.house.load(key).game.mover_sheet.open_cells[0].box
    phone.open_pad(key).turn("12346", last)
    result = phone.at(".result > .page")
    expect(result).to_have_css("animation-name", "unseen")
    held[0].continue_()
    expect(result).to_have_css("animation-name", "none")
    expect(phone.at(".headline")).to_have_css("padding-top", "14px")


def test_a_result_is_seen_even_if_its_style_does_not_come(phone: Phone) -> None:
    phone.rough = True
    phone.page.route("**/result.*.css", lambda route: route.abort())
    key = phone.house.game("yatzy", ["Ana"], 14)
    last = phone.house.load(key).game.mover_sheet.open_cells[0].box
    phone.open_pad(key).turn("12346", last)
    expect(phone.at(".result > .page")).to_have_css("opacity", "1")
