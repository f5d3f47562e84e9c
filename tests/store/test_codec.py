"""An event and its row: the same both ways, for every kind."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    ActionCard,
    Edit,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Fixes,
    Gain,
    Hints,
    HouseRules,
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
    dice_from_digits,
)
from scorepad.store import codec
from scorepad.store.codec import EventRow, event_of, event_row, events_of
from scorepad.store.schema import _TABLES
from tests.made_up_sheet import MADE_UP
from tests.strategies import any_payloads, five, quick

YAHTZEE = RULESETS["yahtzee"]
AT = "2026-11-29T18:05:00Z"
FOURS = Turn(1, "fours", five("44421"))
HIT = ActionCard("reduce_opponent", seat=2, points=40)

ROWS: list[tuple[Payload, tuple[object, ...]]] = [
    (Suspense(on=True), ("suspense", None, None, None, None, '{"on":true}', None)),
    (TurnClock(45), ("clock", None, None, None, None, '{"seconds":45}', None)),
    (Regroup(((1, 3), (2,))), ("teams", None, None, None, None, '{"teams":[[1,3],[2]]}', None)),
    (Join(3, "Eva", 2), ("join", 3, None, None, None, '{"name":"Eva","team":2}', None)),
    (Join(3, "Eva"), ("join", 3, None, None, None, '{"name":"Eva"}', None)),
    (FOURS, ("turn", 1, "12444", None, "fours", None, None)),
    (Turn(2, "fours", points=12), ("turn", 2, None, 12, "fours", None, None)),
    (Turn(2, "sixes", points=30, extra=True), ("turn", 2, None, 30, "sixes", '{"extra":true}', None)),
    (Turn(1, "ones", five("66666"), claim=True), ("turn", 1, "66666", None, "ones", '{"claim":true}', None)),
    (
        Turn(1, "ones", five("12346"), card=HIT),
        (
            *("turn", 1, "12346", None, "ones"),
            '{"card":{"kind":"reduce_opponent","old":0,"new":0,"seat":2,"points":40,"name":""}}',
            None,
        ),
    ),
    (
        Turn(1, "ones", five("12346"), column=2, first_roll=True),
        ("turn", 1, "12346", None, "ones", '{"column":2,"first_roll":true}', None),
    ),
    (Skip(3), ("skip", 3, None, None, None, None, None)),
    (Leave(3), ("leave", 3, None, None, None, None, None)),
    (Join(3), ("join", 3, None, None, None, None, None)),
    (Undo(7), ("undo", None, None, None, None, None, 7)),
    (Redo(8), ("redo", None, None, None, None, None, 8)),
    (Fix(7, FOURS), ("fix", 1, "12444", None, "fours", None, 7)),
    (
        Fixes((Fix(7, FOURS), Fix(9, Turn(1, "ones", points=3)))),
        (
            *("fixes", None, None, None, None),
            '{"fixes":[{"of":7,"seat":1,"box":"fours","dice":"12444"},{"of":9,"seat":1,"box":"ones","points":3}]}',
            None,
        ),
    ),
    (Exchange(7, 8), ("exchange", None, None, None, None, '{"other":8}', 7)),
    (Order((2, 1, 3)), ("order", None, None, None, None, '{"order":[2,1,3]}', None)),
    (
        HouseRules((("joker", "free"), ("bonus", (50, 63))), "Cottage rules"),
        (
            *("house_rules", None, None, None, None),
            '{"chosen":[["joker","free"],["bonus",[50,63]]],"name":"Cottage rules"}',
            None,
        ),
    ),
    (HouseRules(), ("house_rules", None, None, None, None, None, None)),
    (Gain(ScoreCard(1, "Lucky", add=5)), ("card", 1, None, 5, None, '{"name":"Lucky"}', None)),
    (Gain(ScoreCard(1, box="ones", by=2)), ("card", 1, None, None, "ones", '{"by":2}', None)),
    (Uncard(7), ("uncard", None, None, None, None, None, 7)),
    (RollOff(((1, 6), (3, 2))), ("roll_off", None, None, None, None, '{"rolls":[[1,6],[3,2]]}', None)),
    (
        Edit("by the lake", AT),
        ("edit", None, None, None, None, f'{{"note":"by the lake","started_at":"{AT}"}}', None),
    ),
    (Hints(on=True), ("hints", None, None, None, None, '{"on":true}', None)),
    (Rename(7, "Anna"), ("rename", None, None, None, None, '{"player":7,"name":"Anna"}', None)),
    (ThrowAway(), ("throw_away", None, None, None, None, None, None)),
    (FetchBack(), ("fetch_back", None, None, None, None, None, None)),
]


@pytest.mark.parametrize(("payload", "row"), ROWS)
def test_an_event_has_the_row_that_every_version_reads(payload: Payload, row: tuple[object, ...]) -> None:
    assert event_row(Event(5, payload, AT)) == (5, *row, AT)
    assert events_of([(5, *row, AT)], YAHTZEE) == (Event(5, payload, AT),)  # type: ignore[list-item]


def test_every_kind_is_among_these_rows_and_in_the_codec() -> None:
    assert {payload.kind for payload, _ in ROWS} == set(codec._KINDS)
    assert len(codec._KINDS) == 22


@pytest.fixture(scope="module")
def table() -> Iterator[sqlite3.Connection]:
    """The table of events, in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in _TABLES:
            connection.execute(statement)
        yield connection


def through(table: sqlite3.Connection, row: EventRow) -> EventRow:
    """The row as SQLite gives it back."""
    table.execute("DELETE FROM events")
    table.execute(f"INSERT INTO events (game, {codec.COLUMNS}) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    found: EventRow = table.execute(f"SELECT {codec.COLUMNS} FROM events").fetchone()
    return found


@quick(400)
@given(any_payloads, st.integers(-(2**63), 2**63 - 1), st.text(st.characters(exclude_categories=["Cs"])))
def test_event_row_event_is_the_identity_for_every_kind(
    table: sqlite3.Connection, payload: Payload, number: int, at: str
) -> None:
    event = Event(number, payload, at)
    row = event_row(event)
    assert event_of(row, YAHTZEE) == event
    assert event_of(through(table, row), YAHTZEE) == event


@quick(100)
@given(any_payloads)
def test_what_an_event_says_comes_back_of_the_same_types(payload: Payload) -> None:
    assert repr(event_of(event_row(Event(1, payload)), YAHTZEE)) == repr(Event(1, payload))


def test_the_rule_set_says_how_many_dice_a_row_has() -> None:
    event = Event(1, Turn(1, "ones", dice_from_digits("123456", 6), column=2))
    assert event_of(event_row(event), MADE_UP) == event
    with pytest.raises(ValueError, match="dice_count"):
        event_of(event_row(event), YAHTZEE)


_MORE = ("{}", "[]", "null", "7", '{"seat": 1}', '{"order": 1}', '{"rolls": [1]}', '{"card": 1}')
_numbers = st.none() | st.integers(-2, 9)
_rows = st.tuples(
    st.just(1),
    st.sampled_from([*codec._KINDS, "", "note"]),
    _numbers,
    st.none() | st.sampled_from(("12345", "1", "")) | st.text(max_size=5),
    _numbers,
    st.none() | st.sampled_from(("ones", "12345", "{}")) | st.text(max_size=5),
    st.none() | st.sampled_from(_MORE) | st.text(max_size=9),
    _numbers,
    st.just(AT),
)


@quick(400)
@given(_rows)
def test_any_row_is_an_event_or_fails_as_it_is_written(row: EventRow) -> None:
    try:
        found = event_of(row, YAHTZEE)
    except (LookupError, TypeError, ValueError, AttributeError):
        return
    assert isinstance(found.what, Payload)
