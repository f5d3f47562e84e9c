"""A refusal: what it carries can be shown on any page, whatever was sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Place, Refused
from tests.strategies import quick


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Åke مینا 🎲", "Åke مینا 🎲"),
        ("a\ud800b", "a\ufffdb"),
        ("a\nb\x1b[2J", "a\ufffdb\ufffd[2J"),
        ("\u202ea", "\ufffda"),
        ("x" * 300, "x" * 300),
        ("x" * 301, "x" * 299 + "…"),
    ],
)
def test_a_fact_has_no_sign_that_cannot_be_shown_and_is_cut_short(said: str, shown: str) -> None:
    assert Refused("not_a_player", player=said).facts == {"player": shown}


@pytest.mark.parametrize("number", [0, -7, 10**15 - 1, 1 - 10**15])
def test_a_number_stays_a_number(number: int) -> None:
    assert Refused("impossible_points", points=number).facts == {"points": number}


def test_a_number_of_many_figures_is_cut_short() -> None:
    for figures in (400, 4300):  # more can't be read from a text
        shown = Refused("impossible_points", points=10 ** (figures - 1)).facts["points"]
        assert shown == "1" + "0" * 298 + "…"
    assert Refused("impossible_points", points=10**15).facts["points"] == "1" + "0" * 15


def test_what_stood_at_a_place_is_cut_shorter() -> None:
    assert Place("turn", 1, ("\ud800", "4" * 41, "fours")).said == ("\ufffd", "4" * 39 + "…", "fours")


def test_places_go_from_the_outer_to_the_inner_one() -> None:
    refused = Refused("box_filled", box="fours").at(Place("turn", 3)).at(Place("game", 2))
    assert refused.places == (Place("game", 2), Place("turn", 3))
    assert refused.place == Place("turn", 3)
    assert refused.facts == {"box": "fours"}


@quick(100)
@given(st.text(st.characters()) | st.integers())
def test_any_fact_can_be_shown(fact: str | int) -> None:
    shown = str(Refused("x", fact=fact).at(Place("turn", 1, (str(fact),))).facts["fact"])
    assert shown.isprintable()
    assert len(shown) <= 300
    shown.encode()
