"""Bundles read a game at a time: as if read whole, however the file comes in pieces."""

from __future__ import annotations

import io
import json
import random
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import BUNDLE, FORMAT, LARGEST_GAME, Games, load_json
from scorepad.record import stream as room
from scorepad.record.read import is_bundle
from scorepad.rules import Place, Refused
from tests.strategies import json_values, quick


def bundled(*games: object, **more: object) -> dict[str, Any]:
    return {"format": BUNDLE, "version": 1, "games": list(games)} | more


class Torn(io.BytesIO):
    """A file that comes in pieces of any length, never longer than what is asked for."""

    def __init__(self, raw: bytes, seed: int) -> None:
        super().__init__(raw)
        self._chance = random.Random(seed)

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(size or 1, self._chance.choice((1, 2, 3, 7, 20, 100))))


def whole(raw: bytes) -> object:
    """The games as they are read whole, or why they are refused."""
    try:
        data = load_json(raw)
        return data["games"] if is_bundle(data) and isinstance(data, dict) else [data]
    except Refused as refused:
        return refused.reason, refused.facts


def streamed(raw: bytes, seed: int = 0) -> object:
    """The same by pieces; read twice, and as many as were counted."""
    try:
        games = Games(Torn(raw, seed))
    except Refused as refused:
        return refused.reason, refused.facts
    found = list(games)
    assert len(found) == len(games)
    assert repr(list(games)) == repr(found)
    return found


def compare(raw: bytes, seed: int = 0) -> None:
    # A record with games in it is none, so nobody asks for them.
    one, other = whole(raw), streamed(raw, seed)
    if isinstance(one, list) and isinstance(other, list) and one != other:
        assert [type(value) for value in one] == [dict]
        assert one[0].keys() == other[0].keys()
        assert (type(one[0]["games"]), other[0]["games"]) == (list, [])
        return
    assert repr(one) == repr(other)


texts = st.text(st.sampled_from('aé😀\u2028"\\/\b\n\x7f'), max_size=6)
values = json_values | texts | st.floats(allow_nan=False, allow_infinity=False) | st.integers()


@st.composite
def documents(draw: st.DrawFn) -> str:
    """The text of a bundle, or of nearly one: keys in any order, some twice, any white space."""
    games = draw(st.lists(st.dictionaries(texts, values, max_size=4) | values, max_size=5))
    escaped = draw(st.booleans())
    told = [
        ("format", draw(st.sampled_from([BUNDLE, BUNDLE, BUNDLE, FORMAT]))),
        ("version", draw(st.sampled_from([1, 1, 1, 2, 1.0, "1"]))),
        ("games", draw(st.sampled_from([games, games, games, {}, None]))),
        *draw(st.lists(st.tuples(texts, values), max_size=1)),
    ]
    if draw(st.integers(0, 5)) == 0:
        told.append(draw(st.sampled_from(told)))
    white = draw(st.sampled_from(["", " ", "\r\n\t", " " * 40]))
    pairs = [f"{dumped(key, escaped)}{white}:{white}{dumped(value, escaped)}" for key, value in told]
    inner = f"{white},{white}".join(draw(st.permutations(pairs)))
    return f"{white}{{{white}{inner}{white}}}{white}"


def dumped(value: object, escaped: bool) -> str:
    return json.dumps(value, ensure_ascii=escaped)


@quick(300)
@given(documents(), st.booleans(), st.integers(0, 999))
def test_a_bundle_cut_in_any_pieces_reads_as_it_does_whole(text: str, marked: bool, seed: int) -> None:
    compare(text.encode("utf-8-sig" if marked else "utf-8", "surrogatepass"), seed)


@quick(300)
@given(documents(), st.data(), st.integers(0, 999))
def test_a_spoilt_one_is_refused_as_it_is_whole(text: str, data: st.DataObject, seed: int) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    place = data.draw(st.integers(0, len(raw)))
    kept = place + data.draw(st.integers(0, 3))
    spoilt = data.draw(
        st.sampled_from([b"", b"x", b",", b"]", b"}", b'"', b"\\", b"\xff", b"NaN", b"1e", b"{"])
    )
    compare(raw[:place] + spoilt + raw[kept:], seed)


@quick(200)
@given(
    st.binary(max_size=40)
    | st.text(st.sampled_from('[]{}":,0123456789.eE-truefalsn \\u'), max_size=30).map(str.encode),
    st.integers(0, 999),
)
def test_any_bytes_are_read_or_refused_as_they_are_whole(raw: bytes, seed: int) -> None:
    compare(raw, seed)


TOKENS = ["-1.25e+10", "1E-5", "0", "-0.0", "true", "null", '"\\ud83d\\ude00"', '"\\ud83d"', '"\\\\"', "[[]]"]
BROKEN = ["-Infinity", "NaN", "01", "1.", "-", "tru", '"\\ud8', '"\\x"', '"\x01"', "9" * 5000, "[" * 5000]


@pytest.mark.parametrize("token", TOKENS + BROKEN, ids=lambda token: str(token)[:12])
def test_no_cut_within_a_value_is_seen(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = f'{{"format": "{BUNDLE}", "games": [{token}, {token}], "version": 1}}'.encode()
    for piece in range(1, 40):
        monkeypatch.setattr(room, "_PIECE", piece)
        compare(raw)


def test_what_is_no_text_is_told_before_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_PIECE", 8)
    compare(b'{"a": 1, "a": 2}' + b" " * 90 + b"\xff")
    assert whole(b'{"a": 1, "a": 2}' + b" " * 90 + b"\xff") == ("not_json", {})


# --- what is too long ---------------------------------------------------------------------------------

LONG = LARGEST_GAME + 100


@pytest.mark.parametrize(
    ("made", "reason", "places"),
    [
        (lambda: bundled({}, {"note": "x" * LONG}), "game_long", (Place("game", 2),)),
        (lambda: bundled({}, [7] * LONG), "game_long", (Place("game", 2),)),
        (lambda: {"format": FORMAT, "turns": ["x" * 100] * (LONG // 100)}, "game_long", ()),
        (lambda: {"format": FORMAT, "note": "x" * LONG}, "game_long", ()),
        (lambda: {"features": "x" * LONG}, "no_record", ()),
        (lambda: {"x" * LONG: 1}, "no_record", ()),
        (lambda: bundled(**{f"{number:09}": 0 for number in range(LONG // 10)}), "no_record", ()),
        (lambda: [[7] * LONG], "no_record", ()),
        (lambda: "x" * LONG, "no_record", ()),
    ],
)
def test_one_game_has_its_limit(made: Any, reason: str, places: tuple[Place, ...]) -> None:
    with pytest.raises(Refused) as caught:
        Games(io.BytesIO(json.dumps(made()).encode()))
    assert (caught.value.reason, caught.value.places) == (reason, places)


@pytest.mark.parametrize("long", [b"9" * LONG, b"[" * LONG, b'{"games": ' * (LONG // 9)])
def test_what_is_long_and_broken_is_told_as_broken(long: bytes) -> None:
    with pytest.raises(Refused) as caught:
        Games(io.BytesIO(long))
    assert caught.value.reason in ("not_json", "too_deep")


def test_white_space_around_a_record_is_no_length_of_it() -> None:
    white = b" " * LONG
    assert list(Games(io.BytesIO(white + b'{"a":' + white + b"1" + white + b"}" + white))) == [{"a": 1}]


def test_no_more_is_held_than_one_game() -> None:
    game = {"note": "x" * 1000}
    file = io.BytesIO(json.dumps(bundled(*[game] * 20_000)).encode())
    tracemalloc.start()
    try:
        assert sum(read == game for read in Games(file)) == 20_000
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
