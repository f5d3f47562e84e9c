"""What a form should never send: told in a sentence, nothing changed, typed dice kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.helpers import Page, everything, finish_by_forms, new_game, play_by_forms

HUGE = str(2**70)
LONG = "9" * 5000
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def app(one_app: Flask) -> Flask:
    return one_app


@pytest.fixture
def before(app: Flask) -> list[object]:
    """What the file holds before the test."""
    return everything(app)


@pytest.fixture
def untouched(app: Flask, address: str) -> Iterator[None]:
    """The test must leave the file as it finds it, once its game is there."""
    assert address
    before = everything(app)
    yield
    assert everything(app) == before


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A game of two: Ana's Yahtzee holds 50, her Sixes are open, Ben's Chance is filled; Ana is to move."""
    started = new_game(client)
    play_by_forms(client, started, ("yahtzee", "66666"), ("chance", "12346"), ("ones", "11234"))
    play_by_forms(client, started, ("ones", "12346"))
    return started


def told(answer: TestResponse) -> Page:
    """The page, which must say in a sentence what is wrong."""
    page = Page(answer.text)
    sentences = page.alerts or [found.text for found in page.with_class("message")]
    assert len(sentences) == 1
    assert sentences[0].endswith(".")
    assert len(sentences[0].split()) >= 3
    return page


def send(client: FlaskClient, address: str, **fields: str | None) -> TestResponse:
    """A turn in good order but for these fields; None leaves one out."""
    form = {"seen": "4", "dice": "44421", "box": "fours"} | fields
    return client.post(
        f"{address}/turns", data={name: value for name, value in form.items() if value is not None}
    )


# --- a turn ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    "dice",
    [
        "444211",
        "4442",
        "04442",
        "74442",
        "abcde",
        "4442²",
        "4442½",
        "4442四",
        "44 42",
        "",
        "44421" * 900,
    ],
)
def test_dice_that_cannot_be_rolled_are_refused_and_kept(
    client: FlaskClient, address: str, dice: str
) -> None:
    answer = send(client, address, dice=dice)
    assert answer.status_code == 422
    page = told(answer)
    assert page.seen == 4
    assert page.one("input", "id", "type")["value"] == dice


@pytest.mark.usefixtures("untouched")
def test_a_turn_without_dice_is_refused(client: FlaskClient, address: str) -> None:
    assert send(client, address, dice=None).status_code == 422


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("dice", "box", "reason"),
    [
        ("44421", None, "Choose a box."),
        ("44421", "", "Choose a box."),
        ("44421", "yatzy", "This game has no box “Yatzy”."),
        ("44421", "FOURS", "This game has no box “FOURS”."),
        ("44421", "<b>", "This game has no box “<b>”."),
        ("44421", "ones", "Ones is filled already."),
        ("44421", "yahtzee", "Yahtzee is filled already."),
        ("66666", "chance", "Joker: Sixes is open and must be used."),
        ("66666", "fives", "Joker: Sixes is open and must be used."),
        ("11111", "fives", "Joker: a box of the lower section is open and must be used."),
    ],
)
def test_a_box_that_cannot_be_filled_is_refused_with_the_reason_and_the_dice_kept(
    client: FlaskClient, address: str, dice: str, box: str | None, reason: str
) -> None:
    answer = send(client, address, dice=dice, box=box)
    assert answer.status_code == 422
    page = told(answer)
    assert page.alerts == [reason]
    assert (page.seen, page.typed) == (4, dice)
    assert page.offers


@pytest.mark.parametrize("box", ["twos", "yatzy"])
def test_forced_yatzy_refuses_a_box_out_of_its_order(client: FlaskClient, box: str) -> None:
    address = new_game(client, "forced_yatzy")
    answer = send(client, address, seen="0", box=box)
    assert answer.status_code == 422
    assert told(answer).alerts == ["Boxes go from top to bottom: Ones is next."]
    assert told(answer).typed == "44421"


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("points", "dice", "box"),
    [
        ("12", "44421", "fours"),
        ("11", "", "fours"),
        ("-12", "", "fours"),
        ("1.5", "", "fours"),
        ("x", "", "fours"),
        (LONG, "", "fours"),
        (HUGE, "", "fours"),
        ("24", "", "full_house"),
        ("12", "", ""),
        ("16", "", "ones"),
    ],
)
def test_points_that_no_roll_pays_are_refused(
    client: FlaskClient, address: str, points: str, dice: str, box: str
) -> None:
    answer = send(client, address, dice=dice, box=box, points=points)
    assert answer.status_code == 422
    assert told(answer).seen == 4


# --- what was seen -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("seen", [None, "", "abc", "-1", "1.5", "4 ", "+4", "0x4", "٤", "4²", "\0"])
@pytest.mark.parametrize("what", ["turns", "undo"])
def test_a_number_that_is_none_is_refused(
    client: FlaskClient, address: str, what: str, seen: str | None
) -> None:
    form = {"dice": "44421", "box": "fours"} | ({} if seen is None else {"seen": seen})
    answer = client.post(f"{address}/{what}", data=form)
    assert answer.status_code == 422
    page = told(answer)
    assert (page.seen, page.typed) == (4, "44421")


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("seen", ["0", "3", "5", "9223372036854775807", HUGE, LONG, "0" * 5000])
@pytest.mark.parametrize("what", ["turns", "undo"])
def test_a_number_that_is_not_the_last_is_stale(
    client: FlaskClient, address: str, what: str, seen: str
) -> None:
    answer = client.post(f"{address}/{what}", data={"seen": seen, "dice": "44421", "box": "fours"})
    assert answer.status_code == 409
    page = told(answer)
    assert (page.seen, page.typed) == (4, "44421")


@pytest.mark.parametrize("seen", ["abc", "-1", "1.5", "", "٤"])
def test_asking_for_news_with_a_number_that_is_none_is_refused(
    client: FlaskClient, address: str, seen: str
) -> None:
    answer = client.get(f"{address}/pad", query_string={"seen": seen})
    assert answer.status_code == 422
    told(answer)


def test_nothing_can_be_taken_back_in_a_new_game(client: FlaskClient) -> None:
    address = new_game(client)
    answer = client.post(f"{address}/undo", data={"seen": "0"})
    assert answer.status_code == 422
    assert told(answer).alerts == ["There is nothing to undo."]


# --- games that take nothing -------------------------------------------------------------------------


def test_a_finished_game_takes_no_turn(app: Flask, client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana"])
    finish_by_forms(client, address)
    before = everything(app)
    answer = send(client, address, seen="12", box="chance")
    assert answer.status_code == 422
    assert told(answer).alerts == ["The game is finished."]
    assert told(answer).mover is None
    assert everything(app) == before


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("key", ["nothing", "0", "1", "%00", "%ED%A0%80", "%2e%2e", "é", "x" * 5000])
@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("GET", ""),
        ("GET", "/pad"),
        ("GET", "/pad?seen=0"),
        ("GET", "/sheet"),
        ("GET", "/record.json"),
        ("POST", "/turns"),
        ("POST", "/undo"),
        ("POST", "/rematch"),
    ],
)
def test_an_unknown_game_is_not_found(client: FlaskClient, method: str, rest: str, key: str) -> None:
    form = {"seen": "0", "dice": "44421", "box": "fours"}
    answer = client.open(f"/games/{key}{rest}", method=method, data=form if method == "POST" else None)
    assert answer.status_code == 404
    told(answer)


@pytest.mark.parametrize("path", ["/nothing", "/games/", "/games/new/x", "/static", "/GAMES", "/games/new/"])
def test_an_address_that_leads_nowhere_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    told(answer)


def test_a_method_that_does_not_fit_is_told_with_those_that_do(client: FlaskClient, address: str) -> None:
    for method, path in (("PUT", "/games"), ("DELETE", address), ("POST", address), ("POST", "/")):
        answer = client.open(path, method=method)
        assert answer.status_code == 405
        told(answer)
        assert "GET" in answer.headers.get("Allow", "")


@pytest.mark.parametrize(
    "after",
    [
        "",
        "x",
        "2026-11-29T18:05:00Z",
        "2026-11-29T18:05:00Z_",
        "2026-11-29T18:05:00Z_x",
        "2026-11-29T18:05:00Z_-1",
        f"2026-11-29T18:05:00Z_{HUGE}",
        "_1",
        "9999_0",
        "2026-11-29T18:05:00Z_1\n",
        LONG,
    ],
)
def test_an_odd_place_in_the_past_is_refused(client: FlaskClient, after: str) -> None:
    answer = client.get("/games", query_string={"after": after})
    assert answer.status_code == 422
    told(answer)


# --- a new game --------------------------------------------------------------------------------------

ODD_NAMES = {
    "blank": ["   "],
    "tab": ["\t"],
    "zero width": ["\u200b\u200d\ufeff"],
    "hangul filler": ["\u3164"],
    "too long": ["x" * 41],
    "same in capitals": ["Ana", "ANA"],
    "same when folded": ["Straße", "STRASSE"],
    "same when composed": ["Åke", "A\u030ake"],
    "same when trimmed": ["Ana", " Ana\u200b"],
    "NUL": ["A\0na"],
    "line feed": ["A\nna"],
    "escape": ["\x1b[31m"],
    "lone surrogate": ["\ud800"],
    "huge": ["x" * 100_000],
}


def new_game_body(names: Sequence[str], **fields: str) -> str:
    form = {"ruleset": "yahtzee", "starter": "first", "player": list(names)} | fields
    return urlencode(form, doseq=True, errors="surrogatepass")


@pytest.mark.parametrize("names", ODD_NAMES.values(), ids=ODD_NAMES)
def test_a_name_that_is_none_starts_no_game(
    app: Flask, before: list[object], client: FlaskClient, names: list[str]
) -> None:
    answer = client.post("/games", data=new_game_body(names), content_type=FORM)
    assert answer.status_code == (400 if "\ud800" in names else 422)
    told(answer)
    added = client.get(
        "/games/new?" + urlencode({"player": names[:-1], "add": names[-1]}, True, errors="surrogatepass")
    )
    assert added.status_code == answer.status_code
    told(added)
    assert everything(app) == before


@pytest.mark.parametrize(
    "body",
    [
        b"ruleset=yahtzee&player=%ED%A0%80",
        b"ruleset=yahtzee&player=Ana%FF",
        b"ruleset=yahtzee&player=\xed\xa0\x80",
        b"ruleset=yahtzee&player=Ana\xff",
    ],
)
def test_broken_bytes_in_a_name_start_no_game(
    app: Flask, before: list[object], client: FlaskClient, body: bytes
) -> None:
    answer = client.post("/games", data=body, content_type=FORM)
    assert 400 <= answer.status_code < 500
    told(answer)
    assert everything(app) == before


def test_broken_bytes_in_a_form_of_parts_start_no_game(
    app: Flask, before: list[object], client: FlaskClient
) -> None:
    parts = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % part
        for part in ((b"ruleset", b"yahtzee"), (b"player", b"\xed\xa0\x80"))
    )
    answer = client.post("/games", data=parts + b"--x--\r\n", content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 422
    told(answer)
    assert everything(app) == before


@pytest.mark.parametrize(
    "name", ["Ana", "x" * 40, "👩‍👩‍👧", "مینا", "O’Neill & <b>sons</b>", "'; DROP TABLE games; --"]
)
def test_a_name_that_is_one_starts_a_game_and_is_shown_as_it_is(client: FlaskClient, name: str) -> None:
    page = Page(client.get(new_game(client, players=[name])).text)
    assert [head.all("bdi")[0].text for head in page.one("thead").with_class("name")] == [name]


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({}, []),
        ({}, list("ABCDEFG")),
        ({"ruleset": ""}, ["Ana"]),
        ({"ruleset": "chess"}, ["Ana"]),
        ({"ruleset": "YAHTZEE"}, ["Ana"]),
        ({"ruleset": "\0"}, ["Ana"]),
        ({"starter": "99"}, ["Ana"]),
        ({"starter": "0"}, ["Ana"]),
        ({"starter": "-1"}, ["Ana"]),
        ({"starter": "x"}, ["Ana"]),
        ({"starter": "2"}, ["Ana"]),
        ({"starter": LONG}, ["Ana"]),
        ({"starter": "١"}, ["Ana"]),
        ({"note": "x" * 2001}, ["Ana"]),
    ],
)
def test_a_form_that_makes_no_game_is_refused(
    app: Flask, before: list[object], client: FlaskClient, fields: dict[str, str], names: list[str]
) -> None:
    answer = client.post("/games", data=new_game_body(names, **fields), content_type=FORM)
    assert answer.status_code == 422
    page = told(answer)
    assert [field["value"] for field in page.all("input", "name", "player")] == names
    assert everything(app) == before


def test_a_form_without_a_rule_set_is_refused(app: Flask, before: list[object], client: FlaskClient) -> None:
    answer = client.post("/games", data={"player": "Ana"})
    assert answer.status_code == 422
    assert told(answer).alerts == ["Choose a rule set."]
    assert everything(app) == before


@pytest.mark.parametrize("uid", ["x", "0" * 31, "0" * 33, "G" * 32, "'", "\0" * 32])
def test_an_odd_identity_is_not_taken_over(client: FlaskClient, uid: str) -> None:
    address = new_game(client, uid=uid)
    assert client.get(f"{address}/record.json").get_json()["id"] != uid


# --- bodies ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("path", ["/games", "{}/turns", "{}/undo", "{}/rematch"])
def test_a_body_over_a_mebibyte_is_too_big(client: FlaskClient, address: str, path: str) -> None:
    body = b"seen=4&dice=44421&box=fours&note=" + b"x" * (1 << 20)
    answer = client.post(path.format(address), data=body, content_type=FORM)
    assert answer.status_code == 413
    told(answer)


def test_a_body_just_under_a_mebibyte_is_read(client: FlaskClient, address: str) -> None:
    body = b"seen=4&dice=44421&box=fours&more="
    answer = client.post(f"{address}/turns", data=body + b"x" * ((1 << 20) - len(body)), content_type=FORM)
    assert answer.status_code == 303


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", ""),
        (b"{}", "application/json"),
        (b"seen=4&dice=44421&box=fours", "text/plain"),
        (b"zzz", "multipart/form-data"),
        (b"zzz", "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x"),
        (b"&&&===&;;%%%", FORM),
        (b"\xff\xfe\x00", FORM),
        (b"seen=4&dice=\xff\xff&box=fours", FORM),
        (b"x=1&" * 2000, FORM),
    ],
)
def test_a_body_that_is_no_form_changes_nothing(
    client: FlaskClient, address: str, body: bytes, kind: str
) -> None:
    answer = client.post(f"{address}/turns", data=body, content_type=kind)
    assert 400 <= answer.status_code < 500
    told(answer)


@pytest.mark.parametrize(
    "query", ["dice=\xed\xa0\x80", "\xff", "dice=%ED%A0%80", "dice=%", "&&==", "dice[]=1"]
)
@pytest.mark.parametrize("path", ["/", "/games", "/games/new", "{}", "{}/pad", "{}/sheet", "/pin"])
def test_broken_bytes_in_an_address_break_nothing(
    client: FlaskClient, address: str, path: str, query: str
) -> None:
    answer = client.get(path.format(address), environ_overrides={"QUERY_STRING": query})
    assert answer.status_code < 500
