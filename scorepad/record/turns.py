"""One element of a record's `turns`, `score_cards` or `roll_offs` as a value of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.record.keys import refuse_unknown, typed
from scorepad.rules import (
    CHANGE_DIE,
    EXTRA_ROLL,
    OTHER,
    REDUCE_OPPONENT,
    ActionCard,
    Entry,
    Game,
    Join,
    Leave,
    Refused,
    Rolls,
    RuleSet,
    ScoreCard,
    Skip,
    Turn,
    clean_card_name,
    clean_name,
    dice_from_digits,
    fold_name,
)

Seats = Mapping[str, int]
"""Name, as written and folded → seat."""

MARKS: dict[str, type[Skip | Leave | Join]] = {kind.kind: kind for kind in (Skip, Leave, Join)}
_TURN_KEYS = frozenset(("player", "dice", "points", "box"))
_CARD_KEYS = frozenset(("action_card", "claim_bonus"))
_SPECIAL_KEYS = _CARD_KEYS | {"extra_yahtzee", "column", "first_roll"}
_ACTION_KEYS = {
    CHANGE_DIE: frozenset(("kind", "from", "to")),
    EXTRA_ROLL: frozenset(("kind",)),
    REDUCE_OPPONENT: frozenset(("kind", "player", "points")),
    OTHER: frozenset(("kind", "name")),
}


def seat_of(name: str, seats: Seats) -> int:
    """The seat of the player of that name. Raises Refused `not_a_player` (player), or as `clean_name`."""
    seat = seats.get(name) or seats.get(fold_name(clean_name(name)))
    if seat is None:
        raise Refused("not_a_player", player=clean_name(name))
    return seat


def named_seat(turn: Mapping[str, object], seats: Seats) -> int | None:
    """The seat of the player that an element names, None where it names none."""
    return seat_of(typed(turn, "player", str), seats) if "player" in turn else None


def read_entry(turn: object, game: Game, seats: Seats, allowed: frozenset[str]) -> Entry:
    """One element of `turns`, the player to move filled in where none is named; `allowed` are `turn_keys`.

    Raises Refused.
    """
    if not isinstance(turn, dict):
        raise Refused("key_type", key="turns")
    seat = named_seat(turn, seats)
    kind = next((MARKS[mark] for mark in MARKS if mark in turn), None)
    if kind is None:
        return _turn(turn, seat or game.mover or 1, game.ruleset, seats, allowed)
    refuse_unknown(turn, ("player", kind.kind), _CARD_KEYS)
    if turn[kind.kind] is not True:
        raise Refused("key_type", key=kind.kind)
    if seat is None and kind is not Skip:
        raise Refused("key_missing", key="player")
    return kind(seat or game.mover or 1)


def turn_keys(ruleset: RuleSet) -> frozenset[str]:
    """The keys that a turn of that rule set may have."""
    special = {
        "extra_yahtzee": ruleset.again.marked,
        "column": len(ruleset.columns) > 1,
        "first_roll": ruleset.first_roll,
        **dict.fromkeys(_CARD_KEYS, ruleset.cards is not None),
    }
    return _TURN_KEYS | {key for key, there in special.items() if there}


def _turn(
    turn: Mapping[str, object], seat: int, ruleset: RuleSet, seats: Seats, allowed: frozenset[str]
) -> Turn:
    by_dice = "dice" in turn
    if by_dice and "extra_yahtzee" in turn:
        raise Refused("extra_with_dice")
    refuse_unknown(turn, allowed, _SPECIAL_KEYS)
    if by_dice == ("points" in turn):
        raise Refused("dice_or_points")
    return Turn(
        seat,
        typed(turn, "box", str),
        dice=dice_from_digits(typed(turn, "dice", str), ruleset.dice) if by_dice else None,
        points=None if by_dice else typed(turn, "points", int),
        extra=typed(turn, "extra_yahtzee", bool, default=False),
        card=_action_card(turn["action_card"], seats) if "action_card" in turn else None,
        claim=typed(turn, "claim_bonus", bool, default=False),
        column=typed(turn, "column", int) if "column" in allowed else 1,
        first_roll=typed(turn, "first_roll", bool, default=False),
    )


def _action_card(data: object, seats: Seats) -> ActionCard:
    if not isinstance(data, dict):
        raise Refused("key_type", key="action_card")
    kind = typed(data, "kind", str)
    if kind not in _ACTION_KEYS:
        raise Refused("card_kind", kind=kind)
    refuse_unknown(data, _ACTION_KEYS[kind])
    if kind == CHANGE_DIE:
        return ActionCard(kind, old=typed(data, "from", int), new=typed(data, "to", int))
    if kind == REDUCE_OPPONENT:
        seat = seat_of(typed(data, "player", str), seats)
        return ActionCard(kind, seat=seat, points=typed(data, "points", int))
    return ActionCard(kind, name=clean_card_name(typed(data, "name", str)) if kind == OTHER else "")


def read_score_card(data: object, seats: Seats) -> ScoreCard:
    """One element of `score_cards`. Raises Refused."""
    if not isinstance(data, dict):
        raise Refused("key_type", key="score_cards")
    refuse_unknown(data, ("player", "name", "add", "multiply"))
    seat = seat_of(typed(data, "player", str), seats)
    name = clean_card_name(typed(data, "name", str, default=""))
    if ("add" in data) == ("multiply" in data):
        raise Refused("add_or_multiply")
    if "add" in data:
        return ScoreCard(seat, name, add=typed(data, "add", int))
    multiply = typed(data, "multiply", dict)
    refuse_unknown(multiply, ("box", "by"))
    return ScoreCard(seat, name, box=_box_named(multiply), by=typed(multiply, "by", int))


def _box_named(multiply: Mapping[str, object]) -> str:
    box = typed(multiply, "box", str)
    if not box:
        raise Refused("unknown_box", box=box)
    return box


def read_rolls(data: object, seats: Seats) -> Rolls:
    """One element of `roll_offs`. Raises Refused."""
    if not isinstance(data, dict):
        raise Refused("key_type", key="roll_offs")
    rolls = [(seat_of(name, seats), typed(data, name, int)) for name in data]
    return tuple(sorted(rolls))
