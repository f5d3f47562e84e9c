"""The pages that take games in and out, read as a browser without scripting reads them."""

from __future__ import annotations

import csv
import http.client
import io
import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.store import Store
from scorepad.web.intake import LARGEST_IMPORT
from tests.helpers import (
    Page,
    Reader,
    finish,
    finish_by_forms,
    key_of,
    new_game,
    play_by_forms,
    rows,
    store_of,
)
from tests.serving.served import PATIENCE, Answer, Server, raw

HEADER = "attachment; filename="


def record(**changes: Any) -> dict[str, Any]:
    """A small record in good order but for these keys."""
    turns = [{"player": "Ana", "dice": "44421", "box": "fours"}]
    good = {"format": "scorepad-game", "version": 1, "ruleset": "yahtzee", "players": ["Ana", "Ben"]}
    return good | {"turns": turns} | changes


def bundled(*games: object) -> dict[str, Any]:
    return {"format": "scorepad-bundle", "version": 1, "games": list(games)}


def upload(client: FlaskClient, content: object, **fields: str) -> TestResponse:
    """Sends that JSON, or those very bytes, as a file."""
    sent = content if isinstance(content, bytes) else json.dumps(content).encode()
    form = {"file": (io.BytesIO(sent), "games.json"), **fields}
    return client.post("/import", data=form, content_type="multipart/form-data")


def paste(client: FlaskClient, content: object, **fields: str) -> TestResponse:
    """Sends that JSON, or that very text, as pasted."""
    text = content if isinstance(content, str) else json.dumps(content)
    return client.post("/import", data={"text": text, **fields}, content_type="multipart/form-data")


def part(content: bytes, name: str = "file") -> bytes:
    """That field as the body of a form."""
    called = '; filename="games.json"' if name == "file" else ""
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"{called}\r\n\r\n'
    return head.encode() + content + b"\r\n--x--\r\n"


def games(app: Flask) -> int:
    return len(rows(store_of(app), "SELECT 1 FROM games"))


def complaint(answer: TestResponse, status: int = 422) -> str:
    """The one sentence that a refusal says, on a page that offers the form again."""
    assert answer.status_code == status
    page = Page(answer.text)
    [said] = page.alerts
    assert said.endswith(".")
    assert page.one("input", "name", "file")
    return said


# --- in -------------------------------------------------------------------------------------------------


def test_the_form_takes_a_file_or_a_text_without_scripting(client: FlaskClient) -> None:
    page = Page(client.get("/import").text)
    form = page.one("form", "action", "/import")
    assert (form["method"], form["enctype"]) == ("post", "multipart/form-data")
    for control in (page.one("input", "name", "file"), page.one("textarea", "name", "text")):
        assert page.one("label", "for", control["id"]).text


def test_new_names_are_shown_before_anything_is_saved(app: Flask, client: FlaskClient) -> None:
    new_game(client, players=["Ana", "Dov"])
    answer = upload(client, bundled(record(), record(players=["<b>Cleo</b>"], turns=[])))
    assert answer.status_code == 200
    page = Page(answer.text)
    assert [name.text for name in page.with_class("names")[0].all("li")] == ["Ben", "<b>Cleo</b>"]
    assert "2 games would be added" in page.html
    assert games(app) == 1
    reader = Reader(client)
    reader.page, reader.address = page, "/import"
    page = reader.press_text("Add games")
    assert (reader.status, reader.address) == (200, "/games")
    assert page.one("", "role", "status").text == "2 games added."
    assert reader.open("/games").all("", "role", "status") == []
    assert games(app) == 3


def test_what_was_added_and_what_was_here_is_told(client: FlaskClient) -> None:
    upload(client, record(), confirm="1")
    client.get("/games")
    assert upload(client, bundled(record(), record(turns=[])), confirm="1").status_code == 303
    told = Page(client.get("/games").text).one("", "role", "status").text
    assert told == "1 game added. 1 game was here already."


@pytest.mark.parametrize("sent", [b"no json", b"[]", b"[" * 100_000])
def test_what_is_no_record_is_told_what_one_is(client: FlaskClient, sent: bytes) -> None:
    said = complaint(upload(client, sent))
    assert "Choose a Scorepad record" in said
    assert "at most 64 MB" in said
    assert "Scorepad record" not in complaint(upload(client, record(colour=1)))


def test_a_second_tap_on_add_adds_nothing(app: Flask, client: FlaskClient) -> None:
    kept = Page(upload(client, record()).text).one("input", "name", "kept")["value"]
    for _ in range(2):
        answer = client.post("/import", data={"kept": kept, "confirm": "1"})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/games")
    assert games(app) == 1


def test_a_preview_says_what_is_here_already(app: Flask, client: FlaskClient) -> None:
    upload(client, record(), confirm="1")
    answer = upload(client, bundled(record(), record(players=["Cleo"], turns=[])))
    assert "1 game would be added" in answer.text
    assert "1 game is here already." in answer.text
    assert games(app) == 1


def test_without_a_new_name_it_is_saved_at_once(app: Flask, client: FlaskClient) -> None:
    new_game(client)
    for send in (upload, paste):
        answer = send(client, record(note=send.__name__, players=["BEN", "ana"], turns=[]))
        assert answer.status_code in (200, 303)
    assert games(app) == 2


def test_a_confirmed_text_is_saved_at_once(app: Flask, client: FlaskClient) -> None:
    assert paste(client, record(), confirm="1").headers["Location"] == "/games"
    form = {"text": json.dumps(record(turns=[])), "confirm": "1"}
    assert client.post("/import", data=form).headers["Location"] == "/games"
    assert games(app) == 2


def test_what_is_here_already_is_told_and_adds_nothing(app: Flask, client: FlaskClient) -> None:
    upload(client, record(), confirm="1")
    answer = upload(client, record())
    assert answer.status_code == 200
    assert "Nothing new" in answer.text
    assert games(app) == 1
    assert upload(client, record(), confirm="1").status_code == 303


def test_what_was_thrown_away_here_is_pointed_to(app: Flask, client: FlaskClient) -> None:
    address = new_game(client)
    saved = client.get(f"{address}/record.json").get_json()
    assert client.post(f"{address}/throw-away", data={"seen": "0"}).status_code == 303
    page = Page(upload(client, saved).text)
    assert page.one("a", "href", "/thrown-away").shown
    assert games(app) == 1


def test_an_imported_game_is_on_its_pages(app: Flask, client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana"], note="At home")
    finish_by_forms(client, address)
    saved = client.get(f"{address}/record.json").get_json()
    upload(client, saved | {"id": "another", "started_at": "2024-05-01T10:00:00Z"})
    assert client.get("/games").text.count("At home") == 2
    [(key,)] = rows(store_of(app), "SELECT key FROM games WHERE uid = 'another'")
    again = client.get(f"/games/{key}/record.json").get_json()
    assert again["turns"] == saved["turns"]
    assert client.get(f"/games/{key}/sheet").status_code == 200


# --- refused ----------------------------------------------------------------------------------------------


def test_a_refusal_names_game_and_turn_and_nothing_is_imported(app: Flask, client: FlaskClient) -> None:
    bad = record(turns=[{"player": "Ana", "dice": "44421", "box": "fours"}] * 2)
    said = complaint(upload(client, bundled(record(), bad), confirm="1"))
    assert said == "Game 2, turn 2 (Ana, 44421, Fours): It is Ben’s turn, not Ana’s."
    assert complaint(paste(client, bad)).startswith("Turn 2 (Ana, 44421, Fours): ")
    assert games(app) == 0


BAD = [
    (b"{", "This is not a Scorepad record: it isn’t JSON."),
    (b"no json", "This is not a Scorepad record: it isn’t JSON."),
    (b"\xff\xfe\x00", "This is not a Scorepad record: it isn’t JSON."),
    (b"PK\x03\x04\x00\x00", "This is not a Scorepad record: it isn’t JSON."),
    (json.dumps(bundled(record())).encode()[:-9], "This is not a Scorepad record: it isn’t JSON."),
    (b"[" * 100_000, "This is nested too deeply to be a Scorepad record."),
    (b"[]", "This is not a Scorepad record."),
    (b"7", "This is not a Scorepad record."),
    (json.dumps(record(version=2)).encode(), "Only version 1 of a Scorepad record can be read."),
    (json.dumps(bundled() | {"version": 2}).encode(), "Only version 1 of a Scorepad record can be read."),
    (json.dumps(bundled() | {"colour": 1}).encode(), "The key “colour” is unknown."),
    (json.dumps(record(colour=1)).encode(), "The key “colour” is unknown."),
    (b'{"<b>": 1, "<b>": 1}', "The key “<b>” appears twice."),
    (json.dumps(record(note="\ud800")).encode(), "The note has a character that can’t be shown."),
    (json.dumps(record(turns=[{"dice": "1", "box": "<i>"}])).encode(), "Turn 1 (Ana, 1, <i>)"),
    (b"", "Choose a file or paste the text of a Scorepad record."),
    (b" \n", "Choose a file or paste the text of a Scorepad record."),
]


@pytest.mark.parametrize(("sent", "said"), BAD, ids=lambda sent: str(sent[:20]))
def test_a_bad_file_is_refused_in_a_sentence(app: Flask, client: FlaskClient, sent: bytes, said: str) -> None:
    for confirm in ("", "1"):
        assert said in complaint(upload(client, sent, confirm=confirm))
    assert said in complaint(paste(client, sent.decode("utf-8", "replace")))
    assert games(app) == 0


def test_added_games_that_are_not_finished_are_a_tap_away(client: FlaskClient, app: Flask) -> None:
    reader = Reader(client)
    upload(client, record(), confirm="1")
    reader.open("/games")
    page = reader.follow("1 game under way")
    [(key,)] = rows(store_of(app), "SELECT key FROM games")
    assert f"/games/{key}" in {link["href"] for link in page.one("main").all("a")}
    done = finish(store_of(app), store_of(app).create("yatzy", ["Ana"]))
    sent = json.loads(client.get(f"/games/{done.key}/record.json").data)
    upload(client, sent | {"id": "another"}, confirm="1")
    page = Page(client.get("/games").text)
    assert page.one("", "role", "status").text == "1 game added."
    assert "under way" not in page.one("main").text


@pytest.mark.parametrize("sent", ["\n{ half", json.dumps(record(colour=1)), "</textarea><b>"])
def test_a_pasted_text_that_is_refused_stays_to_be_put_right(client: FlaskClient, sent: str) -> None:
    answer = paste(client, sent)
    assert answer.status_code == 422
    begun, _, rest = answer.text.partition("<textarea")[2].partition(">\n")
    assert (unescape(rest.partition("</textarea>")[0]), 'name="text"' in begun) == (sent, True)


def test_numbers_and_times_that_cannot_be_kept_are_refused(app: Flask, client: FlaskClient) -> None:
    card = {"player": "Ana", "name": "", "add": 2**64}
    sent = record(ruleset="free_for_all", score_cards=[card])
    said = complaint(upload(client, sent))
    assert said == "Score card 1: A card’s points are at most 1000000000000."
    assert "0001-01-01" in complaint(upload(client, record(started_at="0001-01-01T00:00:00Z")))
    assert games(app) == 0


def test_the_same_game_with_other_content_is_refused(app: Flask, client: FlaskClient) -> None:
    upload(client, record(id="x"), confirm="1")
    said = complaint(upload(client, bundled(record(turns=[]), record(id="x", turns=[]))))
    assert said == "Game 2: The game of Ana, Ben is here already, with other entries."
    assert games(app) == 1


@pytest.mark.parametrize("kept", ["x", "A" * 22, "../secret_key", "../" * 7 + "x", "\x00" * 22, "ä" * 22])
def test_an_upload_that_is_not_kept_is_told(app: Flask, client: FlaskClient, kept: str) -> None:
    said = complaint(client.post("/import", data={"kept": kept, "confirm": "1"}))
    assert said == "The file is no longer here: choose it again."
    assert games(app) == 0


def test_an_upload_is_kept_for_an_hour_and_few_at_a_time(app: Flask, client: FlaskClient) -> None:
    kept = [Page(upload(client, record()).text).one("input", "name", "kept")["value"] for _ in range(12)]
    folder = store_of(app).path.with_name("scorepad.db.transfer")
    assert len(list(folder.iterdir())) <= 8
    os.utime(folder / f"{kept[-1]}.json", (time.time() - 4000,) * 2)
    assert "no longer here" in complaint(client.post("/import", data={"kept": kept[-1], "confirm": "1"}))


def test_a_body_over_its_limit_is_too_big_and_one_within_is_taken(app: Flask, client: FlaskClient) -> None:
    kind = "multipart/form-data; boundary=x"
    for name, turns in (("file", []), ("text", record()["turns"])):
        wide = part(json.dumps(record(turns=turns)).encode() + b" " * (3 << 20), name)
        answer = client.post("/import?confirm=1", data=wide, content_type=kind)
        assert answer.status_code == 200
        kept = Page(answer.text).one("input", "name", "kept")["value"]
        assert client.post("/import", data={"kept": kept, "confirm": "1"}).status_code == 303
        store_of(app).db.conn.execute("UPDATE players SET folded = folded || id")
    size = {"CONTENT_LENGTH": str(LARGEST_IMPORT + 1)}
    answer = client.post("/import", data=part(b""), content_type=kind, environ_overrides=size)
    assert answer.status_code == 413
    assert "This is too big" in answer.text
    assert "At most 64 MB can be sent at once" in answer.text
    assert client.post("/games", data={"note": "x" * (2 << 20)}).status_code == 413
    assert games(app) == 2


def test_another_pages_upload_is_refused(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/import", data={"text": "{}"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert games(app) == 0


# --- out ------------------------------------------------------------------------------------------------


@pytest.fixture
def full(client: FlaskClient) -> FlaskClient:
    """A pad with a finished game and a running one."""
    finish_by_forms(client, new_game(client, "yacht", ["Ana", "=1+1"]))
    play_by_forms(client, new_game(client, "yahtzee", ["مینا"]), ("fours", "44421"))
    return client


def test_the_pages_lead_to_import_and_export(full: FlaskClient) -> None:
    reader = Reader(full)
    reader.open("/games")
    reader.follow("Export")
    links = [link["href"] for link in reader.page.all("a") if link["href"].startswith("/export/")]
    tables = ["/export/games.csv", "/export/turns.csv"]
    with_semicolons = [f"{table}?separator=semicolon" for table in tables]
    assert links == ["/export/bundle.json", *tables, *with_semicolons, "/export/scorepad.db"]
    reader.follow("Import")
    assert reader.page.one("h1").text == "Import"


def test_a_bundle_goes_out_and_comes_into_an_empty_pad(full: FlaskClient, app: Flask) -> None:
    answer = full.get("/export/bundle.json", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Disposition"].startswith(HEADER + '"scorepad-games-20')
    assert answer.content_type == "application/json"
    assert answer.is_streamed
    assert len(answer.get_json()["games"]) == 2
    assert upload(full, answer.data).status_code == 200
    assert games(app) == 2
    assert "Nothing new" in upload(full, answer.data).text


def rows_of(answer: TestResponse) -> list[list[str]]:
    assert answer.status_code == 200
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith(HEADER)
    assert answer.data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"), newline="")))


def test_the_tables_are_csv_with_headings(full: FlaskClient) -> None:
    head, *lines = rows_of(full.get("/export/games.csv"))
    assert head[:3] == ["Identity", "Rules", "Started"]
    assert {line[head.index("Player")] for line in lines} == {"Ana", "'=1+1", "مینا"}
    assert len(rows_of(full.get("/export/turns.csv"))) == 1 + 24 + 1


@pytest.mark.parametrize(
    ("language", "usual", "other", "name"),
    [
        ("en", ",", ";", "semicolon"),
        ("fa", ",", ";", "semicolon"),
        ("de", ";", ",", "comma"),
        ("fi", ";", ",", "comma"),
    ],
)
def test_cells_are_separated_as_spreadsheets_of_the_language_want_it_or_as_asked(
    full: FlaskClient, language: str, usual: str, other: str, name: str
) -> None:
    full.set_cookie("language", language)
    assert f"separator={name}" in full.get("/export").text
    for path in ("export/games.csv", "export/turns.csv"):
        for query, separator in (("", usual), (f"?separator={name}", other)):
            answer = full.get(f"/{path}{query}")
            rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=separator))
            assert len({len(row) for row in rows}) == 1
            assert len(rows[0]) > 10


def test_a_separator_that_is_none_is_told(full: FlaskClient) -> None:
    answer = full.get("/export/games.csv?separator=tab")
    assert answer.status_code == 422
    assert "There is no such page." in answer.text


def test_a_sheet_is_a_table_with_the_names_of_its_boxes(client: FlaskClient) -> None:
    address = new_game(client, "yahtzee", ["Ana", "Ben"])
    play_by_forms(client, address, ("four_of_a_kind", "44441"), ("ones", "23456"))
    reader = Reader(client)
    reader.open(f"{address}/sheet")
    link = next(a for a in reader.page.all("a") if a["href"].endswith("/sheet.csv"))
    lines = {line[0]: line[1:] for line in rows_of(client.get(link["href"]))}
    assert (lines["Box"], lines["Four of a kind"], lines["Ones"]) == (["Ana", "Ben"], ["17", ""], ["", "0"])
    assert (lines["Total"], lines["Upper bonus"]) == (["17", "0"], ["0", "0"])
    assert client.get("/games/nothing/sheet.csv").status_code == 404


def test_the_dice_of_a_roll_off_stand_in_the_tables(client: FlaskClient, app: Flask) -> None:
    address = new_game(client, "free_for_all", ["Ana", "Ben", "Cleo"])
    finish(store_of(app), key_of(address))
    for seen, dice in ((39, {"die_1": "6", "die_2": "6", "die_3": "2"}), (40, {"die_1": "1", "die_2": "4"})):
        assert client.post(f"{address}/roll-offs", data={"seen": str(seen), **dice}).status_code == 303
    sheet = [line for line in rows_of(client.get(f"{address}/sheet.csv")) if line[0].startswith("Roll-off")]
    assert [line[1:] for line in sheet] == [["6", "6", "2"], ["1", "4", ""]]
    head, *lines = rows_of(client.get("/export/games.csv"))
    column = head.index("Roll-off")
    assert {line[head.index("Player")]: line[column] for line in lines} == {
        "Ana": "6 1",
        "Ben": "6 4",
        "Cleo": "2",
    }


def test_a_game_that_cannot_be_read_is_passed_over_by_all_that_goes_out(
    full: FlaskClient, app: Flask
) -> None:
    [(broken,)] = rows(store_of(app), "SELECT key FROM games WHERE ruleset = 'yahtzee'")
    store_of(app).db.conn.execute("UPDATE events SET box = 'sevens' WHERE box = 'fours' AND dice = '12444'")
    store_of(app).forget()
    [game] = full.get("/export/bundle.json").get_json()["games"]
    assert game["ruleset"] == "yacht"
    assert len(rows_of(full.get("/export/games.csv"))) == 1 + 2
    assert len(rows_of(full.get("/export/turns.csv"))) == 1 + 24
    for path in ("sheet.csv", "record.json"):
        answer = full.get(f"/games/{broken}/{path}")
        assert answer.status_code == 422
        assert Page(answer.text).all("a", "href", f"/games/{broken}/events.json")
    assert "sevens" in full.get(f"/games/{broken}/events.json").text
    assert full.get("/export/scorepad.db").status_code == 200


def test_a_copy_of_the_database_goes_out_and_leaves_nothing_behind(
    full: FlaskClient, app: Flask, tmp_path: Path
) -> None:
    answer = full.get("/export/scorepad.db")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith(HEADER + '"scorepad-20')
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    copy = tmp_path / "out" / "copy.db"
    copy.parent.mkdir()
    copy.write_bytes(answer.data)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (games(app),)
    assert list(store_of(app).path.with_name("scorepad.db.transfer").iterdir()) == []


@pytest.mark.parametrize("path", ["bundle.json", "games.csv", "turns.csv", "scorepad.db"])
def test_an_empty_pad_has_files_too(client: FlaskClient, path: str) -> None:
    assert client.get(f"/export/{path}").data
    assert client.head(f"/export/{path}").status_code == 200


def test_with_a_pin_nothing_goes_in_or_out(app: Flask, client: FlaskClient) -> None:
    app.config["PIN"] = "4711"
    assert upload(client, record(), confirm="1").status_code == 401
    for path in ("/export", "/export/bundle.json", "/export/scorepad.db", "/import"):
        assert client.get(path).status_code == 303
    assert games(app) == 0


# --- the real server ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served") / "scorepad.db") as server:
        assert server.port
        yield server


real = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


def send(server: Server, path: str, body: bytes, **headers: str) -> Answer:
    """A POST with those very bytes."""
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("POST", path, body, kind | headers)
        return Answer(connection.getresponse())


@real
def test_the_server_lets_a_large_upload_through_to_the_import_page_alone(served: Server) -> None:
    body = part(json.dumps(record()).encode() + b" " * (3 << 20))
    answer = send(served, "/import", body)
    assert answer.code == 200
    kept = answer.page.one("input", "name", "kept")["value"]
    assert served.ask("/import", kept=kept, confirm="1").code == 303
    assert len(json.loads(served.ask("/export/bundle.json").text)["games"]) == 1
    head = (
        f"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Length: {3 << 20}\r\nConnection: close\r\n\r\n"
    )
    assert raw(served, head.encode() + b"x" * 1000).split()[1] == b"413"


@real
@pytest.mark.parametrize("size", [LARGEST_IMPORT * 2, 1 << 40])
def test_the_server_refuses_an_upload_beyond_all_measure(served: Server, size: int) -> None:
    head = f"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n"
    assert raw(served, head.encode() + b"x" * 1000).split()[1] == b"413"
    assert served.ask("/healthz").code == 200


@real
def test_the_server_streams_all_that_goes_out(served: Server) -> None:
    for path in ("bundle.json", "games.csv", "turns.csv", "scorepad.db"):
        with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
            connection.request("GET", f"/export/{path}", headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.headers["Content-Encoding"] is None
            assert answer.read()


def test_a_store_is_not_held_by_an_export_that_nobody_reads_to_its_end(full: FlaskClient, app: Flask) -> None:
    answer = full.get("/export/bundle.json", buffered=False)
    next(iter(answer.response))
    play_by_forms(full, new_game(full, "yacht", ["Ana"]), ("ones", "11234"))
    answer.close()
    store: Store = store_of(app)
    assert games(app) == 3
    assert store.load(key_of(new_game(full))).seen == 0
