"""Free for All on the pages: cards played, noted, taken back, claims, the roll-off, and bad input to each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.record import read_record, score
from scorepad.rules import RULESETS, ActionCard, Column, Gain, ScoreCard, Sheet
from scorepad.store import StoredGame
from tests.helpers import (
    Page,
    Reader,
    fields_of,
    finish,
    key_of,
    new_game,
    play_by_forms,
    ranks_on,
    rows,
    store_of,
    wish,
)
from tests.made_up_sheet import registered
from tests.strategies import BOXES

THREE = ("Ana", "Ben", "Cleo")
OPENING = (("yahtzee", "66666"), ("chance", "12346"), ("chance", "12346"))
TURN = {"seen": "3", "dice": "44421", "box": "fours"}
HIT = {"card_kind": "reduce_opponent", "card_player": "Ben", "card_points": "5"}
CHANGE = {"card_kind": "change_die", "card_from": "2", "card_to": "4"}


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A game of three: Ana, to move, has her Yahtzee; Ben and Cleo have 16 in Chance."""
    made = new_game(client, "free_for_all", THREE)
    play_by_forms(client, made, *OPENING)
    return made


@pytest.fixture
def level(app: Flask, client: FlaskClient) -> str:
    """A finished game in which all three are tied."""
    made = new_game(client, "free_for_all", THREE)
    finish(store_of(app), key_of(made))
    return made


@pytest.fixture
def reader(client: FlaskClient) -> Reader:
    return Reader(client)


def stored_at(client: FlaskClient, address: str) -> StoredGame:
    return store_of(client.application).load(key_of(address))


def sheets(client: FlaskClient, address: str) -> tuple[Sheet, ...]:
    return stored_at(client, address).game.sheets


def events_of(app: Flask) -> list[tuple[object, ...]]:
    return rows(store_of(app), "SELECT * FROM events")


def send(client: FlaskClient, address: str, **fields: str) -> TestResponse:
    """Ana's turn, in good order but for these fields."""
    return client.post(f"{address}/turns", data=TURN | fields)


def note(client: FlaskClient, address: str, seen: object = 3, **fields: str) -> TestResponse:
    return client.post(f"{address}/score-cards", data={"seen": str(seen), "player": "Ana", **fields})


def roll(client: FlaskClient, address: str, seen: object, **dice: str) -> TestResponse:
    return client.post(f"{address}/roll-offs", data={"seen": str(seen), **dice})


def complaint(answer: TestResponse, status: int = 422) -> str:
    """What the page complains of: one sentence."""
    assert answer.status_code == status
    alerts = Page(answer.text).alerts
    assert len(alerts) == 1
    assert alerts[0].endswith(".")
    assert len(alerts[0].split()) >= 3
    return alerts[0]


def row(page: Page, name: str) -> list[str]:
    """The cells of the row of that name at the foot of the sheet."""
    lines = [line for line in page.all("tr") if line.all("th") and line.all("th")[0].text == name]
    return [cell.text.replace("\N{MINUS SIGN}", "-") for cell in lines[0].all("td")] if lines else []


def card_sent(page: Page, form: str = "turn") -> dict[str, str]:
    """The card that the next turn would play."""
    fields = fields_of(page, page.one("form", "id", form))
    return {name: values[0] for name, values in fields.items() if name.startswith("card_")}


# --- playing action cards ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "card", "totals"),
    [
        (HIT, ActionCard("reduce_opponent", seat=2, points=5), (62, 11, 16)),
        (HIT | {"card_points": "۱۰۰۰"}, ActionCard("reduce_opponent", seat=2, points=1000), (62, -984, 16)),
        (HIT | {"card_player": " cleo "}, ActionCard("reduce_opponent", seat=3, points=5), (62, 16, 11)),
        (CHANGE, ActionCard("change_die", old=2, new=4), (62, 16, 16)),
        ({"card_kind": "extra_roll"}, ActionCard("extra_roll"), (62, 16, 16)),
        ({"card_kind": "other", "card_name": " Peek "}, ActionCard("other", name="Peek"), (62, 16, 16)),
        ({"card_kind": ""}, None, (62, 16, 16)),
    ],
)
def test_a_turn_takes_its_card_along(
    client: FlaskClient,
    address: str,
    fields: dict[str, str],
    card: ActionCard | None,
    totals: tuple[int, ...],
) -> None:
    assert send(client, address, **fields).status_code == 303
    assert stored_at(client, address).game.entries[-1].card == card
    assert tuple(sheet.total for sheet in sheets(client, address)) == totals
    assert [sheet.played for sheet in sheets(client, address)] == [int(card is not None), 0, 0]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"card_kind": "steal"}, "no action card"),
        (HIT | {"card_player": "Ana"}, "somebody else"),
        (HIT | {"card_player": ""}, "who loses"),
        (HIT | {"card_player": "Dora"}, "who loses"),
        *((HIT | {"card_points": points}, "1 or more") for points in ("", "0", "ten", "-5", "2.5")),
        (HIT | {"card_points": "1001"}, "at most 1000"),
        (CHANGE | {"card_to": "5"}, "none is among the dice"),
        (CHANGE | {"card_from": "4"}, "into another number"),
        *((CHANGE | {"card_from": face}, "which die") for face in ("", "0", "7", "two")),
        ({"card_kind": "other"}, "a name"),
        ({"card_kind": "other", "card_name": "  "}, "a name"),
        ({"card_kind": "other", "card_name": "x" * 61}, "at most 60"),
        ({"card_kind": "other", "card_name": "a\x07b"}, "can’t be shown"),
        ({"claim_bonus": "1"}, "no bonus to claim"),
        ({"claim_bonus": "1", "dice": "", "points": "0"}, "no bonus to claim"),
        ({"claim_bonus": "1", "dice": "66666", "box": "yahtzee"}, "filled"),
    ],
)
def test_a_bad_card_or_claim_is_told_and_changes_nothing(
    app: Flask, client: FlaskClient, address: str, fields: dict[str, str], said: str
) -> None:
    before = events_of(app)
    answer = send(client, address, **fields)
    assert said in complaint(answer)
    assert events_of(app) == before
    typed = (TURN | fields)["dice"]
    assert not typed or sorted(Page(answer.text).typed) == sorted(typed)


def test_a_fourth_card_is_refused_and_no_longer_offered(
    app: Flask, client: FlaskClient, address: str, reader: Reader
) -> None:
    extra = {"card_kind": "extra_roll"}
    for box in ("ones", "twos", "threes"):
        seen = reader.open(address).seen
        assert send(client, address, seen=str(seen), box=box, **extra).status_code == 303
        play_by_forms(client, address, (box, "12346"), (box, "12346"))
    page = reader.open(address)
    assert "All action cards are played" in page.one("form", "id", "tray").text
    assert page.all("a", "data-play-card") == []
    before = events_of(app)
    assert "all 3 action cards" in complaint(send(client, address, seen=str(page.seen), **extra)).lower()
    assert "all 3 action cards" in complaint(client.get(address, query_string=extra)).lower()
    assert events_of(app) == before


def test_the_head_tells_how_many_cards_each_has_left(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    send(client, address, **HIT)
    play_by_forms(client, address, ("ones", "12346"), ("ones", "12346"))
    send(client, address, seen="6", box="ones", **HIT)
    hands = [hand["aria-label"] for hand in reader.open(address).with_class("hand")]
    assert hands == ["1 action card left", "3 action cards left", "3 action cards left"]


@pytest.mark.parametrize(
    ("button", "fields", "shown", "sent"),
    [
        (0, {"card_from": "2", "card_to": "4"}, "a die changed from 2 to 4", CHANGE),
        (1, {}, "an extra roll", {"card_kind": "extra_roll"}),
        (2, {"card_player": "Ben", "card_points": "5"}, "Ben loses 5", HIT),
        (3, {"card_name": "Peek"}, "Peek", {"card_kind": "other", "card_name": "Peek"}),
    ],
)
def test_a_card_is_chosen_with_the_typed_dice_kept_and_travels_with_the_turn(
    client: FlaskClient,
    address: str,
    reader: Reader,
    button: int,
    fields: dict[str, str],
    shown: str,
    sent: dict[str, str],
) -> None:
    reader.open(address)
    reader.tap_dice("444")
    page = reader.follow("Play an action card")
    assert "Ana has 3 cards left." in page.text
    page = reader.press(
        [found for found in page.all("button") if found.text == "Play card"][button], **fields
    )
    assert (reader.status, page.typed, page.seen) == (200, "444", 3)
    assert shown in page.with_class("card-line")[0].text
    page = reader.tap_dice("21")
    if "card_player" in sent:
        sent = sent | {"card_player": str(stored_at(client, address).player_ids[1])}
    assert (page.typed, card_sent(page)) == ("44421", sent)
    reader.press_hook("data-box", "fours")
    entry = stored_at(client, address).game.entries[-1]
    assert entry.card is not None
    assert (entry.seat, entry.box, entry.card.kind) == (1, "fours", sent["card_kind"])
    assert card_sent(reader.page) == {}


def test_a_card_can_be_taken_back_before_the_turn_and_the_dice_stay(address: str, reader: Reader) -> None:
    reader.open(f"{address}?use=1&dice=444&card_kind=extra_roll")
    page = reader.follow("Remove card")
    assert (page.typed, card_sent(page)) == ("444", {})
    assert page.all("a", "data-play-card") != []


def test_whoever_is_to_move_cannot_be_hit_on_the_card_page(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    choices = reader.open(f"{address}/action-card").all("input", "name", "card_player")
    _ana, *others = map(str, stored_at(client, address).player_ids)
    assert [choice["value"] for choice in choices] == others
    assert [choice.parent.text for choice in choices if choice.parent] == ["Ben", "Cleo"]


def test_points_of_a_box_chosen_first_take_the_card_along(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    reader.open(f"{address}?card_kind=extra_roll")
    reader.press_hook("data-open", "fours")
    reader.press_hook("data-points", "12")
    entry = stored_at(client, address).game.entries[-1]
    assert (entry.points, entry.card) == (12, ActionCard("extra_roll"))


def test_a_card_stays_when_dice_are_typed_into_the_field(address: str, reader: Reader) -> None:
    reader.open(f"{address}?card_kind=extra_roll")
    assert card_sent(reader.type_dice("44421")) == {"card_kind": "extra_roll"}


def test_a_card_stays_when_a_box_chosen_first_is_left_for_dice(address: str, reader: Reader) -> None:
    reader.open(f"{address}?card_kind=extra_roll")
    reader.press_hook("data-open", "fours")
    assert card_sent(reader.follow("Enter dice instead")) == {"card_kind": "extra_roll"}


def test_a_card_stays_with_its_dice_when_the_turn_is_refused(client: FlaskClient, address: str) -> None:
    answer = send(client, address, card_kind="extra_roll", box="yahtzee")
    assert "filled" in complaint(answer)
    assert card_sent(Page(answer.text)) == {"card_kind": "extra_roll"}


def test_a_pad_offers_no_box_to_a_changed_die_that_is_not_among_the_dice(
    client: FlaskClient, address: str
) -> None:
    answer = client.get(address, query_string={"use": "1", "dice": "44421", **CHANGE, "card_to": "5"})
    assert "none is among the dice" in complaint(answer)


# --- claims -----------------------------------------------------------------------------------------


def test_an_extra_yahtzee_is_claimed_with_a_zero_or_scored(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    page = reader.open(f"{address}?dice=55555")
    open_boxes = [box for box in BOXES["yahtzee"] if box != "yahtzee"]
    assert (page.hooks("data-box"), page.hooks("data-claim")) == (open_boxes, [])
    assert page.one("button", "data-box", "fives")["aria-label"] == "Fives, 25 points"
    assert page.with_class("claim-key")[0]["aria-pressed"] == "false"
    page = reader.press_text("Claim +100")
    claims = page.all("button", "data-claim")
    assert [found["data-box"] for found in claims] == page.hooks("data-box") == open_boxes
    assert claims[0]["aria-label"] == "Ones: 0 +100, claim the bonus"
    assert page.with_class("claim-key")[0]["aria-pressed"] == "true"
    page = reader.press_text("Claim +100")
    assert (page.hooks("data-box"), page.hooks("data-claim")) == (open_boxes, [])
    reader.press(reader.press_text("Claim +100").all("button", "data-claim")[0])
    play_by_forms(client, address, ("ones", "12346"), ("ones", "12346"), ("fives", "55555"))
    ana = sheets(client, address)[0]
    assert dict(ana.column(1).boxes) == {"yahtzee": 50, "ones": 0, "fives": 25}
    assert (ana.extras, ana.total) == (1, 175)


def test_undo_gives_a_claim_back_with_its_dice(address: str, reader: Reader) -> None:
    reader.open(f"{address}?dice=55555")
    reader.press(reader.press_text("Claim +100").all("button", "data-claim")[0])
    page = reader.press_hook("data-undo")
    assert (page.typed, page.with_class("claim-key")[0]["aria-pressed"]) == ("55555", "true")
    assert page.hooks("data-claim")


def test_a_claim_takes_the_card_along(client: FlaskClient, address: str, reader: Reader) -> None:
    reader.open(f"{address}?use=1&dice=55555&card_kind=extra_roll")
    page = reader.press_text("Claim +100")
    assert card_sent(page, "claim") == {"card_kind": "extra_roll"}
    reader.press(page.all("button", "data-claim")[0])
    entry = stored_at(client, address).game.entries[-1]
    assert (entry.claim, entry.card) == (True, ActionCard("extra_roll"))


@contextmanager
def two_columns(client: FlaskClient, factor: int = 1) -> Iterator[str]:
    """The address of a game on a sheet of two columns, the box of all dice alike filled in both."""
    two = replace(RULESETS["free_for_all"], id="two_columns", columns=(Column(), Column(factor=factor)))
    with registered(two):
        address = new_game(client, two.id, THREE)
        for seen, (box, dice) in enumerate(OPENING * 2):
            column = "1" if seen < len(OPENING) else "2"
            form = {"seen": str(seen), "dice": dice, "box": box, "column": column}
            assert client.post(f"{address}/turns", data=form).status_code == 303
        yield address


def test_on_a_sheet_of_two_columns_a_claim_goes_into_the_one_it_stands_in(
    client: FlaskClient, reader: Reader
) -> None:
    with two_columns(client) as address:
        claims = reader.open(f"{address}?dice=55555&claim_bonus=1").all("button", "data-claim")
        reader.press(next(one for one in claims if (one["data-box"], one["data-column"]) == ("ones", "2")))
        ana = sheets(client, address)[0]
        assert [dict(column.boxes) for column in ana.columns] == [
            {"yahtzee": 50},
            {"yahtzee": 50, "ones": 0},
        ]
        assert ana.extras == 1


def test_in_a_column_that_counts_twice_a_claim_says_what_it_brings(
    client: FlaskClient, reader: Reader
) -> None:
    with two_columns(client, factor=2) as address:
        claims = reader.open(f"{address}?dice=55555&claim_bonus=1").all("button", "data-claim")
        ones = {claim["data-column"]: claim for claim in claims if claim["data-box"] == "ones"}
        assert {column: claim.text for column, claim in ones.items()} == {"1": "0 +100", "2": "0 +200"}
        assert ones["2"]["aria-label"] == "Ones, column 2: 0 +200, claim the bonus"
        reader.press(ones["2"])
        assert sheets(client, address)[0].extra_points == 200


@pytest.mark.parametrize("dice", ["55556", ""])
def test_nothing_is_claimed_with_another_roll(address: str, reader: Reader, dice: str) -> None:
    page = reader.open(f"{address}?dice={dice}&claim_bonus=1")
    assert page.all("button", "data-claim") == []
    assert [key for key in page.all("button", "name", "claim_bonus") if key.above("template") is None] == []


def test_a_refused_claim_leaves_the_switch_on(client: FlaskClient, address: str) -> None:
    page = Page(send(client, address, dice="55555", box="yahtzee", claim_bonus="1").text)
    assert page.one("button", "data-box", "ones").get("form") == "claim"


# --- score cards ------------------------------------------------------------------------------------


def test_a_score_card_is_noted_by_one_tap_and_taken_back(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    reader.open(address)
    page = reader.follow("Score cards")
    ready = [found for found in page.all("button", "class", "button wide") if found.shown]
    assert ready[0].text.startswith("Double Yahtzee")
    page = reader.press(ready[0])
    assert sheets(client, address)[0].total == 100
    (line,) = page.with_class("noted-cards")[0].all("li")
    assert all(word in line.text for word in ("Ana", "Double Yahtzee", "+50"))
    page = reader.press_text("Remove card")
    assert page.with_class("noted-cards") == []
    assert sheets(client, address)[0].total == 50


def test_score_cards_of_both_kinds_are_noted_for_any_player(
    client: FlaskClient, address: str, reader: Reader
) -> None:
    links = reader.open(f"{address}/score-cards").with_class("links")[0].all("a")
    ids = stored_at(client, address).player_ids
    assert [link["href"] for link in links] == [f"{address}/score-cards?player={one}" for one in ids]
    assert "A card for Ben" in reader.open(f"{address}/score-cards?player=Ben").text
    page = reader.open(links[1]["href"])
    assert "A card for Ben" in page.text
    adds, _ = [found for found in page.all("button") if found.text == "Add card"]
    page = reader.press(adds, name="Lucky", add="۲۰")
    assert "A card for Ben" in page.text
    _, multiplies = [found for found in page.all("button") if found.text == "Add card"]
    reader.press(multiplies, name="", box="chance", by="3")
    ben = sheets(client, address)[1]
    assert ben.cards == (ScoreCard(2, "Lucky", add=20), ScoreCard(2, box="chance", by=3))
    assert ben.total == 16 + 20 + 32


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"add": "5", "player": "Dora"}, "no such player"),
        ({"add": "5", "player": ""}, "no such player"),
        ({}, "either adds points or multiplies"),
        ({"add": "5", "box": "ones", "by": "2"}, "either adds points or multiplies"),
        *(({"add": points}, "1 or more") for points in ("0", "ten", "-5", "2.5")),
        ({"add": "1001"}, "at most 1000"),
        *(({"box": "ones", "by": by}, "doubles or triples") for by in ("", "1", "4", "two")),
        ({"box": "yatzy", "by": "2"}, "no box"),
        ({"add": "5", "name": "x" * 61}, "at most 60"),
        ({"add": "5", "seen": "x"}, "load it again"),
    ],
)
def test_a_bad_score_card_is_told_and_changes_nothing(
    app: Flask, client: FlaskClient, address: str, fields: dict[str, str], said: str
) -> None:
    before = events_of(app)
    assert said in complaint(note(client, address, **fields))
    assert events_of(app) == before


def test_a_card_is_taken_back_once(app: Flask, client: FlaskClient, address: str) -> None:
    assert note(client, address, add="5").status_code == 303
    path = f"{address}/score-cards/4/take-back"
    assert client.post(path, data={"seen": "4"}).status_code == 303
    before = events_of(app)
    assert "no longer there" in complaint(client.post(path, data={"seen": "5"}))
    turn = client.post(f"{address}/score-cards/1/take-back", data={"seen": "5"})
    assert "no longer there" in complaint(turn)
    assert events_of(app) == before


def test_a_stale_card_or_roll_off_changes_nothing(app: Flask, client: FlaskClient, address: str) -> None:
    note(client, address, add="5")
    assert send(client, address, seen="4", box="twos").status_code == 303
    before = events_of(app)
    for answer in (
        send(client, address, seen="4", **HIT),
        note(client, address, seen=2, add="7"),
        client.post(f"{address}/score-cards/4/take-back", data={"seen": "3"}),
        roll(client, address, 2, die_1="5"),
    ):
        assert "someone else saved first" in complaint(answer, 409).lower()
    assert events_of(app) == before


def test_a_score_card_and_a_turn_do_not_hold_each_other_up(client: FlaskClient, address: str) -> None:
    assert note(client, address, add="5").status_code == 303
    assert send(client, address, **HIT).status_code == 303
    assert note(client, address, seen=4, player="Ben", add="7").status_code == 303
    assert [sheet.total for sheet in sheets(client, address)] == [50 + 12 + 5, 16 - 5 + 7, 16]


def test_cards_mean_a_person_whatever_the_name_is_by_now(client: FlaskClient, address: str) -> None:
    _ana, ben, cleo = map(str, stored_at(client, address).player_ids)
    for seen, (seat, name) in enumerate((("2", "Bo"), ("3", "Ben")), 3):
        form = {"seen": str(seen), "player": seat, "name": name}
        assert client.post(f"{address}/rename", data=form).status_code == 303
    assert send(client, address, **HIT | {"card_player": ben}).status_code == 303
    assert note(client, address, player=cleo, add="7").status_code == 303
    assert [sheet.total for sheet in sheets(client, address)] == [62, 11, 23]
    assert stored_at(client, address).game.players == ("Ana", "Bo", "Ben")


def test_a_person_of_another_game_is_no_player_here(client: FlaskClient, address: str) -> None:
    other = new_game(client, players=["Dora", "Eve"])
    dora, _eve = map(str, stored_at(client, other).player_ids)
    assert "who loses" in complaint(send(client, address, **HIT | {"card_player": dora}))
    assert "no such player" in complaint(note(client, address, player=dora, add="7"))


def test_a_score_card_sent_twice_counts_once(client: FlaskClient, address: str) -> None:
    for _ in range(2):
        assert note(client, address, add="5", name="Lucky").status_code == 303
    assert sheets(client, address)[0].total == 55


# --- the roll-off -----------------------------------------------------------------------------------


def test_a_tie_is_rolled_off_on_the_result(client: FlaskClient, level: str, reader: Reader) -> None:
    page = reader.open(level)
    assert page.with_class("headline")[0].text == "Ana, Ben and Cleo are tied"
    assert len(page.with_class("roll-off")[0].all("input", "type", "radio")) == 18
    page = reader.press_text("Enter the roll-off", die_1="6", die_2="6", die_3="2")
    assert page.with_class("headline")[0].text == "Ana and Ben are tied"
    assert "Still tied" in page.with_class("roll-off")[0].text
    rolled = page.with_class("roll-off")[0].all("input", "type", "radio")
    assert {found["name"] for found in rolled} == {"die_1", "die_2"}
    page = reader.press_text("Enter the roll-off", die_1="1", die_2="4")
    assert page.with_class("roll-off") == []
    assert page.with_class("headline")[0].text == "Ben wins the roll-off"
    total = sheets(client, level)[0].total
    assert ranks_on(page) == {"Ben": (1, total), "Ana": (2, total), "Cleo": (3, total)}
    assert "rolled 6, rolled 1" in page.with_class("ranks")[0].all("li")[1].text
    page = reader.press_hook("data-undo")
    assert page.with_class("headline")[0].text == "Ana and Ben are tied"


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ({}, "Everyone tied"),
        ({"die_1": "5", "die_2": "4"}, "Everyone tied"),
        ({"die_1": "5", "die_2": "4", "die_3": ""}, "Everyone tied"),
        ({"die_1": "5", "die_2": "4", "die_3": "7"}, "1 to 6"),
        ({"die_1": "5", "die_2": "4", "die_3": "0"}, "1 to 6"),
        ({"die_1": "5", "die_2": "4", "die_3": "six"}, "1 to 6"),
    ],
)
def test_a_bad_roll_off_is_told_and_changes_nothing(
    app: Flask, client: FlaskClient, level: str, dice: dict[str, str], said: str
) -> None:
    before = events_of(app)
    answer = roll(client, level, 39, **dice)
    assert said in complaint(answer)
    assert len(Page(answer.text).with_class("roll-off")) == 1
    assert events_of(app) == before


def test_a_roll_off_is_neither_early_nor_late(
    app: Flask, client: FlaskClient, address: str, level: str
) -> None:
    assert "finished game" in complaint(roll(client, address, 3, die_1="5", die_2="4", die_3="3"))
    dice = {"die_1": "5", "die_2": "4", "die_3": "3"}
    part = client.post(f"{level}/roll-offs", data={"seen": "39", **dice}, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert part.text.lstrip().startswith("<section")
    before = events_of(app)
    assert "any more" in complaint(roll(client, level, 40, die_1="5", die_2="4"))
    assert "take it back first" in complaint(note(client, level, 40, add="5"))
    page = Page(client.get(f"{level}/score-cards").text)
    assert "The roll-off is entered" in page.text
    assert events_of(app) == before


def test_the_full_sheet_shows_the_dice_of_the_roll_off(
    client: FlaskClient, level: str, reader: Reader
) -> None:
    roll(client, level, 39, die_1="6", die_2="6", die_3="2")
    roll(client, level, 40, die_1="1", die_2="4")
    page = reader.open(f"{level}/sheet")
    rounds = [line for line in page.all("tr") if "rolled" in line.classes]
    assert [[cell.text for cell in line.all("td")] for line in rounds] == [["6", "6", "2"], ["1", "4", ""]]
    told = {line.all("bdi")[0].text: line.text for line in page.with_class("ranks")[0].all("li")}
    assert "roll-off: 6 4" in told["Ben"]
    assert "roll-off: 6 1" in told["Ana"]
    assert "roll-off: 2" in told["Cleo"]


# --- what the pages tell ----------------------------------------------------------------------------


@pytest.fixture
def told(client: FlaskClient, address: str) -> str:
    """The game with a reduction, a claim and score cards in it; Ana is to move, seen 8."""
    assert send(client, address, dice="55555", box="ones", claim_bonus="1", **HIT).status_code == 303
    play_by_forms(client, address, ("ones", "12346"), ("ones", "12346"))
    assert note(client, address, 6, name="Double Yahtzee", box="yahtzee", by="2").status_code == 303
    assert note(client, address, 7, player="Cleo", name="", add="20").status_code == 303
    return address


def test_the_full_sheet_has_a_row_for_extras_cards_and_reductions(told: str, reader: Reader) -> None:
    page = reader.open(f"{told}/sheet")
    assert row(page, "Extra Yahtzees") == ["+100", "", ""]
    assert row(page, "Score cards") == ["+50", "", "+20"]
    assert row(page, "Reductions") == ["", "-5", ""]
    assert row(page, "Total") == ["200", "12", "37"]
    assert "with an action card" in page.cell("Ones").text
    assert "+100" in page.cell("Ones").text
    assert row(reader.open(told), "Cards and extras") == ["+150", "-5", "+20"]


def test_the_turn_page_tells_the_card_and_the_claim(told: str, reader: Reader) -> None:
    page = reader.open(f"{told}/turns/4")
    story = page.with_class("message")[0].text
    assert all(words in story for words in ("Ben loses 5", "the bonus of 100 was claimed", "+100"))
    assert "off" not in reader.open(f"{told}/turns/5").with_class("message")[0].text


def test_a_turn_is_corrected_to_another_card_and_its_claim_to_points(
    client: FlaskClient, told: str, reader: Reader
) -> None:
    reader.open(f"{told}/turns/4")
    page = reader.press_text(
        "See what changes", box="fives", claim_bonus="0", **HIT | {"card_player": "Cleo", "card_points": "9"}
    )
    changes = page.with_class("changes")[0].text
    assert all(words in changes for words in ("Ana", "total 200", "total 12", "total 37"))
    reader.press_text("Save the correction")
    assert [sheet.total for sheet in sheets(client, told)] == [125, 17, 28]


def test_corrected_dice_keep_card_and_claim_until_they_are_taken_out(
    app: Flask, client: FlaskClient, told: str
) -> None:
    kept = client.post(f"{told}/turns/4", data={"seen": "8", "dice": "44444"})
    assert kept.status_code == 303
    entry = stored_at(client, told).game.entries[3]
    assert (entry.claim, entry.card) == (True, ActionCard("reduce_opponent", seat=2, points=5))
    before = events_of(app)
    bad = client.post(f"{told}/turns/4", data={"seen": "9", "dice": "44441"})
    assert bad.status_code == 422
    assert events_of(app) == before
    client.post(f"{told}/turns/4", data={"seen": "9", "dice": "44444", "card_kind": ""})
    assert [sheet.total for sheet in sheets(client, told)] == [200, 17, 37]


def test_a_record_with_cards_scores_the_same(app: Flask, client: FlaskClient, told: str, level: str) -> None:
    roll(client, level, 39, die_1="6", die_2="3", die_3="3")
    for address in (told, level):
        record = client.get(f"{address}/record.json").get_json()
        assert score(read_record(record).game) == score(stored_at(client, address).game)
    store = store_of(app)
    assert [found["rank"] for found in score(store.load(key_of(level)).game)["players"]] == [1, 2, 2]  # type: ignore[attr-defined]


# --- other rule sets, players -----------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["yahtzee", "yatzy"])
def test_other_rule_sets_show_no_cards_and_take_none(
    app: Flask, client: FlaskClient, reader: Reader, ruleset: str
) -> None:
    address = new_game(client, ruleset, THREE)
    five = "yahtzee" if ruleset == "yahtzee" else "yatzy"
    play_by_forms(client, address, (five, "66666"), ("chance", "12346"), ("chance", "12346"))
    before = events_of(app)
    for path in ("", "?dice=55555", "/sheet"):
        page = reader.open(f"{address}{path}")
        assert all(page.with_class(name) == [] for name in ("card-line", "hand", "beside", "merged", "claim"))
        assert not any("score-cards" in link["href"] for link in page.all("a", "href"))
    assert "no cards to play" in reader.open(f"{address}/action-card").text
    assert reader.open(f"{address}/score-cards").all("button", "class", "button") == []
    assert "card_kind" not in reader.open(f"{address}/turns/1").html
    for answer in (
        send(client, address, **HIT),
        client.get(address, query_string=HIT),
        note(client, address, add="5"),
        roll(client, address, 3, die_1="5", die_2="4", die_3="3"),
    ):
        assert "has no cards" in complaint(answer)
    assert "no bonus to claim" in complaint(send(client, address, claim_bonus="1", dice="55555"))
    assert events_of(app) == before


@pytest.mark.parametrize(("count", "said"), [(1, "at least 2"), (11, "at most 10")])
def test_free_for_all_is_not_for_fewer_than_two_or_more_than_ten(
    client: FlaskClient, count: int, said: str
) -> None:
    names = [f"Player {number}" for number in range(count)]
    form = {"ruleset": "free_for_all", "player": names, "starter": "first"}
    assert said in complaint(client.post("/games", data=form))
    assert rows(store_of(client.application), "SELECT * FROM games") == []


def test_ten_may_play(client: FlaskClient, reader: Reader) -> None:
    page = reader.open(new_game(client, "free_for_all", [f"Player {number}" for number in range(1, 11)]))
    assert [hand["aria-label"] for hand in page.with_class("hand")] == ["3 action cards left"] * 10


def test_cards_noted_elsewhere_show_on_the_pad_at_once(client: FlaskClient, address: str) -> None:
    store = store_of(client.application)
    store.append(key_of(address), 3, wish(Gain(ScoreCard(2, add=7))))
    part = client.get(f"{address}/pad?seen=3")
    assert part.status_code == 200
    assert row(Page(part.text), "Cards and extras") == ["", "+7", ""]
