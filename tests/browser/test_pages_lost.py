"""The forms of a game beside the pad: what was tapped without a connection is saved later, and once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Route, expect

from scorepad.rules import Fix, ThrowAway, Turn, dice_from_digits
from tests.browser.conftest import PIN
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import boxes, wish

BANNER = "#banner"
CORRECTION = "/games/{key}/turns/1?dice=44442&box=fours"
SAVE = ".changes button"
HOUR = 3_600_000
SENT = 5_000
"""How long it may take until something is sent again."""


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    made = phones()
    made.rough = True
    return made


@pytest.fixture
def key(phone: Phone) -> str:
    """A game of two, a turn of each played."""
    return played(phone.house)


def played(house: House) -> str:
    made = house.game()
    house.take(made, "fours", "44421")
    house.take(made, "chance", "66543")
    return made


def correct(phone: Phone, key: str) -> None:
    """Opens the correction of the first turn, ready to be saved."""
    phone.open(CORRECTION.format(key=key))


def says(phone: Phone, why: str) -> None:
    """The banner is up, says that alone, and the forms rest."""
    expect(phone.at(BANNER)).to_be_visible()
    for one in ("unsaved", "pin", "old"):
        expect(phone.at(f'{BANNER} span[data-when="{one}"]')).to_be_visible(visible=one == why)
    expect(phone.at("main[data-unsaved]")).to_have_count(1)


def kept(phone: Phone) -> dict[str, Any] | None:
    """What waits on that phone, whatever it is about."""
    told: list[dict[str, Any]] = phone.page.evaluate(
        "Object.entries(localStorage).filter(([name]) => name !== 'scorepad:awake')"
        ".map(([, entry]) => JSON.parse(entry))"
    )
    assert len(told) < 2
    return told[0] if told else None


def leads_to(phone: Phone, path: str, timeout: int = SENT) -> None:
    """It is answered: the page is the one that the answer leads to, and nothing waits any more."""
    phone.page.wait_for_url(f"{phone.house.url}{path}", timeout=timeout)
    expect(phone.at("[data-unsaved]")).to_have_count(0)
    expect(phone.at(BANNER)).to_be_hidden()
    assert kept(phone) is None


def never_sent(route: Route) -> None:
    route.abort("connectionfailed")


def gateway(route: Route) -> None:
    route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")


def mistake(route: Route) -> None:
    """The pad's own page of a mistake."""
    route.fulfill(status=500, content_type="text/html", body='<!doctype html><html lang="en" data-root="/">')


def other_page(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel’s network</h1>")


class Lost:
    """Answers that are lost on their way back, so many of them; what was sent is noted."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.bodies: list[str] = []

    def __call__(self, route: Route) -> None:
        asked = route.request
        if asked.method != "POST":
            route.continue_()
            return
        self.bodies.append(asked.post_data or "")
        if len(self.bodies) > self.times:
            route.continue_()
            return
        sent = {name: value for name, value in asked.headers.items() if name in ("content-type", "origin")}
        with urlopen(Request(asked.url, asked.post_data_buffer, sent), timeout=10) as answer:
            assert answer.status == 200
        route.abort("connectionreset")


def test_a_correction_tapped_without_a_connection_is_saved_by_itself_when_it_is_back(
    phone: Phone, key: str
) -> None:
    correct(phone, key)
    phone.context.set_offline(True)
    phone.press(SAVE)
    says(phone, "unsaved")
    expect(phone.at("[data-what]")).to_have_text("Save the correction")
    entry = kept(phone)
    phone.press(SAVE)  # it rests
    assert kept(phone) == entry
    assert phone.overflow <= 0
    assert phone.house.events(key) == ["turn", "turn"]
    phone.context.set_offline(False)
    leads_to(phone, f"/games/{key}/sheet")
    phone.expect_saved(key, "turn", "turn", "fix")
    assert boxes(phone.house.load(key).game) == {"fours": 16}


def test_whatever_else_speaks_for_the_pad_the_entry_waits_and_other_pages_of_the_game_send_it(
    phone: Phone, key: str
) -> None:
    correct(phone, key)
    phone.page.route("**/turns/1", never_sent)
    phone.press(SAVE)
    says(phone, "unsaved")
    for answer in (gateway, mistake, other_page):
        phone.page.unroute("**/turns/1")
        phone.page.route("**/turns/1", answer)
        with phone.page.expect_response("**/turns/1", timeout=SENT):
            pass
        says(phone, "unsaved")
    phone.page.reload()
    says(phone, "unsaved")
    expect(phone.at("[data-what]")).to_have_text("Save the correction")
    phone.open(f"/games/{phone.house.game()}/table")  # of another game
    expect(phone.at(BANNER)).to_be_hidden()
    phone.open(f"/games/{key}/table")
    says(phone, "unsaved")
    phone.page.unroute("**/turns/1")
    leads_to(phone, f"/games/{key}/sheet")
    phone.expect_saved(key, "turn", "turn", "fix")


def test_a_correction_whose_answer_is_lost_again_and_again_counts_once(phone: Phone, key: str) -> None:
    correct(phone, key)
    lost = Lost(2)
    phone.page.route("**/turns/1", lost)
    phone.press(SAVE)
    says(phone, "unsaved")
    leads_to(phone, f"/games/{key}/sheet", 2 * SENT)
    assert lost.bodies == ["seen=2&dice=44442&box=fours"] * 3
    phone.expect_saved(key, "turn", "turn", "fix")


def test_a_refusal_is_shown_as_the_page_that_it_is_and_nothing_waits(phone: Phone, key: str) -> None:
    correct(phone, key)
    phone.house.store.append(key, 2, wish(Fix(1, Turn(1, "fours", dice_from_digits("44443", 5)))))
    phone.press(SAVE)
    expect(phone.at("main > .complaint")).to_contain_text("Someone else saved first")
    leads_to(phone, f"/games/{key}/turns/1")
    phone.open(f"/games/{key}/table")
    phone.press("summary >> nth=0")
    phone.at("#name-1").fill("Ben")
    phone.press('button:has-text("Rename"):visible')
    expect(phone.at("main > .complaint")).to_be_visible()
    leads_to(phone, f"/games/{key}/rename")
    phone.expect_saved(key, "turn", "turn", "fix")
    phone.page.go_back()
    phone.house.store.append(key, 3, wish(ThrowAway()))
    phone.press('button:has-text("Skip")')
    expect(phone.at('h2:text-is("Nothing here")')).to_be_visible()
    assert kept(phone) is None


def test_where_a_pin_was_set_meanwhile_the_entry_waits_for_it(
    phones: Callable[..., Phone], locked_house: House
) -> None:
    phone = phones(at=locked_house)
    phone.rough = True
    key = played(locked_house)
    path = CORRECTION.format(key=key)
    phone.open(path)
    enter(phone)
    phone.page.wait_for_url(f"**{path}")
    phone.context.clear_cookies()
    phone.press(SAVE)
    says(phone, "pin")
    phone.page.wait_for_timeout(2_200)  # it is sent again
    says(phone, "pin")
    phone.press(f"{BANNER} a")
    enter(phone)
    leads_to(phone, f"/games/{key}/sheet")
    phone.expect_saved(key, "turn", "turn", "fix")


def enter(phone: Phone) -> None:
    phone.at("#pin").fill(PIN)
    phone.press("button.primary")


def test_an_entry_older_than_an_hour_asks_first_and_can_be_dropped(phone: Phone, key: str) -> None:
    phone.page.clock.install()
    for answer, events in (("[data-forget]", []), ("[data-send]", ["skip"])):
        phone.open(f"/games/{key}/table")
        phone.page.route("**/skip", never_sent)
        phone.press('button:has-text("Skip")')
        says(phone, "unsaved")
        phone.page.clock.fast_forward(HOUR)
        says(phone, "old")
        phone.page.unroute("**/skip")
        phone.page.clock.fast_forward(SENT)
        says(phone, "old")
        expect(phone.at("[data-what]")).to_have_text("Skip Ana this time")
        phone.press(answer)
        if events:
            leads_to(phone, f"/games/{key}")
        expect(phone.at(BANNER)).to_be_hidden()
        assert kept(phone) is None
        phone.expect_saved(key, "turn", "turn", *events)


def test_a_slow_answer_is_waited_for_quietly_and_none_is_a_lost_line(phone: Phone, key: str) -> None:
    phone.page.clock.install()
    phone.open(f"/games/{key}/table")
    held: list[Route] = []
    phone.page.route("**/join", lambda route: held.append(route))
    phone.at("#late").fill("Cleo")
    phone.at('button:has-text("Add")').dblclick()
    expect(phone.at("#saving")).to_be_visible()
    expect(phone.at(BANNER)).to_be_hidden()
    phone.press('button:has-text("Skip")')  # it rests
    assert len(held) == 1
    phone.page.clock.fast_forward(8_000)
    says(phone, "unsaved")
    expect(phone.at("[data-what]")).to_have_text("Add · Cleo")
    expect(phone.at("#saving")).to_be_hidden()
    phone.page.unroute("**/join")
    phone.page.clock.fast_forward(8_000)  # the next one was held, too
    leads_to(phone, f"/games/{key}/table")
    assert phone.house.load(key).game.players == ("Ana", "Ben", "Cleo")
    phone.expect_saved(key, "turn", "turn", "join")


def test_score_cards_and_games_fetched_back_wait_too(phone: Phone) -> None:
    key = phone.house.game("free_for_all", ("Ana", "Ben"))
    phone.open(f"/games/{key}/score-cards")
    lost = Lost(1)
    phone.page.route("**/score-cards", lost)
    phone.at('button:has-text("Ten more")').dblclick()
    says(phone, "unsaved")
    expect(phone.at("[data-what]")).to_have_text("Ten more +10")
    expect(phone.at(".noted-cards li")).to_have_count(1)
    assert len(lost.bodies) == 2
    phone.context.set_offline(True)
    phone.press(".noted-cards button")
    says(phone, "unsaved")
    expect(phone.at("[data-what]")).to_have_text("Remove card")
    phone.context.set_offline(False)
    expect(phone.at(".noted-cards li")).to_have_count(0)
    phone.expect_saved(key, "card", "uncard")
    phone.house.store.append(key, 2, wish(ThrowAway()))
    phone.open("/thrown-away")
    phone.context.set_offline(True)
    phone.press(f'form[action*="{key}"] button')
    says(phone, "unsaved")
    phone.context.set_offline(False)
    leads_to(phone, f"/games/{key}")


def test_a_browser_that_keeps_nothing_sends_a_plain_form(phone: Phone, key: str) -> None:
    phone.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    phone.open(f"/games/{key}/table")
    with phone.page.expect_request("**/skip") as asked:
        phone.press('button:has-text("Skip")')
    assert asked.value.is_navigation_request()
    leads_to(phone, f"/games/{key}")
    phone.expect_saved(key, "turn", "turn", "skip")
