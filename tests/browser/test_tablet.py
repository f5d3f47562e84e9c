"""The pad on a tablet: whole names and printed points, what was just written, keys that are no giants."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorepad.rules import RULESETS, Turn, all_rolls, targets
from tests.browser.house import CROWD, House
from tests.browser.phone import Faults, Phone
from tests.helpers import wish

Phones = Callable[..., Phone]

FLAT, UPRIGHT = (1024, 768), (768, 1024)


def begun(house: House, ruleset: str, players: int) -> str:
    """A game two thirds played, by what brings most."""
    key, chance = house.store.create(ruleset, CROWD[:players]), random.Random(5)
    rules = house.load(key).game.ruleset
    for _ in range(players * len(rules.boxes) * len(rules.columns) * 2 // 3):
        stored = house.load(key)
        dice = chance.choice(all_rolls(rules.dice))
        best = max(targets(stored.game.mover_sheet, dice), key=lambda target: target.points)
        turn = Turn(stored.game.mover or 0, best.box, dice, column=best.column)
        house.store.append(key, stored.seen, wish(turn))
    return key


def written(phone: Phone) -> list[str]:
    """The lines of what was just written, newest first."""
    lines: list[str] = phone.at("#lately .line").evaluate_all(
        "all => all.map((line) => line.innerText.replace(/\\s+/g, ' '))"
    )
    return lines


def dressed(phone: Phone) -> Phone:
    """The phone once it has the style of a tablet."""
    expect(phone.at("#lately")).to_be_visible()
    return phone


def test_a_tablet_tells_names_printed_points_and_what_was_just_written(phones: Phones) -> None:
    phone = phones(FLAT)
    key = phone.house.game("yahtzee", CROWD[:4])
    phone.open_pad(key)
    phone.turn("44421", "fours")
    phone.turn("66612", "three_of_a_kind")
    dressed(phone)
    assert written(phone) == ["Grandpa Three of a kind 21", "Aino Fours 12"]
    row = phone.at("#row-full_house .label")
    assert row.inner_text().split("\n") == ["Full house", "25"]
    assert phone.at("#sums .label").inner_text().split() == ["Upper", "total", "Bonus", "35", "at", "63"]
    assert phone.at("#sums td").first.inner_text().split("\n") == ["12", "needs 51 more"]
    assert (
        24
        <= float(phone.at("#row-fours .figure").evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))
        <= 27
    )
    one, four, back = (phone.rect(selector) for selector in ('[data-face="1"]', '[data-face="4"]', ".undo"))
    assert four["x"] == one["x"]
    assert four["y"] > one["y"]
    assert one["height"] < 90
    assert one["width"] < 90
    assert back["x"] > phone.rect('[data-face="3"]')["x"]
    assert (back["y"], back["y"] + back["height"]) == (one["y"], four["y"] + four["height"])
    phone.undo()
    expect(phone.at("#lately .line")).to_have_count(1)
    assert written(phone) == ["Aino Fours 12"]
    faults = Faults()
    for size in (FLAT, UPRIGHT, (1180, 820)):
        phone.resize(size)
        faults.add(str(size), phone.unseen + phone.cut + phone.see("shortened"))
    faults.report()


def test_a_phone_does_not_fetch_the_style_of_a_tablet_until_its_window_is_as_large(phones: Phones) -> None:
    phone = phones((390, 664))
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url))
    phone.open_pad(phone.house.game("yahtzee", CROWD[:2]))
    expect(phone.at("#lately")).to_be_hidden()
    assert not [url for url in fetched if "tablet" in url]
    phone.resize(FLAT)
    dressed(phone)


def test_without_scripting_a_tablet_is_dressed_as_one(phones: Phones) -> None:
    phone = phones(FLAT, java_script_enabled=False)
    phone.open_pad(begun(phone.house, "yatzy", 2), "?dice=44421")
    dressed(phone)
    assert phone.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fi", "fr", "sv"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sheet_is_in_sight_and_uncut_on_a_tablet(phones: Phones, ruleset: str, language: str) -> None:
    least, most = (2 if RULESETS[ruleset].cards else 1), RULESETS[ruleset].most_players or 6
    faults = Faults()
    phone = phones(FLAT)
    phone.context.add_cookies([{"name": "language", "value": language, "url": phone.house.url}])
    columns = len(RULESETS[ruleset].columns)
    for players in range(least, (min(most, 6) if columns == 1 else 3) + 1):
        key = begun(phone.house, ruleset, players)
        for dice in ("", "444211"[: RULESETS[ruleset].dice]):
            phone.resize(FLAT)
            dressed(phone.open_pad(key, f"?dice={dice}"))
            for size in (FLAT, UPRIGHT, (1180, 820)):
                phone.resize(size)
                faults.add(f"{players} {dice} at {size}", phone.unseen + phone.cut)
    faults.report()


@pytest.mark.parametrize("players", [7, 9, 12])
def test_a_tablet_shows_the_columns_of_as_many_as_twelve(phones: Phones, players: int) -> None:
    phone = phones(FLAT)
    faults = Faults()
    for ruleset in ("yatzy", "maxi_yatzy"):
        key = begun(phone.house, ruleset, players)
        for size in (FLAT, UPRIGHT):
            phone.resize(size)
            dressed(phone.open_pad(key))
            faults.add(f"{ruleset} at {size}", phone.unseen + phone.cut)
            assert phone.at(".sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
    faults.report()


@pytest.mark.parametrize("size", [FLAT, UPRIGHT], ids=["flat", "upright"])
@pytest.mark.parametrize("text", ["large", "larger"])
@pytest.mark.parametrize("ruleset", ["yahtzee", "maxi_yatzy", "generala", "free_for_all", "triple_yahtzee"])
def test_in_larger_text_no_key_leaves_the_tablet_and_nothing_is_cut(
    phones: Phones, ruleset: str, text: str, size: tuple[int, int]
) -> None:
    phone = phones(size)
    phone.context.add_cookies([{"name": "size", "value": text, "url": phone.house.url}])
    faults = Faults()
    for players in (2, 4):
        for dice in ("", "444211"[: RULESETS[ruleset].dice]):
            phone.open_pad(begun(phone.house, ruleset, players), f"?dice={dice}")
            phone.page.wait_for_load_state("networkidle")
            faults.add(f"{players} {dice}", phone.see("below") + phone.see("broken") + phone.cut)
            assert phone.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    faults.report()
