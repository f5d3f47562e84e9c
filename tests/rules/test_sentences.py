"""A sentence for every refusal."""

from __future__ import annotations

from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Place, Refused
from scorepad.sentences import SENTENCES, plain
from tests.rules.raised import Raised, raised_anywhere
from tests.strategies import quick

RAISED = raised_anywhere()
NASTY = "a\nb\x1b[2J\u202e\ud800\x00{0}{x}%s"


def asked_for(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_the_search_for_refusals_finds_them() -> None:
    found = {(raised.file, raised.reason) for raised in RAISED}
    assert ("rules/dice.py", "dice_count") in found
    assert ("record/keys.py", "key_missing") in found
    assert ("record/read.py", "key_type") in found
    assert len(found) > 30


@pytest.mark.parametrize("raised", RAISED, ids=str)
def test_every_raised_reason_has_a_sentence(raised: Raised) -> None:
    assert raised.reason in SENTENCES


@pytest.mark.parametrize("raised", RAISED, ids=str)
def test_a_sentence_asks_for_facts_that_are_given(raised: Raised) -> None:
    if raised.facts is not None:
        assert asked_for(SENTENCES[raised.reason]) <= raised.facts


@pytest.mark.parametrize("reason", SENTENCES)
def test_a_sentence_asks_for_plain_names_alone(reason: str) -> None:
    assert all(name.isidentifier() for name in asked_for(SENTENCES[reason]))


@pytest.mark.parametrize("reason", SENTENCES)
def test_a_sentence_is_one_printable_line_of_words(reason: str) -> None:
    sentence = SENTENCES[reason]
    assert sentence.isprintable()
    assert sentence == sentence.strip()
    assert not sentence.endswith(".")


@pytest.mark.parametrize("reason", SENTENCES)
def test_whatever_the_facts_say_a_refusal_is_one_printable_line(reason: str) -> None:
    refused = Refused(reason, **dict.fromkeys(asked_for(SENTENCES[reason]), NASTY))
    line = plain(refused.at(Place("turn", 3, (NASTY, NASTY))))
    assert line.isprintable()
    assert line.startswith("turn 3 (a")
    line.encode("utf-8")


def test_a_refusal_is_told_with_its_place_and_what_stood_there() -> None:
    refused = Refused("joker_upper", box="large_straight", must="sixes")
    placed = refused.at(Place("turn", 25, ("Ana", "66666", "large_straight")))
    assert plain(placed) == "turn 25 (Ana, 66666, large_straight): Joker: sixes is open and must be used"


def test_a_place_where_nothing_stood_has_no_brackets() -> None:
    assert plain(Refused("box_filled", box="fours").at(Place("turn", 2))) == "turn 2: fours is filled already"


def test_a_refusal_without_a_place_is_the_sentence_alone() -> None:
    assert plain(Refused("dice_count", count=6, need=5)) == "a roll is 5 dice here, not 6"


def test_the_same_refusal_elsewhere_leaves_the_first_one_without_a_place() -> None:
    refused = Refused("dice_count", count=6)
    placed = refused.at(Place("turn", 1))
    assert refused.place is None
    assert (placed.reason, placed.facts, placed.place) == ("dice_count", {"count": 6}, Place("turn", 1))


def test_a_refusal_shows_its_reason_and_facts_to_a_programmer() -> None:
    assert str(Refused("box_filled", box="fours")) == "box_filled(box='fours')"


@quick(100)
@given(st.sampled_from(sorted(SENTENCES)), st.text(st.characters(), max_size=20) | st.integers())
def test_any_facts_make_one_printable_line(reason: str, fact: str | int) -> None:
    assert plain(Refused(reason, **dict.fromkeys(asked_for(SENTENCES[reason]), fact))).isprintable()
