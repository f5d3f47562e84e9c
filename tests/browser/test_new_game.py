"""The form of a new game on a phone: names come and go while everything else stays."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.phone import Phone

Phones = Callable[..., Phone]
KNOWN = ("Aada", "Brit", "Cosmo")


def focused(phone: Phone) -> str:
    """What the next key goes to: the label of a button, or the id of a field."""
    return str(phone.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.id ?? ''"))


def names(phone: Phone, *expected: str) -> None:
    expect(phone.at(".seats bdi")).to_have_text(list(expected))


def test_names_come_and_go_in_place_and_nothing_typed_or_chosen_is_lost(phone: Phone) -> None:
    phone.house.game("yatzy", KNOWN)
    phone.open("/games/new")
    phone.press(".own-rules:visible summary")
    phone.press(phone.at("#note"))
    phone.at("#note").fill("at the cabin")
    phone.page.evaluate("window.same = true")
    held: list[Route] = []
    phone.page.route("**/games/new?**", lambda route: held.append(route))
    phone.press("#add")
    phone.page.keyboard.type("Zoe")
    phone.press(phone.at(".add .button"))
    assert focused(phone) == "add"
    phone.page.keyboard.type("Half a na")
    for name in KNOWN:  # three quick taps, before anything is answered
        phone.press(phone.at(".chip").filter(has_text=name).last)
    for number in range(4):
        while len(held) == number:
            phone.page.wait_for_timeout(20)
        held[number].continue_()
    names(phone, "Zoe", *KNOWN)
    expect(phone.at(".chip").filter(has_text="Cosmo")).to_have_count(0)
    expect(phone.at("#add")).to_have_value("Half a na")
    assert focused(phone) == "add"
    expect(phone.at("#note")).to_have_value("at the cabin")
    expect(phone.at(".own-rules[open]")).to_be_visible()
    expect(phone.at(".actions .primary")).to_have_text("Start with 4 players")
    assert phone.page.evaluate("window.same")
    phone.page.unroute_all()
    phone.page.reload()
    names(phone, "Zoe", *KNOWN)


def test_seats_are_reordered_by_keyboard_and_focus_stays_on_the_name(phones: Phones) -> None:
    desk = phones((1024, 768), has_touch=False, is_mobile=False)
    desk.open("/games/new?player=Ana&player=Ben&player=Cleo&starter=3")
    desk.page.get_by_role("button", name="Cleo: move up one seat").focus()
    desk.page.keyboard.press("Enter")
    names(desk, "Ana", "Cleo", "Ben")
    assert focused(desk) == "Cleo: move up one seat"
    expect(desk.at(".starter .segments :checked + span")).to_have_text("Cleo")
    desk.page.keyboard.press("Enter")
    names(desk, "Cleo", "Ana", "Ben")
    assert focused(desk) == "Cleo: move down one seat"
    desk.page.get_by_role("button", name="Ana: remove").focus()
    desk.page.keyboard.press("Enter")
    names(desk, "Cleo", "Ben")
    assert focused(desk).endswith(": remove")


def test_a_name_is_dragged_to_another_seat_by_its_number(phones: Phones) -> None:
    desk = phones((1024, 768), has_touch=False, is_mobile=False)
    desk.open("/games/new?player=Ana&player=Ben&player=Cleo&player=Dov")
    desk.at(".seats .seat").nth(3).hover()
    desk.page.mouse.down()
    place = desk.at(".seats li").nth(1).bounding_box()
    assert place is not None
    desk.page.mouse.move(place["x"] + 20, place["y"] + 4, steps=5)
    desk.page.mouse.up()
    names(desk, "Ana", "Dov", "Ben", "Cleo")


def test_rules_chosen_among_the_others_stand_before_them_once_they_are_folded(phone: Phone) -> None:
    phone.open("/games/new?ruleset=yahtzee&player=Ana")
    phone.press(".others > summary")
    phone.press("label[for=rule-generala]")
    phone.press(".others > summary")
    expect(phone.at(".rule:visible b")).to_have_text(["Generala"])
    expect(phone.at("#rule-generala")).to_be_checked()
    told = phone.at(".others summary small").inner_text().split(", ")
    assert "Yahtzee" in told
    assert "Generala" not in told


def test_options_are_reset_where_they_stand(phone: Phone) -> None:
    phone.open("/games/new?ruleset=yahtzee&yahtzee.joker=free&player=Ana")
    expect(phone.at("#yahtzee\\.joker-free")).to_be_checked()
    phone.page.evaluate("window.same = true")
    phone.press(phone.at("[name=reset]:visible"))
    expect(phone.at("#yahtzee\\.joker-free")).not_to_be_checked()
    expect(phone.at("[name=reset]:visible")).to_be_focused()
    assert phone.page.evaluate("window.same")


def test_a_name_that_is_there_already_is_told_beside_the_field_and_stays_in_it(phone: Phone) -> None:
    phone.rough = True  # a 422
    phone.open("/games/new?player=Ana")
    phone.at("#add").fill("ana")
    phone.page.keyboard.press("Enter")
    expect(phone.at(".players [role=alert]").first).to_be_visible()
    expect(phone.at("#add")).to_have_value("ana")
    phone.at("#add").fill("Ben")
    phone.page.keyboard.press("Enter")
    names(phone, "Ana", "Ben")
    expect(phone.at(".complaint:visible")).to_have_count(0)


def test_a_name_added_while_the_line_is_lost_sits_down_once_it_is_back(phone: Phone) -> None:
    phone.rough = True
    phone.open("/games/new?player=Ana")
    phone.page.route("**/games/new?**", lambda route: route.abort())
    phone.at("#add").fill("Ben")
    phone.page.keyboard.press("Enter")
    expect(phone.at("[data-lost]")).to_be_visible()
    phone.page.unroute_all()
    names(phone, "Ana", "Ben")
    expect(phone.at("[data-lost]")).to_be_hidden()


def test_start_waits_for_the_names_that_are_on_their_way(phone: Phone) -> None:
    phone.open("/games/new?ruleset=yacht&player=Ana")
    held: list[Route] = []
    phone.page.route("**/games/new?**", lambda route: held.append(route))
    phone.at("#add").fill("Ben")
    phone.page.keyboard.press("Enter")
    phone.press(".actions .primary")
    phone.page.wait_for_timeout(50)
    held[0].continue_()
    expect(phone.at("th.name bdi")).to_have_count(2)
