"""Dice from a photo without scripting: the page for it, what was read, and the way of the dice to the pad."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from threading import Barrier, Event, Semaphore, get_ident

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.photo import MOST_BYTES, Reading, Unreadable
from scorepad.photo import read as read_photo
from scorepad.rules import Refused, ThrowAway
from scorepad.web.darkroom import WAITING, Darkroom
from scorepad.web.photo import LARGEST_PHOTO
from tests.drawn_dice import photo, seen
from tests.helpers import (
    Page,
    everything,
    fields_of,
    finish_by_forms,
    key_of,
    make_app,
    new_game,
    rows,
    store_of,
    wish,
)

FACES = (5, 5, 3, 6, 2)
PHOTO = photo(FACES)
PART = {"HX-Request": "true"}

Shows = Callable[[str], None]


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch) -> Shows:
    """Has the next photo show those dice."""
    return lambda text: monkeypatch.setattr("scorepad.web.darkroom.read", lambda _data, _dice: seen(text))


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A game of Yahtzee of two."""
    return new_game(client)


def send(client: FlaskClient, address: str, data: bytes = PHOTO, **fields: str) -> TestResponse:
    return client.post(f"{address}/photo", data={"photo": (io.BytesIO(data), "dice.jpg"), **fields})


def chosen(page: Page) -> list[str]:
    """The value that each die has on the page, empty where it is open."""
    return [
        next((option["value"] for option in select.all("option") if "selected" in option), "")
        for select in page.all("select", "name", "value")
    ]


def status(page: Page) -> str:
    (line,) = page.all("p", "role", "status")
    return line.text


def used(client: FlaskClient, page: Page) -> TestResponse:
    """Presses “Use these dice”."""
    form = next(form for form in page.all("form") if form["action"].endswith("/dice"))
    return client.get(form["action"], query_string=fields_of(page, form) | {"value": chosen(page)})


# --- the key ------------------------------------------------------------------------------------------


def test_a_key_in_the_tray_leads_to_the_page_with_what_is_in_the_hand(client: FlaskClient) -> None:
    address = new_game(client, "generala")
    key = Page(client.get(f"{address}?for=1-0&dice=55&first_roll=1").text).with_class("camera")[0]
    assert key["aria-label"] == "Read the dice from a photo"
    page = Page(client.get(key["href"]).text)
    hidden = {field["name"]: field["value"] for field in page.all("input", "type", "hidden")}
    assert hidden.items() >= {"for": "1-0", "dice": "55", "first_roll": "1"}.items()
    assert page.all("a", "aria-label", "Back to the game")[0]["href"].startswith(f"{address}?")
    assert "dice=55" in page.all("a", "aria-label", "Back to the game")[0]["href"]


def test_a_finished_game_has_no_key_and_no_page(client: FlaskClient, address: str) -> None:
    finish_by_forms(client, address)
    assert Page(client.get(address).text).with_class("camera") == []
    assert client.get(f"{address}/photo").headers["Location"] == address
    answer = send(client, address)
    assert answer.status_code == 422
    assert "The game is finished" in answer.text


@pytest.mark.parametrize("missing", ["numpy", "PIL"])
def test_without_what_reads_photos_the_pad_starts_and_has_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    app = make_app(tmp_path / "scorepad.db")
    client = app.test_client()
    address = new_game(client)
    assert Page(client.get(address).text).with_class("camera") == []
    assert client.get(f"{address}/photo").status_code == 404
    assert send(client, address).status_code == 404
    store_of(app).close()


def test_the_page_tells_how_to_hold_the_phone_which_a_cookie_keeps(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}/photo", headers=PART)
    assert "Hold the phone straight above the dice" in answer.text
    assert "photo=told; Max-Age=31536000" in answer.headers["Set-Cookie"]
    assert [section["id"] for section in Page(answer.text).all("section")] == ["photo"]


# --- what was read ------------------------------------------------------------------------------------


def test_the_page_shows_what_the_reader_reads(client: FlaskClient, address: str) -> None:
    found = read_photo(PHOTO).found
    page = Page(send(client, address).text)
    assert chosen(page) == [str(die.value) if die.sure else "" for die in found]
    assert len(page.all("g")) == len(found)


def test_nothing_of_the_game_changes_by_a_photo(app: Flask, client: FlaskClient, address: str) -> None:
    before = everything(app)
    assert send(client, address).status_code == 200
    assert everything(app) == before


def test_a_die_in_doubt_is_open_until_somebody_says_what_it_is(
    client: FlaskClient, address: str, shows: Shows
) -> None:
    shows("5 5 3 6?4 2")
    page = Page(send(client, address, **{"for": "1-0"}).text)
    assert status(page) == "Ana four sure, one in doubt"
    assert chosen(page) == ["5", "5", "3", "", "2"]
    assert [mark["aria-label"] for mark in page.all("g")][2:4] == ["Die 3: 3", "Die 4, in doubt: 6 or 4"]
    assert "Die 4: a 6, or a 4?" in page.text
    pad = Page(client.get(used(client, page).headers["Location"]).text)
    assert pad.one("section", "id", "pad")["data-dice"] == "5532"
    assert pad.offers == {}


def test_sure_dice_are_three_steps_from_a_saved_turn(client: FlaskClient, address: str, shows: Shows) -> None:
    shows("5 5 3 6 2")
    page = Page(send(client, address).text)
    assert status(page) == "Ana five sure"
    pad = Page(client.get(used(client, page).headers["Location"]).text)
    assert pad.offers["fives"] == 10
    button = pad.all("button", "data-box", "fives")[0]
    form = pad.one("form", "id", button["form"])
    assert client.post(form["action"], data=fields_of(pad, form, button)).status_code == 303
    assert rows(store_of(client.application), "SELECT dice FROM events") == [("23556",)]


def test_what_is_in_the_hand_beside_the_dice_comes_back_with_them(client: FlaskClient, shows: Shows) -> None:
    shows("5 5 3 6 2")
    address = new_game(client, "generala")
    page = Page(send(client, address, **{"for": "1-0", "dice": "1", "first_roll": "1"}).text)
    pad = Page(client.get(used(client, page).headers["Location"]).text)
    root = pad.one("section", "id", "pad")
    assert (root["data-dice"], "data-first-roll" in root) == ("55362", True)


def test_dice_of_a_turn_that_is_over_are_asked_about(client: FlaskClient, address: str, shows: Shows) -> None:
    shows("5 5 3 6 2")
    page = Page(send(client, address, **{"for": "1-0"}).text)
    client.post(f"{address}/turns", data={"seen": "0", "dice": "12346", "box": "chance"})
    pad = Page(client.get(used(client, page).headers["Location"]).text)
    assert pad.one("section", "id", "pad")["data-over"] == "1-0"


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("", "I found no dice. Closer, from above."),
        ("4", "I found 1 die. Closer, from above."),
        ("4 4 6?5", "I found 3 dice. Closer, from above."),
        ("4 4 4 4 4 4", "I found 6 dice, 5 make a roll: choose – for the others."),
    ],
)
def test_more_or_fewer_dice_than_a_roll_has_are_told(
    client: FlaskClient, address: str, shows: Shows, dice: str, told: str
) -> None:
    shows(dice)
    assert status(Page(send(client, address).text)) == f"Ana {told}"


def test_a_sheet_of_six_dice_takes_six(client: FlaskClient, shows: Shows) -> None:
    shows("1 2 3 4 5 6")
    page = Page(send(client, new_game(client, "maxi_yatzy")).text)
    assert status(page) == "Ana six sure"
    assert used(client, page).headers["Location"].endswith("dice=123456")


def test_too_many_chosen_dice_are_refused_with_all_of_them_kept(
    client: FlaskClient, address: str, shows: Shows
) -> None:
    shows("1 2 3 4?2 5 6")
    page = Page(send(client, address).text)
    form = next(form for form in page.all("form") if form["action"].endswith("/dice"))
    fields = fields_of(page, form) | {"value": ["1", "2", "3", "2", "5", "6"]}
    answer = client.get(form["action"], query_string=fields)
    assert answer.status_code == 422
    again = Page(answer.text)
    assert "6 dice are chosen, and a roll is 5 here" in again.with_class("complaint")[0].text
    assert chosen(again) == ["1", "2", "3", "2", "5", "6"]
    assert [mark["aria-label"] for mark in again.all("g")] == [mark["aria-label"] for mark in page.all("g")]


def test_the_marks_lie_where_the_dice_lie_in_a_photo_of_that_shape(
    client: FlaskClient, address: str, shows: Shows
) -> None:
    shows("1 2 3 4 5")
    page = Page(
        client.post(
            f"{address}/photo",
            data={"photo": (io.BytesIO(PHOTO), "a.jpg"), "width": "960", "height": "1280"},
            headers=PART,
        ).text
    )
    assert page.one("svg", "role", "group")["viewbox"] == "0 125 750 750"
    first = page.all("g")[0].all("rect", "class", "edge")[0]
    assert [first[side] for side in ("x", "y", "width", "height")] == ["15", "360", "120", "120"]


@pytest.mark.parametrize("size", [("0", "9"), ("x", "1"), ("1e3", "1"), ("9" * 400, "1"), ("99999", "1")])
def test_a_size_that_no_photo_has_spoils_nothing(
    client: FlaskClient, address: str, shows: Shows, size: tuple[str, str]
) -> None:
    shows("1 2 3 4 5")
    assert send(client, address, width=size[0], height=size[1]).status_code == 200


# --- what can't be read -------------------------------------------------------------------------------


def test_what_is_no_photo_is_told_and_the_dice_typed_before_are_kept(
    client: FlaskClient, address: str
) -> None:
    for data in (b"", b"no photo"):
        answer = send(client, address, data, **{"for": "1-0", "dice": "44"})
        assert answer.status_code == 415
        page = Page(answer.text)
        assert "This is no photo" in page.with_class("complaint")[0].text
        assert "dice=44" in page.all("a", "aria-label", "Back to the game")[0]["href"]
    assert client.post(f"{address}/photo").status_code == 415


@pytest.mark.parametrize(
    ("unreadable", "code", "told"),
    [
        (Unreadable("photo_heic"), 415, "The pad can’t read HEIC photos"),
        (Unreadable("photo_heavy", megabytes=24), 413, "at most 24 MB can be read"),
        (Unreadable("photo_large", megapixels=80), 413, "at most 80 megapixels can be read"),
        (Unreadable("photo_broken"), 422, "This photo is damaged"),
    ],
)
def test_every_reason_has_its_sentence(
    client: FlaskClient,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    unreadable: Unreadable,
    code: int,
    told: str,
) -> None:
    def refuse(_data: bytes, _dice: int) -> Reading:
        raise unreadable

    monkeypatch.setattr("scorepad.web.darkroom.read", refuse)
    answer = send(client, address)
    assert answer.status_code == code
    assert told in Page(answer.text).with_class("complaint")[0].text


def test_a_body_that_is_too_big_is_told_by_its_head(client: FlaskClient, address: str) -> None:
    size = {"CONTENT_LENGTH": str(LARGEST_PHOTO + 1)}
    kind = "multipart/form-data; boundary=x"
    answer = client.post(f"{address}/photo", content_type=kind, environ_overrides=size)
    assert answer.status_code == 413
    assert f"at most {MOST_BYTES >> 20} MB" in Page(answer.text).with_class("complaint")[0].text
    large = {"data": "a=" + "x" * (2 << 20), "content_type": "application/x-www-form-urlencoded"}
    assert client.post(f"{address}/photo", **large).status_code == 413
    assert client.post("/games/nobody/photo", **large).status_code == 404


def test_only_who_may_score_sends_photos(app: Flask, client: FlaskClient, address: str) -> None:
    (watch,) = rows(store_of(app), "SELECT watch_key FROM games")[0]
    assert send(client, f"/games/{watch}").status_code == 404
    assert send(client, f"/watch/{watch}").status_code == 404
    foreign = {"Sec-Fetch-Site": "cross-site"}
    assert client.post(f"{address}/photo", headers=foreign).status_code == 403
    app.config["PIN"] = "4711"
    assert send(client, address).status_code == 401


def test_a_game_in_the_bin_takes_no_photos(app: Flask, client: FlaskClient, address: str) -> None:
    store_of(app).append(key_of(address), 0, wish(ThrowAway()))
    assert send(client, address).status_code == 404


# --- one at a time ------------------------------------------------------------------------------------


class Slow:
    """A reader that lasts until it is `done`."""

    def __init__(self) -> None:
        self.begun, self.done = Event(), Event()
        self._at_once = Semaphore(1)

    def read(self, _data: bytes, _dice: int) -> Reading:
        assert self._at_once.acquire(blocking=False), "two are read at once"
        self.begun.set()
        assert self.done.wait(10)
        self._at_once.release()
        return seen("1 2 3 4 5")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    reader = Slow()
    monkeypatch.setattr("scorepad.web.darkroom.read", reader.read)
    return reader


def test_photos_are_read_one_after_the_other_and_so_many_may_wait(slow: Slow) -> None:
    darkroom, many = Darkroom(), 3
    with ThreadPoolExecutor(1 + WAITING + many) as threads:
        sent = [threads.submit(darkroom.read, io.BytesIO(), 5) for _ in range(1 + WAITING + many)]
        refused = [one.exception(10) for one in islice(as_completed(sent, 10), many)]
        slow.done.set()
        assert [error.reason for error in refused if isinstance(error, Refused)] == ["photos_wait"] * many
        read = [one for one in sent if one.exception(10) is None]
    assert [len(one.result().found) for one in read] == [5] * (1 + WAITING)
    assert darkroom.read(io.BytesIO(), 5).found


def test_all_photos_are_read_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread that read some would keep the memory that it took."""
    readers: list[int] = []

    def read(_data: bytes, _dice: int) -> Reading:
        readers.append(get_ident())
        return seen("1 2 3 4 5")

    monkeypatch.setattr("scorepad.web.darkroom.read", read)
    darkroom, all_here = Darkroom(), Barrier(3)

    def bring() -> Reading:
        all_here.wait(10)
        return darkroom.read(io.BytesIO(), 5)

    with ThreadPoolExecutor(3) as threads:
        for sent in [threads.submit(bring) for _ in range(3)]:
            sent.result(10)
    assert len(readers) == 3
    assert len(set(readers)) == 1


def test_who_waits_for_too_long_is_told(app: Flask, address: str, slow: Slow) -> None:
    app.extensions["scorepad.darkroom"] = Darkroom(patience=0.05)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(send, app.test_client(), address)
        assert slow.begun.wait(10)
        answer = send(app.test_client(), address)
        slow.done.set()
        assert first.result(10).status_code == 200
    assert answer.status_code == 503
    assert "The pad is reading other photos" in Page(answer.text).with_class("complaint")[0].text
