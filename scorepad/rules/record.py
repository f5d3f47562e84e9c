"""The game record (RECORD.md) ↔ Game: reading checks every key and every rule, writing tells what stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NoReturn, TypeVar

from scorepad.rules.cards import (
    CHANGE_DIE,
    EXTRA_ROLL,
    OTHER,
    REDUCE_OPPONENT,
    ActionCard,
    ScoreCard,
)
from scorepad.rules.dice import Dice, dice_from_digits
from scorepad.rules.game import (
    JOIN,
    LEAVE,
    SKIP,
    TURN,
    Entry,
    Game,
    Rolls,
    Table,
    check_players,
    roll_off,
    with_card,
)
from scorepad.rules.names import clean_name, clean_names, fold_name, refuse_unprintable
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.rulesets import ruleset_of
from scorepad.rules.sheet import RuleSet, Target, targets

FORMAT, BUNDLE, VERSION = "scorepad-game", "scorepad-bundle", 1
LONGEST_NOTE = 2000
LONGEST_ID = 200
LONGEST_CARD_NAME = 60

_GAME_KEYS = frozenset(
    ("format", "version", "id", "ruleset", "players", "started_at", "finished_at", "note", "turns")
)
_BUNDLE_KEYS = frozenset(("format", "version", "games"))
_TURN_KEYS = frozenset(("player", "dice", "points", "box", "extra_yahtzee"))
_MARKS = (SKIP, LEAVE, JOIN)
_TURN_CARD_KEYS = frozenset(("action_card", "claim_bonus"))
_GAME_CARD_KEYS = frozenset(("score_cards", "roll_offs"))
_CARD_KEYS = _TURN_CARD_KEYS | _GAME_CARD_KEYS
_ACTION_KEYS = {
    CHANGE_DIE: frozenset(("kind", "from", "to")),
    EXTRA_ROLL: frozenset(("kind",)),
    REDUCE_OPPONENT: frozenset(("kind", "player", "points")),
    OTHER: frozenset(("kind", "name")),
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """A game with what a record says beside it. Times are UTC, `2026-11-29T18:05:00Z`, or None."""

    game: Game
    uid: str | None = None
    started_at: str | None = None
    finished_at: str | None = None
    note: str = ""


# --- JSON -----------------------------------------------------------------------------------------


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Refused("key_twice", key=key)
        found[key] = value
    return found


def _no_number(_text: str) -> NoReturn:
    raise Refused("not_json")


def load_json(raw: bytes) -> object:
    """The JSON value in those bytes (UTF-8, with or without a mark).

    Raises Refused `not_json`, `too_deep` or `key_twice` (key).
    """
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_number)
    except RecursionError:
        raise Refused("too_deep") from None
    except Refused:
        raise
    except ValueError:
        raise Refused("not_json") from None


# --- reading --------------------------------------------------------------------------------------


def _typed(holder: Mapping[str, object], key: str, kind: type[T], default: T | None = None) -> T:
    """The value of that key, of exactly that type (true is no number). Raises Refused."""
    value = holder.get(key, default)
    if value is None:
        raise Refused("key_missing" if key not in holder else "key_type", key=key)
    if type(value) is not kind:
        raise Refused("key_type", key=key)
    return value


def _refuse_unknown(holder: Mapping[str, object], known: frozenset[str]) -> None:
    for key in holder:
        if key in _CARD_KEYS and key not in known:
            raise Refused("key_elsewhere", key=key)
        if key not in known:
            raise Refused("unknown_key", key=key)


def read_time(text: str) -> str:
    """A moment with its zone as UTC, `2026-11-29T18:05:00Z`. Raises Refused `bad_time`."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError(text)
        return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (ValueError, OverflowError):
        raise Refused("bad_time") from None


def _time(data: Mapping[str, object], key: str) -> str | None:
    return None if data.get(key) is None else read_time(_typed(data, key, str))


def _text(data: Mapping[str, object], key: str, longest: int) -> str | None:
    if data.get(key) is None:
        return None
    text = _typed(data, key, str)
    refuse_unprintable(text, key)
    if len(text) > longest:
        raise Refused("text_long", field=key, most=longest)
    return text


def _check_format(data: object) -> dict[str, object]:
    if not isinstance(data, dict):
        raise Refused("no_record")
    if data.get("format") == BUNDLE:
        raise Refused("is_bundle")
    if data.get("format") != FORMAT:
        raise Refused("no_record")
    if _typed(data, "version", int) != VERSION:
        raise Refused("other_version", version=VERSION)
    return data


def _players(data: Mapping[str, object]) -> tuple[str, ...]:
    names = _typed(data, "players", list)
    if not all(isinstance(name, str) for name in names):
        raise Refused("key_type", key="players")
    return clean_names(names)


def _mark(turn: Mapping[str, object]) -> str:
    return next((mark for mark in _MARKS if mark in turn), TURN)


def _seat_of(name: str, seats: Mapping[str, int]) -> int:
    seat = seats.get(name) or seats.get(fold_name(clean_name(name)))
    if seat is None:
        raise Refused("not_a_player", player=clean_name(name))
    return seat


def _named_seat(turn: Mapping[str, object], seats: Mapping[str, int]) -> int | None:
    return _seat_of(_typed(turn, "player", str), seats) if "player" in turn else None


def _turn_entry(turn: Mapping[str, object], seat: int, ruleset: RuleSet, seats: Mapping[str, int]) -> Entry:
    _refuse_unknown(turn, _TURN_KEYS | (_TURN_CARD_KEYS if ruleset.cards else frozenset()))
    if ("dice" in turn) == ("points" in turn):
        raise Refused("dice_or_points")
    box = _typed(turn, "box", str)
    card = _action_card(turn["action_card"], seats) if "action_card" in turn else None
    claim = _typed(turn, "claim_bonus", bool, default=False)
    if "dice" in turn:
        if "extra_yahtzee" in turn:
            raise Refused("extra_with_dice")
        dice = dice_from_digits(_typed(turn, "dice", str))
        return Entry(TURN, seat, box, dice=dice, card=card, claim=claim)
    if "extra_yahtzee" in turn and not ruleset.joker:
        raise Refused("key_elsewhere", key="extra_yahtzee")
    extra = _typed(turn, "extra_yahtzee", bool, default=False)
    points = _typed(turn, "points", int)
    return Entry(TURN, seat, box, points=points, extra=extra, card=card, claim=claim)


def _action_card(data: object, seats: Mapping[str, int]) -> ActionCard:
    if not isinstance(data, dict):
        raise Refused("key_type", key="action_card")
    kind = _typed(data, "kind", str)
    if kind not in _ACTION_KEYS:
        raise Refused("card_kind", kind=kind)
    _refuse_unknown(data, _ACTION_KEYS[kind])
    if kind == CHANGE_DIE:
        return ActionCard(kind, old=_typed(data, "from", int), new=_typed(data, "to", int))
    if kind == REDUCE_OPPONENT:
        seat = _seat_of(_typed(data, "player", str), seats)
        return ActionCard(kind, seat=seat, points=_typed(data, "points", int))
    return ActionCard(kind, name=clean_card_name(_typed(data, "name", str)) if kind == OTHER else "")


def clean_card_name(text: str) -> str:
    """A card's name, trimmed; empty where nothing is visible. Raises Refused `unprintable` or `text_long`."""
    refuse_unprintable(text, "name")
    name = " ".join(text.split())
    if len(name) > LONGEST_CARD_NAME:
        raise Refused("text_long", field="name", most=LONGEST_CARD_NAME)
    return name


def _score_card(data: object, seats: Mapping[str, int]) -> ScoreCard:
    if not isinstance(data, dict):
        raise Refused("key_type", key="score_cards")
    _refuse_unknown(data, frozenset(("player", "name", "add", "multiply")))
    seat = _seat_of(_typed(data, "player", str), seats)
    name = clean_card_name(_typed(data, "name", str, default=""))
    if ("add" in data) == ("multiply" in data):
        raise Refused("add_or_multiply")
    if "add" in data:
        return ScoreCard(seat, name, add=_typed(data, "add", int))
    multiply = _typed(data, "multiply", dict)
    _refuse_unknown(multiply, frozenset(("box", "by")))
    return ScoreCard(seat, name, box=_box_named(multiply), by=_typed(multiply, "by", int))


def _box_named(multiply: Mapping[str, object]) -> str:
    box = _typed(multiply, "box", str)
    if not box:
        raise Refused("unknown_box", box=box)
    return box


def _rolls(data: object, seats: Mapping[str, int]) -> Rolls:
    if not isinstance(data, dict):
        raise Refused("key_type", key="roll_offs")
    rolls = [(_seat_of(name, seats), _typed(data, name, int)) for name in data]
    return tuple(sorted(rolls))


def _with_cards(game: Game, record: Mapping[str, object], seats: Mapping[str, int]) -> Game:
    """The game with the record's score cards and roll-offs, each refused at its place."""
    for number, data in enumerate(_typed(record, "score_cards", list, default=[]), 1):
        try:
            game = with_card(game, _score_card(data, seats))
        except Refused as refused:
            raise refused.at(Place("score card", number)) from None
    for number, data in enumerate(_typed(record, "roll_offs", list, default=[]), 1):
        try:
            game = roll_off(game, _rolls(data, seats))
        except Refused as refused:
            raise refused.at(Place("roll-off", number)) from None
    return game


def _entry(turn: object, table: Table, seats: Mapping[str, int]) -> Entry:
    """One element of `turns` as an entry, the player to move filled in where none is named."""
    if not isinstance(turn, dict):
        raise Refused("key_type", key="turns")
    kind = _mark(turn)
    seat = _named_seat(turn, seats)
    if kind == TURN:
        return _turn_entry(turn, seat or table.mover or 1, table.ruleset, seats)
    _refuse_unknown(turn, frozenset(("player", kind)))
    if turn[kind] is not True:
        raise Refused("key_type", key=kind)
    if seat is None and kind != SKIP:
        raise Refused("key_missing", key="player")
    return Entry(kind, seat or table.mover or 1)


def _said(turn: object, table: Table) -> tuple[str, ...]:
    """What stood at the refused place, for the message: player, dice or points, box."""
    if not isinstance(turn, dict):
        return ()
    mover = table.players[table.mover - 1] if table.mover else None
    words = (turn.get("player", mover), turn.get("dice", turn.get("points")), turn.get("box"))
    return tuple(_short(str(word)) for word in words if isinstance(word, str | int))


def _short(text: str) -> str:
    """One line of a few visible signs, whatever was written there."""
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:41])
    return text if len(text) <= 40 else text[:39] + "…"


def _late(turns: list[object], seats: Mapping[str, int]) -> frozenset[int]:
    """The seats of the players whom some `join` brings in; a malformed one is refused at its turn."""
    late = set()
    for turn in turns:
        if isinstance(turn, dict) and JOIN in turn:
            with suppress(Refused):
                late.add(_named_seat(turn, seats))
    return frozenset(seat for seat in late if seat is not None)


def _check_late_are_last(late: frozenset[int], players: tuple[str, ...]) -> None:
    early = len(players) - len(late)
    if early < 1:
        raise Refused("no_players")
    for seat in late:
        if seat <= early:
            raise Refused("late_not_last", player=players[seat - 1])


def _replay(
    ruleset: RuleSet, players: tuple[str, ...], turns: list[object], seats: Mapping[str, int]
) -> Game:
    late = _late(turns, seats)
    _check_late_are_last(late, players)
    table = Table(ruleset, players, late)
    for number, turn in enumerate(turns, 1):
        try:
            table.add(_entry(turn, table, seats))
        except Refused as refused:
            raise refused.at(Place("turn", number, _said(turn, table))) from None
    return table.game()


def read_record(data: object) -> Record:
    """The game in a record, every key and every rule checked.

    Raises Refused; where one of `turns`, `score_cards` or `roll_offs` is at fault, with its place.
    """
    record = _check_format(data)
    ruleset = ruleset_of(_typed(record, "ruleset", str))
    _refuse_unknown(record, _GAME_KEYS | (_GAME_CARD_KEYS if ruleset.cards else frozenset()))
    players = _players(record)
    check_players(ruleset, players)
    # As written too: cleaning the name of every turn would take a quarter of the time.
    seats = {name: seat for seat, name in enumerate(players, 1)}
    seats |= {fold_name(name): seat for seat, name in enumerate(players, 1)}
    game = _replay(ruleset, players, _typed(record, "turns", list), seats)
    game = _with_cards(game, record, seats)
    return Record(
        game,
        uid=_text(record, "id", LONGEST_ID),
        started_at=_time(record, "started_at"),
        finished_at=_time(record, "finished_at"),
        note=_text(record, "note", LONGEST_NOTE) or "",
    )


def bundled_games(data: object) -> list[object] | None:
    """The games of a bundle, each still to be read by `read_record`; None where this is no bundle.

    Raises Refused `other_version`, `unknown_key`, `key_missing` or `key_type`.
    """
    if not isinstance(data, dict) or data.get("format") != BUNDLE:
        return None
    if _typed(data, "version", int) != VERSION:
        raise Refused("other_version", version=VERSION)
    for key in data:
        if key not in _BUNDLE_KEYS:
            raise Refused("unknown_key", key=key)
    return _typed(data, "games", list)


# --- writing --------------------------------------------------------------------------------------


def _written_turn(entry: Entry, game: Game) -> dict[str, object]:
    turn: dict[str, object] = {"player": game.player(entry.seat)}
    if entry.kind != TURN:
        return turn | {entry.kind: True}
    if entry.dice is not None:
        turn["dice"] = str(entry.dice)
    else:
        turn["points"] = entry.points
    turn["box"] = entry.box
    if entry.extra:
        turn["extra_yahtzee"] = True
    if entry.card is not None:
        turn["action_card"] = _written_action(entry.card, game)
    if entry.claim:
        turn["claim_bonus"] = True
    return turn


def _written_action(card: ActionCard, game: Game) -> dict[str, object]:
    if card.kind == CHANGE_DIE:
        return {"kind": card.kind, "from": card.old, "to": card.new}
    if card.kind == REDUCE_OPPONENT:
        return {"kind": card.kind, "player": game.player(card.seat), "points": card.points}
    written: dict[str, object] = {"kind": card.kind}
    return written | {"name": card.name} if card.kind == OTHER else written


def _written_card(card: ScoreCard, game: Game) -> dict[str, object]:
    written: dict[str, object] = {"player": game.player(card.seat), "name": card.name}
    if card.by:
        return written | {"multiply": {"box": card.box, "by": card.by}}
    return written | {"add": card.add}


def _written_cards(game: Game) -> dict[str, object]:
    cards = [card for seat in game.seats for card in game.sheet(seat).cards]
    rounds = [{game.player(seat): face for seat, face in rolls} for rolls in game.roll_offs]
    return {"score_cards": [_written_card(card, game) for card in cards], "roll_offs": rounds}


def write_record(record: Record) -> dict[str, object]:
    """The record of a game: what stands, who sat at the table, ready for JSON."""
    game = record.game
    written: dict[str, object] = {"format": FORMAT, "version": VERSION}
    if record.uid is not None:
        written["id"] = record.uid
    written |= {
        "ruleset": game.ruleset.id,
        "players": [game.player(seat) for seat in game.seats],
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "note": record.note,
        "turns": [_written_turn(entry, game) for entry in game.entries],
    }
    return written | (_written_cards(game) if game.ruleset.cards else {})


def _scored_player(game: Game, seat: int, rank: int) -> dict[str, object]:
    sheet = game.sheet(seat)
    scored: dict[str, object] = {
        "name": game.player(seat),
        "boxes": dict(sheet.filled),
        "upper": sheet.upper,
        "upper_bonus": sheet.upper_bonus,
        "lower": sheet.lower,
        "extra_yahtzees": sheet.extras,
        "score_cards": sheet.score_cards,
        "penalties": sheet.penalties,
        "total": sheet.total,
        "rank": rank,
    }
    return scored | ({"left": True} if sheet.left else {})


def score(game: Game) -> dict[str, object]:
    """The sheet of a game as `score` prints it (RECORD.md, On the command line)."""
    ranks = game.ranks
    return {
        "ruleset": game.ruleset.id,
        "finished": game.finished,
        "next_player": game.player(game.mover) if game.mover else None,
        "players": [_scored_player(game, seat, ranks[seat]) for seat in game.seats],
    }


def options(game: Game, dice: Dice) -> list[dict[str, object]]:
    """What the player to move may do with that roll, in sheet order; nothing once finished."""
    if game.mover is None:
        return []
    return [_written_target(target) for target in targets(game.mover_sheet, dice)]


def _written_target(target: Target) -> dict[str, object]:
    written: dict[str, object] = {"box": target.box, "points": target.points, "extra": target.extra}
    return written | ({"claim_bonus": True} if target.claim else {})
