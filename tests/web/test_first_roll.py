"""The first roll: marked in the tray, paid at once, won by at once."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, Turn, all_rolls, dice_from_digits, doubtful_rolls, roll_table
from tests.helpers import Element, Page, Reader, key_of, new_game, ranks_on, rows, store_of, wish

PLAYERS = ("Tomás", "Inés", "Sofía")
PLAIN = {"ones": 0, "straight": 20, "full_house": 0, "poker": 0, "generala": 0, "double_generala": 0}


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A game of Generala of three."""
    return new_game(client, "generala", PLAYERS)


def play(client: FlaskClient, address: str, *turns: tuple[str, str]) -> None:
    """Plays (box, dice) after (box, dice); dice with a `!` are a first roll."""
    store = store_of(client.application)
    for box, dice in turns:
        stored = store.load(key_of(address))
        roll = dice_from_digits(dice.rstrip("!"), stored.game.ruleset.dice)
        turn = Turn(stored.game.mover or 0, box, roll, first_roll=dice.endswith("!"))
        store.append(key_of(address), stored.seen, wish(turn))


def last_turn(client: FlaskClient, address: str) -> Turn:
    entry = store_of(client.application).load(key_of(address)).game.entries[-1]
    assert isinstance(entry, Turn)
    return entry


def is_on(page: Page) -> bool:
    """Whether the roll is marked: the root, the keys and the fields that are sent all say so."""
    marked = "data-first-roll" in page.one("section", "id", "pad")
    keys = page.with_class("first-roll")
    assert {key["aria-pressed"] for key in keys} == {"true" if marked else "false"}
    fields = [field for field in page.all("input", "name", "first_roll") if not within(field, "first")]
    assert {field["value"] for field in fields} == {"1" if marked else ""}
    return marked


def within(field: Element, form: str) -> bool:
    around = field.above("form")
    return around is not None and around.get("id") == form


def printed(page: Page, box: str) -> list[str]:
    """What is printed beside a box: for a first roll, and for others."""
    label = page.one("tr", "id", f"row-{box}").all("th")[0]
    return [small.text for small in label.all("small")]


# --- marking ------------------------------------------------------------------------------------------


def test_the_key_is_there_where_first_rolls_matter_alone(client: FlaskClient, address: str) -> None:
    page = Page(client.get(address).text)
    assert [key.text for key in page.with_class("first-roll")] == ["First roll"]
    assert not is_on(page)
    for ruleset in ("yahtzee", "yatzy", "kniffel"):
        page = Page(client.get(new_game(client, ruleset)).text)
        assert page.with_class("first-roll") == page.all("input", "name", "first_roll") == []
        assert page.with_class("served") == []


def test_it_is_marked_and_unmarked_with_scripting_off_whatever_is_typed(
    client: FlaskClient, address: str
) -> None:
    reader = Reader(client)
    reader.open(address)
    assert is_on(reader.press_text("First roll"))
    assert is_on(reader.tap_dice("555"))
    assert not is_on(reader.press_text("First roll"))
    assert reader.page.typed == "555"
    assert is_on(reader.press_text("First roll"))
    page = reader.tap_dice("52")
    assert page.offers["poker"] == 45
    assert not is_on(reader.press_text("First roll"))
    assert reader.page.offers["poker"] == 40
    assert is_on(reader.press_text("First roll"))
    assert is_on(reader.press_text("remove the last die"))
    assert is_on(reader.type_dice("55553"))
    page = reader.press_hook("data-box", "poker")
    assert (reader.status, page.seen, page.mover) == (200, 1, 2)
    assert page.cell("Four of a kind").text == "45"
    assert not is_on(page)
    turn = last_turn(client, address)
    assert (turn.first_roll, str(turn.dice)) == (True, "35555")


def test_what_a_first_roll_pays_is_printed_beside_the_boxes_and_told_below(
    client: FlaskClient, address: str
) -> None:
    page = Page(client.get(address, query_string={"dice": "55552", "first_roll": "1"}).text)
    assert {box: printed(page, box) for box in PLAIN} == {
        "ones": [],
        "straight": ["25", "20"],
        "full_house": ["35", "30"],
        "poker": ["45", "40"],
        "generala": ["wins", "50"],
        "double_generala": ["wins", "100"],
    }
    assert "First roll: Straight, Full house, 4 of a kind +5" in page.one("", "id", "hints").text


@pytest.mark.parametrize("dice", ["12345", "33355", "25555", "66666", "12346"])
def test_a_first_roll_is_offered_what_it_pays(client: FlaskClient, address: str, dice: str) -> None:
    place = [str(roll) for roll in all_rolls(5)].index(dice)
    for first in (False, True):
        query = {"dice": dice, "first_roll": "1"} if first else {"dice": dice}
        page = Page(client.get(address, query_string=query).text)
        table = roll_table(RULESETS["generala"], first)
        wanted = {box: points[place] for box, points in table.items()} | {"double_generala": 0}
        assert page.offers == wanted
        wins = [button["data-box"] for button in page.all("button", "data-wins")]
        assert wins == (["generala"] if first and dice == "66666" else [])


def test_the_button_that_wins_says_so(client: FlaskClient, address: str) -> None:
    page = Page(client.get(address, query_string={"dice": "66666", "first_roll": "1"}).text)
    (button,) = page.all("button", "data-wins")
    assert button["aria-label"] == "Generala, 50 points, wins at once"
    assert page.one("div", "class", "sheet")["data-to-win"] == "{box}, {points} points, wins at once"


def test_the_table_that_phones_look_in_tells_first_rolls_too(client: FlaskClient, address: str) -> None:
    rolls = Page(client.get(address).text).one("section", "id", "pad")["data-rolls"]
    told = client.get(rolls).get_json()
    generala = RULESETS["generala"]
    tables = [roll_table(generala), roll_table(generala, first_roll=True)]
    assert told["pays"] == [{box: list(points) for box, points in table.items()} for table in tables]
    assert told["winning"] == ["generala", "double_generala"]
    assert told["doubtful"] == [str(dice) for dice in doubtful_rolls(generala)]
    yatzy = Page(client.get(new_game(client, "yatzy")).text).one("section", "id", "pad")["data-rolls"]
    told = client.get(yatzy).get_json()
    assert (len(told["pays"]), told["winning"], told["doubtful"]) == (1, [], [])


def test_a_sheet_that_marks_none_refuses_the_mark(client: FlaskClient) -> None:
    address = new_game(client, "yatzy")
    for query in ("first_roll=1", "dice=12345&first_roll=1", "box=ones&first_roll=1"):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code == 422
        assert Page(answer.text).alerts == ["This rule set marks no first rolls."]
    form = {"seen": "0", "dice": "12345", "box": "chance", "first_roll": "1"}
    assert client.post(f"{address}/turns", data=form).status_code == 422


@pytest.mark.parametrize("mark", ["", "0", "2", "x" * 2000, "\0", "۱"])
def test_any_other_mark_is_none(client: FlaskClient, address: str, mark: str) -> None:
    answer = client.get(address, query_string={"dice": "55552", "first_roll": mark})
    assert answer.status_code == 200
    assert Page(answer.text).offers["poker"] == 40


# --- a box tapped before any die ----------------------------------------------------------------------


def points_offered(page: Page) -> list[str]:
    return [button["value"] for button in page.all("button", "name", "points")]


def test_a_box_tapped_first_offers_what_a_first_roll_brings(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(address)
    page = reader.press_hook("data-open", "straight")
    assert (points_offered(page), is_on(page)) == (["0", "20"], False)
    page = reader.press(next(key for key in page.with_class("first-roll") if key.get("form") == "first"))
    assert (points_offered(page), is_on(page)) == (["0", "25"], True)
    page = reader.press_hook("data-points", "25")
    assert (reader.status, page.seen) == (200, 1)
    turn = last_turn(client, address)
    assert (turn.points, turn.first_roll, turn.dice) == (25, True, None)


def test_a_box_tapped_first_wins_at_once(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(f"{address}?first_roll=1")
    page = reader.press_hook("data-open", "generala")
    assert [button.get("aria-label") for button in page.all("button", "data-wins")] == [
        "Generala, 50 points, wins at once"
    ]
    page = reader.press_hook("data-points", "50")
    assert page.mover is None
    reader.open(f"{new_game(client, 'generala', PLAYERS)}?box=double_generala&first_roll=1")
    assert points_offered(reader.page) == ["0"]


def test_closing_a_box_keeps_the_mark(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(f"{address}?box=straight&first_roll=1")
    assert is_on(reader.follow("Close"))


# --- the mark belongs to the turn ---------------------------------------------------------------------


def test_undo_gives_it_back_with_the_dice(client: FlaskClient, address: str) -> None:
    play(client, address, ("poker", "55552!"))
    reader = Reader(client)
    reader.open(address)
    page = reader.press_hook("data-undo")
    assert (page.typed, is_on(page), page.offers["poker"]) == ("25555", True, 45)
    answer = client.post(f"{address}/redo", data={"seen": str(page.seen)}, headers={"HX-Request": "true"})
    seen = Page(answer.text).seen
    answer = client.post(f"{address}/undo", data={"seen": str(seen)}, headers={"HX-Request": "true"})
    root = Page(answer.text).one("section", "id", "pad")
    assert ("data-first-roll" in root, root["data-dice"]) == (True, "25555")


def test_other_pages_keep_it_with_scripting_off(client: FlaskClient, address: str) -> None:
    reader = Reader(client)
    reader.open(address)
    reader.press_text("First roll")
    reader.tap_dice("55")
    reader.follow("Help")
    page = reader.follow("Back to the game")
    assert (page.typed, is_on(page)) == ("55", True)
    reader.follow("Settings")
    back = next(link for link in reader.page.all("a") if "first_roll=1" in link.get("href"))
    page = reader.open(back["href"])
    assert (page.typed, is_on(page)) == ("55", True)


def test_a_refused_and_a_late_turn_keep_it(client: FlaskClient, address: str) -> None:
    form = {"seen": "0", "dice": "55552", "box": "nothing", "first_roll": "1"}
    answer = client.post(f"{address}/turns", data=form)
    assert (answer.status_code, is_on(Page(answer.text))) == (422, True)
    play(client, address, ("ones", "12346"))
    answer = client.post(f"{address}/turns", data=form | {"box": "poker"})
    page = Page(answer.text)
    assert (answer.status_code, page.one("section", "id", "pad")["data-state"]) == (409, "kept")
    reader = Reader(client)
    reader.address, reader.page = address, page
    page = reader.press_text("Use for Inés")
    assert (page.offers["poker"], is_on(page)) == (45, True)


def test_the_same_roll_sent_again_counts_once_and_with_another_mark_is_another(
    client: FlaskClient, address: str
) -> None:
    form = {"seen": "0", "dice": "55552", "box": "poker", "first_roll": "1"}
    for _ in range(2):
        assert client.post(f"{address}/turns", data=form).status_code == 303
    assert client.post(f"{address}/turns", data=form | {"first_roll": ""}).status_code == 409
    assert Page(client.get(address).text).seen == 1


# --- won at once --------------------------------------------------------------------------------------

BEFORE = (("sixes", "66664"), ("ones", "11123"), ("sixes", "66661"), ("fives", "55512"))
HEADLINE = "Inés wins at once with a served Generala!"


@pytest.fixture
def won(client: FlaskClient, address: str) -> str:
    """Inés has the fewest points and wins at once."""
    play(client, address, *BEFORE, ("generala", "44444!"))
    return address


def test_who_wins_at_once_is_first_whatever_the_totals(client: FlaskClient, address: str) -> None:
    play(
        client, address, ("poker", "66664"), ("ones", "11123"), ("full_house", "66611"), ("straight", "12345")
    )
    play(client, address, ("generala", "44444!"))
    page = Page(client.get(address).text)
    assert page.mover is None
    assert page.one("h2", "class", "headline").text == HEADLINE
    assert ranks_on(page) == {"Inés": (1, 53), "Tomás": (2, 60), "Sofía": (3, 30)}
    assert "wins by" not in page.text
    winner = page.with_class("winner")[0]
    assert "won at once" in winner.text
    assert HEADLINE in page.one("", "id", "news").text


def test_the_game_is_over_wherever_it_is_shown(client: FlaskClient, won: str) -> None:
    refused = client.post(f"{won}/turns", data={"seen": "5", "dice": "12345", "box": "straight"})
    assert refused.status_code == 422
    sheet = Page(client.get(f"{won}/sheet").text)
    assert ranks_on(sheet) == {"Inés": (1, 53), "Tomás": (2, 39), "Sofía": (3, 24)}
    assert sheet.text.count("won at once") == 1
    lines = sheet.one("figure").all("table")[0].all("tr")
    assert [len(row.all("td")) for row in lines[1:]] == [2, 2, 1]
    assert len(lines[0].all("th")) == 3
    key = key_of(won)
    ((watch,),) = rows(store_of(client.application), "SELECT watch_key FROM games WHERE key = ?", key)
    assert HEADLINE in Page(client.get(f"/watch/{watch}").text).text
    assert "Inés 53, Tomás 39, Sofía 24" in Page(client.get("/games").text).text
    for page in ("/sheet?turn=3", "/sheet?turn=5", "/turns/5", "/sheet.csv", "/record.json"):
        assert client.get(f"{won}{page}").status_code == 200
    assert client.get(f"/print?game={key}").status_code == 200


def test_undo_brings_the_game_back(client: FlaskClient, won: str) -> None:
    reader = Reader(client)
    reader.open(won)
    page = reader.press_hook("data-undo")
    assert (page.mover, page.typed, is_on(page)) == (2, "44444", True)
    assert [button["data-box"] for button in page.all("button", "data-wins")] == ["generala"]
    page = reader.press_hook("data-redo")
    assert page.one("h2", "class", "headline").text == HEADLINE


def test_an_earlier_turn_of_it_is_corrected(client: FlaskClient, won: str) -> None:
    reader = Reader(client)
    reader.open(f"{won}/turns/2")
    page = reader.press_text("See what changes", dice="11111")
    assert "not won" not in page.text
    reader.press_text("Save the correction")
    assert ranks_on(Page(client.get(won).text))["Inés"] == (1, 55)


def test_a_correction_may_take_the_win_away_and_give_it_back(client: FlaskClient, won: str) -> None:
    reader = Reader(client)
    page = reader.open(f"{won}/turns/5")
    assert "The game was won at once." in page.text
    page = reader.press_text("See what changes", first_roll="0")
    assert "The game is not won at once any more." in page.text
    reader.press_text("Save the correction")
    page = Page(client.get(won).text)
    assert page.mover == 3
    reader.open(f"{won}/turns/5")
    page = reader.press_text("See what changes", first_roll="1")
    assert "The game is won at once." in page.text
    reader.press_text("Save the correction")
    assert Page(client.get(won).text).mover is None


def test_a_correction_that_would_end_the_game_too_early_is_refused(client: FlaskClient, address: str) -> None:
    play(client, address, ("generala", "44444"), ("ones", "11123"), ("sixes", "66664"))
    reader = Reader(client)
    reader.open(f"{address}/turns/1")
    page = reader.press_text("See what changes", first_roll="1")
    assert (reader.status, page.alerts) == (422, ["The game is finished."])
    assert "Go to turn 2" in page.text


def test_who_plays_alone_wins_at_once_too(client: FlaskClient) -> None:
    address = new_game(client, "generala", ("Inés",))
    play(client, address, ("ones", "11123"), ("generala", "44444!"))
    page = Page(client.get(address).text)
    assert page.one("h2", "class", "headline").text == HEADLINE
