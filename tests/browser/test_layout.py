"""Nothing is cut, covered or off the screen, whatever the screen, the players and the font."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.house import CROWD, House
from tests.browser.phone import MAIN, Faults, Phone
from tests.strategies import BOXES

Phones = Callable[..., Phone]

SIZES = ((320, 568), MAIN, (390, 844), (844, 390), (1024, 768))
FONTS = {"system font": "", "wide font": '* { font-family: "DejaVu Sans" !important; }'}
RULESETS = ("yahtzee", "yatzy", "forced_yatzy", "yacht")
CHOICES = {
    "yahtzee": ("ones", "sixes", "three_of_a_kind", "full_house", "chance"),
    "yatzy": ("sixes", "one_pair", "two_pairs", "small_straight", "full_house", "yatzy"),
    "yacht": ("full_house",),
}
"""Boxes with every shape of points that may be chosen."""


def some(players: int) -> tuple[str, ...]:
    return CROWD[:players]


def most_played(house: House, ruleset: str, players: int) -> str:
    """The key of a game two thirds played."""
    return house.game(ruleset, some(players), players * len(BOXES[ruleset]) * 2 // 3)


def views(phone: Phone, sizes: Iterable[tuple[int, int]], fonts: Iterable[str] = FONTS) -> Iterator[str]:
    """The page that is open on each of these screens and in each of these fonts, one after another."""
    for font in fonts:
        if FONTS[font]:
            phone.page.add_style_tag(content=FONTS[font])
        for size in sizes:
            phone.resize(size)
            yield f"{size[0]}x{size[1]} {font}"


# --- no page is wider than the screen -------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 6, 12])
def test_no_page_is_wider_than_the_screen(phones: Phones, players: int) -> None:
    phone = phones(bypass_csp=True)
    phone.rough = True  # a 404 is told by the console
    chosen = "&".join(f"player={name}" for name in some(players))
    key = phone.house.game("yatzy", some(players), players * 10)
    first = phone.house.load(key).game.mover_sheet.open_cells[0].box
    ended = phone.house.finished("yatzy", some(players))
    player = phone.house.played(some(max(players, 2)))
    faults = Faults()
    for path in (
        "/",
        "/games/new",
        f"/games/new?{chosen}",
        "/games",
        "/records?rules=yahtzee",
        "/games/under-way",
        "/games/nothing",
        f"/games/{key}",
        f"/games/{key}?dice=44421",
        f"/games/{key}?box={first}",
        f"/games/{key}/sheet",
        f"/games/{key}/turns/1",
        f"/games/{key}/table",
        f"/games/{key}/invite",
        phone.house.watch(key),
        f"/games/{ended}",
        f"/games/{ended}/sheet",
        "/players",
        "/players/1/edit",
        "/players/1/merge?into=2",
        "/players/1/erase",
        "/players/1/erase?sure=1",
        f"{player}?rules=yahtzee",
        f"{player}?rules=all",
        f"/games/{ended}/evening",
        "/help?dice=44421",
        "/help/yahtzee?dice=23453",
        "/help/free_for_all",
        "/help/generala?dice=66666&first_roll=1",
        "/help/maxi_yatzy?dice=344666",
        '/help/triple_yahtzee?dice=44444&options={"joker":"free"}',
    ):
        phone.open(path)
        for view in views(phone, SIZES, ("system font",)):
            if phone.overflow > 0:
                faults.add(f"{path} at {view}", ["the page is wider than the screen"])
    faults.report()


def test_the_pin_page_is_not_wider_than_the_screen(phones: Phones, locked_house: House) -> None:
    phone = phones(at=locked_house)
    phone.open("/")
    expect(phone.at("#pin")).to_be_focused()
    for _ in views(phone, SIZES, ("system font",)):
        assert phone.overflow <= 0


# --- one screen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_whole_pad_is_in_sight_and_uncut_for_one_to_six_players(phones: Phones, ruleset: str) -> None:
    phone = phones(bypass_csp=True)
    faults = Faults()
    for players in range(1, 7):
        key = most_played(phone.house, ruleset, players)
        for dice in ("", "66666" if ruleset == "yahtzee" else "44421"):
            phone.open_pad(key, f"?dice={dice}")
            for view in views(phone, (MAIN, (390, 844))):
                faults.add(f"{players} players {dice} at {view}", phone.unseen + phone.cut)
    faults.report()


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_nothing_is_cut_on_other_screens(phones: Phones, players: int) -> None:
    phone = phones(bypass_csp=True)
    faults = Faults()
    for ruleset in ("yahtzee", "yatzy"):
        key = most_played(phone.house, ruleset, players)
        for dice in ("", "44421"):
            phone.open_pad(key, f"?dice={dice}")
            for view in views(phone, ((320, 568), (844, 390), (1024, 768))):
                faults.add(f"{ruleset} {dice} at {view}", phone.cut + phone.see("below"))
    faults.report()


@pytest.mark.parametrize("ruleset", CHOICES)
def test_every_choice_of_points_is_in_sight(phones: Phones, ruleset: str) -> None:
    phone = phones(bypass_csp=True)
    key = phone.house.game(ruleset, some(2))
    if ruleset == "yahtzee":
        phone.house.take(key, "yahtzee", "11111")
        phone.house.take(key, "yahtzee", "11111")
    faults = Faults()
    for box, size in product(CHOICES[ruleset], (MAIN, (320, 568), (390, 844))):
        phone.resize(size)
        phone.open_pad(key, f"?box={box}")
        for view in views(phone, (size,)):
            faults.add(f"{box} at {view}", phone.see("chosenUnseen") + phone.see("smallChoices") + phone.cut)
    faults.report()


def test_dice_kept_for_a_turn_that_is_over_are_asked_about_on_one_screen(phone: Phone) -> None:
    key = phone.house.game("yahtzee", some(6), 7)
    phone.open_pad(key)
    phone.type("44421")
    phone.house.advance(key, 1)
    phone.expect_state("kept")
    assert phone.offers == {}
    assert phone.unseen + phone.cut == []


def test_keys_are_large_enough_for_a_thumb(phone: Phone) -> None:
    for ruleset, players in (("yahtzee", 2), ("yatzy", 6)):
        phone.open_pad(most_played(phone.house, ruleset, players))
        for button in phone.at(".keys button, .bar > button, .bar summary").all():
            place = button.bounding_box()
            assert place is not None
            assert place["width"] >= 44
            assert place["height"] >= 44


# --- short screens --------------------------------------------------------------------------------


def test_on_a_short_screen_a_pill_tells_how_many_boxes_are_below_and_leads_there(phones: Phones) -> None:
    phone = phones((320, 440))
    phone.open_pad(phone.house.game())
    phone.type("44421")
    pill = phone.at("[data-rest]")
    expect(pill).to_be_visible()
    below = int(pill.inner_text().split()[0])
    assert 1 <= below <= 9
    phone.press(pill)
    expect(pill).to_be_hidden()
    phone.fill("chance")


def test_the_pill_counts_a_box_once_however_many_columns_its_player_has(phones: Phones) -> None:
    phone = phones((320, 440))
    phone.open_pad(phone.house.game())
    phone.type("44421")
    pill = phone.at("[data-rest]")
    told = pill.inner_text()
    phone.page.evaluate(
        """() => { for (const cell of document.querySelectorAll("td:has([data-box])")) {
            const second = cell.cloneNode(true);
            second.querySelector("[data-box]").dataset.column = "2";
            cell.nextElementSibling.replaceWith(second);
        } dispatchEvent(new Event("resize")); }"""
    )
    assert pill.inner_text() == told


@pytest.mark.parametrize("size", ["large", "larger"])
def test_larger_text_leaves_the_sheet_as_wide_as_the_screen(phones: Phones, size: str) -> None:
    phone = phones((390, 844))
    phone.context.add_cookies([{"name": "size", "value": size, "url": phone.house.url}])
    phone.open_pad(most_played(phone.house, "yahtzee", 2))
    phone.type("44421")
    assert phone.at(".sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
    assert [word for word in phone.cut if "to go" in word or "needs" in word] == []
    phone.context.add_cookies([{"name": "language", "value": "de", "url": phone.house.url}])
    phone.open_pad(phone.house.game("yahtzee", ("Aino", "Grandpa"), 9))
    heads = phone.at(".pad .head").evaluate_all("heads => heads.map((head) => head.scrollHeight)")
    assert heads[1] == heads[0], "the mover's total is pushed down"


def test_the_sheet_s_place_is_kept_over_a_turn(phones: Phones) -> None:
    phone = phones((320, 568))
    phone.open_pad(phone.house.game())
    top = phone.rect("#tray")["y"]
    phone.type("44421")
    assert phone.rect("#tray")["y"] == pytest.approx(top, abs=1)
    phone.fill("chance")
    assert phone.rect("#tray")["y"] == pytest.approx(top, abs=1)


@pytest.mark.parametrize("size", [MAIN, (390, 844), (1024, 768)], ids=str)
def test_nothing_moves_when_the_boxes_are_offered(phones: Phones, size: tuple[int, int]) -> None:
    phone = phones(size)
    phone.open_pad(phone.house.game("yahtzee", some(2), 8))
    phone.key(6)
    before = phone.see("places")
    phone.press(".backspace")
    phone.type("44421")
    assert phone.see("places") == before


# --- many players ---------------------------------------------------------------------------------


def test_with_twelve_players_the_mover_s_column_comes_into_sight_each_turn(phone: Phone) -> None:
    phone.open_pad(phone.house.game("yatzy", some(12)))
    for seat in range(1, 13):
        assert phone.mover == seat
        assert phone.see("moverSeen"), seat
        if seat % 4 == 1:
            phone.type("44421")
            assert phone.see("moverSeen"), seat
            phone.fill("fours")
        else:
            phone.choose("fours")
            assert phone.see("moverSeen"), seat
            phone.give(12)
    assert phone.mover == 1
    assert phone.see("moverSeen")
    phone.undo()
    assert phone.mover == 12
    assert phone.see("moverSeen")


def test_with_forty_players_the_mover_s_column_comes_into_sight_each_turn(phone: Phone) -> None:
    key = phone.house.game("yatzy", some(40))
    for seat in range(1, 41, 3):
        phone.open_pad(key)
        assert phone.mover == seat
        assert phone.see("moverSeen"), seat
        phone.choose("fours")
        assert phone.see("moverSeen"), seat
        phone.give(12)
        assert phone.see("moverSeen"), seat + 1
        phone.house.advance(key, 2)


def test_with_many_players_columns_keep_their_width_and_order(phone: Phone) -> None:
    key = phone.house.game("yatzy", some(12), 30)
    phone.open_pad(key)
    before = phone.see("widths")
    phone.turn("44421", phone.house.load(key).game.mover_sheet.open_cells[0].box)
    assert phone.see("widths") == before


def test_with_twelve_players_nothing_is_cut(phones: Phones) -> None:
    phone = phones(bypass_csp=True)
    key = most_played(phone.house, "yatzy", 12)
    faults = Faults()
    for dice in ("", "44421"):
        phone.open_pad(key, f"?dice={dice}")
        for view in views(phone, (MAIN, (320, 568), (390, 844))):
            faults.add(f"{dice} at {view}", phone.cut)
    faults.report()


def test_keys_beside_the_names_count_the_columns_out_of_sight_and_lead_there(phone: Phone) -> None:
    phone.open_pad(phone.house.game("yatzy", some(12), 6))
    before, after = phone.at("[data-aside='-1']"), phone.at("[data-aside='1']")
    counts = [int(key.inner_text()) for key in (before, after)]
    assert all(counts)
    assert 12 - sum(counts) in (3, 4, 5)
    while after.is_visible():
        phone.press(after)
        phone.page.wait_for_timeout(100)
    assert int(before.inner_text()) in (7, 8)
    expect(phone.at("th.name").last).to_be_in_viewport(ratio=1)
    phone.resize((1180, 700))
    expect(before).to_be_hidden()


def test_a_name_that_is_cut_is_told_whole_by_a_tap(phones: Phones) -> None:
    name = "Maximiliane-Friederike Ottilie"
    phone = phones((320, 568))
    phone.open_pad(phone.house.game("yatzy", (name, *some(5))))
    told = phone.at("#called")
    phone.press(phone.at("th.name").nth(2))
    expect(told).to_be_hidden()
    phone.press(phone.at("th.name").first)
    expect(told).to_have_text(name)
    phone.press(phone.at("#round"))
    expect(told).to_be_hidden()


@pytest.mark.parametrize("size", [MAIN, (390, 844)], ids=str)
def test_a_name_that_is_no_longer_than_usual_is_shown_whole(phones: Phones, size: tuple[int, int]) -> None:
    phone = phones(size)
    faults = Faults()
    for players in range(1, 7):
        phone.open_pad(phone.house.game("yahtzee", some(players), players + 3))
        faults.add(f"{players} players", phone.see("shortened"))
    faults.report()


def test_no_column_is_out_of_sight_when_the_last_player_moves(phone: Phone) -> None:
    phone.open_pad(phone.house.game("yahtzee", some(4), 3))
    assert phone.mover == 4
    expect(phone.at("[data-aside]:visible")).to_have_count(0)
    assert phone.at(".sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
