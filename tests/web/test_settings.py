"""Language, theme, text size, vibration: kept in cookies of one browser, and used."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.store import StoreError, clock
from tests.helpers import Page, Reader, make_app, new_game, play_by_forms, store_of

OWN_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fa": "فارسی",
    "fi": "Suomi",
    "fr": "Français",
    "sv": "Svenska",
}
CHOICES = {
    "language": tuple(OWN_NAMES),
    "theme": ("auto", "light", "dark"),
    "size": ("normal", "large", "larger"),
    "vibrate": ("on", "off"),
    "awake": ("off", "on"),
}


def html_of(client: FlaskClient, path: str = "/", **headers: str) -> dict[str, str]:
    """The attributes of the page's first element."""
    return Page(client.get(path, headers=headers).text).one("html").attributes


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CHOICES for value in CHOICES[name]])
def test_a_choice_is_kept_in_a_cookie_and_shown_as_chosen(client: FlaskClient, name: str, value: str) -> None:
    answer = client.post("/settings", data={name: value, "back": "/help"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/help")
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"{name}={value};")
    assert "Max-Age=31536000" in cookie
    assert "Expires" not in cookie  # by whose clock?
    assert "Path=/" in cookie
    assert "SameSite=Lax" in cookie
    chosen = [field["value"] for field in Page(client.get("/settings").text).all("input", "name", name)]
    checked = [
        field["value"]
        for field in Page(client.get("/settings").text).all("input", "name", name)
        if "checked" in field
    ]
    assert chosen == list(CHOICES[name])
    assert checked == [value]


def test_what_was_chosen_is_used(client: FlaskClient) -> None:
    first = html_of(client)
    assert first == {
        "lang": "en",
        "dir": "ltr",
        "data-theme": "auto",
        "data-size": "normal",
        "data-root": "/",
    }
    still = {"class": "held"}  # the pad alone: a pull would load it anew
    choice = {"language": "fa", "theme": "dark", "size": "larger", "vibrate": "off"}
    answer = client.post("/settings", data=choice)
    assert len(answer.headers.getlist("Set-Cookie")) == 4
    game = new_game(client)
    for path in ("/", game, f"{game}/sheet", "/nothing"):
        assert html_of(client, path) == {
            "lang": "fa",
            "dir": "rtl",
            "data-theme": "dark",
            "data-size": "larger",
            "data-root": "/",
        } | (still if path == game else {})
    assert html_of(client.application.test_client()) == first


@pytest.mark.parametrize(
    ("name", "value"),
    [("language", "xx"), ("language", "../fa"), ("theme", "pink"), ("size", ""), ("vibrate", "1")],
)
def test_an_unknown_choice_is_refused_and_nothing_is_kept(client: FlaskClient, name: str, value: str) -> None:
    answer = client.post("/settings", data={"theme": "dark", name: value})
    assert answer.status_code == 422
    assert "There is no such setting." in Page(answer.text).text
    assert answer.headers.getlist("Set-Cookie") == []


@pytest.mark.parametrize("name", CHOICES)
def test_a_cookie_that_says_nothing_known_changes_nothing(client: FlaskClient, name: str) -> None:
    before = html_of(client)
    client.set_cookie(name, "x<y")
    assert html_of(client) == before


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/games\r\nX-Evil: 1",
        " //evil.example",
        "",
    ],
)
def test_the_way_back_never_leads_to_another_site(client: FlaskClient, back: str) -> None:
    answer = client.post("/settings", data={"theme": "dark", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    page = Page(client.get("/settings", query_string={"back": back}).text)
    assert page.one("header").all("a")[0]["href"] == "/"
    assert page.one("main").all("input", "name", "back")[0]["value"] == "/"


def test_the_settings_lead_back_to_the_page_they_were_opened_from(client: FlaskClient) -> None:
    reader = Reader(client)
    reader.open("/games?sort=total&note=a+b")
    reader.follow("Settings")
    page = reader.press_text("Save", theme="light")
    assert reader.address == "/games?sort=total&note=a+b"
    assert page.one("html")["data-theme"] == "light"


# --- languages ----------------------------------------------------------------------------------------


def languages_on(page: Page) -> dict[str, str]:
    """Code → name on the buttons for languages."""
    buttons = [button for form in page.with_class("languages") for button in form.all("button")]
    assert all(button["lang"] == button["value"] for button in buttons)
    return {button["value"]: button.text for button in buttons}


def test_every_page_offers_every_language_by_its_own_name(client: FlaskClient) -> None:
    game = new_game(client)
    play_by_forms(client, game, ("fours", "44421"))
    paths = ["/", "/games", "/games/new", "/paper", "/print", "/settings", "/help", "/import", "/export"]
    for path in (*paths, "/nothing", game, f"{game}/sheet", f"{game}/table"):
        page = Page(client.get(path).text)
        assert languages_on(page) == OWN_NAMES, path
        current = [button["value"] for button in page.all("button", "aria-current", "true")]
        assert current == ["en"], path
    (menu,) = Page(client.get(game).text).with_class("menu")
    assert menu.with_class("languages")


def test_a_tap_on_a_language_keeps_the_page(client: FlaskClient) -> None:
    game = new_game(client)
    reader = Reader(client)
    for address in (
        "/games?sort=total",
        f"{game}?dice=44421",
        f"{game}/sheet",
        "/print?ruleset=yatzy&players=7",
    ):
        reader.open(address)
        page = reader.press_text("فارسی")
        assert reader.address == address
        assert page.one("html")["dir"] == "rtl"
        assert reader.press_text("English").one("html")["dir"] == "ltr"


def test_a_tap_on_a_language_after_a_form_was_refused_leads_to_a_page(client: FlaskClient) -> None:
    game = new_game(client)
    missing = {}
    for path in ("/paper", "/games", f"{game}/turns", f"{game}/edit", f"{game}/rename", f"{game}/join"):
        answer = client.post(path, data={"seen": "0", "player": "1"})
        assert answer.status_code == 422, path
        back = Page(answer.text).with_class("languages")[0].all("input", "name", "back")[0]["value"]
        status = client.get(back).status_code
        if status != 200:
            missing[path] = (back, status)
    assert missing == {}


def test_the_menu_is_no_part_of_what_is_swapped(client: FlaskClient) -> None:
    game = new_game(client)
    assert Page(client.get(f"{game}/pad").text).with_class("menu") == []
    (menu,) = Page(client.get(game).text).with_class("menu")
    assert menu.all("input", "name", "back")[0]["value"] == game


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("fi", "fi"),
        ("fi-FI,fi;q=0.9,en;q=0.8", "fi"),
        ("fa-IR, en;q=0.5", "fa"),
        ("sv-FI", "sv"),
        ("nl, sv;q=0.4, en;q=0.3", "sv"),
        ("de-AT,de", "de"),
        ("nl-NL,nl", "en"),
        ("en-GB,fi;q=0.9", "en"),
        ("*", "en"),
        ("", "en"),
        (";;;q=,", "en"),
    ],
)
def test_the_browser_s_wish_chooses_the_language(client: FlaskClient, wish: str, language: str) -> None:
    assert html_of(client, **{"Accept-Language": wish})["lang"] == language


def test_a_choice_outweighs_the_browser_s_wish(client: FlaskClient) -> None:
    client.post("/settings", data={"language": "sv"})
    assert html_of(client, **{"Accept-Language": "fi"})["lang"] == "sv"
    client.set_cookie("language", "tlh")
    assert html_of(client, **{"Accept-Language": "fi"})["lang"] == "fi"


# --- the machine that runs the pad ----------------------------------------------------------------------


def test_the_settings_tell_of_the_copies_that_the_pad_keeps(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    page = Page(client.get("/settings").text)
    assert "all games are copied once a day" in page.text
    assert "Set SCOREPAD_BACKUPS to a folder on another disk." in page.text
    new_game(client)
    for _ in range(2):
        store.backups.make(store.db.conn)
    page = Page(client.get("/settings").text)
    assert "Last copy of all games: " in page.text
    assert f"2 copies are kept in {store.path.parent}/backups." in page.text
    assert page.with_class("complaint") == []


def test_the_settings_tell_why_the_last_copy_could_not_be_made(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db", BACKUPS=tmp_path / "stick")
    try:
        client, backups = app.test_client(), store_of(app).backups
        new_game(client)
        with suppress(StoreError):
            backups.make(store_of(app).db.conn)
        page = Page(client.get("/settings").text)
        [complaint] = page.with_class("complaint")
        assert complaint.text == (
            "The last copy of the games could not be made."
            f" There is no folder {tmp_path}/stick: is its disk missing?"
        )
        assert "on the same disk" not in page.text
        assert "all games are copied once a day" not in page.text
    finally:
        store_of(app).close()


def test_a_clock_that_is_behind_is_told_on_home_and_in_the_settings(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(client)
    for path in ("/", "/settings"):
        assert "The clock of the machine" not in client.get(path).text
    monkeypatch.setattr(clock, "moment", lambda: datetime(1970, 1, 1, 12, tzinfo=UTC))
    for path in ("/", "/settings"):
        assert (
            "The clock of the machine that runs this pad says Jan 1, 1970."
            in Page(client.get(path).text).text
        )
