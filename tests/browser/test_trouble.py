"""A pad that can't save just now: phones are told why, keep what was tapped, and it is saved once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.held import Phones, answered, begun, kept, opened
from tests.browser.house import House
from tests.helpers import boxes

TOLD = '#banner [data-when="trouble"]'


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program writes for long."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def test_a_phone_is_told_why_its_turn_is_not_saved_and_a_correction_is_no_worse(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    phone.type("44421")
    with held(house.path):
        phone.press('[data-box="fours"]')
        expect(phone.at(TOLD)).to_be_visible(timeout=6_000)
        expect(phone.at(TOLD)).to_contain_text(f"Another program is holding {house.path.name}: close")
        expect(phone.at(TOLD)).to_contain_text("Not saved yet; it is sent again by itself.")
        assert phone.overflow <= 0
        assert len(kept(phone)) == 1
    answered(phone, 3)
    expect(phone.at("#banner")).to_be_hidden()
    phone.open(f"/games/{key}/turns/3?dice=44442&box=fours")
    with held(house.path):
        phone.press(".changes button")
        expect(phone.at(TOLD)).to_be_visible(timeout=6_000)
        expect(phone.at(TOLD)).to_contain_text("Another program is holding")
        assert phone.overflow <= 0
    phone.page.wait_for_url(f"**/games/{key}/sheet", timeout=5_000)
    assert house.events(key) == ["turn", "turn", "turn", "fix"]
    assert boxes(house.load(key).game)["fours"] == 16
