"""Records and bundles to take in, games made by chance, and what a store then holds."""

from __future__ import annotations

import io
import json
import random
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from scorepad.record import write_record
from scorepad.rules import (
    RULESETS,
    ActionCard,
    Game,
    Refused,
    ScoreCard,
    ThrowAway,
    Turn,
    all_rolls,
    new_game,
    roll_off,
    targets,
    with_card,
)
from scorepad.store import Store
from scorepad.transfer import GAME_COLUMNS, SHEET_ROWS, TURN_COLUMNS, Intake, bundle, encoded, every_game
from tests.helpers import rows

CASES = {
    path.stem: case["record"]
    for path in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
    if "expect" in (case := json.loads(path.read_text(encoding="utf-8")))
}
TABLES = ("games", "players", "seats", "events", "results")
IDS = {column: column for column in (*GAME_COLUMNS, *TURN_COLUMNS, *SHEET_ROWS)}
numbers = count(1)

Told = dict[str, Any]


def record(**changes: Any) -> Told:
    """A small record in good order but for these keys."""
    turns = [{"player": "Ana", "dice": "12444", "box": "fours"}]
    good = {"format": "scorepad-game", "version": 1, "ruleset": "yahtzee", "players": ["Ana", "Ben"]}
    return good | {"started_at": "2026-11-29T18:05:00Z", "turns": turns} | changes


def bundled(*games: object, **changes: object) -> Told:
    return {"format": "scorepad-bundle", "version": 1, "games": list(games)} | changes


def sent(data: object) -> BinaryIO:
    """That, or those very bytes, as a file."""
    return io.BytesIO(data if isinstance(data, bytes) else json.dumps(data).encode())


def take_in(store: Store, data: object) -> tuple[int, int]:
    """Imports that; how many games were added, and how many were there."""
    intake = Intake(store)
    intake.read(sent(data))
    return intake.save(), intake.known


def refusal(store: Store, data: object) -> Refused:
    """Why that is refused; nothing may be left of it."""
    before = everything(store)
    with pytest.raises(Refused) as caught:
        Intake(store).read(sent(data))
    assert everything(store) == before
    return caught.value


def everything(store: Store) -> list[object]:
    return [rows(store, f"SELECT * FROM {table}") for table in TABLES]


def exported(store: Store) -> Told:
    found: Told = json.loads(b"".join(encoded(bundle(every_game(store)))))
    return found


def loaded(store: Store, uid: str) -> Told:
    """The record of the game of that uid, as the store gives it out."""
    [(key,)] = rows(store, "SELECT key FROM games WHERE uid = ?", uid)
    return write_record(store.load(str(key)).record)


# --- games made here --------------------------------------------------------------------------------


def card_game(seed: int, whole: bool = True) -> Game:
    """A legal Free for All game with cards of all kinds; a tie at its end is rolled off."""
    chance = random.Random(seed)
    players = ["Ana", "Ben", "Cleo", "Dov"][: chance.randint(2, 4)]
    game = new_game(RULESETS["free_for_all"], players)
    while game.mover and (whole or len(game.entries) < 9):
        game = game.after(_card_turn(game, game.mover, chance))
    for _ in range(chance.randint(0, 4)):
        game = with_card(game, _score_card(game, chance))
    while game.to_roll:
        game = roll_off(game, tuple((seat, chance.randint(1, 6)) for seat in game.to_roll))
    return game


def _card_turn(game: Game, seat: int, chance: random.Random) -> Turn:
    dice = chance.choice(all_rolls(5))
    target = chance.choice(targets(game.sheet(seat), dice))
    new = dice.faces[0]
    cards = [
        ActionCard("change_die", old=new % 6 + 1, new=new),
        ActionCard("extra_roll"),
        ActionCard("reduce_opponent", seat=seat % len(game.players) + 1, points=chance.randint(1, 30)),
        ActionCard("other", name="Swap the sheets"),
    ]
    card = chance.choice(cards) if game.sheet(seat).played < 3 and chance.random() < 0.3 else None
    return Turn(seat, target.box, dice, card=card, claim=target.claim)


def _score_card(game: Game, chance: random.Random) -> ScoreCard:
    seat = chance.choice(game.seats)
    if chance.random() < 0.5:
        return ScoreCard(seat, "Lucky", add=chance.randint(1, 50))
    return ScoreCard(seat, "", box=chance.choice(game.ruleset.boxes).id, by=chance.choice((2, 3)))


def tied_game() -> Told:
    return json.loads(json.dumps(CASES["roll-off-two-rounds"]))


def throw_away(store: Store, key: str) -> None:
    store.append(key, store.load(key).seen, lambda _then: ThrowAway())
