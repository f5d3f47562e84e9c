"""The pad under a path of its own: every address on every page carries it, once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from tests.helpers import Page, Reader, key_of, make_app, post_turn, store_of

ROOT = "/pad"
ADDRESSES = ("href", "action", "formaction", "src", "hx-get", "hx-post", "data-url")
WAYS_BACK = ("back", "next")


def mounted(path: Path, **config: object) -> Flask:
    """An app that is reached under /pad alone."""
    app = make_app(path, **config)
    app.wsgi_app = DispatcherMiddleware(Response("outside", 404), {ROOT: app.wsgi_app})  # type: ignore[method-assign]
    return app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = mounted(tmp_path / "scorepad.db")
    yield made
    store_of(made).close()


def start(client: FlaskClient, ruleset: str, *players: str) -> str:
    form = {"ruleset": ruleset, "player": list(players), "starter": "first"}
    answer = client.post(f"{ROOT}/games", data=form)
    assert answer.status_code == 303
    return answer.headers["Location"]


def finish(client: FlaskClient, address: str) -> None:
    while (page := Page(client.get(address, query_string={"dice": "12346"}).text)).mover:
        assert post_turn(client, address, page.seen, "12346", page.hooks("data-box")[0]).status_code == 303


def test_a_pad_that_is_reached_by_two_paths_tells_each_its_own(tmp_path: Path) -> None:
    made = make_app(tmp_path / "two.db", PROXY=True)
    try:
        client = made.test_client()
        answer = client.post("/games", data={"ruleset": "yacht", "player": ["Ana"], "starter": "first"})
        address = answer.headers["Location"]
        for root in ("", ROOT):
            page = Page(client.get(address, headers={"X-Forwarded-Prefix": root}).text)
            pictures = [picture["href"] for picture in page.all("use", "href")]
            assert pictures
            assert all(picture.startswith(f"{root}/static/") for picture in pictures)
    finally:
        store_of(made).close()


@pytest.fixture
def answers(app: Flask) -> dict[str, TestResponse]:
    """Every page there is, and answers that lead on."""
    client = app.test_client()
    game, cards, done = (
        start(client, "yahtzee", "Ana", "Ben"),
        start(client, "free_for_all", "Ana", "Ben"),
        start(client, "yacht", "Ana", "Ben"),
    )
    turn = {"seen": "0", "dice": "44421", "box": "fours"}
    saved = client.post(f"{game}/turns", data=turn)
    finish(client, done)
    record = {"format": "scorepad-game", "version": 1, "ruleset": "yacht", "players": ["Cleo"], "turns": []}
    watch = f"{ROOT}/watch/{store_of(app).load(key_of(game)).watch_key}"
    thrown = start(client, "yatzy", "Ana")
    read = {
        name: client.get(path)
        for name, path in {
            "home": f"{ROOT}/",
            "new game": f"{ROOT}/games/new?player=Ana&player=Ben",
            "pad": game,
            "typed dice": f"{game}?dice=44421",
            "dice in the making": f"{game}?use=1&dice=444",
            "box first": f"{game}?box=chance",
            "part": f"{game}/pad?dice=44421",
            "pad with cards": f"{cards}?use=1&dice=444&card_kind=extra_roll",
            "result": done,
            "sheet": f"{game}/sheet",
            "sheet after a turn": f"{done}/sheet?turn=2",
            "turn": f"{game}/turns/1",
            "correction": f"{game}/turns/1?dice=44422&box=fours",
            "table": f"{game}/table",
            "invite": f"{game}/invite",
            "action card": f"{cards}/action-card?dice=444",
            "score cards": f"{cards}/score-cards",
            "watch": watch,
            "board": f"{watch}/board",
            "past": f"{ROOT}/games",
            "past, older": f"{ROOT}/games?after=2000-01-01T00:00:00Z_1&player=Ana",
            "print": f"{ROOT}/print?game={key_of(done)}",
            "blank": f"{ROOT}/print",
            "paper": f"{ROOT}/paper?player=Ana",
            "import": f"{ROOT}/import",
            "export": f"{ROOT}/export",
            "help": f"{ROOT}/help?back={key_of(game)}&held=444",
            "help from the form": f"{ROOT}/help/yatzy?from=new&player=Ana",
            "rules": f"{ROOT}/help/yahtzee?dice=44421",
            "settings": f"{ROOT}/settings?back={ROOT}/games",
            "pin": f"{ROOT}/pin?next={ROOT}/games",
            "not found": f"{ROOT}/nothing",
        }.items()
    }
    return read | {
        "saved": saved,
        "saved part": client.post(f"{game}/undo", data={"seen": "1"}, headers={"HX-Request": "true"}),
        "refused": client.post(f"{game}/turns", data=turn | {"seen": "2", "box": "none"}),
        "stale": client.post(f"{game}/turns", data=turn | {"box": "ones"}),
        "redone": client.post(f"{game}/redo", data={"seen": "2"}),
        "form refused": client.post(f"{game}/rename", data={"seen": "3", "player": "1"}),
        "upload": client.post(f"{ROOT}/import", data={"text": json.dumps(record)}),
        "setting": client.post(f"{ROOT}/settings", data={"theme": "dark", "back": f"{ROOT}/help"}),
        "thrown away": client.post(f"{thrown}/throw-away", data={"seen": "0"}),
        "bin": client.get(f"{ROOT}/thrown-away"),
        "fetched back": client.post(f"{thrown}/fetch-back", data={"seen": "1"}),
        "rematch": client.post(f"{done}/rematch"),
        "method": client.delete(f"{ROOT}/games"),
        "origin": client.post(f"{ROOT}/games", headers={"Origin": "http://evil.com"}),
    }


def is_of_the_pad(address: str) -> bool:
    """Whether it carries the pad's path once, and so do the addresses in its query."""
    parts = urlsplit(address)
    inner = [value for name, value in parse_qsl(parts.query) if name in WAYS_BACK and value.startswith("/")]
    once = parts.path.startswith(f"{ROOT}/") and not f"{parts.path}/".startswith(f"{ROOT}{ROOT}/")
    return once and all(map(is_of_the_pad, inner))


def pages(answers: dict[str, TestResponse]) -> dict[str, Page]:
    return {name: Page(answer.text) for name, answer in answers.items() if not answer.location}


def test_every_page_is_there(answers: dict[str, TestResponse]) -> None:
    codes = {name: answer.status_code for name, answer in answers.items() if answer.status_code != 200}
    assert codes == {
        "saved": 303,
        "redone": 303,
        "refused": 422,
        "stale": 409,
        "form refused": 422,
        "setting": 303,
        "thrown away": 303,
        "fetched back": 303,
        "rematch": 303,
        "not found": 404,
        "method": 405,
        "origin": 403,
    }


def test_every_address_carries_the_path_once(answers: dict[str, TestResponse]) -> None:
    for name, page in pages(answers).items():
        for attribute in ADDRESSES:
            for element in page.all("", attribute):
                address = element[attribute]
                assert address.startswith("#") or is_of_the_pad(address), (name, attribute, address)


def test_nothing_on_a_page_is_an_address_without_the_path(answers: dict[str, TestResponse]) -> None:
    for name, page in pages(answers).items():
        for element in page.all():
            for attribute, value in element.attributes.items():
                if value.startswith("/") and attribute != "data-root":
                    assert is_of_the_pad(value), (name, attribute, value)


def test_every_answer_that_leads_on_carries_the_path(answers: dict[str, TestResponse]) -> None:
    led = {name: answer.headers["Location"] for name, answer in answers.items() if answer.location}
    assert led.keys() == {"saved", "redone", "setting", "thrown away", "fetched back", "rematch"}
    for name, address in led.items():
        assert is_of_the_pad(address), (name, address)


def test_every_link_leads_somewhere(app: Flask, answers: dict[str, TestResponse]) -> None:
    client = app.test_client()
    links = {a["href"].partition("#")[0] for page in pages(answers).values() for a in page.all("a")}
    files = {e["href"] for page in pages(answers).values() for e in page.all("link")}
    files |= {e["src"] for page in pages(answers).values() for e in page.all("script")}
    for address in (links | files) - {""}:
        assert client.get(urlsplit(address)._replace(scheme="", netloc="").geturl()).status_code == 200, (
            address
        )


def test_codes_to_photograph_have_the_whole_address(answers: dict[str, TestResponse]) -> None:
    page = pages(answers)["invite"]
    shown = [a["href"] for a in page.all("a") if a["href"].startswith("http")]
    assert len(shown) == len(page.with_class("qr")) == 2
    assert all(urlsplit(address).path.startswith(f"{ROOT}/") for address in shown)


def test_what_is_installed_on_a_phone_starts_at_the_path(app: Flask) -> None:
    client = app.test_client()
    address = Page(client.get(f"{ROOT}/").text).one("link", "rel", "manifest")["href"]
    manifest = client.get(address).get_json(force=True)
    assert manifest["start_url"] == "../"
    folder = address.rpartition("/")[0]
    assert folder == f"{ROOT}/static"
    for icon in manifest["icons"]:
        assert client.get(f"{folder}/{icon['src']}").status_code == 200


def test_cookies_are_for_the_path(app: Flask, answers: dict[str, TestResponse]) -> None:
    cookies = [cookie for answer in answers.values() for cookie in answer.headers.getlist("Set-Cookie")]
    assert len(cookies) == 1
    assert f"Path={ROOT};" in f"{cookies[0]};"
    assert Page(app.test_client().get(f"{ROOT}/").text).one("html")["data-root"] == ROOT


@pytest.mark.parametrize(
    "target",
    [
        *("/", "/games", "/padded", "//evil.com", f"{ROOT}\\x", "http://evil.com/pad/", ""),
        *(
            f"{ROOT}/{way}"
            for way in ("..", "../wiki", "%2e%2E/wiki", "help/.%2e/../wiki", "..\\wiki", "..?x")
        ),
    ],
)
def test_the_way_back_stays_under_the_path(app: Flask, target: str) -> None:
    answer = app.test_client().post(f"{ROOT}/settings", data={"theme": "dark", "back": target})
    assert answer.headers["Location"] == f"{ROOT}/"


def test_settings_lead_back_to_where_they_were_opened(app: Flask) -> None:
    reader = Reader(app.test_client())
    reader.open(f"{ROOT}/games?sort=total")
    reader.follow("Settings")
    reader.press_text("Save", theme="light")
    assert reader.address == f"{ROOT}/games?sort=total"
    assert reader.press_text("Suomi").one("html")["lang"] == "fi"
    assert reader.address == f"{ROOT}/games?sort=total"


def test_the_pin_leads_on_under_the_path(tmp_path: Path) -> None:
    app = mounted(tmp_path / "pin.db", PIN="4711")
    try:
        client = app.test_client()
        assert client.get(f"{ROOT}/games").headers["Location"] == f"{ROOT}/pin?next=%2Fpad%2Fgames"
        answer = client.post(f"{ROOT}/pin", data={"pin": "4711", "next": f"{ROOT}/games"})
        assert answer.headers["Location"] == f"{ROOT}/games"
        assert f"Path={ROOT}" in answer.headers["Set-Cookie"].split("; ")
        assert client.get(f"{ROOT}/games").status_code == 200
    finally:
        store_of(app).close()


def test_one_app_serves_several_paths(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db")
    inner = app.wsgi_app
    app.wsgi_app = DispatcherMiddleware(inner, {"/a": inner, "/b": inner})  # type: ignore[method-assign]
    try:
        client = app.test_client()
        for root in ("/a", "", "/b", "/a"):
            page = Page(client.get(f"{root}/").text)
            assert page.all("a", "href", f"{root}/games/new")
            assert all(link["href"].startswith(f"{root}/static/") for link in page.all("link"))
    finally:
        store_of(app).close()


def test_a_path_that_no_code_can_hold_is_told_without_one(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorepad.db")
    try:
        page = Page(app.test_client().get("/", environ_overrides={"SCRIPT_NAME": f"/{'p' * 5000}"}).text)
        assert page.all("a", "href", f"/{'p' * 5000}/games/new")
        assert not page.with_class("qr")
    finally:
        store_of(app).close()
