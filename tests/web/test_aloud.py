"""The page to read aloud: who leads and who needs what, in two sentences."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorepad.rules import Leave, Manner, Suspense
from tests.helpers import Page, finish, play, store_of, wish

PART = {"HX-Request": "true"}


def said(client: FlaskClient, key: str) -> list[str]:
    """The sentences, as the pad asks for them; the page has the same."""
    part = [p.text for p in Page(client.get(f"/games/{key}/aloud", headers=PART).text).all("p")]
    whole = Page(client.get(f"/games/{key}/aloud").text).one("section", "id", "aloud")
    assert [p.text for p in whole.all("p")] == part
    return part


def test_two_sentences_tell_who_leads_and_who_needs_what(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yahtzee", ["Ella", "Väinö"])
    turns = (("sixes", "66661"), ("fours", "44411"), ("chance", "11123"))
    play(store, key, *turns)
    leads, needs = said(client, key)
    assert leads == "Ella leads Väinö by 20: Ella 32, Väinö 12."
    assert needs.startswith("Väinö’s turn, round 2 of 13; still open: Ones, Twos, Threes, Fives, Sixes, ")
    assert needs.endswith("Chance. To the upper bonus: Ella 39, Väinö 51.")


def test_who_has_the_bonus_needs_nothing_and_a_sheet_without_one_tells_of_none(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yacht", ["Ella", "Väinö"])
    assert len(said(client, key)) == 2
    assert "bonus" not in said(client, key)[1]


def test_one_who_plays_alone_and_a_game_that_begins(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yacht", ["Ella"])
    play(store, key, ("chance", "66665"))
    assert said(client, key)[0] == "It stands: Ella 29."
    new = store.create("yacht", ["Ella", "Väinö"])
    assert said(client, new)[0] == "It stands: Ella 0, Väinö 0."


def test_level_leaders_are_tied(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yacht", ["Ella", "Väinö"])
    play(store, key, ("chance", "66665"), ("chance", "66665"))
    assert said(client, key)[0] == "Ella and Väinö are tied: Ella 29, Väinö 29."


def test_a_finished_game_tells_the_ranks(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yacht", ["Ella", "Väinö", "Onni"])
    play(store, key, ("chance", "11112"), ("chance", "66665"))
    store.append(key, 2, wish(Leave(3)))
    game = finish(store, key).game
    first, second = (f"{name} {game.sheet(seat).total}" for seat, name in ((2, "Väinö"), (1, "Ella")))
    assert said(client, key) == [f"The game is finished: {first}, {second}."]


def test_teams_are_told_together(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yacht", ["Ella", "Väinö", "Onni"], manner=Manner(((1, 3), (2,))))
    play(store, key, ("chance", "11112"), ("chance", "66665"), ("chance", "66666"))
    assert said(client, key)[0] == "Ella & Onni lead Väinö by 7: Ella and Onni 36, Väinö 29."


def test_hidden_totals_stay_hidden(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yahtzee", ["Ella", "Väinö"])
    play(store, key, ("sixes", "66661"))
    store.append(key, 1, wish(Suspense(on=True)))
    hidden, turn = said(client, key)
    assert hidden == "Totals are hidden until the end."
    assert turn.startswith("Väinö’s turn, round 1 of 13; still open: Ones, ")
    assert "bonus" not in turn


@pytest.mark.parametrize(
    "ruleset", ["triple_yahtzee", "free_for_all", "generala", "maxi_yatzy", "forced_yatzy"]
)
def test_every_sheet_can_be_read_aloud(client: FlaskClient, ruleset: str) -> None:
    store = store_of(client.application)
    key = store.create(ruleset, ["Ella", "Väinö"])
    assert len(said(client, key)) == 2
    finish(store, key, "123466"[: store.load(key).game.ruleset.dice])
    assert len(said(client, key)) == 1


def test_the_menu_of_the_pad_leads_to_it(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yahtzee", ["Ella"])
    links = [link["href"] for link in Page(client.get(f"/games/{key}").text).all("a")]
    assert f"/games/{key}/aloud" in links
    assert client.get("/games/nothere/aloud").status_code == 404
