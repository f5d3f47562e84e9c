"""Who may ask and who may change: Host, Origin, headers, pages without inline parts, escaped texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from tests.helpers import (
    Page,
    finish_by_forms,
    make_app,
    new_game,
    play_by_forms,
    rows,
    store_of,
)

# --- Host --------------------------------------------------------------------------------------------

AT_HOME = (
    "192.168.1.5", "192.168.1.5:5000", "10.0.0.2:80", "127.0.0.1:5000", "[::1]", "[::1]:5000",
    "[fd00::1234]:5000", "localhost", "localhost:5000", "LOCALHOST", "raspberrypi", "RaspberryPi:5000",
    "pad.local", "pad.local:5000", "pad.local.", "x.lan", "a.home.arpa", "pad.localhost",
    "fritz.box", "FRITZ.BOX:5000", "fritz.box.", "pad.fritz.box", "pad.home", "pad.internal", "pad.corp:80",
    "pad.localdomain", "pad.private", "pad.intranet",
)  # fmt: skip
FOREIGN = (
    "evil.com", "evil.com:5000", "evil.com.", "1.2.3.4.evil.com", "192.168.1.5.nip.io", "localhost.evil.com",
    "pad.local.evil.com", "evillocal.com", "notlan.xlan.com", "", " ", ":5000", "localhost:", "a b",
    "user@localhost", "localhost/x", "localhost#", "localhost:5000:5000", "localhost:x", "[::1", "::1",
    "[evil.com]", "evil.com,localhost", "localhost, evil.com", "xn--.evil.com", "1.2.3.4.5", "0x7f.1",
    "é.local\u00a0", "localhost\0", None, ".local", "a..local", "localhost..", "x" * 64,
    "x" * 64 + ".lan:5000", "easy.box", "pad.box", "xfritz.box", "fritz.box.evil.com", "internal.evil.com",
    "pad.home.evil.com",
)  # fmt: skip


def asked_as(
    app: Flask, host: str | None, method: str = "GET", path: str = "/", headers: dict[str, str] | None = None
) -> tuple[int, str]:
    """Code and page of a request with just that Host header (the test client itself chokes on some)."""
    environ = EnvironBuilder(path, method=method, headers=headers).get_environ()
    del environ["HTTP_HOST"]
    if host is not None:
        environ["HTTP_HOST"] = host
    body, status, _ = run_wsgi_app(app.wsgi_app, environ, buffered=True)
    return int(status.split()[0]), b"".join(body).decode()


@pytest.mark.parametrize("host", AT_HOME)
def test_addresses_and_names_of_a_home_network_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_any_other_name_is_refused(app: Flask, host: str | None) -> None:
    code, html = asked_as(app, host)
    assert code == 400
    assert "does not know this name" in Page(html).text
    assert Page(html).all("a", "href", "/games/new") == []


@pytest.mark.parametrize(
    ("host", "name"), [("Pad.Example.org:5000", "pad.example.org"), ("a-b.evil.com.", "a-b.evil.com")]
)
def test_a_refused_name_is_told_with_the_very_setting_that_lets_it_in(
    app: Flask, caplog: pytest.LogCaptureFixture, host: str, name: str
) -> None:
    _, html = asked_as(app, host)
    assert f"If {name} is your own name for it, add it to SCOREPAD_HOSTS" in Page(html).text
    assert caplog.messages == [
        f"the name '{name}' is refused: if it is one of this pad, add it to SCOREPAD_HOSTS"
    ]


@pytest.mark.parametrize("host", ["<i>.com", "a b", "", "x" * 300 + ".com", "\x1b[31m.com"])
def test_what_is_no_name_is_told_to_nobody(app: Flask, caplog: pytest.LogCaptureFixture, host: str) -> None:
    _, html = asked_as(app, host)
    assert "SCOREPAD_HOSTS" not in Page(html).text
    assert caplog.messages == []


@pytest.mark.parametrize(
    "host", ["xn--", "xn--.local", "x" * 70, "x" * 70 + ".lan", "a..local", "-", ".local", "_"]
)
def test_odd_names_break_nothing(app: Flask, host: str) -> None:
    assert asked_as(app, host)[0] in (200, 400)
    for origin in (f"http://{host}", "http://evil.com"):
        assert 400 <= asked_as(app, host, method="POST", path="/games", headers={"Origin": origin})[0] < 500


@pytest.mark.parametrize("path", ["/static/pad.css", "/healthz", "/nothing", "/pin", "/games"])
def test_a_foreign_name_is_refused_everywhere(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"Host": "evil.com"}).status_code == 400
    assert client.post(path, headers={"Host": "evil.com"}).status_code == 400


def test_names_that_the_owner_added_are_answered(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db", HOSTS=frozenset(("pad.example.org",)))
    try:
        client = app.test_client()
        for host, code in (
            ("pad.example.org", 200),
            ("PAD.example.org:8080", 200),
            ("example.org", 400),
            ("x.pad.example.org", 400),
        ):
            assert client.get("/", headers={"Host": host}).status_code == code
    finally:
        store_of(app).close()


def test_names_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scorepad import create_app

    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "scorepad.db"))
    monkeypatch.setenv("SCOREPAD_HOSTS", "pad.example.org, Other.example.org")
    monkeypatch.setenv("SCOREPAD_PIN", " 4711 ")
    app = create_app()
    try:
        assert app.config["HOSTS"] == {"pad.example.org", "other.example.org"}
        assert app.config["PIN"] == "4711"
        assert (tmp_path / "scorepad.db").exists()
    finally:
        store_of(app).close()


# --- Origin ------------------------------------------------------------------------------------------

HERE = "http://192.168.1.5:5000"
ORIGINS: list[tuple[str | None, str | None, bool]] = [
    # Sec-Fetch-Site, Origin, may it change something?
    ("same-origin", HERE, True),
    ("same-origin", None, True),
    ("none", None, True),
    ("same-site", HERE, False),
    ("same-site", "http://192.168.1.5:8080", False),
    ("cross-site", HERE, False),
    ("cross-site", None, False),
    ("", HERE, False),
    ("SAME-ORIGIN", HERE, False),
    ("same-origin, cross-site", HERE, False),
    (None, HERE, True),
    (None, HERE.upper().replace("HTTP", "http"), True),
    (None, None, True),
    (None, "null", False),
    (None, "", False),
    (None, "http://192.168.1.5", False),
    (None, "http://192.168.1.5:8080", False),
    (None, "https://192.168.1.5:5000", False),
    (None, "http://192.168.1.50:5000", False),
    (None, "http://192.168.1.5:5000.evil.com", False),
    (None, "http://evil.com", False),
    (None, f"{HERE}/", False),
    (None, f"{HERE} http://evil.com", False),
]


@pytest.mark.parametrize(("site", "origin", "allowed"), ORIGINS)
def test_only_the_pads_own_pages_may_change_something(
    app: Flask, site: str | None, origin: str | None, allowed: bool
) -> None:
    client = app.test_client()
    address = new_game(client)
    before = rows(store_of(app), "SELECT * FROM games")
    headers = {"Host": "192.168.1.5:5000"}
    headers |= {} if site is None else {"Sec-Fetch-Site": site}
    headers |= {} if origin is None else {"Origin": origin}
    turn = {"seen": "0", "dice": "44421", "box": "fours"}
    answer = client.post(f"{address}/turns", data=turn, headers=headers)
    assert answer.status_code == (303 if allowed else 403)
    assert len(rows(store_of(app), "SELECT * FROM events")) == (1 if allowed else 0)
    if not allowed:
        assert "from another page" in Page(answer.text).text
        for path in ("/games", f"{address}/undo", f"{address}/rematch", "/pin"):
            form = {"ruleset": "yacht", "player": "Ana", "seen": "1", "pin": "1"}
            assert client.post(path, data=form, headers=headers).status_code == 403
        assert rows(store_of(app), "SELECT * FROM games") == before


CAUSES = [
    # behind a proxy?, Sec-Fetch-Site, Origin, what helps on the page and in the log
    (False, "cross-site", "http://evil.com", "Open it by its own address"),
    (False, None, "null", "Open it by its own address"),
    (False, None, "https://192.168.1.5:5000", "SCOREPAD_PROXY=1"),
    (False, None, "https://pad.example.org", "SCOREPAD_PROXY=1"),
    (True, None, "https://192.168.1.5:5000", "X-Forwarded-Proto"),
    (True, "same-site", "https://192.168.1.5:5000", "Open it by its own address"),
]


@pytest.mark.parametrize(("proxied", "site", "origin", "helps"), CAUSES)
def test_a_refused_origin_is_told_with_what_helps(
    app: Flask, caplog: pytest.LogCaptureFixture, proxied: bool, site: str | None, origin: str, helps: str
) -> None:
    app.config["PROXY"] = proxied
    headers = {"Host": "192.168.1.5:5000", "Origin": origin} | ({"Sec-Fetch-Site": site} if site else {})
    text = Page(app.test_client().post("/games", headers=headers).text).text
    settings = ("SCOREPAD_PROXY=1", "X-Forwarded-Proto", "Open it by its own address")
    assert [setting for setting in settings if setting in text] == [helps]
    assert len(caplog.messages) == (0 if origin == "null" else 1)
    if helps in settings[:2]:
        assert f"one of {origin}, but the pad was asked as {HERE}" in text
        assert helps in caplog.messages[0]


def test_a_strange_origin_is_told_in_plain_signs(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    origin = "http://\xe9<i id=bad>" + "x" * 5000
    html = app.test_client().post("/games", headers={"Origin": origin}).text
    assert Page(html).all("", "id", "bad") == []
    assert caplog.messages[0].isascii()
    assert len(html) < 4000


@pytest.mark.parametrize(
    ("site", "origin"), [("cross-site", None), ("same-site", None), (None, "http://evil.com")]
)
def test_anyone_may_follow_a_link_to_the_pad(
    client: FlaskClient, site: str | None, origin: str | None
) -> None:
    headers = {name: value for name, value in (("Sec-Fetch-Site", site), ("Origin", origin)) if value}
    assert client.get("/", headers=headers).status_code == 200
    assert client.get("/games/new", headers=headers).status_code == 200


def test_the_origin_counts_its_scheme_too(client: FlaskClient) -> None:
    form = {"ruleset": "yacht", "player": "Ana"}
    secure = {"base_url": "https://pad.local", "headers": {"Origin": "https://pad.local"}}
    plain = {"base_url": "https://pad.local", "headers": {"Origin": "http://pad.local"}}
    assert client.post("/games", data=form, **secure).status_code == 303  # type: ignore[arg-type]
    assert client.post("/games", data=form, **plain).status_code == 403  # type: ignore[arg-type]


# --- headers and pages -------------------------------------------------------------------------------

NAUGHTY = '<i id="bad">&"\'{x}%s</i>'


@pytest.fixture
def table(tmp_path: Path) -> Iterator[dict[str, TestResponse]]:
    """Every kind of answer there is, all about a player with a naughty name."""
    app = make_app(tmp_path / "scorepad.db")
    client = app.test_client()
    going = new_game(client, players=[NAUGHTY, "Ben"], note=NAUGHTY)
    play_by_forms(client, going, ("yahtzee", "66666"), ("chance", "12346"))
    done = new_game(client, "yacht", [NAUGHTY, "Ben"])
    alone = new_game(client, "yacht", [NAUGHTY])
    finish_by_forms(client, done)
    finish_by_forms(client, alone)
    form = {"ruleset": NAUGHTY, "player": [NAUGHTY, "Ben"], "starter": NAUGHTY, "note": NAUGHTY}
    yield {
        "home": client.get("/"),
        "new": client.get("/games/new"),
        "new with players": client.get("/games/new", query_string={"player": [NAUGHTY, "Ben"]}),
        "new refused": client.post("/games", data=form),
        "name refused": client.get("/games/new", query_string={"player": NAUGHTY, "add": NAUGHTY}),
        "past": client.get("/games"),
        "pad": client.get(going),
        "pad with dice": client.get(going, query_string={"dice": "44421"}),
        "joker": client.get(going, query_string={"dice": "66666"}),
        "naughty dice": client.get(going, query_string={"dice": NAUGHTY}),
        "part": client.get(f"{going}/pad"),
        "refused": client.post(f"{going}/turns", data={"seen": "2", "dice": NAUGHTY, "box": NAUGHTY}),
        "box refused": client.post(f"{going}/turns", data={"seen": "2", "dice": "44421", "box": NAUGHTY}),
        "stale": client.post(f"{going}/turns", data={"seen": "0", "dice": "44421", "box": "ones"}),
        "sheet": client.get(f"{going}/sheet"),
        "result": client.get(done),
        "result alone": client.get(alone),
        "finished sheet": client.get(f"{done}/sheet"),
        "record": client.get(f"{going}/record.json"),
        "nothing new": client.get(f"{going}/pad?seen=2"),
        "saved": client.post(f"{going}/turns", data={"seen": "2", "dice": "44421", "box": "fours"}),
        "pin": client.get("/pin", query_string={"next": NAUGHTY}),
        "healthz": client.get("/healthz"),
        "style": client.get("/static/pad.css"),
        "no style": client.get("/static/none.css"),
        "not found": client.get(f"/games/{NAUGHTY}"),
        "host": client.get("/", headers={"Host": "evil.com"}),
        "origin": client.post("/games", headers={"Origin": "http://evil.com"}),
        "method": client.delete("/games"),
        "too big": client.post("/games", data={"note": "x" * (1 << 20)}),
        "page refused": client.get("/games", query_string={"after": NAUGHTY}),
    }
    store_of(app).close()


def pages(table: dict[str, TestResponse]) -> dict[str, Page]:
    return {
        name: Page(answer.text)
        for name, answer in table.items()
        if answer.mimetype == "text/html" and answer.status_code not in (204, 303)
    }


def test_every_answer_carries_the_headers_that_shut_others_out(table: dict[str, TestResponse]) -> None:
    for name, answer in table.items():
        headers = answer.headers
        policy = headers["Content-Security-Policy"]
        parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert parts["default-src"] == "'self'", name
        assert parts["frame-ancestors"] == "'none'", name
        assert "unsafe" not in policy, name
        assert headers["X-Content-Type-Options"] == "nosniff", name
        assert headers["Referrer-Policy"] == "same-origin", name
        assert "Server" not in headers, name
        assert "Access-Control-Allow-Origin" not in headers, name


def test_every_answer_has_its_code(table: dict[str, TestResponse]) -> None:
    codes = {name: answer.status_code for name, answer in table.items() if answer.status_code != 200}
    assert codes == {
        "new refused": 422,
        "name refused": 422,
        "naughty dice": 422,
        "refused": 422,
        "box refused": 422,
        "stale": 409,
        "nothing new": 204,
        "saved": 303,
        "no style": 404,
        "not found": 404,
        "host": 400,
        "origin": 403,
        "method": 405,
        "too big": 413,
        "page refused": 422,
    }


FOREIGN = ("javascript:", "data:text", "http:", "//")


def told(page: Page) -> list[str]:
    """The addresses of this pad that another phone is to open: they stand on the page, letter by letter."""
    return [link["href"] for link in page.all("a") if link.text == link["href"]]


def test_no_page_has_anything_inline(table: dict[str, TestResponse]) -> None:
    for name, page in pages(table).items():
        for element in page.all():
            assert element.tag != "style", name
            assert element.tag != "script" or ("src" in element and not element.text), name
            for attribute, value in element.attributes.items():
                assert attribute != "style", name
                assert not attribute.startswith(("on", "hx-on")), name
                if value not in told(page):
                    assert not value.strip().lower().startswith(FOREIGN), name


def test_every_address_on_a_page_is_the_pads_own(table: dict[str, TestResponse]) -> None:
    for name, page in pages(table).items():
        for attribute in ("href", "src", "action", "formaction"):
            for element in page.all("", attribute):
                address = element[attribute]
                own = address[:1] in ("", "/", "#") and not address.startswith("//")
                assert own or address in told(page), (name, address)


def test_a_name_of_markup_is_shown_as_text_everywhere(table: dict[str, TestResponse]) -> None:
    shown = set()
    for name, page in pages(table).items():
        assert page.all("", "id", "bad") == [], name
        assert '<i id="bad"' not in page.html, name
        if NAUGHTY in [found.text for found in page.all("bdi")]:
            shown.add(name)
    assert {
        "home",
        "new",
        "new with players",
        "past",
        "pad",
        "part",
        "sheet",
        "result",
        "result alone",
    } <= shown
    fields = pages(table)["new with players"].all("input", "name", "player")
    assert [field["value"] for field in fields] == [NAUGHTY, "Ben"]
    assert pages(table)["naughty dice"].one("input", "id", "type")["value"] == NAUGHTY
    assert table["record"].get_json()["players"] == [NAUGHTY, "Ben"]


def test_pages_are_in_the_language_and_direction_they_say(table: dict[str, TestResponse]) -> None:
    for name, page in pages(table).items():
        if name != "part":
            root = page.one("html")
            assert (root["lang"], root["dir"]) == ("en", "ltr"), name
            assert page.one("title").text, name


def test_pages_are_never_kept_by_a_shared_cache(table: dict[str, TestResponse]) -> None:
    for name, answer in table.items():
        if name != "style":
            assert answer.headers["Cache-Control"] == "private, no-cache", name


def test_no_id_is_on_a_page_twice(table: dict[str, TestResponse]) -> None:
    for name, page in pages(table).items():
        ids = [element["id"] for element in page.all("", "id")]
        assert len(set(ids)) == len(ids), name


def test_every_field_and_button_has_a_name_for_those_who_do_not_see_it(
    table: dict[str, TestResponse],
) -> None:
    for name, page in pages(table).items():
        for button in page.all("button"):
            assert button.get("aria-label") or button.text or not button.shown, name
        for field in page.all("input"):
            if field.get("type", "text") in ("text", "password"):
                assert field.get("aria-label") or page.all("label", "for", field["id"]), name


def test_a_page_without_a_pin_sets_no_cookie(table: dict[str, TestResponse]) -> None:
    for name, answer in table.items():
        assert "Set-Cookie" not in answer.headers, name
