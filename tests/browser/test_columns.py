"""Three columns for each player, by touch: tabs, what a tap draws at once, keys, a lost line."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Route, expect

from scorepad.rules import Cell, Turn, all_rolls, targets
from tests.browser.held import TABLE, TURNS, Phones, same
from tests.browser.house import House
from tests.browser.phone import MAIN, Phone
from tests.helpers import wish

PLAYERS = ("Nora", "Felix", "Ada", "Maximilian", "Li", "Anna-Kaisa")
SHEET = "triple_yahtzee"
SIZES = [MAIN, (390, 844), (360, 640), (320, 568), (664, 390)]


def begun(house: House, players: int = 2, turns: int = 0) -> str:
    """A game of three columns in which so many turns were taken, by what brings most."""
    key, chance = house.store.create(SHEET, PLAYERS[:players]), random.Random(5)
    for _ in range(turns):
        stored = house.load(key)
        best = max(
            (
                (target.points, dice, target)
                for dice in chance.choices(all_rolls(5), k=3)
                for target in targets(stored.game.mover_sheet, dice)
            ),
            key=lambda found: found[0],
        )
        turn = Turn(stored.game.mover or 0, best[2].box, best[1], column=best[2].column)
        house.store.append(key, stored.seen, wish(turn))
    return key


def in_sight(phone: Phone, row: str = "row-chance") -> list[int]:
    """The cells of that row that can be seen, by their place among all."""
    cells = phone.at(f"#{row} td").evaluate_all("all => all.map((cell) => cell.checkVisibility())")
    return [place for place, seen in enumerate(cells) if seen]


def held(_route: Route) -> None:
    """A turn that is never answered."""


def written(phone: Phone, column: int) -> str:
    """What that column of the first player counts, and how that comes about."""
    cell = phone.at("#foot .by-column td").nth(column - 1)
    return "".join((cell.text_content() or "").split())


def tabs(phone: Phone) -> list[str]:
    return [" ".join(tab.split()) for tab in phone.at("#tabs .name").all_inner_texts()]


def test_a_tap_passes_the_turn_to_the_next_tab_with_that_player_s_columns(phones: Phones) -> None:
    phone = phones()
    key = begun(phone.house)
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    phone.type("44421")
    assert in_sight(phone) == [0, 1, 2]
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.route(TURNS, held)
    phone.press('[data-box="fours"][data-column="3"]')
    assert (phone.mover, in_sight(phone), tabs(phone)) == (2, [3, 4, 5], ["Nora 36", "Felix 0"])
    assert written(phone, 3) == "12×336"
    assert [url.rsplit("/", 1)[1] for url in asked] == ["turns"]
    expect(phone.at("td.unsaved")).to_have_text("12")
    expect(phone.at('#tabs [aria-pressed="true"]')).to_contain_text("Felix")


def test_a_tab_shows_another_player_until_a_die_is_typed_or_the_turn_passes(phones: Phones) -> None:
    phone = phones()
    key = begun(phone.house, 3, 30)
    phone.open_pad(key)
    for seat in (2, 3):
        phone.press(f'#tabs [data-seat="{seat}"]')
        assert in_sight(phone) == [3 * seat - 3, 3 * seat - 2, 3 * seat - 1]
        expect(phone.at('#tabs [aria-pressed="true"]')).to_have_attribute("data-seat", str(seat))
        assert phone.see("cut") == []
    phone.key(4)
    assert in_sight(phone) == [0, 1, 2]
    phone.press('#tabs [data-seat="2"]')
    phone.press('#tabs [data-seat="1"]')
    assert in_sight(phone) == [0, 1, 2]
    other = phones()
    other.open_pad(key)
    other.press('#tabs [data-seat="3"]')
    cell = phone.house.load(key).game.mover_sheet.open_cells[0]
    phone.type("4421")
    phone.press(f'[data-box="{cell.box}"][data-column="{cell.column}"]')
    phone.expect_seen(31)
    other.expect_seen(31)
    assert in_sight(phone) == in_sight(other) == [3, 4, 5]
    same(other)


def test_a_tab_needs_no_scripting(phones: Phones) -> None:
    phone = phones(java_script_enabled=False)
    phone.open_pad(begun(phone.house, 3, 31), "?dice=44421")
    phone.press('#tabs [data-seat="3"]')
    expect(phone.at('#tabs [data-seat="3"]')).to_have_attribute("aria-pressed", "true")
    shown = phone.at("#row-chance td")
    expect(shown.nth(5)).to_be_hidden()
    expect(shown.nth(6)).to_be_visible()
    phone.press('#tabs [data-seat="2"]')
    expect(shown.nth(6)).to_be_hidden()
    expect(phone.at("[data-box]").first).to_be_visible()


@pytest.mark.parametrize("players", [1, 3, 6])
def test_on_a_phone_nothing_is_cut_and_every_tab_is_in_sight(phones: Phones, players: int) -> None:
    phone = phones(bypass_csp=True)
    key = begun(phone.house, players, players * 30)
    for language in ("en", "fa"):
        phone.context.add_cookies([{"name": "language", "value": language, "url": phone.house.url}])
        for size in SIZES:
            phone.resize(size)
            for dice in ("", "44421"):
                phone.open_pad(key, f"?dice={dice}")
                where = f"{language} {size} {dice}"
                assert [fault for fault in phone.cut if "of row" in fault] == [], where
                assert phone.at("#tabs").evaluate("tabs => tabs.scrollWidth - tabs.clientWidth") <= 0, where
                assert phone.overflow == 0, where
                heights = phone.at("#sheet tbody tr").evaluate_all(
                    "all => all.map((row) => row.offsetHeight)"
                )
                assert min(heights) >= 24, where


def test_on_the_main_phone_the_whole_sheet_is_in_sight_without_scrolling(phones: Phones) -> None:
    phone = phones()
    for players in (2, 6):
        phone.open_pad(begun(phone.house, players, players * 20), "?dice=44421")
        assert phone.at(".sheet").evaluate("sheet => sheet.scrollHeight - sheet.clientHeight") <= 1


def test_a_tablet_shows_all_columns_of_all_players(phones: Phones) -> None:
    phone = phones((1024, 768))
    phone.open_pad(begun(phone.house, 3, 60), "?dice=44421")
    assert in_sight(phone) == [*range(9)]
    expect(phone.at("#tabs")).to_be_hidden()
    assert phone.at(".sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
    assert phone.at("#sheet td.mover").first.bounding_box()["width"] >= 52  # type: ignore[index]


def test_arrows_go_down_a_column_and_across(phones: Phones) -> None:
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    phone.rough = True  # nothing was tapped yet when it would shake
    phone.open_pad(begun(phone.house))
    phone.page.keyboard.type("44421")
    phone.expect_state("offered")
    found = "[document.activeElement.dataset.box, document.activeElement.dataset.column].join()"
    phone.at('[data-box="ones"][data-column="1"]').focus()
    went = []
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        phone.page.keyboard.press(key)
        went.append(phone.page.evaluate(found))
    assert went == ["twos,1", "twos,2", "twos,3", "ones,3", "ones,2"]
    phone.page.keyboard.press("Enter")
    phone.expect_seen(1)


def test_a_game_goes_on_over_a_lost_line_and_a_correction_to_its_end(phones: Phones) -> None:
    phone = phones()
    phone.rough = True
    key = begun(phone.house, 2, 70)
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    cell = phone.house.load(key).game.mover_sheet.open_cells[0]
    phone.context.set_offline(True)
    phone.type("44421")
    phone.press(f'[data-box="{cell.box}"][data-column="{cell.column}"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    assert in_sight(phone) == [3, 4, 5]
    phone.context.set_offline(False)
    phone.expect_seen(71)
    same(phone)
    phone.open(f"/games/{key}/turns/71")
    free = phone.house.load(key).game.sheet(1).open_cells[0]
    phone.press(f'[data-box="{free.box}"][data-column="{free.column}"]')
    phone.press(".changes .primary")
    expect(phone.at("td.corrected")).to_have_count(1)
    assert free in phone.house.load(key).game.sheet(1).filled
    phone.open_pad(key)
    for seen in range(72, 79):
        cell = phone.house.load(key).game.mover_sheet.open_cells[-1]
        phone.type("55566")
        phone.press(f'[data-box="{cell.box}"][data-column="{cell.column}"]')
        phone.expect_seen(seen + 1)
    expect(phone.at(".ranks li")).to_have_count(2)
    game = phone.house.load(key).game
    assert game.finished
    assert {name: total for name, (total, _) in phone.ranks.items()} == {
        game.player(seat): game.sheet(seat).total for seat in (1, 2)
    }


def test_an_extra_is_drawn_where_it_counts(phones: Phones) -> None:
    phone = phones()
    phone.rough = True  # the turn is sent again by a page on which nothing was tapped yet
    key = phone.house.store.create(SHEET, ["Nora"])
    for column in (1, 2, 3):
        turn = Turn(1, "yahtzee", next(dice for dice in all_rolls(5) if dice.alike == 6), column=column)
        phone.house.store.append(key, column - 1, wish(turn))
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    phone.type("44444")
    expect(phone.at("[data-box]")).to_have_count(3)
    phone.page.route(TURNS, held)
    phone.press('[data-box="fours"][data-column="2"]')
    assert written(phone, 2) == "70×2+200340"
    assert tabs(phone) == [f"Nora {50 + 100 + 150 + 40 + 200}"]
    phone.page.unroute(TURNS)
    phone.open_pad(key)
    expect(phone.at("#row-yahtzee td sup")).to_have_text("+200")
    assert phone.house.load(key).game.sheet(1).earned == {Cell("fours", 2): 200}
