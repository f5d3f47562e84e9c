"""Copying paper sheets: every number checked, sums computed, differences pointed out."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.record import load_json, read_record, score
from tests.helpers import Page, Reader, finish_by_forms, new_game, ranks_on, rows, store_of

YAHTZEE = {
    "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "three_of_a_kind": 17,
    "four_of_a_kind": 0, "full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50,
    "chance": 22,
}  # fmt: skip
"""63 above, so 35 more; 184 below: 282."""
YATZY = {
    "ones": 2, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "one_pair": 12, "two_pairs": 18,
    "three_of_a_kind": 15, "four_of_a_kind": 0, "small_straight": 15, "large_straight": 20, "full_house": 24,
    "chance": 23, "yatzy": 50,
}  # fmt: skip
"""62 above, so no bonus; 177 below: 239."""


def filled(*columns: Mapping[str, object], **fields: str) -> dict[str, object]:
    """The form of a sheet in which these columns stand side by side."""
    form: dict[str, object] = {"ruleset": "yahtzee", "date": "2025-12-24"}
    form |= {f"{box}_{index}": str(value) for index, col in enumerate(columns) for box, value in col.items()}
    return {**form, "player": ["Ana", "Ben", "Cleo", "Dani"][: len(columns)], **fields}


def copy(client: FlaskClient, *columns: Mapping[str, object], **fields: str) -> TestResponse:
    return client.post("/paper", data=filled(*columns, **fields))


def told(answer: TestResponse) -> list[str]:
    """What the page holds against the sheet."""
    assert answer.status_code == 422
    (alert,) = Page(answer.text).all("", "role", "alert")
    return [line.text for line in alert.all("li")] or [alert.text]


def names_on(page: Page) -> list[str]:
    """The names above the columns."""
    return [field["value"] for field in page.all("input", "name", "player") if "aria-label" in field]


def games(client: FlaskClient) -> int:
    ((count,),) = rows(store_of(client.application), "SELECT count(*) FROM games")
    assert isinstance(count, int)
    return count


def saved(client: FlaskClient) -> str:
    """The address of the sheet that was saved last."""
    key = rows(store_of(client.application), "SELECT key FROM games ORDER BY id DESC LIMIT 1")[0][0]
    return f"/games/{key}"


def test_a_sheet_is_saved_with_its_sums_and_stands_among_the_past_ones(client: FlaskClient) -> None:
    client.set_cookie("zone", "Europe/Helsinki")
    assert copy(client, YAHTZEE, {**YAHTZEE, "ones": 2}, note=" at grandma’s ").status_code == 303
    address = saved(client)
    page = Page(client.get(f"{address}/sheet").text)
    assert ranks_on(page) == {"Ana": (1, 282), "Ben": (2, 246)}
    sums = page.with_class("sums")[0].all("td")
    assert [cell.text for cell in sums] == ["63 35", "62 1 short"]
    assert "at grandma’s" in page.text
    past = Page(client.get("/games?from=2025-12-24&to=2025-12-24").text)
    assert [line.text for line in past.with_class("line")] == ["Ana 282, Ben 246"]
    assert "Dec 24, 2025" in page.text


@pytest.mark.parametrize(
    ("ruleset", "column", "total"),
    [("yahtzee", YAHTZEE, 282), ("yatzy", YATZY, 239), ("forced_yatzy", YATZY, 239)],
)
def test_its_record_scores_the_same(
    client: FlaskClient, ruleset: str, column: dict[str, int], total: int
) -> None:
    assert copy(client, column, ruleset=ruleset, total_0=str(total)).status_code == 303
    record = load_json(client.get(f"{saved(client)}/record.json").data)
    assert [player["total"] for player in score(read_record(record).game)["players"]] == [total]  # type: ignore[attr-defined]


def test_it_counts_for_the_own_record(client: FlaskClient) -> None:
    assert copy(client, YAHTZEE).status_code == 303
    game = new_game(client, players=["Ana"])
    finish_by_forms(client, game)
    text = Page(client.get(game).text).text
    assert "a first record" not in text
    assert "282" in text


# --- what can't be ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "points", "said"),
    [
        ("fours", "13", "Ana, Fours: No roll pays 13 in Fours."),
        ("fours", "24", "Ana, Fours: No roll pays 24 in Fours."),
        ("full_house", "24", "Ana, Full house: No roll pays 24 in Full house."),
        ("yahtzee", "100", "Ana, Yahtzee: No roll pays 100 in Yahtzee."),
        ("small_straight", "15", "Ana, Small straight: No roll pays 15 in Small straight."),
        ("chance", "31", "Ana, Chance: No roll pays 31 in Chance."),
        ("chance", "", "Ana, Chance: A number is missing: every box holds one, 0 too."),
        ("chance", " ", "Ana, Chance: A number is missing: every box holds one, 0 too."),
        ("chance", "x", "Ana, Chance: A number is missing: every box holds one, 0 too."),
        ("chance", "-5", "Ana, Chance: A number is missing: every box holds one, 0 too."),
        ("chance", "9" * 30, "Ana, Chance: A number is missing: every box holds one, 0 too."),
    ],
)
def test_a_number_that_can_t_be_is_named_and_marked(
    client: FlaskClient, box: str, points: str, said: str
) -> None:
    answer = copy(client, {**YAHTZEE, box: points}, note="kept")
    assert told(answer) == [said]
    page = Page(answer.text)
    (mark,) = page.all("input", "aria-invalid", "true")
    assert (mark["name"], mark["value"]) == (f"{box}_0", points)
    assert page.one("input", "name", "note")["value"] == "kept"
    assert names_on(page) == ["Ana", "", "", ""]
    assert page.one("input", "name", "sixes_0")["value"] == "18"
    assert games(client) == 0


def cursor(answer: TestResponse) -> list[str]:
    """The fields in which the cursor stands: one, or none."""
    return [field.get("name") for field in Page(answer.text).all("", "autofocus")]


@pytest.mark.parametrize(
    ("columns", "fields", "place"),
    [
        (({**YAHTZEE, "chance": 31}, {**YAHTZEE, "fours": 13}), {}, "chance_0"),
        ((YAHTZEE, {**YAHTZEE, "fours": 13, "ones": ""}), {}, "ones_1"),
        ((YAHTZEE, {**YAHTZEE, "extras": 99}), {}, "extras_1"),
        ((YAHTZEE, YAHTZEE), {"total_1": "about 280"}, "total_1"),
        ((YAHTZEE, YAHTZEE), {"total_1": "281"}, "total_1"),
        ((YAHTZEE, YAHTZEE), {"date": "2025-02-30"}, "date"),
        ((YAHTZEE, YAHTZEE), {"note": "a\x07b"}, "note"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_after_an_error_the_cursor_stands_in_the_first_wrong_field(
    client: FlaskClient, columns: tuple[dict[str, object], ...], fields: dict[str, str], place: str
) -> None:
    assert cursor(copy(client, *columns, **fields)) == [place]


@pytest.mark.parametrize("names", [["Ana", "ANA"], ["Ana", "x" * 81], ["Ana", "\u200b"], ["Ana", ""]])
def test_a_wrong_name_has_the_cursor(client: FlaskClient, names: list[str]) -> None:
    answer = client.post("/paper", data=filled(YAHTZEE, YAHTZEE) | {"player": names})
    assert cursor(answer) == ["player"]
    (field,) = Page(answer.text).all("input", "autofocus")
    assert field["value"] == names[1]


def test_a_sheet_has_one_date_and_typed_numbers_outlive_other_rules(client: FlaskClient) -> None:
    reader = Reader(client)
    assert len(reader.open("/paper").all("input", "type", "date")) == 1
    page = reader.press_text("Use these rules", ruleset="yatzy", date="2025-12-24", ones_0="3", note="x")
    assert page.one("input", "name", "date")["value"] == "2025-12-24"
    assert page.one("input", "name", "ones_0")["value"] == "3"
    assert page.one("input", "name", "note")["value"] == "x"
    assert page.all("input", "name", "one_pair_0")
    assert [one["value"] for one in page.one("select", "name", "ruleset").all("option", "selected")] == [
        "yatzy"
    ]


def test_figures_are_shown_as_the_reader_writes_them(client: FlaskClient) -> None:
    client.set_cookie("language", "fa")
    answer = copy(client, {**YAHTZEE, "fours": 13}, total_0="282")
    page = Page(answer.text)
    typed = [field["value"] for field in page.all("input", "inputmode", "numeric")]
    assert "۱۳" in typed
    assert "۲۸۲" in typed
    assert not any(digit in value for value in typed for digit in "0123456789")
    assert copy(client, YAHTZEE, total_0="۲۸۲").status_code == 303


def test_every_wrong_number_of_every_player_is_told_at_once(client: FlaskClient) -> None:
    fours, house = {**YAHTZEE, "fours": 13}, {**YAHTZEE, "full_house": 24, "ones": ""}
    assert told(copy(client, fours, YAHTZEE, house)) == [
        "Ana, Fours: No roll pays 13 in Fours.",
        "Cleo, Ones: A number is missing: every box holds one, 0 too.",
        "Cleo, Full house: No roll pays 24 in Full house.",
    ]


def test_an_empty_column_between_two_players_is_no_player(client: FlaskClient) -> None:
    form = filled(YAHTZEE) | {"player": ["", "Ana", "", "Ben"]}
    form |= {f"{box}_{column}": str(points) for box, points in YAHTZEE.items() for column in (1, 3)}
    form = {name: value for name, value in form.items() if not name.endswith("_0")}
    assert client.post("/paper", data=form).status_code == 303
    assert ranks_on(Page(client.get(f"{saved(client)}/sheet").text)) == {"Ana": (1, 282), "Ben": (1, 282)}


def test_numbers_without_a_name_are_not_lost_without_a_word(client: FlaskClient) -> None:
    answer = client.post("/paper", data=filled(YAHTZEE, YAHTZEE) | {"player": ["Ana", ""]})
    assert answer.status_code == 422
    assert games(client) == 0


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"player": ["", ""]}, "A game needs at least one player."),
        ({"player": ["Ana", "ANA"]}, "“ANA” is already in as “Ana”: give each player a different name."),
        ({"player": ["x" * 81]}, "A name can have at most"),
        ({"player": list("abcdefg")}, "This game is for at most 6 players."),
        ({"date": ""}, "A date is a day of the calendar"),
        ({"date": "2025-02-30"}, "A date is a day of the calendar"),
        ({"ruleset": "poker"}, "There is no rule set “poker”."),
        ({"note": "a\x07b"}, "The note has a character that can’t be shown."),
        ({"note": "x" * 2001}, "The note can have at most 2000 characters."),
        ({"total_0": "about 280"}, "Points are a whole number, 0 or more."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_stands_beside_the_boxes_is_checked_too_and_the_boxes_are_kept(
    client: FlaskClient, fields: dict[str, object], said: str
) -> None:
    answer = client.post("/paper", data=filled(YAHTZEE) | fields)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert said in page.text
    assert [field["value"] for field in page.all("input", "name", "sixes_0")] == ["18"]
    assert games(client) == 0


# --- the total on the paper ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "column", "paper", "said"),
    [
        ("yahtzee", YAHTZEE, 247, "Ana: the paper says 247, the boxes give 282: upper bonus?"),
        ("yahtzee", YAHTZEE, 382, "Ana: the paper says 382, the boxes give 282: Extra Yahtzee?"),
        ("yahtzee", YAHTZEE, 281, "Ana: the paper says 281, the boxes give 282"),
        ("yatzy", YATZY, 289, "Ana: the paper says 289, the boxes give 239: upper bonus?"),
        ("yatzy", YATZY, 339, "Ana: the paper says 339, the boxes give 239"),
    ],
)
def test_a_total_that_differs_is_pointed_out_and_saved_when_sure(
    client: FlaskClient, ruleset: str, column: dict[str, int], paper: int, said: str
) -> None:
    answer = copy(client, column, ruleset=ruleset, total_0=str(paper))
    assert told(answer) == [said]
    assert games(client) == 0
    page = Page(answer.text)
    assert page.one("input", "name", "sure")["value"] == "1"
    assert page.one("input", "name", "total_0")["value"] == str(paper)
    assert copy(client, column, ruleset=ruleset, total_0=str(paper), sure="1").status_code == 303
    assert games(client) == 1


def test_being_sure_does_not_save_what_can_t_be(client: FlaskClient) -> None:
    assert told(copy(client, {**YAHTZEE, "fours": 13}, sure="1")) == ["Ana, Fours: No roll pays 13 in Fours."]
    assert games(client) == 0


def test_no_rule_set_without_a_bonus_is_asked_for_it(client: FlaskClient) -> None:
    yacht = {box: points for box, points in YAHTZEE.items() if box not in ("three_of_a_kind", "yahtzee")}
    yacht |= {"yacht": 50, "full_house": 19}
    (line,) = told(copy(client, yacht, ruleset="yacht", total_0="259"))
    assert line == "Ana: the paper says 259, the boxes give 224"


# --- extra Yahtzees -----------------------------------------------------------------------------------


def test_extra_yahtzees_count_a_hundred_each(client: FlaskClient) -> None:
    column = {**YAHTZEE, "sixes": 30, "three_of_a_kind": 20, "extras": 2}
    assert copy(client, column, total_0=str(282 + 12 + 3 + 200)).status_code == 303
    address = saved(client)
    assert ranks_on(Page(client.get(f"{address}/sheet").text)) == {"Ana": (1, 497)}
    record = load_json(client.get(f"{address}/record.json").data)
    assert score(read_record(record).game)["players"][0]["total"] == 497  # type: ignore[index]


@pytest.mark.parametrize(
    ("changes", "extras"),
    [
        ({"yahtzee": 0}, 1),
        ({}, 4),
        ({"full_house": 0, "small_straight": 0, "large_straight": 0}, 1),
        ({}, 99),
    ],
    ids=str,
)
def test_extra_yahtzees_that_don_t_fit_are_refused(
    client: FlaskClient, changes: dict[str, int], extras: int
) -> None:
    said = told(copy(client, {**YAHTZEE, **changes, "extras": extras}))
    assert said == [f"Ana: {extras} such bonuses don’t fit these boxes."]
    assert games(client) == 0


def test_an_extra_yahtzee_that_had_to_go_as_a_zero_into_an_upper_box_fits(client: FlaskClient) -> None:
    column = {**YAHTZEE, "ones": 0, "full_house": 0, "small_straight": 0, "large_straight": 0, "extras": 1}
    # 6 6 6 6 6 as the last roll, Sixes and the lower section full: Ones gets 0, and the bonus counts.
    assert copy(client, column, total_0=str(60 + 89 + 100)).status_code == 303


@pytest.mark.parametrize("extras", ["x", "-1", "1.5"])
def test_a_count_of_extras_that_is_no_number_is_told(client: FlaskClient, extras: str) -> None:
    assert told(copy(client, {**YAHTZEE, "extras": extras})) == ["Ana: Points are a whole number, 0 or more."]


def test_only_yahtzee_asks_for_extras(client: FlaskClient) -> None:
    assert Page(client.get("/paper").text).all("input", "name", "extras_0")
    assert Page(client.get("/paper?ruleset=yatzy").text).all("input", "name", "extras_0") == []
    assert copy(client, YATZY, ruleset="yatzy", extras_0="3", total_0="239").status_code == 303


# --- one after another --------------------------------------------------------------------------------


def test_ten_sheets_are_copied_in_a_row(client: FlaskClient) -> None:
    reader = Reader(client)
    page = reader.open("/paper")
    page = reader.press_text("Use these rules", ruleset="yatzy", date="2025-12-24")
    names = {"player": ["Ana", "Ben"]}
    for number in range(10):
        boxes = {f"{box}_{column}": str(points) for box, points in YATZY.items() for column in (0, 1)}
        boxes["chance_0"] = str(10 + number)
        totals = {"total_0": str(239 - 23 + 10 + number), "total_1": ""}
        answer = client.post(
            "/paper", data={"ruleset": "yatzy", "date": "2025-12-24", **names, **boxes, **totals}
        )
        assert answer.status_code == 303
        page = reader.open(answer.headers["Location"])
        assert "The sheet is saved" in page.one("", "role", "status").text
        assert names_on(page) == ["Ana", "Ben", "", ""]
        assert {field["value"] for field in page.all("input", "name", "date")} == {"2025-12-24"}
        assert page.one("input", "name", "chance_0")["value"] == ""
        assert page.one("", "data-cells").all("tr")[7].all("th")[0].text == "One pair"
    assert "10 finished games" in reader.open("/games").text


def test_the_same_paper_sent_twice_is_one_game(client: FlaskClient) -> None:
    for _ in range(2):
        assert copy(client, YAHTZEE, {**YAHTZEE, "ones": 2}, note="at the cabin").status_code == 303
    assert games(client) == 1
    assert copy(client, YAHTZEE, {**YAHTZEE, "ones": 1}, note="at the cabin").status_code == 303
    assert copy(client, YAHTZEE, {**YAHTZEE, "ones": 2}, date="2025-12-25").status_code == 303
    assert games(client) == 3


def test_a_paper_that_was_copied_and_thrown_away_leads_to_the_bin(
    client: FlaskClient,
) -> None:
    copy(client, YAHTZEE)
    address = saved(client)
    seen = str(len(YAHTZEE))
    assert client.post(f"{address}/throw-away", data={"seen": seen}).status_code == 303
    assert copy(client, YAHTZEE).headers["Location"] == "/thrown-away"
    assert games(client) == 1


def test_many_players_of_a_game_without_limit_keep_their_columns(client: FlaskClient) -> None:
    names = [f"P{letter}" for letter in "abcdefghijkl"]
    form = filled(ruleset="yatzy") | {"player": names}
    form |= {f"{box}_{column}": str(points) for box, points in YATZY.items() for column in range(12)}
    page = Page(client.post("/paper", data=form | {"chance_11": "31"}).text)
    assert "Pl, Chance: No roll pays 31 in Chance." in page.text
    assert names_on(page)[:12] == names


# --- served and won at once ---------------------------------------------------------------------------

GENERALA = {
    "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "straight": 25,
    "full_house": 30, "poker": 45, "generala": 50, "double_generala": 100,
}  # fmt: skip
"""313, with a straight and four of a kind that were served."""


def copy_generala(client: FlaskClient, *columns: Mapping[str, object], **fields: str) -> TestResponse:
    return copy(client, *columns, ruleset="generala", **fields)


def turns_of(client: FlaskClient) -> list[dict[str, object]]:
    record = load_json(client.get(f"{saved(client)}/record.json").data)
    assert isinstance(record, dict)
    turns: list[dict[str, object]] = record["turns"]
    return turns


def test_served_points_become_first_rolls(client: FlaskClient) -> None:
    assert copy_generala(client, GENERALA, total_0="313").status_code == 303
    assert [turn["box"] for turn in turns_of(client) if turn.get("first_roll")] == ["straight", "poker"]
    assert told(copy_generala(client, {**GENERALA, "generala": 55})) == [
        "Ana, Generala: No roll pays 55 in Generala."
    ]


def test_a_double_generala_needs_a_generala(client: FlaskClient) -> None:
    struck = {**GENERALA, "generala": 0}
    assert told(copy_generala(client, struck)) == [
        "Ana, Double generala: Double generala holds points only where Generala does."
    ]
    assert copy_generala(client, {**struck, "double_generala": 0}).status_code == 303


def only(*boxes: str) -> dict[str, object]:
    return {box: GENERALA[box] for box in boxes}


def test_who_won_at_once_is_chosen_and_boxes_may_be_empty(client: FlaskClient) -> None:
    page = Page(client.get("/paper?ruleset=generala&player=Ana").text)
    choices = page.all("input", "name", "won")
    assert [choice["value"] for choice in choices] == ["", "0", "1", "2", "3"]
    assert choices[1]["aria-label"] == "Won at once, Ana"
    assert Page(client.get("/paper?ruleset=yatzy").text).all("input", "name", "won") == []
    columns = [only("ones", "straight"), only("generala", "sixes"), only("poker")]
    assert copy_generala(client, *columns, won="1").status_code == 303
    assert [(turn["player"], turn["box"]) for turn in turns_of(client)] == [
        ("Ana", "ones"), ("Ben", "sixes"), ("Cleo", "poker"), ("Ana", "straight"), ("Ben", "generala"),
    ]  # fmt: skip
    assert turns_of(client)[-1]["first_roll"] is True
    assert ranks_on(Page(client.get(f"{saved(client)}/sheet").text)) == {
        "Ben": (1, 68), "Cleo": (2, 45), "Ana": (3, 28),
    }  # fmt: skip


def test_a_double_generala_wins_after_the_generala(client: FlaskClient) -> None:
    assert copy_generala(client, only("double_generala", "generala", "ones"), won="0").status_code == 303
    assert [turn["box"] for turn in turns_of(client)] == ["generala", "ones", "double_generala"]
    assert [turn.get("first_roll") for turn in turns_of(client)] == [None, None, True]


UNEVEN = "{}: Filled boxes: {}, turns played: {}; turns go from left to right, and the winner’s is the last."


@pytest.mark.parametrize(
    ("columns", "won", "said"),
    [
        (
            (("ones",), ("generala", "sixes"), ("poker",)),
            "1",
            UNEVEN.format("Ana", 1, 2),
        ),
        (
            (("ones",), ("generala",), ("poker",)),
            "1",
            UNEVEN.format("Cleo", 1, 0),
        ),
        ((("ones",), ("sixes",)), "1", "Ben: No box here wins at once."),
        ((("ones",),), "7", "Ana: There is no such player in this game."),
    ],
)
def test_what_cannot_have_been_won_at_once_is_told(
    client: FlaskClient, columns: tuple[tuple[str, ...], ...], won: str, said: str
) -> None:
    answer = copy_generala(client, *(only(*boxes) for boxes in columns), won=won)
    assert told(answer)[0] == said
    assert games(client) == 0
    page = Page(answer.text)
    assert [choice["value"] for choice in page.all("input", "name", "won") if "checked" in choice] == (
        [won] if won != "7" else []
    )


def test_without_a_winner_every_box_holds_a_number(client: FlaskClient) -> None:
    assert "Ana, Twos: A number is missing" in told(copy_generala(client, only("ones", "generala")))[0]
