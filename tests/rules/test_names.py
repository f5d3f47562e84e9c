"""Players' names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Refused, clean_name, clean_names, fold_name, refuse_unprintable
from scorepad.rules.names import LONGEST_NAME
from tests.strategies import quick


def refusal_of(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        clean_name(text)
    return caught.value


@pytest.mark.parametrize(
    "name", ["Ana", "J", "مینا", "Åke", "Eeva-Liisa", "Ana María", "🎲", "7", "می\u200cنا"]
)
def test_a_name_of_any_script_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "text", [" Ana", "Ana ", "\tAna\n", "\u00a0Ana\u3000", "\u200fAna\u200e", "\ufeffAna"]
)
def test_blanks_and_direction_marks_at_the_ends_are_trimmed(text: str) -> None:
    assert clean_name(text) == "Ana"


def test_a_name_is_kept_in_composed_form() -> None:
    assert clean_name("A\u030ake") == "\u00c5ke"


def test_a_heart_keeps_the_sign_that_colours_it() -> None:
    assert clean_name("Ana ❤\ufe0f") == "Ana ❤\ufe0f"


@pytest.mark.parametrize(
    "text", ["", " ", "\t\n", "\u200b", "\u200e\u200f", "\u3164", "\u2800\u2800", "\ufe0f", "\u00ad"]
)
def test_a_name_that_shows_nothing_is_refused(text: str) -> None:
    assert refusal_of(text).reason == "name_blank"


def test_forty_characters_are_a_name_and_one_more_is_too_long() -> None:
    assert LONGEST_NAME == 40
    assert clean_name("x" * 40) == "x" * 40
    refused = refusal_of("x" * 41)
    assert (refused.reason, refused.facts) == ("name_long", {"most": 40})


def test_the_length_counts_after_trimming() -> None:
    assert clean_name("  " + "x" * 40 + "  ") == "x" * 40


@pytest.mark.parametrize("text", ["A\x00na", "Ana\x1b[31m", "A\ud800na", "A\nna", "A\tna", "A\rna", "\x7f"])
def test_a_name_with_a_control_sign_or_half_a_character_is_refused(text: str) -> None:
    refused = refusal_of(text)
    assert (refused.reason, refused.facts) == ("unprintable", {"field": "name"})


@pytest.mark.parametrize("text", ["one\ntwo", "tab\there", "\r\n", "ا\u200cب"])
def test_a_note_may_have_lines_and_tabs(text: str) -> None:
    refuse_unprintable(text, "note")


@pytest.mark.parametrize("text", ["\x00", "\x08", "\udfff", "\x85"])
def test_the_refused_field_is_named(text: str) -> None:
    with pytest.raises(Refused) as caught:
        refuse_unprintable(text, "note")
    assert (caught.value.reason, caught.value.facts) == ("unprintable", {"field": "note"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Straße", "STRASSE"),
        ("Åke", "a\u030ake"),
        ("\u0390", "\u03b9\u0308\u0301"),
        ("σας", "ΣΑΣ"),
    ],
)
def test_names_that_differ_in_case_or_in_composition_alone_are_the_same(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)
    with pytest.raises(Refused) as caught:
        clean_names([one, f" {other} "])
    assert caught.value.reason in ("name_twice", "name_twice_as")


def test_a_name_given_twice_is_named() -> None:
    with pytest.raises(Refused) as caught:
        clean_names(["Ben", "Ana", "ana "])
    assert caught.value.facts == {"player": "ana", "known": "Ana"}


def test_different_names_are_kept_in_their_order() -> None:
    assert clean_names([" Ben", "Ana", "Åke", "Ake"]) == ("Ben", "Ana", "Åke", "Ake")


@quick(100)
@given(st.text(st.characters(), max_size=50))
def test_any_text_is_a_clean_name_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused as refused:
        reason = refused.reason
    else:
        assert 1 <= len(name) <= 40
        assert name == name.strip()
        assert unicodedata.is_normalized("NFC", name)
        assert clean_name(name) == name
        assert fold_name(fold_name(name)) == fold_name(name)
        return
    assert reason in ("unprintable", "name_blank", "name_long")
