"""What ails the file while the pad runs: pages say it, nothing typed is lost, the next request works."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from scorepad.rules import Edit
from scorepad.store import Store, StoreError, file
from scorepad.web import uploads
from tests.helpers import (
    Page,
    Reader,
    everything,
    fields_of,
    key_of,
    new_game,
    play_by_forms,
    rows,
    store_of,
    together,
    wish,
)
from tests.store.ailing import with_a_game
from tests.web.test_paper import YAHTZEE, filled

PARTS = {"HX-Request": "true"}
TURN = {"seen": "0", "dice": "44421", "box": "fours"}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "WAIT", 0.05)


@pytest.fixture
def address(client: FlaskClient) -> str:
    return new_game(client, "free_for_all", ("Ana", "Ben"))


# --- what ails it ---------------------------------------------------------------------------------


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Another program writes for long."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def fill(store: Store) -> None:
    """Games without end, then single events: whatever still fits."""
    stored = store.load(store.create("yacht", ["Filler"]))
    with suppress(StoreError):
        for number in range(300):
            store.create("yacht", [f"Filler {number}"], note="x" * 100)
    for number in range(3000):
        stored = store.append(stored.key, stored.seen, wish(Edit(f"{number}", "2026-11-30T10:00:00Z")))


@contextmanager
def full(store: Store) -> Iterator[None]:
    """The file finds no room to grow. SQLite itself says so."""
    (pages,) = store.db.execute("PRAGMA page_count").fetchone()
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="no_room"):
        fill(store)
    yield
    store.db.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def gone(store: Store) -> Iterator[None]:
    aside = store.path.with_name("aside.db")
    store.path.rename(aside)
    yield
    aside.rename(store.path)


@contextmanager
def swapped(store: Store) -> Iterator[None]:
    aside, other = store.path.with_name("aside.db"), store.path.with_name("other.db")
    with_a_game(other, "Cleo")
    store.path.rename(aside)
    other.rename(store.path)
    yield
    aside.rename(store.path)


Trouble = Callable[[Store], AbstractContextManager[None]]
TROUBLE: dict[str, tuple[Trouble, str]] = {
    "held": (held, "Another program is holding {file}: close it there, then try again."),
    "full": (full, "There is no room left for {file}: make room on that disk, then try again."),
    "gone": (gone, "{file} was moved or deleted while the pad was running: put it back, then try again."),
    "swapped": (swapped, "Another file was put in place of {file}: stop the pad, then start it again."),
}


@pytest.mark.parametrize("what", TROUBLE)
def test_a_turn_is_not_saved_for_a_reason_kept_on_the_page_and_saved_once_when_it_is_sent_again(
    app: Flask, client: FlaskClient, address: str, what: str
) -> None:
    trouble, said = TROUBLE[what]
    said = said.format(file=store_of(app).path.name)
    reader = Reader(client)
    reader.open(f"{address}?dice=44421")
    store = store_of(app)
    with trouble(store):
        before = store.load(key_of(address))
        page = reader.press_hook("data-box", "fours")
        assert reader.status == 503
        assert page.all("h2")[0].text == "Not saved yet"
        assert said in page.text
        page = reader.press_text("Try again")
        assert reader.status == 503
        assert store.load(key_of(address)) == before
        answer = client.get("/healthz")
        assert (answer.status_code, answer.mimetype) == (503, "text/plain")
        assert answer.text.strip() == said[:1].lower() + said[1:-1]
    assert client.get("/healthz").text == "ok\n"
    form = fields_of(page, page.one("form", "action", f"{address}/turns"))
    page = reader.press_text("Try again")
    assert reader.status == 200
    assert page.seen == 1
    assert client.post(f"{address}/turns", data=form).status_code == 303
    assert store.load(key_of(address)).seen == 1


def test_a_script_is_told_the_reason_and_when_to_ask_again(
    app: Flask, client: FlaskClient, address: str
) -> None:
    with held(store_of(app)):
        answer = client.post(f"{address}/turns", data=TURN, headers=PARTS)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    page = Page(answer.text)
    assert page.one("p", "data-reason").text.startswith("Another program is holding ")
    assert page.all("input", "name", "dice") == []


def test_the_reason_is_told_in_the_readers_language(app: Flask, client: FlaskClient, address: str) -> None:
    told = set()
    for language in ("en", "de", "es", "fa", "fi", "fr", "sv"):
        with held(store_of(app)):
            answer = client.post(f"{address}/turns", data=TURN, headers={"Accept-Language": language})
        assert answer.status_code == 503
        page = Page(answer.text)
        assert page.one("html")["lang"] == language
        assert page.one("p", "data-reason").all("bdi")[0].text == "scorepad.db"
        told.add(page.one("p", "data-reason").text)
    assert len(told) == 7


def test_games_go_on_being_shown_while_none_can_be_saved(
    app: Flask, client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, ("chance", "12346"))
    for trouble in (held, full):
        with trouble(store_of(app)):
            for path in (address, f"{address}/pad", f"{address}/sheet", "/", "/games", "/house-rules"):
                assert client.get(path).status_code == 200
            assert client.get(f"{address}/pad?seen=1").status_code == 204


def test_a_page_that_can_t_be_shown_has_a_link_to_itself(app: Flask) -> None:
    with gone(store_of(app)):
        answers = together(lambda: app.test_client().get("/games?note=x&page=2"))
    (answer,) = answers
    assert answer.status_code == 503
    page = Page(answer.text)
    assert page.all("h2")[0].text == "The games can’t be reached just now"
    assert [link["href"] for link in page.all("a") if link.text == "Try again"] == ["/games?note=x&page=2"]


# --- every form ------------------------------------------------------------------------------------

LATE = {"seen": "2", "dice": "44421", "box": "fours"}
CARD = {"card_kind": "reduce_opponent", "card_player": "Ben", "card_points": "5"}
FORMS: dict[str, tuple[str, dict[str, object]]] = {
    "a turn with a card": ("{game}/turns", {**LATE, **CARD}),
    "a correction": ("{game}/turns/1", {"seen": "2", "dice": "22346", "box": "chance"}),
    "undo": ("{game}/undo", {"seen": "2"}),
    "a note": ("{game}/edit", {"seen": "2", "note": "“Cabin” <b>& more</b>", "date": "2026-11-30"}),
    "a late player": ("{game}/join", {"seen": "2", "name": "Zoë"}),
    "to the bin": ("{game}/throw-away", {"seen": "2"}),
    "a score card": ("{game}/score-cards", {"seen": "2", "player": "Ana", "name": "Lucky", "add": "5"}),
    "a new game": (
        "/games",
        {"ruleset": "yatzy", "player": ["Kaj", "Åsa", "Ana"], "starter": "2", "note": " x "},
    ),
    "a paper sheet": ("/paper", filled(YAHTZEE, YAHTZEE)),
    "kept rules": (
        "/house-rules",
        {"keep": "yahtzee", "yahtzee.name": "Ours", "yahtzee.joker": "free"},
    ),
}


def kept(app: Flask) -> list[object]:
    return [*everything(app), rows(store_of(app), "SELECT * FROM house_rules")]


@pytest.mark.parametrize("what", FORMS)
def test_whatever_was_typed_is_kept_by_the_page_and_sent_again_by_its_button(
    app: Flask, client: FlaskClient, address: str, what: str
) -> None:
    play_by_forms(client, address, ("chance", "12346"), ("chance", "12346"))
    path, data = FORMS[what]
    path = path.format(game=address)
    before = kept(app)
    with held(store_of(app)):
        answer = client.post(path, data=data)
    assert answer.status_code == 503, answer.status_code
    assert kept(app) == before
    page = Page(answer.text)
    form = page.one("form", "action", path)
    sent = {name: value if isinstance(value, list) else [str(value)] for name, value in data.items()}
    assert fields_of(page, form) == sent
    answer = client.post(path, data=fields_of(page, form))
    assert answer.status_code == 303
    assert kept(app) != before


def test_a_pasted_text_is_kept_and_sent_as_it_was(app: Flask, client: FlaskClient) -> None:
    def fail() -> str:
        raise StoreError("no_room", file="/x.db")

    app.view_functions["intake.bring_in"] = fail
    sent = {"text": "{\n}", "file": (BytesIO(), "")}
    page = Page(client.post("/import", data=sent, content_type="multipart/form-data").text)
    form = page.one("form", "action", "/import")
    assert form["enctype"] == "multipart/form-data"
    assert fields_of(page, form) == {"text": ["{\n}"]}


def test_neither_a_pin_nor_a_file_is_kept_by_any_page(app: Flask, client: FlaskClient) -> None:
    def fail() -> str:
        raise StoreError("no_room", file="/x.db")

    for endpoint in ("pin.enter", "intake.bring_in"):
        app.view_functions[endpoint] = fail
    for path, data in (
        ("/pin", {"pin": "2468", "next": "/"}),
        ("/import", {"text": "secret", "file": (BytesIO(b"{}"), "games.json")}),
    ):
        answer = client.post(path, data=data)
        assert answer.status_code == 503
        page = Page(answer.text)
        assert {field["name"] for field in page.all("input")} <= {"language", "back"}
        assert [link["href"] for link in page.all("a") if link.text == "Try again"] == [path]


# --- a mistake of the pad itself --------------------------------------------------------------------


def test_a_mistake_has_an_id_in_the_log_that_the_page_shows_and_keeps_what_was_typed(
    app: Flask, client: FlaskClient, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(key: str) -> str:
        raise RuntimeError(request.form["player"] + request.form["dice"] + key)

    app.view_functions["pad.take_turn"] = fail
    app.testing = False
    with caplog.at_level(logging.ERROR):
        answer = client.post(f"{address}/turns", data={"dice": "44421", "player": "Ana"})
    assert answer.status_code == 500
    page = Page(answer.text)
    (record,) = caplog.records
    mishap = page.one("p", "class", "muted").text.removeprefix("Error ")
    assert len(mishap) == 8
    assert f"error {mishap} at POST /games/<key>/turns: RuntimeError" in record.getMessage()
    assert "in fail" in record.getMessage()
    logged = caplog.text
    assert not any(word in logged for word in ("Ana", "44421", key_of(address)))
    form = fields_of(page, page.one("form", "action", f"{address}/turns"))
    assert form == {"dice": ["44421"], "player": ["Ana"]}
    assert "data-reason" not in answer.text


def test_the_log_tells_of_the_same_trouble_once_a_minute(
    app: Flask, client: FlaskClient, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with held(store_of(app)), caplog.at_level(logging.ERROR):
        for _ in range(5):
            assert client.post(f"{address}/turns", data=TURN).status_code == 503
    assert [record.getMessage() for record in caplog.records] == [
        f"another program is holding {store_of(app).path}: close it there, then try again"
    ]


def test_a_full_disk_elsewhere_is_told_too(app: Flask, client: FlaskClient) -> None:
    def fail() -> str:
        with open("/dev/full", "w", encoding="utf-8") as device:  # noqa: PTH123
            device.write("x")
        return ""

    app.view_functions["intake.bring_in"] = fail
    answer = client.post("/import", data={"text": "x"})
    assert answer.status_code == 503
    assert "There is no room left for " in answer.text


def test_a_disk_that_takes_no_upload_is_named_and_nothing_is_left_of_it(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = tmp_path / "scorepad.db.transfer" / "full.part"
    full.parent.mkdir()
    full.symlink_to("/dev/full")
    monkeypatch.setattr(uploads, "new_file", lambda _ending: full)
    answer = client.post("/import", data={"text": "some text"}, content_type="multipart/form-data")
    assert answer.status_code == 503
    page = Page(answer.text)
    assert "There is no room left for scorepad.db.transfer: make room" in page.text
    assert fields_of(page, page.one("form", "action", "/import")) == {"text": ["some text"]}
    assert not full.is_symlink()


@pytest.mark.usefixtures("address")
def test_what_can_t_be_made_to_be_downloaded_is_told_with_the_reason(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, said in (
        (errno.EROFS, "The disk of scorepad.db can only be read"),
        (errno.ENOSPC, "no room"),
    ):

        def refuse(*, dir: object, number: int = number) -> None:  # noqa: A002, ARG001 (as tempfile calls it)
            raise OSError(number, "no")

        with monkeypatch.context() as patched:
            patched.setattr("scorepad.web.made.tempfile.TemporaryFile", refuse)
            answer = client.get("/export/bundle.json")
        assert answer.status_code == 503
        assert said in Page(answer.text).text
    assert client.get("/export/bundle.json").status_code == 200


def test_a_file_in_place_of_the_folder_for_uploads_is_no_mistake_of_the_pad(
    app: Flask, client: FlaskClient
) -> None:
    path = store_of(app).path
    path.with_name(f"{path.name}.transfer").write_text("")
    answer = client.post("/import", data={"text": "x"}, content_type="multipart/form-data")
    assert (answer.status_code, "can’t be kept there" in answer.text) == (503, True)
