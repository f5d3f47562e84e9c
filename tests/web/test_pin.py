"""The PIN: what it guards, how it is entered, what comes after too many wrong ones."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.rules import Told
from scorepad.store import running, tries
from scorepad.web.caller import network_of
from tests.helpers import Page, Reader, key_of, make_app, new_game, rows, store_of, together

PIN = "4711"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app with a PIN."""
    made = make_app(tmp_path / "scorepad.db", PIN=PIN)
    yield made
    store_of(made).close()


def enter(client: FlaskClient, pin: str = PIN, next_page: str = "/") -> TestResponse:
    return client.post("/pin", data={"pin": pin, "next": next_page})


@pytest.fixture
def address(app: Flask) -> str:
    """A game, started by someone who knows the PIN."""
    inside = app.test_client()
    assert enter(inside).status_code == 303
    return new_game(inside)


@pytest.mark.parametrize(
    "path",
    ["/", "/games", "/games/new", "{}", "{}/pad", "{}/pad?seen=0", "{}/sheet", "{}/record.json", "/nothing"],
)
def test_every_page_asks_for_the_pin_first(client: FlaskClient, address: str, path: str) -> None:
    answer = client.get(path.format(address))
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/pin?next=%2F")
    assert "Ana" not in answer.text
    assert client.head(path.format(address)).status_code == 303


@pytest.mark.parametrize("path", ["/games", "{}/turns", "{}/undo", "{}/rematch", "/nothing"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_is_changed_without_the_pin(
    app: Flask, client: FlaskClient, address: str, path: str, method: str
) -> None:
    before = rows(store_of(app), "SELECT * FROM games")
    form = {"ruleset": "yacht", "player": "Ana", "seen": "0", "dice": "44421", "box": "fours"}
    answer = client.open(path.format(address), method=method, data=form)
    assert answer.status_code == 401
    page = Page(answer.text)
    assert "PIN" in page.text
    [link] = [a for a in page.all("a") if a.text == "Enter the PIN"]
    assert link["href"].startswith("/pin?next=")
    assert rows(store_of(app), "SELECT * FROM games") == before
    assert rows(store_of(app), "SELECT * FROM events") == []


def test_htmx_is_told_by_the_code_alone(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}/pad", headers={"HX-Request": "true"})
    assert answer.status_code == 401
    [link] = [a for a in Page(answer.text).all("a") if a.text == "Enter the PIN"]
    assert link["href"] == f"/pin?next={address}"


def test_after_the_pin_the_form_comes_back_with_what_its_address_says(client: FlaskClient) -> None:
    form = "/games/new?player=Ana&player=Ben"
    for sender, back in (
        (f"http://localhost{form}", form),
        ("http://evil.com/games/new", "/"),
        ("http://localhost//evil.com", "/"),
        ("", "/"),
    ):
        answer = client.post("/games", data={"player": "Ana"}, headers={"Referer": sender})
        [link] = [a for a in Page(answer.text).all("a") if a.text == "Enter the PIN"]
        assert client.get(link["href"]).status_code == 200
        assert Page(client.get(link["href"]).text).one("input", "name", "next")["value"] == back


def test_what_a_stranger_sends_is_not_even_read(client: FlaskClient, address: str) -> None:
    class Body(io.BytesIO):
        def read(self, *_size: object) -> bytes:
            raise AssertionError("read")

    answer = client.post(
        f"{address}/turns",
        input_stream=Body(),
        content_type="application/x-www-form-urlencoded",
        content_length=1000,
    )
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("path", "code"),
    [("/pin", 200), ("/healthz", 200), ("/static/pad.css", 200), ("/watch/x", 404), ("/help", 404)],
)
def test_some_addresses_are_open_to_all(client: FlaskClient, path: str, code: int) -> None:
    assert client.get(path).status_code in (code, 200)


@pytest.mark.parametrize(
    "path",
    [
        "//",
        "/static/../games",
        "/static/%2e%2e/games",
        "/./games",
        "/pin/../games",
        "/pin/x",
        "/healthzx",
        "/%70in/x",
    ],
)
def test_no_spelling_of_an_address_gets_around_the_pin(client: FlaskClient, path: str, address: str) -> None:
    answer = client.get(path)
    assert address
    assert answer.status_code in (303, 308, 404)
    assert "New game" not in answer.text


def test_the_right_pin_opens_and_leads_on(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    page = reader.open(f"{address}?dice=44421")
    assert reader.address.startswith("/pin?")
    assert page.one("input", "id", "pin")["type"] == "password"
    page = reader.press_text("Open", pin=PIN)
    assert reader.address == f"{address}?dice=44421"
    assert page.offers["fours"] == 12
    assert reader.press_hook("data-box", "fours").seen == 1


@pytest.mark.parametrize("pin", ["۴۷۱۱", "٤٧١١", "４７１１", " 4711 ", "4711\n", "۴7۱1"])
def test_the_pin_is_read_in_any_digits(client: FlaskClient, pin: str) -> None:
    assert enter(client, pin).status_code == 303
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    "pin", ["", " ", "4712", "471", "47111", "4 711", "²711", "\0", "4711\0", "é", "4" * 5000]
)
def test_a_wrong_pin_is_told_and_opens_nothing(client: FlaskClient, pin: str) -> None:
    answer = client.post("/pin", data={"pin": pin.encode("utf-8", "surrogatepass"), "next": "/games"})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.alerts == ["This is not the PIN. Try again."]
    assert page.one("input", "name", "next")["value"] == "/games"
    assert client.get("/").status_code == 303


def test_a_pin_that_was_not_sent_is_wrong(client: FlaskClient) -> None:
    assert client.post("/pin").status_code == 422


def test_a_pin_of_persian_digits_is_entered_in_any_digits_too(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db", PIN="۴۷۱۱")
    try:
        assert enter(app.test_client(), "4711").status_code == 303
    finally:
        store_of(app).close()


@pytest.mark.parametrize(
    ("target", "leads_to"),
    [
        ("/games/new?player=Ana", "/games/new?player=Ana"),
        ("/", "/"),
        ("", "/"),
        ("games", "/"),
        ("//evil.com", "/"),
        ("///evil.com", "/"),
        ("/\\evil.com", "/"),
        ("\\\\evil.com", "/"),
        ("http://evil.com/", "/"),
        ("https:evil.com", "/"),
        ("javascript:alert(1)", "/"),
        (" //evil.com", "/"),
        ("/\t/evil.com", "/"),
        ("/\n/evil.com", "/"),
        ("/x\r\nSet-Cookie: a=b", "/"),
        ("/é", "/"),
    ],
)
def test_the_way_on_never_leads_away_from_the_pad(client: FlaskClient, target: str, leads_to: str) -> None:
    asked = Page(client.get("/pin", query_string={"next": target}).text)
    assert asked.one("input", "name", "next")["value"] == leads_to
    answer = enter(client, next_page=target)
    assert (answer.status_code, answer.headers["Location"]) == (303, leads_to)
    wrong = Page(enter(client, "1", target).text)
    assert wrong.one("input", "name", "next")["value"] == leads_to


class Clock:
    """The machine's clock and the wall's, both set by the test."""

    def __init__(self) -> None:
        self.passed, self.wall = 1000.0, 1.8e9

    def monotonic(self) -> float:
        return self.passed

    def time(self) -> float:
        return self.wall

    def wait(self, seconds: float) -> None:
        self.passed += seconds
        self.wall += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for room in (running, tries):
        monkeypatch.setattr(room, "time", made)
    return made


def wrong(client: FlaskClient, address: str = "192.168.1.66", times: int = 1) -> list[int]:
    return [enter_from(client, address, "0000").status_code for _ in range(times)]


def enter_from(client: FlaskClient, address: str, pin: str = PIN) -> TestResponse:
    return client.post("/pin", data={"pin": pin}, environ_overrides={"REMOTE_ADDR": address})


def test_five_wrong_pins_are_free_then_the_address_waits_and_is_told_how_long(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    inside = app.test_client()
    assert enter_from(inside, "192.168.1.66").status_code == 303
    assert wrong(client, times=5) == [422] * 5
    for seconds, told, figure in ((30, "30 seconds", 30), (60, "60 seconds", 60), (120, "2 minutes", 120)):
        for pin in ("0000", PIN):  # the right one, too: a guesser learns nothing
            answer = enter_from(client, "192.168.1.66", pin)
            assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(figure))
            assert Page(answer.text).alerts == [f"Too many wrong PINs. Wait {told}, then try again."]
        assert inside.get("/").status_code == 200  # who is in never waits
        assert enter_from(app.test_client(), "192.168.1.67").status_code == 303  # nor does anyone else
        clock.wait(seconds)
        assert wrong(client) == [422]
    clock.wait(240)
    assert enter_from(client, "192.168.1.66").status_code == 303
    assert wrong(client, times=5) == [422] * 5  # and all begins anew


def test_the_page_asks_for_figures_only_where_the_pin_has_no_others(tmp_path: Path) -> None:
    for pin, numeric in (("4711", True), ("47a1", False)):
        app = make_app(tmp_path / "scorepad.db", PIN=pin)
        field = Page(app.test_client().get("/pin").text).one("input", "id", "pin")
        assert ("inputmode" in field) == numeric
        store_of(app).close()


@pytest.mark.parametrize("pin", ["4", "471", "۴۷۱", " 12 "])
def test_a_pin_of_fewer_than_four_signs_is_refused_at_start(tmp_path: Path, pin: str) -> None:
    with pytest.raises(Told, match="short_pin"):
        make_app(tmp_path / "scorepad.db", PIN=pin)
    assert not (tmp_path / "scorepad.db").exists()


@pytest.mark.usefixtures("clock")
def test_waits_outlive_a_restart_and_a_new_pin_begins_anew(tmp_path: Path) -> None:
    for pin, code in ((PIN, 422), (PIN, 429), ("471108", 422), (PIN, 429)):
        app = make_app(tmp_path / "scorepad.db", PIN=pin)
        assert wrong(app.test_client(), times=5)[0] == code
        store_of(app).close()


@pytest.mark.parametrize("wall", [0.0, 1.7e9, 9.9e9], ids=["in 1970", "an hour ago", "in 2283"])
def test_a_clock_that_was_set_neither_opens_the_door_nor_locks_it(
    tmp_path: Path, clock: Clock, wall: float
) -> None:
    app = make_app(tmp_path / "scorepad.db", PIN=PIN)
    client = app.test_client()
    for wait in (0, 0, 0, 0, 0, *(30 * 2**step for step in range(12))):
        clock.wait(wait)
        assert wrong(client) == [422]
    longest = 86_400
    assert enter_from(client, "192.168.1.66").headers["Retry-After"] == str(longest)
    clock.wall = wall  # while it runs the wall says nothing
    assert enter_from(client, "192.168.1.66").headers["Retry-After"] == str(longest)
    store_of(app).close()
    clock.passed = 5.0  # a machine that was started anew
    app = make_app(tmp_path / "scorepad.db", PIN=PIN)
    wait = enter_from(app.test_client(), "192.168.1.66").headers.get("Retry-After", "0")
    assert wait == ("0" if wall > 1.8e9 else str(longest))
    store_of(app).close()


@pytest.mark.usefixtures("clock")
def test_addresses_of_one_network_of_ipv6_count_as_one(client: FlaskClient) -> None:
    for number in range(5):
        assert wrong(client, f"2001:db8:1:2:{number}::7") == [422]
    assert wrong(client, "2001:db8:1:2:ffff:ffff:ffff:ffff") == [429]
    assert wrong(client, "2001:db8:1:3::7") == [422]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.5", "::ffff:192.168.1.5", True),
        ("192.168.1.5", "192.168.1.5:4711", True),
        ("192.168.1.5", "192.168.1.6", False),
        ("fe80::1%eth0", "[fe80::2]:80", True),
        ("unix:", " unix: ", True),
        ("", "unknown", False),
    ],
)
def test_an_address_is_the_same_however_it_is_told(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) == same


def test_a_guesser_of_many_addresses_is_slowed_down_and_keeps_out_nobody_who_was_in_before(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    assert enter_from(app.test_client(), "192.168.1.7").status_code == 303
    addresses = [f"10.0.{third}.{fourth}" for third in range(2) for fourth in range(1, 81)]
    tried = sum(code == 422 for address in addresses for code in wrong(client, address, 2))
    assert tried == tries.TOGETHER
    for _day in range(365):
        clock.wait(86_400)
        tried += sum(code == 422 for address in addresses[:4] for code in wrong(client, address))
    assert tried < 420  # of 10,000
    assert enter_from(client, "192.168.1.99").status_code == 429  # a stranger waits,
    assert enter_from(app.test_client(), "192.168.1.7", "4710").status_code == 422
    assert enter_from(app.test_client(), "192.168.1.7").status_code == 303  # who was in before does not,
    clock.wait(2 * 86_400)
    assert enter_from(client, "192.168.1.99").status_code == 303  # and it never takes long


@pytest.mark.usefixtures("clock")
def test_a_longer_pin_lets_strangers_in_sooner(tmp_path: Path) -> None:
    waits = []
    for pin in ("4711", "471147", "47114711"):
        app = make_app(tmp_path / f"{pin}.db", PIN=pin)
        for number in range(tries.TOGETHER + 1):
            wrong(app.test_client(), f"10.0.0.{number}")
        waits.append(int(enter_from(app.test_client(), "10.0.1.1").headers["Retry-After"]))
        store_of(app).close()
    assert waits == [157_680, 1577, 16]


def test_what_is_kept_of_addresses_tells_nobody_which_and_stays_small(
    app: Flask, client: FlaskClient, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "MOST", 10)
    monkeypatch.setattr(tries, "TOGETHER", 10**6)
    enter_from(client, "192.168.1.7")
    for number in range(20):
        clock.wait(1)
        wrong(client, f"10.0.0.{number}", 2)
    kept = rows(store_of(app), "SELECT mark, known FROM tries")
    assert len(kept) == 11
    assert [known for _mark, known in kept].count(1) == 1
    assert all(re.fullmatch("[0-9a-f]{64}", mark) for mark, _known in kept)
    assert wrong(client, "10.0.0.19", 4) == [422, 422, 422, 429]


@pytest.mark.usefixtures("clock")
def test_tries_at_the_same_moment_are_all_counted(app: Flask) -> None:
    codes = together(*(lambda: wrong(app.test_client())[0] for _ in range(12)))
    assert sorted(codes) == [422] * 5 + [429] * 7


def test_keys_are_too_many_to_be_guessed(app: Flask, address: str) -> None:
    stored = store_of(app).load(key_of(address))
    for key in (stored.key, stored.watch_key):
        assert len(base64.urlsafe_b64decode(key)) == 12  # 96 bits


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(client: FlaskClient) -> None:
    cookie = enter(client).headers["Set-Cookie"]
    parts = {part.strip().split("=")[0]: part.strip() for part in cookie.split(";")}
    assert "HttpOnly" in parts
    assert parts["SameSite"] == "SameSite=Lax"
    assert parts["Max-Age"] == "Max-Age=31536000"
    assert "Expires" not in parts  # by whose clock?
    assert PIN not in cookie


def test_a_wrong_pin_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in enter(client, "1").headers


def test_an_invented_cookie_opens_nothing(client: FlaskClient) -> None:
    for value in ("x", "eyJwaW4iOiI0NzExIn0", "eyJwaW4iOiI0NzExIn0.aaaaaa.bbbbbbbb", ""):
        client.set_cookie("scorepad", value)
        assert client.get("/").status_code == 303


def test_the_cookie_outlives_a_restart_but_not_a_new_pin(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    cookie = ""
    for pin, code in ((PIN, 303), (PIN, 200), ("4712", 303), (PIN, 200)):
        app = make_app(path, PIN=pin)
        client = app.test_client()
        if cookie:
            client.set_cookie("scorepad", cookie)
        assert client.get("/").status_code == code
        if not cookie:
            enter(client)
            found = client.get_cookie("scorepad")
            assert found is not None
            cookie = found.value
        store_of(app).close()


@pytest.mark.parametrize("given", [9, 1_000_000_000, 4_000_000_000])
def test_the_cookie_holds_whatever_the_clock_said_when_it_was_given(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, given: int
) -> None:
    with monkeypatch.context() as then:
        then.setattr("itsdangerous.timed.time.time", lambda: given)
        cookie = enter(client).headers["Set-Cookie"]
    other = app.test_client()
    other.set_cookie("scorepad", cookie.split(";")[0].removeprefix("scorepad="))
    assert other.get("/").status_code == 200


def test_a_cookie_of_the_version_before_holds(app: Flask, client: FlaskClient) -> None:
    enter(client)
    with client.session_transaction() as session:
        said = dict(session)
    signed = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signed is not None
    other = app.test_client()
    other.set_cookie("scorepad", str(signed.dumps(said)))
    assert other.get("/").status_code == 200


def test_each_answer_makes_the_cookie_last_a_year_from_then(client: FlaskClient) -> None:
    enter(client)
    answer = client.get("/")
    assert answer.headers["Set-Cookie"].startswith("scorepad=")
    assert "Max-Age=31536000" in answer.headers["Set-Cookie"]
    assert "Cookie" in answer.headers["Vary"]


def test_the_pin_works_after_a_power_cut_that_left_a_half_written_key_aside(tmp_path: Path) -> None:
    (tmp_path / "secret_key.1f2e3d4c.half").write_text("0123")
    cookie = ""
    for _ in range(2):
        app = make_app(tmp_path / "scorepad.db", PIN=PIN)
        client = app.test_client()
        if cookie:
            client.set_cookie("scorepad", cookie)
            assert client.get("/").status_code == 200
        else:
            assert client.get("/").status_code == 303
            assert enter(client).status_code == 303
            found = client.get_cookie("scorepad")
            assert found is not None
            cookie = found.value
        store_of(app).close()
        (tmp_path / "secret_key.5a6b7c8d.half").write_text("")


def test_without_a_pin_nobody_is_asked(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db")
    try:
        assert app.test_client().get("/").status_code == 200
    finally:
        store_of(app).close()


OPEN_TO_ALL = {
    "assets.static_file",
    "help.index",
    "help.rules",
    "pin.ask",
    "pin.enter",
    "health.healthz",
    "watch.board",
    "watch.part",
}


def test_every_route_but_those_named_here_asks_for_the_pin(app: Flask, client: FlaskClient) -> None:
    values = {"key": "x", "watch_key": "x", "name": "pad.css", "turn": 1, "number": 1, "ruleset_id": "yatzy"}
    values |= {"fingerprint": "x", "player": 1}
    for rule in app.url_map.iter_rules():
        _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            answer = client.open(path, method=method)
            asked = answer.status_code == 401 or answer.headers.get("Location", "").startswith("/pin?")
            assert asked != (rule.endpoint in OPEN_TO_ALL), (method, path)


def test_an_address_that_only_looks_open_asks_for_the_pin(client: FlaskClient) -> None:
    for path in ("/helpful", "/help/x/y", "/static", "/watch/x/y", "/healthz/x", "/pin/"):
        assert client.get(path).headers["Location"].startswith("/pin?"), path
