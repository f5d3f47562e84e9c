"""The table of a game: inviting, coming late, going home, names, seats, date and note, throwing away."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.store import StoredGame
from tests.helpers import (
    Page,
    Reader,
    finish_by_forms,
    key_of,
    new_game,
    play_by_forms,
    post_turn,
    store_of,
)


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A Yahtzee game of three, nobody has played."""
    return new_game(client, players=["Ana", "Ben", "Cleo"])


@pytest.fixture
def reader(client: FlaskClient, address: str) -> Reader:
    """Somebody who looks at the table."""
    made = Reader(client)
    made.open(address)
    made.follow("Players")
    return made


def stored_at(client: FlaskClient, address: str) -> StoredGame:
    store = store_of(client.application)
    store.forget()
    return store.load_any(key_of(address))


def started_on(client: FlaskClient, moment: str) -> None:
    """Every game began then."""
    store = store_of(client.application)
    store.db.conn.execute("UPDATE games SET started_at = ?, first_start = ?", (moment, moment))
    store.forget()


def players(client: FlaskClient, address: str) -> list[str]:
    game = stored_at(client, address).game
    return [game.player(seat) for seat in game.seats]


def people(client: FlaskClient) -> list[str]:
    """The names that a new game knows."""
    found = store_of(client.application).db.conn.execute("SELECT name FROM players ORDER BY id")
    return [name for (name,) in found]


def press_for(reader: Reader, player: str, action: str, /, **typed: str) -> Page:
    """Presses the button of that action in the line of that player."""
    (line,) = [li for li in reader.page.with_class("people")[0].all("li") if li.all("bdi")[0].text == player]
    (form,) = [form for form in line.all("form") if form["action"].endswith(action)]
    return reader.press(form.all("button")[0], **typed)


def offers_for(page: Page, name: str) -> list[str]:
    """What the line of that player offers."""
    (line,) = [li for li in page.with_class("people")[0].all("li") if li.all("bdi")[0].text == name]
    return [form["action"].rpartition("/")[2] for form in line.all("form")]


# --- coming and going -------------------------------------------------------------------------------


def test_a_turn_is_skipped_once(client: FlaskClient, address: str, reader: Reader) -> None:
    page = reader.press_text("Skip Ana this time")
    assert (reader.address, page.mover) == (address, 2)
    play_by_forms(client, address, ("ones", "11123"), ("ones", "11123"))
    assert reader.open(address).mover == 1


def test_a_late_player_is_added_and_plays_last(client: FlaskClient, address: str, reader: Reader) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    reader.open(f"{address}/table")
    page = reader.press_text("Add", name=" Dov ")
    assert reader.address == f"{address}/table"
    assert [li.all("bdi")[0].text for li in page.with_class("people")[0].all("li")] == [
        "Ana",
        "Ben",
        "Cleo",
        "Dov",
    ]
    play_by_forms(client, address, ("ones", "11123"), ("ones", "11123"))
    page = reader.open(address)
    assert page.mover == 4
    assert page.cell("Ones", 4).classes & {"mover"}


def test_who_was_added_by_mistake_is_taken_back_and_added_again(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    reader.press_text("Add", name="Dov")
    reader.follow("Back to the game")
    page = reader.press_hook("data-undo")
    assert len(page.one("table", "id", "sheet").all("th", "scope", "col")) == 4
    reader.follow("Players")
    reader.press_text("Add", name="Dov")
    assert players(client, address) == ["Ana", "Ben", "Cleo", "Dov"]


def test_who_goes_home_is_told_so_everywhere_and_passed_over(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    page = press_for(reader, "Ben", "leave")
    assert offers_for(page, "Ben") == ["rename"]
    play_by_forms(client, address, ("ones", "11123"))
    page = reader.open(address)
    assert page.mover == 3
    assert [head.all("span", "class", "left")[0].text for head in page.with_class("gone")] == ["left"]
    finish_by_forms(client, address)
    page = reader.open(address)
    assert page.mover is None
    assert "left early" in page.with_class("ranks")[0].text


def test_a_game_that_everybody_left_shows_a_result(client: FlaskClient, address: str) -> None:
    for seen, seat in enumerate(("1", "2", "3")):
        answer = client.post(f"{address}/leave", data={"seen": str(seen), "player": seat})
        assert answer.status_code == 303
    for page in ("", "/sheet", "/table", "/record.json", "/invite"):
        assert client.get(address + page).status_code == 200, page
    assert client.get("/").status_code == client.get("/games").status_code == 200


def test_a_game_of_six_takes_no_seventh(client: FlaskClient) -> None:
    address = new_game(client, players=list("ABCDEF"))
    assert "Add a late player" not in client.get(f"{address}/table").text
    answer = client.post(f"{address}/join", data={"seen": "0", "name": "Gil"})
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["This game is for at most 6 players."]
    assert players(client, address) == list("ABCDEF")
    assert "Gil" not in people(client)


def test_nobody_is_added_to_a_finished_game(client: FlaskClient) -> None:
    address = new_game(client, players=["Ana"])
    finish_by_forms(client, address)
    page = Page(client.get(f"{address}/table").text)
    actions = {form["action"].rpartition("/")[2] for form in page.all("form") if address in form["action"]}
    assert actions == {"rename", "edit", "throw-away"}
    seen = str(stored_at(client, address).seen)
    for path, form in (("join", {"name": "Zoe"}), ("skip", {}), ("leave", {"player": "1"})):
        answer = client.post(f"{address}/{path}", data={"seen": seen, **form})
        assert answer.status_code == 422
        assert Page(answer.text).alerts == ["The game is finished."]
    assert people(client) == ["Ana"]


# --- names ------------------------------------------------------------------------------------------


def test_a_name_is_changed_in_all_sheets(client: FlaskClient, address: str, reader: Reader) -> None:
    other = new_game(client, "yacht", ["Ana"])
    finish_by_forms(client, other)
    reader.open(f"{address}/table")
    page = press_for(reader, "Ana", "rename", name="Anna")
    assert page.with_class("people")[0].all("bdi")[0].text == "Anna"
    for path in (address, f"{address}/sheet", other, f"{other}/sheet", "/", "/games", "/games/new"):
        text = client.get(path).text
        assert "Anna" in text, path
        assert "<bdi>Ana</bdi>" not in text, path
    assert client.get(f"{other}/record.json").get_json()["players"] == ["Anna"]


def test_a_name_is_text_whatever_it_says(client: FlaskClient, address: str, reader: Reader) -> None:
    name = "<b>{Ana}&\"'"
    press_for(reader, "Ana", "rename", name=name)
    reader.press_text("Add", name="{0} <script>")
    assert players(client, address) == [name, "Ben", "Cleo", "{0} <script>"]
    watch = f"/watch/{stored_at(client, address).watch_key}"
    for path in ("", "/table", "/sheet", "/invite"):
        Page(client.get(address + path).text)
    assert Page(client.get(watch).text).all("bdi")[0].text == name


# --- seats ------------------------------------------------------------------------------------------


def test_seats_are_changed_as_long_as_nobody_there_has_played(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    assert "order" not in offers_for(reader.page, "Ana")
    page = press_for(reader, "Cleo", "order")
    assert players(client, address) == ["Ana", "Cleo", "Ben"]
    assert [li.all("bdi")[0].text for li in page.with_class("people")[0].all("li")] == ["Ana", "Cleo", "Ben"]
    play_by_forms(client, address, ("ones", "11123"))
    page = reader.open(f"{address}/table")
    assert "order" not in offers_for(page, "Cleo")
    press_for(reader, "Ben", "order")
    play_by_forms(client, address, ("ones", "11123"))
    record = client.get(f"{address}/record.json").get_json()
    assert (record["players"], record["turns"][1]["player"]) == (["Ana", "Ben", "Cleo"], "Ben")


def test_a_seat_of_one_who_has_played_stays(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    answer = client.post(f"{address}/order", data={"seen": "1", "player": "2"})
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["Ana has played already, so that seat stays as it is."]
    assert players(client, address) == ["Ana", "Ben", "Cleo"]


def test_undo_passes_over_a_new_order_which_another_one_changes_back(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    reader.open(f"{address}/table")
    press_for(reader, "Cleo", "order")
    reader.follow("Back to the game")
    page = reader.press_hook("data-undo")
    assert (page.mover, "filled" in page.cell("Ones").classes) == (1, False)
    assert players(client, address) == ["Ana", "Cleo", "Ben"]
    page = reader.press_hook("data-redo")
    assert (page.mover, page.cell("Ones").text) == (2, "3")
    reader.follow("Players")
    press_for(reader, "Ben", "order")
    assert players(client, address) == ["Ana", "Ben", "Cleo"]


def test_a_new_order_sent_again_is_known_after_somebody_came(client: FlaskClient, address: str) -> None:
    asked = {"seen": "0", "player": "2"}
    first = client.post(f"{address}/order", data=asked)
    client.post(f"{address}/join", data={"seen": "1", "name": "Dov"})
    again = client.post(f"{address}/order", data=asked)
    assert (first.status_code, again.status_code) == (303, 303)
    assert stored_at(client, address).seen == 2


# --- date and note ----------------------------------------------------------------------------------


def test_date_and_note_are_changed_and_the_time_of_day_stays(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    clock = stored_at(client, address).started_at[10:]
    page = reader.press_text("Save", date="2024-02-29", note="by the <lake>")
    stored = stored_at(client, address)
    assert (stored.started_at, stored.note) == (f"2024-02-29{clock}", "by the <lake>")
    assert page.one("input", "id", "note")["value"] == "by the <lake>"
    assert page.one("input", "id", "date")["value"] == "2024-02-29"
    assert reader.open(f"{address}/sheet").with_class("noted")[0].text == "by the <lake>"
    assert client.get(f"{address}/record.json").get_json()["note"] == "by the <lake>"
    assert reader.open(address).hooks("data-undo") == []


def test_a_note_can_be_emptied(client: FlaskClient, reader: Reader, address: str) -> None:
    reader.press_text("Save", note="x")
    reader.press_text("Save", note="")
    assert stored_at(client, address).note == ""


@pytest.mark.parametrize(
    ("started", "day", "moved"),
    [
        ("2026-11-28T22:30:00Z", "2026-11-29", "2026-06-30T21:30:00Z"),
        ("2026-11-29T21:30:00Z", "2026-11-29", "2026-07-01T20:30:00Z"),
        ("2026-07-09T20:30:00Z", "2026-07-09", "2026-07-01T20:30:00Z"),
    ],
)
def test_a_date_is_a_day_of_the_viewers_zone(
    client: FlaskClient, address: str, started: str, day: str, moved: str
) -> None:
    started_on(client, started)
    client.set_cookie("zone", "Europe/Helsinki")
    reader = Reader(client)
    page = reader.open(f"{address}/table")
    assert page.one("input", "id", "date")["value"] == day
    page = reader.press_text("Save", date="2026-07-01")
    assert page.one("input", "id", "date")["value"] == "2026-07-01"
    assert stored_at(client, address).started_at == moved


# Days that are none, or lie so far off that no zone can show them.
DATES = [
    "",
    "x",
    "2026-02-30",
    "2026-13-01",
    "9999-12-31",
    "0001-01-01",
    "2026-1-1",
    "20260101",
    "2026-11-29T10:00",
    "٢٠٢٦-١١-٢٩",
]


@pytest.mark.parametrize("date", DATES)
def test_a_date_that_is_none_changes_nothing(client: FlaskClient, address: str, date: str) -> None:
    before = stored_at(client, address)
    answer = client.post(f"{address}/edit", data={"seen": "0", "date": date, "note": "new"})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.alerts == ["A date is a day of the calendar, such as 2026-11-29."]
    assert page.one("input", "id", "note")["value"] == "new"
    assert stored_at(client, address) == before


@pytest.mark.parametrize("date", ["9999-12-31", "9999-12-30", "0001-01-01", "0001-01-02", "0999-12-31"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue", "UTC"])
def test_a_far_date_opens_in_every_zone(client: FlaskClient, address: str, date: str, zone: str) -> None:
    for time in ("00:30", "23:30"):
        started_on(client, f"2026-11-29T{time}:00Z")
        client.set_cookie("zone", "UTC")
        seen = str(stored_at(client, address).seen)
        client.post(f"{address}/edit", data={"seen": seen, "date": date, "note": ""})
        client.set_cookie("zone", zone)
        for path in (address, f"{address}/sheet", f"{address}/table", "/"):
            assert client.get(path).status_code == 200, (path, time)


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue", "UTC"])
def test_a_start_at_an_end_of_the_calendar_opens_in_every_zone_and_is_put_right(
    client: FlaskClient, address: str, moment: str, zone: str
) -> None:
    play_by_forms(client, address, ("fours", "44421"))
    store = store_of(client.application)
    store.db.conn.execute("UPDATE games SET first_start = ?, started_at = ?", (moment, moment))
    store.db.conn.execute("UPDATE events SET at = ?", (moment,))
    store.forget()
    client.set_cookie("zone", zone)
    for path in (address, f"{address}/sheet", f"{address}/table", f"{address}/turns/1", "/"):
        assert client.get(path).status_code == 200, path
    answer = client.post(f"{address}/edit", data={"seen": "1", "date": "2026-11-29", "note": ""})
    assert answer.status_code == 303
    assert stored_at(client, address).started_at.startswith("2026-11-")


@pytest.mark.parametrize("note", ["a\0b", "x" * 3000, "\ufffd"])
def test_a_note_that_is_none_changes_nothing(client: FlaskClient, address: str, note: str) -> None:
    before = stored_at(client, address)
    answer = client.post(f"{address}/edit", data={"seen": "0", "date": "2026-11-29", "note": note})
    assert answer.status_code == 422
    assert Page(answer.text).alerts[0].lower().startswith("the note ")
    assert stored_at(client, address) == before


# --- throwing away ----------------------------------------------------------------------------------


def test_a_game_is_thrown_away_and_fetched_back(client: FlaskClient, address: str, reader: Reader) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    watch = f"/watch/{stored_at(client, address).watch_key}"
    reader.open(f"{address}/table")
    page = reader.press_text("Move to bin")
    assert reader.address == "/thrown-away"
    assert "Ana 3, Ben 0, Cleo 0" in page.one("main").text
    for path in ("", "/pad", "/pad?seen=1", "/sheet", "/table", "/invite", "/turns/1", "/record.json"):
        assert client.get(address + path).status_code == 404, path
    assert client.get(watch).status_code == client.get(f"{watch}/board?seen=1").status_code == 404
    assert post_turn(client, address, 1, "11123", "ones").status_code == 404
    for action in (
        "undo",
        "redo",
        "skip",
        "leave",
        "join",
        "rename",
        "order",
        "edit",
        "throw-away",
        "rematch",
    ):
        for seen in ("1", "2"):
            answer = client.post(f"{address}/{action}", data={"seen": seen, "player": "1", "name": "Zoe"})
            resent = (action, seen) == ("throw-away", "1")
            assert answer.status_code == (303 if resent else 404), action
    assert key_of(address) not in client.get("/").text
    page = reader.open("/thrown-away")
    page = reader.press_text("Restore")
    assert (reader.address, page.seen, page.mover) == (address, 3, 2)
    assert key_of(address) in client.get("/").text
    assert "The bin is empty" in client.get("/thrown-away").text


def test_a_finished_game_is_thrown_away_and_fetched_back(client: FlaskClient) -> None:
    address = new_game(client, "yacht", ["Ana"])
    finish_by_forms(client, address)
    reader = Reader(client)
    reader.open(f"{address}/table")
    reader.press_text("Move to bin")
    for path in ("/", "/games"):
        assert key_of(address) not in client.get(path).text
    reader.press_text("Restore")
    assert reader.address == f"{address}/sheet"
    assert key_of(address) in client.get("/games").text


def test_past_sheets_or_home_lead_to_what_was_thrown_away(client: FlaskClient, reader: Reader) -> None:
    reader.press_text("Move to bin")
    links = [link["href"] for path in ("/", "/games") for link in Page(client.get(path).text).all("a")]
    assert "/thrown-away" in links


def move(client: FlaskClient, address: str, action: str, seen: object) -> TestResponse:
    """Throws the game away or fetches it back."""
    return client.post(f"{address}/{action}", data={"seen": str(seen)})


def test_a_game_thrown_away_by_two_phones_is_gone_all_the_same(client: FlaskClient, address: str) -> None:
    for _ in range(2):
        answer = move(client, address, "throw-away", 0)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/thrown-away")
    assert move(client, address, "throw-away", 1).status_code == 404
    assert stored_at(client, address).seen == 1
    for _ in range(2):
        answer = move(client, address, "fetch-back", 1)
        assert (answer.status_code, answer.headers["Location"]) == (303, address)
    assert client.get(address).status_code == 200
    assert stored_at(client, address).seen == 2


def test_a_game_is_thrown_away_and_fetched_back_again_and_again(client: FlaskClient, address: str) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    for seen in (1, 3):
        assert move(client, address, "throw-away", seen).status_code == 303
        assert client.get(address).status_code == 404
        assert move(client, address, "fetch-back", seen + 1).status_code == 303
        page = Page(client.get(address).text)
        assert (page.seen, page.mover, page.cell("Ones").text) == (seen + 2, 2, "3")


def test_a_game_that_is_there_is_not_fetched_back(client: FlaskClient, address: str) -> None:
    answer = move(client, address, "fetch-back", 0)
    assert answer.status_code == 422
    assert Page(answer.text).one("main").text
    assert stored_at(client, address).seen == 0


def test_a_throwing_away_sent_again_after_the_game_was_fetched_back_leaves_it_there(
    client: FlaskClient, address: str
) -> None:
    move(client, address, "throw-away", 0)
    move(client, address, "fetch-back", 1)
    assert move(client, address, "throw-away", 0).status_code == 303
    assert client.get(address).status_code == 200
    move(client, address, "throw-away", 2)
    assert move(client, address, "fetch-back", 1).status_code == 303
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(("action", "seen"), [("throw-away", 0), ("fetch-back", 1)])
@pytest.mark.parametrize("sent", [None, "", "x", "-1", "99", "9" * 30])
def test_throwing_away_and_fetching_back_say_what_was_seen(
    client: FlaskClient, address: str, action: str, seen: int, sent: str | None
) -> None:
    if seen:
        move(client, address, "throw-away", 0)
    before = stored_at(client, address)
    answer = client.post(f"{address}/{action}", data={} if sent is None else {"seen": sent})
    assert answer.status_code == (409 if sent in ("99", "9" * 30) else 422)
    assert Page(answer.text).one("main").text
    assert stored_at(client, address) == before


def test_a_game_may_be_thrown_away_and_fetched_back_by_who_has_not_seen_the_last_turn(
    client: FlaskClient, address: str
) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    assert move(client, address, "throw-away", 0).status_code == 303
    assert move(client, address, "fetch-back", 2).status_code == 303
    assert stored_at(client, address).seen == 3


def test_a_turn_typed_before_the_game_was_thrown_away_and_fetched_back_is_saved(
    client: FlaskClient, address: str
) -> None:
    move(client, address, "throw-away", 0)
    move(client, address, "fetch-back", 1)
    assert post_turn(client, address, 0, "11123", "ones").status_code == 303
    assert stored_at(client, address).game.mover == 2


# --- inviting ---------------------------------------------------------------------------------------


def test_the_invite_has_both_addresses_and_their_codes(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    reader.open(address)
    page = Page(client.get(f"{address}/invite", headers={"Host": "192.168.1.50:5000"}).text)
    links = [link["href"] for link in page.with_class("invite")[0].all("a")]
    links += [link["href"] for link in page.with_class("invite")[1].all("a")]
    watch = stored_at(client, address).watch_key
    assert links == [f"http://192.168.1.50:5000{address}", f"http://192.168.1.50:5000/watch/{watch}"]
    assert [link.text for link in page.all("a") if link["href"] in links] == links
    pictures = page.all("svg", "class", "qr")
    assert len(pictures) == 2
    assert pictures[0].all("path")[-1]["d"] != pictures[1].all("path")[-1]["d"]
    assert all(
        "style" not in drawn and "viewBox".lower() in map(str.lower, drawn.attributes) for drawn in pictures
    )


@pytest.mark.parametrize(
    "host", ["localhost:5000", "127.0.0.1:5000", "[::1]:5000", "raspberrypi.local", "localhost"]
)
def test_the_invite_never_names_this_machine_by_a_name_for_itself_alone(
    client: FlaskClient, address: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.web.reach.home_address", lambda: "192.168.1.50")
    page = Page(client.get(f"{address}/invite", headers={"Host": host}).text)
    port = ":5000" if host.endswith(":5000") else ""
    root = "http://raspberrypi.local" if host == "raspberrypi.local" else f"http://192.168.1.50{port}"
    assert page.with_class("invite")[0].all("a")[0]["href"] == f"{root}{address}"


def test_without_a_network_the_invite_still_opens(
    client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.web.reach.home_address", lambda: None)
    page = Page(client.get(f"{address}/invite").text)
    assert page.with_class("qr") == []
    assert page.text.count("by an address for this machine alone") == 2


def test_a_pad_that_listens_to_its_machine_alone_invites_nobody(
    client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.web.reach.home_address", lambda: "192.168.1.50")
    client.application.config["PHONES"] = []
    for path in ("/", f"{address}/invite"):
        page = Page(client.get(path).text)
        assert page.with_class("qr") == []
        assert "start the pad without --host" in page.text


@pytest.mark.parametrize("host", ["LOCALHOST:5000", "localhost.:5000", "127.0.0.2:5000", "[::1]:5000"])
def test_every_name_of_this_machine_alone_is_told_as_phones_call_it(
    client: FlaskClient, address: str, host: str
) -> None:
    client.application.config["PHONES"] = ["2001:db8::7"]
    page = Page(client.get(f"{address}/invite", headers={"Host": host}).text)
    assert page.with_class("invite")[0].all("a")[0]["href"] == f"http://[2001:db8::7]:5000{address}"


# --- resent, stale, nonsense ------------------------------------------------------------------------

POSTS: dict[str, dict[str, str]] = {
    "skip": {},
    "leave": {"player": "2"},
    "join": {"name": "Dov"},
    "rename": {"player": "2", "name": "Benno"},
    "order": {"player": "3"},
    "edit": {"date": "2026-11-29", "note": "by the lake"},
}
ACTIONS = pytest.mark.parametrize("action", POSTS)
BESIDE = ("rename", "edit")
"""What a turn does not touch."""


@ACTIONS
def test_a_form_sent_again_counts_once(client: FlaskClient, address: str, action: str) -> None:
    for _ in range(2):
        answer = client.post(f"{address}/{action}", data={"seen": "0", **POSTS[action]})
        assert answer.status_code == 303
    assert stored_at(client, address).seen == 1


@pytest.mark.parametrize(
    ("action", "seen"),
    [
        (action, seen)
        for action in POSTS
        for seen in (None, "", "x", "-1", "0", "2", "9" * 30, "1.0")
        if not (seen == "0" and action in BESIDE)
    ],
)
def test_a_form_that_has_not_seen_the_last_entry_changes_nothing(
    client: FlaskClient, address: str, action: str, seen: str | None
) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    before = stored_at(client, address)
    answer = client.post(f"{address}/{action}", data=POSTS[action] | ({} if seen is None else {"seen": seen}))
    assert answer.status_code == (409 if seen in ("0", "2", "9" * 30) else 422)
    page = Page(answer.text)
    assert len(page.alerts) == 1
    assert page.alerts[0].endswith(".")
    assert stored_at(client, address) == before
    assert people(client) == ["Ana", "Ben", "Cleo"]


@pytest.mark.parametrize("action", BESIDE)
def test_a_name_or_a_note_is_saved_by_who_has_not_seen_the_last_turn(
    client: FlaskClient, address: str, action: str
) -> None:
    play_by_forms(client, address, ("ones", "11123"))
    assert client.post(f"{address}/{action}", data={"seen": "0", **POSTS[action]}).status_code == 303
    stored = stored_at(client, address)
    assert stored.seen == 2
    assert (stored.game.player(2), stored.note) in (("Benno", ""), ("Ben", "by the lake"))


@pytest.mark.parametrize("action", BESIDE)
def test_a_turn_is_saved_by_who_has_not_seen_a_new_name_or_note(
    client: FlaskClient, address: str, action: str
) -> None:
    client.post(f"{address}/{action}", data={"seen": "0", **POSTS[action]})
    assert post_turn(client, address, 0, "11123", "ones").status_code == 303
    assert stored_at(client, address).game.mover == 2


def test_an_old_name_sent_again_does_not_come_back(client: FlaskClient, address: str) -> None:
    for seen, name in (("0", "Anna"), ("1", "Bea"), ("0", "Anna")):
        answer = client.post(f"{address}/rename", data={"seen": seen, "player": "1", "name": name})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{address}/table")
    assert players(client, address) == ["Bea", "Ben", "Cleo"]
    assert stored_at(client, address).seen == 2


def test_an_old_note_sent_again_does_not_come_back(client: FlaskClient, address: str) -> None:
    for seen, note in (("0", "by the lake"), ("1", "in the rain"), ("0", "by the lake")):
        form = {"seen": seen, "date": "2026-11-29", "note": note}
        assert client.post(f"{address}/edit", data=form).status_code == 303
    stored = stored_at(client, address)
    assert (stored.note, stored.seen) == ("in the rain", 2)


def test_another_name_by_who_has_not_seen_the_new_one_is_stale(client: FlaskClient, address: str) -> None:
    client.post(f"{address}/rename", data={"seen": "0", "player": "1", "name": "Anna"})
    answer = client.post(f"{address}/rename", data={"seen": "0", "player": "1", "name": "Bea"})
    assert answer.status_code == 409
    other = client.post(f"{address}/rename", data={"seen": "0", "player": "2", "name": "Benno"})
    assert other.status_code == 303
    assert players(client, address) == ["Anna", "Benno", "Cleo"]


@ACTIONS
def test_a_game_that_is_not_there_has_no_table(client: FlaskClient, action: str) -> None:
    assert client.post(f"/games/nothing/{action}", data={"seen": "0", **POSTS[action]}).status_code == 404
    assert client.get(f"/games/nothing/{action}").status_code == 405


def test_the_pages_of_a_game_that_is_not_there_are_not_found(client: FlaskClient) -> None:
    for path in ("table", "invite"):
        assert client.get(f"/games/nothing/{path}").status_code == 404
    for path in ("throw-away", "fetch-back"):
        assert client.post(f"/games/nothing/{path}", data={"seen": "0"}).status_code == 404


@pytest.mark.parametrize("action", ["leave", "rename", "order"])
@pytest.mark.parametrize("player", [None, "", "0", "4", "99", "x", "-1", "9" * 40, "Ana"])
def test_a_player_that_is_none_changes_nothing(
    client: FlaskClient, address: str, action: str, player: str | None
) -> None:
    before = stored_at(client, address)
    form = {"seen": "0", "name": "Zoe"} | ({} if player is None else {"player": player})
    answer = client.post(f"{address}/{action}", data=form)
    assert stored_at(client, address) == before
    assert answer.status_code == 422
    assert len(Page(answer.text).alerts) == 1


@pytest.mark.parametrize("action", ["join", "rename"])
@pytest.mark.parametrize(
    "name", ["", " ", "\u200b\u3164", "x" * 41, "x" * 3000, "Ben", " bEN ", "a\0b", "a\nb", "\ufffd"]
)
def test_a_name_that_is_none_or_taken_changes_nothing(
    client: FlaskClient, address: str, action: str, name: str
) -> None:
    before = stored_at(client, address)
    answer = client.post(f"{address}/{action}", data={"seen": "0", "player": "1", "name": name})
    assert answer.status_code == 422
    assert len(Page(answer.text).alerts) == 1
    assert stored_at(client, address) == before
    assert people(client) == ["Ana", "Ben", "Cleo"]


def test_the_name_of_somebody_in_another_game_is_taken(client: FlaskClient, address: str) -> None:
    new_game(client, players=["Zoe"])
    answer = client.post(f"{address}/rename", data={"seen": "0", "player": "1", "name": "zoe"})
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["Someone else is already called Zoe."]


def test_a_figure_of_another_script_names_a_player_too(client: FlaskClient, address: str) -> None:
    assert client.post(f"{address}/leave", data={"seen": "0", "player": "۲"}).status_code == 303
    assert stored_at(client, address).game.sheet(2).left


def test_another_origin_changes_nothing_at_the_table(client: FlaskClient, address: str) -> None:
    before = stored_at(client, address)
    actions: dict[str, Any] = {
        **POSTS,
        "throw-away": {},
        "fetch-back": {},
        "redo": {},
        "turns/1": {"box": "ones"},
    }
    for action, form in actions.items():
        answer = client.post(
            f"{address}/{action}", data={"seen": "0", **form}, headers={"Sec-Fetch-Site": "same-site"}
        )
        assert answer.status_code == 403, action
    assert stored_at(client, address) == before
