"""The PIN: what it guards, how it is entered, what comes after too many wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.web.pin import Tries
from tests.helpers import Page, Reader, make_app, new_game, rows, store_of

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


@pytest.mark.parametrize("path", ["/games", "{}/turns", "{}/undo", "{}/rematch", "/nothing"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_is_changed_without_the_pin(
    app: Flask, client: FlaskClient, address: str, path: str, method: str
) -> None:
    before = rows(store_of(app), "SELECT * FROM games")
    form = {"ruleset": "yacht", "player": "Ana", "seen": "0", "dice": "44421", "box": "fours"}
    answer = client.open(path.format(address), method=method, data=form)
    assert answer.status_code == 401
    assert "PIN" in Page(answer.text).text
    assert rows(store_of(app), "SELECT * FROM games") == before
    assert rows(store_of(app), "SELECT * FROM events") == []


def test_htmx_is_told_by_the_code_alone(client: FlaskClient, address: str) -> None:
    assert client.get(f"{address}/pad", headers={"HX-Request": "true"}).status_code == 401


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


def test_after_ten_wrong_pins_the_door_is_shut_for_a_while(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = app.test_client()
    assert enter(inside).status_code == 303
    for number in range(10):
        assert enter(client, str(number)).status_code == 422
    for pin in ("0", PIN):
        answer = enter(client, pin)
        assert answer.status_code == 429
        assert "Wait a minute" in Page(answer.text).alerts[0]
    assert enter(app.test_client()).status_code == 429
    assert client.get("/").status_code == 303
    assert inside.get("/").status_code == 200
    monkeypatch.setattr(Tries, "SECONDS", 0)
    assert enter(client).status_code == 303


def test_nine_wrong_pins_are_forgiven(client: FlaskClient) -> None:
    for number in range(9):
        enter(client, str(number))
    assert enter(client).status_code == 303


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
    values["fingerprint"] = "x"
    for rule in app.url_map.iter_rules():
        _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            answer = client.open(path, method=method)
            asked = answer.status_code == 401 or answer.headers.get("Location", "").startswith("/pin?")
            assert asked != (rule.endpoint in OPEN_TO_ALL), (method, path)


def test_an_address_that_only_looks_open_asks_for_the_pin(client: FlaskClient) -> None:
    for path in ("/helpful", "/help/x/y", "/static", "/watch/x/y", "/healthz/x", "/pin/"):
        assert client.get(path).headers["Location"].startswith("/pin?"), path
