"""Which events touch which: what a sender would have to know of."""

from __future__ import annotations

import pickle
from itertools import chain

import pytest
from hypothesis import given

from scorepad.rules import (
    Edit,
    Exchange,
    FetchBack,
    Fix,
    Fixes,
    Gain,
    Hints,
    Join,
    Leave,
    Order,
    Payload,
    Redo,
    Regroup,
    Rename,
    RollOff,
    ScoreCard,
    Skip,
    Suspense,
    ThrowAway,
    Turn,
    TurnClock,
    Uncard,
    Undo,
)
from tests.rules.tables import AT
from tests.strategies import any_payloads, five, quick

TURN = Turn(1, "fours", five("44421"))
PLAY = (TURN, Skip(1), Leave(1), Join(2), Fix(1, TURN), Fixes((Fix(1, TURN),)), Exchange(1, 2))
CARDS = (Gain(ScoreCard(1, add=5)), Uncard(1))
BOTH = (Undo(1), Redo(2), Order((2, 1)), RollOff(((1, 3), (2, 4))))
NOTE, HINTS, NAME, BIN = (Edit("", AT),), (Hints(on=True),), (Rename(1, "Anna"),), (ThrowAway(), FetchBack())
SUSPENSE, CLOCK, TEAMS = (Suspense(on=True),), (TurnClock(45),), (Regroup(((1,), (2,))),)
BESIDE = (NOTE, HINTS, NAME, BIN, SUSPENSE, CLOCK, TEAMS)
EVERY: tuple[Payload, ...] = (*PLAY, *CARDS, *BOTH, *chain.from_iterable(BESIDE))


def kinds(payloads: tuple[Payload, ...]) -> set[str]:
    return {payload.kind for payload in payloads}


def touched_by(payload: Payload) -> set[str]:
    return kinds(tuple(other for other in EVERY if payload.touches(other)))


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len(kinds(EVERY)) == len({type(payload) for payload in EVERY}) == len(EVERY) == 21


@pytest.mark.parametrize("payload", PLAY, ids=lambda payload: payload.kind)
def test_whoever_plays_has_to_know_what_was_played(payload: Payload) -> None:
    assert touched_by(payload) == kinds((*PLAY, *BOTH))


@pytest.mark.parametrize("payload", CARDS, ids=lambda payload: payload.kind)
def test_whoever_notes_cards_has_to_know_the_cards(payload: Payload) -> None:
    assert touched_by(payload) == kinds((*CARDS, *BOTH))


@pytest.mark.parametrize("payload", BOTH, ids=lambda payload: payload.kind)
def test_what_takes_back_or_seats_anew_touches_turns_and_cards(payload: Payload) -> None:
    assert touched_by(payload) == kinds((*PLAY, *CARDS, *BOTH))


@pytest.mark.parametrize("same", BESIDE, ids=lambda same: same[0].kind)
def test_what_is_beside_the_game_touches_its_like_alone(same: tuple[Payload, ...]) -> None:
    for payload in same:
        assert touched_by(payload) == kinds(same)


def test_names_of_two_people_are_two_things() -> None:
    assert Rename(1, "Anna").touches(Rename(1, "Annika"))
    assert not Rename(1, "Anna").touches(Rename(2, "Anna"))


def test_a_payload_is_its_own_equal_and_no_other_s() -> None:
    for place, payload in enumerate(EVERY):
        assert [payload == other for other in EVERY] == [n == place for n in range(len(EVERY))]
    assert Turn(1, "fours", five("12444")) == TURN != Turn(1, "fours", five("12444"), first_roll=True)
    assert Gain(ScoreCard(1, add=5)) != Gain(ScoreCard(2, add=5))
    assert RollOff(((1, 3), (2, 4))) != RollOff(((1, 4), (2, 3)))


@quick(200)
@given(any_payloads, any_payloads)
def test_touching_goes_both_ways(one: Payload, other: Payload) -> None:
    assert one.touches(other) == other.touches(one)
    assert one.touches(one)


@quick(100)
@given(any_payloads)
def test_a_payload_is_a_value(payload: Payload) -> None:
    copy = pickle.loads(pickle.dumps(payload))
    assert (copy, hash(copy)) == (payload, hash(payload))
