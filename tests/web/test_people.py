"""People: their list, and the pages that rename, merge, part, archive and erase them."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorepad.store import Store, StoreError
from tests.helpers import Page, Reader, finish, key_of, new_game, rows, solo, store_of, together
from tests.stats.moments import end
from tests.transfer.told import bundled, record
from tests.web.test_paper import YAHTZEE, filled

ROUNDS = 20


@pytest.fixture
def store(client: FlaskClient) -> Store:
    return store_of(client.application)


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    client.set_cookie("zone", "UTC")
    return Reader(client)


def listed(page: Page, place: int = 0) -> list[str]:
    """The people of a list, with what is said of them."""
    return [line.all("a")[0].text for line in page.with_class("lines")[place].all("li")]


def person(store: Store, name: str) -> int:
    [(found,)] = rows(store, "SELECT id FROM players WHERE name = ?", name)
    assert isinstance(found, int)
    return found


# --- the list -----------------------------------------------------------------------------------------


def test_before_the_first_game_the_list_says_so_and_leads_to_one(reader: Reader) -> None:
    reader.open("/")
    page = reader.follow("Players")
    assert "Nobody has played here yet" in page.text
    reader.follow("New game")
    assert reader.address == "/games/new"


def test_people_are_listed_with_what_they_did_who_played_last_first(reader: Reader, store: Store) -> None:
    for second, name in enumerate(("Cleo", "Ana", "Bob", "Ana")):
        end(store, solo(store, name).key, second)
    store.create("yahtzee", ["Zoe"])
    both = store.create("yatzy", ["Ana", "Ben"])
    end(store, finish(store, both).key, 9)
    page = reader.open("/players")
    assert [line.removeprefix("29Nov") for line in listed(page)] == [
        "Ana3 games, 1 win",
        "Ben1 game, 1 win",
        "Bob1 game",
        "Cleo1 game",
        "Zoeno finished game yet",
    ]
    ana = f"/players/{person(store, 'Ana')}"
    reader.open(page.with_class("lines")[0].all("a")[0]["href"])
    assert (reader.address, reader.status) == (ana, 200)
    reader.open(f"{ana}/edit")
    reader.follow("Back")
    assert reader.address == ana


def test_many_people_come_a_page_at_a_time(reader: Reader, store: Store) -> None:
    for start in range(0, 60, 20):
        store.create("maxi_yatzy", [f"Player of day {number}" for number in range(start, start + 20)])
    assert len(listed(reader.open("/players"))) == 50
    assert len(listed(reader.follow("More"))) == 10
    reader.follow("Back to the first page")
    assert reader.address == "/players"
    reader.open("/players?page=0")
    assert reader.status == 422


def test_who_is_archived_stands_apart_and_can_be_brought_back(reader: Reader, store: Store) -> None:
    for name in ("Ana", "Ben"):
        solo(store, name)
    ben = person(store, "Ben")
    reader.open(f"/players/{ben}/edit")
    assert "Ben is not offered for new games." in reader.press_text("Archive").text
    page = reader.open("/players")
    assert [len(listed(page)), len(listed(page, 1))] == [1, 1]
    assert ("Ana" in listed(page)[0], "Ben" in listed(page, 1)[0]) == (True, True)
    assert "1 archived" in page.text
    assert "Ben" not in reader.open("/games/new").text
    assert "Ben" in reader.open("/games").text
    reader.open(f"/players/{ben}/edit")
    reader.press_text("Bring back")
    assert len(listed(reader.open("/players"))) == 2


# --- another name -------------------------------------------------------------------------------------


def test_another_name_is_seen_on_every_pad_at_its_next_poll(client: FlaskClient, store: Store) -> None:
    keys = [key_of(new_game(client, players=names)) for names in (("Ana", "Ben"), ("Ben", "Cleo"))]
    watched = store.load(keys[0]).watch_key
    polls = []
    for key in keys:
        root = Page(client.get(f"/games/{key}").text).one("", "data-shown")
        polls.append(f"/games/{key}/pad?seen=0&shown={root['data-shown']}")
    board = Page(client.get(f"/watch/{watched}").text).one("", "data-shown")
    polls.append(f"/watch/{watched}/board?seen=0&shown={board['data-shown']}")
    assert [client.get(poll).status_code for poll in polls] == [204, 204, 204]
    assert client.post("/players/2/rename", data={"name": "Benedict"}).status_code == 303
    answers = [client.get(poll) for poll in polls]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert all("Benedict" in answer.text and ">Ben<" not in answer.text for answer in answers)


def test_a_renaming_tells_what_all_sheets_say_now(reader: Reader, store: Store) -> None:
    solo(store, "Ana")
    reader.open("/players/1/edit")
    assert "All sheets say Anna now." in reader.press_text("Rename", name=" Anna ").text
    assert "All sheets say" not in reader.open("/players/1/edit").text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("BEN", "Someone else is already called Ben."),
        ("x" * 41, "A name can have at most 40 letters."),
        ("\u200b", "A name needs at least one letter."),
    ],
)
def test_a_name_that_is_refused_stays_typed(reader: Reader, store: Store, typed: str, said: str) -> None:
    for name in ("Ana", "Ben"):
        solo(store, name)
    reader.open("/players/1/edit")
    page = reader.press_text("Rename", name=typed)
    assert (reader.status, page.alerts) == (422, [said])
    assert page.one("input", "name", "name")["value"] == typed
    assert rows(store, "SELECT name FROM players WHERE id = 1") == [("Ana",)]


def test_a_name_that_is_another_ones_may_be_the_same_person(reader: Reader, store: Store) -> None:
    for name in ("Ana", "Bob", "Cleo"):
        solo(store, name)
    reader.open("/players/1/edit")
    page = reader.press_text("Rename", name="cleo")
    [chosen] = page.one("select", "name", "into").all("option", "selected")
    assert chosen.text == "Cleo"


# --- one person, two names ----------------------------------------------------------------------------


def test_merging_says_what_it_will_do_and_can_be_undone_at_the_spot(reader: Reader, store: Store) -> None:
    done = solo(store, "Bob")
    solo(store, "Robert")
    reader.open("/players/1/edit")
    page = reader.press_text("Merge…", into="2")
    assert "1 sheet of Bob will say Robert from now on." in page.text
    page = reader.press_text("Merge")
    assert reader.address == "/players/2/edit"
    assert "Bob is merged into Robert." in page.text
    assert "Robert" in reader.open(f"/games/{done.key}/sheet").text
    assert "Bob" not in reader.page.text
    assert len(listed(reader.open("/players"))) == 1
    reader.open("/players/1/edit")
    assert reader.address == "/players/2/edit"
    page = reader.press_text("Undo")
    assert "Bob is a person of its own again." in page.text
    assert "Robert" not in reader.open(f"/games/{done.key}/sheet").text


def test_merged_names_stand_with_the_person_and_are_separated_there(reader: Reader, store: Store) -> None:
    for name in ("Bobby", "Bob", "Robert"):
        solo(store, name)
    store.merge(1, into=2)
    store.merge(2, into=3)
    page = reader.open("/players/3/edit")
    told = [line.text for line in page.with_class("other-names")[0].all("li")]
    assert told == ["Bob Separate", "Bobby by way of Bob Separate"]
    page = reader.press_text("Separate Bob")
    assert "Bob is a person of its own again." in page.text
    assert page.with_class("other-names") == []
    reader.follow("Bob")
    assert reader.address == "/players/2/edit"


def test_the_other_way_round_is_one_tap_away(reader: Reader, store: Store) -> None:
    for name in ("Bob", "Robert"):
        solo(store, name)
    reader.open("/players/1/merge?into=2")
    page = reader.follow("The other way round: Bob stays")
    assert "1 sheet of Robert will say Bob from now on." in page.text


def test_two_who_sat_in_one_game_are_told_apart_with_that_game(reader: Reader, store: Store) -> None:
    played = finish(store, store.create("yacht", ["Ana", "Ben"]))
    end(store, played.key, 1)
    page = reader.open("/players/1/merge?into=2")
    said = "Ana and Ben sat in the same game on Nov 29, 2026, so they are two people (games together: 1)."
    assert (reader.status, page.alerts) == (422, [said])
    assert [button for button in page.all("button") if button.text == "Merge"] == []
    answer = reader.client.post("/players/1/merge", data={"into": "2"})
    assert (answer.status_code, Page(answer.text).alerts) == (422, [said])
    reader.follow("Look at that game")
    assert reader.address == f"/games/{played.key}/sheet"


def test_forms_sent_twice_count_once(client: FlaskClient, store: Store) -> None:
    for name in ("Bob", "Robert"):
        solo(store, name)
    for path, data in (("1/merge", {"into": "2"}), ("1/part", {}), ("2/archive", {"away": "1"})):
        for _ in range(2):
            answer = client.post(f"/players/{path}", data=data)
            assert answer.status_code == 303, path
            assert client.get(answer.headers["Location"]).status_code == 200


def test_forms_sent_at_once_count_once_and_all_are_answered(client: FlaskClient, store: Store) -> None:
    for name in ("Bob", "Robert"):
        solo(store, name)
    phones = [client.application.test_client() for _ in range(2)]
    for _ in range(ROUNDS):
        for path, into in (("/players/1/merge", "2"), ("/players/1/part", "")):
            sent = [partial(phone.post, path, data={"into": into}) for phone in phones]
            assert [answer.status_code for answer in together(*sent)] == [303, 303], path


@pytest.mark.parametrize("into", ["", "1", "77", "x", "9" * 5000])
def test_a_choice_of_nobody_is_told(client: FlaskClient, store: Store, into: str) -> None:
    solo(store, "Ana")
    for answer in (
        client.get("/players/1/merge", query_string={"into": into}),
        client.post("/players/1/merge", data={"into": into}),
    ):
        page = Page(answer.text)
        assert (answer.status_code, page.alerts) == (422, ["Choose two names to merge."])
        assert page.text.count("Look at that game") == 0


def test_who_is_not_there_is_not_found(client: FlaskClient) -> None:
    for number in ("1", "0", "9" * 7, "9" * 40, "9" * 5000, "x", "-1"):
        for page in ("edit", "merge", "erase"):
            assert client.get(f"/players/{number}/{page}").status_code == 404
    for change in ("rename", "merge", "part", "archive", "erase"):
        assert client.post(f"/players/1/{change}").status_code == 404


# --- names that were merged, wherever they are typed --------------------------------------------------


@pytest.fixture
def robert(store: Store) -> Store:
    """Bob is Robert; Ana is there, too."""
    for name in ("Bob", "Robert", "Ana"):
        solo(store, name)
    store.merge(1, into=2)
    return store


def test_a_new_game_of_one_person_under_two_names_is_refused_with_all_that_was_typed(
    client: FlaskClient, robert: Store
) -> None:
    form = {"ruleset": "yatzy", "player": ["Robert", "Ana", "Bob"], "note": "at the cottage"}
    answer = client.post("/games", data=form)
    page = Page(answer.text)
    said = "Robert and Bob are one person here: let that person sit at the table once."
    assert (answer.status_code, page.alerts) == (422, [said])
    assert [field["value"] for field in page.all("input", "name", "player")] == form["player"]
    assert page.one("input", "name", "note")["value"] == "at the cottage"
    answer = client.post("/games", data=form | {"player": ["Bob", "Ana"]})
    assert robert.load(key_of(answer.headers["Location"])).game.players == ("Robert", "Ana")


@pytest.mark.usefixtures("robert")
def test_somebody_who_sits_there_by_another_name_is_refused_at_once(reader: Reader) -> None:
    page = reader.open("/games/new?player=Robert&player=Ana&add=Bob")
    assert page.alerts == ["Robert and Bob are one person here: let that person sit at the table once."]
    page = reader.open("/games/new?player=Robert&player=Ana&player=Bob&drop=3")
    assert (reader.status, page.alerts) == (200, [])


def test_a_late_player_who_sits_there_by_another_name_is_refused(client: FlaskClient, robert: Store) -> None:
    key = robert.create("yatzy", ["Robert", "Ana"])
    answer = client.post(f"/games/{key}/join", data={"seen": "0", "name": "Bob"})
    said = "Robert and Bob are one person here: let that person sit at the table once."
    assert (answer.status_code, Page(answer.text).alerts) == (422, [said])


def test_a_record_of_one_person_under_two_names_is_refused_by_its_place(
    client: FlaskClient, robert: Store
) -> None:
    games = json.dumps(bundled(record(), record(players=["Robert", "Bob"], turns=[])))
    page = Page(client.post("/import", data={"text": games, "confirm": "1"}).text)
    said = "Game 2: Robert and Bob are one person here: let that person sit at the table once."
    assert page.alerts == [said]
    assert robert.db.execute("SELECT count(*) FROM games").fetchone() == (3,)


def test_a_paper_sheet_of_one_person_under_two_names_is_refused_with_all_its_boxes(
    client: FlaskClient, robert: Store
) -> None:
    answer = client.post("/paper", data=filled(YAHTZEE, YAHTZEE) | {"player": ["Robert", "Bob"]})
    page = Page(answer.text)
    said = "Robert and Bob are one person here: let that person sit at the table once."
    assert (answer.status_code, page.alerts) == (422, [said])
    typed = {name: page.one("input", "name", f"{name}_1")["value"] for name in YAHTZEE}
    assert typed == {name: str(points) for name, points in YAHTZEE.items()}
    assert robert.db.execute("SELECT count(*) FROM games").fetchone() == (3,)


@pytest.mark.usefixtures("robert")
def test_a_filter_by_a_merged_name_says_who_stands_for_it(reader: Reader) -> None:
    page = reader.open("/games?player=bob")
    assert "2 finished games" in page.text
    assert [chip.text for chip in page.with_class("chip")] == ["Robert"]
    assert [one.text for one in page.one("select", "name", "player").all("option", "selected")] == ["Robert"]


def test_a_rematch_and_what_is_exported_say_who_stands(client: FlaskClient, robert: Store) -> None:
    done = finish(robert, robert.create("yacht", ["Ana", "Bob"]))
    address = client.post(f"/games/{done.key}/rematch").headers["Location"]
    assert robert.load(key_of(address)).game.players == ("Robert", "Ana")
    for path in (f"/games/{done.key}/record.json", f"/games/{done.key}/sheet.csv", "/export/bundle.json"):
        told = client.get(path).text
        assert ("Robert" in told, "Bob" in told) == (True, False), path
    robert.part(1)
    assert "Bob" not in client.get(f"/games/{done.key}/record.json").text  # it was Robert who sat there
    assert "Bob" in client.get("/export/bundle.json").text


# --- forgetting ---------------------------------------------------------------------------------------


def bytes_of(store: Store) -> bytes:
    parts = [Path(f"{store.path}{end}") for end in ("", "-wal", "-shm")]
    return b"".join(part.read_bytes() for part in parts)


def test_a_name_is_erased_after_two_questions_and_leaves_no_byte(reader: Reader, store: Store) -> None:
    key = store.create("yacht", ["Ana", "Wilhelmina"])
    page = reader.open(f"/players/{person(store, 'Wilhelmina')}/edit")
    page = reader.follow("Erase this name…")
    assert "the pad keeps the last 14 in the folder backups" in page.text
    assert page.all("button") == [button for button in page.all("button") if button.above("footer")]
    page = reader.follow("Go on…")
    assert "Erase Wilhelmina for good?" in page.text
    assert b"Wilhelmina" in bytes_of(store)
    page = reader.press_text("Erase for good")
    assert reader.address == "/players"
    assert "The name is erased: all sheets say Player 2 now." in page.text
    assert "may still stand" not in page.text
    assert b"ilhelmina" not in bytes_of(store)
    for path in ("/", f"/games/{key}", f"/games/{key}/table", "/games/new", "/players/2/edit", "/players"):
        assert "Wilhelmina" not in reader.open(path).text, path


def test_who_was_renamed_meanwhile_is_asked_for_again(reader: Reader, store: Store) -> None:
    solo(store, "Ana")
    reader.open("/players/1/erase?sure=1")
    store.rename(1, "Anna")
    page = reader.press_text("Erase for good")
    assert reader.status == 409
    assert page.alerts == ["This person is called Anna now: look again before anything is erased."]
    assert rows(store, "SELECT name FROM players") == [("Anna",)]


def test_a_name_that_came_to_a_person_meanwhile_is_not_erased_untold(reader: Reader, store: Store) -> None:
    for name in ("Ana", "Bob", "Cleo"):
        solo(store, name)
    store.merge(3, into=1)
    reader.open("/players/1/erase?sure=1")
    store.merge(2, into=1)
    page = reader.press_text("Erase for good")
    assert reader.status == 409
    assert page.alerts == [
        "Names were merged or separated since that was asked: look again before anything is erased."
    ]
    assert "These names of the same person go, too: Bob and Cleo." in page.text
    assert rows(store, "SELECT name FROM players") == [("Ana",), ("Bob",), ("Cleo",)]


def test_erasing_that_is_sent_twice_is_done_once_and_told_twice(client: FlaskClient, store: Store) -> None:
    for name in ("Ana", "Bob"):
        solo(store, name)
    store.merge(2, into=1)
    for _ in range(2):
        answer = client.post("/players/1/erase", data={"name": ["Ana", "Bob"]})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/players")
        assert "all sheets say Player 1 now" in Page(client.get("/players").text).text
    assert rows(store, "SELECT name FROM players") == [("Player 1",), ("Player 2",)]


def test_what_the_file_may_still_hold_is_told_as_long_as_it_may(
    reader: Reader, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_connection: object) -> bool:
        raise StoreError("no_room", file="scorepad.db")

    solo(store, "Ana")
    with monkeypatch.context() as patched:
        patched.setattr("scorepad.store.erasing.write_anew", full)
        reader.open("/players/1/erase?sure=1")
        assert "An erased name may still stand in the file" in reader.press_text("Erase for good").text
    store.leave_no_trace()
    assert "may still stand" not in reader.open("/players").text
