"""How long games and turns took, on the whole sheet and on the players' pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask.testing import FlaskClient

from scorepad.stats import usual_times
from scorepad.store import StoredGame, clock
from scorepad.transfer import check
from scorepad.web.words import words
from tests.helpers import Page, finish, store_of

START = datetime.fromisoformat("2026-11-29T18:05:00Z")


@pytest.fixture
def game(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> StoredGame:
    """One that was played while every look at the clock was 20 seconds after the last one."""
    moments = (START + timedelta(seconds=20 * step) for step in range(10_000))
    monkeypatch.setattr(clock, "moment", lambda: next(moments))
    store = store_of(client.application)
    return finish(store, store.create("yacht", ["Ana", "Ben"]))


def text(client: FlaskClient, address: str) -> str:
    return Page(client.get(address).text).text.replace("\xa0", " ")


def test_the_sheet_tells_how_long_the_game_and_each_turn_took(client: FlaskClient, game: StoredGame) -> None:
    assert "Played in 8 min, about 20 sec a turn." in text(client, f"/games/{game.key}/sheet")
    assert "This turn took 20 sec." in text(client, f"/games/{game.key}/sheet?turn=3")
    assert "This turn took" not in text(client, f"/games/{game.key}/sheet")


def test_a_player_s_page_tells_what_is_usual_of_late(client: FlaskClient, game: StoredGame) -> None:
    page = Page(client.get(f"/players/{game.player_ids[0]}").text)
    tiles = {one.text.replace("\xa0", " ") for one in page.all("div")}
    assert tiles >= {"A turn20 sec of late", "A game8 min of late"}
    assert list(check(store_of(client.application))) == []


def test_of_a_game_that_came_in_one_moment_nothing_is_told(client: FlaskClient, game: StoredGame) -> None:
    store, other = store_of(client.application), finish_of_record(client, game)
    page = text(client, f"/games/{other}/sheet?turn=3")
    assert "Played in 8 min." in page  # the record tells start and finish
    assert "a turn" not in page
    assert "This turn took" not in page
    ana = store.load(other).player_ids[0]
    assert usual_times(store, ana, "yacht", "").turn == 20  # by the other game alone


def finish_of_record(client: FlaskClient, game: StoredGame) -> str:
    """The key of the same game as it comes from a record."""
    store = store_of(client.application)
    store.add_games([replace(game.record, uid="0" * 32)])
    return str(store.db.execute("SELECT key FROM games ORDER BY id DESC LIMIT 1").fetchone()[0])


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "0 sec"),
        (45, "45 sec"),
        (90, "1 min 30 sec"),
        (2285, "38 min"),
        (3900, "1 hr 5 min"),
        (7200, "2 hr"),
    ],
)
def test_a_time_is_told_as_short_as_it_can_be(client: FlaskClient, seconds: int, told: str) -> None:
    with client.application.test_request_context():
        assert words().seconds(seconds).replace("\xa0", " ") == told


def test_a_time_has_the_figures_of_its_language(client: FlaskClient) -> None:
    with client.application.test_request_context(headers={"Cookie": "language=fa"}):
        assert words().seconds(90).replace("\xa0", " ") == "۱ دقیقه ۳۰ ثانیه"
