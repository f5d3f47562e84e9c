"""Some dice: reading them, and what they are."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Refused, all_rolls, dice_from_digits, read_dice, read_faces
from tests.strategies import EVERY_ROLL, Faces, five, quick, rolls, written


def refusal_of_digits(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        five(text)
    return caught.value


def test_there_are_252_rolls_of_five_dice_and_each_is_there_once() -> None:
    assert len(all_rolls(5)) == 252
    assert tuple(dice.faces for dice in all_rolls(5)) == EVERY_ROLL


@pytest.mark.parametrize(("count", "rolls"), [(1, 6), (2, 21), (6, 462)])
def test_there_are_as_many_rolls_of_other_dice_as_chance_has(count: int, rolls: int) -> None:
    assert len(set(all_rolls(count))) == rolls
    assert {len(dice.faces) for dice in all_rolls(count)} == {count}


def test_six_dice_are_read_where_six_are_rolled_and_nowhere_else() -> None:
    assert dice_from_digits("654321", 6).faces == (1, 2, 3, 4, 5, 6)
    assert read_dice("6 6 6 6 6 6", 6).alike == 6
    for text, count in (("654321", 5), ("65432", 6)):
        with pytest.raises(Refused) as caught:
            dice_from_digits(text, count)
        assert (caught.value.reason, caught.value.facts) == (
            "dice_count",
            {"count": len(text), "need": count},
        )


@quick(100)
@given(st.lists(st.integers(1, 6), min_size=5, max_size=5).flatmap(lambda faces: st.permutations(faces)))
def test_the_order_of_the_dice_never_matters(faces: list[int]) -> None:
    assert five(written(faces)) == five(written(sorted(faces)))
    assert five(written(faces)).faces == tuple(sorted(faces))


@quick(100)
@given(rolls)
def test_a_roll_knows_its_counts_its_sum_and_its_alike(faces: Faces) -> None:
    dice = five(written(faces))
    assert [dice.counts[face] for face in range(1, 7)] == [faces.count(face) for face in range(1, 7)]
    assert dice.total == sum(faces)
    assert dice.alike == (faces[0] if len(set(faces)) == 1 else 0)


def test_a_roll_is_written_in_rising_order() -> None:
    assert str(five("64154")) == "14456"


@pytest.mark.parametrize("text", ["", "1", "1234", "123456", "1" * 1000])
def test_not_five_dice_are_refused_with_their_count(text: str) -> None:
    refused = refusal_of_digits(text)
    assert (refused.reason, refused.facts) == ("dice_count", {"count": len(text), "need": 5})


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("12340", "0"),
        ("12347", "7"),
        ("1234x", "x"),
        ("1 2345", " "),
        ("۱2345", "۱"),
        ("-1234", "-"),
        ("1234\n", "\ufffd"),
    ],
)
def test_what_is_no_face_is_refused_by_its_sign(text: str, sign: str) -> None:
    refused = refusal_of_digits(text)
    assert (refused.reason, refused.facts) == ("dice_face", {"sign": sign})


@pytest.mark.parametrize(
    "typed",
    [
        "44421",
        "4 4 4 2 1",
        "4,4,4,2,1",
        "4, 4; 4 - 2 / 1",
        "۴۴۴۲۱",
        "٤٤٤٢١",
        "４４４２１",
        "\u200f۴۴۴۲۱\u200e",
        "4،4،4،2،1",
        "4\u00a04\t4\n2\u20091",
        "4۴٤２1",
    ],
)
def test_any_keyboard_s_digits_are_read(typed: str) -> None:
    assert read_dice(typed, 5) == five("12444")


def test_typed_faces_keep_the_typed_order_and_may_be_few() -> None:
    assert read_faces("6 1") == "61"
    assert read_faces("") == ""


@pytest.mark.parametrize(
    ("typed", "sign"),
    [
        ("4442a", "a"),
        ("44420", "0"),
        ("4442۷", "۷"),
        ("444²1", "²"),
        ("⚀⚁⚂⚃⚄", "⚀"),
        ("4442一", "一"),
        ("444\x002", "\ufffd"),
    ],
)
def test_a_typed_sign_that_is_no_face_is_refused(typed: str, sign: str) -> None:
    with pytest.raises(Refused) as caught:
        read_dice(typed, 5)
    assert (caught.value.reason, caught.value.facts) == ("dice_face", {"sign": sign})


def test_typed_dice_that_are_not_five_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        read_dice("4 4 4 2", 5)
    assert (caught.value.reason, caught.value.facts) == ("dice_count", {"count": 4, "need": 5})


@quick(100)
@given(st.text(st.characters(), max_size=12))
def test_any_text_is_a_roll_or_refused(text: str) -> None:
    digits = sorted(unicodedata.decimal(sign) for sign in text if unicodedata.decimal(sign, None) is not None)
    try:
        dice = read_dice(text, 5)
    except Refused as refused:
        reason = refused.reason
    else:
        assert dice.faces == tuple(digits)
        return
    assert reason in ("dice_face", "dice_count")
