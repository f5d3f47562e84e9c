"""The coach's page of a finished game, and what it says on a player's page."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.commands import main
from scorepad.record import write_record
from scorepad.rules import Entry, Join, Leave, Skip, Turn, replay, ruleset_of
from scorepad.store import StoredGame
from tests.coach.played import finished, part_of, turns_of
from tests.helpers import Page, store_of

Output = pytest.CaptureFixture[str]


def added(app: Flask, *records: object) -> list[StoredGame]:
    """The games of these records, as the pad has them."""
    store = store_of(app)
    store.add_games(records)  # type: ignore[arg-type]
    return [store.load(key) for (key,) in store.db.execute("SELECT key FROM games ORDER BY id")]


def shown(client: FlaskClient, game: StoredGame, query: str = "") -> Page:
    answer = client.get(f"/games/{game.key}/coach{query}")
    assert answer.status_code == 200
    return Page(answer.text)


def figures(page: Page) -> list[float]:
    """The figures of the sum, without their signs."""
    (line,) = page.with_class("sum-line")
    return [float(one.text.replace("\N{MINUS SIGN}", "-")) for one in line.all("b")]


def signs(page: Page) -> list[str]:
    return [one.text for one in page.with_class("sum-line")[0].all("i")]


@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht", "yatzy"])
def test_the_sum_adds_up_as_it_is_written(app: Flask, client: FlaskClient, ruleset: str) -> None:
    (game,) = added(app, finished(ruleset, ["Ana", "Ben", "Cleo"], random.Random(ruleset)))
    for seat in game.game.seats:
        page = shown(client, game, f"?player={seat}")
        expected, dice, lost, total = figures(page)
        sign = 1 if signs(page)[0] == "+" else -1
        assert expected + sign * dice - lost == pytest.approx(total, abs=1e-9)
        assert total == game.game.sheet(seat).total


def test_the_page_says_what_the_command_says(
    app: Flask, client: FlaskClient, capsys: Output, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (game,) = added(app, finished("yahtzee", ["Ana", "Ben"], random.Random(7)))
    path = tmp_path_factory.mktemp("record") / "game.json"
    path.write_text(json.dumps(write_record(game.record)))
    assert main(["review", str(path)]) == 0
    for seat, told in enumerate(json.loads(capsys.readouterr().out)["players"], 1):
        page = shown(client, game, f"?player={seat}")
        expected, _, lost, total = figures(page)
        assert (expected, lost, total) == (round(told["expected"], 1), round(told["lost"], 1), told["total"])
        rows = [[cell.text for cell in row.all("td")] for row in page.with_class("turns-table")[0].all("tr")][
            1:
        ]
        assert [int(row[2]) for row in rows] == [turn["points"] for turn in told["turns"]]
        assert [bool(row[4]) for row in rows] == [turn["loss"] > 0 for turn in told["turns"]]


def test_the_winner_is_shown_first_and_others_are_a_tap_away(app: Flask, client: FlaskClient) -> None:
    (game,) = added(app, finished("yacht", ["Ana", "Ben", "Cleo"], random.Random(1)))
    chips = shown(client, game).with_class("chip")
    current = [chip.text for chip in chips if "aria-current" in chip.attributes]
    winner = next(seat for seat in game.game.seats if game.game.ranks[seat] == 1)
    assert current == [f"{game.game.player(winner)} {game.game.sheet(winner).total}"]
    assert [chip["href"] for chip in chips] == [
        f"/games/{game.key}/coach?player={seat}" for seat in (1, 2, 3)
    ]


def test_the_costliest_moments_come_with_a_reason(app: Flask, client: FlaskClient) -> None:
    (game,) = added(app, finished("yahtzee", ["Ana"], random.Random(11)))
    moments = shown(client, game).with_class("moments")[0].all("li")
    assert len(moments) == 3
    losses = [
        float(moment.with_class("when")[0].all("b")[0].text.replace("\N{MINUS SIGN}", "-"))
        for moment in moments
    ]
    assert losses == sorted(losses)
    assert all(re.search("(took|was struck)", moment.text) for moment in moments)


def test_two_players_part_a_field_and_more_have_lines(app: Flask, client: FlaskClient) -> None:
    two, three = added(
        app,
        finished("yacht", ["Ana", "Ben"], random.Random(3)),
        finished("yacht", ["Ana", "Ben", "Cleo"], random.Random(4)),
    )
    page = shown(client, two)
    (field,) = page.with_class("field")
    assert field.all("svg")[0]["aria-hidden"] == "true"
    shares = [[cell.text for cell in row.all("td")] for row in field.all("tr")[1:]]
    assert shares[0][0] == shares[1][0] == "50%"
    assert {shares[0][-1], shares[1][-1]} == {"0%", "100%"}
    page = shown(client, three)
    assert not page.with_class("field")
    assert len(page.with_class("chart")) == 2


def test_alone_nobody_wins_and_the_way_is_shown(app: Flask, client: FlaskClient) -> None:
    (game,) = added(app, finished("yahtzee", ["Ana"], random.Random(2)))
    page = shown(client, game)
    assert "Chance to win" not in page.text
    assert len(page.with_class("chart")) == 1


def test_where_nobody_chooses_the_dice_alone_are_told(app: Flask, client: FlaskClient) -> None:
    (game,) = added(app, finished("forced_yatzy", ["Ana", "Ben"], random.Random(5)))
    page = shown(client, game)
    assert "Nobody could choose a box here: it was all up to the dice." in page.text
    expected, dice, total = figures(page)
    sign = 1 if signs(page)[0] == "+" else -1
    assert expected + sign * dice == pytest.approx(total, abs=1e-9)
    assert not page.with_class("moments")


def test_turns_without_dice_count_as_luck(app: Flask, client: FlaskClient) -> None:
    rules = ruleset_of("yatzy")
    turns = [Turn(1, box.id, points=5 if box.id == "chance" else 0) for box in rules.boxes]
    record = replace(finished("yatzy", ["Ana"], random.Random(1)), game=replay(rules, ["Ana"], turns))
    page = shown(client, added(app, record)[0])
    assert "Of 15 turns the dice are not known: they count as luck." in page.text
    assert not page.with_class("moments")


def test_of_who_left_no_sum_is_told(app: Flask, client: FlaskClient) -> None:
    rules, chance = ruleset_of("yacht"), random.Random(9)
    first = turns_of(rules, 2, 2, chance)
    filled = {turn.box for turn in first if isinstance(turn, Turn) and turn.seat == 1}
    rest = [
        Turn(1, box.id, points=5 if box.id == "chance" else 0) for box in rules.boxes if box.id not in filled
    ]
    game = replay(rules, ["Ana", "Ben"], [*first, Leave(2), *rest])
    record = replace(finished("yacht", ["Ana", "Ben"], chance), game=game)
    (stored,) = added(app, record)
    page = shown(client, stored, "?player=2")
    assert "Ben left early: dice and choices don’t add up to a total." in page.text
    assert not page.with_class("sum-line")
    assert page.with_class("turns-table")


def test_who_came_late_and_was_skipped_is_told_as_anybody(app: Flask, client: FlaskClient) -> None:
    rules = ruleset_of("yacht")
    boxes = [box.id for box in rules.boxes]
    turns = [[Turn(seat, box, points=5 if box == "chance" else 0) for box in boxes] for seat in (1, 2)]
    first, *others = turns[0]
    entries: list[Entry] = [first, Join(2), turns[1][0], Skip(1), *turns[1][1:2]]
    for one, other in zip(others, [*turns[1][2:], None], strict=True):
        entries += [one, other] if other else [one]
    game = replay(rules, ["Ana", "Ben"], entries, late=(2,))
    (stored,) = added(app, replace(finished("yacht", ["Ana", "Ben"], random.Random(1)), game=game))
    assert game.finished
    for seat in (1, 2):
        assert figures(shown(client, stored, f"?player={seat}"))[-1] == 5


def test_a_game_that_goes_on_is_not_looked_back_on(app: Flask, client: FlaskClient) -> None:
    (game,) = added(app, part_of("yacht", ["Ana", "Ben"], random.Random(1), 3))
    assert "The coach looks back on a game once it is finished." in shown(client, game).text


@pytest.mark.parametrize("ruleset", ["generala", "maxi_yatzy"])
def test_a_sheet_that_can_not_be_judged_says_so(app: Flask, client: FlaskClient, ruleset: str) -> None:
    (game,) = added(app, finished(ruleset, ["Ana"], random.Random(1)))
    assert "The coach can’t judge this sheet" in shown(client, game).text
    assert "/coach" not in client.get(f"/games/{game.key}").text
    assert "/coach" not in client.get(f"/games/{game.key}/sheet").text


def test_result_and_sheet_lead_to_the_coach(app: Flask, client: FlaskClient) -> None:
    (game,) = added(app, finished("yatzy", ["Ana", "Ben"], random.Random(1)))
    for address in (f"/games/{game.key}", f"/games/{game.key}/sheet"):
        assert f"/games/{game.key}/coach" in [
            link["href"] for link in Page(client.get(address).text).all("a")
        ]


@pytest.mark.parametrize("seat", ["0", "3", "x", "9" * 4300, "²", "-1", ""])
def test_another_seat_is_not_found(app: Flask, client: FlaskClient, seat: str) -> None:
    (game,) = added(app, finished("yacht", ["Ana", "Ben"], random.Random(1)))
    assert client.get(f"/games/{game.key}/coach", query_string={"player": seat}).status_code == 404


@pytest.mark.parametrize("language", ["de", "es", "fa", "fi", "fr", "sv"])
def test_it_reads_in_every_language(app: Flask, client: FlaskClient, language: str) -> None:
    (game,) = added(app, finished("yahtzee", ["Ana", "Ben"], random.Random(11)))
    client.set_cookie("language", language)
    text = client.get(f"/games/{game.key}/coach?player=1").text
    assert "Costliest" not in text
    assert "{" not in Page(text).text


# --- over time ----------------------------------------------------------------------------------------


def test_a_players_page_tells_what_was_lost_of_late(app: Flask, client: FlaskClient) -> None:
    added(app, *(finished("yahtzee", ["Ana", "Ben"], random.Random(game)) for game in range(6)))
    page = Page(client.get("/players/1").text)
    captions = [figure.all("figcaption")[0].text for figure in page.all("figure")]
    assert captions[2:] == ["Points lost by choices, last 6 games", "Luck of dice and rerolls, last 6 games"]
    assert "Typical mistakes" in page.text


def test_few_games_have_no_trend_of_losses(app: Flask, client: FlaskClient) -> None:
    added(app, *(finished("yahtzee", ["Ana"], random.Random(game)) for game in range(4)))
    assert "Typical mistakes" not in client.get("/players/1").text


def test_a_game_that_all_left_at_once_has_little_to_tell(app: Flask, client: FlaskClient) -> None:
    rules = ruleset_of("yacht")
    game = replay(rules, ["Ana", "Ben"], [Leave(1), Leave(2)])
    (stored,) = added(app, replace(finished("yacht", ["Ana", "Ben"], random.Random(1)), game=game))
    page = shown(client, stored)
    assert "Ana left early: dice and choices don’t add up to a total." in page.text
    assert not page.all("figure")


def test_a_game_with_hints_says_so(app: Flask, client: FlaskClient) -> None:
    store = store_of(app)
    record = replace(finished("yacht", ["Ana"], random.Random(1)), hints=True)
    (game,) = added(app, record)
    assert game.hinted
    assert "With hints: this game counts for no record." in shown(client, store.load(game.key)).text
