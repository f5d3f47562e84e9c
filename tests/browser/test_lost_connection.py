"""A connection that comes and goes: what was typed stays, what was tapped is saved, and once."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.phone import Phone
from tests.helpers import boxes

ROOT = Path(__file__).parent.parent.parent
SAVED = 5_000
HOUR = 3_600_000

BANNER = "#banner"
UNSAVED, AWAY, OLD = ('[data-when="unsaved"]', '[data-when="away"]', '[data-when="old"]')


@pytest.fixture(params=["localhost", "lan"])
def phone(request: pytest.FixtureRequest) -> Phone:
    """A phone whose connection may break, at this machine and in a home network."""
    if request.param == "lan":
        made: Phone = request.getfixturevalue("lan_phone")
    else:
        made = request.getfixturevalue("phones")()
    made.rough = True
    return made


@pytest.fixture
def key(phone: Phone) -> str:
    """A game of two that the phone has open, one turn played."""
    made: str = phone.house.game()
    phone.house.take(made, "chance", "66543")
    phone.open_pad(made)
    return made


def offline(phone: Phone, away: bool = True) -> None:
    phone.context.set_offline(away)


def says(phone: Phone, why: str) -> None:
    """The banner is up and says that alone."""
    expect(phone.at(f"{BANNER} {why}")).to_be_visible()
    for other in {UNSAVED, AWAY, OLD} - {why}:
        expect(phone.at(f"{BANNER} {other}")).to_be_hidden()


def quiet(phone: Phone) -> None:
    expect(phone.at(BANNER)).to_be_hidden()


def kept(phone: Phone, key: str) -> Any:
    """What waits on that phone to be sent, in turn."""
    shelf = "key => JSON.parse(localStorage.getItem(`scorepad:/games/${key}/pad`) ?? '[]')"
    return phone.page.evaluate(shelf, key)


def expect_waiting(phone: Phone, key: str, part: str) -> None:
    assert part in kept(phone, key)[-1]["body"]


def age(phone: Phone, key: str, milliseconds: int) -> None:
    """What waits was tapped that much earlier."""
    phone.page.evaluate(
        """([key, by]) => {
            const shelf = `scorepad:/games/${key}/pad`, entries = JSON.parse(localStorage.getItem(shelf));
            const older = entries.map((entry) => ({ ...entry, at: entry.at - by }));
            localStorage.setItem(shelf, JSON.stringify(older));
        }""",
        [key, milliseconds],
    )


def saved(phone: Phone, key: str, seen: int, *kinds: str) -> None:
    """It is saved by itself, once, and nothing waits any more."""
    expect(phone.pad).to_have_attribute("data-seen", str(seen), timeout=SAVED)
    quiet(phone)
    assert phone.house.events(key) == list(kinds)
    for _ in range(40):
        if kept(phone, key) == []:
            return
        phone.page.wait_for_timeout(100)
    assert kept(phone, key) == []


def deliver(route: Route) -> None:
    """Brings it to the server, which answers in vain. By hand: the driver knows no address of the network."""
    asked = route.request
    where = urlsplit(asked.url)
    wanted = ("content-type", "origin", "hx-request")
    headers = {name: value for name, value in asked.headers.items() if name in wanted}
    local = f"http://127.0.0.1:{where.port}{where.path}"
    with urlopen(
        Request(local, asked.post_data_buffer, headers | {"Host": where.netloc}), timeout=10
    ) as answer:
        assert answer.status == 200


def delivered_but_lost(route: Route) -> None:
    deliver(route)
    route.abort("connectionreset")


def never_sent(route: Route) -> None:
    route.abort("connectionfailed")


# --- offline ----------------------------------------------------------------------------------------


def test_a_turn_tapped_without_a_connection_is_saved_by_itself_when_it_is_back(
    phone: Phone, key: str
) -> None:
    phone.key(4)
    phone.key(4)
    offline(phone)
    phone.key(4)
    assert phone.dice == "444.."
    offline(phone, False)
    phone.type("21")
    offline(phone)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    assert (phone.seen, phone.mover, phone.dice) == (1, 1, ".....")
    expect(phone.at("td.unsaved")).to_have_text("12")
    assert phone.house.events(key) == ["turn"]
    offline(phone, False)
    saved(phone, key, 2, "turn", "turn")
    assert (phone.mover, phone.dice) == (1, ".....")
    phone.page.wait_for_timeout(2_200)
    assert phone.house.events(key) == ["turn", "turn"]


def test_dice_typed_without_a_connection_stay_and_say_so(phone: Phone, key: str) -> None:
    offline(phone)
    for face in "44421":
        phone.key(face)
    says(phone, AWAY)
    assert phone.dice == "44421"
    offline(phone, False)
    quiet(phone)
    assert phone.dice == "44421"
    phone.press(".backspace")
    phone.type("1")
    phone.fill("fours")
    saved(phone, key, 2, "turn", "turn")


def test_an_idle_phone_without_a_connection_says_so_and_then_catches_up(phone: Phone, key: str) -> None:
    offline(phone)
    says(phone, AWAY)
    phone.house.take(key, "chance", "66543")
    assert phone.seen == 1
    offline(phone, False)
    expect(phone.pad).to_have_attribute("data-seen", "2")
    quiet(phone)


def test_an_undo_tapped_without_a_connection_is_sent_later_and_once(phone: Phone, key: str) -> None:
    offline(phone)
    phone.press(".bar [data-undo]")
    says(phone, UNSAVED)
    assert phone.seen == 1
    offline(phone, False)
    saved(phone, key, 2, "turn", "undo")


def test_a_turn_that_waited_while_another_phone_saved_is_told_and_keeps_its_dice(
    phone: Phone, key: str
) -> None:
    phone.type("44421")
    offline(phone)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    phone.house.take(key, "ones", "11123")
    offline(phone, False)
    expect(phone.at('#pad [role="alert"]')).to_contain_text("Someone else saved first")
    phone.expect_state("kept")
    assert (phone.seen, phone.mover, phone.dice) == (2, 1, "44421")
    saved(phone, key, 2, "turn", "turn")


def test_the_next_player_s_turn_waits_without_a_connection_and_both_are_saved_once(
    phone: Phone, key: str
) -> None:
    phone.type("44421")
    offline(phone)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    assert phone.mover == 1
    phone.type("12345")
    phone.press('[data-box="large_straight"]')
    phone.page.wait_for_timeout(100)
    assert [entry["turn"] for entry in kept(phone, key)] == ["2-1", "1-2"]
    offline(phone, False)
    saved(phone, key, 3, "turn", "turn", "turn")
    game = phone.house.load(key).game
    assert (boxes(game, 2), boxes(game, 1)) == ({"fours": 12}, {"chance": 24, "large_straight": 40})


# --- the answer is lost -----------------------------------------------------------------------------


def test_a_turn_whose_answer_is_lost_again_and_again_counts_once(phone: Phone, key: str) -> None:
    phone.type("44421")
    bodies: list[str] = []

    def lose_twice(route: Route) -> None:
        bodies.append(route.request.post_data or "")
        if len(bodies) > 2:
            route.continue_()
        else:
            delivered_but_lost(route)

    phone.page.route("**/turns", lose_twice)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    saved(phone, key, 2, "turn", "turn")
    assert bodies == ["seen=1&dice=44421&box=fours"] * 3


def test_a_page_loaded_again_sends_what_still_waits(phone: Phone, key: str) -> None:
    phone.type("44421")
    phone.page.route("**/turns", never_sent)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    assert kept(phone, key)[0]["path"] == f"/games/{key}/turns"
    phone.page.unroute("**/turns")
    phone.page.reload()
    saved(phone, key, 2, "turn", "turn")


def test_a_browser_that_was_closed_sends_what_still_waits(phone: Phone, key: str) -> None:
    phone.type("44421")
    phone.page.route("**/turns", delivered_but_lost)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    closed, phone.page = phone.page, phone.context.new_page()
    closed.close()
    phone.open_pad(key)
    saved(phone, key, 2, "turn", "turn")


# --- an old entry -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["send", "forget"])
def test_an_entry_older_than_an_hour_asks_first(phone: Phone, key: str, answer: str) -> None:
    phone.type("44421")
    phone.page.route("**/turns", never_sent)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    age(phone, key, HOUR + 1_000)
    phone.page.unroute("**/turns")
    says(phone, OLD)
    assert phone.house.events(key) == ["turn"]
    phone.page.reload()
    says(phone, OLD)
    assert phone.house.events(key) == ["turn"]
    phone.press(f"[data-{answer}]")
    if answer == "send":
        saved(phone, key, 2, "turn", "turn")
    else:
        saved(phone, key, 1, "turn")


def test_an_entry_of_less_than_an_hour_is_sent_unasked(phone: Phone, key: str) -> None:
    phone.type("44421")
    phone.page.route("**/turns", never_sent)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    age(phone, key, HOUR - 60_000)
    phone.page.unroute("**/turns")
    saved(phone, key, 2, "turn", "turn")


def test_what_waits_for_one_game_is_not_sent_to_another(phone: Phone, key: str) -> None:
    phone.type("44421")
    phone.page.route("**/turns", never_sent)
    phone.press('[data-box="fours"]')
    says(phone, UNSAVED)
    other = phone.house.game()
    phone.open_pad(other)
    quiet(phone)
    phone.page.unroute("**/turns")
    phone.turn("12345", "large_straight")
    phone.expect_saved(other, "turn")
    assert phone.house.events(key) == ["turn"]
    phone.open_pad(key)
    saved(phone, key, 2, "turn", "turn")


# --- a home network ---------------------------------------------------------------------------------


def test_a_home_network_is_no_secure_context_and_the_screen_hint_comes_once(lan_phone: Phone) -> None:
    lan_phone.open_pad(lan_phone.house.game())
    assert lan_phone.page.evaluate("isSecureContext") is False
    expect(lan_phone.at("#awake")).to_be_visible()
    lan_phone.press("#awake button:not([data-keep])")
    expect(lan_phone.at("#awake")).to_be_hidden()
    for key in (lan_phone.house.game(), lan_phone.house.game()):
        lan_phone.open_pad(key)
        expect(lan_phone.at("#awake")).to_be_hidden()
    lan_phone.turn("44421", "fours")


def test_the_screen_hint_goes_with_the_first_die(lan_phone: Phone) -> None:
    lan_phone.open_pad(lan_phone.house.game())
    expect(lan_phone.at("#awake")).to_be_visible()
    lan_phone.key(4)
    expect(lan_phone.at("#awake")).to_be_hidden()


def test_where_the_screen_can_be_kept_awake_there_is_no_hint(phones: Callable[..., Phone]) -> None:
    phone = phones()
    phone.open_pad(phone.house.game())
    assert phone.page.evaluate("isSecureContext") is True
    expect(phone.at("#awake")).to_be_hidden()


# --- the server dies --------------------------------------------------------------------------------


class Server:
    """`app.py` as people start it, in a process of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process = self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(self.port)],
            cwd=ROOT,
            env={**os.environ, "SCOREPAD_DB": str(self.path), "SCOREPAD_PIN": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(300):
            try:
                with urlopen(f"{self.url}/healthz", timeout=5):
                    return self.process
            except URLError:
                assert self.process.poll() is None, "it ended by itself"
                time.sleep(0.05)
        raise AssertionError("it does not answer")

    def kill(self) -> None:
        """As a power cut does it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def game(self) -> str:
        form = urlencode({"ruleset": "yahtzee", "player": ["Ana", "Ben"], "starter": "first"}, doseq=True)
        with urlopen(f"{self.url}/games", data=form.encode(), timeout=10) as answer:
            return str(answer.url).rpartition("/")[2]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "scorepad.db")
    yield made
    if made.process.poll() is None:
        made.kill()


@pytest.fixture
def played(browser: Browser, server: Server) -> Iterator[Phone]:
    """A phone with a game of that server open, five dice typed."""
    made = Phone(browser, server)  # type: ignore[arg-type]
    made.rough = True
    made.open_pad(server.game())
    made.type("44421")
    yield made
    made.close()


def turns(phone: Phone) -> list[dict[str, str]]:
    """The turns that the server tells."""
    record = phone.page.request.get(f"{phone.page.url}/record.json").json()
    told: list[dict[str, str]] = record["turns"]
    return told


FOURS = [{"player": "Ana", "dice": "12444", "box": "fours"}]


def test_a_server_killed_between_the_tap_and_its_answer_counts_the_turn_once(
    played: Phone, server: Server
) -> None:
    def dies(route: Route) -> None:
        deliver(route)
        server.kill()
        route.abort("connectionreset")

    played.page.route("**/turns", dies)
    played.press('[data-box="fours"]')
    says(played, UNSAVED)
    assert (played.seen, played.mover, played.dice) == (0, 2, ".....")
    played.page.unroute("**/turns")
    server.start()
    expect(played.pad).to_have_attribute("data-seen", "1", timeout=SAVED)
    quiet(played)
    assert turns(played) == FOURS
    played.turn("12345", "large_straight")
    assert len(turns(played)) == 2


def test_a_turn_tapped_while_the_server_is_down_is_saved_when_it_is_up_again(
    played: Phone, server: Server
) -> None:
    server.kill()
    played.press('[data-box="fours"]')
    says(played, UNSAVED)
    assert (played.seen, played.mover, played.dice) == (0, 2, ".....")
    server.start()
    expect(played.pad).to_have_attribute("data-seen", "1", timeout=SAVED)
    quiet(played)
    assert turns(played) == FOURS
