"""Records that nobody should send, and games at the edges of what is kept."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorepad.commands import main
from scorepad.record import BUNDLE, Record, write_record
from scorepad.rules import RULESETS, ScoreCard, Turn, dice_from_digits, replay, with_card
from tests.helpers import Page, Reader, everything, keys_on, rows, store_of

Data = dict[str, Any]
Place = tuple[str | int, ...]
"""The way to a value within a record."""


def level(*names: str, ruleset: str = "free_for_all") -> Record:
    """A finished game in which all are tied."""
    rules, dice = RULESETS[ruleset], dice_from_digits("12346", 5)
    turns = [Turn(seat, box.id, dice) for box in rules.boxes for seat in range(1, len(names) + 1)]
    return Record(replay(rules, names, turns), "x" * 32, "2026-01-31T18:00:00Z", "2026-01-31T19:00:00Z")


def told_in_full() -> Data:
    """A record that says all that a record can say of texts: every kind of card, a roll-off, a note."""
    record = write_record(replace(level("Ana", "Ben", "Cleo"), note="at the cottage"))
    turns: list[Data] = record["turns"]  # type: ignore[assignment]
    cards: list[Data] = [
        {"kind": "reduce_opponent", "player": "Cleo", "points": 50},
        {"kind": "extra_roll"},
        {"kind": "other", "name": "Peek"},
        {"kind": "change_die", "from": 5, "to": 6},
    ]
    for turn, card in zip(turns, cards, strict=False):
        turn["action_card"] = card
    del turns[4]["dice"]
    turns[4]["points"] = 2
    doubled = {"player": "Cleo", "name": "Double Chance", "multiply": {"box": "chance", "by": 2}}
    lucky = {"player": "Ana", "name": "Lucky", "add": 1}
    return record | {
        "score_cards": [doubled, lucky, lucky | {"player": "Ben"}],
        "roll_offs": [{"Ana": 6, "Ben": 3}],
    }


def texts(data: object, way: Place = ()) -> Iterator[tuple[Place, bool]]:
    """Every text of a record: its way, and whether it is a key."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*way, key), True
            yield from texts(value, (*way, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from texts(value, (*way, number))
    elif isinstance(data, str):
        yield way, False


def different_texts(data: Data) -> Iterator[tuple[Place, bool]]:
    """One of each: the box of one turn stands for those of all; cards of every kind are told apart."""
    met = set()
    for way, is_key in texts(data):
        keys = tuple(step for step in way if isinstance(step, str))
        like = keys, way[-3:] if "action_card" in way else (), is_key
        if like not in met:
            met.add(like)
            yield way, is_key


def spoilt(data: Data, way: Place, is_key: bool, sign: Callable[[str], str]) -> Data:
    """The record with that text changed."""
    changed = copy.deepcopy(data)
    holder: Any = changed
    for step in way[:-1]:
        holder = holder[step]
    last: Any = way[-1]
    if is_key:
        holder[sign(last)] = holder.pop(last)
    else:
        holder[last] = sign(holder[last])
    return changed


def bundled(record: Data) -> Data:
    return {
        "format": BUNDLE,
        "version": 1,
        "games": [write_record(level("Dora", "Eve")) | {"id": "y"}, record],
    }


def sent_as_file(client: FlaskClient, raw: bytes) -> TestResponse:
    return client.post("/import", data={"file": (io.BytesIO(raw), "games.json")})


def pasted(client: FlaskClient, raw: bytes) -> TestResponse:
    return client.post("/import", data={"text": raw.decode()})


@pytest.mark.parametrize("send_in", [sent_as_file, pasted])
@pytest.mark.parametrize("wrapped", [lambda record: record, bundled], ids=["a record", "a bundle"])
def test_a_lone_surrogate_in_any_text_of_a_record_is_told(
    app: Flask,
    client: FlaskClient,
    wrapped: Callable[[Data], Data],
    send_in: Callable[[FlaskClient, bytes], TestResponse],
) -> None:
    whole = wrapped(told_in_full())
    assert send_in(client, json.dumps(whole).encode()).status_code == 200  # to be confirmed: nothing is wrong
    faults, tried = [], 0
    for way, is_key in different_texts(whole):
        for sign in ("\ud800".format, "{}\ud800".format, "\udfff{}".format):
            answer = send_in(client, json.dumps(spoilt(whole, way, is_key, sign)).encode())
            tried += 1
            if answer.status_code != 422 or len(Page(answer.text).alerts) != 1:
                faults.append((way, is_key, answer.status_code))
    assert faults == []
    assert tried > 100
    assert everything(app) == [[], [], [], [], []]


def test_two_score_cards_of_thousands_of_nines_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = write_record(level("Ana", "Ben"))
    cards = ", ".join(f'{{"player": "Ana", "name": "", "add": {"9" * 4300}}}' for _ in range(2))
    file = tmp_path / "rich.json"
    file.write_text(json.dumps(record).replace('"score_cards": []', f'"score_cards": [{cards}]'))
    assert main(["score", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.endswith("score card 1: a card’s points are at most 1000000000000")


def test_totals_beyond_a_thousand_million_page_on(app: Flask, client: FlaskClient) -> None:
    store, game = store_of(app), level("Ana", "Ben").game
    rich = [with_card(game, ScoreCard(1, add=10**12 - number // 2)) for number in range(45)]
    store.add_games(Record(one, None, f"2026-01-01T10:{at:02}:00Z") for at, one in enumerate(rich))
    reader = Reader(client)
    met = keys_on(reader.open("/games?sort=total"))
    while any(link.text == "More" for link in reader.page.all("a")):
        met += keys_on(reader.follow("More"))
        assert reader.status == 200
    totals = [store.load(key).game.sheet(1).total for key in met]
    assert totals == sorted(totals, reverse=True)
    assert min(totals) > 10**9
    assert len(set(met)) == 45


def test_a_game_that_lasted_from_1900_to_8999_cannot_be_moved(app: Flask, client: FlaskClient) -> None:
    client.set_cookie("zone", "UTC")
    store = store_of(app)
    long = replace(level("Ana", "Ben"), started_at="1900-01-01T12:00:00Z", finished_at="8999-12-30T12:00:00Z")
    store.add_games([long])
    ((key,),) = rows(store, "SELECT key FROM games")
    before = everything(app)
    form = {"seen": str(store.load(str(key)).seen), "date": "2026-11-29", "note": "at last"}
    answer = client.post(f"/games/{key}/edit", data=form)
    assert answer.status_code == 422
    assert Page(answer.text).alerts == ["9126-11-28 can’t be the time of a game."]
    assert everything(app) == before
    store.forget()
    assert store.load(str(key)).record == replace(long, uid=store.load(str(key)).uid)
