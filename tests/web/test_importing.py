"""A long import: how far it is, one at a time, what was added when it ended early, and its limits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.record import Record, read_record
from scorepad.store import Store, StoreError
from scorepad.transfer import Arrival, Arrivals
from scorepad.web.intake import LARGEST_IMPORT, LARGEST_TEXT
from tests.helpers import Page, Reader, new_game, rows, store_of
from tests.web.test_transfer import bundled, complaint, games, part, paste, record, upload

THREE = bundled(*(record(id=str(number), note="slow" if number == 1 else "") for number in range(3)))
FORM = "multipart/form-data; boundary=x"
OTHER = bundled(record(id="other"))


@pytest.fixture
def gate(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Until it is set, a slow game takes its time; nobody waits for an import."""
    new_game(client)  # so that no name is new
    gate = Event()

    def read(data: Any) -> Record:
        assert data.get("note") != "slow" or gate.wait(20)
        return read_record(data)

    monkeypatch.setattr("scorepad.transfer.intake.read_record", read)
    monkeypatch.setattr("scorepad.web.intake._AT_ONCE", 0.05)
    yield gate
    gate.set()


def arrivals(app: Flask) -> Arrivals:
    found: Arrivals = app.extensions["scorepad.arrivals"]
    return found


def finish(app: Flask, gate: Event) -> None:
    """Lets what is under way come to its end."""
    arrival = arrivals(app).under_way
    gate.set()
    if arrival:
        arrival.wait(20)
        assert arrival.over


def kept(app: Flask) -> list[Path]:
    return list(store_of(app).path.with_name("scorepad.db.transfer").iterdir())


def bar(page: Page) -> tuple[str, str]:
    shown = page.one("progress")
    return shown["value"], shown["max"]


# --- how far it is --------------------------------------------------------------------------------------


def test_a_long_import_leads_to_a_bar_and_at_its_end_to_what_it_added(
    app: Flask, client: FlaskClient, gate: Event
) -> None:
    answer = upload(client, THREE)
    assert answer.status_code == 303
    address = answer.headers["Location"]
    page = Page(client.get(address).text)
    assert bar(page) == ("1", "3")
    assert "1 of 3 games checked" in page.html
    assert page.one("meta", "http-equiv", "refresh")["content"] == "2"
    assert page.all("input", "name", "file") == []
    part = client.get(address.replace("/import?", "/import/progress?"))
    assert (part.status_code, bar(Page(part.text))) == (200, ("1", "3"))
    finish(app, gate)
    assert client.get(address.replace("/import?", "/import/progress?")).status_code == 204
    reader = Reader(client)
    assert reader.open(address).one("", "role", "status").text == "3 games added."
    assert reader.address == "/games"
    assert reader.open(address).all("", "role", "status") == []
    assert kept(app) == []


def test_what_is_wrong_with_a_long_file_is_told_at_its_address(
    app: Flask, client: FlaskClient, gate: Event
) -> None:
    address = upload(client, THREE | {"games": [*THREE["games"], record(colour=1, note="")]}).headers[
        "Location"
    ]
    finish(app, gate)
    assert complaint(client.get(address)) == "Game 4: The key “colour” is unknown."
    assert games(app) == 1
    assert kept(app) == []


def test_new_names_of_a_long_file_are_asked_about_at_its_address(
    app: Flask, client: FlaskClient, gate: Event
) -> None:
    new = record(players=["Zoe"], turns=[], note="slow")
    reader = Reader(client)
    address = upload(client, new).headers["Location"]
    finish(app, gate)
    page = reader.open(address)
    assert [name.text for name in page.with_class("names")[0].all("li")] == ["Zoe"]
    assert reader.press_text("Add games").one("", "role", "status").text == "1 game added."


# --- one at a time --------------------------------------------------------------------------------------


def test_a_second_tap_on_the_same_file_joins_the_first(app: Flask, client: FlaskClient, gate: Event) -> None:
    first, second = (upload(client, THREE) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert len(kept(app)) == 1
    finish(app, gate)
    client.get(first.headers["Location"])
    assert games(app) == 4


def test_another_file_meanwhile_waits_and_is_imported_after_it(
    app: Flask, client: FlaskClient, gate: Event
) -> None:
    upload(client, THREE)
    reader = Reader(client)
    reader.open("/import")
    answer = paste(client, OTHER)
    assert answer.status_code == 303
    page = reader.open(answer.headers["Location"])
    assert "Another file is being imported" in page.html
    assert bar(page) == ("1", "3")
    assert reader.press_text("Import").one("progress")["max"] == "3"
    assert games(app) == 1
    finish(app, gate)
    page = reader.open(answer.headers["Location"])
    assert page.all("progress") == []
    assert reader.press_text("Import").one("", "role", "status").text == "1 game added."
    assert games(app) == 5


@pytest.mark.usefixtures("gate")
def test_the_form_tells_beforehand_that_another_file_is_on_its_way(client: FlaskClient) -> None:
    assert Page(client.get("/import").text).all("progress") == []
    upload(client, THREE)
    page = Page(client.get("/import").text)
    assert bar(page) == ("1", "3")
    assert page.one("input", "name", "file")
    assert page.all("meta", "http-equiv", "refresh") == []  # something may be typed there


def test_what_became_of_anothers_file_is_not_told_where_it_ends_while_the_page_is_made(
    app: Flask, client: FlaskClient, gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(client, THREE)
    arrival = arrivals(app).under_way
    finish(app, gate)
    monkeypatch.setattr(Arrivals, "under_way", property(lambda _self: arrival))
    page = Page(client.get("/import").text)
    assert page.one("input", "name", "file")
    assert "would be added" not in page.text
    assert bar(page) == ("3", "3")


def test_nobody_finds_a_file_that_has_not_begun(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[object] = []

    def start(arrival: Arrival) -> None:
        found.extend(arrivals(app)._lately.values())
        begin(arrival)

    begin = Arrival.start
    monkeypatch.setattr(Arrival, "start", start)
    assert upload(client, THREE, confirm="1").status_code == 303
    assert (found, games(app)) == ([], 3)


def test_an_address_of_nothing_is_the_plain_form(client: FlaskClient) -> None:
    for token in ("x", "A" * 22, "../" * 8):
        page = Page(client.get("/import", query_string={"kept": token}).text)
        assert page.one("input", "name", "file")
        assert client.get("/import/progress", query_string={"kept": token}).status_code == 204


# --- ended early ----------------------------------------------------------------------------------------


@pytest.fixture
def faint(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that can be written once; then again."""
    moments = iter([True, False])

    def add(self: Store, records: Iterable[Record]) -> int:
        if next(moments, True):
            return Store.add_games(self, records)
        raise StoreError("not_writable", file="/where/it/lies/scorepad.db")

    monkeypatch.setattr("scorepad.transfer.intake._READY", 1)
    monkeypatch.setattr(store_of(app), "add_games", add.__get__(store_of(app)))


@pytest.mark.usefixtures("faint")
def test_what_was_added_until_it_ended_early_is_told_and_the_rest_comes_after(
    app: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    new_game(client)
    answer = upload(client, THREE)
    assert answer.status_code == 503
    assert caplog.messages == ["/where/it/lies/scorepad.db can’t be written"]
    page = Page(answer.text)
    assert page.alerts == ["scorepad.db can’t be written."]
    assert "1 game was added" in page.html
    assert games(app) == 2
    reader = Reader(client)
    reader.page, reader.address = page, "/import"
    assert (
        reader.press_text("Import").one("", "role", "status").text
        == "2 games added. 1 game was here already."
    )
    assert games(app) == 4


def test_a_mishap_is_told_as_one(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_data: object) -> Record:
        raise AssertionError

    monkeypatch.setattr("scorepad.transfer.intake.read_record", broken)
    assert upload(client, record()).status_code == 500


def test_an_import_ends_when_the_pad_closes(app: Flask, client: FlaskClient, gate: Event) -> None:
    upload(client, THREE)
    arrival = arrivals(app).under_way
    assert arrival
    gate.set()
    store_of(app).close()
    assert arrival.over


# --- limits ---------------------------------------------------------------------------------------------


def test_the_limits_are_told_beforehand(client: FlaskClient) -> None:
    page = Page(client.get("/import").text)
    for field, most in (("file", "64 MB"), ("text", "4 MB")):
        assert most in page.one("label", "for", field).text


def test_a_limit_is_named_where_it_is_met_with_the_way_on(client: FlaskClient) -> None:
    long = part(b" " * (LARGEST_TEXT + 1), "text")
    said = complaint(client.post("/import", data=long, content_type=FORM), 413)
    assert said == "This is too big. At most 4 MB can be pasted: save the text as a file, and choose that."
    answer = client.post(
        "/import",
        data=part(b""),
        content_type=FORM,
        environ_overrides={"CONTENT_LENGTH": str(LARGEST_IMPORT + 1)},
    )
    assert complaint(answer, 413) == (
        "This is too big. At most 64 MB can be sent at once. A larger file comes in by the command “import”,"
        " while the pad is stopped."
    )


def test_a_game_that_is_too_long_is_named(client: FlaskClient) -> None:
    long = part(json.dumps(bundled(record(), record(note="x" * (2 << 20)))).encode())
    assert (
        complaint(client.post("/import", data=long, content_type=FORM))
        == "Game 2: One game can have at most 1 MB of text."
    )


def test_of_very_many_new_names_the_first_are_shown(client: FlaskClient) -> None:
    crowd = [
        record(ruleset="yatzy", players=[f"P{game}-{seat}" for seat in range(50)], turns=[])
        for game in range(5)
    ]
    page = Page(upload(client, bundled(*crowd)).text)
    assert len(page.with_class("names")[0].all("li")) == 200
    assert "250 names are new here:" in page.html
    assert "and 50 more" in page.html


def test_known_games_leave_the_shelf_to_those_that_are_played(app: Flask, client: FlaskClient) -> None:
    upload(client, THREE, confirm="1")
    store_of(app).forget()
    upload(client, THREE)
    assert store_of(app)._shelf._games == {}
    assert len(rows(store_of(app), "SELECT 1 FROM games")) == 3
