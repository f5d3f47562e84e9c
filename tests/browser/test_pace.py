"""How often phones look: every two seconds while something happens, every ten once it has been quiet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from scorepad.rules import Skip
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.browser.test_several_phones import elsewhere

Phones = Callable[..., Phone]

QUIET = 5 * 60 * 1000


@pytest.fixture
def key(house: House) -> str:
    return house.game(players=("Ana", "Ben"))


class Looks:
    """What a phone asks while its clock runs."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.count = phone, 0
        self._under_way: set[Request] = set()
        phone.page.on("request", self._note)
        phone.page.on("requestfinished", self._answered)
        phone.page.on("requestfailed", self._answered)

    def _note(self, request: Request) -> None:
        self.count += "?seen=" in request.url
        self._under_way.add(request)

    def _answered(self, request: Request) -> None:
        self._under_way.discard(request)

    def during(self, seconds: int) -> int:
        """How many there are in that time; each is answered before the next second."""
        before = self.count
        for _ in range(seconds):
            self.phone.page.clock.run_for(1000)
            self.phone.page.wait_for_timeout(20)
            while self._under_way:  # a phone that waits for an answer does not look again
                self.phone.page.wait_for_timeout(20)
        return self.count - before


@pytest.mark.parametrize("board", [False, True], ids=["pad", "board"])
def test_a_phone_looks_seldom_once_it_is_quiet_and_often_as_soon_as_something_happens(
    phones: Phones, key: str, board: bool
) -> None:
    phone = phones()
    phone.page.clock.install()
    phone.open(phone.house.watch(key) if board else f"/games/{key}")
    looks = Looks(phone)
    assert looks.during(6) == 3
    phone.page.clock.fast_forward(QUIET)
    looks.during(10)
    assert looks.during(20) == 2
    before = looks.count
    phone.page.keyboard.press("Shift")
    looks.during(6)
    assert looks.count == before + 4  # one at once, and three in six seconds
    phone.page.clock.fast_forward(QUIET)
    looks.during(10)
    elsewhere(phone, key, Skip(1))
    looks.during(10)
    expect(phone.at("[data-seen]").first).to_have_attribute("data-seen", "1")
    assert looks.during(6) == 3
