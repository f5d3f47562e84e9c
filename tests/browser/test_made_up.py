"""A sheet of six dice and two columns by touch: the scripts know neither how many dice nor which boxes."""

from __future__ import annotations

from playwright.sync_api import expect

from scorepad.rules import Cell, dice_from_digits, targets
from tests.browser.phone import Phone
from tests.made_up_sheet import registered


def test_six_dice_are_tapped_and_a_box_of_either_column_takes_them(phone: Phone) -> None:
    with registered():
        key = phone.house.game("made_up")
        phone.open_pad(key)
        expect(phone.at("[data-slot]")).to_have_count(6)
        for face in "44556":
            phone.key(face)
        expect(phone.pad).to_have_attribute("data-state", "typing")
        phone.key(6)
        phone.expect_state("offered")
        legal = targets(phone.house.load(key).game.mover_sheet, dice_from_digits("445566", 6))
        expect(phone.at("[data-box]")).to_have_count(len(legal))
        for target in legal:
            offered = phone.at(f'[data-box="{target.box}"][data-column="{target.column}"]')
            expect(offered).to_have_attribute("data-points", str(target.points))
        phone.press('[data-box="three_pairs"][data-column="1"]')
        phone.expect_seen(1)
        phone.open_pad(key)
        phone.press('[data-open="ones"][data-column="2"]')
        expect(phone.at("td.chosen")).to_have_count(1)
        phone.press('.grid [data-points="4"]')
        phone.expect_seen(2)
        sheets = phone.house.load(key).game.sheets
        assert [dict(sheet.filled) for sheet in sheets] == [{Cell("three_pairs"): 30}, {Cell("ones", 2): 4}]
